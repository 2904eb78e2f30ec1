//! Pages of the queue: running and waiting records, whose order can be changed, and proposals to accept or dismiss.

use super::{STALE, outcome, progress, proposal_count, record_count, title_of, write};
use crate::editor::command::{Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::Action;
use crate::editor::overlay::report::{
    self, About, PageController, Report, Row, going_to, page, top,
};
use crate::editor::state::columns::page::label;
use crate::editor::state::queue::{Changed, Item, Proposal, Queue};
use crate::editor::widgets::glyph;
use crate::engine::Inquiry;
use crate::epd::Record;
use crate::epd::counted::thousands;
use crate::suite::RevisionId;

/// The maximum number of waiting records listed.
const LISTED: usize = 60;
/// The maximum number of proposals listed.
const MOST: usize = 200;
/// The maximum width of a record's name, in columns.
const NAME: usize = 26;

#[derive(Debug)]
struct QueuePage;

pub(super) fn open_queue(model: &mut Model) {
    report::show(model, Report::new(QueuePage, "Analysis queue"))
}

/// Returns the row of a record: its line number, and its name cut to `columns`.
fn row_of(model: &Model, line: usize, columns: usize) -> Row {
    let suite = &model.document.suite;
    let name = label(&suite.line(line), &model.document.read_options());
    let name = glyph::cut(&name, columns);
    let wide = thousands(suite.line_count()).len();
    let number = thousands(line + 1);
    going_to(Row::item(format!("{number:>wide$}  {name}")), line).under()
}

fn task_of(item: &Item) -> &'static str {
    match item.inquiry {
        Inquiry::Analyse(_) => "write results",
        Inquiry::Verify(_) => "propose best moves",
        Inquiry::Test(_) => "test",
    }
}

impl PageController for QueuePage {
    fn context(&self) -> Context {
        Context::Queue
    }

    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let queue = model.document.queue.as_deref();
        let Some(queue) = queue.filter(|queue| queue.is_at(model.document.suite.revision())) else {
            return;
        };
        let mut rows = vec![Row::heading(title_of(queue))];
        for (nth, under_way) in queue.under_way.iter().enumerate() {
            // The engines search the oldest; the others are sent ahead, for the first engine that is free.
            let words = match nth < queue.jobs {
                true => "being analysed",
                false => "next",
            };
            rows.push(row_of(model, under_way.item.line, NAME).detailed(words));
        }
        let listed: Vec<Item> = queue.waiting.iter().take(LISTED).collect();
        // The task of the listed records, if all have the same.
        let all = listed.first().map(task_of);
        let all = all.filter(|all| listed.iter().all(|item| task_of(item) == *all));
        if !queue.waiting.is_empty() {
            let mut waiting = format!("Waiting · {}", record_count(queue.waiting.len()));
            waiting.extend(all.map(|task| format!(" · {task}")));
            rows.push(Row::heading(waiting));
        }
        rows.extend(listed.iter().map(|item| {
            let row = row_of(model, item.line, NAME).about(About::Waiting);
            row.detailed(if all.is_none() { task_of(item) } else { "" })
        }));
        let more = queue.waiting.len() - listed.len();
        if more > 0 {
            rows.push(Row::heading(format!("… {} more", thousands(more))));
        }
        rows.extend(without_result(model, queue));
        let (next, count) = (model.key(Id::PageRight), queue.open().count());
        report.note = format!("{} · {next} {}", outcome(queue), proposal_count(count));
        report.put(rows);
    }

    fn beside(&self, _model: &Model, _by: isize) -> Option<Action> {
        Some(Action::new(open_proposals))
    }
}

fn without_result(model: &Model, queue: &Queue) -> Vec<Row> {
    let count = queue.tally.without_result();
    if count == 0 {
        return Vec::new();
    }
    let failed = record_count(count);
    let heading = Row::heading(format!("Without a result · {failed}"));
    let reasons = queue.tally.reasons.iter();
    let rows = reasons
        .map(|(line, reason)| row_of(model, *line, NAME).detailed(glyph::safe(reason.as_bytes())));
    std::iter::once(heading).chain(rows).collect()
}

