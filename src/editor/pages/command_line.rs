//! The command line: commands of the one table typed by their names, with their arguments.
//!
//! It is a prompt whose text has a grammar, as a query has: what is wrong shows at its place, names and
//! arguments are completed, what was typed before comes back with the arrows. What the arguments of a
//! command mean its row says: kinds of parameters, or the grammar of the prompt that would ask for them.

mod arguments;
pub mod commands;
mod names;
mod page;

use crate::editor::command::{Argument, Call, CallError, Command, split};
use crate::editor::command::{Id, Kind};
use crate::editor::model::Model;
use crate::editor::overlay::paths;
use crate::editor::overlay::{self, Asks, Does, Meaning, PagerLine, Prompt, Wrong};
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
        lines.extend(page::lines(model));
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
        arguments::offered(model, before)
    }

    fn read(&self, model: &Model, text: &str) -> Result<Meaning, Wrong> {
        if text.is_empty() {
            return Ok(Meaning::of(|_| {}));
        }
        let call = Self::call(model, text)?;
        let (start, arguments) = arguments::of(text);
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
        let (command, (_, arguments)) = (model.commands.row(call.id), arguments::of(text));
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
