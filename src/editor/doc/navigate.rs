//! Navigation between panes, records, problems and matches, and to a typed line, id or percentage.

use crate::editor::doc::query;
use crate::editor::jobs::{self, JobContext, Slot, Work};
use crate::editor::layout::layout;
use crate::editor::model::{Model, is_problem};
use crate::editor::overlay::{self, PagerLine, Prompt, PromptHandler};
use crate::editor::state::jobs::{AT_ONCE, FindTarget, rows_from};
use crate::editor::state::rows::Rows;
use crate::editor::state::view::Pane;
use crate::editor::widgets::{Step, glyph};
use crate::epd::{LineKind, Record};
use crate::suite::Direction;

/// The number of records with repeated ids up to which those of one id are searched for while a key waits.
const SAME_AT_ONCE: usize = 100_000;
/// The maximum number of lines skipped on the way to the next record.
const SKIP_AT_MOST: usize = 2000;

#[derive(Clone)]
struct Search {
    target: FindTarget,
    direction: Direction,
    /// The row at which a forward search begins, and before which a backward search begins. A match before
    /// this row (backward: at or after it) has wrapped around the end.
    origin: usize,
}

pub fn focus(model: &mut Model, pane: Pane) {
    if pane != model.document.view.focus {
        model.document.view.held = None;
    }
    model.document.view.focus = pane;
}

/// Focuses the next (`by` 1) or previous (-1) pane in the order of Tab, skipping hidden ones.
pub fn pane(model: &mut Model, by: isize) {
    let now = model.document.view.focus;
    let is_there = |pane: &Pane| *pane == now || !model.panes.is_hidden(*pane);
    let shown: Vec<Pane> = Pane::ALL.into_iter().filter(is_there).collect();
    let at = shown.iter().position(|pane| *pane == now).unwrap_or(0);
    let next = (at + shown.len()).saturating_add_signed(by) % shown.len().max(1);
    focus(model, shown.get(next).copied().unwrap_or_default())
}

/// Moves the cursor in the suite list, where a row is a record.
pub(crate) fn go(model: &mut Model, step: Step) {
    let list = layout(model).list;
    let document = &model.document;
    let (row, count) = (document.selected_row(), document.row_count());
    let rows = list.map_or(1, |list| usize::from(list.height).max(1));
    if let Some(line) = document.line_at(step.from(row, count, rows)) {
        model.document.jump_list.is_step = matches!(step, Step::Rows(_) | Step::Pages(_));
        model.select(line);
    }
}

/// Moves the cursor in the suite list; if that is shown as boards, a row is a row of boards.
pub(crate) fn row(model: &mut Model, step: Step) {
    let cells = |number| isize::from(u8::try_from(number).unwrap_or(u8::MAX));
    let step = match (&layout(model).boards, step) {
        (Some(boards), Step::Rows(by)) => Step::Rows(by.saturating_mul(cells(boards.across))),
        (Some(boards), Step::Pages(by)) => {
            let boards = cells(boards.across) * cells(boards.down);
            Step::Rows(by.saturating_mul(boards))
        }
        _ => step,
    };
    go(model, step)
}

/// Goes to the next (`by` 1) or previous (-1) record, skipping other lines.
pub fn record(model: &mut Model, by: isize) {
    let document = &model.document;
    let options = document.read_options();
    let is_record = |line: &usize| {
        Record::read(&document.suite.line(*line), &options).kind() == LineKind::Record
    };
    let rows = std::iter::successors(Some(document.selected_row()), |row| {
        row.checked_add_signed(by)
    });
    let lines = rows.skip(1).map_while(|row| document.line_at(row));
    match lines.take(SKIP_AT_MOST).find(is_record) {
        Some(line) => {
            model.document.jump_list.is_step = true;
            model.select(line)
        }
        None if by > 0 => model.refused("no record below"),
        None => model.refused("no record above"),
    }
}

/// Goes back to the line before the last jump, or forward again.
pub(crate) fn travel(model: &mut Model, is_forward: bool) {
    let here = model.document.selected;
    let places = &mut model.document.jump_list;
    let (from, to) = match is_forward {
        true => (&mut places.forward, &mut places.back),
        false => (&mut places.back, &mut places.forward),
    };
    let Some(line) = from.pop() else {
        return;
    };
    to.push(here);
    places.is_step = true;
    let (back, forward) = (places.back.len(), places.forward.len());
    model.select(line);
    let line = model.document.selected + 1;
    model.done(format!("line {line} · {back} back, {forward} forward"));
}

/// Goes to the first match at or after line `from`; without a text to search, to `from` itself.
pub(crate) fn first_match(model: &mut Model, from: usize) {
    match &model.document.search {
        Some(search) => {
            let target = FindTarget::Text(search.pattern.clone());
            let row = model.document.row_of(from);
            search_from(model, target, row, Direction::Forward)
        }
        None => {
            model.select(from);
            jobs::stop(model, Slot::Find);
        }
    }
}

