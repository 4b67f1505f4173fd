//! Words for what may be published and what must not.

/// Beside every value that depends on the data of others without noise.
pub(super) const SECRET: &str = "Must not be published: it depends on everyone's data, and what it says about one person can give others away.";

/// Beside a model that is no output of the mechanism.
pub(super) const NO_OUTPUT: &str =
    "Must not be published: this model was not drawn by the mechanism, and no noise hides the data in it.";

/// Beside a drawn model.
pub(super) const OUTPUT: &str =
    "May be published: it is an output of objective perturbation, whose guarantee covers it.";

/// Beside a report about a drawn model.
pub(super) const REPORT: &str = "May be published: the bound as a function of a person's own record, made from private releases and public parameters alone. Points, lists and tables show people of the data and must not be.";

/// Beside everything that shows members.
pub(super) const MEMBERS: &str =
    "Must not be published: it shows people of the data, whatever the values beside them are made from.";

/// Beside a report about a model that is no output.
pub(super) const HOLLOW: &str = "Promises nothing here: the model was not drawn by the mechanism, so that its noise is not what the report relies on.";
