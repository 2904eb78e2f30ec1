//! The analysis queue: records that engines search in the background, waiting, running, and with results. All
//! lines are of one revision of the file, and the queue follows its edits: a moved or edited record stays in
//! the queue.

use crate::editor::state::document::DocumentId;
use crate::editor::state::rows::are_near;
use crate::engine::{Answer, EngineCommand, Inquiry, Operations};
use crate::epd::{ReadOptions, Record, Value};
use crate::suite::{LineSet, Moves, RevisionId, Snapshot, moves};
use shakmaty::Move;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// The most stored reasons of records without a result.
const KEPT: usize = 200;
/// The operations whose moves are compared, regardless of notation.
const MOVES: [&str; 2] = ["bm", "am"];

#[derive(Debug)]
pub struct Queue {
    /// The generation: a stopped queue gets another, and answers with an older one are dropped.
    pub(crate) ticket: u64,
    /// Whether the queue is paused until it is resumed.
    pub is_stopped: bool,
    /// Engines that run at once.
    pub jobs: usize,
    /// The snapshot that the line numbers refer to.
    pub(crate) at: Snapshot,
    pub waiting: SearchQueue,
    pub under_way: Vec<UnderWay>,
    /// The oldest first.
    proposals: Vec<Proposal>,
    pub tally: Tally,
    /// The undo steps in which results were written, with the number of results, the oldest first.
    steps: Vec<(RevisionId, usize)>,
    pub(crate) undone: usize,
    pub(crate) is_told: bool,
    /// Whether a test was requested, whose report is shown at the end.
    pub(crate) tests: bool,
    pub(crate) reported: usize,
    next_number: u64,
}

/// A record that an engine is searching.
#[derive(Clone, Debug)]
pub struct UnderWay {
    pub(crate) number: u64,
    pub item: Item,
    text: Vec<u8>,
}

/// The operations that an engine proposes for a record.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub(crate) number: u64,
    pub line: usize,
    /// The record as it was searched: the proposal is valid for no other text.
    text: Vec<u8>,
    pub(crate) operations: Operations,
    pub words: String,
    stage: Stage,
    is_dismissed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// For the user to accept or dismiss.
    Offered,
    /// A result, written without confirmation.
    Result,
    /// Accepted and written in the step that led to this revision; and whether that is now undone.
    Written(RevisionId, bool),
}

impl Proposal {
    /// Returns whether it is to be written without confirmation.
    pub fn is_to_write(&self) -> bool {
        self.stage == Stage::Result
    }

    /// Returns the change of the record that invalidates it, if any.
    pub(crate) fn stale(&self, record: &Record<'_>) -> Option<Changed> {
        let was = Record::read(&self.text, record.options());
        changed(&was, record, &self.operations)
    }
}

/// The counts of the records, by outcome.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub done: usize,
    /// Written or accepted.
    pub written: usize,
    /// No change was needed.
    pub right: usize,
    /// With a move and no score: the engine sent none, or only a bound.
    pub unscored: usize,
    /// Edited or removed before their result came.
    pub dropped: usize,
    /// Without a result, and the reasons: the first ones, each record once however often it failed.
    pub failed: usize,
    pub reasons: Vec<(usize, String)>,
    spent: Duration,
}

impl Tally {
    pub(crate) fn fail(&mut self, line: usize, reason: String) {
        self.failed += 1;
        self.forget_reason(line);
        if self.reasons.len() < KEPT {
            self.reasons.push((line, reason));
        }
    }

    fn forget_reason(&mut self, line: usize) {
        self.reasons.retain(|(known, _)| *known != line);
    }

    pub fn without_result(&self) -> usize {
        match self.failed <= KEPT {
            true => self.reasons.len(),
            false => self.failed,
        }
    }

