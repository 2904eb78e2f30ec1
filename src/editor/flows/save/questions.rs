//! The questions during a save, and the reasons why canonical form would change a record.

use crate::editor::flows::save;
use crate::editor::flows::save::disk::{merge_item, reload_item};
use crate::editor::jobs::{JobContext, Slot, Work, in_words};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Pager, PagerLine};
use crate::editor::pages::differences as differences_page;
use crate::editor::state::differences::ComparisonBase;
use crate::editor::state::document::{Document, unsaved};
use crate::editor::widgets::glyph;
use crate::epd::{CanonicalOptions, LineKind, ReadOptions, Record};
use crate::suite::save::{Difference, ReplaceFallback, SavePolicy, differences};
use crate::suite::{LineState, text_of};

const MOST_SHOWN: usize = 200;

/// Asks a question during a save. Closing it cancels this save and those of the files after it.
fn ask(model: &mut Model, about: Vec<String>, items: Vec<MenuItem>) {
    model.status = None;
    let Some(saving) = model.document.saving.as_mut() else {
        return;
    };
    saving.ticket = None;
    let menu = Menu::question("Save", about, items).left(|model, _| {
        let saving = &mut model.document.saving;
        if saving.take_if(|saving| saving.ticket.is_none()).is_some() {
            model.done("not saved");
        }
    });
    overlay::open(model, menu)
}

pub(super) fn cancel() -> MenuItem {
    MenuItem::back(Some('c'), "cancel", "do not save")
}

fn path(model: &Model) -> String {
    let saving = model.document.saving.as_ref();
    let path = saving.map_or("".into(), |saving| saving.target.path.to_string_lossy());
    glyph::safe(path.as_bytes())
}

pub(super) fn item(
    key: char,
    label: &str,
    detail: &str,
    does: impl Fn(&mut Model) + 'static,
) -> MenuItem {
    MenuItem::new(Some(key), label, detail, does)
}

fn under_new_name() -> MenuItem {
    item('n', "save as", "under another name", save::under_new_name)
}

fn overwrite() -> MenuItem {
    item('o', "overwrite", "replace the existing file", |model| {
        save::write_with(model, |target| *target = target.clone().over())
    })
}

pub(super) fn policy(model: &mut Model, number: &str) {
    let (verb, records) = match number {
        "1" => ("is", "record"),
        _ => ("are", "records"),
    };
    let mut about = vec![format!(
        "{number} {records} you did not edit {verb} not in canonical form."
    )];
    if let Some((line, why)) = example(model) {
        about.push(format!("For example line {}: {why}.", line + 1));
    }
    about.push("Make them canonical too? The answer is remembered for this file.".into());
    let row = |key, label, detail, policy| {
        item(key, label, detail, move |model| {
            model.document.policy = Some(policy);
            save::make_canonical(model)
        })
    };
    let edited = "all others are left unchanged byte for byte";
    let all = "the whole file becomes canonical; undo takes it back";
    let see = item('d', "show the changes", "then decide", see_difference);
    let items = vec![
        row('e', "only the edited ones", edited, SavePolicy::Edited),
        row('a', "all records", all, SavePolicy::All),
        see.staying(),
        cancel(),
    ];
    ask(model, about, items)
}

pub(super) fn conflict(model: &mut Model, what: String) {
    let difference = "yours and those on disk, by record";
    let items = vec![
        merge_item("take both changes; where they meet, you choose"),
        item('d', "show the differences", difference, |model| {
            model.document.saving = None;
            differences_page::show(model, ComparisonBase::Disk)
        }),
        under_new_name(),
        overwrite(),
        reload_item(model),
        cancel(),
    ];
    let mut about = vec![path(model), what];
    if model.document.suite.is_modified() {
        let mine = unsaved(&model.document.suite);
        about.push(format!("Unsaved changes: {mine}. Reloading discards them."));
    }
    ask(model, about, items)
}

/// Asks before overwriting an existing file; if that is open here, cancelling is the first choice.
pub(super) fn over(model: &mut Model, what: String, is_open: bool) {
    let mut items = vec![under_new_name(), overwrite()];
    items.insert(if is_open { 0 } else { items.len() }, cancel());
    ask(model, vec![path(model), what], items)
}

/// Returns a sentence about a file that is open in another tab, with its unsaved changes.
pub(super) fn open_here(document: &Document) -> String {
    let name = document.name();
    if !document.suite.is_modified() {
        return format!("{name} is open here.");
    }
    let what = unsaved(&document.suite);
    format!("{name} is open here with unsaved changes: {what}.")
}

