//! The page that shows what a change would do, before it is made.

use crate::editor::flows::bulk;
use crate::editor::jobs::{self, Slot};
use crate::editor::model::Model;
use crate::editor::overlay::Does;
use crate::editor::overlay::preview::{Preview, Row, Sign, State, top, top_mut};
use crate::editor::state::jobs::bulk::Prepared;
use crate::editor::state::jobs::bulk::examples::{Example, First};
use crate::editor::state::jobs::bulk::plan::Plan;
use crate::editor::state::jobs::bulk::scope::Scope;
use crate::editor::widgets::words::diff::parts;
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::suite::Progress;
use crate::suite::arrange::Arrangement;
use crate::suite::edit::Edit;
use crate::suite::query::nobody_has;

/// The page of a change that is being worked out.
pub(super) fn working(plan: &Plan, scope: &Scope) -> Preview {
    Preview::new(plan.title(), computing(scope), closed)
}

/// The page of a change that begins when the file is read.
pub(super) fn waiting(plan: &Plan) -> Preview {
    let summary = "waiting until the file is read …".to_owned();
    Preview::new(plan.title(), summary, closed)
}

fn computing(scope: &Scope) -> String {
    format!("{}: computing …", scope.in_words())
}

/// The file is read, and the working out begins: of all the lines that came meanwhile.
pub(super) fn begins(model: &mut Model, scope: &Scope) {
    if let Some(preview) = top_mut(model) {
        preview.say(computing(scope));
    }
}

/// How much changes.
fn summary(prepared: &Prepared) -> String {
    let scope = prepared.of.scope.in_words();
    let changed = prepared.change.changed;
    if changed == 0 {
        return match &prepared.of.plan {
            Plan::Edit(Edit::Remove(_) | Edit::Rename(..)) if !prepared.change.left.is_empty() => {
                format!("{scope}: nothing changes")
            }
            Plan::Edit(Edit::Remove(opcodes)) => {
                let none: Vec<String> = opcodes.iter().map(|name| nobody_has(name)).collect();
                format!("{scope}: nothing changes · {}", none.join(" · "))
            }
            Plan::Edit(Edit::Rename(old, _)) => {
                format!("{scope}: nothing changes · {}", nobody_has(old))
            }
            plan if prepared.change.left.is_empty() && plan.only_missing().is_some() => {
                let opcode = plan.only_missing().unwrap_or_default();
                format!("{scope}: nothing changes · every record has `{opcode}`")
            }
            _ => format!("{scope}: nothing changes"),
        };
    }
    let examples = &prepared.examples;
    let lines = noun(changed, "line", "lines");
    let verb = match (
        &prepared.of.plan,
        examples.lines_after < examples.lines_before,
    ) {
        (plan, _) if plan.moves_lines() => "move",
        (Plan::Merge { .. } | Plan::Paste { .. } | Plan::Duplicate, _) => "insert",
        (Plan::Edit(Edit::Arrange(Arrangement::Dedupe { .. })), true)
            if examples.lines_before - examples.lines_after != changed =>
        {
            let removed = examples.lines_before - examples.lines_after;
            let merged = changed - removed;
            return format!("{scope}: {removed} to remove, {merged} to merge into");
        }
        (_, true) => "remove",
        _ => "change",
    };
    format!("{scope}: {} {lines} to {verb}", thousands(changed))
}

/// What is left unchanged, and some of the lines before and after.
fn rows(prepared: &Prepared) -> Vec<Row> {
    let mut rows = Vec::new();
    let left = bulk::left_unchanged(&prepared.change.left);
    if !left.is_empty() {
        rows.extend(left.into_iter().map(Row::Words));
        rows.push(Row::Blank);
    }
    let examples = &prepared.examples;
    for example in &examples.lines {
        rows.extend(rows_of(example));
    }
    let shown = examples.lines.len();
    let changed = prepared.change.changed;
    if shown < changed && shown > 0 {
        rows.push(Row::Blank);
        rows.push(Row::Words(format!("… and {} more", changed - shown)));
    }
    rows
}

fn rows_of(example: &Example) -> Vec<Row> {
    let row = |number: String, sign, text, is_compared| Row::Line {
        number,
        sign,
        text,
        is_compared,
    };
    let whole = |text: &[u8]| parts(text, b"").0;
    let line = example.line + 1;
    let (sign, text) = match (&example.before, &example.after, example.from) {
        (Some(before), Some(after), _) => {
            let (old, new) = parts(before, after);
            return vec![
                row(line.to_string(), Sign::Goes, old, true),
                row(String::new(), Sign::Comes, new, true),
            ];
        }
        (_, Some(text), Some(from)) => {
            let number = format!("{} → {line}", from + 1);
            return vec![row(number, Sign::Stays, whole(text), false)];
        }
        (None, Some(text), None) => (Sign::Comes, text),
        (Some(text), None, _) => (Sign::Goes, text),
        (None, None, _) => return Vec::new(),
    };
    vec![row(line.to_string(), sign, whole(text), false)]
}

/// The change is worked out, or can't be.
pub(super) fn ready(model: &mut Model, result: Result<Prepared, String>) {
    let Some(preview) = top_mut(model) else {
        return;
    };
    match result {
        Ok(prepared) => {
            let (summary, rows) = (summary(&prepared), rows(&prepared));
            let makes = (prepared.change.changed > 0)
                .then(|| Does::new(move |model| bulk::make(model, prepared.clone())));
            preview.put(summary, rows, makes);
        }
        Err(reason) => preview.put(format!("not possible: {reason}"), Vec::new(), None),
    }
}

/// How far the working out is.
pub fn progress(model: &Model) -> Option<Progress> {
    jobs::running(model, Slot::Preview).map(|task| task.progress)
}

/// Why there is nothing to accept.
pub fn why_not(model: &Model) -> Option<String> {
    match top(model).map(|preview| preview.state) {
        Some(State::Ready) => None,
        Some(State::Working) => Some("the preview is not complete yet".into()),
        Some(State::Idle) => Some("nothing would change".into()),
        None => Some("no preview is open".into()),
    }
}

/// The first lines that change are known, long before all are.
pub(crate) fn first(model: &mut Model, ticket: u64, first: &First) {
    let running = jobs::running(model, Slot::Preview);
    if running.is_some_and(|task| task.ticket == ticket)
        && let Some(preview) = top_mut(model)
    {
        let among = first.among.map(|lines| {
            let lines = thousands_of(lines, "line", "lines");
            let none = match first.lines.is_empty() {
                true => " nothing changes",
                false => "",
            };
            Row::Words(format!(
                "among the first {lines}, until all are compared:{none}"
            ))
        });
        let rows = first.lines.iter().flat_map(rows_of);
        preview.put_first(among.into_iter().chain(rows).collect());
    }
}

/// The page was closed: what is still being worked out stops.
fn closed(model: &mut Model) {
    model.document.recall.waits.change = None;
    jobs::stop(model, Slot::Preview);
}
