//! A packed file that unpacks to far more than those packed in earnest: reading stops at the limit, and
//! it is asked whether to go on.

use crate::editor::command::Id;
use crate::editor::flows::save;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::state::document::unsaved;
use crate::editor::widgets::glyph;
use crate::epd::counted::thousands;
use crate::suite::{Most, Suite};

/// Returns whether there is more of a file, and a path to read it from.
fn has_more(suite: &Suite) -> bool {
    suite.unpacks_further() && suite.path().is_some()
}

/// Asks once for the file shown, as soon as nothing is in the way.
pub(crate) fn ask(model: &mut Model) {
    let document = &model.document;
    if !document.asked_to_unpack && !model.is_busy() && has_more(&document.suite) {
        model.document.asked_to_unpack = true;
        question(model)
    }
}

fn question(model: &mut Model) {
    let suite = &model.document.suite;
    let name = glyph::safe(suite.name().as_bytes());
    let lines = thousands(suite.line_count());
    let mut about = vec![
        format!("{name} unpacks to more than 128 MiB and 100 times its size."),
        "Such a file may be damaged or made to fill the disk, so reading stopped there.".to_owned(),
        format!("{lines} lines are read; what was not read to its end can't be saved."),
    ];
    let mut detail = "on disk, beyond what is held in memory";
    if suite.is_modified() {
        about.push(format!(
            "Unpacking it reloads the file: {}.",
            unsaved(suite)
        ));
        detail = "discard your changes";
    }
    let items = vec![
        MenuItem::back(Some('l'), "look only", "the lines read so far"),
        MenuItem::new(Some('u'), "unpack all of it", detail, read_all),
    ];
    overlay::open(
        model,
        Menu::question("Unpack the whole file?", about, items),
    )
}

fn read_all(model: &mut Model) {
    overlay::close_all(model);
    model.told("unpacking the whole file …");
    save::reload_up_to(model, Most::Any);
}

/// Reads it to its end; asks first where that loses edits.
pub(crate) fn unpack_all(model: &mut Model) {
    match model.document.suite.is_modified() {
        true => question(model),
        false => read_all(model),
    }
}

/// Returns why there is nothing more to unpack.
pub(crate) fn why_not(model: &Model) -> Option<String> {
    let suite = &model.document.suite;
    if has_more(suite) {
        return None;
    }
    Some(match suite.loading() {
        Some(_) => "still reading the file".to_owned(),
        None if suite.unpacks_further() => {
            format!(
                "only a file on disk can be read again · `--{}`",
                Id::UnpackAll.name()
            )
        }
        None => "the file is read to its end".to_owned(),
    })
}
