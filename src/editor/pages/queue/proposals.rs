//! What engines would have in records, as a page: each is accepted or dismissed by itself, or all at once.

use super::page::{NAME, cut_row_of, without_result};
use super::{words, write};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::Does;
use crate::editor::overlay::report::{Report, Reports, Row, page, top};
use crate::editor::pages::report::open as show;
use crate::editor::state::queue::{Accepting, Changed, Proposal, Queue};
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted::thousands;
use crate::suite::RevisionId;

/// Rows at most.
const LISTED: usize = 200;

/// What the page keeps: what its rows were made for, and the proposal of each.
#[derive(Debug, Default)]
pub(crate) struct Offered {
    made_for: Option<(RevisionId, [usize; 4], Option<u64>, u16)>,
    numbers: Vec<u64>,
}

/// Opens the page.
pub(crate) fn open(model: &mut Model) {
    show(model, Report::new(Offered::default(), "Proposals"))
}

/// What a record says now: `bm Qg6`; `no bm`.
fn now(record: &Record<'_>, proposal: &Proposal) -> String {
    let opcodes = proposal.operations.iter().map(|(opcode, _)| opcode);
    let said = opcodes.map(|opcode| match record.operation(opcode) {
        Some(operation) => format!("{opcode} {}", record.operands_text(operation).trim()),
        None => format!("no {opcode}"),
    });
    said.collect::<Vec<_>>().join(", ")
}

/// What it would say: `bm Rd7`.
fn then(proposal: &Proposal) -> String {
    let operations = proposal.operations.iter();
    let said = operations.map(|(opcode, operands)| match operands {
        Some(operands) => format!("{opcode} {operands}"),
        None => format!("no {opcode}"),
    });
    said.collect::<Vec<_>>().join(", ")
}

