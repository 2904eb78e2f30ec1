//! From keys to commands and back.

use crate::app::command::{Command, Context, all};
use crate::app::key::Key;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

static KEYMAP: LazyLock<FxHashMap<(Context, Key), &'static Command>> = LazyLock::new(|| {
    let mut map = FxHashMap::default();
    for command in all() {
        for (context, key) in command.keys {
            // A test holds that every key of the table reads.
            if let Ok(key) = key.parse() {
                map.entry((*context, key)).or_insert(command);
            }
        }
    }
    map
});

/// The command of a key where `context` has the keys, and the context of the chain that has it.
pub fn command_of(context: Context, key: Key) -> Option<(&'static Command, Context)> {
    context.chain().iter().find_map(|&context| {
        KEYMAP
            .get(&(context, key))
            .map(|command| (*command, context))
    })
}

/// The keys of a command that hold where `context` has the keys, nearest context first. A key
/// that means another command there does not count.
pub fn keys_in(command: &Command, context: Context) -> Vec<Key> {
    let mut keys = Vec::new();
    for link in context.chain() {
        for key in keys_of(command, *link) {
            let holds = command_of(context, key).is_some_and(|(c, _)| std::ptr::eq(c, command));
            if holds && !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}

/// The keys of a command in just this context.
pub fn keys_of(command: &Command, context: Context) -> Vec<Key> {
    command
        .keys
        .iter()
        .filter(|(of, _)| *of == context)
        .filter_map(|(_, key)| key.parse().ok())
        .collect()
}

/// The keys of a command wherever they hold, each once.
pub fn all_keys(command: &Command) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for (_, key) in command.keys {
        if let Ok(key) = key.parse()
            && !keys.contains(&key)
        {
            keys.push(key);
        }
    }
    keys
}
