//! All keys on one page: the help, and the README's list. Both come from the command table.

pub mod commands;
pub mod hints;
pub mod welcome;

use crate::editor::command::{Command, Commands, Context, Id};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager, PagerLine, Prompt};
use crate::editor::widgets::sign;

/// Keys of a text being typed that no command has: they belong to the text.
const TYPING: [(&str, &str); 5] = [
    (
        "Left  Right  Ctrl-Left  Ctrl-Right",
        "Move by character, by word.",
    ),
    (
        "Home  Ctrl-A  ·  End  Ctrl-E",
        "Go to the start, to the end.",
    ),
    ("Backspace  Delete", "Delete a character."),
    ("Ctrl-W  Ctrl-Delete", "Delete the word before, after."),
    ("Ctrl-U  Ctrl-K", "Delete everything before, after."),
];

const MOUSE: [(&str, &str); 13] = [
    (
        "Click",
        "Select a record, square, operation or problem; run a hint; on the file name, list the open files.",
    ),
    (
        "Drag",
        "Move a piece; drop it outside the board to remove it. While moves are typed, enter its move.",
    ),
    (
        "Drag a border",
        "Resize the panes beside it; double-click to reset them.",
    ),
    (
        "Click or drag from the palette",
        "Pick a piece beside the board, then click or drop it on squares.",
    ),
    (
        "Right button",
        "With a piece picked beside the board: place it in the other colour.",
    ),
    ("Middle button", "On the board: remove the piece."),
    (
        "Wheel on the board",
        "Change the piece in the hand; while playing, step through the moves.",
    ),
    (
        "Double click",
        "Edit the line or operation; open a suite; go to a difference.",
    ),
    (
        "Click on a column heading",
        "Sort by the column, count its values, hide it or move it.",
    ),
    (
        "Click on the overview at the right edge",
        "Go there: `░▒▓█` errors, `▁▂▃▄` warnings, `◇` matches, `◆` marks, `■` edits, fuller where there are more.",
    ),
    ("Wheel", "Scroll the list under the mouse."),
    (
        "Click outside",
        "Close the top window; text typed in a prompt stays.",
    ),
    (
        "Shift and drag",
        "In most terminals: select text, bypassing the editor.",
    ),
];

/// Opens the legend of all signs.
pub(crate) fn legend(model: &mut Model) {
    overlay::open(model, Pager::new("Legend", legend_lines()))
}

fn legend_lines() -> Vec<PagerLine> {
    let mut lines = Vec::new();
    for (group, signs) in sign::LEGEND {
        lines.push(PagerLine::Heading((*group).into()));
        let signs = signs.iter();
        lines.extend(signs.map(|sign| PagerLine::key(sign.text, sign.about)));
        lines.push(PagerLine::Text(String::new()));
    }
    lines
}

/// Begins to search in the page on top.
pub(crate) fn search(model: &mut Model) {
    if let Some(pager) = overlay::top_mut::<Pager>(model) {
        pager.search();
    }
}

/// Returns why there is no page to search in.
pub(crate) fn no_page(model: &Model) -> Option<String> {
    overlay::top::<Pager>(model)
        .is_none()
        .then(|| "no page is open".into())
}

/// Opens the help over whatever there is: what can be typed in the prompt that is open, the keys of
/// the place that has them, then all others.
pub fn open(model: &mut Model) {
    let here = Context::of(model);
    if matches!(here, Context::Pager | Context::PageSearch) {
        return search(model);
    }
    let prompt = overlay::top::<Prompt>(model);
    let mut lines = prompt.map_or_else(Vec::new, |prompt| prompt.asks().explains(model));
    let title = match prompt {
        Some(prompt) => format!("Help · {}", prompt.label),
        None => "Keys".to_owned(),
    };
    let chain = here.chain();
    let others = Context::ALL
        .iter()
        .filter(|context| !chain.contains(context));
    for &context in chain.iter().chain(others) {
        let mut rows = rows(&model.commands, context);
        if rows.is_empty() {
            continue;
        }
        // What belongs to the place comes first, what leaves it last.
        rows.sort_by_key(|row| row.place);
        if !lines.is_empty() {
            lines.push(PagerLine::Text(String::new()));
        }
        lines.push(PagerLine::Heading(context.title().into()));
        if lines.len() == 1 {
            lines.extend(ways_out(&model.commands));
        }
        lines.extend(rows.into_iter().map(|row| PagerLine::Key {
            keys: row.keys,
            text: row.text,
            words: row.words,
        }));
    }
    lines.push(PagerLine::Text(String::new()));
    lines.push(PagerLine::Heading("Mouse".into()));
    lines.extend(MOUSE.map(|(keys, text)| PagerLine::key(keys, text)));
    lines.push(PagerLine::Text(String::new()));
    lines.extend(legend_lines());
    overlay::open(model, Pager::new(title, lines))
}

