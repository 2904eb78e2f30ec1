//! The problems of the selected record in their pane (one row each if there are many, but the selected one
//! always in full, wrapped), their fixes, and explanations of opcodes, problems and commands. The
//! explanations are those of `epdit explain`.

pub(crate) mod draw;

use crate::editor::command::{Commands, Context, Id};
use crate::editor::doc::change::replace_line;
use crate::editor::flows::bulk;
use crate::editor::flows::lines::delete_selected;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::overlay::{
    self, Meaning, Menu, MenuItem, Pager, PagerLine, PromptHandler, Wrong,
};
use crate::editor::state::jobs::bulk::Plan;
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph::{self, cells};
use crate::editor::widgets::words::wrapped;
use crate::editor::widgets::{ListState, Rect, Step, scrolled};
use crate::epd::counted::thousands_of;
use crate::epd::edit::{self, REMOVES};
use crate::epd::{Code, Diagnostic, Fix, Operation, Record, Severity, Span, opcode, spelling};
use crate::exchange::page::{Page, Part, explained};
use crate::suite::edit::Edit;
use crate::suite::query::Completions;
use std::cmp::Reverse;

/// Columns before the text: a blank, the sign, a blank.
pub const INDENT: u16 = 3;
/// Columns after the text of the first row, for the hint at a fix.
const HINT: usize = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleProblem {
    pub index: usize,
    /// The first row, counted from the first row inside the pane's border.
    pub row: u16,
    /// The text by rows, safe for the terminal; one row may be longer than the pane.
    pub lines: Vec<String>,
}

fn words(record: &Record<'_>, found: &Diagnostic) -> String {
    format!("{}  {}", record.message(found), found.code.name())
}

fn whole(record: &Record<'_>, found: &Diagnostic, area: Rect) -> Vec<String> {
    in_rows(record, found, &words(record, found), area)
}

fn in_rows(record: &Record<'_>, found: &Diagnostic, words: &str, area: Rect) -> Vec<String> {
    let columns = usize::from(area.width.saturating_sub(INDENT));
    let hint = if record.may_have_fix(found) { HINT } else { 0 };
    wrapped(words, columns, hint)
}

/// Returns the visible problems; `area` is the pane without its border.
pub fn shown(model: &Model, record: &Record<'_>, area: Rect) -> Vec<VisibleProblem> {
    let (view, found) = (&model.document.view, record.diagnostics());
    let rows = usize::from(area.height);
    // If all problems fit in full, none is cut. (More problems than rows never fit.)
    let all = || found.iter().map(|found| whole(record, found, area).len());
    let roomy = found.len() <= rows && all().sum::<usize>() <= rows;
    // If not all fit, and the cursor is not among them, the worst come first.
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
            // The code is dropped before words of the message are cut.
            let sentence = in_rows(record, found, &record.message(found), area);
            if sentence.len() <= room {
                lines = sentence;
            }
        }
        if lines.len() > room {
            lines.truncate(room);
            // A cut text ends in `…`.
            if let Some(last) = lines.last_mut() {
                let columns = usize::from(area.width.saturating_sub(INDENT + 1));
                *last = glyph::cut(&format!("{last} …"), columns.max(1));
            }
        }
        let shown = VisibleProblem {
            index,
            row: cells(row),
            lines,
        };
        row += shown.lines.len();
        Some(shown)
    });
    shown.collect()
}

/// Returns the problem that an earlier record has the id of this one, according to the last scan.
pub(crate) fn duplicate_id(model: &Model, record: &Record<'_>, line: usize) -> Option<Diagnostic> {
    let survey = model.document.scan.survey.as_ref()?;
    let first = survey.same_id(line).into_iter().next();
    record.repeated_id(first.filter(|first| *first < line)?)
}

/// Returns messages about other records with the id or the position of the selected one.
pub fn twins(model: &Model, record: &Record<'_>) -> Vec<(Severity, String)> {
    let line = model.document.selected;
    let Some(survey) = &model.document.scan.survey else {
        return Vec::new();
    };
    let key = model.key(Id::Duplicates);
    let say = |what: &str, lines: Vec<usize>| {
        let mut others = lines.into_iter().filter(|other| *other != line);
        let first = others.next()? + 1;
        let more = match others.count() {
            0 => String::new(),
            n => format!(" and {}", thousands_of(n, "more line", "more lines")),
        };
        Some(format!(
            "same {what} as line {first}{more} · {key} compares"
        ))
    };
    let id = match duplicate_id(model, record, line) {
        Some(found) => {
            let (what, code) = (record.message(&found), found.code.name());
            Some(format!("{what} · {key} compares  {code}"))
        }
        None => say("id", survey.same_id(line)),
    };
    let position = say("position", survey.same_position(line));
    let all = [(Severity::Warning, id), (Severity::Hint, position)].into_iter();
    all.filter_map(|(severity, words)| Some((severity, words?)))
        .collect()
}

