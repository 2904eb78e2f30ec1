//! The scan of the whole file in the background, and the rules of castling: those that its records imply, and
//! those that the user chose.

use crate::editor::doc::filter;
use crate::editor::effect::Effect;
use crate::editor::jobs::{self, Delivery, Slot, Work};
use crate::editor::model::Model;
use crate::editor::state::scan::{ScanResults, scan};
use crate::epd::Rules;
use crate::epd::tablebase::Tables;
use crate::suite::Counts;
use std::path::Path;
use std::sync::Arc;

/// Stops the running scan; its counts, of a part of the file, stay.
pub(crate) fn stop(model: &mut Model) {
    if !model.document.scan.running {
        return;
    }
    let ticket = model.ticket();
    model.document.scan.stop(ticket);
    jobs::end(model, Slot::Scan);
}

pub(crate) fn start(model: &mut Model) {
    let ticket = model.ticket();
    settle_rules(model);
    let document = &mut model.document;
    let snapshot = document.suite.snapshot();
    let find_rules = !document.suite.rules_are_known();
    document.scan.begin(ticket, snapshot.line_count());
    let scan = Work::new(Slot::Scan, move |hand| {
        let scanned = scan(snapshot.clone(), find_rules, &hand.job, &hand.counts).ok();
        // If the file can't be read to its end, only the counts up to there are known.
        let counts = match &scanned {
            Some(scanned) => scanned.findings.counts.clone(),
            None => hand.counts.get(),
        };
        Ok((counts, scanned.map(Arc::new)))
    });
    let scan = scan.telling(|hand| {
        let (counts, ticket) = (hand.counts.get(), hand.id.ticket);
        Some(Delivery::new(move |model| {
            let scan = &mut model.document.scan;
            // The last report may arrive after the end.
            if scan.ticket == ticket && scan.running {
                scan.counts = counts;
            }
        }))
    });
    scan.ask(model, ticket, move |model, result| {
        if model.document.scan.ticket == ticket {
            done(model, result);
        }
    });
}

/// Stores the results of a scan, or only its counts if it failed.
fn done(model: &mut Model, result: Result<(Counts, Option<Arc<ScanResults>>), String>) {
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
        rules_found(model, found);
    }
    let document = &mut model.document;
    document.scan.remember(document.suite.revision());
}

/// Sets the tablebases on all open files, and the rules that the user chose for one file or for all.
pub(crate) fn settle_rules(model: &mut Model) {
    let (for_all, tables) = (model.settings.chess960, model.tables);
    for document in model.documents_mut() {
        document.suite.set_tables(tables);
        if let Some(chosen) = document.rules.or(for_all) {
            document.suite.set_rules(chosen);
        }
    }
}

pub fn toggle_rules(model: &mut Model) {
    let (rules, message) = match model.document.suite.rules() {
        Rules::Classical => (
            Rules::Chess960,
            "switched to Chess960 rules: king and rooks castle from any file",
        ),
        Rules::Chess960 => (
            Rules::Classical,
            "switched to classical rules: king on e, rooks on a and h",
        ),
    };
    model.document.rules = Some(rules);
    model.document.suite.set_rules(rules);
    run_again(model);
    start(model);
    model.done(message);
}

/// Opens the tablebases of the settings' folder, or closes those that are open.
pub(crate) fn open_tables(model: &mut Model) {
    match &model.settings.syzygy {
        Some(folder) => model.send(Effect::OpenTables(folder.clone())),
        None => replace_tables(model, None),
    }
}

/// Stores the tablebases of a folder, or reports the error, if the settings still name the folder.
pub fn opened_tables(model: &mut Model, folder: &Path, opened: Result<Tables, String>) {
    if model.settings.syzygy.as_deref() != Some(folder) {
        return;
    }
    match opened {
        Ok(tables) => replace_tables(model, Some(tables)),
        Err(reason) => model.failed(format!("can't read the tablebases of `syzygy`: {reason}")),
    }
}

/// Replaces the tablebases, by which each file is counted again when it is shown.
fn replace_tables(model: &mut Model, tables: Option<Tables>) {
    if model.tables == tables {
        return;
    }
    (model.tables, model.looked_up) = (tables, None);
    for document in model.documents_mut() {
        document.scan.ticket = 0;
    }
    settle_rules(model);
    run_again(model);
    start(model);
}

/// Applies the rules of the settings to all files.
pub(crate) fn rules_said(model: &mut Model) {
    let for_all = model.settings.chess960;
    for document in model.documents_mut() {
        document.rules = None;
        if for_all.is_none() {
            document.suite.forget_rules();
        }
        // Each file is counted again when it is shown.
        document.scan.ticket = 0;
    }
    settle_rules(model);
    run_again(model);
    start(model);
}

pub(crate) fn rules_found(model: &mut Model, rules: Rules) {
    if !model.document.suite.set_rules(rules) {
        return;
    }
    run_again(model);
    if model.document.scan.was_edited_meanwhile() {
        // The edited lines were counted by the other rules.
        start(model);
    }
}

/// Discards findings made by the other rules, and runs the filter again.
fn run_again(model: &mut Model) {
    model.document.scan.known.clear();
    filter::again(model)
}
