//! Every way to mend what the cursor is on, with the result shown in all panes before it is taken.

use super::moves as legal;
use crate::app::fixes;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::{Choice, Menu, MenuItem, Overlay};
use crate::epd::{Code, Diagnostic, Fix, Record, Span, Value, edit, moves};
use shakmaty::Position;

/// Said of a fix that takes the operation out.
const REMOVES: &str = "removes the operation";

/// Ways to mend one problem, the surest first, with what is said of each.
pub fn ways(record: &Record<'_>, found: &Diagnostic) -> Vec<(Fix, &'static str)> {
    let mut ways = Vec::new();
    if let Some(fix) = record.fix(found) {
        let said = match found.code {
            _ if fix.safe => "safe",
            Code::WrongPerft => "counted",
            _ => "may change the meaning",
        };
        ways.push((fix, said));
    }
    let unsafe_ = |span, replacement: &[u8]| Fix {
        safe: false,
        span,
        replacement: replacement.to_vec(),
    };
    if matches!(
        found.code,
        Code::MoveIllegal | Code::MoveAmbiguous | Code::MoveUnreadable
    ) {
        for san in near(record, found) {
            ways.push((unsafe_(found.span, &san), "another move"));
        }
    }
    let operation = record.operations().iter().position(|operation| {
        operation.span.start <= found.span.start && found.span.end <= operation.span.end
    });
    if let Some(at) = operation
        && let Ok(line) = edit::remove_operation(record, at)
        && let Some(operation) = record.operations().get(at)
    {
        let (span, left) = difference(record.line(), &line, operation.span.end);
        ways.push((unsafe_(span, left), REMOVES));
    }
    ways
}

/// What was taken out of a line, as one change of bytes: that which ends at `end`, where it is one.
fn difference<'n>(old: &[u8], new: &'n [u8], end: usize) -> (Span, &'n [u8]) {
    let gone = old.len().saturating_sub(new.len());
    let span = Span::new(end.saturating_sub(gone), end);
    if edit::apply_fix(
        old,
        &Fix {
            safe: false,
            span,
            replacement: Vec::new(),
        },
    ) == new
    {
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

/// Legal moves, as SAN, near to one that is none or is several.
fn near(record: &Record<'_>, found: &Diagnostic) -> Vec<Vec<u8>> {
    let Some(mut position) = record.position().cloned() else {
        return Vec::new();
    };
    let written = found.span.of(record.line());
    let operation = record.operations().iter().find(|operation| {
        operation.span.start <= found.span.start && found.span.end <= operation.span.end
    });
    let Some(operation) = operation else {
        return Vec::new();
    };
    if operation.info.is_some_and(|info| info.order_matters()) {
        for operand in record.operands_of(operation) {
            match operand.value {
                Value::Move(played)
                    if operand.span.end <= found.span.start && position.is_legal(played) =>
                {
                    position.play_unchecked(played);
                }
                _ => {}
            }
        }
    }
    if let Err(moves::Fault::Ambiguous(several)) = moves::read(&position, written).result {
        return several
            .into_iter()
            .map(|played| {
                let mut san = Vec::new();
                moves::write_san(&position, played, &mut san);
                san
            })
            .collect();
    }
    legal::names_near(&position, written)
}

/// Opens the menu of all ways to mend what the cursor is on.
pub fn open(model: &mut Model) -> Vec<crate::app::effect::Effect> {
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
        // What is sure comes first, what takes most away last.
        found.sort_by_key(|(fix, said, _)| (!fix.safe, *said == REMOVES));
        let items = found
            .into_iter()
            .enumerate()
            .map(|(at, (fix, said, code))| {
                let after = edit::apply_fix(line, &fix);
                let left = model.read(&after).diagnostics().len();
                let leaves = match (left, left < before) {
                    (0, _) => "nothing left to say".to_owned(),
                    (1, _) => "leaves 1 problem".to_owned(),
                    (left, _) => format!("leaves {left} problems"),
                };
                let key = u32::try_from(at + 1)
                    .ok()
                    .and_then(|n| char::from_digit(n, 10));
                let label = fixes::in_words(line, &fix);
                let detail = format!("{said} · {leaves} · {}", code.name());
                let detail = glyph::safe(detail.as_bytes());
                MenuItem::new(key, label, detail, Choice::ApplyFix(fix))
            });
        items.collect()
    };
    let mut menu = Menu::new("Fixes · the panes show the result", items);
    menu.cursor = 0;
    model.overlays.push(Overlay::Menu(menu));
    Vec::new()
}

/// Why there is no way to mend anything here.
pub fn none_here(model: &Model) -> Option<String> {
    let record = model.record();
    if record.diagnostics().is_empty() {
        return Some("the record has no problems".into());
    }
    let any = fixes::here(model, &record)
        .iter()
        .any(|found| !ways(&record, found).is_empty());
    (!any).then(|| "no way to mend this is known · Enter on the record line edits it".into())
}

/// The fix that the menu on top has the cursor on.
pub fn looked_at(model: &Model) -> Option<&Fix> {
    match model.overlays.last()? {
        Overlay::Menu(menu) => match &menu.items.get(menu.cursor)?.choice {
            Choice::ApplyFix(fix) => Some(fix),
            _ => None,
        },
        _ => None,
    }
}
