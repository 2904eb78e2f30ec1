//! What engines would have in records, as a page: each is accepted or dismissed by itself, or all at once.

use super::page::{NAME, row_of, without_result};
use super::{words, write};
use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::overlay::Does;
use crate::editor::overlay::report::show;
use crate::editor::overlay::report::{About, Report, Reports, Row, page, row};
use crate::editor::state::queue::{Changed, Proposal, Queue};
use crate::editor::widgets::glyph;
use crate::epd::Record;
use crate::epd::counted::thousands;
use crate::suite::RevisionId;

/// Rows at most.
const LISTED: usize = 200;

/// The page, and what its rows were made for.
#[derive(Debug, Default)]
struct Offered {
    made_for: Option<(RevisionId, [usize; 4], Option<u64>, u16)>,
}

pub(crate) fn open(model: &mut Model) {
    show(model, Report::new(Offered::default(), "Proposals"))
}

/// Operations in words: `bm Qg6`; `no bm`.
fn said<'o>(operations: impl Iterator<Item = (&'o String, Option<String>)>) -> String {
    let said = operations.map(|(opcode, operands)| match operands {
        Some(operands) => format!("{opcode} {}", operands.trim()),
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
    let operations = proposal.operations.iter();
    let now = |opcode| Some(record.operands_text(record.operation(opcode)?).to_string());
    let now = said(operations.clone().map(|(opcode, _)| (opcode, now(opcode))));
    let then = said(operations.map(|(opcode, operands)| (opcode, operands.clone())));
    let says = &proposal.words;
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
        let columns = usize::from(model.cols).saturating_sub(BESIDE);
        let numbers = thousands(model.document.suite.line_count()).len() + 2;
        let name = columns.saturating_sub(SAID + numbers).clamp(8, NAME);
        let heads = listed.iter();
        let heads: Vec<Row> = heads
            .map(|proposal| row_of(model, proposal.line, name))
            .collect();
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
        rows.extend(queue.iter().flat_map(|queue| without_result(model, queue)));
        report.note = match proposals.len() {
            0 => String::new(),
            count => {
                let [one, all, out, show] = [
                    Id::Choose,
                    Id::AcceptProposals,
                    Id::RemoveFromQueue,
                    Id::ShowRow,
                ]
                .map(|id| model.key(id));
                let count = words::proposals(count);
                format!(
                    "{count} · {one} accepts one, {all} all, {out} dismisses one, {show} shows it"
                )
            }
        };
        if dismissed > 0 {
            let rest = if report.note.is_empty() { "" } else { ", " };
            let (back, count) = (model.key(Id::RestoreProposals), thousands(dismissed));
            report.note += &format!("{rest}{back} restores {count} dismissed");
        }
        report.put(rows);
    }

    fn beside(&self, _model: &Model, _by: isize) -> Option<Does> {
        Some(Does::new(super::page::open))
    }
}

/// Returns the proposal of the row with the cursor.
fn here(model: &Model) -> Option<u64> {
    match row(model)?.about {
        Some(About::Proposal(number)) => Some(number),
        _ => None,
    }
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

/// Returns why there is nothing to offer again.
pub(super) fn none_dismissed(model: &Model) -> Option<String> {
    let queue = model.document.queue.as_ref();
    let is_empty = queue.is_none_or(|queue| queue.dismissed() == 0);
    is_empty.then(|| "no dismissed proposals".into())
}

/// Returns why nothing can be accepted.
pub(super) fn none(model: &Model) -> Option<String> {
    let queue = model.document.queue.as_ref();
    let is_empty = queue.is_none_or(|queue| queue.open().next().is_none());
    is_empty.then(|| "no proposals".into())
}

/// Returns why there is nothing to dismiss here.
pub(super) fn none_here(model: &Model) -> Option<String> {
    here(model).is_none().then(|| "no proposal selected".into())
}

/// Returns whether the page is open.
pub(crate) fn is_open(model: &Model) -> bool {
    page::<Offered>(model).is_some()
}
