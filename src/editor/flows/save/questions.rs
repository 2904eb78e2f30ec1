//! The questions on the way of a save, and the one before leaving.

use super::{moves, why};
use crate::editor::command::Id;
use crate::editor::effect::Effect;
use crate::editor::flows::open;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Closed, Menu, MenuItem, Pager, PagerLine};
use crate::editor::pages::queue::unfinished;
use crate::editor::state::document::{Document, Then};
use crate::editor::state::unsaved::unsaved;
use crate::editor::widgets::glyph;
use crate::suite::save::{Difference, Otherwise, SavePolicy};
use crate::suite::text_of;

/// Files named at most in a question.
const NAMED: usize = 6;

fn ask(model: &mut Model, title: &str, about: Vec<String>, items: Vec<MenuItem>) {
    overlay::open(model, Menu::question(title, about, items).carefully())
}

/// A question on the way of a save: where it is left, nothing is saved.
fn ask_of_save(model: &mut Model, about: Vec<String>, mut items: Vec<MenuItem>) {
    items.push(MenuItem::back(Some('c'), "cancel", "do not save"));
    let left = |model: &mut Model, _: Closed| {
        super::leave_question(model);
    };
    let menu = Menu::question("Save", about, items);
    overlay::open(model, menu.carefully().left(left))
}

fn item(key: char, label: &str, detail: &str, does: impl Fn(&mut Model) + 'static) -> MenuItem {
    MenuItem::new(Some(key), label, detail, does)
}

fn back(model: &Model) -> MenuItem {
    MenuItem::back(None, "back", model.key(Id::Close))
}

/// Which records to make canonical; `number` of them were not edited.
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
    let items = vec![
        item(
            'e',
            "only the edited ones",
            "all others are left unchanged byte for byte",
            |model| super::with_policy(model, SavePolicy::Edited),
        ),
        item(
            'a',
            "all records",
            "the whole file becomes canonical; undo takes it back",
            |model| super::with_policy(model, SavePolicy::All),
        ),
        item(
            'd',
            "show the changes",
            "then decide",
            super::see_difference,
        )
        .staying(),
    ];
    ask_of_save(model, about, items)
}

/// What to do where the file has another text than was read.
pub(super) fn conflict(model: &mut Model, path: &str, what: &str) {
    let items = vec![
        item(
            'm',
            "merge",
            "take both changes; where they meet, you choose",
            super::merge::of_save,
        ),
        item(
            'd',
            "show the differences",
            "yours and those on disk, by record",
            super::merge::show,
        ),
        item('n', "save as", "", super::under_new_name),
        item('o', "overwrite", "replace the existing file", super::over),
        reload_item(model),
    ];
    let mut about = vec![path.into(), what.into()];
    if model.document.suite.is_modified() {
        let mine = unsaved(&model.document.suite);
        about.push(format!("Not saved yet, and lost by a reload: {mine}."));
    }
    ask_of_save(model, about, items)
}

/// What to do where a new file was to be and there is one; one that is open here is kept unless chosen.
pub(super) fn over(model: &mut Model, path: &str, what: String, is_open: bool) {
    let under = item('n', "save as", "", super::under_new_name);
    let over = item('o', "overwrite", "replace the existing file", super::over);
    let about = vec![path.into(), what];
    if !is_open {
        return ask_of_save(model, about, vec![under, over]);
    }
    let left = |model: &mut Model, _: Closed| {
        super::leave_question(model);
    };
    let back = MenuItem::back(Some('c'), "cancel", "do not save");
    let items = vec![back, under, over];
    overlay::open(model, Menu::question("Save", about, items).left(left))
}

/// That the file is open in another tab, and what would be lost there.
pub(super) fn open_here(document: &Document) -> String {
    let name = glyph::safe(document.suite.name().as_bytes());
    if !document.suite.is_modified() {
        return format!("{name} is open here.");
    }
    let what = unsaved(&document.suite);
    format!("{name} is open here with unsaved changes: {what}.")
}

/// What to do where a new file can't simply take the old one's place.
pub(super) fn in_place(model: &mut Model, path: String, what: String, may_replace: bool) {
    let mut items = vec![item(
        'w',
        "write in place",
        "the old text is kept in a copy until that is done",
        |model| super::otherwise(model, Otherwise::InPlace),
    )];
    if may_replace {
        items.push(item(
            'p',
            "replace",
            "the other names keep the old text",
            |model| super::otherwise(model, Otherwise::Replace),
        ));
    }
    items.push(item('n', "save as", "", super::under_new_name));
    let about = vec![
        path,
        what,
        "The answer is remembered while the file is open.".into(),
    ];
    ask_of_save(model, about, items)
}

/// The row that reads the file again: it asks once more where that loses edits.
pub(super) fn reload_item(model: &Model) -> MenuItem {
    if !model.document.suite.is_modified() {
        return item('r', "reload", "from disk", super::reload);
    }
    discard('r', "reload …", lost_here, |model| {
        overlay::close_all(model);
        super::reload(model);
    })
}

