//! Statistics by inverse sensitivity: what every mechanism would answer about these very data, how wrong it would be, and
//! that one person never moves the odds by more than ε.
