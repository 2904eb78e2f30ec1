//! Fixing problems of the selected record.

use crate::editor::command::{Context, Id};
use crate::editor::doc::change::replace_line;
use crate::editor::flows::bulk;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::panes::records::lines::delete_selected;
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::epd::{Code, Diagnostic, Fix, Record, edit};
use crate::suite::edit::Edit;
use crate::suite::text_of;

/// A fix and the code of the problem it is for.
struct Offer {
    fix: Fix,
    code: &'static str,
}

/// Bytes to read for fixes that a key offers.
const TRIED: usize = 32 << 10;

/// The fixes for what the cursor is on: the problem in the problems pane, else those of the
/// operation under the cursor, else all of the record. Of a problem that needs a choice, all choices,
/// in the order of every list of fixes.
fn offers(model: &Model, record: &Record<'_>) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    // Each fix is tried by reading the line: of a long line with many problems the first ones' are looked for.
    let most = (TRIED / record.line().len().max(1)).clamp(1, 64);
    for found in here(model, record).into_iter().take(most) {
        for fix in record.fix_choices(found) {
            if !offers.iter().any(|offer| offer.fix == fix) {
                let code = found.code.name();
                offers.push(Offer { fix, code });
            }
        }
    }
    // What is certain comes first.
    offers.sort_by_key(|offer| !offer.fix.safe);
    offers
}

/// Whether a fix takes a whole operation out, and nothing else.
pub(crate) fn removes_operation(record: &Record<'_>, fix: &Fix) -> bool {
    let gone = fix.span;
    fix.replacement.is_empty()
        && record.operations().iter().any(|operation| {
            gone.start <= operation.span.start
                && operation.span.end == gone.end
                && fix.span.of(record.line()).trim_ascii_start().len() == operation.span.len()
        })
}

/// The problems that the cursor is on: see [`offers`].
pub(crate) fn here<'r>(model: &Model, record: &'r Record<'_>) -> Vec<&'r Diagnostic> {
    let here = match model.document.view.focus {
        Pane::Operations => record
            .operations()
            .get(model.document.view.operations.cursor)
            .map(|operation| operation.span),
        _ => None,
    };
    let all = record.diagnostics().iter().enumerate();
    all.filter(|(at, found)| match model.document.view.focus {
        Pane::Problems => *at == model.document.view.problems.cursor,
        _ => here.is_none_or(|span| {
            found.span.start < span.end.max(span.start + 1) && found.span.end >= span.start
        }),
    })
    .map(|(_, found)| found)
    .collect()
}

/// Why nothing can be fixed here.
pub(crate) fn none_here(model: &Model) -> Option<String> {
    let record = model.record();
    if record.diagnostics().is_empty() {
        return Some("the record has no problems".into());
    }
    offers(model, &record).is_empty().then(|| {
        if model.document.view.focus == Pane::Problems {
            "no fix is available for this problem".into()
        } else {
            "no fix is available here".into()
        }
    })
}

/// What a fix would do to what the cursor is on, with the key that does it: said before it is
/// taken. Nothing where there is none.
pub fn preview(model: &Model, record: &Record<'_>) -> Option<String> {
    if model.is_read_only() {
        return None;
    }
    let offers = offers(model, record);
    match offers.as_slice() {
        [] => None,
        [only] => {
            let key = fix_key(model);
            let asks = if only.fix.safe { "" } else { " ?" };
            let words = glyph::safe(record.fix_title(&only.fix).as_bytes());
            Some(format!("{key} {words}{asks}"))
        }
        several => Some(format!("{} {} fixes …", fix_key(model), several.len())),
    }
}

/// The key that fixes, where the keys are now.
fn fix_key(model: &Model) -> String {
    let context = Context::of_pane(model.document.view.focus);
    model.key_in(Id::Fix, context)
}

/// Fixes what the cursor is on; where there are several ways, or the meaning may change, asks.
pub(crate) fn one(model: &mut Model) {
    let mut offers = offers(model, &model.record());
    if offers.len() == 1
        && let Some(offer) =
            offers.pop_if(|offer| offer.fix.safe || model.document.view.focus == Pane::Problems)
    {
        return apply(model, &offer.fix);
    }
    let line = model.line();
    let record = model.read(&line);
    let items = offers.into_iter().enumerate().map(|(at, offer)| {
        let key = u32::try_from(at + 1)
            .ok()
            .and_then(|n| char::from_digit(n, 10));
        let warning = if offer.fix.safe || offer.code == Code::WrongPerft.name() {
            ""
        } else {
            " · may change the meaning"
        };
        let detail = format!("{}{warning}", offer.code);
        let label = glyph::safe(record.fix_title(&offer.fix).as_bytes());
        row(key, label, detail, offer.fix)
    });
    let items: Vec<MenuItem> = items.collect();
    overlay::open(model, Menu::new("Fixes", items))
}

/// A row that applies a fix, which the panes show while the cursor is on it.
pub(crate) fn row(key: Option<char>, label: String, detail: String, fix: Fix) -> MenuItem {
    let applied = fix.clone();
    MenuItem::new(key, label, detail, move |model| apply(model, &applied)).showing(fix)
}

/// Applies one fix.
fn apply(model: &mut Model, fix: &Fix) {
    let line = model.line();
    let said = glyph::safe(model.read(&line).fix_title(fix).as_bytes());
    put(model, &fix.apply(&line), said)
}

/// Puts a fixed text in the place of the selected line; where nothing of it is left, not even an end, the line goes.
fn put(model: &mut Model, new: &[u8], said: String) {
    match new.is_empty() {
        true => delete_selected(model, said),
        false => replace_line(model, new, said),
    }
}

/// Why there is no safe fix.
pub(crate) fn none_is_safe(model: &Model) -> Option<String> {
    if model.document.marked().is_some() {
        return None;
    }
    let record = model.record();
    let all: Vec<&Diagnostic> = record.diagnostics().iter().collect();
    let mut fixes = record.fixes(&all).into_iter().flatten();
    (!fixes.any(|fix| fix.safe)).then(|| "no safe fix is available here".into())
}

/// Applies all safe fixes of the marked records, else of the selected one.
pub(crate) fn all(model: &mut Model) {
    if let Some(marked) = bulk::marked(model) {
        return bulk::now(model, Plan::Edit(Edit::Fix(None)), marked);
    }
    let line = model.line();
    let options = model.document.read_options();
    let before = model.read(&line).diagnostics().len();
    let new = edit::apply_safe_fixes(&line, &options);
    let after = model.read(&new).diagnostics().len();
    let said = match (
        before.saturating_sub(after),
        text_of(&new) == text_of(&line),
    ) {
        (_, true) | (0, _) => "applied the safe fixes".to_owned(),
        (1, _) => "fixed 1 problem".to_owned(),
        (fixed, _) => format!("fixed {fixed} problems"),
    };
    put(model, &new, said)
}
