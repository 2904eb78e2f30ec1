//! A change of many records, prepared.

pub mod examples;
pub mod plan;
pub mod scope;

use crate::suite::edit::Rewrite;
use crate::suite::{BulkChange, Job, JobError, Snapshot};
use examples::{Examples, First};
use plan::{Plan, PlanError};
use scope::Scope;

/// Something to be prepared.
#[derive(Clone, Debug)]
pub struct Preparation {
    pub snapshot: Snapshot,
    pub plan: Plan,
    pub scope: Scope,
    /// Whether it is looked at before it is made.
    pub previewed: bool,
}

/// A change that is ready.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub change: BulkChange,
    /// What it is, in words, done: `removed bm from 214 records`.
    pub said: String,
    pub examples: Examples,
    /// What was asked.
    pub plan: Plan,
    pub scope: Scope,
    /// The state that it was prepared from.
    base: Snapshot,
}

impl Prepared {
    /// The same of the state there is now, where a few records were edited while it was worked out.
    #[must_use]
    pub(crate) fn rebased(mut self, now: &Snapshot) -> Self {
        if self.plan.keeps_lines() {
            let (plan, chosen) = (&self.plan, &self.scope.chosen);
            let decide = |line: usize, bytes: &[u8]| match chosen.has(line) {
                true => {
                    let rewrite = plan.of_line(now, line, bytes, 0);
                    rewrite.unwrap_or(Rewrite::Keep)
                }
                false => Rewrite::Keep,
            };
            if let Some(mut change) = self.change.rebased(&self.base, now, decide) {
                self.said = self.plan.said(&change, &self.scope);
                change.label = self.said.clone().into();
                self.change = change;
            }
        }
        self
    }
}

impl Preparation {
    /// Works it out; may take a while. Tells the first lines of what is looked at before all are there.
    ///
    /// # Errors
    /// Why it can't be done, or that it was stopped.
    pub fn run(&self, job: &Job, tell: impl FnOnce(First)) -> Result<Prepared, String> {
        if self.previewed {
            let first = First::of(&self.snapshot, &self.plan, &self.scope.chosen, job);
            if !first.lines.is_empty() || first.among.is_some() {
                tell(first);
            }
        }
        let failed = |error: JobError| error.to_string();
        let mut change = self
            .plan
            .prepare(&self.snapshot, &self.scope.chosen, job)
            .map_err(|error| match error {
                PlanError::Job(error) => failed(error),
                PlanError::File(reason) => reason,
            })?;
        let examples = if self.previewed {
            Examples::of(&self.snapshot, &change, &self.plan)
        } else {
            Examples::default()
        };
        let said = self.plan.said(&change, &self.scope);
        change.label = said.clone().into();
        Ok(Prepared {
            change,
            said,
            examples,
            plan: self.plan.clone(),
            scope: self.scope.clone(),
            base: self.snapshot.clone(),
        })
    }
}
