//! The command line, a prompt for a command and its arguments, and the palette, a menu of all commands that
//! typing narrows.
//!
//! The arguments of a command are defined in its row of the table: kinds of parameters, or the grammar of the
//! prompt that otherwise reads them.

use crate::editor::command::{Call, CallError, Command, Context, Id, Kind, split};
use crate::editor::flows::bulk::ask;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Action, Meaning, Menu, MenuItem, PromptHandler};
use crate::editor::overlay::{PagerLine, Prompt, Wrong, paths};
use crate::editor::pages::settings;
use crate::epd::Span;
use crate::suite::query::Completions;

pub(crate) fn open(model: &mut Model, text: &str) {
    paths::begin(model);
    overlay::ask(model, ":", "", CommandLine);
    overlay::type_over(model, text.to_owned());
    settings::find_themes(model);
}

#[derive(Debug)]
struct CommandLine;

impl PromptHandler for CommandLine {
    fn memory(&self) -> Option<&'static str> {
        Some("command")
    }

    fn enter(&self) -> &'static str {
        "run"
    }

    fn hint(&self, model: &Model) -> String {
        let commands = &model.commands;
        commands.sentence("a command, a line, an id or 50% · {help} lists the keys")
    }

    /// Explains the arguments of the typed command, then the command line itself.
    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let typed = overlay::top::<Prompt>(model).map(|prompt| prompt.input.lossy());
        let typed = typed.as_deref().unwrap_or_default();
        let command = model.commands.typed_for(typed);
        let grammar = command.and_then(|(command, _)| command.grammar);
        let mut lines = grammar.map_or_else(Vec::new, |grammar| grammar.explains(model));
        if !lines.is_empty() {
            lines.push(PagerLine::Text(String::new()));
        }
        lines.extend(help(model));
        lines
    }

    fn help(&self, model: &Model, text: &str) -> Option<String> {
        let (command, _) = model.commands.typed_for(text)?;
        let mut help = format!("{} · {}", command.usage(), model.commands.help(command.id));
        let keys = model.commands.keymap.all_keys(command.id);
        if let Some(key) = keys.first() {
            help.push_str(&format!(" · {key}"));
        }
        Some(help)
    }

    fn completions(&self, model: &Model, text: &str, cursor: usize) -> Completions {
        let before = text.get(..cursor).unwrap_or(text);
        let start = before.len() - before.trim_start().len();
        let word = before.get(start..).unwrap_or_default();
        if !word.contains(char::is_whitespace) {
            return Completions {
                span: Span::new(start, before.len()),
                choices: completed_names(model, word),
            };
        }
        completed_arguments(model, before)
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::of(|_| {}));
        }
        let call = call(model, text)?;
        let (start, arguments) = arguments_of(text);
        let grammar = model.commands.row(call.id).grammar;
        let read = match grammar.filter(|_| !arguments.is_empty()) {
            Some(grammar) => grammar.read(model, arguments).map_err(|wrong| Wrong {
                span: Span::new(wrong.span.start + start, wrong.span.end + start),
                ..wrong
            })?,
            None => Meaning::of(|_| {}),
        };
        let does = Action::new(move |model| model.pending_call = Some(call.clone()));
        Ok(Meaning {
            does: read.does.as_ref().map(|_| does),
            ..read
        })
    }

    fn typed(&self, model: &mut Model, text: &str) {
        let Ok(call) = call(model, text) else {
            return;
        };
        let (command, (_, arguments)) = (model.commands.row(call.id), arguments_of(text));
        if let Some(grammar) = command.grammar.filter(|_| !arguments.is_empty()) {
            return grammar.typed(model, arguments);
        }
        let target = command.with_argument.map(|id| model.commands.row(id));
        let mut parameters = target.unwrap_or(command).parameters.iter();
        if parameters.any(|parameter| parameter.kind == Kind::Path) {
            paths::read(model, arguments);
        }
    }
}

fn call(model: &Model, text: &str) -> Result<Call, Wrong> {
    let call = match model.commands.parse(text) {
        Ok(call) => call,
        Err(CallError::Unknown { .. }) if is_id(text) => Call {
            arguments: vec![text.trim().to_owned()],
            ..Call::of(Id::GoTo)
        },
        Err(error) => return Err(wrong(text, &error)),
    };
    match model.commands.row(call.id).refusal(model) {
        Some(reason) => Err(Wrong::new(name_of(text), reason)),
        None => Ok(call),
    }
}

/// Returns whether a text that is not a command is an id: quoted, or with a digit in its first word, as no command has.
fn is_id(text: &str) -> bool {
    let (word, _) = split(text);
    let is_plain = word
        .chars()
        .all(|c| c.is_alphanumeric() || "._-+#()".contains(c));
    (is_plain && word.bytes().any(|byte| byte.is_ascii_digit())) || text.trim().starts_with('"')
}

fn name_of(text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    let (name, _) = split(text);
    Span::new(start, start + name.len())
}