pub(crate) fn next_match(model: &mut Model, direction: Direction) {
    if let Some(search) = &model.document.search {
        let target = FindTarget::Text(search.pattern.clone());
        search_from(model, target, start_row(model, direction), direction)
    }
}

/// Goes to the next error or warning: in this record first, then in others.
pub fn problem(model: &mut Model, direction: Direction) {
    let problems = problems_of(&model.record());
    let view = &mut model.document.view;
    let (mut problems, cursor) = (problems.into_iter(), view.problems.cursor);
    let here = match direction {
        Direction::Forward => problems.find(|at| *at > cursor),
        Direction::Backward => problems.rfind(|at| *at < cursor),
    };
    if let Some(at) = here {
        view.problems.cursor = at;
        return say_problem(model, None);
    }
    // Only the scan knows repeated ids.
    let scan = &model.document.scan;
    let survey = scan.survey.clone().filter(|_| !scan.running);
    let from = start_row(model, direction);
    search_from(model, FindTarget::Problem(survey), from, direction)
}

/// Reports the current problem of the record and its number, then `more`.
fn say_problem(model: &mut Model, more: Option<&str>) {
    let line = model.line();
    let record = model.read(&line);
    let (problems, cursor) = (problems_of(&record), model.document.view.problems.cursor);
    let found = record.diagnostics().get(cursor);
    let nth = problems.iter().position(|at| *at == cursor);
    let (Some(found), Some(nth)) = (found, nth) else {
        return;
    };
    let message = glyph::safe(record.message(found).as_bytes());
    let mut message = format!("problem {} of {}: {message}", nth + 1, problems.len());
    message.extend(more.map(|more| format!(" · {more}")));
    model.told(message);
}

fn problems_of(record: &Record<'_>) -> Vec<usize> {
    let findings = record.diagnostics().iter().enumerate();
    let problems = findings.filter(|(_, found)| is_problem(found));
    problems.map(|(at, _)| at).collect()
}

/// Returns the row at which a search for another line begins; see [`Search::origin`].
fn start_row(model: &Model, direction: Direction) -> usize {
    let row = model.document.selected_row();
    match direction {
        Direction::Forward => row + 1,
        Direction::Backward => row,
    }
}

/// Searches the first [`AT_ONCE`] lines immediately, and the others on a thread; see [`Search::origin`].
fn search_from(model: &mut Model, target: FindTarget, origin: usize, direction: Direction) {
    let document = &model.document;
    let rows = match &target {
        // An id is searched for in the whole file, shown or not.
        FindTarget::Id(_) => Rows::All(document.suite.line_count()),
        _ => document.rows().into_owned(),
    };
    let count = rows.len();
    let from = match direction {
        Direction::Forward => origin.checked_rem(count).unwrap_or(0),
        Direction::Backward => origin.checked_sub(1).unwrap_or(count.saturating_sub(1)),
    };
    let (snapshot, options) = (document.suite.snapshot(), document.read_options());
    let search = Search {
        target: target.clone(),
        direction,
        origin,
    };
    jobs::stop(model, Slot::Find);
    if let (FindTarget::Problem(Some(survey)), Rows::All(_)) = (&target, &rows) {
        // The scan knows where problems are: no line needs to be read.
        let found = survey.next_stop(from, direction);
        return arrive(model, &search, found);
    }
    let find = move |behind: usize, most: usize, stop: &dyn Fn() -> bool| {
        let looked_at = rows_from(from, count, direction).skip(behind).take(most);
        let lines = looked_at.filter_map(|row| rows.line_at(row));
        target.first(&snapshot, &options, lines, stop)
    };
    let found = find(0, AT_ONCE, &|| false);
    if found.is_some() || count <= AT_ONCE {
        return arrive(model, &search, found);
    }
    let rest = move |hand: &JobContext| Ok(find(AT_ONCE, count, &|| hand.is_stopped()));
    Work::new(Slot::Find, rest).start_or_fail(model, move |model, found| match found {
        Ok(found) => arrive(model, &search, found),
        Err(reason) => model.failed(format!("could not search: {reason}")),
    });
}

fn arrive(model: &mut Model, search: &Search, found: Option<usize>) {
    let Some(line) = found else {
        return report_no_match(model, search);
    };
    let row = model.document.row_of(line);
    let wrapped = match search.direction {
        Direction::Forward => row < search.origin,
        Direction::Backward => row >= search.origin,
    };
    let round = wrapped.then(|| went_round(search.direction));
    let from = model.document.selected;
    model.select(line);
    model.document.view.shows_around = true;
    match search.target {
        FindTarget::Problem(_) => {
            let problems = problems_of(&model.read(&model.line()));
            let at = match search.direction {
                Direction::Forward => problems.first(),
                Direction::Backward => problems.last(),
            };
            model.document.view.problems.cursor = at.copied().unwrap_or(0);
            let same = same_id(model, line).filter(|_| problems.is_empty());
            if line == from {
                model.done("no other record has a problem");
            } else if let Some(same) = same {
                model.done(same);
            } else {
                say_problem(model, round);
            }
        }
        FindTarget::Text(_) => {
            if let Some(prompt) = overlay::top_mut::<Prompt>(model) {
                prompt.message = round.map(str::to_owned);
            } else {
                let count = model.document.matches_in_words();
                let words: Vec<String> =
                    count.into_iter().chain(round.map(str::to_owned)).collect();
                model.done(words.join(" · "));
            }
        }
        FindTarget::Id(_) => {
            if overlay::top::<Prompt>(model).is_some_and(Prompt::is::<GoTo>) {
                model.overlays.pop();
            }
            if let Some(same) = same_id(model, line) {
                model.done(same);
            }
        }
    }
}

