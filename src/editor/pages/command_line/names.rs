//! Names of commands, as they are completed.

use crate::editor::command::Command;
use crate::editor::model::Model;

/// How well a command fits what is typed, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Nothing is typed, and it has a short name.
    Usual,
    /// Its name begins so.
    Name,
    /// A short name of it begins so.
    Alias,
    /// A word of its name begins so.
    Part,
    /// A word of its title, or one by which it is found, begins so.
    Word,
}

/// The commands that fit what is typed of a name, those that can be done now first; where none does,
/// those that could be meant.
pub(super) fn offered(model: &Model, typed: &str) -> Vec<(String, String)> {
    let lower = typed.to_lowercase();
    let mut found: Vec<_> = model
        .commands
        .all()
        .filter(|command| command.is_of_panes())
        .filter_map(|command| {
            let (fit, name) = fit(command, &lower)?;
            let reason = command.why_not(model);
            Some((reason.is_some(), fit, command, name, reason))
        })
        .collect();
    found.sort_by_key(|(disabled, fit, ..)| (*disabled, *fit));
    let offered = |command: &Command, name: &str, reason: Option<String>| {
        let about = reason.unwrap_or_else(|| about(model, command, name));
        (name.to_owned(), about)
    };
    if found.is_empty() && model.commands.named(typed).is_none() {
        let near = model.commands.nearest(typed).into_iter();
        return near
            .filter_map(|name| Some((model.commands.named(name)?, name)))
            .map(|(command, name)| offered(command, name, command.why_not(model)))
            .collect();
    }
    found
        .into_iter()
        .map(|(_, _, command, name, reason)| offered(command, name, reason))
        .collect()
}

/// How a command fits what is typed, and the name to be completed.
fn fit(command: &'static Command, typed: &str) -> Option<(Fit, &'static str)> {
    let name = command.id.name();
    if typed.is_empty() {
        let usual = match command.aliases.is_empty() {
            true => Fit::Name,
            false => Fit::Usual,
        };
        return Some((usual, name));
    }
    // What is typed to its end needs no completion.
    if name == typed || command.aliases.contains(&typed) {
        return None;
    }
    if name.starts_with(typed) {
        return Some((Fit::Name, name));
    }
    if let Some(alias) = command
        .aliases
        .iter()
        .find(|alias| alias.starts_with(typed))
    {
        return Some((Fit::Alias, alias));
    }
    if name.split('-').any(|part| part.starts_with(typed)) {
        return Some((Fit::Part, name));
    }
    let title = command.title.to_lowercase();
    let mut words = title.split(' ').chain(command.words.split(' '));
    (typed.len() > 1 && words.any(|word| word.starts_with(typed))).then_some((Fit::Word, name))
}

/// What a command is, in a few words: its title, its other names, its key.
fn about(model: &Model, command: &Command, name: &str) -> String {
    let mut about = command.title.to_owned();
    let mut names = command
        .aliases
        .iter()
        .filter(|alias| **alias != name)
        .peekable();
    if names.peek().is_some() {
        let names: Vec<&str> = names.copied().collect();
        about.push_str(&format!(" · {}", names.join(" ")));
    }
    if let Some(key) = model.commands.keymap.all_keys(command.id).first() {
        about.push_str(&format!(" · {key}"));
    }
    about
}
