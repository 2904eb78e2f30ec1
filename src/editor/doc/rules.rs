//! Classical chess or Chess960: what the records of a file tell together, and what the person says.

use crate::editor::doc::{filter, scan};
use crate::editor::model::Model;
use crate::epd::Rules;

/// Reads the open files by the rules that were said, for one of them or for all.
pub(crate) fn settle(model: &mut Model) {
    let for_all = model.settings.chess960;
    for document in model.documents_mut() {
        if let Some(said) = document.rules.or(for_all) {
            document.suite.set_rules(said);
        }
    }
}

/// The other rules for the file shown, from now on.
pub fn toggle(model: &mut Model) {
    let (rules, said) = match model.document.suite.rules() {
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
    scan::start(model);
    model.done(said);
}

/// The settings say other rules for all files, or what their records tell.
pub(crate) fn said(model: &mut Model) {
    let for_all = model.settings.chess960;
    for document in model.documents_mut() {
        document.rules = None;
        if for_all.is_none() {
            document.suite.forget_rules();
        }
        // Each is counted again when it is shown.
        document.scan.ticket = 0;
    }
    settle(model);
    run_again(model);
    scan::start(model);
}

/// Takes the rules that a scan of the whole file has found.
pub(crate) fn found(model: &mut Model, rules: Rules) {
    if !model.document.suite.set_rules(rules) {
        return;
    }
    run_again(model);
    if model.document.scan.was_edited_meanwhile() {
        // Those lines were counted by the other rules.
        scan::start(model);
    }
}

/// Forgets what was found in the file by other rules, and runs its query again.
fn run_again(model: &mut Model) {
    model.document.scan.forget();
    filter::again(model)
}
