//! Records that engines work through in the background: what waits, what is under way, and what came of
//! it. All lines are of one state of the file, which the queue follows: a record that is moved, or whose
//! line is edited, stays the same record.

mod judged;
mod waiting;

use crate::editor::state::document::DocumentId;
use crate::editor::state::tracked_lines::are_near;
use crate::engine::{Answer, EngineCommand, Inquiry, Operations};
use crate::epd::{ReadOptions, Record};
use crate::suite::{LineSet, Moves, RevisionId, Snapshot, moves};
use std::collections::BTreeSet;
use std::time::Duration;

pub use judged::Changed;
pub use waiting::{Item, Waiting};

/// Reasons that are kept, of records that have no result.
const KEPT: usize = 200;

/// The queue of a file.
#[derive(Debug)]
pub struct Queue {
    /// The generation: what was stopped has another, and what answers an older one is dropped.
    pub(crate) ticket: u64,
    /// Whether nothing is begun until it is resumed.
    pub is_stopped: bool,
    /// Engines that work at once.
    pub jobs: usize,
    /// The state whose lines all others here are.
    at: Snapshot,
    pub waiting: Waiting,
    pub under_way: Vec<UnderWay>,
    /// The oldest first.
    proposals: Vec<Proposal>,
    pub tally: Tally,
    /// The steps that results were written in, each with how many of them, the oldest first.
    steps: Vec<(RevisionId, usize)>,
    /// Written results whose steps are undone now.
    pub(crate) undone: usize,
    /// Whether it was said that all is done.
    pub(crate) is_told: bool,
    next_number: u64,
}

/// A record that an engine has.
#[derive(Clone, Debug)]
pub struct UnderWay {
    pub(crate) number: u64,
    pub item: Item,
    text: Vec<u8>,
}

/// The operations that an engine would have in a record.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub(crate) number: u64,
    pub line: usize,
    /// The record as it was searched: of any other it says nothing.
    text: Vec<u8>,
    pub(crate) operations: Operations,
    /// The engine's moves and scores.
    pub words: String,
    stage: Stage,
    /// Whether a person does not want it; it comes back when that is asked for.
    is_dismissed: bool,
}

/// The stage of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A person accepts it or dismisses it.
    Offered,
    /// A result, written without being accepted.
    Result,
    /// A proposal accepted and written in the step that led to this revision; and whether that is undone now.
    Written(RevisionId, bool),
}

impl Proposal {
    /// Returns whether it is to be written without anything more being asked.
    pub fn is_to_write(&self) -> bool {
        self.stage == Stage::Result
    }

    /// Returns the reason why it says nothing of a record any more.
    pub(crate) fn stale(&self, record: &Record<'_>) -> Option<Changed> {
        let was = Record::read(&self.text, record.options());
        judged::changed(&was, record, &self.operations)
    }
}

/// The outcome of the records.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Searched.
    pub done: usize,
    /// Written or accepted.
    pub written: usize,
    /// Nothing was to be changed.
    pub right: usize,
    /// With a move and no score: the engine told none, or only a bound.
    pub unscored: usize,
    /// Edited or gone before their result came.
    pub dropped: usize,
    /// Without a result, and why: the first of them, each once however often it was asked for.
    pub failed: usize,
    pub reasons: Vec<(usize, String)>,
    /// The time of all searches together.
    spent: Duration,
}

impl Tally {
    /// A record has no result.
    pub(crate) fn fail(&mut self, line: usize, reason: String) {
        self.failed += 1;
        self.forget_reason(line);
        if self.reasons.len() < KEPT {
            self.reasons.push((line, reason));
        }
    }

    /// A record has a result now, or another reason.
    fn forget_reason(&mut self, line: usize) {
        self.reasons.retain(|(known, _)| *known != line);
    }

    /// Counts the records without a result.
    pub fn without_result(&self) -> usize {
        match self.failed <= KEPT {
            true => self.reasons.len(),
            false => self.failed,
        }
    }

    /// Counts the records that are over, with or without a result.
    pub fn over(&self) -> usize {
        self.done + self.failed + self.dropped
    }
}

impl Queue {
    pub(crate) fn new(ticket: u64, at: Snapshot, jobs: usize) -> Self {
        Self {
            ticket,
            is_stopped: false,
            jobs,
            at,
            waiting: Waiting::default(),
            under_way: Vec::new(),
            proposals: Vec::new(),
            tally: Tally::default(),
            steps: Vec::new(),
            undone: 0,
            is_told: false,
            next_number: 0,
        }
    }

    /// Returns the same queue without all that is over; what was dismissed and accepted is still known.
    pub(crate) fn anew(self, ticket: u64, jobs: usize) -> Self {
        Self {
            proposals: self.proposals,
            next_number: self.next_number,
            ..Self::new(ticket, self.at, jobs)
        }
    }

