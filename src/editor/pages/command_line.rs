//! The command line: commands of the one table typed by their names, with their arguments.
//!
//! It is a prompt whose text has a grammar, as a query has: what is wrong shows at its place, names and
//! arguments are completed, what was typed before comes back with the arrows. What the arguments of a
//! command mean its row says: kinds of parameters, or the grammar of the prompt that would ask for them.
//!
//! The help of the command line: how it is used, the short names, and every command.
//!
//! Arguments of commands, as they are completed.

pub mod commands;
mod names;

use crate::editor::command::{Argument, Call, CallError, Command, Id, Kind, split};
use crate::editor::flows::bulk::ask;
use crate::editor::model::Model;
use crate::editor::overlay::{self, Asks, Does, Meaning, PagerLine, Prompt, Wrong, paths};
use crate::editor::pages::settings;
use crate::epd::Span;
use crate::suite::query::Completions;

/// Opens the command line with a text in it.
pub(crate) fn open(model: &mut Model, text: &str) {
    paths::begin(model);
    overlay::ask(model, ":", text, CommandLine);
    settings::find_themes(model);
}

/// The grammar of the command line: a call.
#[derive(Debug)]
pub(crate) struct CommandLine;

impl CommandLine {
    /// Reads the call that a text is.
    fn call(model: &Model, text: &str) -> Result<Call, Wrong> {
        let call = match model.commands.parse(text) {
            Ok(call) => call,
            Err(CallError::Unknown { .. }) if is_id(text) => Call {
                arguments: vec![Argument::Text(text.trim().to_owned())],
                ..Call::of(Id::GoTo)
            },
            Err(error) => return Err(wrong(text, &error)),
        };
        match model.commands.row(call.id).why_not(model) {
            Some(reason) => Err(Wrong::new(name_of(text), reason)),
            None => Ok(call),
        }
    }

    /// Returns what reads the arguments of a call, where there are any.
    fn grammar(command: &Command, arguments: &str) -> Option<&'static (dyn Asks + Sync)> {
        command.grammar.filter(|_| !arguments.is_empty())
    }
}

impl Asks for CommandLine {
    fn memory(&self) -> Option<&'static str> {
        Some("command")
    }

    fn enter(&self) -> &'static str {
        "run"
    }

    fn hint(&self, model: &Model) -> String {
        format!(
            "a command, a line, an id or 50% · {} lists the keys",
            model.key(Id::Help)
        )
    }

    /// Explains the command typed by the grammar of its arguments.
    fn explains(&self, model: &Model) -> Vec<PagerLine> {
        let typed = overlay::top::<Prompt>(model).map(|prompt| prompt.input.lossy());
        let typed = typed.as_deref().unwrap_or_default();
        let command = model.commands.typed_for(typed);
        let grammar = command.and_then(|(command, _)| command.grammar);
        let mut lines = grammar.map_or_else(Vec::new, |grammar| grammar.explains(model));
        if !lines.is_empty() {
            lines.push(PagerLine::Text(String::new()));
        }
        lines.extend(self::lines(model));
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
                choices: names::offered(model, word),
            };
        }
        offered(model, before)
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::of(|_| {}));
        }
        let call = Self::call(model, text)?;
        let (start, arguments) = of(text);
        let read = match Self::grammar(model.commands.row(call.id), arguments) {
            Some(grammar) => grammar.read(model, arguments).map_err(|wrong| Wrong {
                span: Span::new(wrong.span.start + start, wrong.span.end + start),
                ..wrong
            })?,
            None => Meaning::of(|_| {}),
        };
        let does = Does::new(move |model| model.called = Some(call.clone()));
        Ok(Meaning {
            does: read.does.as_ref().map(|_| does),
            ..read
        })
    }

    fn typed(&self, model: &mut Model, text: &str) {
        let Ok(call) = Self::call(model, text) else {
            return;
        };
        let (command, (_, arguments)) = (model.commands.row(call.id), of(text));
        if let Some(grammar) = Self::grammar(command, arguments) {
            return grammar.typed(model, arguments);
        }
        let told = command.told.map(|id| model.commands.row(id));
        let mut parameters = told.unwrap_or(command).parameters.iter();
        if parameters.any(|parameter| parameter.kind == Kind::Path) {
            paths::read(model, arguments);
        }
    }
}

/// Returns whether a text that names no command is an id to go to: its first word has a number, as no command
/// has, or it stands in quotes.
fn is_id(text: &str) -> bool {
    let (word, _) = split(text);
    let is_plain = word
        .chars()
        .all(|c| c.is_alphanumeric() || "._-+#()".contains(c));
    (is_plain && word.bytes().any(|byte| byte.is_ascii_digit())) || text.trim().starts_with('"')
}

/// The bytes of the name.
fn name_of(text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    let (name, _) = split(text);
    Span::new(start, start + name.len())
}

/// Returns the error of a text that is no call, with its place.
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

/// The examples of the empty command line.
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

/// The lines of the page.
fn lines(model: &Model) -> Vec<PagerLine> {
    let (complete, back) = (model.key(Id::CompleteWord), model.key(Id::OlderInput));
    let mut lines = vec![
        PagerLine::Heading("The command line".into()),
        PagerLine::Text(format!(
            "The name of a command, then its arguments. {complete} completes names, opcodes, paths and words; {back} recalls earlier input."
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
    let commands = model.commands.all();
    for command in commands.filter(|command| command.is_of_panes()) {
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

/// Returns the byte at which the arguments begin, behind the name and the blanks after it, and their text.
fn of(text: &str) -> (usize, &str) {
    let behind = text
        .trim_start()
        .trim_start_matches(|c: char| !c.is_whitespace());
    let arguments = behind.trim_start();
    (text.len() - arguments.len(), arguments.trim_end())
}

/// Returns the completions at the end of a call.
fn offered(model: &Model, before: &str) -> Completions {
    let (at, _) = of(before);
    let (end, arguments) = (before.len(), before.get(at..).unwrap_or_default());
    let command = model.commands.typed_for(before).map(|(command, _)| command);
    let command = command.map(|command| match command.told {
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

/// The text of the parameter being typed at the end of the arguments.
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
