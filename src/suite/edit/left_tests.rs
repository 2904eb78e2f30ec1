use super::*;

#[test]
fn reasons_are_counted_with_their_first_line_and_the_most_frequent_comes_first() {
    let mut left = Skipped::default();
    assert!(left.is_empty());
    left.note("two ce", 9);
    let mut other = Skipped::default();
    other.note("stray text", 30);
    other.note("stray text", 12);
    other.note("two ce", 4);
    other.note("stray text", 31);
    left.join(other);
    assert_eq!(left.count(), 5);
    assert_eq!(left.reasons(), [("stray text", 3, 12), ("two ce", 2, 4)]);
}
