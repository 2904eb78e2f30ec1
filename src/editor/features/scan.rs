//! The reading of the whole file in the background: begun, stopped, taken in.

use crate::editor::effect::Effect;
use crate::editor::features::{jobs, rules};
use crate::editor::model::Model;
use crate::editor::state::jobs::scan::{ScanJob, Scanned};
use crate::editor::state::jobs::{Slot, Work};
use crate::suite::Counts;
use std::sync::Arc;

/// Stops the running scan; what it has counted stays, and is of a part of the file.
pub(crate) fn stop(model: &mut Model) -> Option<Effect> {
    if !model.document.scan.running {
        return None;
    }
    let ticket = model.ticket();
    model.document.scan.stop(ticket);
    Some(jobs::end(model, Slot::Scan))
}

/// Begins to read the whole file again, where what is known still holds.
pub(crate) fn renew(model: &mut Model) -> Effect {
    let survey = model.document.scan.survey.take();
    let effect = start(model);
    model.document.scan.keep(survey);
    effect
}

/// Begins to read the whole file again.
pub(crate) fn start(model: &mut Model) -> Effect {
    let ticket = model.ticket();
    rules::settle(model);
    let document = &mut model.document;
    let snapshot = document.suite.snapshot();
    let find_rules = !document.suite.rules_are_known();
    document.scan.begin(ticket, snapshot.line_count());
    let job = ScanJob {
        snapshot,
        find_rules,
    };
    jobs::ask(model, ticket, Slot::Scan, Work::Scan(job))
}

/// What was counted by now.
pub(crate) fn progress(model: &mut Model, ticket: u64, counts: Counts) {
    if model.document.scan.ticket == ticket {
        model.document.scan.progress(counts);
    }
}

/// The scan is over.
pub(crate) fn done(
    model: &mut Model,
    ticket: u64,
    counts: Counts,
    scanned: Option<Arc<Scanned>>,
) -> Vec<Effect> {
    if model.document.scan.ticket != ticket {
        return Vec::new();
    }
    let found = scanned.as_ref().and_then(|scanned| scanned.rules);
    model.document.scan.done(counts, scanned);
    let effects = match found {
        Some(found) => rules::found(model, found),
        None => Vec::new(),
    };
    let document = &mut model.document;
    document.scan.remember(document.suite.revision());
    effects
}

/// The scan came to nothing: what it had counted is all that is known.
pub(crate) fn failed(model: &mut Model, ticket: u64, reason: &str) {
    let scan = &mut model.document.scan;
    if scan.ticket == ticket {
        let counts = scan.counts.clone();
        scan.done(counts, None);
        model.failed(format!("could not count the file: {reason}"));
    }
}
