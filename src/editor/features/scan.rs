//! The reading of the whole file in the background: begun, stopped, taken in.

use crate::editor::features::rules;
use crate::editor::jobs::{self, Delivery, Slot, Work};
use crate::editor::model::Model;
use crate::editor::state::jobs::scan::{ScanJob, Scanned};
use crate::suite::Counts;
use std::sync::Arc;

/// Stops the running scan; what it has counted stays, and is of a part of the file.
pub(crate) fn stop(model: &mut Model) {
    if !model.document.scan.running {
        return;
    }
    let ticket = model.ticket();
    model.document.scan.stop(ticket);
    jobs::end(model, Slot::Scan);
}

/// Begins to read the whole file again, where what is known still holds.
pub(crate) fn renew(model: &mut Model) {
    let survey = model.document.scan.survey.take();
    start(model);
    model.document.scan.keep(survey);
}

/// Begins to read the whole file again.
pub(crate) fn start(model: &mut Model) {
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
    let scan = Work::new(Slot::Scan, move |hand| Ok(job.run(&hand.job, &hand.counts)));
    let scan = scan.telling(|hand| {
        let (counts, ticket) = (hand.counts.get(), hand.id.ticket);
        Some(Delivery::new(move |model| progress(model, ticket, counts)))
    });
    scan.ask(model, ticket, move |model, result| match result {
        Ok((counts, scanned)) => done(model, ticket, counts, scanned),
        Err(reason) => failed(model, ticket, &reason),
    });
}

/// Takes in what was counted by now.
fn progress(model: &mut Model, ticket: u64, counts: Counts) {
    if model.document.scan.ticket == ticket {
        model.document.scan.progress(counts);
    }
}

/// The scan is over.
fn done(model: &mut Model, ticket: u64, counts: Counts, scanned: Option<Arc<Scanned>>) {
    if model.document.scan.ticket != ticket {
        return;
    }
    let found = scanned.as_ref().and_then(|scanned| scanned.rules);
    model.document.scan.done(counts, scanned);
    if let Some(found) = found {
        rules::found(model, found);
    }
    let document = &mut model.document;
    document.scan.remember(document.suite.revision());
}

/// The scan came to nothing: what it had counted is all that is known.
fn failed(model: &mut Model, ticket: u64, reason: &str) {
    let scan = &mut model.document.scan;
    if scan.ticket == ticket {
        let counts = scan.counts.clone();
        scan.done(counts, None);
        model.failed(format!("could not count the file: {reason}"));
    }
}
