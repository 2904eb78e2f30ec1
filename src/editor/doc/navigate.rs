//! Going places: panes, records, lines, ids, problems, matches.

pub mod commands;
mod go_to;
pub mod jump_list;

use crate::editor::doc::search;
use crate::editor::jobs::{self, Hand, Slot, Work};
use crate::editor::layout::{Gallery, layout};
use crate::editor::model::{Model, is_problem};
use crate::editor::overlay::{self, Prompt};
use crate::editor::state::jobs::find::{AT_ONCE, Wanted, rows_from};
use crate::editor::state::view::Pane;
use crate::editor::widgets::list::Step;
use crate::epd::{LineKind, Record};
use crate::suite::Direction;
use go_to::GoTo;
pub(crate) use go_to::open as open_go_to;

/// Records with an id that others have, among which those of one id are looked for at once.
const SAME_AT_ONCE: usize = 100_000;
/// Lines passed over at most on the way to the next record.
const SKIP_AT_MOST: usize = 2000;

/// A search for a line.
#[derive(Clone)]
struct Search {
    wanted: Wanted,
    direction: Direction,
    /// A row before this one (looking backward: from this one on) is past an end of the list.
    origin: usize,
}

/// Gives the keys to a pane.
pub fn focus(model: &mut Model, pane: Pane) {
    if pane != model.document.view.focus {
        model.document.view.held = None;
    }
    model.document.view.focus = pane;
}

/// Gives the keys to the pane `by` further in the order of Tab, past those that are hidden.
pub fn pane(model: &mut Model, by: isize) {
    let now = model.document.view.focus;
    let is_there = |pane: &Pane| *pane == now || !model.panes.is_hidden(*pane);
    let shown: Vec<Pane> = Pane::ALL.into_iter().filter(is_there).collect();
    let at = shown.iter().position(|pane| *pane == now).unwrap_or(0);
    let next = (at + shown.len()).saturating_add_signed(by) % shown.len().max(1);
    focus(model, shown.get(next).copied().unwrap_or_default())
}

/// Moves in the suite list, row by row as it is.
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

/// Moves in the suite list, among boards where it is shown as those.
pub(crate) fn row(model: &mut Model, step: Step) {
    let step = match &layout(model).boards {
        Some(boards) => among_boards(boards, step),
        None => step,
    };
    go(model, step)
}

/// A step in the list as one among boards: a row is a row of boards.
fn among_boards(gallery: &Gallery, step: Step) -> Step {
    let across = isize::from(u8::try_from(gallery.across).unwrap_or(u8::MAX));
    let down = isize::from(u8::try_from(gallery.down).unwrap_or(u8::MAX));
    match step {
        Step::Rows(by) => Step::Rows(by.saturating_mul(across)),
        Step::Pages(by) => Step::Rows(by.saturating_mul(across * down)),
        Step::First | Step::Last => step,
    }
}

/// Goes to the next record (`by` 1) or the one before (-1), past what is no record.
pub fn record(model: &mut Model, by: isize) {
    let options = model.document.read_options();
    let mut row = model.document.selected_row();
    for _ in 0..SKIP_AT_MOST {
        let next = row.checked_add_signed(by);
        let Some((next, line)) = next.and_then(|next| Some((next, model.document.line_at(next)?)))
        else {
            break;
        };
        row = next;
        if Record::read(&model.document.suite.line(line), &options).kind() == LineKind::Record {
            model.document.jump_list.is_step = true;
            model.select(line);
            return;
        }
    }
    model.refused(if by > 0 {
        "no record below"
    } else {
        "no record above"
    });
}

/// Goes to the first line with a text, from where the search began; nothing where it is empty.
pub(crate) fn first_match(model: &mut Model, from: usize) {
    match model.document.search.clone() {
        Some(pattern) => {
            let wanted = Wanted::Text(pattern);
            let row = model.document.row_of(from);
            let from = (row, row);
            look(model, wanted, from, Direction::Forward)
        }
        None => {
            model.select(from);
            jobs::stop(model, Slot::Find);
        }
    }
}

/// Goes to the next line that matches.
pub(crate) fn next_match(model: &mut Model, direction: Direction) {
    let Some(pattern) = model.document.search.clone() else {
        return;
    };
    let from = beside(model, direction);
    look(model, Wanted::Text(pattern), from, direction)
}

/// Goes to the next error or warning: in this record first, then in others.
pub fn problem(model: &mut Model, direction: Direction) {
    let here = {
        let record = model.record();
        let cursor = model.document.view.problems.cursor;
        let mut problems = record
            .diagnostics()
            .iter()
            .enumerate()
            .filter(|(_, found)| is_problem(found));
        match direction {
            Direction::Forward => problems.find(|(at, _)| *at > cursor),
            Direction::Backward => problems.rfind(|(at, _)| *at < cursor),
        }
        .map(|(at, _)| at)
    };
    if let Some(at) = here {
        model.document.view.problems.cursor = at;
        return;
    }
    let (from, origin) = beside(model, direction);
    let count = model.document.suite.line_count();
    let scan = &model.document.scan;
    if model.document.filter.is_none()
        && model.document.sorted_view.is_none()
        && !scan.running
        && let Some(survey) = &scan.survey
    {
        // The scan knows where problems are: no line needs to be read.
        let found = survey.next_stop(from % count.max(1), direction);
        jobs::stop(model, Slot::Find);
        let search = Search {
            wanted: Wanted::Problem(None),
            direction,
            origin,
        };
        arrive(model, &search, found);
        return;
    }
    // Among the lines shown, too, the scan knows more than the records tell: ids that others have.
    let scan = &model.document.scan;
    let survey = scan.survey.clone().filter(|_| !scan.running);
    look(model, Wanted::Problem(survey), (from, origin), direction)
}

