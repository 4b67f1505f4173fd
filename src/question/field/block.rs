//! Long lists of numbers leave an answer as blocks, which cross to the page at once instead of number by number.

/// Blocks taken out of an answer, each with its place as a JSON pointer.
#[derive(Debug, Default)]
pub struct Blocks(Vec<(String, Vec<f64>)>);

impl Blocks {
    /// Takes the numbers out of the answer; `pointer` says where they stand in it, as `/shown/values`.
    pub fn take(&mut self, pointer: impl Into<String>, values: &mut Vec<f64>) {
        self.0.push((pointer.into(), std::mem::take(values)));
    }
}

impl IntoIterator for Blocks {
    type Item = (String, Vec<f64>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