/// Returns the error of a text that is not a call, with the span at fault.
fn wrong(text: &str, error: &CallError) -> Wrong {
    let end = text.trim_end().len();
    let place = |found: &str| {
        let start = text.get(..end).and_then(|text| text.rfind(found));
        start.map_or(Span::new(end, end), |start| {
            Span::new(start, start + found.len())
        })
    };
    let span = match error {
        CallError::Nothing => Span::new(end, end),
        CallError::Unknown { .. } => name_of(text),
        CallError::Expected { found: None, .. } => Span::new(text.len(), text.len()),
        CallError::Expected {
            found: Some(found), ..
        }
        | CallError::TooMany { found, .. } => place(found),
    };
    Wrong::new(span, error.to_string())
}

const EXAMPLES: [(&str, &str); 10] = [
    ("w", "save; with a path, save under that name"),
    ("wq", "save and quit; q! quits without saving"),
    (
        "e suite.epd:120",
        "open a file at a line; new opens an empty one",
    ),
    ("120", "go to line 120; also 50% or $ (the end)"),
    ("query bm ~ /^Q/", "show only the matching records"),
    (
        "set-operation acd 20",
        "a bulk edit, previewed before it is applied",
    ),
    (
        "rename c9 c0",
        "of the marked records, else of those shown, else of all",
    ),
    ("renumber WAC.{n:03}", "new ids, one after the other"),
    ("set theme=light", "change a setting"),
    ("explain hmvc", "explain an opcode, a problem or a command"),
];

/// Returns the help of the command line: its use, examples, and every command with its aliases.
fn help(model: &Model) -> Vec<PagerLine> {
    let (complete, back) = (model.key(Id::CompleteWord), model.key(Id::OlderInput));
    let mut lines = vec![
        PagerLine::Heading("The command line".into()),
        PagerLine::Text(format!(
            "A command and its arguments. {complete} completes them, {back} recalls earlier input."
        )),
        PagerLine::Text(String::new()),
        PagerLine::Heading("Examples".into()),
    ];
    lines.extend(EXAMPLES.map(|(text, about)| PagerLine::Example {
        text: text.to_owned(),
        about: about.to_owned(),
    }));
    lines.push(PagerLine::Text(String::new()));
    lines.push(PagerLine::Heading("All commands".into()));
    for command in model.commands.all().filter(|row| row.is_of_panes()) {
        let mut text = command.usage();
        if !command.aliases.is_empty() {
            text.push_str(&format!("   {}", command.aliases.join(" ")));
        }
        lines.push(PagerLine::Example {
            text,
            about: model.commands.help(command.id),
        });
    }
    lines.push(PagerLine::Text(String::new()));
    lines
}

/// Returns the arguments, after the name and the blanks that follow, and the byte at which they begin.
fn arguments_of(text: &str) -> (usize, &str) {
    let call = text.trim_start();
    let behind = call.trim_start_matches(|c: char| !c.is_whitespace());
    let arguments = behind.trim_start();
    (text.len() - arguments.len(), arguments.trim_end())
}

fn completed_arguments(model: &Model, before: &str) -> Completions {
    let (at, _) = arguments_of(before);
    let (end, arguments) = (before.len(), before.get(at..).unwrap_or_default());
    let command = model.commands.typed_for(before).map(|(command, _)| command);
    let command = command.map(|command| match command.with_argument {
        Some(id) => model.commands.row(id),
        None => command,
    });
    if let Some(grammar) = command.and_then(|command| command.grammar) {
        let found = grammar.completions(model, arguments, arguments.len());
        return Completions {
            span: Span::new(found.span.start + at, found.span.end + at),
            choices: found.choices,
        };
    }
    let Some((typed, kind)) = command.and_then(|command| parameter(command, arguments)) else {
        return Completions::of_word(end, "", []);
    };
    match kind {
        Kind::Path => Completions {
            span: Span::new(end - typed.len(), end),
            choices: paths::offered(model, typed),
        },
        Kind::Choice(words) => {
            let words = words.iter().map(|word| ((*word).to_owned(), String::new()));
            Completions::of_word(end, typed, words)
        }
        Kind::Opcode => Completions::of_word(end, typed, ask::opcodes(model)),
        Kind::Number(..) | Kind::Text => Completions::of_word(end, typed, []),
    }
}

/// Returns the text and kind of the parameter being typed at the end of the arguments.
fn parameter<'t>(command: &Command, arguments: &'t str) -> Option<(&'t str, Kind)> {
    let mut rest = arguments;
    for parameter in command.parameters {
        let (word, behind) = parameter.split(rest);
        if word.len() == rest.len() {
            return Some((rest, parameter.kind));
        }
        rest = behind;
    }
    None
}

/// The rank of a command that matches a typed text, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Nothing is typed, and the command has an alias.
    Usual,
    Name,
    Alias,
    PartOfName,
    /// A word of the title, or a search word.
    Word,
}

