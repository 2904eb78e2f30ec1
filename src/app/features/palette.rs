//! Lists narrowed by typing: all commands, all opcodes.

pub mod commands;

use crate::app::command::Context;
use crate::app::effect::Effect;
use crate::app::features::files::picker;
use crate::app::features::operations::is_opcode;
use crate::app::line_editor::LineEditor;
use crate::app::model::Model;
use crate::app::overlay::{Overlay, Picker, PickerItem, PickerKind, PickerMatch};
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;

/// Opens the palette of all commands: those of the pane with the keys first.
pub fn open_commands(model: &mut Model) -> Vec<Effect> {
    let context = Context::of(model);
    let keymap = &model.commands.keymap;
    let mut rows: Vec<_> = model
        .commands
        .all()
        .map(|command| {
            let here = keymap.keys_in(command.id, context);
            let of_pane = !keymap.keys_of(command.id, context).is_empty();
            let keys = if here.is_empty() {
                keymap.all_keys(command.id)
            } else {
                here
            };
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            let item = PickerItem {
                label: command.title.into(),
                detail: command.help.into(),
                keys: keys.join("  "),
                disabled: command.why_not(model),
                value: command.id.name().into(),
            };
            (item.disabled.is_some(), !of_pane, item)
        })
        .collect();
    rows.sort_by_key(|(disabled, elsewhere, _)| (*disabled, *elsewhere));
    model.overlays.push(Overlay::Picker(Picker {
        kind: PickerKind::Commands,
        title: "Commands".into(),
        input: LineEditor::default(),
        items: rows.into_iter().map(|(_, _, item)| item).collect(),
        shown: Vec::new(),
        cursor: 0,
        first: 0,
    }));
    narrow(model);
    Vec::new()
}

/// Makes the rows shown those that match what is typed, best first.
pub fn narrow(model: &mut Model) {
    let Some(Overlay::Picker(picker)) = model.overlays.last_mut() else {
        return;
    };
    let typed = picker.input.lossy().trim().to_owned();
    let is_of_opcodes = matches!(
        picker.kind,
        PickerKind::Opcodes | PickerKind::Rename { .. } | PickerKind::Column | PickerKind::Values
    );
    if is_of_opcodes {
        offer_private_opcode(picker, &typed);
    }
    picker.shown = matches(&picker.items, &typed);
    picker.cursor = 0;
    picker.first = 0;
}

/// An opcode that is in no table can be used all the same: it stands last, as it is typed.
fn offer_private_opcode(picker: &mut Picker, typed: &str) {
    picker.items.retain(|item| !item.detail.is_empty());
    let known = picker.items.iter().any(|item| item.value == typed);
    picker.items.retain(|item| item.keys != PRIVATE);
    if is_opcode(typed) && !known {
        picker.items.push(PickerItem {
            label: typed.to_owned(),
            detail: "an opcode of your own".into(),
            keys: PRIVATE.into(),
            disabled: None,
            value: typed.to_owned(),
        });
    }
}

const PRIVATE: &str = "private";

fn matches(items: &[PickerItem], typed: &str) -> Vec<PickerMatch> {
    if typed.is_empty() {
        return (0..items.len())
            .map(|item| PickerMatch {
                item,
                marks: Vec::new(),
            })
            .collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = |kind| Pattern::new(typed, CaseMatching::Ignore, Normalization::Smart, kind);
    let (fuzzy, literal) = (pattern(AtomKind::Fuzzy), pattern(AtomKind::Substring));
    let mut buffer = Vec::new();
    let mut found: Vec<(Rank, PickerMatch)> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let mut marks = Vec::new();
        let label = fuzzy.indices(
            Utf32Str::new(&item.label, &mut buffer),
            &mut matcher,
            &mut marks,
        );
        let rank = if picker::is_as_typed(item) {
            Rank::Private
        } else if item.value == typed && item.keys != PRIVATE {
            Rank::Exact
        } else if item.keys == PRIVATE {
            // A capital first is how private opcodes begin, and no other does.
            let is_meant = typed.starts_with(|c: char| c.is_ascii_uppercase());
            if is_meant { Rank::Exact } else { Rank::Private }
        } else if let Some(score) = label {
            Rank::Label(score)
        } else {
            marks.clear();
            let mut score = |text| literal.score(Utf32Str::new(text, &mut buffer), &mut matcher);
            match score(&item.value).or_else(|| score(&item.detail)) {
                Some(score) => Rank::Detail(score),
                None => continue,
            }
        };
        marks.sort_unstable();
        marks.dedup();
        let marks = marks
            .into_iter()
            .filter_map(|mark| usize::try_from(mark).ok())
            .collect();
        found.push((rank, PickerMatch { item: at, marks }));
    }
    found.sort_by_key(|(rank, found)| {
        let disabled = items
            .get(found.item)
            .is_some_and(|item| item.disabled.is_some());
        (Reverse(*rank), disabled, found.item)
    });
    found.into_iter().map(|(_, found)| found).collect()
}

/// How well a row matches, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Private,
    Detail(u32),
    Label(u32),
    Exact,
}
