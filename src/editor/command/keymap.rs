//! From keys to commands and back: the default keys, and the bindings of the settings.

use crate::editor::command::{Command, Commands, Context, Id};
use crate::editor::key::{Key, KeyCode};
use crate::editor::state::settings::{Binding, Mistake, SettingError};
use rustc_hash::FxHashMap;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// The keys of each command in order; the first of a context is the one shown.
    keys: FxHashMap<Id, Vec<(Context, Key)>>,
    commands: FxHashMap<(Context, Key), Id>,
}

/// A key that is bound to another command already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is `{}` already", .taken_by.name())]
pub struct Clash {
    pub key: Key,
    pub taken_by: Id,
}

impl Keymap {
    pub fn of(rows: &[&Command]) -> Self {
        let mut keymap = Self::default();
        for command in rows {
            for (context, key) in command.keys {
                // A test checks that every key of the table parses, and that none occurs twice.
                if let Ok(key) = key.parse() {
                    let _first_stays = keymap.bind(command.id, *context, key);
                }
            }
        }
        keymap
    }

    /// Adds a key to those of a command in a context.
    ///
    /// # Errors
    ///
    /// The key is bound to another command in that context: [`Keymap::unbind`] it first.
    pub fn bind(&mut self, id: Id, context: Context, key: Key) -> Result<(), Clash> {
        let taken_by = *self.commands.entry((context, key)).or_insert(id);
        if taken_by != id {
            return Err(Clash { key, taken_by });
        }
        let places = self.keys.entry(id).or_default();
        if !places.contains(&(context, key)) {
            places.push((context, key));
        }
        Ok(())
    }

    pub fn unbind(&mut self, id: Id) {
        for place in self.keys.remove(&id).unwrap_or_default() {
            self.commands.remove(&place);
        }
    }

    pub fn unbind_in(&mut self, id: Id, context: Context) {
        if let Some(keys) = self.keys.get_mut(&id) {
            keys.retain(|place| place.0 != context);
        }
        self.commands
            .retain(|(of, _), bound| *of != context || *bound != id);
    }

    /// Returns the command of a key while `context` has the focus, and the context that binds it.
    pub fn find(&self, context: Context, key: Key) -> Option<(Id, Context)> {
        context.chain().iter().find_map(|&context| {
            let id = self.commands.get(&(context, key))?;
            Some((*id, context))
        })
    }

