//! Taking what the cursor of the top overlay is on.

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::features::differences;
use crate::app::features::files;
use crate::app::features::files::picker;
use crate::app::features::files::send;
use crate::app::features::operations;
use crate::app::features::report;
use crate::app::model::Model;
use crate::app::overlay::{self, Overlay, PickerKind};
use crate::app::state::columns::Column;

/// Takes what the cursor is on, or what is typed.
pub fn choose(model: &mut Model) -> Vec<Effect> {
    match model.overlays.last() {
        Some(Overlay::Picker(_)) => picked(model),
        Some(Overlay::Menu(_)) => overlay::menu::choose(model),
        Some(Overlay::Prompt(_)) => overlay::prompt::choose(model),
        Some(Overlay::Report(_)) => report::choose(model),
        Some(Overlay::Pager(_) | Overlay::Preview(_)) | None => Vec::new(),
    }
}

fn picked(model: &mut Model) -> Vec<Effect> {
    let Some(Overlay::Picker(picker)) = model.overlays.last() else {
        return Vec::new();
    };
    let kind = picker.kind;
    let item = picker
        .shown
        .get(picker.cursor)
        .and_then(|shown| picker.items.get(shown.item));
    let Some(item) = item.cloned() else {
        model.refused("nothing matches what is typed");
        return Vec::new();
    };
    if let Some(reason) = item.disabled {
        model.refused(reason);
        return Vec::new();
    }
    if kind == PickerKind::Files {
        return match picker::picked(model, &item.value) {
            Some(effects) => {
                model.overlays.pop();
                effects
            }
            None => picker::complete(model),
        };
    }
    model.overlays.pop();
    match kind {
        PickerKind::Files => Vec::new(),
        PickerKind::SendTo { moves } => match files::id_of(&item.value) {
            Some(id) => send::send(model, id, moves),
            None => Vec::new(),
        },
        PickerKind::CompareWith => match files::id_of(&item.value) {
            Some(id) => differences::with(model, id),
            None => Vec::new(),
        },
        PickerKind::Commands => Id::from_name(&item.value)
            .map(|id| model.commands.row(id).run(model, None))
            .unwrap_or_default(),
        PickerKind::OpenFiles => files::picked(model, &item.value),
        PickerKind::Opcodes => operations::add(model, &item.value),
        PickerKind::Column => {
            model.columns.show(Column::Opcode(item.value));
            Vec::new()
        }
        PickerKind::Values => report::values::open(model, Column::Opcode(item.value)),
        PickerKind::Rename { operation } => operations::rename(model, operation, &item.value),
    }
}