/// Whether to read the file again, where that loses edits.
pub(super) fn reload(model: &mut Model) {
    let lost = format!("Your changes are lost: {}.", unsaved(&model.document.suite));
    let items = vec![
        back(model),
        item(
            'm',
            "merge",
            "keep your changes and take those on disk",
            super::merge::of_save,
        ),
        reload_item(model),
    ];
    ask(model, "Reload the file", vec![lost], items)
}

/// What is not saved, in words.
fn not_saved(document: &Document) -> String {
    let name = glyph::safe(document.suite.name().as_bytes());
    let what = unsaved(&document.suite);
    format!("{name} has unsaved changes: {what}.")
}

fn read_only(model: &Model) -> Option<String> {
    model
        .read_only
        .then(|| "the file is open read-only".to_owned())
}

fn modified(model: &Model) -> impl Iterator<Item = &Document> {
    let documents = model.documents();
    documents.filter(|document| document.suite.is_modified())
}

/// What is lost with the file shown.
fn lost_here(model: &Model) -> Vec<String> {
    vec![not_saved(&model.document)]
}

/// What is lost with all files.
fn lost_of_all(model: &Model) -> Vec<String> {
    let mut about: Vec<String> = modified(model).take(NAMED).map(not_saved).collect();
    let more = modified(model).count().saturating_sub(NAMED);
    if more > 0 {
        about.push(format!("… and {more} more."));
    }
    about
}

/// The row that loses changes, which asks once more: in the list its key twice deletes a record, and is
/// pressed by habit.
fn discard(
    key: char,
    label: &str,
    lost: fn(&Model) -> Vec<String>,
    does: fn(&mut Model),
) -> MenuItem {
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

/// Whether to leave without a save.
pub(super) fn quit(model: &mut Model) {
    let mut about = vec![not_saved(&model.document)];
    about.extend(unfinished::lost_with_all(model));
    about.extend(not_recorded(model));
    let items = vec![
        item('s', "save and quit", "", |model| {
            super::start(model, Then::QuitTold)
        })
        .disabled(read_only(model)),
        discard('d', "discard and quit …", lost_here, |model| {
            model.send(Effect::Quit);
        }),
        item(
            'l',
            "review the changes",
            "line by line, to revert any",
            overlay::menu::does(Id::ReviewChanges),
        ),
        back(model),
    ];
    ask(model, "Quit", about, items)
}

/// Whether to leave without saving several files.
pub(super) fn quit_all(model: &mut Model) {
    let count = modified(model).count();
    let mut about = lost_of_all(model);
    about.extend(unfinished::lost_with_all(model));
    about.extend(not_recorded(model));
    let items = vec![
        item(
            's',
            "save all and quit",
            &format!("{count} files"),
            |model| super::all(model, true),
        )
        .disabled(read_only(model)),
        discard('d', "discard all and quit …", lost_of_all, |model| {
            model.send(Effect::Quit);
        }),
        item(
            'o',
            "show open files",
            "decide one by one",
            overlay::menu::does(Id::OpenFiles),
        ),
        back(model),
    ];
    ask(model, "Quit", about, items)
}

/// Whether to leave where nothing is lost but what engines found or were to find.
pub(super) fn quit_engines(model: &mut Model, mut about: Vec<String>) {
    about.extend(not_recorded(model));
    let items = engines_left(model, "quit anyway", |model| model.send(Effect::Quit));
    ask(model, "Quit", about, items)
}

/// The same of one file that is closed.
pub(super) fn close_engines(model: &mut Model, about: String) {
    let items = engines_left(model, "close anyway", |model| {
        overlay::close_all(model);
        open::close_at_once(model);
    });
    ask(model, "Close the file", vec![about], items)
}

fn engines_left(model: &Model, label: &str, leaves: fn(&mut Model)) -> Vec<MenuItem> {
    vec![
        item(
            'p',
            "show them",
            "to accept proposals, or wait for the engines",
            unfinished::show,
        ),
        item('d', label, "they are lost", leaves),
        back(model),
    ]
}

/// Moves that were played and not recorded, as a sentence of its own.
fn not_recorded(model: &mut Model) -> Option<String> {
    moves::told(model);
    let words = moves::in_words(model)?;
    let rest = words.strip_prefix('m')?;
    Some(format!("M{rest}."))
}

/// Whether to close a file without a save.
pub(super) fn close(model: &mut Model) {
    let mut about = vec![not_saved(&model.document)];
    about.extend(unfinished::lost_with(&model.document));
    let items = vec![
        item('s', "save and close", "", |model| {
            super::start(model, Then::Close)
        })
        .disabled(read_only(model)),
        discard('d', "discard and close …", lost_here, |model| {
            overlay::close_all(model);
            open::close_at_once(model);
        }),
        item(
            'l',
            "review the changes",
            "line by line, to revert any",
            overlay::menu::does(Id::ReviewChanges),
        ),
        back(model),
    ];
    ask(model, "Close the file", about, items)
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
        let words = why::word_by_word(text_of(before), text_of(after));
        lines.push(PagerLine::Text(words.join("   ")));
        lines.push(PagerLine::Removed(glyph::safe(text_of(&difference.before))));
        lines.push(PagerLine::Added(glyph::safe(text_of(&difference.after))));
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
