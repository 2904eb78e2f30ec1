//! The questions about what was found.

use super::{Which, discard, fits, leave, open, recover, which, words};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Pager, PagerLine};
use crate::editor::widgets::glyph;
use crate::suite::journal::JournalChanges;
use crate::suite::text_of;

/// Lines shown at most of what was found.
const LOOKED_AT: usize = 500;

/// Asks about what was found: at once, or from a list where it is more than one.
pub(super) fn offer(model: &mut Model, all: &[Which]) {
    match all {
        [only] => question(model, *only, true),
        _ => list(model, all),
    }
}

/// Everything that was found, each with how much it is and how old.
fn list(model: &mut Model, all: &[Which]) {
    let row = |at: &Which| {
        let (document, found) = which(model, *at)?;
        let what = match fits(document, found) {
            true => words::said(found, &document.suite),
            false => "does not fit the file any more".to_owned(),
        };
        let name = document.name();
        let ago = found.age.map(words::ago).unwrap_or_default();
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

/// Asks about one of them; the question is `first` where no list stands below it.
fn question(model: &mut Model, at: Which, first: bool) {
    let Some((document, found)) = which(model, at) else {
        return;
    };
    let name = document.name();
    let fits = fits(document, found);
    let when = found.age.map(words::ago).unwrap_or_default();
    let mut about = vec![format!(
        "{name} had unsaved changes when the editor ended{when}."
    )];
    about.push(words::what(document, found));
    about.extend(words::typed(found));
    let misfit = match document.suite.path() {
        Some(_) => "The file has changed since, and the edits no longer fit.",
        None => "The open file holds other records.",
    };
    about.extend((!fits).then(|| misfit.to_owned()));
    let item = |key, label, detail, does: fn(&mut Model, Which)| {
        MenuItem::new(Some(key), label, detail, move |model| does(model, at))
    };
    let recovers = item(
        'r',
        "recover",
        "restore the edits; undo reverts them",
        recover,
    );
    let looks = item('l', "look", "show the lines, then decide", look);
    let opens = "the lines alone, to save or copy from";
    let opens = item('o', "open as a suite", opens, open);
    let discards = item('d', "discard …", "discard the edits for good", ask_discard);
    let misfit = (!fits).then(|| "the file has changed since".to_owned());
    let mut items = vec![recovers.disabled(misfit), looks.staying()];
    items.extend((!fits).then_some(opens));
    items.push(discards.staying());
    ask(model, about, items, first, usize::from(!fits))
}

/// Opens one of these questions, the cursor on a row; leaving it goes back to the list, or where it is the `first`
/// is for another start.
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

/// Shows the lines of what was found; the question stays below.
fn look(model: &mut Model, at: Which) {
    let Some((document, found)) = which(model, at) else {
        return;
    };
    let suite = &document.suite;
    let fits = fits(document, found);
    let journal = found.journal.of(suite);
    let journal = journal.as_ref().unwrap_or(&found.journal);
    // Long lines go on below: what changed may stand at their end.
    let columns = usize::from(model.cols).saturating_sub(12).min(90);
    let rows = |text: &[u8]| -> Vec<String> {
        let text = text_of(text);
        let rows = glyph::wrap(text, columns).into_iter();
        rows.map(|row| glyph::safe(row.of(text))).collect()
    };
    let bulk = journal.bulk_changes();
    // Behind a bulk edit the lines have other numbers than in the file.
    let fits = fits && bulk.is_empty();
    let changes = match fits {
        true => journal.changes(suite.line_count()),
        false => JournalChanges::default(),
    };
    let mut lines: Vec<PagerLine> = bulk
        .iter()
        .map(|bulk| PagerLine::Heading(glyph::safe(bulk.as_bytes())))
        .collect();
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
    // Of copies only the first is what became of the line.
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
        lines.push(PagerLine::Text(format!(
            "no line was edited: lines were only {only}"
        )));
    } else if all > LOOKED_AT {
        lines.push(PagerLine::Text(format!("… the first {LOOKED_AT} of {all}")));
    }
    let title = format!("Unsaved changes · {} goes back", model.key(Id::Close));
    overlay::open(model, Pager::new(title, lines))
}

/// Asks once more: nothing brings the edits back. The same key or Enter pressed twice discards nothing.
fn ask_discard(model: &mut Model, at: Which) {
    let Some((document, found)) = which(model, at) else {
        return;
    };
    let about = vec![
        words::what(document, found),
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