    /// Counts what there is to search.
    pub fn to_search(&self) -> usize {
        self.waiting.len() + self.under_way.len()
    }

    /// Returns whether there is something to search.
    pub fn is_busy(&self) -> bool {
        self.to_search() > 0
    }

    /// Returns whether its lines are those of the file now.
    pub(crate) fn is_at(&self, revision: RevisionId) -> bool {
        self.at.revision() == revision
    }

    /// Returns the time it takes until all is searched; `None` before the first result.
    pub fn left(&self) -> Option<Duration> {
        let done = u32::try_from(self.tally.done)
            .ok()
            .filter(|done| *done > 0)?;
        let rounds = self.to_search().div_ceil(self.jobs.max(1));
        Some((self.tally.spent / done).saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX)))
    }

    /// Gives a record with this text to an engine, and returns its number.
    pub(crate) fn begin(&mut self, item: Item, text: Vec<u8>) -> u64 {
        self.next_number += 1;
        let number = self.next_number;
        self.under_way.push(UnderWay { number, item, text });
        number
    }

    /// Takes in what came of a record.
    pub(crate) fn searched(&mut self, number: u64, took: Duration, found: Result<Answer, String>) {
        let mut under_way = self.under_way.iter();
        let Some(at) = under_way.position(|under_way| under_way.number == number) else {
            return;
        };
        let UnderWay { item, text, .. } = self.under_way.remove(at);
        let answer = match found {
            Ok(answer) => answer,
            Err(reason) => return self.tally.fail(item.line, reason),
        };
        self.tally.done += 1;
        self.tally.forget_reason(item.line);
        let is_unscored =
            |(opcode, operands): &(String, Option<String>)| opcode == "ce" && operands.is_none();
        self.tally.unscored += usize::from(answer.operations.iter().any(is_unscored));
        self.tally.spent += took;
        if matches!(item.inquiry, Inquiry::Verify(_)) {
            self.outdate(item.line);
        }
        if answer.operations.is_empty() {
            self.tally.right += 1;
            return;
        }
        self.proposals.push(Proposal {
            number,
            line: item.line,
            text,
            operations: answer.operations,
            words: answer.words,
            stage: match item.inquiry {
                Inquiry::Analyse(_) => Stage::Result,
                Inquiry::Verify(_) => Stage::Offered,
            },
            is_dismissed: false,
        });
    }

    /// Returns the lines of which this is not asked already, word for word. Where they wait to be asked the same with
    /// other limits, they wait for that no more.
    pub(crate) fn not_asked_yet(&mut self, lines: &LineSet, inquiry: &Inquiry) -> LineSet {
        let under_way = self.under_way.iter().map(|under_way| under_way.item);
        let asked = under_way.chain(self.waiting.iter());
        let asked = asked
            .filter(|item| item.inquiry == *inquiry)
            .map(|item| item.line);
        let new = lines.minus(&asked.collect());
        self.waiting.forget(&new, inquiry);
        new
    }

    /// Stops the queue: what the engines have comes first again when it is resumed.
    pub(crate) fn stop(&mut self, ticket: u64) {
        (self.ticket, self.is_stopped) = (ticket, true);
        for under_way in self.under_way.drain(..).rev() {
            self.waiting.put_first(under_way.item);
        }
    }

    /// Nothing waits any more, and what is under way is dropped.
    pub(crate) fn clear(&mut self, ticket: u64) {
        self.ticket = ticket;
        self.waiting = Waiting::default();
        self.under_way.clear();
    }

    /// Counts the results in one step with the one that is written next, that one included.
    pub(crate) fn in_step(&self) -> usize {
        let last = self.steps.last();
        last.filter(|(at, _)| self.is_at(*at))
            .map_or(1, |(_, results)| results + 1)
    }

    /// A result was written, which led to this state; all lines are where they were.
    pub(crate) fn wrote(&mut self, now: Snapshot) {
        let step = (now.revision(), self.in_step());
        if step.1 > 1 {
            self.steps.pop();
        }
        self.steps.push(step);
        self.at = now;
    }

    /// Proposals, by their numbers, were accepted and written, which led to this state; all lines are where they
    /// were.
    pub(crate) fn accepted(&mut self, numbers: &BTreeSet<u64>, now: Snapshot) {
        let accepted = |of: &&mut Proposal| numbers.contains(&of.number);
        for proposal in self.proposals.iter_mut().filter(accepted) {
            proposal.stage = Stage::Written(now.revision(), false);
        }
        self.at = now;
    }

    /// Finds out what is undone; `holds` says of a revision whether the file as it is now came of it.
    pub(crate) fn count_undone(&mut self, holds: impl Fn(RevisionId) -> bool) {
        let undone = self.steps.iter().filter(|(at, _)| !holds(*at));
        self.undone = undone.map(|(_, results)| results).sum();
        for proposal in &mut self.proposals {
            if let Stage::Written(at, was_undone) = proposal.stage {
                let is_undone = !holds(at);
                proposal.stage = Stage::Written(at, is_undone);
                let written = &mut self.tally.written;
                match (was_undone, is_undone) {
                    (false, true) => *written = written.saturating_sub(1),
                    (true, false) => *written += 1,
                    _ => {}
                }
            }
        }
    }

    /// Returns the proposals that are not written yet, and not dismissed.
    pub fn open(&self) -> impl Iterator<Item = &Proposal> {
        let is_open = |of: &&Proposal| !matches!(of.stage, Stage::Written(_, false));
        let all = self.proposals.iter().filter(is_open);
        all.filter(|proposal| !proposal.is_dismissed)
    }

    /// Returns those of them that wait for a person.
    pub fn offered(&self) -> impl Iterator<Item = &Proposal> {
        self.open().filter(|proposal| !proposal.is_to_write())
    }

    /// Returns those of them that are to be written.
    pub fn to_write(&self) -> impl Iterator<Item = &Proposal> {
        self.open().filter(|proposal| proposal.is_to_write())
    }

    /// Returns a proposal that is not written yet, and not dismissed.
    pub(crate) fn proposal(&self, number: u64) -> Option<&Proposal> {
        self.open().find(|proposal| proposal.number == number)
    }

    /// Takes a proposal out.
    pub(crate) fn remove(&mut self, number: u64) {
        self.proposals.retain(|proposal| proposal.number != number);
    }

    /// A person does not want a proposal.
    pub(crate) fn dismiss(&mut self, number: u64) {
        let mut all = self.proposals.iter_mut();
        if let Some(proposal) = all.find(|proposal| proposal.number == number) {
            proposal.is_dismissed = true;
        }
    }

    /// Counts the proposals that were dismissed and can be offered again.
    pub(crate) fn dismissed(&self) -> usize {
        let all = self.proposals.iter();
        all.filter(|proposal| proposal.is_dismissed).count()
    }

    /// Offers those again that were dismissed.
    pub(crate) fn restore(&mut self) {
        for proposal in &mut self.proposals {
            proposal.is_dismissed = false;
        }
    }

    /// A record was judged anew: what was proposed for it before is of no interest.
    fn outdate(&mut self, line: usize) {
        self.proposals
            .retain(|proposal| proposal.is_to_write() || proposal.line != line);
    }

    /// Follows to another state of the file; `false` where that takes so long that another thread is to do it.
    pub(crate) fn follow(&mut self, to: &Snapshot) -> bool {
        if self.is_at(to.revision()) {
            self.at = to.clone();
            return true;
        }
        let is_near = are_near(&self.at, to);
        if is_near {
            let moves = moves(&self.at, to);
            self.moved(&moves, to);
        }
        is_near
    }

    /// Returns the state that its lines are of.
    pub(crate) fn at(&self) -> &Snapshot {
        &self.at
    }

    /// The lines have gone elsewhere: those that are there no more are dropped.
    pub(crate) fn moved(&mut self, moves: &Moves, to: &Snapshot) {
        self.at = to.clone();
        if moves.is_in_place() {
            return;
        }
        let mut dropped = self.waiting.moved(moves);
        self.under_way.retain_mut(|under_way| {
            let line = moves.of(under_way.item.line);
            under_way.item.line = line.unwrap_or_default();
            dropped += usize::from(line.is_none());
            line.is_some()
        });
        // These are counted as searched already.
        self.proposals.retain_mut(|proposal| {
            let line = moves.of(proposal.line);
            proposal.line = line.unwrap_or_default();
            line.is_some()
        });
        self.tally.reasons.retain_mut(|(line, _)| {
            let now = moves.of(*line);
            *line = now.unwrap_or_default();
            now.is_some()
        });
        self.tally.dropped += dropped;
    }
}

/// A record for an engine.
#[derive(Clone, Debug)]
pub struct SearchJob {
    pub document: DocumentId,
    pub ticket: u64,
    pub number: u64,
    /// The engines that may search it; none for one that is found in PATH.
    pub engines: Vec<EngineCommand>,
    /// The number of engines at work at once, each of them as often as the others as far as that goes.
    pub jobs: usize,
    pub line: Vec<u8>,
    pub options: ReadOptions,
    pub inquiry: Inquiry,
}

/// The outcome of a [`SearchJob`].
#[derive(Clone, Debug)]
pub struct Searched {
    pub document: DocumentId,
    pub ticket: u64,
    pub number: u64,
    pub took: Duration,
    pub found: Found,
}

/// See [`Searched`].
#[derive(Clone, Debug)]
pub enum Found {
    Answer(Answer),
    /// This record has no result.
    Nothing(String),
    /// No engine can be started: none has.
    NoEngine(String),
}
