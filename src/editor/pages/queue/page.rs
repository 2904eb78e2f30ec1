//! The queue as a page: what engines have, what comes next, in an order that can be changed, and what
//! has no result.

use super::{proposals, words};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::Does;
use crate::editor::overlay::report::{Report, Reports, Row, page, top};
use crate::editor::pages::report::{going_to, open as show};
use crate::editor::state::columns::page::label;
use crate::editor::state::queue::{Item, Queue};
use crate::editor::widgets::glyph;
use crate::engine::Inquiry;
use crate::epd::counted::thousands;

/// Rows of what waits.
const LISTED: usize = 60;
/// Columns of a name.
pub(super) const NAME: usize = 26;

/// What the page keeps: where the rows of what waits begin, and how many there are.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    first: usize,
    count: usize,
}

/// Opens the page.
pub(crate) fn open(model: &mut Model) {
    show(model, Report::new(Waits::default(), "Analysis queue"))
}

/// A record: its number and its name.
pub(super) fn row_of(model: &Model, line: usize) -> Row {
    cut_row_of(model, line, NAME)
}

/// The same, with so many columns for the name.
pub(super) fn cut_row_of(model: &Model, line: usize, columns: usize) -> Row {
    let suite = &model.document.suite;
    let name = label(&suite.line(line), &model.document.read_options());
    let name = glyph::cut(&name, columns);
    let wide = thousands(suite.line_count()).len();
    let number = thousands(line + 1);
    going_to(Row::item(format!("{number:>wide$}  {name}")), line).under()
}

/// What is asked of a record.
fn what(item: &Item) -> &'static str {
    match item.inquiry {
        Inquiry::Analyse(_) => "write results",
        Inquiry::Verify(_) => "propose best moves",
    }
}

/// What is asked of all that is listed, where that is one thing.
fn what_of_all(listed: &[Item]) -> Option<&'static str> {
    let first = what(listed.first()?);
    let is_same = listed.iter().all(|item| what(item) == first);
    is_same.then_some(first)
}

impl Reports for Waits {
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let queue = model.document.queue.as_deref();
        let Some(queue) = queue.filter(|queue| queue.is_at(model.document.suite.revision())) else {
            return;
        };
        let mut rows = vec![Row::heading(words::title(queue))];
        for (nth, under_way) in queue.under_way.iter().enumerate() {
            // Engines have the oldest; the others are at hand for whichever is done first.
            let words = match nth < queue.jobs {
                true => "being analysed",
                false => "next",
            };
            rows.push(row_of(model, under_way.item.line).detailed(words));
        }
        let listed: Vec<Item> = queue.waiting.iter().take(LISTED).collect();
        let all = what_of_all(&listed);
        if !queue.waiting.is_empty() {
            let mut waiting = format!("Waiting · {}", words::records(queue.waiting.len()));
            waiting.extend(all.map(|what| format!(" · {what}")));
            rows.push(Row::heading(waiting));
        }
        self.first = rows.len();
        rows.extend(listed.iter().map(|item| match all {
            Some(_) => row_of(model, item.line),
            None => row_of(model, item.line).detailed(what(item)),
        }));
        self.count = rows.len() - self.first;
        let more = queue.waiting.len() - self.count;
        if more > 0 {
            rows.push(Row::heading(format!("… {} more", thousands(more))));
        }
        rows.extend(without_result(model, queue));
        report.note = note(model, queue);
        report.put(rows);
    }

    fn beside(&self, _model: &Model, _by: isize) -> Option<Does> {
        Some(Does::new(proposals::open))
    }
}

/// The records that have no result, and why.
pub(super) fn without_result(model: &Model, queue: &Queue) -> Vec<Row> {
    let count = queue.tally.without_result();
    if count == 0 {
        return Vec::new();
    }
    let failed = words::records(count);
    let heading = Row::heading(format!("Without a result · {failed}"));
    let reasons = queue.tally.reasons.iter();
    let rows =
        reasons.map(|(line, reason)| row_of(model, *line).detailed(glyph::safe(reason.as_bytes())));
    std::iter::once(heading).chain(rows).collect()
}

/// In the lower border: what came of it so far, and what can be seen beside.
fn note(model: &Model, queue: &Queue) -> String {
    let next = model.key(Id::PageRight);
    let proposals = words::proposals(queue.open().count());
    format!("{} · {next} {proposals}", words::outcome(queue))
}

/// The place in the queue of the row with the cursor.
fn here(model: &Model) -> Option<usize> {
    let waits = page::<Waits>(model)?;
    let at = top(model)?.cursor.checked_sub(waits.first)?;
    (at < waits.count).then_some(at)
}

/// Why the row with the cursor has no place in the queue.
pub(super) fn not_waiting(model: &Model) -> Option<String> {
    match page::<Waits>(model) {
        None => Some("the analysis queue is closed".into()),
        Some(_) if here(model).is_none() => Some("no waiting record selected".into()),
        Some(_) => None,
    }
}

/// Moves the record with the cursor to another place in the queue.
pub(super) fn shift(model: &mut Model, to: impl Fn(usize) -> usize) {
    let (Some(at), Some(waits)) = (here(model), page::<Waits>(model)) else {
        return;
    };
    let to = to(at).min(waits.count.saturating_sub(1));
    if let Some(queue) = &mut model.document.queue {
        // The cursor goes with its row.
        queue.waiting.shift(at, to);
    }
}

/// Takes the record with the cursor out of the queue.
pub(super) fn remove(model: &mut Model) {
    let Some(at) = here(model) else {
        return;
    };
    let queue = model.document.queue.as_mut();
    if let Some(queue) = queue.filter(|queue| queue.waiting.len() > at) {
        queue.waiting.remove(at);
        queue.tally.total = queue.tally.total.saturating_sub(1);
        model.done("removed a record from the queue");
    }
}
