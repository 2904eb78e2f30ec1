//! A save in place that was interrupted: the file may be half written, and the copy of its text that was
//! left is offered.

use crate::app::effect::Effect;
use crate::app::glyph;
use crate::app::model::Model;
use crate::app::overlay::{self, Menu, MenuItem};
use crate::app::state::document::DocumentId;
use std::path::{Path, PathBuf};

/// Copies of a file's text were found.
pub(crate) fn left(model: &mut Model, id: DocumentId, copies: Vec<PathBuf>) -> Vec<Effect> {
    if let Some(document) = model.document_mut(id) {
        document.copies_left = copies;
    }
    Vec::new()
}

/// Offers those of the file shown, as soon as nothing is in the way.
pub(super) fn offer(model: &mut Model) -> Vec<Effect> {
    let in_the_way = !model.overlays.is_empty() || model.document.view.editing.is_some();
    if model.document.copies_left.is_empty() || in_the_way {
        return Vec::new();
    }
    let copies = std::mem::take(&mut model.document.copies_left);
    let safe = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        glyph::safe(name.as_bytes())
    };
    let name = glyph::safe(model.document.suite.name().as_bytes());
    let about = vec![
        format!("A save of {name} was interrupted: the file may be half written."),
        "Its text before that was left beside it. Compare them, save the one that is right"
            .to_owned(),
        format!("as {name}, and remove the copy; until then it is offered again."),
    ];
    let mut items: Vec<MenuItem> = copies
        .into_iter()
        .enumerate()
        .map(|(nth, path)| {
            let words = format!("open {}", safe(&path));
            let key = (nth == 0).then_some('o');
            MenuItem::new(key, words, "the text before", move |model| {
                open(model, path.clone())
            })
        })
        .collect();
    items.push(MenuItem::back(Some('l'), "later", "go on with the file"));
    overlay::open(model, Menu::question("Interrupted save", about, items))
}

fn open(model: &mut Model, path: PathBuf) -> Vec<Effect> {
    let mut effects = overlay::close_all(model);
    effects.extend(super::open(model, path));
    effects
}