    pub fn places(&self, id: Id) -> &[(Context, Key)] {
        self.keys.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the key of a command at an index, in the short spelling of sentences.
    pub fn nth(&self, id: Id, at: usize) -> Option<String> {
        let (_, key) = self.places(id).get(at)?;
        Some(key.short())
    }

    /// Returns the keys of a command in this context alone.
    pub fn keys_of(&self, id: Id, context: Context) -> Vec<Key> {
        let places = self.places(id).iter().filter(|(of, _)| *of == context);
        places.map(|(_, key)| *key).collect()
    }

    /// Returns the keys of a command that work while `context` has the focus, nearest context first.
    /// Keys bound to another command there are omitted.
    pub(crate) fn keys_in(&self, id: Id, context: Context) -> Vec<Key> {
        let mut keys = Vec::new();
        for link in context.chain() {
            for key in self.keys_of(id, *link) {
                let found = self.find(context, key).map(|(found, _)| found);
                if found == Some(id) && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// Returns the keys of a command in all contexts, each once.
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

/// Commands that must have a key: without one the user can't get out.
const NEEDED: [Id; 4] = [Id::Close, Id::Choose, Id::Accept, Id::Cancel];

/// Of each of these groups one must have a key: to quit, and to run the commands without a key.
const ONE_OF: [&[Id]; 2] = [&[Id::Quit], &[Id::Palette, Id::CommandLine]];

/// The keys that a binding of the settings requests for a command.
struct KeyRequest<'b> {
    id: Id,
    /// The contexts in which it loses its present keys.
    freed: Vec<Context>,
    keys: Vec<(Context, Key)>,
    binding: &'b Binding,
}

impl Commands {
    /// Binds the keys of the settings over the default ones. Returns the bindings that are not possible.
    pub fn rebind(&mut self, bindings: &[Binding]) -> Vec<Mistake> {
        let (mut mistakes, mut requests) = (Vec::new(), Vec::new());
        for binding in bindings {
            match self.read(binding) {
                Ok(keys) => requests.push(keys),
                Err(what) => mistakes.push(mistake(binding, what)),
            }
        }
        // The binding typed just now is last, so that it is the one refused in a conflict.
        requests.sort_by_key(|request| request.binding.line == 0);
        loop {
            match self.with_keys(&requests) {
                Ok(keymap) => {
                    self.keymap = keymap;
                    return mistakes;
                }
                Err((at, what)) => mistakes.push(mistake(requests.remove(at).binding, what)),
            }
        }
    }

    /// Returns the keys of all commands.
    ///
    /// # Errors
    /// The index of the request that can't be met, and the reason.
    fn with_keys(&self, all: &[KeyRequest<'_>]) -> Result<Keymap, (usize, String)> {
        let mut keymap = Keymap::of(self.rows);
        // Free all keys first, so that two commands can swap theirs.
        for request in all {
            let freed = request.freed.iter();
            freed.for_each(|context| keymap.unbind_in(request.id, *context));
        }
        for (at, request) in all.iter().enumerate() {
            for &(context, key) in &request.keys {
                if let Some((other, place)) = self.clash(&keymap, request.id, context, key) {
                    let (other, place) = (other.name(), place.title());
                    let what = format!("`{key}` is `{other}` already ({place})");
                    return Err((at, format!("{what}; give that another key")));
                }
                let _is_free = keymap.bind(request.id, context, key);
            }
        }
        for ids in ONE_OF {
            let last = all.iter().rposition(|request| ids.contains(&request.id));
            if let Some((at, request)) = last.and_then(|at| Some((at, all.get(at)?)))
                && ids.iter().all(|id| keymap.places(*id).is_empty())
            {
                return Err((at, needs_a_key(request.id, ids)));
            }
        }
        Ok(keymap)
    }

    /// Returns another command bound to a key, and its context: the same one, or one whose chain
    /// contains it or is contained in its chain, since one of the two would never get the key there.
    /// Only two commands that share a key in the table may share another.
    fn clash(&self, keymap: &Keymap, id: Id, context: Context, key: Key) -> Option<(Id, Context)> {
        let overlaps = |at: &Context| at.chain().contains(&context) || context.chain().contains(at);
        let near = Context::ALL.into_iter().filter(overlaps);
        let mut others = near.filter_map(|at| Some((*keymap.commands.get(&(at, key))?, at)));
        others.find(|other| other.0 != id && !self.share_a_key((id, context), *other))
    }

    /// Returns whether a default key runs one command in one context and the other in the other.
    fn share_a_key(&self, one: (Id, Context), other: (Id, Context)) -> bool {
        let keys = |(id, context): (Id, Context)| {
            let keys = self.row(id).keys.iter();
            keys.filter(move |(of, _)| *of == context)
                .map(|(_, key)| *key)
        };
        one.1 != other.1 && keys(one).any(|key| keys(other).any(|shared| shared == key))
    }

    fn read<'b>(&self, binding: &'b Binding) -> Result<KeyRequest<'b>, String> {
        let row = self.named(&binding.command).ok_or_else(|| {
            let names = Id::ALL.iter().map(|id| id.name());
            SettingError::unknown_of("command", &binding.command, names).to_string()
        })?;
        let keys = binding.keys.iter().map(|name| read_key(name));
        let keys: Vec<Key> = keys.collect::<Result<_, _>>()?;
        if keys.is_empty() && NEEDED.contains(&row.id) {
            return Err(format!("`{}` needs a key", row.id.name()));
        }
        if !keys.is_empty() && keys.iter().all(|key| key.modifiers.alt) {
            return Err(format!(
                "`{}` needs a key without Alt, too: some terminals keep Alt for themselves",
                row.id.name()
            ));
        }
        let contexts = match &binding.context {
            Some(name) => vec![Context::named(name).ok_or_else(|| {
                let names = Context::ALL.map(Context::name);
                let names = names.iter().map(String::as_str);
                SettingError::unknown_of("place", name, names).to_string()
            })?],
            None => places(row, &keys),
        };
        let (mut new, mut freed) = (Vec::new(), Vec::new());
        for context in contexts {
            let own = keys.iter().filter(|key| can_hold(context, **key));
            let before = new.len();
            new.extend(own.map(|key| (context, *key)));
            // A context where none of them works keeps its default keys.
            if keys.is_empty() || new.len() > before {
                freed.push(context);
            }
        }
        match keys.first().filter(|_| new.is_empty()) {
            Some(key) => Err(format!(
                "`{}` also works in text, where `{key}` types a letter; use F5, or `{{ board = \"{key}\" }}`",
                row.id.name()
            )),
            None => Ok(KeyRequest {
                id: row.id,
                freed,
                keys: new,
                binding,
            }),
        }
    }
}

fn needs_a_key(id: Id, all: &[Id]) -> String {
    let others = all.iter().filter(|other| **other != id);
    let others: Vec<String> = others.map(|other| format!("`{}`", other.name())).collect();
    let needs = format!("`{}` needs a key", id.name());
    match others.as_slice() {
        [] => format!("{needs}: without one there is no way out"),
        others => format!(
            "{needs}, since {} has none: without one most commands are out of reach",
            others.join(" and ")
        ),
    }
}

fn places(row: &Command, keys: &[Key]) -> Vec<Context> {
    let mut places: Vec<Context> = Vec::new();
    for (context, _) in row.keys {
        if !places.contains(context) {
            places.push(*context);
        }
    }
    if places.is_empty() {
        places.push(match keys.iter().any(|key| key.typed().is_some()) {
            true => Context::Panes,
            false => Context::Everywhere,
        });
    }
    places
}

/// Returns whether a key does something other than type text in a context.
fn can_hold(context: Context, key: Key) -> bool {
    let types = matches!(
        context,
        Context::Everywhere
            | Context::Text
            | Context::Operand
            | Context::Prompt
            | Context::Question
            | Context::Picker
            | Context::Menu
    );
    !types || key.typed().is_none()
}

fn read_key(name: &str) -> Result<Key, String> {
    let never = |why: &str| Err(format!("`{name}` can't be bound: {why}"));
    let control = name.strip_prefix("Ctrl-").unwrap_or_default();
    match control.to_ascii_lowercase().as_str() {
        "i" => return never("to a terminal it is Tab"),
        "m" | "j" => return never("to a terminal it is Enter"),
        "h" => return never("to a terminal it is Backspace"),
        "[" => return never("to a terminal it is Esc"),
        digit if digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit()) => {
            return never("many terminals don't send it");
        }
        _ => {}
    }
    let shifted = control.strip_prefix("Shift-").unwrap_or_default();
    if shifted.chars().count() == 1 {
        return never("terminals send the same for it as without Shift");
    }
    let key: Key = name
        .parse()
        .map_err(|_| format!("expected a key as `Ctrl-S`, `F5` or `x`, found `{name}`"))?;
    match key.code {
        KeyCode::Char(c) if c.is_control() => never("it is a control character, not a key"),
        _ => Ok(key),
    }
}

fn mistake(binding: &Binding, what: String) -> Mistake {
    Mistake {
        line: binding.line,
        column: binding.column,
        error: SettingError::Other(what),
    }
}

impl Context {
    /// Returns the name in settings: `board`.
    pub fn name(self) -> String {
        match self {
            Self::Question => "query".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|context| context.name() == name)
    }
}
