//! The findings of the selected record as they stand in their pane: each in one row where they are
//! many, but the one with the cursor always in whole, wrapped between words.
//!
//! The mouse in the problems' pane.
//!
//! Fixing problems of the selected record.

pub mod commands;
pub(crate) mod draw;
pub mod explain;

use crate::editor::command::{Context, Id};
use crate::editor::doc::change::replace_line;
use crate::editor::flows::bulk;
use crate::editor::flows::lines::delete_selected;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::jobs::bulk::Plan;
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{ListState, Rect, Step, scrolled};
use crate::epd::counted::thousands_of;
use crate::epd::diagnostic::Detail;
use crate::epd::edit::{self, REMOVES};
use crate::epd::{Code, Diagnostic, Fix, Record, Severity};
use crate::suite::edit::Edit;
use std::cmp::Reverse;

/// Columns before the text: a blank, the sign, a blank.
pub const INDENT: u16 = 3;
/// Columns after the text of the first row, where a fix is hinted at.
const HINT: usize = 6;

/// A finding on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The index of the finding in its record.
    pub index: usize,
    /// Its first row, counted from the pane's first inside the border.
    pub row: u16,
    /// Its text, row by row, safe to show; one row may be longer than the pane.
    pub lines: Vec<String>,
}

/// Returns what a finding says, its code last.
fn words(record: &Record<'_>, found: &Diagnostic) -> String {
    format!("{}  {}", record.message(found), found.code.name())
}

/// Returns a finding in whole, row by row.
fn whole(record: &Record<'_>, found: &Diagnostic, area: Rect) -> Vec<String> {
    in_rows(record, found, &words(record, found), area)
}

fn in_rows(record: &Record<'_>, found: &Diagnostic, words: &str, area: Rect) -> Vec<String> {
    let columns = usize::from(area.width.saturating_sub(INDENT));
    let hint = if record.may_have_fix(found) { HINT } else { 0 };
    wrapped(words, columns, hint)
}

/// Returns the findings that are on the screen; `area` is the pane without its border.
pub fn shown(model: &Model, record: &Record<'_>, area: Rect) -> Vec<Shown> {
    let (view, found) = (&model.document.view, record.diagnostics());
    let rows = usize::from(area.height);
    // Where there is room for all of all, none is cut. (More than there are rows never fit.)
    let all = || found.iter().map(|found| whole(record, found, area).len());
    let roomy = found.len() <= rows && all().sum::<usize>() <= rows;
    // Where not all are seen, and nobody moves in them, the worst are.
    let is_idle = view.focus != Pane::Problems && view.problems.cursor == 0;
    let mut order: Vec<(usize, &Diagnostic)> = found.iter().enumerate().collect();
    order.drain(..view.problems.first.min(order.len()));
    if !roomy && is_idle {
        order.sort_by_key(|(_, found)| Reverse(found.severity));
    }
    let lead = match order.first() {
        Some((first, _)) if is_idle => *first,
        _ => view.problems.cursor,
    };
    let mut row = 0;
    let shown = order.into_iter().map_while(|(index, found)| {
        let room = rows.checked_sub(row).filter(|room| *room > 0)?;
        let mut lines = match roomy || index == lead {
            true => whole(record, found, area),
            false => vec![words(record, found)],
        };
        if lines.len() > room {
            // The code goes before words of the sentence do.
            let sentence = in_rows(record, found, &record.message(found), area);
            lines = if sentence.len() <= room {
                sentence
            } else {
                lines
            };
        }
        if lines.len() > room {
            lines.truncate(room);
            // What is cut says so.
            if let Some(last) = lines.last_mut() {
                let columns = usize::from(area.width.saturating_sub(INDENT + 1));
                *last = glyph::cut(&format!("{last} …"), columns.max(1));
            }
        }
        let first = cells(row);
        row += lines.len();
        Some(Shown {
            index,
            row: first,
            lines,
        })
    });
    shown.collect()
}

