//! What is shown of a difference in a few words.

use crate::editor::widgets::glyph;
use crate::epd::{LineKind, Record};
use crate::suite::operation_differences;

/// Returns what changed from `there` to `here`, in a few words.
pub fn summary(here: &Record<'_>, there: &Record<'_>) -> String {
    if here.kind() != LineKind::Record || there.kind() != LineKind::Record {
        return "text differs".into();
    }
    let mut words = Vec::new();
    if !have_same_position(here, there) {
        words.push("position differs".to_owned());
    }
    for found in operation_differences(here, there) {
        words.push(change_in_words(&found.opcode, found.second, found.first));
    }
    if words.is_empty() {
        words.push("spelling differs".into());
    }
    glyph::safe(words.join(" · ").as_bytes())
}

/// Returns whether placement, side to move, castling rights and en-passant square are the same.
pub(super) fn have_same_position(here: &Record<'_>, there: &Record<'_>) -> bool {
    here.board() == there.board()
        && here.side() == there.side()
        && here.castling() == there.castling()
        && here.en_passant() == there.en_passant()
}

/// Returns a change of an operation's operands: `bm e3 → e4`, `+ce 3`, `−dm 1`.
pub(super) fn change_in_words(
    opcode: &str,
    before: Option<String>,
    after: Option<String>,
) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("{opcode} {before} → {after}"),
        (None, Some(after)) => format!("+{opcode} {after}"),
        (Some(before), None) => format!("−{opcode} {before}"),
        (None, None) => opcode.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    #[test]
    fn a_difference_is_told_by_operation() {
        let told = |here: &str, there: &str| {
            let options = ReadOptions::default();
            summary(
                &Record::read(here.as_bytes(), &options),
                &Record::read(there.as_bytes(), &options),
            )
        };
        let at = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        assert_eq!(
            told(&format!("{at} bm e4; ce 3;"), &format!("{at} bm e3; dm 1;")),
            "bm e3 → e4 · +ce 3 · −dm 1"
        );
        assert_eq!(
            told(&format!("{at} bm e4;"), &format!("{at}  bm e2e4")),
            "spelling differs"
        );
        let black = at.replace(" w ", " b ");
        assert_eq!(told(at, &black), "position differs");
        assert_eq!(told(at, "# a comment"), "text differs");
    }
}
