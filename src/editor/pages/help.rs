//! The help: the page of all keys, their tables for the manual, the hints in the last line, and the welcome.

use crate::editor::command::{Command, Commands, Context, Group, Id};
use crate::editor::key::Key;
use crate::editor::layout::Spot;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Pager, PagerLine, Prompt};
use crate::editor::pages::queue;
use crate::editor::state::view::Page;
use crate::editor::widgets::{glyph, sign};

/// The keys of text input, which belong to no command.
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
        "Select an item, run a hint, switch to a tab, or open the page of a count.",
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
        "Step through the moves played; in a position that is set up, change the piece in the hand.",
    ),
    (
        "Double click",
        "Edit the line or operation, open a suite, or go to a difference.",
    ),
    (
        "Click on a column heading",
        "Sort by the column, count its values, hide it or move it.",
    ),
    (
        "Click on the overview at the right edge",
        "Go there: `░▒▓█` errors, `▁▂▃▄` warnings, `◇` matches, `◆` marks, `■` edits; fuller means more.",
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

pub(super) fn legend() -> Vec<PagerLine> {
    let mut lines = Vec::new();
    for (group, signs) in sign::LEGEND {
        lines.push(PagerLine::Heading((*group).into()));
        let signs = signs.iter();
        lines.extend(signs.map(|sign| PagerLine::key(sign.text, sign.about)));
        lines.push(PagerLine::Text(String::new()));
    }
    lines
}

pub(super) fn search(model: &mut Model) {
    if let Some(pager) = overlay::top_mut::<Pager>(model) {
        pager.search();
    }
}

/// Opens the help in place of an open page of text: the help of the open prompt, then the keys that work
/// here, by group. In the help itself, starts a search.
pub fn open(model: &mut Model) {
    let page = (model.overlays).pop_if(|top| overlay::is::<Pager>(&**top));
    let here = Context::of(model);
    let prompt = overlay::top::<Prompt>(model);
    let mut lines = prompt.map_or_else(Vec::new, |prompt| prompt.asks().explains(model));
    let title = match prompt {
        Some(prompt) => format!("Help · {}", prompt.label),
        None => format!("Keys · {}", here.title()),
    };
    if let Some(help) = page.filter(|page| page.title() == title) {
        model.overlays.push(help);
        return search(model);
    }
    let commands = &model.commands;
    let blank = || PagerLine::Text(String::new());
    // Newcomers look for saving and quitting first.
    if here.is_of_panes() {
        lines.extend([Id::Save, Id::Quit].into_iter().filter_map(|id| {
            let keys = commands.keymap.keys_in(id, Context::Panes);
            let command = commands.row(id);
            Some(key_line(commands, command, vec![*keys.first()?]))
        }));
    }
    for group in Group::ALL {
        let keys =
            |command: &Command| match command.id.group() == group && works(model, command, here) {
                true => commands.keymap.keys_in(command.id, here),
                false => Vec::new(),
            };
        let mut rows = rows(commands, here, keys);
        if group == Group::Edit && here.types() {
            rows.extend(TYPING.map(|(keys, text)| (1, PagerLine::key(keys, text))));
        }
        if rows.is_empty() {
            continue;
        }
        // Commands of this place come first, those that leave it last.
        rows.sort_by_key(|(place, _)| *place);
        if !lines.is_empty() {
            lines.push(blank());
        }
        lines.push(PagerLine::Heading(format!("{group:?}")));
        lines.extend(rows.into_iter().map(|(_, line)| line));
    }
    if here.is_of_panes() {
        lines.extend([blank(), PagerLine::Heading("Mouse".into())]);
        lines.extend(MOUSE.map(|(keys, text)| PagerLine::key(keys, text)));
        lines.push(blank());
        lines.extend(legend());
    }
    overlay::open(model, Pager::new(title, lines))
}

/// Returns whether the help of this place lists a command: it has a key of its own here, or it runs without
/// leaving the page. Over any overlay, commands about files, such as saving, are listed too.
fn works(model: &Model, command: &Command, here: Context) -> bool {
    let own = here
        .chain()
        .iter()
        .take_while(|link| !matches!(link, Context::Panes | Context::Everywhere));
    let is_own = own
        .into_iter()
        .any(|link| !model.commands.keymap.keys_of(command.id, *link).is_empty());
    let stays = match (model.overlays.is_empty(), model.page) {
        (false, _) => command.keeps_overlay || command.id.group() == Group::File,
        (true, Page::Panes) => true,
        (true, _) => command.keeps_page,
    };
    is_own || stays
}

fn key_line(commands: &Commands, command: &Command, keys: Vec<Key>) -> PagerLine {
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    PagerLine::Key {
        keys: keys.join("  "),
        text: commands.help(command.id),
        words: words(command),
    }
}

fn words(command: &Command) -> String {
    format!(" {} {} {}", command.title, command.words, command.id.name())
}

/// Returns the rank of a command in the help of a pane or page: navigation first, then its own commands, commands of
/// other panes, and last those that leave it.
fn place(commands: &Commands, command: &Command, context: Context) -> u8 {
    match command.id {
        Id::Quit | Id::SaveAndQuit | Id::QuitWithoutSaving | Id::Suspend | Id::CloseFile => 3,
        Id::Down | Id::Up | Id::PageDown | Id::PageUp | Id::First | Id::Last => 0,
        Id::NextPane | Id::PreviousPane | Id::NextRecord | Id::PreviousRecord => 0,
        _ if !commands.keymap.keys_of(command.id, context).is_empty() => 1,
        _ => 2,
    }
}

/// Returns the keys of commands with their descriptions; neighbours with one description share a row.
fn rows(
    commands: &Commands,
    context: Context,
    keys: impl Fn(&Command) -> Vec<Key>,
) -> Vec<(u8, PagerLine)> {
    let mut rows: Vec<(u8, PagerLine)> = Vec::new();
    for command in commands.all() {
        let keys = keys(command);
        if keys.is_empty() {
            continue;
        }
        let line = key_line(commands, command, keys);
        match (rows.last_mut(), &line) {
            (
                Some((
                    _,
                    PagerLine::Key {
                        keys: all,
                        text,
                        words,
                    },
                )),
                PagerLine::Key {
                    keys,
                    text: own,
                    words: found_by,
                },
            ) if text == own => {
                all.push_str(&format!("  {keys}"));
                words.push_str(found_by);
            }
            _ => rows.push((place(commands, command, context), line)),
        }
    }
    rows
}

/// Returns the manual's tables of keys in Markdown, then the commands without a key.
pub fn markdown(commands: &Commands) -> String {
    let mut out = String::new();
    for context in Context::ALL {
        let keys = |command: &Command| commands.keymap.keys_of(command.id, context);
        let mut rows = rows(commands, context, keys);
        if matches!(context, Context::Text | Context::Prompt) {
            rows.extend(TYPING.map(|(keys, text)| (2, PagerLine::key(keys, text))));
        }
        if rows.is_empty() {
            continue;
        }
        let title = context.title();
        out.push_str(&format!("\n**{title}**\n\n| keys | |\n|---|---|\n"));
        for (_, line) in rows {
            let PagerLine::Key { keys, text, .. } = line else {
                continue;
            };
            let keys = keys.split("  ").map(|key| match key {
                "·" => key.to_owned(),
                key => format!("`{}`", key.replace('|', "\\|")),
            });
            let keys = keys.collect::<Vec<_>>().join(" ");
            out.push_str(&format!("| {keys} | {} |\n", text.replace('|', "\\|")));
        }
    }
    out.push_str("\n**Mouse**\n\n| | |\n|---|---|\n");
    out.extend(MOUSE.map(|(what, text)| format!("| {what} | {text} |\n")));
    out.push_str(
        "\n**Commands without a key: by name after `:`, or in the palette**\n\n| | |\n|---|---|\n",
    );
    let has_none = |row: &&Command| commands.keymap.places(row.id).is_empty();
    out.extend(commands.all().filter(has_none).map(|row| {
        let help = commands.help(row.id).replace('|', "\\|");
        format!("| `:{}` | {help} |\n", row.id.name())
    }));
    out
}

/// The commands on the welcome page, each with its purpose.
const FIRST: [(&[Id], &str); 10] = [
    (&[Id::Down, Id::Up], "go to the next / previous record"),
    (&[Id::NextPane], "to board, operations, problems, line"),
    (&[Id::OpenRecord], "to the board: type or drag moves"),
    (
        &[Id::RecordMoves, Id::SetUp],
        "on the board: record moves / set up a position",
    ),
    (&[Id::AddOperation], "add an operation, such as bm"),
    (
        &[Id::NextProblem, Id::ProblemList],
        "go to the next problem / list all, with their fixes",
    ),
    (&[Id::Undo, Id::Redo], "undo / redo any change"),
    (&[Id::Help], "the keys of the place you are in"),
    (&[Id::Palette, Id::CommandLine], "find / type any command"),
    (&[Id::Save, Id::Quit], "save / quit"),
];

pub fn open_welcome(model: &mut Model) {
    let text = |text: &str| PagerLine::Text(text.to_owned());
    let mut lines = vec![text(
        "epdit edits chess positions in EPD files, one record a line.",
    )];
    if model.document.is_built_in {
        lines.push(text(
            "Try anything in this built-in suite: saving it makes a file of your own.",
        ));
    }
    lines.push(text(""));
    for (ids, what) in FIRST {
        let keys: Vec<String> = ids.iter().map(|&id| model.key_name(id)).collect();
        lines.push(PagerLine::key(keys.join(" / "), what));
    }
    lines.push(text(""));
    let open = model.key_name(Id::OpenFile);
    let own = format!("Your own file: {open} here, or `epdit FILE.epd` at the start.");
    lines.push(text(&own));
    lines.push(text("This page comes once; `:welcome` shows it again."));
    let close = model.key_name(Id::Close);
    let title = format!("Welcome to epdit · {close} closes this page");
    overlay::open(model, Pager::new(title, lines))
}

#[derive(Clone, Debug)]
pub struct Hint {
    /// `^S`, `PNBRQK`.
    pub keys: String,
    pub label: &'static str,
    pub command: &'static Command,
    /// The first column; `width` counts the columns of keys, a blank and the label.
    pub x: u16,
    pub width: u16,
}

pub const SEPARATOR: &str = " · ";

struct Candidate {
    hint: Hint,
    /// The rank by the context of the key, 0 for keys of this pane alone; then the index in the table of commands.
    order: (usize, usize),
    /// Non-zero for hints at the end of the line, which newcomers need first: save and quit, the palette, help.
    last: u8,
}

/// Returns the hints that fit into `columns`: those of the focused pane or page, and always help and the palette.
pub fn hints(model: &Model, columns: u16) -> Vec<Hint> {
    let mut candidates = candidates(model);
    candidates.sort_by_key(|candidate| (candidate.last == 0, candidate.order));
    let separator = glyph::columns(SEPARATOR);
    let mut room = columns.saturating_add(separator);
    candidates.retain(|Candidate { hint, .. }| {
        let left = room.checked_sub(hint.width.saturating_add(separator));
        room = left.unwrap_or(room);
        left.is_some()
    });
    candidates.sort_by_key(|candidate| (candidate.last, candidate.order));
    let mut x = 0;
    let hints = candidates.into_iter().map(|Candidate { hint, .. }| {
        let hint = Hint { x, ..hint };
        x += hint.width + separator;
        hint
    });
    hints.collect()
}

pub(crate) fn hint_at(model: &Model, at: &Spot) -> Option<Id> {
    let line = Some(at.layout.hints).filter(|line| at.is_in(Some(*line)))?;
    let mut hints = hints(model, line.width).into_iter();
    let is_there = |hint: &Hint| (hint.x..hint.x.saturating_add(hint.width)).contains(&at.column);
    hints.find(is_there).map(|hint| hint.command.id)
}

fn candidates(model: &Model) -> Vec<Candidate> {
    let context = Context::of(model);
    let in_pane = context == Context::of_pane(model.document.view.focus)
        || matches!(
            context,
            Context::Play | Context::Folder | Context::Differences | Context::Boards
        );
    let in_operand = context == Context::Operand;
    let record = (context == Context::Board).then(|| model.record());
    let is_empty = record.map(|record| {
        let board = record.board();
        board.is_some_and(|board| board.occupied().is_empty())
    });
    let (keymap, view) = (&model.commands.keymap, &model.document.view);
    let has_search = model.document.search.is_some();
    let has_filter = model.document.filter.is_some() || model.document.pending_filter.is_some();
    let enter = overlay::enter(model);
    let mut candidates = Vec::new();
    for (order, command) in model.commands.all().enumerate() {
        let keys = keymap.keys_in(command.id, context);
        let is_way_out = matches!(context, Context::Records | Context::Boards)
            && matches!(command.id, Id::Save | Id::Quit);
        // For save and quit, the key that works everywhere is the one to learn.
        let everywhere = keymap.keys_of(command.id, Context::Everywhere);
        let mut everywhere = everywhere.iter();
        let best = everywhere.find(|key| is_way_out && keys.contains(key));
        // In the list of records, a command without a key is hinted by the key of the command that acts for it.
        let of_other = match command.hint_as.filter(|_| context == Context::Records) {
            Some(id) if keys.is_empty() => keymap.keys_in(id, context),
            _ => Vec::new(),
        };
        let first = best.or(keys.first()).or(of_other.first());
        let Some(first) = first.filter(|_| !command.hint.is_empty()) else {
            continue;
        };
        let bound = |link: &Context| keymap.keys_of(command.id, *link).contains(first);
        // Keys shared by all report pages count as keys of this page.
        let near = match context.chain().iter().find(|link| bound(link)) {
            _ if !of_other.is_empty() => 0,
            Some(Context::Report) => 0,
            _ => context.chain().iter().position(bound).unwrap_or(usize::MAX),
        };
        // In a text or an overlay only its own keys matter, and those of Enter and help.
        let in_page =
            matches!(context, Context::Folder | Context::Differences) && command.id != Id::Palette;
        let in_pane = in_pane && !in_page;
        let is_known = matches!(command.id, Id::Help | Id::Choose);
        let matters = in_pane || near == 0 || (in_operand && near == 1) || is_known;
        let label = match command.id {
            Id::Choose => enter,
            Id::RemoveFromQueue if queue::page::lists_proposals(model) => "dismiss",
            _ => command.hint,
        };
        let is_idle = match command.id {
            // Esc is hinted in a pane only with a piece or a brush to drop.
            Id::Close => in_pane && view.held.is_none() && model.board.brush.is_none(),
            // Outside of a set of moves its key types a blank.
            Id::ToggleMove => model.assist.rows.iter().all(|row| row.on.is_none()),
            // An empty file has no board to go to.
            Id::OpenRecord => model.document.suite.line_count() == 0,
            // The key first ends the search and the filter, and the sort last.
            Id::FileOrder => has_search || has_filter,
            Id::Choose => enter.is_empty(),
            // Enter does the same here.
            Id::FilterByRow => enter == label,
            Id::ShowRow => enter == "go there",
            // Fixing everything is hinted only where one kind can be fixed.
            Id::FixRecords => model.commands.row(Id::FixKind).refusal(model).is_some(),
            id => is_empty.is_some_and(|is_empty| !suits_board(id, is_empty)),
        };
        if !matters || is_idle || command.refusal(model).is_some() {
            continue;
        }
        let as_in_table = model.commands.has_its_keys(command.id);
        let shown = match command.hint_as {
            Some(_) if command.id == Id::ShowAll && has_search => first.short(),
            Some(id) => model.key_in(id, context),
            None if command.hint_keys.is_empty() || !as_in_table => first.short(),
            None => command.hint_keys.into(),
        };
        // Commands of this pane alone come before shared ones.
        let places = keymap.places(command.id);
        let is_shared = |of: &Context| matches!(of, Context::Everywhere | Context::Panes);
        let shared = places.iter().any(|(of, _)| is_shared(of));
        // While playing, commands of playing come before those of the board.
        let first_of = places.first().map(|(context, _)| *context);
        let borrowed = context == Context::Play && first_of != Some(Context::Play);
        // Adding an operation is the most frequent command, a time stamp a rare one.
        let shared = shared && !(command.id == Id::AddOperation && first_of == Some(context));
        let rare = command.id == Id::TimeStamp && context == Context::Operations;
        let near = match near == 0 && (shared || borrowed || rare) {
            true => 1,
            false => near * 2,
        };
        // Leaving a sort and recording the played moves come first.
        let order = match command.id {
            Id::RecordMoves | Id::FileOrder => 0,
            Id::SetUp => 1,
            _ => order + 2,
        };
        candidates.push(Candidate {
            hint: Hint {
                width: glyph::columns(&shown) + 1 + glyph::columns(label),
                keys: shown,
                label,
                command,
                x: 0,
            },
            order: (near, order),
            last: match command.id {
                _ if is_way_out => 1,
                // In the folder view its own keys come before the palette.
                Id::Palette if context != Context::Folder => 2,
                Id::Help => 3,
                _ => 0,
            },
        });
    }
    candidates
}

/// Returns whether a hint suits the board: an empty one is for typing a position, any other for moving pieces.
fn suits_board(id: Id, is_empty: bool) -> bool {
    match id {
        Id::Skip | Id::NextRank | Id::StartingPosition | Id::Paste => is_empty,
        Id::ClearBoard | Id::PickUp | Id::RemovePiece | Id::ChangeColour => !is_empty,
        Id::Castling | Id::Flip | Id::TransformBoard => !is_empty,
        _ => true,
    }
}
