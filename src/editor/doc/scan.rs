//! The reading of the whole file in the background: begun, stopped, taken in.

use crate::editor::doc::rules;
use crate::editor::jobs::{self, Delivery, Slot, Work};
use crate::editor::model::Model;
use crate::editor::state::jobs::scan::{Scanned, scan};
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

/// Begins to read the whole file again.
pub(crate) fn start(model: &mut Model) {
    let ticket = model.ticket();
    rules::settle(model);
    let document = &mut model.document;
    let snapshot = document.suite.snapshot();
    let find_rules = !document.suite.rules_are_known();
    document.scan.begin(ticket, snapshot.line_count());
    let scan = Work::new(Slot::Scan, move |hand| {
        let scanned = scan(snapshot.clone(), find_rules, &hand.job, &hand.counts).ok();
        // Where the file can't be read to its end, only what was counted till then is known.
        let counts = match &scanned {
            Some(scanned) => scanned.findings.counts.clone(),
            None => hand.counts.get(),
        };
        Ok((counts, scanned.map(Arc::new)))
    });
    let scan = scan.telling(|hand| {
        let (counts, ticket) = (hand.counts.get(), hand.id.ticket);
        Some(Delivery::new(move |model| {
            if model.document.scan.ticket == ticket {
                model.document.scan.progress(counts);
            }
        }))
    });
    scan.ask(model, ticket, move |model, result| {
        if model.document.scan.ticket == ticket {
            done(model, result);
        }
    });
}

/// Takes in what a scan found; where it came to nothing, what it had counted is all that is known.
fn done(model: &mut Model, result: Result<(Counts, Option<Arc<Scanned>>), String>) {
    let scan = &mut model.document.scan;
    let (counts, scanned) = match result {
        Ok(found) => found,
        Err(reason) => {
            let counts = scan.counts.clone();
            scan.done(counts, None);
            return model.failed(format!("could not count the file: {reason}"));
        }
    };
    let found = scanned.as_ref().and_then(|scanned| scanned.rules);
    scan.done(counts, scanned);
    if let Some(found) = found {
        rules::found(model, found);
    }
    let document = &mut model.document;
    document.scan.remember(document.suite.revision());
}
