//! The questions on the way of a save, and the one before leaving.

use super::{leave, merge, reload, why};
use crate::editor::command::Id;
use crate::editor::effect::Effect;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem, Pager, PagerLine};
use crate::editor::pages::differences;
use crate::editor::pages::queue;
use crate::editor::state::Then;
use crate::editor::state::differences::Against;
use crate::editor::state::document::{Document, unsaved};
use crate::editor::widgets::glyph;
use crate::suite::save::{Difference, Otherwise, SavePolicy};
use crate::suite::text_of;

fn ask(model: &mut Model, title: &str, about: Vec<String>, items: Vec<MenuItem>) {
    overlay::open(model, Menu::question(title, about, items))
}

/// A question on the way of a save: where it is left, nothing is saved.
fn ask_of_save(model: &mut Model, about: Vec<String>, mut items: Vec<MenuItem>) {
    items.push(MenuItem::back(Some('c'), "cancel", "do not save"));
    open_of_save(model, Menu::question("Save", about, items))
}

fn open_of_save(model: &mut Model, menu: Menu) {
    model.status = None;
    if let Some(saving) = model.document.saving.as_mut() {
        saving.ticket = None;
        overlay::open(model, menu.left(|model, _| super::leave_question(model)))
    }
}

/// Returns the path that is saved to, as it is shown.
fn path(model: &Model) -> String {
    let saving = model.document.saving.as_ref();
    let path = saving.map_or("".into(), |saving| saving.target.path.to_string_lossy());
    glyph::safe(path.as_bytes())
}

fn item(key: char, label: &str, detail: &str, does: impl Fn(&mut Model) + 'static) -> MenuItem {
    MenuItem::new(Some(key), label, detail, does)
}

fn under_new_name() -> MenuItem {
    item('n', "save as", "", super::under_new_name)
}

fn overwrite() -> MenuItem {
    item('o', "overwrite", "replace the existing file", |model| {
        super::write_with(model, |target| *target = target.clone().over())
    })
}

/// The row that merges, in place of a save: that comes when the person has looked at it.
fn merge_item(detail: &str) -> MenuItem {
    item('m', "merge", detail, |model| {
        model.document.saving = None;
        merge::start(model)
    })
}

/// Asks which records to make canonical; `number` of them were not edited.
pub(super) fn policy(model: &mut Model, number: &str) {
    let (verb, records) = match number {
        "1" => ("is", "record"),
        _ => ("are", "records"),
    };
    let mut about = vec![format!(
        "{number} {records} you did not edit {verb} not in canonical form."
    )];
    if let Some((line, why)) = why::example(model) {
        about.push(format!("For example line {}: {why}.", line + 1));
    }
    about.push("Make them canonical too? The answer is remembered for this file.".into());
    let row = |key, label, detail, policy| {
        item(key, label, detail, move |model| {
            model.document.policy = Some(policy);
            super::make_canonical(model)
        })
    };
    let edited = "all others are left unchanged byte for byte";
    let all = "the whole file becomes canonical; undo takes it back";
    let see = item(
        'd',
        "show the changes",
        "then decide",
        super::see_difference,
    );
    let items = vec![
        row('e', "only the edited ones", edited, SavePolicy::Edited),
        row('a', "all records", all, SavePolicy::All),
        see.staying(),
    ];
    ask_of_save(model, about, items)
}

/// Asks what to do where the file has another text than was read.
pub(super) fn conflict(model: &mut Model, what: String) {
    let difference = "yours and those on disk, by record";
    let items = vec![
        merge_item("take both changes; where they meet, you choose"),
        item('d', "show the differences", difference, |model| {
            model.document.saving = None;
            differences::show(model, Against::Disk)
        }),
        under_new_name(),
        overwrite(),
        reload_item(model),
    ];
    let mut about = vec![path(model), what];
    if model.document.suite.is_modified() {
        let mine = unsaved(&model.document.suite);
        about.push(format!("Not saved yet, and lost by a reload: {mine}."));
    }
    ask_of_save(model, about, items)
}

