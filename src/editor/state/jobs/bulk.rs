//! A change of many records, prepared.
//!
//! Which lines a change of many records is about.

pub mod examples;
pub mod plan;

use crate::epd::counted::{noun, thousands};
use crate::suite::edit::Chosen;
use crate::suite::{BulkChange, Job, Snapshot};
use examples::{Example, examples};
use plan::Plan;

/// Something to be prepared.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// The state that it is prepared from.
    pub base: Snapshot,
    pub plan: Plan,
    pub scope: Scope,
    /// Whether it is looked at before it is made.
    pub previewed: bool,
}

/// A change that is ready.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Its label is what it is, in words, done: `removed bm from 214 records`.
    pub change: BulkChange,
    /// Some of its lines, where it is looked at.
    pub examples: Vec<Example>,
    /// The request.
    pub of: Preparation,
}

impl Preparation {
    /// Works it out; may take a while.
    ///
    /// # Errors
    /// Why it can't be done, or that it was stopped.
    pub fn run(&self, job: &Job) -> Result<Prepared, String> {
        let mut change = self.plan.prepare(&self.base, &self.scope.chosen, job)?;
        let examples = match self.previewed {
            true => examples(&self.base, &change, &self.plan),
            false => Vec::new(),
        };
        change.label = self.plan.said(&change, &self.scope).into();
        Ok(Prepared {
            change,
            examples,
            of: self.clone(),
        })
    }
}

/// The lines of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    pub chosen: Chosen,
    /// The number of lines.
    pub lines: usize,
    pub of: ScopeOf,
    /// The number of them that are marked and hidden by the filter.
    pub hidden: usize,
}

/// The way in which the lines were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeOf {
    Marks,
    Filter,
    All,
}

impl Scope {
    /// Returns the scope of all of so many lines.
    pub fn all(lines: usize) -> Self {
        Self {
            chosen: Chosen::All,
            lines,
            of: ScopeOf::All,
            hidden: 0,
        }
    }

    /// Returns `12 marked lines`.
    pub fn in_words(&self) -> String {
        let lines = noun(self.lines, "line", "lines");
        let number = thousands(self.lines);
        match self.of {
            ScopeOf::Marks => format!("{number} marked {lines}{}", self.hidden_in_words()),
            ScopeOf::Filter => format!("the {number} {lines} shown"),
            ScopeOf::All => format!("all {number} {lines}"),
        }
    }

    /// `, 3 of them hidden by the filter`; nothing where all can be seen.
    pub(crate) fn hidden_in_words(&self) -> String {
        hidden_in_words(self.hidden, self.lines)
    }
}

/// Returns what is said of marked lines that the filter hides: nobody who changes what is on screen sees them.
pub(crate) fn hidden_in_words(hidden: usize, of: usize) -> String {
    match hidden {
        0 => String::new(),
        all if all == of => ", hidden by the filter".to_owned(),
        some => format!(", {some} of them hidden by the filter"),
    }
}
