//! The keys that matter here and now, for the last line of the screen.

use super::command::{self, Command, Context};
use super::glyph;
use super::model::Model;

/// A hint: keys, what they do, and where they stand.
#[derive(Clone, Debug)]
pub struct Hint {
    /// `^S`, `PNBRQK`.
    pub keys: String,
    pub label: &'static str,
    pub command: &'static Command,
    /// First column, and how many: keys, a blank and the label.
    pub x: u16,
    pub width: u16,
}

/// Between two hints.
pub const SEPARATOR: &str = " · ";

/// The hints that fit into `columns`, those of the place with the keys first; help and the palette
/// always among them where a pane has the keys.
pub fn hints(model: &Model, columns: u16) -> Vec<Hint> {
    let context = Context::of(model);
    let mut here: Vec<(usize, &'static Command, String)> = Vec::new();
    for command in command::all().filter(|command| !command.hint.is_empty()) {
        let keys = command::keys_in(command, context);
        let Some(first) = keys.first() else { continue };
        if command.why_not(model).is_some() {
            continue;
        }
        let near = context
            .chain()
            .iter()
            .position(|&link| command::keys_of(command, link).contains(first))
            .unwrap_or(usize::MAX);
        let of_pane = context == Context::of_pane(model.focus);
        let shown = match command.hint_keys {
            "" => first.short(),
            keys => keys.to_owned(),
        };
        // What must not be pushed off the end comes first when room is given out.
        let near = if of_pane && matches!(command.name, "help" | "palette") {
            0
        } else {
            near + 1
        };
        here.push((near, command, shown));
    }
    let order = |command: &Command| command::all().position(|other| std::ptr::eq(other, command));
    here.sort_by_key(|(near, command, _)| (*near, order(command)));
    let width = |keys: &str, label: &str| glyph::width(keys.as_bytes()) + 1 + label.len();
    let mut room = usize::from(columns);
    let mut taken: Vec<_> = here
        .into_iter()
        .filter(|(_, command, keys)| {
            let wanted = width(keys, command.hint) + SEPARATOR.chars().count();
            let fits = wanted <= room;
            room = if fits { room - wanted } else { room };
            fits
        })
        .collect();
    // Shown with those of the pane first, and help last.
    taken.sort_by_key(|(near, command, _)| (*near == 0, *near, order(command)));
    let mut x = 0;
    taken
        .into_iter()
        .map(|(_, command, keys)| {
            let width = u16::try_from(width(&keys, command.hint)).unwrap_or(u16::MAX);
            let hint = Hint {
                keys,
                label: command.hint,
                command,
                x,
                width,
            };
            x += width + 3;
            hint
        })
        .collect()
}
