//! The Palmer penguins: 342 birds, length and depth of their bill.
//!
//! Measured by Kristen Gorman and the Palmer Station long-term ecological research programme
//! (Gorman, Williams and Fraser 2014), collected by Horst, Hill and Gorman as `palmerpenguins`, given to
//! the public domain (CC0). The two birds without a measured bill are left out.

use super::DataSet;

/// Middle and scale of each measure in millimetres: public constants, so that scaling costs no privacy.
const SCALES: [(f64, f64); 2] = [(44.0, 16.0), (17.0, 6.0)];

/// Adélie penguins (label 1) among Gentoo and chinstrap penguins (label −1). The features are
/// `(length − 44 mm)/16 mm` and `(depth − 17 mm)/6 mm`, of norm 0.975 at most.
pub fn penguins() -> DataSet {
    let mut data = DataSet::new(2);
    for line in include_str!("penguins.csv").lines().skip(1) {
        let mut fields = line.split(',');
        let label = if fields.next() == Some("Adelie") { 1.0 } else { -1.0 };
        let measures = fields.filter_map(|field| field.parse::<f64>().ok());
        let features: Vec<f64> =
            measures.zip(SCALES).map(|(value, (middle, scale))| (value - middle) / scale).collect();
        data.push(&features, label);
    }
    data
}

/// The length of every bill in millimetres.
pub fn bill_lengths() -> Vec<f64> {
    let lines = include_str!("penguins.csv").lines().skip(1);
    lines.filter_map(|line| line.split(',').nth(1)?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bird_is_read_and_fits_the_ball() {
        let data = penguins();
        assert_eq!((data.len(), data.dimension()), (342, 2));
        assert_eq!(data.people().filter(|bird| bird.label > 0.0).count(), 151);
        let lengths = bill_lengths();
        assert_eq!((lengths.len(), lengths[0]), (342, 39.1));
        assert!(lengths.iter().all(|length| (30.0..=60.0).contains(length)));
        assert!((data.radius() - 0.975).abs() < 1e-12);
        assert!((data.person(0).features[0] - (39.1 - 44.0) / 16.0).abs() < 1e-15);
    }
}
