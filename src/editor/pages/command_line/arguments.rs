//! Arguments of commands, as they are completed.

use crate::editor::command::{Command, Kind};
use crate::editor::flows::bulk::ask;
use crate::editor::model::Model;
use crate::editor::overlay::paths;
use crate::epd::Span;
use crate::suite::query::Completions;

/// Where the arguments begin: behind the name and the blanks after it.
pub(super) fn start(text: &str) -> usize {
    let behind = text
        .trim_start()
        .trim_start_matches(|c: char| !c.is_whitespace());
    text.len() - behind.trim_start().len()
}

/// What can be typed at the end of a call.
pub(super) fn offered(model: &Model, before: &str) -> Completions {
    let at = start(before);
    let arguments = before.get(at..).unwrap_or_default();
    let none = Completions {
        span: Span::new(before.len(), before.len()),
        choices: Vec::new(),
    };
    let Some((command, _)) = model.commands.typed_for(before) else {
        return none;
    };
    let command = command.told.map_or(command, |id| model.commands.row(id));
    if let Some(grammar) = command.grammar {
        let found = grammar.completions(model, arguments, arguments.len());
        return Completions {
            span: Span::new(found.span.start + at, found.span.end + at),
            choices: found.choices,
        };
    }
    let Some((start, kind)) = parameter(command, arguments) else {
        return none;
    };
    let typed = arguments.get(start..).unwrap_or_default();
    let mut choices = match kind {
        Kind::Path => paths::offered(model, typed),
        Kind::Choice(words) => words
            .iter()
            .map(|word| ((*word).to_owned(), String::new()))
            .collect(),
        Kind::Opcode => ask::opcodes(model),
        Kind::Number(..) | Kind::Text => Vec::new(),
    };
    if kind != Kind::Path {
        choices.retain(|(choice, _)| choice.starts_with(typed) && choice != typed);
    }
    Completions {
        span: Span::new(at + start, before.len()),
        choices,
    }
}

/// The parameter being typed at the end of the arguments, and where its text begins.
fn parameter(command: &Command, arguments: &str) -> Option<(usize, Kind)> {
    let mut rest = arguments;
    for parameter in command.parameters {
        let (word, behind) = parameter.split(rest);
        if word.len() == rest.len() {
            return Some((arguments.len() - rest.len(), parameter.kind));
        }
        rest = behind;
    }
    None
}
