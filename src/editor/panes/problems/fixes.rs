//! Fixing problems of the selected record.

use crate::editor::command::{Context, Id};
use crate::editor::doc::change::replace_line;
use crate::editor::flows::bulk;
use crate::editor::flows::lines::delete_selected;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::editor::state::view::Pane;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands_of;
use crate::epd::edit::{self, REMOVES};
use crate::epd::{Code, Diagnostic, Fix, Record};
use crate::suite::edit::Edit;

/// A fix, what kind of a change it is, and the code of the problem it is for.
struct Offer {
    fix: Fix,
    kind: &'static str,
    code: Code,
}

/// Bytes to read for fixes that a key offers.
const TRIED: usize = 32 << 10;

/// Returns the fixes for what the cursor is on: the problem in the problems pane, else those of the operation
/// under the cursor, else all of the record. Of a problem that needs a choice, all choices, in the order of
/// every list of fixes; of one without, that its operation goes, where that is asked for.
fn offers(model: &Model, record: &Record<'_>, removes: bool) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    // Each fix is tried by reading the line: of a long line with many problems the first ones' are looked for.
    let most = (TRIED / record.line().len().max(1)).clamp(1, 64);
    for found in here(model, record).into_iter().take(most) {
        let choices = record.fix_choices(found).into_iter();
        let mut all: Vec<_> = choices
            .map(|fix| (record.fix_kind(found, &fix), fix))
            .collect();
        if all.is_empty() && removes {
            all.extend(record.removal(found).map(|fix| (REMOVES, fix)));
        }
        all.retain(|(_, fix)| !offers.iter().any(|offer| offer.fix == *fix));
        let code = found.code;
        offers.extend(all.into_iter().map(|(kind, fix)| Offer { fix, kind, code }));
    }
    // What is certain comes first.
    offers.sort_by_key(|offer| !offer.fix.safe);
    offers
}

/// Returns the problems that the cursor is on: see [`offers`].
fn here<'r>(model: &Model, record: &'r Record<'_>) -> Vec<&'r Diagnostic> {
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

/// Returns why nothing can be fixed here.
pub(crate) fn none_here(model: &Model) -> Option<String> {
    none(model, false, || "no fix is available here".into())
}

/// Returns why there is no fix for anything here, not even that an operation goes.
pub(crate) fn none_to_choose(model: &Model) -> Option<String> {
    none(model, true, || {
        let edit = model.key_in(Id::EditLine, Context::Raw);
        format!("no fix is available · {edit} on the raw line edits it")
    })
}

fn none(model: &Model, removes: bool, why: impl FnOnce() -> String) -> Option<String> {
    let record = model.record();
    if record.diagnostics().is_empty() {
        return Some("the record has no problems".into());
    }
    offers(model, &record, removes).is_empty().then(why)
}

/// Returns what a fix would do to what the cursor is on, with the key that does it: said before it is taken.
/// Nothing where there is none.
pub fn preview(model: &Model, record: &Record<'_>) -> Option<String> {
    if model.is_read_only() {
        return None;
    }
    let offers = offers(model, record, false);
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

/// Returns the key that fixes, where the keys are now.
fn fix_key(model: &Model) -> String {
    let context = Context::of_pane(model.document.view.focus);
    model.key_in(Id::Fix, context)
}

/// Fixes what the cursor is on; where there are several ways, or the meaning may change, asks.
pub(crate) fn one(model: &mut Model) {
    let offers = offers(model, &model.record(), false);
    let in_pane = model.document.view.focus == Pane::Problems;
    match offers.as_slice() {
        [only] if only.fix.safe || in_pane => apply(model, &only.fix),
        _ => open(model, offers),
    }
}

/// Opens the menu of all fixes for what the cursor is on.
pub(crate) fn choose(model: &mut Model) {
    let offers = offers(model, &model.record(), true);
    open(model, offers)
}

/// Opens a menu of fixes, each with the result shown in all panes before it is taken.
fn open(model: &mut Model, offers: Vec<Offer>) {
    let record = model.record();
    let row = |(key, Offer { fix, kind, code }): (char, Offer)| {
        let after = fix.apply(record.line());
        let left = match model.read(&after).diagnostics().len() {
            0 => "no problem".to_owned(),
            left => thousands_of(left, "problem", "problems"),
        };
        let label = glyph::safe(record.fix_title(&fix).as_bytes());
        let detail = format!("{kind} · leaves {left} · {}", code.name());
        let applied = fix.clone();
        let does = move |model: &mut Model| apply(model, &applied);
        MenuItem {
            fix: Some(fix),
            ..MenuItem::new(key.is_ascii_digit().then_some(key), label, detail, does)
        }
    };
    let items = ('1'..).zip(offers).map(row).collect();
    overlay::open(model, Menu::new("Fixes · the panes show the result", items))
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

/// Returns why there is no safe fix.
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
    let said = match before.saturating_sub(after) {
        0 => "applied the safe fixes".to_owned(),
        fixed => format!("fixed {}", thousands_of(fixed, "problem", "problems")),
    };
    put(model, &new, said)
}