    /// Returns the number of finished records, with or without a result.
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
            waiting: SearchQueue::default(),
            under_way: Vec::new(),
            proposals: Vec::new(),
            tally: Tally::default(),
            steps: Vec::new(),
            undone: 0,
            is_told: false,
            tests: false,
            reported: 0,
            next_number: 0,
        }
    }

    /// Returns the queue without finished records; dismissed and accepted proposals stay.
    pub(crate) fn anew(self, ticket: u64, jobs: usize) -> Self {
        Self {
            proposals: self.proposals,
            next_number: self.next_number,
            ..Self::new(ticket, self.at, jobs)
        }
    }

    /// Returns the number of records still to search.
    pub fn to_search(&self) -> usize {
        self.waiting.len() + self.under_way.len()
    }

    pub fn is_busy(&self) -> bool {
        self.to_search() > 0
    }

    pub(crate) fn is_at(&self, revision: RevisionId) -> bool {
        self.at.revision() == revision
    }

    /// Returns the estimated time until all is searched; `None` before the first result.
    pub fn left(&self) -> Option<Duration> {
        let done = u32::try_from(self.tally.done).ok();
        let done = done.filter(|done| *done > 0)?;
        let rounds = self.to_search().div_ceil(self.jobs.max(1));
        Some((self.tally.spent / done).saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX)))
    }

    /// Assigns a record with this text to an engine, and returns its number.
    pub(crate) fn begin(&mut self, item: Item, text: Vec<u8>) -> u64 {
        self.next_number += 1;
        let number = self.next_number;
        self.under_way.push(UnderWay { number, item, text });
        number
    }

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
            // Earlier proposals for it are obsolete.
            self.proposals
                .retain(|proposal| proposal.is_to_write() || proposal.line != item.line);
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
                Inquiry::Analyse(_) | Inquiry::Test(_) => Stage::Result,
                Inquiry::Verify(_) => Stage::Offered,
            },
            is_dismissed: false,
        });
    }

    /// Returns the lines for which this exact inquiry is not queued. Waiting inquiries that differ only in
    /// their limits are removed for these lines.
    pub(crate) fn not_asked_yet(&mut self, lines: &LineSet, inquiry: &Inquiry) -> LineSet {
        let under_way = self.under_way.iter().map(|under_way| under_way.item);
        let asked = under_way.chain(self.waiting.iter());
        let asked = asked.filter(|item| item.inquiry == *inquiry);
        let new = lines.minus(&asked.map(|item| item.line).collect());
        self.waiting.forget(&new, inquiry);
        new
    }

    /// Stops the queue; running records come first again when it is resumed.
    pub(crate) fn stop(&mut self, ticket: u64) {
        (self.ticket, self.is_stopped) = (ticket, true);
        for under_way in self.under_way.drain(..).rev() {
            self.waiting.put_first(under_way.item);
        }
    }

    pub(crate) fn clear(&mut self, ticket: u64) {
        self.ticket = ticket;
        self.waiting = SearchQueue::default();
        self.under_way.clear();
    }

    /// Returns the number of results in one undo step if the next one is added to the last step.
    pub(crate) fn in_step(&self) -> usize {
        let last = self.steps.last();
        last.filter(|(at, _)| self.is_at(*at))
            .map_or(1, |(_, results)| results + 1)
    }

    /// Updates the snapshot after a result was written; line numbers are unchanged.
    pub(crate) fn wrote(&mut self, now: Snapshot) {
        let step = (now.revision(), self.in_step());
        if step.1 > 1 {
            self.steps.pop();
        }
        self.steps.push(step);
        self.at = now;
    }

    /// Records that proposals, by number, were written, which led to this revision; line numbers are unchanged.
    pub(crate) fn accepted(&mut self, numbers: &BTreeSet<u64>, now: Snapshot) {
        let accepted = |of: &&mut Proposal| numbers.contains(&of.number);
        for proposal in self.proposals.iter_mut().filter(accepted) {
            proposal.stage = Stage::Written(now.revision(), false);
        }
        self.at = now;
    }

    /// Updates the results that were undone; `holds` returns whether the current revision descends from another.
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

    /// Returns the proposals that are neither written nor dismissed.
    pub fn open(&self) -> impl Iterator<Item = &Proposal> {
        let is_open = |of: &&Proposal| !matches!(of.stage, Stage::Written(_, false));
        let all = self.proposals.iter().filter(is_open);
        all.filter(|proposal| !proposal.is_dismissed)
    }

    /// Returns the open proposals that wait for the user.
    pub fn offered(&self) -> impl Iterator<Item = &Proposal> {
        self.open().filter(|proposal| !proposal.is_to_write())
    }

    pub fn to_write(&self) -> impl Iterator<Item = &Proposal> {
        self.open().filter(|proposal| proposal.is_to_write())
    }

    pub(crate) fn proposal(&self, number: u64) -> Option<&Proposal> {
        self.open().find(|proposal| proposal.number == number)
    }

    pub(crate) fn remove(&mut self, number: u64) {
        self.proposals.retain(|proposal| proposal.number != number);
    }

    pub(crate) fn dismiss(&mut self, number: u64) {
        let mut all = self.proposals.iter_mut();
        if let Some(proposal) = all.find(|proposal| proposal.number == number) {
            proposal.is_dismissed = true;
        }
    }

    /// Returns the number of dismissed proposals, which can be restored.
    pub(crate) fn dismissed(&self) -> usize {
        let all = self.proposals.iter();
        all.filter(|proposal| proposal.is_dismissed).count()
    }

    pub(crate) fn restore(&mut self) {
        for proposal in &mut self.proposals {
            proposal.is_dismissed = false;
        }
    }

    /// Follows the edits to another snapshot; returns false if that needs another thread.
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

    /// Updates the line numbers after an edit; removed lines are dropped.
    pub(crate) fn moved(&mut self, moves: &Moves, to: &Snapshot) {
        self.at = to.clone();
        if moves.is_in_place() {
            return;
        }
        let follows = |line: &mut usize| {
            let now = moves.of(*line);
            *line = now.unwrap_or_default();
            now.is_some()
        };
        let dropped = self.waiting.moved(moves) + self.under_way.len();
        self.under_way
            .retain_mut(|under_way| follows(&mut under_way.item.line));
        self.tally.dropped += dropped - self.under_way.len();
        // The tally counts these as searched already.
        self.proposals
            .retain_mut(|proposal| follows(&mut proposal.line));
        self.tally.reasons.retain_mut(|(line, _)| follows(line));
    }
}