/// Asks what to do where a new file was to be and there is one; one that is open here is kept unless chosen.
pub(super) fn over(model: &mut Model, what: String, is_open: bool) {
    let about = vec![path(model), what];
    let items = vec![under_new_name(), overwrite()];
    if !is_open {
        return ask_of_save(model, about, items);
    }
    let back = MenuItem::back(Some('c'), "cancel", "do not save");
    let items = std::iter::once(back).chain(items).collect();
    open_of_save(model, Menu::question("Save", about, items))
}

/// Says that the file is open in another tab, and what would be lost there.
pub(super) fn open_here(document: &Document) -> String {
    let name = document.name();
    if !document.suite.is_modified() {
        return format!("{name} is open here.");
    }
    let what = unsaved(&document.suite);
    format!("{name} is open here with unsaved changes: {what}.")
}

/// Asks what to do where a new file can't simply take the old one's place.
pub(super) fn in_place(model: &mut Model, what: String, may_replace: bool) {
    let row = |key, label, detail, otherwise| {
        item(key, label, detail, move |model| {
            model.document.otherwise = otherwise;
            super::write_with(model, |target| target.otherwise = otherwise)
        })
    };
    let copied = "the old text is kept in a copy until that is done";
    let mut items = vec![row('w', "write in place", copied, Otherwise::InPlace)];
    if may_replace {
        let kept = "the other names keep the old text";
        items.push(row('p', "replace", kept, Otherwise::Replace));
    }
    items.push(under_new_name());
    let about = vec![
        path(model),
        what,
        "The answer is remembered while the file is open.".into(),
    ];
    ask_of_save(model, about, items)
}

/// The row that reads the file again: it asks once more where that loses edits.
pub(super) fn reload_item(model: &Model) -> MenuItem {
    if !model.document.suite.is_modified() {
        return item('r', "reload", "from disk", reload::reload);
    }
    discard('r', "reload …", lost_here, |model| {
        overlay::close_all(model);
        reload::reload(model);
    })
}

/// Asks whether to read the file again, where that loses edits.
pub(super) fn reload(model: &mut Model) {
    let lost = format!("Your changes are lost: {}.", unsaved(&model.document.suite));
    let items = vec![
        MenuItem::back(None, "back", model.key(Id::Close)),
        merge_item("keep your changes and take those on disk"),
        reload_item(model),
    ];
    ask(model, "Reload the file", vec![lost], items)
}

/// Returns the unsaved changes of files, a sentence each.
fn lost<'d>(documents: impl Iterator<Item = &'d Document>) -> Vec<String> {
    let modified = documents.filter(|document| document.suite.is_modified());
    let sentence = |document: &Document| {
        let (name, what) = (document.name(), unsaved(&document.suite));
        format!("{name} has unsaved changes: {what}.")
    };
    queue::first_few(modified.map(sentence).collect())
}

/// Returns the changes lost with the file shown.
fn lost_here(model: &Model) -> Vec<String> {
    lost(std::iter::once(&model.document))
}

/// Returns the changes lost with all files.
fn lost_of_all(model: &Model) -> Vec<String> {
    lost(model.documents())
}

/// The sentences that tell of changes lost.
type Lost = fn(&Model) -> Vec<String>;

/// The row that loses changes, which asks once more: in the list its key twice deletes a record, and is
/// pressed by habit.
fn discard(key: char, label: &str, lost: Lost, does: fn(&mut Model)) -> MenuItem {
    let asks = move |model: &mut Model| ask_discard(model, lost(model), does);
    item(key, label, "the changes are lost; asks once more", asks).staying()
}

/// Asks once more: neither the same key nor Enter pressed twice discards anything.
fn ask_discard(model: &mut Model, mut about: Vec<String>, does: fn(&mut Model)) {
    about.push("Discarding the changes can't be undone.".to_owned());
    let keep = format!("{} · goes back", model.key(Id::Close));
    let items = vec![
        MenuItem::back(Some('n'), "no, keep them", keep),
        item('y', "yes, discard", "the unsaved changes are lost", does),
    ];
    ask(model, "Discard the unsaved changes?", about, items)
}