/// Returns the problem that an earlier record has the id of this one, as far as the last scan knows.
pub(crate) fn duplicate_id(model: &Model, record: &Record<'_>, line: usize) -> Option<Diagnostic> {
    let survey = model.document.scan.survey.as_ref()?;
    let first = survey.same_id(line).into_iter().next();
    let first = i64::try_from(first.filter(|first| *first < line)? + 1).ok()?;
    let id = record.operands_of(record.operation("id")?).first()?;
    Some(Diagnostic::new(Code::DuplicateId, id.span).with(Detail::Number(first)))
}

/// Returns which other records have the id or the position of the selected one, in words.
pub fn twins(model: &Model, record: &Record<'_>) -> Vec<(Severity, String)> {
    let line = model.document.selected;
    let Some(survey) = &model.document.scan.survey else {
        return Vec::new();
    };
    let say = |what: &str, lines: Vec<usize>| {
        let mut others = lines.into_iter().filter(|other| *other != line);
        let first = others.next()?;
        let more = match others.count() {
            0 => String::new(),
            n => format!(" and {}", thousands_of(n, "more line", "more lines")),
        };
        let key = model.key(Id::Duplicates);
        Some(format!(
            "same {what} as line {}{more} · {key} compares",
            first + 1
        ))
    };
    let key = model.key(Id::Duplicates);
    let id = match duplicate_id(model, record, line) {
        Some(found) => {
            let (what, code) = (record.message(&found), found.code.name());
            Some(format!("{what} · {key} compares  {code}"))
        }
        None => say("id", survey.same_id(line)),
    };
    let id = id.map(|words| (Severity::Warning, words));
    let position = say("position", survey.same_position(line));
    id.into_iter()
        .chain(position.map(|words| (Severity::Hint, words)))
        .collect()
}

/// Returns the finding at a row of the pane, counted from the first inside the border.
pub fn at_row(model: &Model, area: Rect, row: usize) -> Option<usize> {
    let shown = shown(model, &model.record(), area);
    let here = shown.iter().rfind(|shown| usize::from(shown.row) <= row)?;
    (row < usize::from(here.row) + here.lines.len()).then_some(here.index)
}

/// Returns the list scrolled so that the finding with the cursor is seen in whole.
pub(crate) fn settled(model: &Model, record: &Record<'_>, area: Option<Rect>) -> ListState {
    let (list, count) = (model.document.view.problems, record.diagnostics().len());
    let cursor = list.cursor.min(count.saturating_sub(1));
    let rows = area.map_or(1, |area| usize::from(area.height).max(1));
    let tall = match (area, record.diagnostics().get(cursor)) {
        (Some(area), Some(found)) => whole(record, found, area).len().min(rows),
        _ => 1,
    };
    // The rows behind the cursor's first are as good as further findings.
    let more = tall.saturating_sub(1);
    let first = scrolled(list.first, cursor + more, count + more, rows);
    ListState {
        cursor,
        first: first.min(cursor),
    }
}

/// Selects a problem; a double click on the selected one fixes it.
pub(crate) fn press(model: &mut Model, at: &Spot) -> Option<Id> {
    model.document.view.focus = Pane::Problems;
    let found = at.layout.problems.map(Rect::inner).and_then(|area| {
        let row = at.row_of(Some(area))?;
        at_row(model, area, row)
    })?;
    let before = std::mem::replace(&mut model.document.view.problems.cursor, found);
    (at.twice && before == found).then_some(Id::Fix)
}

/// Goes from problem to problem, where not all of them are seen at once.
pub(crate) fn wheel(model: &mut Model, at: &Spot, by: isize) {
    let (count, all_shown) = {
        let record = model.record();
        let area = at.layout.problems.map(Rect::inner).unwrap_or_default();
        let count = record.diagnostics().len();
        (count, shown(model, &record, area).len() == count)
    };
    if all_shown {
        return;
    }
    let list = &mut model.document.view.problems;
    list.step(Step::Rows(by), count, 1);
}

