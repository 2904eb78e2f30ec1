//! The queue as a page: what engines have, what comes next, in an order that can be changed, and what
//! has no result.

use super::{proposals, words};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::Does;
use crate::editor::overlay::report::{About, Report, Reports, Row, page, top};
use crate::editor::overlay::report::{going_to, show};
use crate::editor::state::columns::page::label;
use crate::editor::state::queue::{Item, Queue};
use crate::editor::widgets::glyph;
use crate::engine::Inquiry;
use crate::epd::counted::thousands;

/// Rows of what waits.
const LISTED: usize = 60;
/// Columns of a name.
pub(super) const NAME: usize = 26;

/// See the module.
#[derive(Debug)]
struct Waits;

pub(crate) fn open(model: &mut Model) {
    show(model, Report::new(Waits, "Analysis queue"))
}

/// Returns a record: its number and its name, which has so many columns.
pub(super) fn row_of(model: &Model, line: usize, columns: usize) -> Row {
    let suite = &model.document.suite;
    let name = label(&suite.line(line), &model.document.read_options());
    let name = glyph::cut(&name, columns);
    let wide = thousands(suite.line_count()).len();
    let number = thousands(line + 1);
    going_to(Row::item(format!("{number:>wide$}  {name}")), line).under()
}

/// Returns what is asked of a record.
fn what(item: &Item) -> &'static str {
    match item.inquiry {
        Inquiry::Analyse(_) => "write results",
        Inquiry::Verify(_) => "propose best moves",
    }
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
            rows.push(row_of(model, under_way.item.line, NAME).detailed(words));
        }
        let listed: Vec<Item> = queue.waiting.iter().take(LISTED).collect();
        // What is asked of all that is listed, where that is one thing.
        let all = listed.first().map(what);
        let all = all.filter(|all| listed.iter().all(|item| what(item) == *all));
        if !queue.waiting.is_empty() {
            let mut waiting = format!("Waiting · {}", words::records(queue.waiting.len()));
            waiting.extend(all.map(|what| format!(" · {what}")));
            rows.push(Row::heading(waiting));
        }
        rows.extend(listed.iter().map(|item| {
            let row = row_of(model, item.line, NAME).about(About::Waiting);
            row.detailed(if all.is_none() { what(item) } else { "" })
        }));
        let more = queue.waiting.len() - listed.len();
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

/// Returns the records that have no result, and why.
pub(super) fn without_result(model: &Model, queue: &Queue) -> Vec<Row> {
    let count = queue.tally.without_result();
    if count == 0 {
        return Vec::new();
    }
    let failed = words::records(count);
    let heading = Row::heading(format!("Without a result · {failed}"));
    let reasons = queue.tally.reasons.iter();
    let rows = reasons
        .map(|(line, reason)| row_of(model, *line, NAME).detailed(glyph::safe(reason.as_bytes())));
    std::iter::once(heading).chain(rows).collect()
}

/// In the lower border: what came of it so far, and what can be seen beside.
fn note(model: &Model, queue: &Queue) -> String {
    let next = model.key(Id::PageRight);
    let proposals = words::proposals(queue.open().count());
    format!("{} · {next} {proposals}", words::outcome(queue))
}

/// Returns the place in the queue of the row with the cursor, and how many are listed.
fn here(model: &Model) -> Option<(usize, usize)> {
    let report = top(model)?;
    let waits = |row: &Row| row.about == Some(About::Waiting);
    let first = report.rows.iter().position(waits)?;
    let count = report.rows.iter().filter(|row| waits(row)).count();
    let at = report.cursor.checked_sub(first)?;
    (at < count).then_some((at, count))
}

/// Returns why the row with the cursor has no place in the queue.
pub(super) fn not_waiting(model: &Model) -> Option<String> {
    match page::<Waits>(model) {
        None => Some("the analysis queue is closed".into()),
        Some(_) if here(model).is_none() => Some("no waiting record selected".into()),
        Some(_) => None,
    }
}

/// Moves the record with the cursor, which goes with it, to another place in the queue.
pub(super) fn shift(model: &mut Model, to: impl Fn(usize) -> usize) {
    if let (Some((at, count)), Some(queue)) = (here(model), &mut model.document.queue) {
        queue.waiting.shift(at, to(at).min(count - 1));
    }
}

/// Takes the record with the cursor out of the queue.
pub(super) fn remove(model: &mut Model) {
    if let (Some((at, _)), Some(queue)) = (here(model), &mut model.document.queue)
        && queue.waiting.remove(at).is_some()
    {
        model.done("removed a record from the queue");
    }
}