/// Returns the index of the selected record among the waiting ones, and the number of those listed.
fn place_here(model: &Model) -> Option<(usize, usize)> {
    let report = top(model)?;
    let waits = |row: &Row| row.about == Some(About::Waiting);
    let first = report.rows.iter().position(waits)?;
    let count = report.rows.iter().filter(|row| waits(row)).count();
    let at = report.cursor.checked_sub(first)?;
    (at < count).then_some((at, count))
}

pub(super) fn not_waiting(model: &Model) -> Option<String> {
    let is_closed = page::<QueuePage>(model).is_none();
    let reason = model.when(is_closed, "the analysis queue is closed");
    let is_elsewhere = place_here(model).is_none();
    reason.or_else(|| model.when(is_elsewhere, "no waiting record selected"))
}

/// Moves the selected record to another place in the queue; the cursor follows it.
pub(super) fn shift(model: &mut Model, to: impl Fn(usize) -> usize) {
    if let (Some((at, count)), Some(queue)) = (place_here(model), &mut model.document.queue) {
        queue.waiting.shift(at, to(at).min(count - 1));
    }
}

pub(super) fn remove(model: &mut Model) {
    if let (Some((at, _)), Some(queue)) = (place_here(model), &mut model.document.queue)
        && queue.waiting.remove(at).is_some()
    {
        model.done("removed a record from the queue");
    }
}

/// The page of proposals. Its rows are made again when the state in `made_for` changes.
#[derive(Debug, Default)]
struct ProposalsPage {
    made_for: Option<(RevisionId, [usize; 4], Option<u64>, u16)>,
}

pub(super) fn open_proposals(model: &mut Model) {
    report::show(model, Report::new(ProposalsPage::default(), "Proposals"))
}

