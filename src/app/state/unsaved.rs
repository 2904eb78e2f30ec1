//! What is not saved of a file, in words with numbers.

use crate::epd::counted::thousands_of;
use crate::suite::Suite;

/// As `2 lines edited or added, 1 line removed`.
pub fn unsaved(suite: &Suite) -> String {
    let edited = suite.edited_count();
    let fewer = suite.fewer_lines();
    let lines = |number| thousands_of(number, "line", "lines");
    match (edited, fewer) {
        (0, 0) => "lines moved".to_owned(),
        (_, 0) => format!("{} edited or added", lines(edited)),
        (0, _) => format!("{} removed", lines(fewer)),
        _ => format!(
            "{} edited or added, {} removed",
            lines(edited),
            lines(fewer)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Grouping;

    #[test]
    fn what_is_not_saved_is_said_with_numbers() {
        let mut suite = Suite::from_bytes("a.epd", b"# one\n# two\n# three\n".to_vec());
        suite.delete_lines(0..1, "delete");
        assert_eq!(unsaved(&suite), "1 line removed");
        suite.replace_line(0, b"# 2", Grouping::Step, "edit");
        assert_eq!(unsaved(&suite), "1 line edited or added, 1 line removed");
        suite.undo();
        suite.undo();
        suite.replace_line(0, b"# 1", Grouping::Step, "edit");
        assert_eq!(unsaved(&suite), "1 line edited or added");
    }
}
