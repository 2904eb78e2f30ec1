//! Names of commands, as they are completed.

use crate::editor::command::Command;
use crate::editor::model::Model;

/// The rank of a command that fits a text, best first.
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
    let all = model.commands.all().filter(|command| command.is_of_panes());
    let mut found: Vec<_> = all
        .filter_map(|command| {
            let (fit, name) = fit(command, &lower)?;
            Some((command.why_not(model), fit, command, name))
        })
        .collect();
    found.sort_by_key(|(reason, fit, ..)| (reason.is_some(), *fit));
    if found.is_empty() && model.commands.named(typed).is_none() {
        let near = model.commands.nearest(typed).into_iter();
        found.extend(near.filter_map(|name| {
            let command = model.commands.named(name)?;
            Some((command.why_not(model), Fit::Word, command, name))
        }));
    }
    let offered = found.into_iter().map(|(reason, _, command, name)| {
        let about = reason.unwrap_or_else(|| about(model, command, name));
        (name.to_owned(), about)
    });
    offered.collect()
}

/// Returns the rank of a command that fits a text, and the name to be completed.
fn fit(command: &'static Command, typed: &str) -> Option<(Fit, &'static str)> {
    let name = command.id.name();
    // What is typed to its end needs no completion.
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
        None if name.split('-').any(begins) => Some((Fit::Part, name)),
        None => (typed.len() > 1 && words.any(begins)).then_some((Fit::Word, name)),
    }
}

/// Returns the words about a command: its title, its other names, its key.
fn about(model: &Model, command: &Command, name: &str) -> String {
    let others = command.aliases.iter().filter(|alias| **alias != name);
    let others: Vec<&str> = others.copied().collect();
    let key = model
        .commands
        .keymap
        .all_keys(command.id)
        .first()
        .map(ToString::to_string);
    let others = Some(others.join(" ")).filter(|others| !others.is_empty());
    let about = [Some(command.title.to_owned()), others, key];
    about.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