/// `bm Qg6 · the engine says Rd7 +3.20, Qg6 +0.40 → bm Rd7`; with less room without what would be written,
/// which the moves and their scores tell already, and at last without a word between.
fn in_words(model: &Model, proposal: &Proposal, room: usize) -> String {
    let line = model.document.suite.line(proposal.line);
    let options = model.document.read_options();
    let record = Record::read(&line, &options);
    let (now, then, says) = (now(&record, proposal), then(proposal), &proposal.words);
    let forms = match (
        write::stale(&model.document.suite, proposal),
        proposal.is_to_write(),
    ) {
        (Some(Changed::Position), _) => {
            vec![format!("{} · its position is another one", words::STALE)]
        }
        (Some(Changed::Moves | Changed::Result(_)), _) => {
            vec![format!("{} · {now} · not accepted: {then}", words::STALE)]
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

/// Columns of the page beside a name and what is said of it: borders, what moves the row in, the number.
const BESIDE: usize = 14;
/// Columns that moves and scores need.
const SAID: usize = 44;

impl Reports for Offered {
    fn refresh(&mut self, report: &mut Report, model: &Model) {
        let revision = model.document.suite.revision();
        let queue = model.document.queue.as_deref();
        let current = queue.filter(|queue| queue.is_at(revision));
        let proposals: Vec<&Proposal> = current.into_iter().flat_map(Queue::open).collect();
        let last = proposals.last().map(|proposal| proposal.number);
        let dismissed = queue.map_or(0, Queue::dismissed);
        // Where there is nothing to list the progress is said.
        let over = match proposals.is_empty() {
            true => queue.map_or(0, |queue| queue.tally.over()),
            false => 0,
        };
        let failed = queue.map_or(0, |queue| queue.tally.without_result());
        let counts = [proposals.len(), dismissed, over, failed];
        let made_for = Some((revision, counts, last, model.cols));
        if self.made_for == made_for {
            return;
        }
        self.made_for = made_for;
        // In the order of the file, whichever engine was the first.
        let mut listed = proposals.clone();
        listed.sort_by_key(|proposal| proposal.line);
        listed.truncate(LISTED);
        self.numbers = listed.iter().map(|proposal| proposal.number).collect();
        let columns = usize::from(model.cols).saturating_sub(BESIDE);
        let numbers = thousands(model.document.suite.line_count()).len() + 2;
        let name = columns.saturating_sub(SAID + numbers).clamp(8, NAME);
        let heads = listed.iter();
        let heads: Vec<Row> = heads
            .map(|proposal| cut_row_of(model, proposal.line, name))
            .collect();
        let widest = heads.iter().map(|row| glyph::width(row.label.as_bytes()));
        let room = columns.saturating_sub(widest.max().unwrap_or(0));
        let row = |(row, proposal): (Row, &Proposal)| {
            let number = proposal.number;
            row.detailed(in_words(model, proposal, room))
                .entering("accept")
                .doing(move |model| write::accept(model, number))
        };
        let mut rows: Vec<Row> = heads.into_iter().zip(listed).map(row).collect();
        if proposals.len() > LISTED {
            let more = thousands(proposals.len() - LISTED);
            rows.push(Row::heading(format!("… {more} more")));
        }
        if rows.is_empty() {
            let why = match queue.filter(|queue| queue.is_busy()) {
                Some(queue) => format!("no proposals yet · {}", words::progress(queue)),
                None => format!(
                    "no proposals · {} analyses records",
                    model.key(Id::AnalyseRecords)
                ),
            };
            rows.push(Row::heading(why));
        }
        rows.extend(
            queue
                .into_iter()
                .flat_map(|queue| without_result(model, queue)),
        );
        let (one, all, out, show) = (
            model.key(Id::Choose),
            model.key(Id::AcceptProposals),
            model.key(Id::RemoveFromQueue),
            model.key(Id::ShowRow),
        );
        let back = model.key(Id::RestoreProposals);
        let back = match dismissed {
            0 => String::new(),
            count => format!("{back} restores {} dismissed", thousands(count)),
        };
        report.note = match proposals.len() {
            0 => back,
            count => {
                let rest = if back.is_empty() { "" } else { ", " };
                format!(
                    "{} · {one} accepts one, {all} all, {out} dismisses one, {show} shows it{rest}{back}",
                    words::proposals(count)
                )
            }
        };
        report.put(rows);
    }

    fn beside(&self, _model: &Model, _by: isize) -> Option<Does> {
        Some(Does::new(super::page::open))
    }
}

/// The proposal of the row with the cursor.
fn here(model: &Model) -> Option<u64> {
    let offered = page::<Offered>(model)?;
    offered.numbers.get(top(model)?.cursor).copied()
}

/// Dismisses the proposal with the cursor.
pub(super) fn dismiss(model: &mut Model) {
    let number = here(model);
    let queue = model.document.queue.as_mut();
    if let (Some(number), Some(queue)) = (number, queue) {
        queue.dismiss(number);
        let restores = model.key(Id::RestoreProposals);
        model.done(format!("dismissed a proposal · {restores} restores it"));
    }
}

/// Offers those again that were dismissed.
pub(super) fn restore(model: &mut Model) {
    if let Some(queue) = &mut model.document.queue {
        let restored = words::proposals(queue.dismissed());
        queue.restore();
        model.done(format!("restored {restored}"));
    }
}

/// Why there is nothing to offer again.
pub(super) fn none_dismissed(model: &Model) -> Option<String> {
    let queue = model.document.queue.as_ref();
    let is_empty = queue.is_none_or(|queue| queue.dismissed() == 0);
    is_empty.then(|| "no dismissed proposals".into())
}

/// Accepts all that are of their records as they are now: they are written like results, as one step.
pub(super) fn accept_all(model: &mut Model) {
    let ticket = model.ticket();
    let dismisses = model.key(Id::RemoveFromQueue);
    let document = &mut model.document;
    let Some(queue) = &mut document.queue else {
        return;
    };
    if !queue.is_at(document.suite.revision()) {
        model.refused("still following the last change");
        return;
    }
    let is_stale = |of: &Proposal| write::stale(&document.suite, of).is_some();
    let (count, stale) = queue.accept_all(is_stale);
    if count == 0 {
        model.refused(match stale {
            0 => "the results are to be written as they are".to_owned(),
            _ => format!(
                "{} skipped: {} · {dismisses} dismisses one",
                words::proposals(stale),
                words::STALE
            ),
        });
        return;
    }
    let accepting = queue.accepting.get_or_insert_default();
    *accepting = Accepting {
        stale,
        ..*accepting
    };
    if !queue.is_busy() {
        // A step of its own.
        queue.ticket = ticket;
        queue.written = None;
    }
    model.done(format!("accepting {}", words::proposals(count)));
}

/// Why nothing can be accepted.
pub(super) fn none(model: &Model) -> Option<String> {
    let queue = model.document.queue.as_ref();
    let is_empty = queue.is_none_or(|queue| queue.open().next().is_none());
    is_empty.then(|| "no proposals".into())
}

/// Why there is nothing to dismiss here.
pub(super) fn none_here(model: &Model) -> Option<String> {
    here(model).is_none().then(|| "no proposal selected".into())
}

/// Whether the page is open.
pub(crate) fn is_open(model: &Model) -> bool {
    page::<Offered>(model).is_some()
}