/// Asks before a file is closed, or with `quits` the editor, with which something is lost: unsaved changes, results of
/// engines, moves that were played and not recorded.
pub(super) fn leave(model: &mut Model, quits: bool) {
    let (title, verb, lost): (_, _, Lost) = match quits {
        true => ("Quit", "quit", lost_of_all),
        false => ("Close the file", "close", lost_here),
    };
    let leaves: fn(&mut Model) = match quits {
        true => |model| model.send(Effect::Quit),
        false => |model| {
            overlay::close_all(model);
            leave::close_at_once(model);
        },
    };
    let mut about = lost(model);
    let modified = |document: &&Document| document.suite.is_modified();
    let count = match quits {
        true => model.documents().filter(modified).count(),
        false => about.len(),
    };
    let (all, files, look) = match count {
        0 | 1 => ("", String::new(), REVIEW),
        _ => (" all", format!("{count} files"), DECIDE),
    };
    let (save, label) = (
        format!("save{all} and {verb}"),
        format!("discard{all} and {verb} …"),
    );
    let saves = move |model: &mut Model| match (quits, count) {
        (false, _) => super::start(model, Then::Close),
        (true, 1) => super::start(model, Then::QuitTold),
        (true, _) => super::all(model, true),
    };
    let read_only = model.read_only;
    let read_only = read_only.then(|| "the file is open read-only".to_owned());
    let (key, looks, detail, id) = look;
    let mut items = match count {
        0 => vec![
            item('p', "show them", TO_ACCEPT, queue::show_lost),
            item('d', &format!("{verb} anyway"), "they are lost", leaves),
        ],
        _ => vec![
            item('s', &save, &files, saves).disabled(read_only),
            discard('d', &label, lost, leaves),
            item(key, looks, detail, overlay::menu::does(id)),
        ],
    };
    items.push(MenuItem::back(None, "back", model.key(Id::Close)));
    if quits {
        about.extend(queue::lost_with_all(model));
        about.extend(not_recorded(model));
    } else {
        about.extend(queue::lost_with(&model.document));
    }
    ask(model, title, about, items)
}

/// A row that shows what would be lost, before that is decided.
type Look = (char, &'static str, &'static str, Id);

const REVIEW: Look = (
    'l',
    "review the changes",
    "line by line, to revert any",
    Id::ReviewChanges,
);
const DECIDE: Look = ('o', "show open files", "decide one by one", Id::OpenFiles);
const TO_ACCEPT: &str = "to accept proposals, or wait for the engines";

/// Moves that were played and not recorded, as a sentence of its own.
fn not_recorded(model: &mut Model) -> Option<String> {
    leave::is_untold(model);
    let words = leave::unrecorded_in_words(model)?;
    let rest = words.strip_prefix('m')?;
    Some(format!("M{rest}."))
}

/// The page that shows what would change; `most` is how many lines were looked for.
pub(super) fn difference(model: &mut Model, found: &[Difference], most: usize) {
    let mut lines = Vec::new();
    for difference in found {
        let (before, after) = (&difference.before, &difference.after);
        let why = why::reasons(before, after, &model.document.read_options());
        lines.push(PagerLine::Heading(format!(
            "line {} · {why}",
            difference.line + 1
        )));
        lines.push(PagerLine::Removed(glyph::safe(text_of(before))));
        lines.push(PagerLine::Added(glyph::safe(text_of(after))));
    }
    if found.is_empty() {
        lines.push(PagerLine::Text("no record would change".into()));
    } else if found.len() >= most {
        lines.push(PagerLine::Text(format!("… the first {most}")));
    }
    let title = format!(
        "Changes made by saving all records in canonical form · {} goes back",
        model.key(Id::Close)
    );
    overlay::open(model, Pager::new(title, lines));
}
