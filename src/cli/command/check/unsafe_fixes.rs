//! The report of `--unsafe-fixes` on standard error: a change of the meaning is never silent.

use crate::cli::flow::Notes;
use crate::cli::output::conclude;
use crate::epd::{ReadOptions, edit};

/// The number of fixes that are named; the rest are counted.
const NAMED: usize = 20;

/// The unsafe fixes that were applied.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// One line each for the first fixes.
    named: Vec<String>,
    more: usize,
}

impl Done {
    /// Applies all fixes of a line, and records the unsafe ones.
    pub(crate) fn apply(
        &mut self,
        name: &str,
        number: u64,
        line: &[u8],
        options: &ReadOptions,
    ) -> Vec<u8> {
        let applied = edit::apply_all_fixes(line, options);
        for (code, did) in applied.done {
            self.note(|| format!("{name}:{number}: {did} ({})", code.name()));
        }
        applied.line
    }

    fn note(&mut self, what: impl FnOnce() -> String) {
        if self.named.len() < NAMED {
            self.named.push(what());
        } else {
            self.more += 1;
        }
    }

    /// Prints the report.
    pub(crate) fn say(&self) {
        for line in &self.named {
            conclude(line);
        }
        if self.more > 0 {
            conclude(&format!("… {} more", self.more));
        }
    }
}

impl Notes for Done {
    fn join(&mut self, other: Self) {
        for named in other.named {
            self.note(|| named);
        }
        self.more += other.more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_are_named_and_the_others_counted_over_pieces_too() {
        let mut done = Done::default();
        for piece in 0..3 {
            let mut of_piece = Done::default();
            for number in 0..30 {
                of_piece.note(|| format!("{piece}:{number}"));
            }
            done.join(of_piece);
        }
        assert_eq!((done.named.len(), done.more), (20, 70));
        assert_eq!(done.named.last().map(String::as_str), Some("0:19"));
    }
}
