//! The titles of fixes, before and after applying them.

use crate::epd::diagnostic::{Code, Fix};
use crate::epd::record::Record;
use shakmaty::Color;

impl Record<'_> {
    /// Returns the title of a fix of this record: "write `Kd2` for `e1d2`".
    pub fn fix_title(&self, fix: &Fix) -> String {
        if Some(fix.span) == self.fields.side
            && let [letter @ (b'w' | b'b')] = *fix.replacement
            && self.side != Some(Color::from_white(letter == b'w'))
        {
            let side = if letter == b'w' { "White" } else { "Black" };
            return format!("make {side} the side to move");
        }
        if let Some(said) = self.gives_right(fix) {
            return said;
        }
        if self.sorts_operations(fix) {
            return "put the operations in order".to_owned();
        }
        fix.title(self.line)
    }

    /// Returns the title of an applied fix, for a report: "removed `x`", "wrote `Kd2` for `e1d2`".
    pub(crate) fn fix_done(&self, fix: &Fix) -> String {
        let title = self.fix_title(fix);
        let (verb, rest) = title.split_once(' ').unwrap_or((&title, ""));
        let done = match verb {
            "remove" => "removed",
            "insert" => "inserted",
            "write" => "wrote",
            "make" => "made",
            "give" => "gave",
            other => other,
        };
        format!("{done} {rest}")
    }

    /// Returns true if a fix only sorts the operations.
    fn sorts_operations(&self, fix: &Fix) -> bool {
        let (Some(first), Some(last)) = (self.operations.first(), self.operations.last()) else {
            return false;
        };
        fix.safe
            && fix.span == first.span.cover(last.span)
            && self.operations.len() > 1
            && self.has(Code::UnsortedOperations)
            && !self.has(Code::PerftList)
    }

    /// Returns the title of a fix that adds one castling right.
    fn gives_right(&self, fix: &Fix) -> Option<String> {
        if Some(fix.span) != self.fields.castling {
            return None;
        }
        let old = fix.span.of(self.line);
        let mut new = fix.replacement.iter().filter(|b| !old.contains(*b));
        let letter = char::from(*new.next()?);
        if new.next().is_some() || !"KQkq".contains(letter) {
            return None;
        }
        let side = if letter.is_ascii_uppercase() {
            "White"
        } else {
            "Black"
        };
        Some(format!("add the castling right {letter} for {side}"))
    }
}
