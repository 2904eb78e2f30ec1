//! The questions about found journals.

use super::{JournalRef, discard, fits, journal_at, leave, open_lines, recover};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Pager, PagerLine};
use crate::editor::state::document::{Document, FoundJournal};
use crate::editor::widgets::glyph;
use crate::epd::counted::{noun, thousands_of};
use crate::suite::journal::JournalChanges;
use crate::suite::{Suite, text_of};
use std::time::Duration;

const LOOKED_AT: usize = 500;

/// Asks about the found journals: about one at once, about several from a list.
pub(super) fn offer(model: &mut Model, all: &[JournalRef]) {
    match all {
        [only] => question(model, *only, true),
        _ => list(model, all),
    }
}

/// Lists the journals found, each with its size and age.
fn list(model: &mut Model, all: &[JournalRef]) {
    let row = |at: &JournalRef| {
        let (document, found) = journal_at(model, *at)?;
        let what = match fits(document, found) {
            true => extent_in_words(found, &document.suite),
            false => "no longer fits the file".to_owned(),
        };
        let name = document.name();
        let ago = found.age.map(ago).unwrap_or_default();
        let typed = match found.journal.typed.is_empty() {
            true => "",
            false => ", text typed",
        };
        let at = *at;
        let item = MenuItem::new(None, name, format!("{what}{typed} ·{ago}"), move |model| {
            question(model, at, false)
        });
        Some(item.staying())
    };
    let items: Vec<MenuItem> = all.iter().filter_map(row).collect();
    let about = vec![
        format!("Unsaved changes were left {} times.", items.len()),
        "Choosing one shows what it is; the others are kept.".to_owned(),
    ];
    ask(model, about, items, true, 0)
}

/// Asks about one journal; the question is `first` if there is no list below it.
fn question(model: &mut Model, at: JournalRef, first: bool) {
    let Some((document, found)) = journal_at(model, at) else {
        return;
    };
    let name = document.name();
    let fits = fits(document, found);
    let when = found.age.map(ago).unwrap_or_default();
    let mut about = vec![format!(
        "{name} had unsaved changes when the editor ended{when}."
    )];
    about.push(extent_sentence(document, found));
    about.extend(found.journal.typed.iter().map(|typed| {
        let what = glyph::safe(typed.what.as_bytes());
        format!("Text typed into {what} was not accepted yet.")
    }));
    let misfit = match document.suite.path() {
        Some(_) => "The file has changed since, and the edits no longer fit.",
        None => "The open file holds other records.",
    };
    about.extend((!fits).then(|| misfit.to_owned()));
    let item = |key, label, detail, does: fn(&mut Model, JournalRef)| {
        MenuItem::new(Some(key), label, detail, move |model| does(model, at))
    };
    let restores = "restore the edits; undo reverts them";
    let recovers = item('r', "recover", restores, recover);
    let looks = item('l', "look", "show the lines, then decide", look);
    let opens = "the lines alone, to save or copy from";
    let opens = item('o', "open as a suite", opens, open_lines);
    let discards = item('d', "discard …", "discard the edits for good", ask_discard);
    let misfit = (!fits).then(|| "the file has changed since".to_owned());
    let mut items = vec![recovers.disabled(misfit), looks.staying()];
    items.extend((!fits).then_some(opens));
    items.push(discards.staying());
    ask(model, about, items, first, usize::from(!fits))
}

/// Opens a question. Leaving it returns to the list or, if it is `first`, leaves the journals for another start.
fn ask(
    model: &mut Model,
    about: Vec<String>,
    mut items: Vec<MenuItem>,
    first: bool,
    cursor: usize,
) {
    let close = model.key(Id::Close);
    items.push(match first {
        true => MenuItem::back(None, "later", format!("{close} · ask again next time")),
        false => MenuItem::back(None, "back", format!("{close} · the list")),
    });
    let menu = Menu::question("Found unsaved changes", about, items).at(cursor);
    let menu = if first { menu.left(leave) } else { menu };
    overlay::open(model, menu)
}