/// Returns the index of the problem at a row of the pane, counted from the first inside the border.
pub fn at_row(model: &Model, area: Rect, row: usize) -> Option<usize> {
    let shown = shown(model, &model.record(), area);
    let here = shown.iter().rfind(|shown| usize::from(shown.row) <= row)?;
    (row < usize::from(here.row) + here.lines.len()).then_some(here.index)
}

/// Returns the list scrolled so that the selected problem is fully visible.
pub(crate) fn settled(model: &Model, record: &Record<'_>, area: Option<Rect>) -> ListState {
    let (list, count) = (model.document.view.problems, record.diagnostics().len());
    let cursor = list.cursor.min(count.saturating_sub(1));
    let rows = area.map_or(1, |area| usize::from(area.height).max(1));
    let tall = match (area, record.diagnostics().get(cursor)) {
        (Some(area), Some(found)) => whole(record, found, area).len().min(rows),
        _ => 1,
    };
    // Further rows of the selected problem count as further problems.
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
    let area = at.layout.problems.map(Rect::inner);
    let found = at_row(model, area?, at.row_of(area)?)?;
    let before = std::mem::replace(&mut model.document.view.problems.cursor, found);
    (at.twice && before == found).then_some(Id::Fix)
}

/// Steps through the problems if not all of them fit into the pane.
pub(crate) fn wheel(model: &mut Model, at: &Spot, by: isize) {
    let record = model.record();
    let area = at.layout.problems.map(Rect::inner).unwrap_or_default();
    let count = record.diagnostics().len();
    if shown(model, &record, area).len() < count {
        let list = &mut model.document.view.problems;
        list.step(Step::Rows(by), count, 1);
    }
}