/// Returns how the work is kept and the editor left: looked for first, so at the top of the first page.
fn ways_out(commands: &Commands) -> impl Iterator<Item = PagerLine> {
    let ways = [Id::Save, Id::Quit].into_iter();
    ways.filter_map(|id| {
        let keys = commands.keymap.keys_in(id, Context::Panes);
        Some(PagerLine::Key {
            keys: keys.first()?.to_string(),
            text: commands.help(id),
            words: words(commands.row(id)),
        })
    })
}

/// Returns other words by which a command is found.
fn words(command: &Command) -> String {
    format!(" {} {} {}", command.title, command.words, command.id.name())
}

/// Returns where the row of a command stands in the help of a place: first what goes from one to the next, then what
/// the hints tell, what the place is there for, what other places have too, and what leaves it.
fn place(commands: &Commands, command: &Command, context: Context) -> u8 {
    let first = commands.keymap.places(command.id);
    let is_own = first.first().is_some_and(|(first, _)| *first == context);
    match command.id {
        Id::Quit | Id::SaveAndQuit | Id::QuitWithoutSaving | Id::Suspend | Id::CloseFile => 4,
        Id::Down | Id::Up | Id::PageDown | Id::PageUp | Id::First | Id::Last => 0,
        Id::NextPane | Id::PreviousPane | Id::NextRecord | Id::PreviousRecord => 0,
        _ if !command.hint.is_empty() => 1,
        _ if is_own => 2,
        _ => 3,
    }
}

/// Keys of one context, and what they do.
struct Row {
    place: u8,
    keys: String,
    text: String,
    /// Other words by which it is found.
    words: String,
}

/// Returns the keys of one context, and what they do; keys that do the same stand together.
fn rows(commands: &Commands, context: Context) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for command in commands.all() {
        let keys = commands.keymap.keys_of(command.id, context);
        let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        let keys = keys.join("  ");
        if keys.is_empty() {
            continue;
        }
        let (text, words) = (commands.help(command.id), words(command));
        match rows.last_mut().filter(|row| row.text == text) {
            Some(before) => {
                before.keys.push_str(&format!("  {keys}"));
                before.words.push_str(&words);
            }
            None => rows.push(Row {
                place: place(commands, command, context),
                keys,
                text,
                words,
            }),
        }
    }
    if matches!(context, Context::Text | Context::Prompt) {
        rows.extend(TYPING.map(|(keys, text)| Row {
            place: 2,
            keys: keys.to_owned(),
            text: text.to_owned(),
            words: String::new(),
        }));
    }
    rows
}

/// Returns the table of keys in Markdown, as the manual has it, then the commands without one.
pub fn markdown(commands: &Commands) -> String {
    let mut out = String::new();
    for context in Context::ALL {
        let rows = rows(commands, context);
        if rows.is_empty() {
            continue;
        }
        out.push_str(&format!(
            "\n**{}**\n\n| keys | |\n|---|---|\n",
            context.title()
        ));
        for Row { keys, text, .. } in rows {
            let keys = keys.split("  ").map(|key| match key {
                "·" => key.to_owned(),
                key => format!("`{}`", key.replace('|', "\\|")),
            });
            let keys = keys.collect::<Vec<_>>().join(" ");
            out.push_str(&format!("| {keys} | {} |\n", text.replace('|', "\\|")));
        }
    }
    out.push_str("\n**Mouse**\n\n| | |\n|---|---|\n");
    for (what, text) in MOUSE {
        out.push_str(&format!("| {what} | {text} |\n"));
    }
    out.push_str(
        "\n**Commands without a key: by name after `:`, or in the palette**\n\n| | |\n|---|---|\n",
    );
    let without = commands
        .all()
        .filter(|row| commands.keymap.places(row.id).is_empty());
    for row in without {
        let help = commands.help(row.id).replace('|', "\\|");
        out.push_str(&format!("| `:{}` | {help} |\n", row.id.name()));
    }
    out
}
