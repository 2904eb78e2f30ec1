//! What is not saved of a file, in words with numbers.

use crate::epd::counted::thousands_of;
use crate::suite::{Job, LineChange, Suite};

/// Lines of a file whose moved lines are counted.
const COUNTED: usize = 20_000;

/// As `2 lines edited or added, 1 line removed`.
pub fn unsaved(suite: &Suite) -> String {
    let edited = suite.edited_count();
    let fewer = suite.fewer_lines();
    let lines = |number| thousands_of(number, "line", "lines");
    match (edited, fewer) {
        (0, 0) => match moved(suite) {
            0 => "lines moved".to_owned(),
            number => format!("{} moved", lines(number)),
        },
        (_, 0) => format!("{} edited or added", lines(edited)),
        (0, _) => format!("{} removed", lines(fewer)),
        _ => format!(
            "{} edited or added, {} removed",
            lines(edited),
            lines(fewer)
        ),
    }
}

/// The lines that moved, counted only where that makes nobody wait; else 0.
fn moved(suite: &Suite) -> usize {
    let is_short = suite.line_count() <= COUNTED;
    let review = suite.review().filter(|_| is_short);
    let changes = review.and_then(|review| review.find(&Job::default()).ok());
    changes.map_or(0, |changes| {
        let all = changes.list.iter();
        all.filter(|change| matches!(change, LineChange::Moved { .. }))
            .count()
    })
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
        suite.undo();
        suite.move_lines(0..1, 3, "move");
        assert_eq!(unsaved(&suite), "1 line moved");
    }
}
