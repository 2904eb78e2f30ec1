//! From keys to commands and back: what the table says at first, and what settings make of it.

use crate::editor::command::{Command, Context, Id};
use crate::editor::key::Key;
use rustc_hash::FxHashMap;

/// The keys of the running editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// The keys of each command in their order, the first of a context being the one to show.
    keys: FxHashMap<Id, Vec<(Context, Key)>>,
    commands: FxHashMap<(Context, Key), Id>,
}

/// A key that means another command already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is `{}` already", .taken_by.name())]
pub struct Clash {
    pub key: Key,
    pub context: Context,
    pub taken_by: Id,
}

impl Keymap {
    /// The keys that the rows of a table say.
    pub fn of(rows: &[&Command]) -> Self {
        let mut keymap = Self::default();
        for command in rows {
            for (context, key) in command.keys {
                // A test holds that every key of the table reads, and that none is there twice.
                if let Ok(key) = key.parse() {
                    let _first_stays = keymap.bind(command.id, *context, key);
                }
            }
        }
        keymap
    }

    /// Gives a command another key in a context, after those it has.
    ///
    /// # Errors
    ///
    /// Where the key means another command in that context: [`Keymap::unbind`] it first.
    pub fn bind(&mut self, id: Id, context: Context, key: Key) -> Result<(), Clash> {
        match self.commands.get(&(context, key)) {
            Some(&taken_by) if taken_by != id => Err(Clash {
                key,
                context,
                taken_by,
            }),
            Some(_) => Ok(()),
            None => {
                self.commands.insert((context, key), id);
                self.keys.entry(id).or_default().push((context, key));
                Ok(())
            }
        }
    }

    /// Takes all its keys from a command.
    pub fn unbind(&mut self, id: Id) {
        for place in self.keys.remove(&id).unwrap_or_default() {
            self.commands.remove(&place);
        }
    }

    /// Takes its keys in a context from a command.
    pub fn unbind_in(&mut self, id: Id, context: Context) {
        if let Some(keys) = self.keys.get_mut(&id) {
            keys.retain(|place| place.0 != context);
        }
        self.commands
            .retain(|(of, _), bound| *of != context || *bound != id);
    }

    /// The command of a key in just this context.
    pub(super) fn bound(&self, context: Context, key: Key) -> Option<Id> {
        self.commands.get(&(context, key)).copied()
    }

    /// The command of a key where `context` has the keys, and the context of the chain that has it.
    pub fn find(&self, context: Context, key: Key) -> Option<(Id, Context)> {
        context.chain().iter().find_map(|&context| {
            let id = self.commands.get(&(context, key))?;
            Some((*id, context))
        })
    }

    /// The keys of a command, and where they hold.
    pub fn places(&self, id: Id) -> &[(Context, Key)] {
        self.keys.get(&id).map_or(&[], Vec::as_slice)
    }

    /// A key of a command, counted from 0, as sentences name it.
    pub fn nth(&self, id: Id, at: usize) -> Option<String> {
        let (_, key) = self.places(id).get(at)?;
        Some(key.short())
    }

    /// The keys of a command in just this context.
    pub fn keys_of(&self, id: Id, context: Context) -> Vec<Key> {
        let places = self.places(id).iter();
        places
            .filter(|(of, _)| *of == context)
            .map(|(_, key)| *key)
            .collect()
    }

    /// The keys of a command that hold where `context` has the keys, nearest context first. A key
    /// that means another command there does not count.
    pub(crate) fn keys_in(&self, id: Id, context: Context) -> Vec<Key> {
        let mut keys = Vec::new();
        for link in context.chain() {
            for key in self.keys_of(id, *link) {
                let holds = self
                    .find(context, key)
                    .is_some_and(|(found, _)| found == id);
                if holds && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// The keys of a command wherever they hold, each once.
    pub(crate) fn all_keys(&self, id: Id) -> Vec<Key> {
        let mut keys = Vec::new();
        for (_, key) in self.places(id) {
            if !keys.contains(key) {
                keys.push(*key);
            }
        }
        keys
    }
}
