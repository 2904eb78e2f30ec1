//! The keys that the settings give to commands, in the place of those of the table.

use super::{Clash, Command, Commands, Context, Id, Keymap};
use crate::editor::key::{Key, KeyCode};
use crate::editor::state::settings::{Binding, Mistake, SettingError};

/// Commands that must keep a key: without one there is no way out.
const NEEDED: [Id; 4] = [Id::Close, Id::Choose, Id::Accept, Id::Cancel];

/// Of each of these one must keep a key: how to leave, and how to reach all that has no key.
const ONE_OF: [&[Id]; 2] = [&[Id::Quit], &[Id::Palette, Id::CommandLine]];

/// The keys that a command is to have.
struct Wanted<'b> {
    id: Id,
    /// The contexts in which it loses the keys it has.
    freed: Vec<Context>,
    keys: Vec<(Context, Key)>,
    binding: &'b Binding,
}

impl Commands {
    /// Gives commands the keys that the settings say, all others those of the table. Gives what can't be
    /// so: there the table holds.
    pub fn rebind(&mut self, bindings: &[Binding]) -> Vec<Mistake> {
        let (mut mistakes, mut wanted) = (Vec::new(), Vec::new());
        for binding in bindings {
            match self.read(binding) {
                Ok(keys) => wanted.push(keys),
                Err(what) => mistakes.push(mistake(binding, what)),
            }
        }
        // What is typed now comes last, so that it is what gets refused.
        wanted.sort_by_key(|wanted| wanted.binding.line == 0);
        loop {
            match self.with_keys(&wanted) {
                Ok(keymap) => {
                    self.keymap = keymap;
                    return mistakes;
                }
                Err((at, what)) => mistakes.push(mistake(wanted.remove(at).binding, what)),
            }
        }
    }

    /// Returns the keys of all commands.
    ///
    /// # Errors
    /// The index of the command that can't have its keys, and the reason.
    fn with_keys(&self, all: &[Wanted<'_>]) -> Result<Keymap, (usize, String)> {
        let mut keymap = Keymap::of(self.rows);
        // First all keys that go, so that two commands can change theirs.
        for wanted in all {
            let freed = wanted.freed.iter();
            freed.for_each(|context| keymap.unbind_in(wanted.id, *context));
        }
        for (at, wanted) in all.iter().enumerate() {
            for (context, key) in &wanted.keys {
                let bound = self.bind_alone(&mut keymap, wanted.id, *context, *key);
                bound.map_err(|clash| {
                    let (place, other) = (clash.context.title(), clash.taken_by.name());
                    let what = format!("`{key}` is `{other}` already ({place})");
                    (at, format!("{what}; give that another key"))
                })?;
            }
        }
        for ids in ONE_OF {
            let last = all.iter().rposition(|wanted| ids.contains(&wanted.id));
            if let Some((at, wanted)) = last.and_then(|at| Some((at, all.get(at)?)))
                && ids.iter().all(|id| keymap.places(*id).is_empty())
            {
                return Err((at, needs_a_key(wanted.id, ids)));
            }
        }
        Ok(keymap)
    }

    /// Gives a command a key where no other command answers to it: not in the place itself, and in none
    /// that it is a part of or that is a part of it, as one of the two would never hear the key there.
    /// Only two commands that share a key in the table may share another.
    fn bind_alone(
        &self,
        keymap: &mut Keymap,
        id: Id,
        context: Context,
        key: Key,
    ) -> Result<(), Clash> {
        let near = Context::ALL.into_iter().filter(|at| at.overlaps(context));
        let mut others = near.filter_map(|at| Some((keymap.bound(at, key)?, at)));
        let clash = others
            .find(|(other, at)| *other != id && !self.share_a_key((id, context), (*other, *at)));
        match clash {
            Some((taken_by, context)) => Err(Clash {
                key,
                context,
                taken_by,
            }),
            None => keymap.bind(id, context, key),
        }
    }

    /// Returns whether a key of the table means one command in one place and the other in the other place.
    fn share_a_key(&self, one: (Id, Context), other: (Id, Context)) -> bool {
        let keys = |(id, context): (Id, Context)| {
            let keys = self.row(id).keys.iter();
            keys.filter(move |(of, _)| *of == context)
                .map(|(_, key)| *key)
        };
        one.1 != other.1 && keys(one).any(|key| keys(other).any(|shared| shared == key))
    }

    /// Returns the command, and the keys that it is to have.
    fn read<'b>(&self, binding: &'b Binding) -> Result<Wanted<'b>, String> {
        let row = self.named(&binding.command).ok_or_else(|| {
            let names = Id::ALL.iter().map(|id| id.name());
            SettingError::unknown_of("command", &binding.command, names).to_string()
        })?;
        let keys: Vec<Key> = binding
            .keys
            .iter()
            .map(|name| read_key(name))
            .collect::<Result<_, _>>()?;
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
                let names: Vec<String> =
                    Context::ALL.iter().map(|context| context.name()).collect();
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
            // Where none of them can hold, those of the table stay.
            if keys.is_empty() || new.len() > before {
                freed.push(context);
            }
        }
        match keys.first().filter(|_| new.is_empty()) {
            Some(key) => Err(format!(
                "`{}` works while you type text, too, where `{key}` types a letter; choose a key such as \
                 F5, or let `{key}` do it only on the board: `{{ board = \"{key}\" }}`",
                row.id.name()
            )),
            None => Ok(Wanted {
                id: row.id,
                freed,
                keys: new,
                binding,
            }),
        }
    }
}

/// Returns the reason why a command needs a key, where none of these has one.
fn needs_a_key(id: Id, all: &[Id]) -> String {
    let others: Vec<String> = all
        .iter()
        .filter(|other| **other != id)
        .map(|other| format!("`{}`", other.name()))
        .collect();
    let needs = format!("`{}` needs a key", id.name());
    match others.as_slice() {
        [] => format!("{needs}: without one there is no way out"),
        others => format!(
            "{needs}, since {} has none: without one most commands are out of reach",
            others.join(" and ")
        ),
    }
}

/// Returns the contexts in which a command has keys; if it has none, those in which these keys can hold.
fn places(row: &Command, keys: &[Key]) -> Vec<Context> {
    let mut places: Vec<Context> = Vec::new();
    for (context, _) in row.keys {
        if !places.contains(context) {
            places.push(*context);
        }
    }
    if places.is_empty() {
        let types = keys.iter().any(|key| key.typed().is_some());
        places.push(if types {
            Context::Panes
        } else {
            Context::Everywhere
        });
    }
    places
}

/// Returns whether a key does something other than typing in a context.
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

/// A key that can be bound.
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
    if let Some(letter) = control.strip_prefix("Shift-")
        && letter.chars().count() == 1
    {
        return never("terminals send the same for it as without Shift");
    }
    let key: Key = name
        .parse()
        .map_err(|_| format!("expected a key as `Ctrl-S`, `F5` or `x`, found `{name}`"))?;
    match key.code {
        KeyCode::Char(c) if c.is_control() => never("it is no key of its own"),
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
    /// As the settings name it: `board`.
    pub fn name(self) -> String {
        match self {
            Self::Question => "query".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        }
    }

    /// The one of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|context| context.name() == name)
    }
}
