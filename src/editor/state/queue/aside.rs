//! Proposals that are not offered any more: a person dismissed them, or accepted them and they were
//! written. What was dismissed comes back when it is asked for, and what was accepted when it is undone.

use super::{Proposal, Queue};
use std::collections::VecDeque;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Aside {
    pub(super) dismissed: Vec<Proposal>,
    pub(super) accepted: Vec<Proposal>,
    /// Those, by their numbers, whose records are to be looked at: something was undone or redone.
    look: VecDeque<u64>,
}

impl Aside {
    /// All of them.
    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Vec<Proposal>> {
        [&mut self.dismissed, &mut self.accepted].into_iter()
    }
}

fn take(proposals: &mut Vec<Proposal>, number: u64) -> Option<Proposal> {
    let mut all = proposals.iter();
    let at = all.position(|proposal| proposal.number == number)?;
    Some(proposals.remove(at))
}

impl Queue {
    /// Proposals that were dismissed and can be offered again.
    pub(crate) fn dismissed(&self) -> usize {
        self.aside.dismissed.len()
    }

    /// A person does not want a proposal.
    pub(crate) fn dismiss(&mut self, number: u64) {
        let proposal = self.take(number);
        self.aside.dismissed.extend(proposal);
    }

    /// Offers those again that were dismissed; gives how many.
    pub(crate) fn restore(&mut self) -> usize {
        let count = self.aside.dismissed.len();
        self.proposals.append(&mut self.aside.dismissed);
        count
    }

    /// A proposal was written.
    pub(crate) fn accepted(&mut self, proposal: Proposal) {
        self.aside.accepted.push(Proposal {
            is_result: false,
            is_accepted: false,
            ..proposal
        });
    }

    /// Something was undone or redone: proposals that were accepted may be none of their records any more,
    /// and others may be again.
    pub(crate) fn look_back(&mut self) {
        let accepted = self.aside.accepted.iter();
        let back = self.proposals.iter().filter(|proposal| proposal.is_back);
        self.aside.look = accepted.chain(back).map(|of| of.number).collect();
    }

    /// The next proposal whose record is to be looked at.
    pub(crate) fn next_to_look_at(&mut self) -> Option<&Proposal> {
        loop {
            let number = self.aside.look.pop_front()?;
            let mut all = self.aside.accepted.iter().chain(&self.proposals);
            if let Some(at) = all.position(|proposal| proposal.number == number) {
                let behind = at.checked_sub(self.aside.accepted.len());
                return match behind {
                    Some(at) => self.proposals.get(at),
                    None => self.aside.accepted.get(at),
                };
            }
        }
    }

    /// Whether records are still to be looked at.
    pub(crate) fn looks_back(&self) -> bool {
        !self.aside.look.is_empty()
    }

    /// A proposal that was accepted is not in its record any more: it is offered again.
    pub(crate) fn offer_again(&mut self, number: u64) {
        if let Some(proposal) = take(&mut self.aside.accepted, number) {
            self.tally.written = self.tally.written.saturating_sub(1);
            self.proposals.push(Proposal {
                is_back: true,
                ..proposal
            });
        }
    }

    /// A proposal that was offered again is in its record.
    pub(crate) fn is_in_again(&mut self, number: u64) {
        if let Some(proposal) = take(&mut self.proposals, number) {
            self.tally.written += 1;
            self.aside.accepted.push(proposal);
        }
    }

    /// A record was judged anew: what was proposed for it before is of no interest.
    pub(super) fn outdate(&mut self, line: usize) {
        let is_older = |proposal: &Proposal| !proposal.is_result && proposal.line == line;
        self.proposals.retain(|proposal| !is_older(proposal));
        for aside in self.aside.all() {
            aside.retain(|proposal| !is_older(proposal));
        }
    }
}