/// Joins operations in words: `bm Qg6, no am`.
fn operations_in_words<'o>(
    operations: impl Iterator<Item = (&'o String, Option<String>)>,
) -> String {
    let words = operations.map(|(opcode, operands)| match operands {
        Some(operands) => format!("{opcode} {}", operands.trim()),
        None => format!("no {opcode}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns a proposal as `bm Qg6 · the engine says Rd7 +3.20, Qg6 +0.40 → bm Rd7`, shortened to fit `room`.
fn in_words(model: &Model, proposal: &Proposal, room: usize) -> String {
    let line = model.document.suite.line(proposal.line);
    let options = model.document.read_options();
    let record = Record::read(&line, &options);
    let operations = proposal.operations.iter();
    let now = |opcode| Some(record.operands_text(record.operation(opcode)?).to_string());
    let now = operations_in_words(operations.clone().map(|(opcode, _)| (opcode, now(opcode))));
    let then = operations_in_words(operations.map(|(opcode, operands)| (opcode, operands.clone())));
    let says = &proposal.words;
    let stale = write::stale(&model.document.suite, proposal);
    let forms = match (stale, proposal.is_to_write()) {
        (Some(Changed::Position), _) => {
            vec![format!("{STALE} · the position too")]
        }
        (Some(Changed::Moves | Changed::Result(_)), _) => {
            vec![format!("{STALE}: {now} · not accepted: {then}")]
        }
        (None, true) => vec![format!("to be written · the engine says {says}")],
        (None, false) => vec![
            format!("{now} · the engine says {says} → {then}"),
            format!("{now} · the engine says {says}"),
            format!("{now} · {says}"),
        ],
    };
    let safe = forms.iter().map(|form| glyph::safe(form.as_bytes()));
    let mut safe: Vec<String> = safe.collect();
    let fits = |form: &String| glyph::width(form.as_bytes()) <= room;
    match safe.iter().position(fits) {
        Some(at) => safe.swap_remove(at),
        None => safe.pop().unwrap_or_default(),
    }
}

/// The columns of the page that a row's label and details can't use: borders and indent.
const BESIDE: usize = 14;
/// The columns that moves and scores need.
const SAID: usize = 44;

impl PageController for ProposalsPage {
    fn context(&self) -> Context {
        Context::Proposals
    }

    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let revision = model.document.suite.revision();
        let queue = model.document.queue.as_deref();
        let current = queue.filter(|queue| queue.is_at(revision));
        let proposals: Vec<&Proposal> = current.into_iter().flat_map(Queue::open).collect();
        let last = proposals.last().map(|proposal| proposal.number);
        let dismissed = queue.map_or(0, Queue::dismissed);
        // An empty list shows the progress instead.
        let over = queue.filter(|_| proposals.is_empty());
        let over = over.map_or(0, |queue| queue.tally.over());
        let failed = queue.map_or(0, |queue| queue.tally.without_result());
        let counts = [proposals.len(), dismissed, over, failed];
        let made_for = Some((revision, counts, last, model.cols));
        if self.made_for == made_for {
            return;
        }
        self.made_for = made_for;
        // In the order of the file, not of the engines' answers.
        let mut listed = proposals.clone();
        listed.sort_by_key(|proposal| proposal.line);
        listed.truncate(MOST);
        let columns = usize::from(model.cols).saturating_sub(BESIDE);
        let numbers = thousands(model.document.suite.line_count()).len() + 2;
        let name = columns.saturating_sub(SAID + numbers).clamp(8, NAME);
        let heads = listed.iter().map(|of| row_of(model, of.line, name));
        let heads: Vec<Row> = heads.collect();
        let widest = heads.iter().map(|row| glyph::width(row.label.as_bytes()));
        let room = columns.saturating_sub(widest.max().unwrap_or(0));
        let row = |(row, proposal): (Row, &Proposal)| {
            let number = proposal.number;
            row.about(About::Proposal(number))
                .detailed(in_words(model, proposal, room))
                .entering("accept")
                .doing(move |model| write::accept(model, number))
        };
        let mut rows: Vec<Row> = heads.into_iter().zip(listed).map(row).collect();
        if proposals.len() > MOST {
            let more = thousands(proposals.len() - MOST);
            rows.push(Row::heading(format!("… {more} more")));
        }
        if rows.is_empty() {
            let why = match queue.filter(|queue| queue.is_busy()) {
                Some(queue) => format!("no proposals yet · {}", progress(queue)),
                None => {
                    let sentence = "no proposals · {analyse-records} analyses records";
                    model.commands.sentence(sentence)
                }
            };
            rows.push(Row::heading(why));
        }
        rows.extend(queue.iter().flat_map(|queue| without_result(model, queue)));
        report.note = match proposals.len() {
            0 => String::new(),
            count => {
                let keys = " · {choose} accepts one, {accept-proposals} all, \
                            {remove-from-queue} dismisses one, {show-row} shows it";
                proposal_count(count) + &model.commands.sentence(keys)
            }
        };
        if dismissed > 0 {
            let rest = if report.note.is_empty() { "" } else { ", " };
            let (back, count) = (model.key(Id::RestoreProposals), thousands(dismissed));
            report.note += &format!("{rest}{back} restores {count} dismissed");
        }
        report.put(rows);
    }

    fn beside(&self, _model: &Model, _by: isize) -> Option<Action> {
        Some(Action::new(open_queue))
    }
}

pub(super) fn proposal_here(model: &Model) -> Option<u64> {
    match report::row(model)?.about {
        Some(About::Proposal(number)) => Some(number),
        _ => None,
    }
}

pub(super) fn dismiss(model: &mut Model) {
    let number = proposal_here(model);
    let queue = model.document.queue.as_mut();
    if let (Some(number), Some(queue)) = (number, queue) {
        queue.dismiss(number);
        let message = "dismissed a proposal · {restore-proposals} restores it";
        model.done(model.commands.sentence(message));
    }
}

pub(super) fn restore(model: &mut Model) {
    if let Some(queue) = &mut model.document.queue {
        let restored = proposal_count(queue.dismissed());
        queue.restore();
        model.done(format!("restored {restored}"));
    }
}

pub(crate) fn lists_proposals(model: &Model) -> bool {
    page::<ProposalsPage>(model).is_some()
}