/// A fix, what kind of a change it is, and the code of the problem it is for.
struct Offer {
    fix: Fix,
    kind: &'static str,
    code: Code,
}

/// Bytes to read for fixes that a key offers.
const TRIED: usize = 32 << 10;

/// Returns the fixes for what the cursor is on: the problem in the problems pane, else those of the operation
/// under the cursor, else all of the record. Of a problem that needs a choice, all choices, in the order of
/// every list of fixes; of one without, that its operation goes, where that is asked for.
fn offers(model: &Model, record: &Record<'_>, removes: bool) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    // Each fix is tried by reading the line: of a long line with many problems the first ones' are looked for.
    let most = (TRIED / record.line().len().max(1)).clamp(1, 64);
    for found in here(model, record).into_iter().take(most) {
        let choices = record.fix_choices(found).into_iter();
        let mut all: Vec<_> = choices
            .map(|fix| (record.fix_kind(found, &fix), fix))
            .collect();
        if all.is_empty() && removes {
            all.extend(record.removal(found).map(|fix| (REMOVES, fix)));
        }
        all.retain(|(_, fix)| !offers.iter().any(|offer| offer.fix == *fix));
        let code = found.code;
        offers.extend(all.into_iter().map(|(kind, fix)| Offer { fix, kind, code }));
    }
    // What is certain comes first.
    offers.sort_by_key(|offer| !offer.fix.safe);
    offers
}

/// Returns the problems that the cursor is on: see [`offers`].
fn here<'r>(model: &Model, record: &'r Record<'_>) -> Vec<&'r Diagnostic> {
    let here = match model.document.view.focus {
        Pane::Operations => record
            .operations()
            .get(model.document.view.operations.cursor)
            .map(|operation| operation.span),
        _ => None,
    };
    let all = record.diagnostics().iter().enumerate();
    all.filter(|(at, found)| match model.document.view.focus {
        Pane::Problems => *at == model.document.view.problems.cursor,
        _ => here.is_none_or(|span| {
            found.span.start < span.end.max(span.start + 1) && found.span.end >= span.start
        }),
    })
    .map(|(_, found)| found)
    .collect()
}

/// Returns why nothing can be fixed here.
pub(crate) fn none_here(model: &Model) -> Option<String> {
    none(model, false, || "no fix is available here".into())
}

/// Returns why there is no fix for anything here, not even that an operation goes.
pub(crate) fn none_to_choose(model: &Model) -> Option<String> {
    none(model, true, || {
        let edit = model.key_in(Id::EditLine, Context::Raw);
        format!("no fix is available · {edit} on the raw line edits it")
    })
}

fn none(model: &Model, removes: bool, why: impl FnOnce() -> String) -> Option<String> {
    let record = model.record();
    if record.diagnostics().is_empty() {
        return Some("the record has no problems".into());
    }
    offers(model, &record, removes).is_empty().then(why)
}

/// Returns what a fix would do to what the cursor is on, with the key that does it: said before it is taken.
/// Nothing where there is none.
pub fn preview(model: &Model, record: &Record<'_>) -> Option<String> {
    if model.is_read_only() {
        return None;
    }
    let offers = offers(model, record, false);
    match offers.as_slice() {
        [] => None,
        [only] => {
            let key = fix_key(model);
            let asks = if only.fix.safe { "" } else { " ?" };
            let words = glyph::safe(record.fix_title(&only.fix).as_bytes());
            Some(format!("{key} {words}{asks}"))
        }
        several => Some(format!("{} {} fixes …", fix_key(model), several.len())),
    }
}

/// Returns the key that fixes, where the keys are now.
fn fix_key(model: &Model) -> String {
    let context = Context::of_pane(model.document.view.focus);
    model.key_in(Id::Fix, context)
}