/// Returns a message about the other lines with the id of this line; `None` if there are none.
fn same_id(model: &Model, line: usize) -> Option<String> {
    let survey = model.document.scan.survey.as_ref()?;
    // Searching them all would take too long while a key waits.
    if survey.has_duplicate_id(line) && survey.scanned.same_ids.lines.len() > SAME_AT_ONCE {
        let words = "other records have the same id · {duplicates} lists them";
        return Some(model.commands.sentence(words));
    }
    let lines = survey.same_id(line);
    let mut others = lines.into_iter().filter(|other| *other != line);
    let other = others.next()? + 1;
    let more = match others.count() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    Some(format!("line {other} has the same id{more}"))
}

fn report_no_match(model: &mut Model, search: &Search) {
    let narrowed = model.document.filter.is_some();
    let text = match &search.target {
        FindTarget::Problem(_) if narrowed => "no errors or warnings in the lines shown".to_owned(),
        FindTarget::Text(_) if narrowed => "no match in the lines shown".to_owned(),
        FindTarget::Problem(_) => "no errors or warnings in the file".to_owned(),
        FindTarget::Text(_) => "no match".to_owned(),
        FindTarget::Id(id) => format!("no record has the id {}", String::from_utf8_lossy(id)),
    };
    // While its text is typed, a search without a match returns to where it began.
    if let Some(line) = query::search_origin(model) {
        model.select(line);
    }
    match overlay::top_mut::<Prompt>(model) {
        Some(prompt) => prompt.message = Some(text),
        None => model.refused(text),
    }
}

pub(super) fn went_round(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "search wrapped to the top",
        Direction::Backward => "search wrapped to the bottom",
    }
}

#[derive(Debug)]
struct GoTo;

pub(crate) fn open_go_to(model: &mut Model) {
    overlay::open(model, Prompt::new("go to line or id, or 50%", "", GoTo))
}

impl PromptHandler for GoTo {
    fn enter(&self) -> &'static str {
        "go"
    }

    fn expects(&self, _model: &Model) -> Option<String> {
        Some(
            "expected a line number, an id or a percentage, such as 123, WAC.014 or 50%".to_owned(),
        )
    }

    fn explains(&self, _model: &Model) -> Vec<PagerLine> {
        let example = |text: &str, about: &str| PagerLine::Example {
            text: text.to_owned(),
            about: about.to_owned(),
        };
        vec![
            PagerLine::Heading("A place in the file".into()),
            example("123", "the line of that number"),
            example("WAC.014", "the record with that id"),
            example("\"123\"", "the record with the id 123"),
            example("50%", "the middle of the list"),
            example("$", "the last line"),
        ]
    }

    fn accept(&self, model: &mut Model, text: &str) {
        go_to(model, text)
    }
}

/// Goes to a line number, a percentage or `$` (the end), else to an id; an id that is a number is typed in quotes.
fn go_to(model: &mut Model, text: &str) {
    let text = text.trim();
    let document = &model.document;
    let (count, last) = (
        document.suite.line_count(),
        document.row_count().saturating_sub(1),
    );
    let line = if let Ok(number) = text.parse::<usize>() {
        let line = number.checked_sub(1).filter(|line| *line < count);
        line.ok_or_else(|| format!("expected a line from 1 to {count}, found {number}"))
    } else if let Some(percent) = text.strip_suffix('%').or((text == "$").then_some("100")) {
        let percent = percent.trim().parse::<f64>().ok();
        let percent = percent.filter(|percent| (0.0..=100.0).contains(percent));
        let row = percent.map(|percent| (last as f64 * percent / 100.0).round() as usize);
        let line = row.map(|row| document.line_at(row).unwrap_or(document.selected));
        line.ok_or_else(|| "expected a percentage from 0% to 100%".to_owned())
    } else {
        let target = FindTarget::Id(text.trim_matches('"').as_bytes().to_vec());
        let from = document.selected + 1;
        overlay::say(model, "searching …".to_owned());
        return search_from(model, target, from, Direction::Forward);
    };
    match line {
        Ok(line) => {
            model.overlays.pop();
            model.document.view.shows_around = true;
            model.select(line);
        }
        Err(reason) => overlay::say(model, reason),
    }
}
