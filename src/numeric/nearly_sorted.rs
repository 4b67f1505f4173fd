//! Putting a list in order that nearly is.

/// Sorts by increasing key: turns a falling list round, then inserts each entry where it belongs. Takes
/// one pass where the list is in order, and needs a tenth of the code of a general sort.
pub fn sort<T: Copy>(list: &mut [T], key: impl Fn(&T) -> f64) {
    if let [first, .., last] = list
        && key(first) > key(last)
    {
        list.reverse();
    }
    for at in 1..list.len() {
        let entry = list[at];
        let mut to = at;
        while to > 0 && key(&list[to - 1]) > key(&entry) {
            list[to] = list[to - 1];
            to -= 1;
        }
        list[to] = entry;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lists_come_out_in_order(mut list in prop::collection::vec(-1e3..1e3f64, 0..60)) {
            let mut expected = list.clone();
            expected.sort_by(f64::total_cmp);
            sort(&mut list, |&value| value);
            prop_assert_eq!(list, expected);
        }
    }
}
