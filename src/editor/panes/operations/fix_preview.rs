//! Every fix for what the cursor is on, with the result shown in all panes before it is taken.

use crate::editor::command::{Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::problems::fixes;
use crate::editor::widgets::glyph;
use crate::epd::edit::{self, Change};
use crate::epd::{Code, Diagnostic, Fix, Record, Span};

/// Said of a fix that takes the operation out.
const REMOVES: &str = "removes the operation";

/// Every fix of one problem, with what is said of each; where there is none, the operation can go.
pub fn ways(record: &Record<'_>, found: &Diagnostic) -> Vec<(Fix, &'static str)> {
    let choices = record.fix_choices(found).into_iter();
    let mut ways: Vec<_> = choices
        .map(|fix| {
            let said = what_it_does(record, found, &fix);
            (fix, said)
        })
        .collect();
    let mut operations = record.operations().iter();
    let operation = operations.position(|operation| operation.span.holds(found.span));
    if ways.is_empty()
        && let Some(at) = operation
        && let Ok(line) = edit::by_hand(record, &[Change::Remove(at)])
        && let Some(operation) = record.operations().get(at)
    {
        let (span, left) = difference(record.line(), &line, operation.span.end);
        let fix = Fix {
            safe: false,
            span,
            replacement: left.to_vec(),
        };
        ways.push((fix, REMOVES));
    }
    ways
}

/// What kind of a change a fix is.
fn what_it_does(record: &Record<'_>, found: &Diagnostic, fix: &Fix) -> &'static str {
    match found.code {
        _ if fix.safe => "safe",
        Code::WrongPerft => "counted",
        _ if fixes::removes_operation(record, fix) => REMOVES,
        _ if Some(fix.span) == record.field_spans().side => "makes all moves legal",
        Code::MoveIllegal if Some(fix.span) == record.field_spans().castling => "makes it legal",
        Code::MoveIllegal | Code::MoveAmbiguous | Code::MoveUnreadable
            if !fix.replacement.is_empty() =>
        {
            "another move"
        }
        _ => "may change the meaning",
    }
}

/// What was taken out of a line, as one change of bytes: that which ends at `end`, where it is one.
fn difference<'n>(old: &[u8], new: &'n [u8], end: usize) -> (Span, &'n [u8]) {
    let gone = old.len().saturating_sub(new.len());
    let span = Span::new(end.saturating_sub(gone), end);
    let removal = Fix {
        safe: false,
        span,
        replacement: Vec::new(),
    };
    if removal.apply(old) == new {
        return (span, b"");
    }
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let front = old.iter().zip(new).take_while(same).count();
    let most = old.len().min(new.len()) - front;
    let back = old.iter().rev().zip(new.iter().rev());
    let back = back.take(most).take_while(same).count();
    let left = new.get(front..new.len() - back).unwrap_or_default();
    (Span::new(front, old.len() - back), left)
}

/// Opens the menu of all fixes for what the cursor is on.
pub fn open(model: &mut Model) {
    let items: Vec<MenuItem> = {
        let record = model.record();
        let line = record.line();
        let before = record.diagnostics().len();
        let mut found: Vec<(Fix, &'static str, Code)> = Vec::new();
        for finding in fixes::here(model, &record) {
            for (fix, said) in ways(&record, finding) {
                if !found.iter().any(|(other, ..)| *other == fix) {
                    found.push((fix, said, finding.code));
                }
            }
        }
        // What is certain comes first.
        found.sort_by_key(|(fix, ..)| !fix.safe);
        let items = found
            .into_iter()
            .enumerate()
            .map(|(at, (fix, said, code))| {
                let after = fix.apply(line);
                let left = model.read(&after).diagnostics().len();
                let leaves = match (left, left < before) {
                    (0, _) => "leaves no problem".to_owned(),
                    (1, _) => "leaves 1 problem".to_owned(),
                    (left, _) => format!("leaves {left} problems"),
                };
                let key = u32::try_from(at + 1)
                    .ok()
                    .and_then(|n| char::from_digit(n, 10));
                let label = record.fix_title(&fix);
                let detail = format!("{said} · {leaves} · {}", code.name());
                let detail = glyph::safe(detail.as_bytes());
                fixes::row(key, label, detail, fix)
            });
        items.collect()
    };
    let menu = Menu::new("Fixes · the panes show the result", items);
    overlay::open(model, menu);
}

/// Why there is no fix for anything here.
pub(crate) fn none_here(model: &Model) -> Option<String> {
    let record = model.record();
    if record.diagnostics().is_empty() {
        return Some("the record has no problems".into());
    }
    let any = fixes::here(model, &record)
        .iter()
        .any(|found| !ways(&record, found).is_empty());
    (!any).then(|| {
        format!(
            "no fix is available · {} on the raw line edits it",
            model.key_in(Id::EditLine, Context::Raw)
        )
    })
}
