//! The findings of the selected record as they stand in their pane: each in one row where they are
//! many, but the one with the cursor always in whole, wrapped between words.

pub mod commands;
pub(crate) mod draw;
pub mod explain;
pub mod fixes;
pub(crate) mod mouse;

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::state::view::Pane;
use crate::editor::widgets::geometry::Rect;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::list::{ListState, scrolled};
use crate::editor::widgets::words::wrapped;
use crate::epd::counted::thousands_of;
use crate::epd::diagnostic::Detail;
use crate::epd::{Code, Diagnostic, Record, Severity};
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
    let first = i64::try_from(survey.first_with_id_of(line)? + 1).ok()?;
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
