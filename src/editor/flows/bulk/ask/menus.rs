//! The menus of the bulk edits: which one, and of what removes duplicates.

use crate::editor::command::Id;
use crate::editor::flows::bulk::{look, scope};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::suite::Sameness;
use crate::suite::arrange::{Arrangement, Keep};
use crate::suite::edit::Edit;

/// Opens the menu of all changes of many records.
pub(crate) fn open(model: &mut Model) {
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

/// Removes duplicates by the words of a call.
pub(crate) fn remove_duplicates(model: &mut Model, same: &str, keep: Option<&str>) {
    let by = match same {
        "id" => Sameness::Id,
        "record" => Sameness::Record,
        _ => Sameness::Position,
    };
    let keep = match keep {
        Some("last") => Keep::Last,
        Some("richest") => Keep::Richest,
        Some("merged") => Keep::Merged,
        _ => Keep::First,
    };
    dedupe(model, by, keep)
}

fn dedupe(model: &mut Model, by: Sameness, keep: Keep) {
    look(model, Edit::Arrange(Arrangement::Dedupe { by, keep }))
}

/// Opens the menu of what makes records the same, and which of them stays.
pub(crate) fn open_duplicates(model: &mut Model) {
    let rows = [
        ('p', Sameness::Position, Keep::First),
        ('l', Sameness::Position, Keep::Last),
        ('o', Sameness::Position, Keep::Richest),
        ('j', Sameness::Position, Keep::Merged),
        ('i', Sameness::Id, Keep::First),
        ('k', Sameness::Id, Keep::Last),
        ('r', Sameness::Record, Keep::First),
    ];
    let items = rows
        .into_iter()
        .map(|(key, by, keep)| {
            let what = match by {
                Sameness::Id => "same id",
                Sameness::Position => "same position",
                Sameness::Record => "the same record, with all operations",
            };
            let does = move |model: &mut Model| dedupe(model, by, keep);
            MenuItem::new(Some(key), what, keep.in_words(), does)
        })
        .collect();
    let title = format!("Remove duplicates: {}", scope(model).in_words());
    overlay::open(model, Menu::new(title, items))
}