/// A fix, its kind of change, and the code of its problem.
type Offer = (Fix, &'static str, Code);

/// The maximum number of bytes read to find the fixes that a key offers.
const TRIED: usize = 32 << 10;

/// Returns the fixes at the cursor, safe ones first: of the problem in the problems pane, else of the
/// operation under the cursor, else of the whole record. A problem that needs a choice has all its choices;
/// with `removes`, a problem without a fix has the removal of its operation.
fn offers(model: &Model, record: &Record<'_>, removes: bool) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    // Each fix is tried by reading the line again, so in a long line only the first problems are tried.
    let most = (TRIED / record.line().len().max(1)).clamp(1, 64);
    for found in at_cursor(model, record).into_iter().take(most) {
        let offer = |fix| (record.fix_kind(found, &fix), fix);
        let mut all: Vec<_> = record.fix_choices(found).into_iter().map(offer).collect();
        if all.is_empty() && removes {
            all.extend(record.removal(found).map(|fix| (REMOVES, fix)));
        }
        all.retain(|(_, fix)| !offers.iter().any(|(other, ..)| other == fix));
        offers.extend(all.into_iter().map(|(kind, fix)| (fix, kind, found.code)));
    }
    offers.sort_by_key(|(fix, ..)| !fix.safe);
    offers
}

fn at_cursor<'r>(model: &Model, record: &'r Record<'_>) -> Vec<&'r Diagnostic> {
    let (view, all) = (&model.document.view, record.diagnostics());
    if view.focus == Pane::Problems {
        return all.get(view.problems.cursor).into_iter().collect();
    }
    let in_operations = view.focus == Pane::Operations;
    let operation = record.operations().get(view.operations.cursor);
    let operation = operation.filter(|_| in_operations);
    let is_here = |found: &&Diagnostic| {
        operation.is_none_or(|Operation { span, .. }| {
            found.span.start < span.end.max(span.start + 1) && found.span.end >= span.start
        })
    };
    all.iter().filter(is_here).collect()
}

/// Returns why there is no fix at the cursor; with `removes`, not even the removal of an operation.
pub(crate) fn no_fix(model: &Model, removes: bool) -> Option<String> {
    let record = model.record();
    let no_problems = record.diagnostics().is_empty();
    let no_fix = || match removes {
        true => {
            let edit = model.key_in(Id::EditLine, Context::Raw);
            format!("no fix is available · {edit} on the raw line edits it")
        }
        false => "no fix is available here".to_owned(),
    };
    model
        .when(no_problems, "the record has no problems")
        .or_else(|| offers(model, &record, removes).is_empty().then(no_fix))
}

/// Returns the effect of the fix at the cursor, or the number of fixes, with the key.
pub fn preview(model: &Model, record: &Record<'_>) -> Option<String> {
    if model.is_read_only() {
        return None;
    }
    let offers = offers(model, record, false);
    let key = model.key_in(Id::Fix, Context::of_pane(model.document.view.focus));
    match offers.as_slice() {
        [] => None,
        [(fix, ..)] => {
            let asks = if fix.safe { "" } else { " ?" };
            let words = glyph::safe(record.fix_title(fix).as_bytes());
            Some(format!("{key} {words}{asks}"))
        }
        several => Some(format!("{key} {} fixes …", several.len())),
    }
}

/// Applies the fix at the cursor; opens a menu if there are several, or if the meaning may change.
pub(crate) fn fix(model: &mut Model) {
    let offers = offers(model, &model.record(), false);
    let in_pane = model.document.view.focus == Pane::Problems;
    match offers.as_slice() {
        [(fix, ..)] if fix.safe || in_pane => apply(model, fix),
        _ => open(model, offers),
    }
}

pub(crate) fn choose_fix(model: &mut Model) {
    let offers = offers(model, &model.record(), true);
    open(model, offers)
}

/// Opens a menu of fixes; the panes show the result of the selected one.
fn open(model: &mut Model, offers: Vec<Offer>) {
    let record = model.record();
    let row = |(key, (fix, kind, code)): (char, Offer)| {
        let after = fix.apply(record.line());
        let left = match model.read(&after).diagnostics().len() {
            0 => "no problem".to_owned(),
            left => thousands_of(left, "problem", "problems"),
        };
        let label = glyph::safe(record.fix_title(&fix).as_bytes());
        let detail = format!("{kind}, leaves {left} · {}", code.name());
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

fn apply(model: &mut Model, fix: &Fix) {
    let line = model.line();
    let message = glyph::safe(model.read(&line).fix_title(fix).as_bytes());
    put(model, &fix.apply(&line), message)
}

/// Replaces the selected line by a fixed text; if that is empty, without even a line end, deletes the line.
fn put(model: &mut Model, new: &[u8], message: String) {
    match new.is_empty() {
        true => delete_selected(model, message),
        false => replace_line(model, new, message),
    }
}

pub(crate) fn none_is_safe(model: &Model) -> Option<String> {
    if model.document.marked().is_some() {
        return None;
    }
    let record = model.record();
    let all: Vec<&Diagnostic> = record.diagnostics().iter().collect();
    let mut fixes = record.fixes(&all).into_iter().flatten();
    model.when(!fixes.any(|fix| fix.safe), "no safe fix is available here")
}

/// Applies all safe fixes of the marked records, else of the selected one.
pub(crate) fn fix_all(model: &mut Model) {
    if let Some(marked) = bulk::marked(model) {
        return bulk::now(model, Plan::Edit(Edit::Fix(None)), marked);
    }
    let line = model.line();
    let options = model.document.read_options();
    let before = model.read(&line).diagnostics().len();
    let new = edit::apply_safe_fixes(&line, &options);
    let after = model.read(&new).diagnostics().len();
    let message = match before.saturating_sub(after) {
        0 => "applied the safe fixes".to_owned(),
        fixed => format!("fixed {}", thousands_of(fixed, "problem", "problems")),
    };
    put(model, &new, message)
}

/// Explains a word, else the item under the cursor, else prompts for a word.
pub(crate) fn explain(model: &mut Model, word: Option<String>) {
    let Some(word) = word.or_else(|| under_cursor(model)) else {
        return overlay::ask(model, "explain", "", ExplainedWord);
    };
    match explanation(&model.commands, &word) {
        Some(lines) => overlay::open(model, Pager::new(word, lines)),
        None => model.refused(unknown(&model.commands, &word)),
    }
}

/// Returns the selected opcode or code, if the pane of operations or problems is focused.
fn under_cursor(model: &Model) -> Option<String> {
    let (view, record) = (&model.document.view, model.record());
    match view.focus {
        Pane::Operations => {
            let operation = record.operations().get(view.operations.cursor)?;
            Some(record.opcode(operation).into_owned())
        }
        Pane::Problems => {
            let found = record.diagnostics().get(view.problems.cursor)?;
            Some(found.code.name().to_owned())
        }
        Pane::Records | Pane::Board | Pane::Raw => None,
    }
}

fn explanation(commands: &Commands, word: &str) -> Option<Vec<PagerLine>> {
    if let Some(page) = explained(word) {
        return Some(lines_of(&page, Code::from_name(word)));
    }
    let command = commands.named(word)?;
    let keys = commands.keymap.all_keys(command.id);
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let mut lines = vec![
        PagerLine::Heading(command.title.into()),
        PagerLine::Text(commands.help(command.id)),
        PagerLine::Text(String::new()),
    ];
    let ways = [
        ("typed", format!(":{}", command.usage())),
        ("short", command.aliases.join("  ")),
        ("keys", keys.join("  ")),
    ];
    let ways = ways.into_iter().filter(|(_, text)| !text.is_empty());
    lines.extend(ways.map(|(way, text)| PagerLine::key(way, text)));
    Some(lines)
}

fn lines_of(page: &Page, code: Option<Code>) -> Vec<PagerLine> {
    let mut lines = vec![PagerLine::Heading(page.title.clone())];
    for part in &page.parts {
        match part {
            Part::Sentence(words) => {
                lines.extend([words.clone(), String::new()].map(PagerLine::Text));
            }
            Part::Table(table) => lines.extend(table.rows.iter().map(|row| {
                let cell = |at: usize| row.cells.get(at).cloned().unwrap_or_default();
                PagerLine::key(cell(0), cell(1))
            })),
            _ => {}
        }
    }
    if let Some(code) = code {
        let record = code.example();
        lines.push(PagerLine::Heading("Example".into()));
        lines.push(PagerLine::Text(glyph::safe(record.line())));
        let mut found = record.diagnostics().iter();
        if let Some(found) = found.find(|found| found.code == code) {
            let message = glyph::safe(record.message(found).as_bytes());
            lines.extend([String::new(), message].map(PagerLine::Text));
        }
    }
    lines
}

fn explained_words(
    commands: &Commands,
) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let opcodes = opcode::all().iter().map(|info| (info.name, info.title));
    let codes = Code::all().iter().map(|code| (code.name(), code.title()));
    let commands = commands.all().filter(|command| command.is_of_panes());
    opcodes
        .chain(opcode::all_well_known())
        .chain(codes)
        .chain(commands.map(|command| (command.id.name(), command.title)))
}

fn unknown(commands: &Commands, word: &str) -> String {
    let names = explained_words(commands).map(|(name, _)| name);
    let near = spelling::nearest(word.as_bytes(), names, spelling::slips(word.as_bytes()));
    let near = near.first().map(|near| format!("; did you mean `{near}`?"));
    let near = near.unwrap_or_default();
    let word = glyph::safe(word.as_bytes());
    format!("expected an opcode, a problem or a command, found `{word}`{near}")
}

#[derive(Debug)]
pub(crate) struct ExplainedWord;

impl PromptHandler for ExplainedWord {
    fn memory(&self) -> Option<&'static str> {
        Some("explain")
    }

    fn enter(&self) -> &'static str {
        "explain"
    }

    fn hint(&self, _model: &Model) -> String {
        "an opcode, a problem or a command, such as `hmvc`".to_owned()
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let typed = text.get(..cursor).unwrap_or(text);
        let words = explained_words(&model.commands);
        let words = words.map(|(name, about)| (name.to_owned(), about.to_owned()));
        Completions::of_word(typed.len(), typed.trim_start(), words)
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        let word = text.trim().to_owned();
        if word.is_empty() {
            return Ok(Meaning::default());
        }
        if explanation(&model.commands, &word).is_none() {
            let span = Span::new(0, word.len());
            return Err(Wrong::new(span, unknown(&model.commands, &word)));
        }
        let known = explained_words(&model.commands).find(|(name, _)| *name == word);
        let message = known.map(|(_, about)| about.to_owned());
        Ok(Meaning::of(move |model| explain(model, Some(word.clone()))).saying(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_wrapped_between_words_and_loses_nothing() {
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