/// Shows the lines of a found journal; the question stays below.
fn look(model: &mut Model, at: JournalRef) {
    let Some((document, found)) = journal_at(model, at) else {
        return;
    };
    let suite = &document.suite;
    let fits = fits(document, found);
    let of_suite = found.journal.of(suite);
    let journal = of_suite.as_ref().unwrap_or(&found.journal);
    // Long lines wrap, since the change may be at their ends.
    let columns = usize::from(model.cols).saturating_sub(12).min(90);
    let rows = |text: &[u8]| -> Vec<String> {
        let text = text_of(text);
        let rows = glyph::wrap(text, columns).into_iter();
        rows.map(|row| glyph::safe(row.of(text))).collect()
    };
    let bulk = journal.bulk_changes();
    // After a bulk edit the lines have other numbers than in the file.
    let fits = fits && bulk.is_empty();
    let changes = match fits {
        true => journal.changes(suite.line_count()),
        false => JournalChanges::default(),
    };
    let lines = bulk.iter().map(|bulk| glyph::safe(bulk.as_bytes()));
    let mut lines: Vec<PagerLine> = lines.map(PagerLine::Heading).collect();
    for typed in &*journal.typed {
        let what = glyph::safe(typed.what.as_bytes());
        lines.push(PagerLine::Heading(format!("{what}, typed")));
        lines.extend(rows(&typed.text).into_iter().map(PagerLine::Added));
    }
    let mut removed = changes.removed.iter().take(LOOKED_AT).peekable();
    let mut remove = |lines: &mut Vec<PagerLine>, before: usize| {
        while let Some(line) = removed.next_if(|line| *line < before) {
            lines.push(PagerLine::Heading(format!("line {}, removed", line + 1)));
            let text = suite.line(line);
            lines.extend(rows(&text).into_iter().map(PagerLine::Removed));
        }
    };
    // If a line was duplicated, only the first copy is shown as its edit.
    let mut last = None;
    for (origin, text) in journal.texts(LOOKED_AT) {
        let edited = |line: &usize| changes.edited.contains(*line) && last != Some(*line);
        match origin.filter(edited) {
            Some(line) => {
                last = Some(line);
                remove(&mut lines, line);
                lines.push(PagerLine::Heading(format!("line {}", line + 1)));
                let before = suite.line(line);
                lines.extend(rows(&before).into_iter().map(PagerLine::Removed));
            }
            None if fits => lines.push(PagerLine::Heading("a new line".into())),
            None => lines.push(PagerLine::Heading("a line".into())),
        }
        lines.extend(rows(text).into_iter().map(PagerLine::Added));
    }
    remove(&mut lines, usize::MAX);
    let all = journal.changed_lines().max(changes.removed.len());
    if lines.is_empty() {
        let only = if fits { "moved" } else { "removed or moved" };
        let only = format!("no line was edited: lines were only {only}");
        lines.push(PagerLine::Text(only));
    } else if all > LOOKED_AT {
        lines.push(PagerLine::Text(format!("… the first {LOOKED_AT} of {all}")));
    }
    let title = model
        .commands
        .sentence("Unsaved changes · {close} goes back");
    overlay::open(model, Pager::new(title, lines))
}

/// Asks for confirmation, since discarded edits are lost. The same key or Enter pressed twice discards nothing.
fn ask_discard(model: &mut Model, at: JournalRef) {
    let Some((document, found)) = journal_at(model, at) else {
        return;
    };
    let about = vec![
        extent_sentence(document, found),
        "Discarding the edits can't be undone.".to_owned(),
    ];
    let keep = format!("{} · goes back", model.key(Id::Close));
    let lost = "the unsaved changes are lost";
    let discard = move |model: &mut Model| discard(model, at);
    let items = vec![
        MenuItem::back(Some('k'), "keep", keep),
        MenuItem::new(Some('y'), "yes, discard", lost, discard),
    ];
    let menu = Menu::question("Discard the unsaved changes?", about, items);
    overlay::open(model, menu)
}

fn extent_sentence(document: &Document, found: &FoundJournal) -> String {
    match (fits(document, found), found.journal.changed_lines()) {
        (true, _) => {
            let extent = extent_in_words(found, &document.suite);
            let (first, rest) = extent.split_at(extent.chars().next().map_or(0, char::len_utf8));
            format!("{}{rest}.", first.to_ascii_uppercase())
        }
        (_, 0) => "Lines were removed or moved.".to_owned(),
        (_, 1) => "1 line was edited or added.".to_owned(),
        (_, n) => format!("{n} lines were edited or added."),
    }
}

/// Returns the effect of the edits on the lines, as `1 line added, 2 removed`.
pub(super) fn extent_in_words(found: &FoundJournal, suite: &Suite) -> String {
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
    let mut words = String::new();
    for (count, what) in [
        (changes.edited.len(), "edited"),
        (changes.added, "added"),
        (changes.removed.len(), "removed"),
    ] {
        match (count, words.is_empty()) {
            (0, _) => {}
            (_, true) => words = format!("{count} {} {what}", noun(count, "line", "lines")),
            (_, false) => words = format!("{words}, {count} {what}"),
        }
    }
    match (
        words.is_empty(),
        journal.changes_nothing(suite.line_count()),
    ) {
        (true, true) => "no line changed".to_owned(),
        (true, false) => match journal.moved(suite.line_count()) {
            0 => "lines moved".to_owned(),
            moved => format!("{} moved", thousands_of(moved, "line", "lines")),
        },
        (false, _) => words,
    }
}

fn ago(age: Duration) -> String {
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
    fn ages_are_in_a_suitable_unit() {
        let words = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!(words(59), " less than a minute ago");
        assert_eq!(words(60), " 1 minute ago");
        assert_eq!(words(3 * 3600), " 3 hours ago");
        assert_eq!(words(47 * 3600), " 47 hours ago");
        assert_eq!(words(48 * 3600), " 2 days ago");
    }
}
