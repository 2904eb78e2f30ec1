//! Bulk edits: changes of the marked records, else of those the filter shows, else of all. Each is prepared
//! on a thread, can be previewed, and is one undo step.

pub mod ask;
pub mod commands;
pub mod preview;

use crate::editor::command::Id;
use crate::editor::doc::change::{self, undo_hint};
use crate::editor::doc::{filter, marks, scan};
use crate::editor::jobs::{JobContext, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::report::{self, Report};
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::WaitingChange;
use crate::editor::state::jobs::bulk::{
    FEW, First, Plan, Preparation, PreparedChange, Scope, ScopeOf,
};
use crate::epd::counted::{noun, thousands, thousands_of};
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::{Edit, Selection, Skipped};
use crate::suite::{DuplicateKey, Job, LineSet, differing, moves, remap};
use preview::Preview;

/// The number of lines of a file up to which a change is prepared at once, without a thread.
const AT_ONCE: usize = 2000;

pub fn scope(model: &Model) -> Scope {
    let document = &model.document;
    let (lines, of) = match (document.marked(), &document.filter) {
        (Some(marked), _) => (marked.clone(), ScopeOf::Marks),
        (None, Some(filter)) => (filter.shown.lines().clone(), ScopeOf::Filter),
        (None, None) => return Scope::all(document.suite.line_count()),
    };
    Scope {
        lines: lines.len(),
        chosen: Selection::Lines(lines),
        of,
        hidden: hidden(model),
    }
}

/// Returns the number of marked lines that the filter hides.
pub(crate) fn hidden(model: &Model) -> usize {
    let document = &model.document;
    let (Some(marked), Some(filter)) = (document.marked(), &document.filter) else {
        return 0;
    };
    let shown = filter.shown.lines();
    marked.iter().filter(|line| !shown.contains(*line)).count()
}

/// Prepares a change and opens its preview.
pub fn look(model: &mut Model, plan: impl Into<Plan>) {
    let plan = plan.into();
    if model.is_changing() {
        return;
    }
    let scope = scope(model);
    let known = Some(&scope).filter(|_| model.document.suite.loading().is_none());
    overlay::open(model, Preview::new(&plan, known));
    prepare(model, plan, scope, true)
}

pub fn marked(model: &Model) -> Option<Scope> {
    Some(scope(model)).filter(|scope| scope.of == ScopeOf::Marks)
}

/// Prepares a change and makes it without a preview.
pub fn now(model: &mut Model, plan: Plan, scope: Scope) {
    if !model.is_changing() {
        prepare(model, plan, scope, false)
    }
}

fn prepare(model: &mut Model, plan: Plan, scope: Scope, previewed: bool) {
    if model.document.suite.loading().is_some() {
        if !previewed {
            model.told("the bulk edit begins when the file is read · {close} stops it");
        }
        let is_previewed = previewed;
        model.document.recall.waits.change = Some(WaitingChange { plan, is_previewed });
        return;
    }
    let base = model.document.suite.snapshot();
    let reads_a_file = matches!(plan, Plan::Merge { .. } | Plan::Restore { .. });
    let is_short = (base.line_count() <= AT_ONCE && !reads_a_file)
        || (scope.of != ScopeOf::All && scope.lines <= FEW && plan.is_of_lines());
    let preparation = Preparation {
        base,
        plan,
        scope,
        previewed,
    };
    let done = move |model: &mut Model, result| match result {
        result if previewed => preview::ready(model, result),
        Ok(prepared) => make(model, prepared),
        Err(reason) => model.failed(format!("nothing changed: {reason}")),
    };
    if is_short {
        return done(model, preparation.run(&Job::new()));
    }
    let prepare = move |hand: &JobContext| {
        if previewed {
            let first = First::of(&preparation, &hand.job);
            let ticket = hand.id.ticket;
            hand.tell(move |model| preview::first(model, ticket, &first));
        }
        preparation.run(&hand.job)
    };
    let slot = match previewed {
        true => Slot::Preview,
        false => Slot::Reshape,
    };
    Work::new(slot, prepare).start_or_fail(model, done);
}

/// Runs after every message: starts the change that waited for the file to be read.
pub(crate) fn settle(model: &mut Model) {
    if model.document.suite.loading().is_some() {
        return;
    }
    let Some(waiting) = model.document.recall.waits.change.take() else {
        return;
    };
    let scope = scope(model);
    if waiting.is_previewed {
        preview::begins(model, &scope);
    }
    prepare(model, waiting.plan, scope, waiting.is_previewed)
}

/// Makes a prepared change. If lines were edited since, prepares it again.
pub fn make(model: &mut Model, prepared: PreparedChange) {
    if model.is_read_only() {
        return model.refused("the file is open read-only");
    }
    let before = model.document.suite.snapshot();
    let selected = model.document.selected;
    let PreparedChange { change, of, .. } = prepared;
    let is_stale = change.base != before.revision();
    if is_stale && of.plan.keeps_lines() && moves(&of.base, &before).is_in_place() {
        // The edits made meanwhile must not be overwritten.
        return prepare(model, of.plan, of.scope, false);
    }
    let (plan, label) = (of.plan.clone(), change.label.to_string());
    let left = left_unchanged(&change.left);
    if change.changed == 0 {
        if left.is_empty() {
            return model.done(match of.scope.of {
                ScopeOf::All => "nothing to change".to_owned(),
                _ => format!("nothing to change in {}", of.scope.in_words()),
            });
        }
        let page = report::top(model).and_then(Report::page);
        let how = match (&plan, page) {
            (Plan::Edit(Edit::Fix(Some(code))), Some(page)) => page.how_to_go_on(model, *code),
            _ => String::new(),
        };
        return model.refused(left.join(" · ") + &how);
    }
    let after = change.applied_to(&before);
    let (old, new) = differing(&before, &after);
    let mut made = Ok(false);
    let counted_by = model.document.scan.ticket;
    change::around(model, old.clone(), new.clone(), |model| {
        made = model.document.suite.apply(change);
    });
    // After fixes, the problems of all records are counted again.
    if matches!(plan, Plan::Edit(Edit::Fix(_))) && model.document.scan.ticket == counted_by {
        scan::start(model);
    }
    if let Err(stale) = made {
        return model.failed(stale.to_string());
    }
    model.document.view.held = None;
    let line = match plan {
        Plan::Merge { .. } | Plan::Paste { .. } => new.start,
        // The same record stays selected, if it is found in no time.
        _ if old.len() + new.len() <= AT_ONCE * 10 => {
            let one: LineSet = std::iter::once(selected).collect();
            let remapped = remap(&before, &after, &one);
            let line = remapped.lines.nth(0).unwrap_or_else(|| {
                // The record is removed: select the one now in its place.
                let above = remap(&before, &after, &LineSet::of_range(old.start..selected));
                old.start + above.lines.part(old.start..usize::MAX).len()
            });
            nearest_shown(model, line)
        }
        _ => nearest_shown(model, selected),
    };
    model.reselect(line);
    // The hint for undo comes early, since a long status is cut at its end.
    let parts: Vec<String> = [label, undo_hint(model)].into_iter().chain(left).collect();
    model.done(parts.join(" · "));
}

/// Returns a line, or the next one shown if the filter hides it: going to a hidden line would show it, and the next
/// bulk edit would change it too.
fn nearest_shown(model: &Model, line: usize) -> usize {
    let Some(filter) = &model.document.filter else {
        return line;
    };
    let shown = filter.shown.followed(&model.document.suite.snapshot());
    let shown = shown.lines();
    let next = shown.at_or_after(line).or_else(|| shown.before(line));
    next.unwrap_or(line)
}

/// Returns the conflicts of merged records, and at most two reasons for records left unchanged.
fn left_unchanged(left: &Skipped) -> Vec<String> {
    const MOST_REASONS: usize = 2;
    let conflicts = left.conflicts().map(|(count, first)| {
        let (values, first) = (noun(count, "value", "values"), first + 1);
        let count = thousands_of(count, "conflict", "conflicts");
        format!("{count} (from line {first}): the {values} of the first record kept")
    });
    let reasons = left.reasons();
    let words = reasons
        .iter()
        .take(MOST_REASONS)
        .map(|(reason, count, first)| {
            let (lines, first) = (noun(*count, "line", "from line"), first + 1);
            let count = thousands(*count);
            format!("{count} left unchanged ({lines} {first}): {reason}")
        });
    let mut words: Vec<String> = conflicts.into_iter().chain(words).collect();
    let more: usize = reasons
        .iter()
        .skip(MOST_REASONS)
        .map(|(_, count, _)| count)
        .sum();
    if more > 0 {
        let more = thousands(more);
        words.push(format!("{more} left unchanged for other reasons"));
    }
    words
}

pub(crate) fn nothing_here(model: &Model) -> Option<String> {
    let is_marked = model.document.marked().is_some();
    let busy = model.change_on_its_way();
    // Marked lines are known, those of a running filter are not.
    let busy = busy.or_else(|| filter::is_running(model).filter(|_| !is_marked));
    busy.or_else(|| marks::nothing_here(model))
}

pub(crate) fn open_menu(model: &mut Model) {
    let rows = [
        ('s', Id::SetOperation),
        ('r', Id::RemoveOperations),
        ('n', Id::RenameOpcodes),
        ('i', Id::Renumber),
        ('o', Id::SortRecords),
        ('d', Id::RemoveDuplicates),
        ('x', Id::FixRecords),
        ('c', Id::MakeCanonical),
        ('m', Id::MirrorColours),
        ('f', Id::MirrorFiles),
        ('h', Id::Shuffle),
        ('p', Id::Sample),
        ('g', Id::Gather),
        ('e', Id::MergeFile),
        ('l', Id::Split),
    ];
    let items = rows
        .into_iter()
        .map(|(key, id)| MenuItem::of_command(model, key, id))
        .collect();
    let title = format!("Bulk edit: {}", scope(model).in_words());
    overlay::open(model, Menu::new(title, items))
}

pub(crate) fn remove_duplicates(model: &mut Model, same: &str, keep: Option<&str>) {
    let by = DuplicateKey::typed(same).unwrap_or_default();
    let keep = keep.and_then(Keep::named).unwrap_or_default();
    dedupe(model, by, keep)
}

fn dedupe(model: &mut Model, by: DuplicateKey, keep: Keep) {
    look(model, Edit::Arrange(Arrangement::Dedupe { by, keep }))
}

/// Opens the menu of duplicate keys, each with the record to keep.
pub(crate) fn open_duplicates(model: &mut Model) {
    let rows = [
        ('p', DuplicateKey::Position, Keep::First),
        ('l', DuplicateKey::Position, Keep::Last),
        ('o', DuplicateKey::Position, Keep::Richest),
        ('j', DuplicateKey::Position, Keep::Merged),
        ('i', DuplicateKey::Id, Keep::First),
        ('k', DuplicateKey::Id, Keep::Last),
        ('r', DuplicateKey::Record, Keep::First),
    ];
    let mut items: Vec<_> = rows
        .into_iter()
        .map(|(key, by, keep)| {
            let what = match by {
                DuplicateKey::Record => "the same record, with all operations".to_owned(),
                _ => format!("same {}", by.name()),
            };
            let does = move |model: &mut Model| dedupe(model, by.clone(), keep);
            MenuItem::new(Some(key), what, keep.in_words(), does)
        })
        .collect();
    items.push(MenuItem::of_command(model, 'f', Id::RemoveDuplicatesBy));
    let title = format!("Remove duplicates: {}", scope(model).in_words());
    overlay::open(model, Menu::new(title, items))
}