#[derive(Clone, Debug)]
pub struct SearchJob {
    pub document: DocumentId,
    pub ticket: u64,
    pub number: u64,
    /// The engines that may search it; empty for one on PATH.
    pub engines: Vec<EngineCommand>,
    /// The number of engines that run at once, distributed evenly over `engines`.
    pub jobs: usize,
    pub line: Vec<u8>,
    pub options: ReadOptions,
    pub inquiry: Inquiry,
}

/// The outcome of a [`SearchJob`].
#[derive(Clone, Debug)]
pub struct SearchReport {
    pub document: DocumentId,
    pub ticket: u64,
    pub number: u64,
    pub took: Duration,
    pub found: SearchOutcome,
}

#[derive(Clone, Debug)]
pub enum SearchOutcome {
    Answer(Answer),
    /// This record has no result.
    Nothing(String),
    /// No engine can be started.
    NoEngine(String),
}

/// The part of a record that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    Position,
    /// `bm` or `am`.
    Moves,
    /// A result that the user wrote or removed meanwhile.
    Result(String),
}

/// Returns the part of a record that changed since it `was` judged, if the operations to be written depend on
/// it or would overwrite it. The order and notation of moves make no difference.
fn changed(was: &Record<'_>, now: &Record<'_>, operations: &Operations) -> Option<Changed> {
    if was.position() != now.position() {
        return Some(Changed::Position);
    }
    let (moves, results): (Vec<_>, Vec<_>) = operations
        .iter()
        .partition(|(opcode, _)| MOVES.contains(&opcode.as_str()));
    let names_same = |opcode: &&str| {
        let (was, now) = (named(was, opcode), named(now, opcode));
        was.len() == now.len()
            && was.iter().all(|named| now.contains(named))
            && now.iter().all(|named| was.contains(named))
    };
    if !moves.is_empty() && !MOVES.iter().all(names_same) {
        return Some(Changed::Moves);
    }
    let written = |record: &Record<'_>, opcode: &str| {
        let operation = record.operation(opcode)?;
        Some(record.operands_span(operation).of(record.line()).to_vec())
    };
    let typed = results.into_iter().find(|(opcode, new)| {
        let text = written(now, opcode);
        text != written(was, opcode) && text.as_deref() != new.as_deref().map(str::as_bytes)
    });
    typed.map(|(opcode, _)| Changed::Result(opcode.clone()))
}

/// Returns the operands of an opcode: moves, else the bytes.
fn named<'a>(record: &Record<'a>, opcode: &str) -> Vec<(Option<Move>, &'a [u8])> {
    let operations = record.operations().iter();
    let operations = operations.filter(|operation| record.opcode(operation) == opcode);
    let operands = operations.flat_map(|operation| record.operands_of(operation));
    let named = operands.map(|operand| match operand.value {
        Value::Move(played) => (Some(played), &b""[..]),
        _ => (None, operand.span.of(record.line())),
    });
    named.collect()
}

/// A record and its inquiry.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub line: usize,
    pub inquiry: Inquiry,
}

/// Records that wait for an engine, in order: eight bytes a record.
#[derive(Debug, Default)]
pub struct SearchQueue {
    /// Lines, each with the index of its inquiry.
    all: VecDeque<(u32, u32)>,
    inquiries: Vec<Inquiry>,
}

