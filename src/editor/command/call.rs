//! A command with its arguments: the one form that keys, clicks, menus, tests and typed text produce.

use crate::editor::command::{Command, Commands, Id};
use crate::editor::key::Key;
use crate::epd::{opcode, spelling};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub id: Id,
    /// In the order of the command's parameters, as they are typed; empty to have the command prompt for them.
    pub arguments: Vec<String>,
    /// The key that was pressed, if any.
    pub key: Option<Key>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name shown in usage and errors: `path`, `depth`.
    pub name: &'static str,
    pub kind: Kind,
    /// Whether it can be omitted if those before it are present.
    pub optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Path,
    /// A whole number, with the least and the greatest allowed.
    Number(u32, u32),
    Text,
    Opcode,
    Choice(&'static [&'static str]),
}

/// The reason why a text is not a call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    #[error("expected a command, found nothing")]
    Nothing,
    #[error("`{name}` is not a command{}", .near.map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    Unknown {
        name: String,
        near: Option<&'static str>,
    },
    #[error("expected {expected}, found {}", .found.as_ref().map_or_else(|| "nothing".to_owned(), |found| format!("`{found}`")))]
    Expected {
        expected: String,
        found: Option<String>,
    },
    #[error("`{}` takes {}, found `{found}`", .id.name(), if *.takes { "no more arguments" } else { "no arguments" })]
    TooMany { id: Id, takes: bool, found: String },
}

impl Call {
    /// Returns a call without arguments, which prompts for them.
    pub const fn of(id: Id) -> Self {
        Self {
            id,
            arguments: Vec::new(),
            key: None,
        }
    }

    pub fn text(&self, at: usize) -> Option<String> {
        self.arguments.get(at).cloned()
    }

    pub fn number(&self, at: usize) -> Option<u32> {
        self.arguments.get(at)?.parse().ok()
    }

    pub fn choice(&self, at: usize) -> Option<&str> {
        self.arguments.get(at).map(String::as_str)
    }
}

impl Parameter {
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            optional: false,
        }
    }

    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self {
            optional: true,
            ..Self::new(name, kind)
        }
    }

    fn expected(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Path => "a path".to_owned(),
            Kind::Number(from, u32::MAX) => format!("a number, {from} or more"),
            Kind::Number(from, to) => format!("a number from {from} to {to}"),
            Kind::Text | Kind::Opcode => match name.starts_with(['a', 'e', 'i', 'o', 'u']) {
                true => format!("an {name}"),
                false => format!("a {name}"),
            },
            Kind::Choice(words) => match words {
                [] => name.to_owned(),
                [only] => format!("`{only}`"),
                [first @ .., last] => format!("`{}` or `{last}`", first.join("`, `")),
            },
        }
    }

    pub(super) fn usage(&self, may_be_left_out: bool) -> String {
        let what = match self.kind {
            Kind::Choice(words) => words.join("|"),
            Kind::Path | Kind::Number(..) | Kind::Text | Kind::Opcode => self.name.to_owned(),
        };
        match self.optional || may_be_left_out {
            true => format!("[{what}]"),
            false => format!("<{what}>"),
        }
    }

    /// Splits a line into the text of this argument and the text after it. A path or a text is the whole line.
    pub(crate) fn split<'t>(&self, line: &'t str) -> (&'t str, &'t str) {
        let end = match self.kind {
            Kind::Path | Kind::Text => None,
            _ => line.split_once(char::is_whitespace),
        };
        end.map_or((line, ""), |(word, behind)| (word, behind.trim_start()))
    }

    fn read(&self, text: &str) -> Result<String, CallError> {
        let argument = match self.kind {
            Kind::Path => Some(unquoted(text).to_owned()),
            Kind::Text => Some(text.to_owned()),
            Kind::Opcode => opcode::is_opcode(text.as_bytes()).then(|| text.to_owned()),
            Kind::Number(from, to) => {
                let number = text.parse().ok();
                let number = number.filter(|number: &u32| (from..=to).contains(number));
                number.map(|number| number.to_string())
            }
            Kind::Choice(words) => {
                let word = words.iter().find(|word| word.eq_ignore_ascii_case(text));
                word.map(|word| (*word).to_owned())
            }
        };
        argument.ok_or_else(|| CallError::Expected {
            expected: self.expected(),
            found: Some(text.to_owned()),
        })
    }
}