pub(super) fn in_place(model: &mut Model, what: String, may_replace: bool) {
    let row = |key, label, detail, otherwise| {
        item(key, label, detail, move |model| {
            model.document.otherwise = otherwise;
            save::write_with(model, |target| target.otherwise = otherwise)
        })
    };
    let copied = "the old text is kept in a copy until that is done";
    let mut items = vec![row('w', "write in place", copied, ReplaceFallback::InPlace)];
    if may_replace {
        let kept = "the other names keep the old text";
        items.push(row('p', "replace", kept, ReplaceFallback::Replace));
    }
    items.extend([under_new_name(), cancel()]);
    let remembered = "The answer is remembered while the file is open.".to_owned();
    ask(model, vec![path(model), what, remembered], items)
}

/// Shows what the save would change; the question stays below.
fn see_difference(model: &mut Model) {
    let snapshot = model.document.suite.snapshot();
    let compare = move |hand: &JobContext| {
        let (policy, options) = (SavePolicy::All, CanonicalOptions::default());
        let found = differences(&snapshot, policy, &options, MOST_SHOWN, &hand.job);
        found.map_err(in_words)
    };
    model.told("checking what would change …");
    Work::new(Slot::Differences, compare).start(model, |model, found| {
        // The question may have been left meanwhile.
        if model.document.saving.is_some() {
            model.status = None;
            show_difference(model, &found);
        }
    });
}

fn show_difference(model: &mut Model, found: &[Difference]) {
    let mut lines = Vec::new();
    for difference in found {
        let (before, after) = (&difference.before, &difference.after);
        let why = reasons(before, after, &model.document.read_options());
        let line = difference.line + 1;
        lines.push(PagerLine::Heading(format!("line {line} · {why}")));
        lines.push(PagerLine::Removed(glyph::safe(text_of(before))));
        lines.push(PagerLine::Added(glyph::safe(text_of(after))));
    }
    if found.is_empty() {
        lines.push(PagerLine::Text("no record would change".into()));
    } else if found.len() >= MOST_SHOWN {
        lines.push(PagerLine::Text(format!("… the first {MOST_SHOWN}")));
    }
    let title = "Changes made by saving all records in canonical form · {close} goes back";
    let title = model.commands.sentence(title);
    overlay::open(model, Pager::new(title, lines));
}

/// The maximum number of lines searched for an example.
const LOOKED: usize = 300;
const MOST_REASONS: usize = 3;

/// Returns the line of the first unedited record that would change, and the reason.
fn example(model: &Model) -> Option<(usize, String)> {
    let suite = &model.document.suite;
    let options = model.document.read_options();
    (0..suite.line_count().min(LOOKED))
        .filter(|line| suite.line_state(*line) == LineState::Untouched)
        .find_map(|line| {
            let before = suite.line(line);
            let record = Record::read(&before, &options);
            let after = record.canonical(&CanonicalOptions::default())?;
            (record.kind() == LineKind::Record && after != before.as_ref())
                .then(|| (line, reasons(&before, &after, &options)))
        })
}

/// Returns the reasons why a line would change: the operations that move, and the problems that are fixed.
fn reasons(before: &[u8], after: &[u8], options: &ReadOptions) -> String {
    let (old, new) = (Record::read(before, options), Record::read(after, options));
    let names = |record: &Record<'_>| -> Vec<String> {
        let operations = record.operations().iter();
        let names = operations.map(|operation| glyph::safe(record.opcode(operation).as_bytes()));
        names.collect()
    };
    let mut list: Vec<String> = moved(&names(&old), &names(&new)).into_iter().collect();
    for found in old.diagnostics() {
        let is_told = found.code.name() == "unsorted-operations";
        if !is_told && found.code.is_fixed_by_writing() {
            let words = glyph::safe(old.message(found).as_bytes());
            if !list.contains(&words) {
                list.push(words);
            }
        }
    }
    let more = list.len().saturating_sub(MOST_REASONS);
    list.truncate(MOST_REASONS);
    if more > 0 {
        list.push(format!("{more} more"));
    }
    if list.is_empty() {
        list.push("its spelling".to_owned());
    }
    list.join(" · ")
}

/// Returns the first operation that moves before another: `c0 sorted before id`.
fn moved(old: &[String], new: &[String]) -> Option<String> {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new);
    let at = same.count();
    let (before, first) = (old.get(at)?, new.get(at)?);
    let is_there = old.contains(first) && new.contains(before);
    is_there.then(|| format!("{first} sorted before {before}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_names_reordered_and_respelled_operations() {
        let check = |operations: &str, why: &str| {
            let before = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {operations}");
            let options = ReadOptions::default();
            let record = Record::read(before.as_bytes(), &options);
            let after = record.canonical(&CanonicalOptions::default());
            let after = after.expect("canonical");
            assert_eq!(reasons(before.as_bytes(), &after, &options), why);
        };
        check("id \"a\"; c0 \"x\";", "c0 sorted before id");
        check("bm e2e4;", "`e2e4` should be `e4`");
    }
}