impl SearchQueue {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        self.all.iter().filter_map(|entry| self.item(*entry))
    }

    fn item(&self, (line, asked): (u32, u32)) -> Option<Item> {
        Some(Item {
            line: line as usize,
            inquiry: *self.inquiries.get(asked as usize)?,
        })
    }

    pub(crate) fn next(&mut self) -> Option<Item> {
        let next = self.all.pop_front()?;
        self.item(next)
    }

    pub(crate) fn put_first(&mut self, item: Item) {
        self.add(std::iter::once(item.line), item.inquiry);
        self.all.rotate_right(1);
    }

    /// Appends lines, in their order.
    pub(crate) fn add(&mut self, lines: impl Iterator<Item = usize>, inquiry: Inquiry) {
        let asked = self.inquiries.len();
        self.inquiries.push(inquiry);
        let entry = |line| Some((u32::try_from(line).ok()?, u32::try_from(asked).ok()?));
        self.all.extend(lines.filter_map(entry));
    }

    pub(crate) fn shift(&mut self, at: usize, to: usize) -> bool {
        let moved = (at.max(to) < self.len()).then(|| self.all.remove(at));
        let moved = moved.flatten().map(|entry| self.all.insert(to, entry));
        moved.is_some()
    }

    pub(crate) fn remove(&mut self, at: usize) -> Option<Item> {
        let gone = self.all.remove(at)?;
        self.item(gone)
    }

    /// Removes lines with the same kind of inquiry, whatever its limits.
    fn forget(&mut self, lines: &LineSet, inquiry: &Inquiry) {
        let kind = std::mem::discriminant(inquiry);
        let asked = self.inquiries.iter().map(std::mem::discriminant);
        let is_alike: Vec<bool> = asked.map(|other| other == kind).collect();
        self.all.retain(|(line, asked)| {
            let is_alike = is_alike.get(*asked as usize) == Some(&true);
            !is_alike || !lines.contains(*line as usize)
        });
    }

    /// Updates the line numbers; returns the number of removed lines.
    fn moved(&mut self, moves: &Moves) -> usize {
        let before = self.len();
        self.all.retain_mut(|(line, _)| {
            let now = moves.of(*line as usize).map(u32::try_from);
            let now = now.and_then(Result::ok);
            *line = now.unwrap_or_default();
            now.is_some()
        });
        before - self.len()
    }
}

#[cfg(test)]
mod tests {
    use crate::editor::state::queue::*;
    use crate::engine::{Analyse, Limits};
    use crate::suite::{Grouping, Suite, moves};

    const INQUIRY: Inquiry = Inquiry::Analyse(Analyse {
        limits: Limits {
            depth: None,
            nodes: None,
            movetime: None,
            timeout: None,
            until_score: None,
            until_mate: false,
        },
        lines: 1,
    });

    fn waiting(lines: &[usize]) -> SearchQueue {
        let mut waiting = SearchQueue::default();
        let lines: LineSet = lines.iter().copied().collect();
        waiting.add(lines.iter(), INQUIRY);
        waiting
    }

    fn lines(waiting: &SearchQueue) -> Vec<usize> {
        let lines: Vec<usize> = waiting.iter().map(|item| item.line).collect();
        assert_eq!(lines.len(), waiting.len());
        lines
    }

    #[test]
    fn the_queue_is_in_file_order_unless_another_is_given() {
        let mut waiting = waiting(&[5, 1, 9, 3]);
        assert_eq!(lines(&waiting), [1, 3, 5, 9]);
        assert!(waiting.shift(2, 0));
        assert_eq!(lines(&waiting), [5, 1, 3, 9]);
        assert_eq!(waiting.remove(1).map(|item| item.line), Some(1));
        assert!(!waiting.shift(0, 3), "there is no fourth");
        waiting.add([2].into_iter(), INQUIRY);
        let next = waiting.next().expect("one");
        assert_eq!((next.line, lines(&waiting)), (5, vec![3, 9, 2]));
        waiting.put_first(next);
        waiting.add([8, 7].into_iter(), INQUIRY);
        assert_eq!(lines(&waiting), [5, 3, 9, 2, 8, 7]);
        while waiting.next().is_some() {}
        assert!(waiting.is_empty());
    }

    #[test]
    fn queued_records_are_followed_through_edits() {
        let line = |n| format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{n}\";\n");
        let text: String = (0..10).map(line).collect();
        let mut suite = Suite::from_bytes("test.epd", text.into_bytes());
        let mut waiting = waiting(&[0, 2, 5, 9]);
        waiting.shift(2, 0);
        let mut at = suite.snapshot();
        let mut follow = |suite: &mut Suite, waiting: &mut SearchQueue| {
            let to = suite.snapshot();
            let gone = waiting.moved(&moves(&at, &to));
            at = to;
            (gone, lines(waiting))
        };
        suite.insert_lines(1, &[b"# new".to_vec()], "new");
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![6, 0, 3, 10]));
        suite.delete_lines(2..5, "delete");
        assert_eq!(follow(&mut suite, &mut waiting), (1, vec![3, 0, 7]));
        suite.replace_line(3, b"# other", Grouping::Step, "edit");
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![3, 0, 7]));
        suite.move_lines(0..1, 5, "move");
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![2, 4, 7]));
        suite.undo();
        suite.undo();
        assert_eq!(follow(&mut suite, &mut waiting), (0, vec![3, 0, 7]));
    }
}
