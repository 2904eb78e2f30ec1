//! What was found, in words.

use super::fits;
use crate::editor::state::document::{Document, FoundJournal};
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands_of};
use crate::suite::Suite;
use std::time::Duration;

/// Returns the extent of the edits found, in a sentence.
pub(super) fn what(document: &Document, found: &FoundJournal) -> String {
    match (fits(document, found), found.journal.changed_lines()) {
        (true, _) => capitalized(&said(found, &document.suite)),
        (_, 0) => "Lines were removed or moved.".to_owned(),
        (_, 1) => "1 line was edited or added.".to_owned(),
        (_, n) => format!("{n} lines were edited or added."),
    }
}

/// Returns the effect of the edits on the lines, as `1 line added, 2 removed`.
pub(super) fn said(found: &FoundJournal, suite: &Suite) -> String {
    let Some(journal) = found.journal.of(suite) else {
        return String::new();
    };
    let bulk = journal.bulk_changes();
    if !bulk.is_empty() {
        let texts = match journal.changed_lines() {
            0 => String::new(),
            n => format!(", {n} {} edited or added", noun(n, "line", "lines")),
        };
        return format!("{}{texts}", bulk.join(", "));
    }
    let changes = journal.changes(suite.line_count());
    let mut said = String::new();
    for (count, what) in [
        (changes.edited.len(), "edited"),
        (changes.added, "added"),
        (changes.removed.len(), "removed"),
    ] {
        match (count, said.is_empty()) {
            (0, _) => {}
            (_, true) => said = format!("{count} {} {what}", noun(count, "line", "lines")),
            (_, false) => said = format!("{said}, {count} {what}"),
        }
    }
    match (said.is_empty(), journal.changes_nothing(suite.line_count())) {
        (true, true) => "no line changed".to_owned(),
        (true, false) => match journal.moved(suite.line_count()) {
            0 => "lines moved".to_owned(),
            moved => format!("{} moved", thousands_of(moved, "line", "lines")),
        },
        (false, _) => said,
    }
}

/// Returns the texts typed and not accepted, in a sentence for each.
pub(super) fn typed(found: &FoundJournal) -> Vec<String> {
    let all = found.journal.typed.iter();
    all.map(|typed| {
        let what = glyph::safe(typed.what.as_bytes());
        format!("Text typed into {what} was not accepted yet.")
    })
    .collect()
}

/// A sentence of its own.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    let sentence: String = first.into_iter().chain(chars).collect();
    format!("{sentence}.")
}

/// Returns an age in words.
pub(super) fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return " less than a minute ago".into(),
        1..60 => (minutes, "minute"),
        60..2880 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!(" {count} {unit}{} ago", noun(count, "", "s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_the_unit_that_suits_them() {
        let said = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!(said(59), " less than a minute ago");
        assert_eq!(said(60), " 1 minute ago");
        assert_eq!(said(3 * 3600), " 3 hours ago");
        assert_eq!(said(47 * 3600), " 47 hours ago");
        assert_eq!(said(48 * 3600), " 2 days ago");
    }
}
