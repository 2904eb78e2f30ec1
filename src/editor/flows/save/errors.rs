//! What a save wrote that had better not be written unseen: errors that edits brought.

use crate::editor::command::Id;
use crate::editor::model::Model;
use crate::editor::state::document::LONGEST_SHOWN;
use crate::epd::counted::thousands_of;
use crate::epd::{Record, Severity};
use crate::suite::Snapshot;

/// Above this many edited lines nobody waits until all are read; the header counts their errors.
const MANY: usize = 1000;

/// The edited records with an error that the file did not have before, in a sentence: how many, and
/// what is wrong with one. To be called before the suite takes note of the save.
pub(super) fn brought(model: &Model) -> Option<String> {
    let now = model.document.suite.snapshot();
    if now.edited_count() > MANY {
        return None;
    }
    // What was copied here as it was brought its errors along: no edit made them.
    let edited = now.edited_lines();
    let edited = edited.iter().filter(|line| now.is_written_anew(*line));
    let wrong: Vec<String> = edited
        .filter_map(|line| error_brought(model, &now, line))
        .collect();
    let first = wrong.first()?;
    let records = thousands_of(wrong.len(), "edited record has", "edited records have");
    let next = model.key(Id::NextProblem);
    Some(format!(
        "{records} an error: {first} · {next} goes to the next problem"
    ))
}

/// The first error of a line that the file's own line does not have, with the record's name.
fn error_brought(model: &Model, now: &Snapshot, line: usize) -> Option<String> {
    let options = model.document.read_options();
    let text = now.line(line);
    let before = now.line_in_file(line);
    let before = before.as_deref().unwrap_or_default();
    if text.len().max(before.len()) > LONGEST_SHOWN {
        return None;
    }
    let (record, before) = (
        Record::read(&text, &options),
        Record::read(before, &options),
    );
    let found = record.diagnostics().iter().find(|found| {
        let same = |other: &&crate::epd::Diagnostic| other.code == found.code;
        found.severity == Severity::Error && before.diagnostics().iter().find(same).is_none()
    })?;
    let id = record.operation("id");
    let name = id.map(|id| record.operands_text(id).trim_matches('"').to_owned());
    let name = name.filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| format!("line {}", line + 1));
    Some(format!("{name}: {}", record.message(found)))
}
