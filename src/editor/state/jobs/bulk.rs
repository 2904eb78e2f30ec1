//! A change of many records, prepared.

pub mod examples;
pub mod plan;
pub mod scope;

use crate::suite::{BulkChange, Job, Snapshot};
use examples::{Example, examples};
use plan::Plan;
use scope::Scope;

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