/// Fixes what the cursor is on; where there are several ways, or the meaning may change, asks.
pub(crate) fn one(model: &mut Model) {
    let offers = offers(model, &model.record(), false);
    let in_pane = model.document.view.focus == Pane::Problems;
    match offers.as_slice() {
        [only] if only.fix.safe || in_pane => apply(model, &only.fix),
        _ => open(model, offers),
    }
}

/// Opens the menu of all fixes for what the cursor is on.
pub(crate) fn choose(model: &mut Model) {
    let offers = offers(model, &model.record(), true);
    open(model, offers)
}

/// Opens a menu of fixes, each with the result shown in all panes before it is taken.
fn open(model: &mut Model, offers: Vec<Offer>) {
    let record = model.record();
    let row = |(key, Offer { fix, kind, code }): (char, Offer)| {
        let after = fix.apply(record.line());
        let left = match model.read(&after).diagnostics().len() {
            0 => "no problem".to_owned(),
            left => thousands_of(left, "problem", "problems"),
        };
        let label = glyph::safe(record.fix_title(&fix).as_bytes());
        let detail = format!("{kind} · leaves {left} · {}", code.name());
        let applied = fix.clone();
        let does = move |model: &mut Model| apply(model, &applied);
        MenuItem {
            fix: Some(fix),
            ..MenuItem::new(key.is_ascii_digit().then_some(key), label, detail, does)
        }
    };
    let items = ('1'..).zip(offers).map(row).collect();
    overlay::open(model, Menu::new("Fixes · the panes show the result", items))
}

/// Applies one fix.
fn apply(model: &mut Model, fix: &Fix) {
    let line = model.line();
    let said = glyph::safe(model.read(&line).fix_title(fix).as_bytes());
    put(model, &fix.apply(&line), said)
}

/// Puts a fixed text in the place of the selected line; where nothing of it is left, not even an end, the line goes.
fn put(model: &mut Model, new: &[u8], said: String) {
    match new.is_empty() {
        true => delete_selected(model, said),
        false => replace_line(model, new, said),
    }
}

/// Returns why there is no safe fix.
pub(crate) fn none_is_safe(model: &Model) -> Option<String> {
    if model.document.marked().is_some() {
        return None;
    }
    let record = model.record();
    let all: Vec<&Diagnostic> = record.diagnostics().iter().collect();
    let mut fixes = record.fixes(&all).into_iter().flatten();
    (!fixes.any(|fix| fix.safe)).then(|| "no safe fix is available here".into())
}

/// Applies all safe fixes of the marked records, else of the selected one.
pub(crate) fn all(model: &mut Model) {
    if let Some(marked) = bulk::marked(model) {
        return bulk::now(model, Plan::Edit(Edit::Fix(None)), marked);
    }
    let line = model.line();
    let options = model.document.read_options();
    let before = model.read(&line).diagnostics().len();
    let new = edit::apply_safe_fixes(&line, &options);
    let after = model.read(&new).diagnostics().len();
    let said = match before.saturating_sub(after) {
        0 => "applied the safe fixes".to_owned(),
        fixed => format!("fixed {}", thousands_of(fixed, "problem", "problems")),
    };
    put(model, &new, said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_broken_between_words_and_loses_nothing() {
        assert_eq!(wrapped("one two three", 8, 0), ["one two", "three"]);
        assert_eq!(wrapped("one", 8, 3), ["one"]);
        assert_eq!(wrapped("", 8, 0), [""]);
        assert_eq!(
            wrapped("a verylongwordindeed b", 8, 0),
            ["a", "verylong", "wordinde", "ed b"]
        );
        assert_eq!(
            wrapped("one two three four", 14, 6),
            ["one two", "three four"]
        );
        let text = "`Qd2` is not legal in this position  move-illegal";
        for columns in 8..60 {
            let lines = wrapped(text, columns, 0);
            assert!(lines.iter().all(|line| line.chars().count() <= columns));
            let joined: String = lines.concat();
            let plain = |text: &str| text.replace(' ', "");
            assert_eq!(plain(&joined), plain(text));
        }
    }
}