/// Returns the commands that match a typed name, enabled ones first; if there is none, those with the nearest names.
fn completed_names(model: &Model, typed: &str) -> Vec<(String, String)> {
    let lower = typed.to_lowercase();
    let all = model.commands.all().filter(|command| command.is_of_panes());
    let mut found: Vec<_> = all
        .filter_map(|command| {
            let (fit, name) = fit(command, &lower)?;
            Some((command.refusal(model), fit, command, name))
        })
        .collect();
    found.sort_by_key(|(reason, fit, ..)| (reason.is_some(), *fit));
    if found.is_empty() && model.commands.named(typed).is_none() {
        let near = model.commands.nearest(typed).into_iter();
        found.extend(near.filter_map(|name| {
            let command = model.commands.named(name)?;
            Some((command.refusal(model), Fit::Word, command, name))
        }));
    }
    let offered = found.into_iter().map(|(reason, _, command, name)| {
        let about = reason.unwrap_or_else(|| about(model, command, name));
        (name.to_owned(), about)
    });
    offered.collect()
}

fn fit(command: &'static Command, typed: &str) -> Option<(Fit, &'static str)> {
    let name = command.id.name();
    // A name typed in full needs no completion.
    if name == typed || command.aliases.contains(&typed) {
        return None;
    }
    let begins = |word: &str| word.starts_with(typed);
    let mut aliases = command.aliases.iter().copied();
    let title = command.title.to_lowercase();
    let mut words = title.split(' ').chain(command.words.split(' '));
    match aliases.find(|alias| begins(alias)) {
        Some(_) if typed.is_empty() => Some((Fit::Usual, name)),
        _ if begins(name) => Some((Fit::Name, name)),
        Some(alias) => Some((Fit::Alias, alias)),
        None if name.split('-').any(begins) => Some((Fit::PartOfName, name)),
        None => (typed.len() > 1 && words.any(begins)).then_some((Fit::Word, name)),
    }
}

fn about(model: &Model, command: &Command, name: &str) -> String {
    let others = command.aliases.iter().filter(|alias| **alias != name);
    let others: Vec<&str> = others.copied().collect();
    let keys = model.commands.keymap.all_keys(command.id);
    let mut about = command.title.to_owned();
    if !others.is_empty() {
        about += &format!(" · {}", others.join(" "));
    }
    if let Some(key) = keys.first() {
        about += &format!(" · {key}");
    }
    about
}

/// The most used commands, which the palette lists first: none changes a record at once.
const FIRST: [Id; 6] = [
    Id::Search,
    Id::Filter,
    Id::GoTo,
    Id::Save,
    Id::AddOperation,
    Id::OpenFile,
];

/// The number of recently chosen commands at the top of the palette.
const MOST_RECENT: usize = 5;

/// Returns the rank of a command in the palette before anything is typed; commands that leave the file come last.
fn place(id: Id) -> usize {
    let first = FIRST.iter().position(|&first| first == id);
    first.unwrap_or(match id {
        Id::Quit | Id::SaveAndQuit | Id::QuitWithoutSaving | Id::CloseFile | Id::Suspend => {
            FIRST.len() + 1
        }
        _ => FIRST.len(),
    })
}

/// Opens the palette: recent commands, then the most used, then those of the focused pane; disabled ones are last.
pub(crate) fn open_palette(model: &mut Model) {
    let context = Context::of(model);
    let keymap = &model.commands.keymap;
    let recent = &model.chosen_commands;
    let mut rows: Vec<_> = model
        .commands
        .all()
        .map(|command| {
            let here = keymap.keys_in(command.id, context);
            let of_pane = !keymap.keys_of(command.id, context).is_empty();
            let keys = match here.is_empty() {
                true => keymap.all_keys(command.id),
                false => here,
            };
            let keys = keys.iter().take(3).map(ToString::to_string);
            let keys: Vec<String> = keys.collect();
            let id = command.id;
            let does = move |model: &mut Model| {
                let chosen = &mut model.chosen_commands;
                chosen.retain(|other| *other != id);
                chosen.insert(0, id);
                chosen.truncate(MOST_RECENT);
                model.pending_call = Some(Call::of(id));
            };
            let item = MenuItem::new(None, command.title, model.commands.help(id), does);
            let item = MenuItem {
                words: command.words,
                aliases: command.aliases,
                ..item.called(id.name()).keyed(keys.join("  "))
            };
            let item = item.disabled(command.refusal(model));
            let again = recent.iter().position(|id| *id == command.id);
            let place = place(command.id);
            let leaves = again.is_none() && place > FIRST.len();
            let elsewhere = again.is_none() && !of_pane && place >= FIRST.len();
            let again = again.unwrap_or(recent.len());
            let order = (item.disabled.is_some(), leaves, elsewhere, again, place);
            (order, item)
        })
        .collect();
    rows.sort_by_key(|(order, _)| *order);
    let items = rows.into_iter().map(|(_, item)| item).collect();
    let menu = Menu::narrowed("Commands", items);
    overlay::open(model, menu.hinting("run"))
}