/// The row to look at first for another line than the selected one, and the origin of that.
fn beside(model: &Model, direction: Direction) -> (usize, usize) {
    let document = &model.document;
    let (row, count) = (document.selected_row(), document.row_count());
    match direction {
        Direction::Forward => (row + 1, row + 1),
        Direction::Backward => (row.checked_sub(1).unwrap_or(count.saturating_sub(1)), row),
    }
}

/// Looks at a few hundred of the lines shown at once and leaves the rest to another thread. `from` is
/// a row; with `origin`, see [`Search::origin`].
fn look(model: &mut Model, wanted: Wanted, (from, origin): (usize, usize), direction: Direction) {
    let document = &model.document;
    // An id is looked for everywhere.
    let is_of_rows = !matches!(wanted, Wanted::Id(_));
    let within = document.filtered().filter(|_| is_of_rows).cloned();
    let order = document.sorted_view.as_ref().filter(|_| is_of_rows);
    let order = order.map(|view| view.rows().clone());
    let count = if is_of_rows {
        document.row_count()
    } else {
        document.suite.line_count()
    };
    let line_at = move |row: usize| match (&order, &within) {
        (Some(rows), _) => rows.line_at(row),
        (None, None) => Some(row),
        (None, Some(lines)) => lines.nth(row),
    };
    let from = from.checked_rem(count).unwrap_or(0);
    let (snapshot, options) = (document.suite.snapshot(), document.read_options());
    let search = Search {
        wanted: wanted.clone(),
        direction,
        origin,
    };
    let find = move |behind: usize, most: usize, stop: &dyn Fn() -> bool| {
        let rows = rows_from(from, count, direction).skip(behind).take(most);
        wanted.first(&snapshot, &options, rows.filter_map(&line_at), stop)
    };
    jobs::stop(model, Slot::Find);
    let found = find(0, AT_ONCE, &|| false);
    if found.is_none() && count > AT_ONCE {
        let rest = move |hand: &Hand| Ok(find(AT_ONCE, count, &|| hand.is_stopped()));
        Work::new(Slot::Find, rest).start_or_fail(model, move |model, found| match found {
            Ok(found) => arrive(model, &search, found),
            Err(reason) => model.failed(format!("could not search: {reason}")),
        });
        return;
    }
    arrive(model, &search, found);
}

fn arrive(model: &mut Model, search: &Search, found: Option<usize>) {
    let Some(line) = found else {
        return nothing(model, search);
    };
    let row = model.document.row_of(line);
    let wrapped = match search.direction {
        Direction::Forward => row < search.origin,
        Direction::Backward => row >= search.origin,
    };
    let from = model.document.selected;
    model.select(line);
    model.document.view.shows_around = true;
    match search.wanted {
        Wanted::Problem(_) => {
            let problems = model.selected_record_problems();
            let at = match search.direction {
                Direction::Forward => problems.first(),
                Direction::Backward => problems.last(),
            };
            model.document.view.problems.cursor = at.copied().unwrap_or(0);
            let same = same_id(model, line);
            if line == from {
                model.done("no other record has a problem");
            } else if problems.is_empty() && !same.is_empty() {
                model.done(same);
            } else if wrapped {
                model.done(went_round(search.direction));
            }
        }
        Wanted::Text(_) => {
            let round = wrapped.then(|| went_round(search.direction).to_owned());
            if let Some(prompt) = overlay::top_mut::<Prompt>(model) {
                prompt.message = round;
            } else {
                let count = model.document.matches_in_words();
                let words: Vec<String> = count.into_iter().chain(round).collect();
                model.done(words.join(" · "));
            }
        }
        Wanted::Id(_) => {
            if overlay::top::<Prompt>(model).is_some_and(Prompt::is::<GoTo>) {
                model.overlays.pop();
            }
            let same = same_id(model, line);
            if !same.is_empty() {
                model.done(same);
            }
        }
    }
}

/// Returns the other lines with the id of a line, in words; nothing where none has it.
fn same_id(model: &Model, line: usize) -> String {
    let Some(survey) = &model.document.scan.survey else {
        return String::new();
    };
    // To look through all of them would take too long for a key.
    if survey.has_duplicate_id(line) && survey.scanned.same_ids.lines.len() > SAME_AT_ONCE {
        return "other records have the same id · = lists them".to_owned();
    }
    let lines = survey.same_id(line);
    let mut others = lines.into_iter().filter(|other| *other != line);
    match others.next() {
        None => String::new(),
        Some(other) => {
            let more = match others.count() {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            format!("line {} has the same id{more}", other + 1)
        }
    }
}

fn nothing(model: &mut Model, search: &Search) {
    let narrowed = model.document.filter.is_some();
    let text = match &search.wanted {
        Wanted::Problem(_) if narrowed => "no errors or warnings in the lines shown".to_owned(),
        Wanted::Text(_) if narrowed => "no match in the lines shown".to_owned(),
        Wanted::Problem(_) => "no errors or warnings in the file".to_owned(),
        Wanted::Text(_) => "no match".to_owned(),
        Wanted::Id(id) => format!("no record has the id {}", String::from_utf8_lossy(id)),
    };
    if matches!(search.wanted, Wanted::Text(_))
        && let Some(line) = search::origin(model)
    {
        model.select(line);
    }
    say(model, text);
}

fn went_round(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "search wrapped to the top",
        Direction::Backward => "search wrapped to the bottom",
    }
}

/// Says something in the open prompt, or in the status line where none is open.
fn say(model: &mut Model, text: String) {
    match overlay::top_mut::<Prompt>(model) {
        Some(prompt) => prompt.message = Some(text),
        None => model.refused(text),
    }
}
