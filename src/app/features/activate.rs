//! Taking what the cursor of the top overlay is on.

use crate::app::command::Id;
use crate::app::effect::Effect;
use crate::app::features::board;
use crate::app::features::bulk;
use crate::app::features::columns::{self, Column};
use crate::app::features::differences;
use crate::app::features::files;
use crate::app::features::files::picker;
use crate::app::features::files::send;
use crate::app::features::inspect;
use crate::app::features::journal;
use crate::app::features::navigate;
use crate::app::features::operations;
use crate::app::features::play;
use crate::app::features::problems::fixes;
use crate::app::features::query;
use crate::app::features::report;
use crate::app::features::save;
use crate::app::model::Model;
use crate::app::overlay::{Choice, MenuItem, Overlay, PickerKind, PromptKind};
use crate::app::state::document::Then;
use crate::app::state::jobs::bulk::plan::Plan;
use crate::suite::save::SavePolicy;

/// Takes what the cursor is on, or what is typed.
pub fn choose(model: &mut Model) -> Vec<Effect> {
    match model.overlays.last() {
        Some(Overlay::Picker(_)) => picked(model),
        Some(Overlay::Menu(menu)) => match menu.items.get(menu.cursor).cloned() {
            Some(item) => take(model, item),
            None => Vec::new(),
        },
        Some(Overlay::Prompt(prompt)) => {
            let (kind, text) = (prompt.kind, prompt.input.lossy().into_owned());
            match kind {
                PromptKind::Search => {
                    let message = prompt.message.clone();
                    model.overlays.pop();
                    model.search_from = None;
                    if let Some(message) = message {
                        model.done(message);
                    }
                    Vec::new()
                }
                PromptKind::Filter | PromptKind::Mark | PromptKind::Reshape(_) => {
                    query::chosen(model, kind, &text)
                }
                PromptKind::GoTo => navigate::go_to(model, &text),
                PromptKind::Chess960 => board::chess960::named(model, &text),
                PromptKind::Clock(clock) => board::clocks::set(model, clock, &text),
                PromptKind::PerftDepth => inspect::perft::to_depth(model, &text),
                PromptKind::SaveAs { then } => save::named(model, &text, then),
            }
        }
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

/// The key of a menu's row.
pub fn by_key(model: &mut Model, key: char) -> Vec<Effect> {
    let Some(Overlay::Menu(menu)) = model.overlays.last_mut() else {
        return Vec::new();
    };
    let exact = menu.items.iter().position(|item| item.key == Some(key));
    let at = exact.or_else(|| {
        // The other case of a letter, where it means nothing else.
        let same = |item: &MenuItem| item.key.is_some_and(|own| own.eq_ignore_ascii_case(&key));
        menu.items.iter().position(same)
    });
    let Some((at, item)) = at.and_then(|at| menu.items.get(at).cloned().map(|item| (at, item)))
    else {
        return Vec::new();
    };
    menu.cursor = at;
    take(model, item)
}

/// A menu was left without a choice.
pub fn leave_menu(model: &mut Model) -> Vec<Effect> {
    save::leave_question(model);
    if journal::is_asked(model) {
        model.done("the unsaved edits stay where they are · opening the file asks again");
        return journal::later(model);
    }
    Vec::new()
}

fn take(model: &mut Model, item: MenuItem) -> Vec<Effect> {
    if let Some(reason) = item.disabled {
        model.refused(reason);
        return Vec::new();
    }
    let stays = matches!(model.overlays.last(), Some(Overlay::Menu(menu)) if menu.stays);
    // The question stays open below the page that shows what it is about.
    let shows = matches!(item.choice, Choice::SeeDifference | Choice::LookAtJournal);
    if !stays && !shows {
        model.overlays.pop();
    }
    match item.choice {
        Choice::Copy { what, text } => vec![Effect::Copy { what, text }],
        Choice::Castling(rights) => board::castling::set(model, &rights),
        Choice::EnPassant(square) => board::en_passant::set(model, square),
        Choice::ApplyFix(fix) => fixes::apply(model, &fix),
        Choice::SaveAll => save::with_policy(model, SavePolicy::All),
        Choice::SaveEdited => save::with_policy(model, SavePolicy::Edited),
        Choice::SeeDifference => save::see_difference(model),
        Choice::SaveOver => save::over(model),
        Choice::SaveUnderNewName => save::under_new_name(model),
        Choice::Reload => save::reload(model),
        Choice::SaveAndQuit => save::start(model, Then::Quit),
        Choice::SaveAllAndQuit => save::all(model, true),
        Choice::SaveAndClose => save::start(model, Then::Close),
        Choice::DiscardAndClose => files::close_at_once(model),
        Choice::RecoverJournal => journal::recover(model),
        Choice::LookAtJournal => journal::look(model),
        Choice::OpenJournal => journal::open(model),
        Choice::DiscardJournal => journal::discard(model),
        Choice::DiscardAndQuit => vec![Effect::Quit],
        Choice::Pieces(pieces) => {
            model.pieces = pieces;
            model.done(format!("pieces: {}", pieces.name()));
            Vec::new()
        }
        Choice::Sort(column, reverse) => columns::sort::by(model, column, reverse),
        Choice::Values(column) => report::values::open(model, column),
        Choice::HideColumn(column) => {
            model.columns.toggle(&column);
            Vec::new()
        }
        Choice::ShiftColumn(column, by) => {
            model.columns.shift(&column, by);
            Vec::new()
        }
        Choice::PlayMove(played) => play::play(model, played),
        Choice::StepThrough(name) => play::step_through_line(model, name),
        Choice::RecordPlayed(what) => play::put(model, what),
        Choice::Dedupe(by, keep) => bulk::look(model, Plan::Dedupe { by, keep }),
        Choice::Command(id) => model.commands.row(id).run(model, None),
        Choice::Back => leave_menu(model),
    }
}
