//! Arguments of commands, as they are completed.

use crate::editor::command::{Command, Kind};
use crate::editor::flows::bulk::ask;
use crate::editor::model::Model;
use crate::editor::overlay::paths;
use crate::epd::Span;
use crate::suite::query::Completions;

/// Returns the byte at which the arguments begin, behind the name and the blanks after it, and their text.
pub(super) fn of(text: &str) -> (usize, &str) {
    let behind = text
        .trim_start()
        .trim_start_matches(|c: char| !c.is_whitespace());
    let arguments = behind.trim_start();
    (text.len() - arguments.len(), arguments.trim_end())
}

/// Returns the completions at the end of a call.
pub(super) fn offered(model: &Model, before: &str) -> Completions {
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