impl Command {
    /// Parses the arguments of a call. An empty text is valid too: the command prompts.
    fn read(&self, text: &str) -> Result<Vec<String>, CallError> {
        let mut arguments = Vec::new();
        let mut rest = text.trim();
        if rest.is_empty() {
            return Ok(arguments);
        }
        for parameter in self.parameters {
            let (word, after) = parameter.split(rest);
            if word.is_empty() {
                if parameter.optional {
                    break;
                }
                return Err(CallError::Expected {
                    expected: parameter.expected(),
                    found: None,
                });
            }
            arguments.push(parameter.read(word)?);
            rest = after;
        }
        if rest.is_empty() {
            return Ok(arguments);
        }
        Err(CallError::TooMany {
            id: self.id,
            takes: !self.parameters.is_empty(),
            found: rest.to_owned(),
        })
    }
}

/// Returns a path without the quotes of a shell; a name that contains quotes is typed as `./"name"`.
pub(crate) fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    let inside = inside('"').or_else(|| inside('\''));
    inside.filter(|inside| !inside.is_empty()).unwrap_or(text)
}

pub(crate) fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(name, rest)| (name, rest.trim_start()))
}

impl Commands {
    pub fn named(&self, name: &str) -> Option<&'static Command> {
        match Id::from_name(name) {
            Some(id) => Some(self.row(id)),
            None => self.all().find(|command| command.aliases.contains(&name)),
        }
    }

    /// Returns the command that a text calls, and its arguments as text. A place (`123`, `50%`, `$`) calls
    /// `go-to`.
    pub(crate) fn typed_for<'t>(&self, text: &'t str) -> Option<(&'static Command, &'t str)> {
        let (name, rest) = split(text);
        if is_place(text.trim()) {
            return Some((self.row(Id::GoTo), text.trim()));
        }
        let command = self.named(name)?;
        match command.with_argument {
            Some(id) if !rest.is_empty() => Some((self.row(id), rest)),
            _ => Some((command, rest)),
        }
    }

    /// Parses a call as it is typed: the name or an alias of a command, then its arguments, separated by
    /// blanks. A path, a query or a text is the remainder of the line; a number alone goes to that line.
    ///
    /// # Errors
    ///
    /// There is no such command, or it does not take these arguments.
    pub fn parse(&self, text: &str) -> Result<Call, CallError> {
        if let Some((command, rest)) = self.typed_for(text) {
            return Ok(Call {
                arguments: command.read(rest)?,
                ..Call::of(command.id)
            });
        }
        let (name, _) = split(text);
        if name.is_empty() {
            return Err(CallError::Nothing);
        }
        Err(CallError::Unknown {
            name: name.to_owned(),
            near: self.nearest(name).first().copied(),
        })
    }

    /// Returns the names nearest to an unknown one: those that begin with it, the shortest first, else
    /// likely misspellings, among names and aliases of more than three letters.
    pub(crate) fn nearest(&self, name: &str) -> Vec<&'static str> {
        let names = || Id::ALL.iter().map(|id| id.name());
        let mut begun: Vec<_> = names().filter(|known| known.starts_with(name)).collect();
        if !name.is_empty() && !begun.is_empty() {
            begun.sort_by_key(|known| known.len());
            return begun;
        }
        let words = self.all().flat_map(|command| command.aliases).copied();
        // Any short alias is near a name of one to three letters, and most aliases are abbreviations.
        let names = names().chain(words.filter(|word| word.len() > 3));
        spelling::nearest(name.as_bytes(), names, spelling::slips(name.as_bytes()))
    }
}

/// Returns true if a text is a place in the file: a line number, a percentage, or `$`, the end.
fn is_place(text: &str) -> bool {
    let digits = text.strip_suffix('%').unwrap_or(text);
    text == "$" || (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
