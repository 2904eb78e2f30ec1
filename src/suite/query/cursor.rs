//! The position of the parser, and the tokens that it would accept there, for messages and completion.

use crate::epd::{Code, Span, opcode};
use crate::suite::query::{self, QueryError};

/// A token that is valid at the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A word or sign of the query language.
    Word(&'static str),
    Opcode,
    /// Text in double quotes.
    Text,
    /// An expression between slashes.
    Expression,
    Number,
    Square,
    Pieces,
    /// A move, or a word.
    Move,
    Code,
    Rights,
    /// Material like `KRPvKR`.
    Signature,
    File,
    End,
}

impl Expected {
    /// Returns the description of the token in a message.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Word(word) => format!("`{word}`"),
            Self::Opcode => "an opcode".to_owned(),
            Self::Text => "text in double quotes".to_owned(),
            Self::Expression => "an expression between slashes".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::Square => "a square (`e4`)".to_owned(),
            Self::Pieces => "piece letters (`Qq`)".to_owned(),
            Self::Move => "a move (`Nf3`) or a word".to_owned(),
            Self::Code => "a problem code (`move-illegal`)".to_owned(),
            Self::Rights => "castling letters (`KQkq`) or `-`".to_owned(),
            Self::Signature => "material (`KRPvKR`)".to_owned(),
            Self::File => "the path of a file".to_owned(),
            Self::End => "the end".to_owned(),
        }
    }

    /// Returns the texts that can be typed for the token, with their meanings.
    pub(super) fn choices(&self) -> Vec<(String, String)> {
        let own = |name: &str, about: &str| vec![(name.to_owned(), about.to_owned())];
        match self {
            Self::Word(name) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let about = query::find_word(name).map_or("", |word| word.about);
                let forms = query::WORDS.iter().filter_map(|word| {
                    let rest = word.name.strip_prefix(name)?.strip_prefix(' ')?;
                    // Completed up to the number.
                    let typed =
                        word.name.strip_suffix(rest)?.to_owned() + rest.trim_end_matches('N');
                    Some((typed, word.about.to_owned()))
                });
                own(name, about).into_iter().chain(forms).collect()
            }
            Self::Word(sign) => own(sign, sign_about(sign)),
            Self::Opcode => opcode::all()
                .iter()
                .map(|row| (row.name.to_owned(), row.title.to_owned()))
                .collect(),
            Self::Code => Code::all()
                .iter()
                .map(|code| (code.name().to_owned(), code.title().to_owned()))
                .collect(),
            Self::Square => shakmaty::Square::ALL
                .iter()
                .map(|square| (square.to_string(), String::new()))
                .collect(),
            Self::Signature => own("KRPvKR", "material of both sides, either of them White"),
            Self::Text => own("\"", "text"),
            Self::Expression => own("/", "a regular expression"),
            Self::Number | Self::Pieces | Self::Move | Self::Rights | Self::End | Self::File => {
                Vec::new()
            }
        }
    }
}

fn sign_about(sign: &str) -> &'static str {
    match sign {
        "=" => "is",
        "!=" => "is not",
        "<" => "is less than",
        "<=" => "is at most",
        ">" => "is more than",
        ">=" => "is at least",
        "~" => "contains",
        "!~" => "does not match",
        "+" => "plus",
        "-" => "minus",
        "*" => "times",
        "/" => "divided by",
        _ => "",
    }
}

/// The reason why a parse function has no result.
pub(super) enum Fail {
    /// None of the expected tokens was found; the cursor has recorded them.
    Expected,
    /// A token was found, but is wrong.
    Wrong(Span, String),
}

pub(super) type ParseResult<T> = Result<T, Fail>;

pub(super) struct Cursor<'t> {
    pub text: &'t str,
    at: usize,
    furthest: usize,
    expected: Vec<Expected>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            furthest: 0,
            expected: Vec::new(),
        }
    }

    /// Returns the remaining text, after skipping blanks.
    pub(super) fn rest(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// Skips blanks and returns the offset.
    pub(super) fn place(&mut self) -> usize {
        self.rest();
        self.at
    }

    pub(super) fn take(&mut self, bytes: usize) -> Span {
        let span = Span::new(self.at, (self.at + bytes).min(self.text.len()));
        self.at = span.end;
        span
    }

    /// Returns the offset after the last token.
    pub(super) fn behind(&self) -> usize {
        self.at
    }

    /// Returns to an offset from [`Self::place`].
    pub(super) fn back_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Records a token that is valid here.
    pub(super) fn note(&mut self, what: Expected) {
        let place = self.place();
        if place > self.furthest {
            self.furthest = place;
            self.expected.clear();
        }
        if place == self.furthest && !self.expected.contains(&what) {
            self.expected.push(what);
        }
    }

    /// Returns the next word (letters, digits, `_`) without consuming it.
    pub(super) fn peek_word(&mut self) -> &'t str {
        let rest = self.rest();
        let len = rest.bytes().take_while(|&byte| is_word(byte)).count();
        rest.get(..len).unwrap_or_default()
    }

    /// Returns the bytes up to a blank, a parenthesis, a comma, `&&`, `||` or the end, without consuming them.
    pub(super) fn peek_run(&mut self) -> &'t str {
        let rest = self.rest();
        let ends = |(at, c): (usize, char)| match c {
            '(' | ')' | ',' => true,
            '&' | '|' => rest
                .get(at + 1..)
                .is_some_and(|behind| behind.starts_with(c)),
            c => c.is_whitespace(),
        };
        let end = rest.char_indices().find(|place| ends(*place));
        rest.get(..end.map_or(rest.len(), |(at, _)| at))
            .unwrap_or_default()
    }

    /// Consumes a number of bytes if `is_here`, and returns it.
    fn found(&mut self, is_here: bool, bytes: usize) -> bool {
        if is_here {
            self.take(bytes);
        }
        is_here
    }

    /// Consumes a word of the query language; returns true if it is next.
    pub(super) fn word(&mut self, name: &'static str) -> bool {
        self.note(Expected::Word(name));
        let is_here = self.peek_word() == name;
        self.found(is_here, name.len())
    }

    /// Consumes one of these words; returns its value if one is next.
    pub(super) fn one_of<T>(
        &mut self,
        words: impl IntoIterator<Item = (&'static str, T)>,
    ) -> Option<T> {
        let found = words.into_iter().find(|(name, _)| self.word(name));
        found.map(|(_, value)| value)
    }

    /// Consumes a connective, also in capitals as in SQL; returns true if it is next.
    pub(super) fn keyword(&mut self, name: &'static str) -> bool {
        self.word(name) || self.peek_word() == name.to_ascii_uppercase() && self.other_word(name)
    }

    /// Consumes an alternative spelling of a word in any case, without recording it as expected; returns true
    /// if it is next.
    pub(super) fn other_word(&mut self, name: &str) -> bool {
        let is_here = self.peek_word().eq_ignore_ascii_case(name);
        self.found(is_here, name.len())
    }

    /// Consumes an alternative spelling of an expected sign; returns true if it is next.
    pub(super) fn other_sign(&mut self, sign: &str) -> bool {
        let is_here = self.rest().starts_with(sign);
        self.found(is_here, sign.len())
    }

    /// Consumes a sign; returns true if it is next.
    pub(super) fn sign(&mut self, sign: &'static str) -> bool {
        self.note(Expected::Word(sign));
        self.other_sign(sign)
    }

    /// Consumes a sign that must be next.
    pub(super) fn must(&mut self, sign: &'static str) -> ParseResult<()> {
        if self.sign(sign) {
            Ok(())
        } else {
            Err(Fail::Expected)
        }
    }

    /// Returns the tokens valid at the end of the text, if everything before was parsed.
    pub(super) fn expected_at_end(&self) -> &[Expected] {
        if self.furthest == self.text.len() {
            &self.expected
        } else {
            &[]
        }
    }

    /// Returns the expected tokens in words; those that end something come last.
    fn expected_words(&self) -> Vec<String> {
        let continues =
            |what: &&Expected| !matches!(what, Expected::End | Expected::Word(")" | ","));
        let mut all: Vec<&Expected> = self.expected.iter().collect();
        all.sort_by_key(continues);
        all.into_iter().map(Expected::words).collect()
    }

    pub(super) fn error(&mut self, fail: Fail) -> QueryError {
        match fail {
            Fail::Wrong(span, message) => QueryError {
                span,
                message,
                expected: Vec::new(),
            },
            Fail::Expected => {
                self.at = self.furthest;
                let word = match self.peek_word().len() {
                    0 => self.rest().chars().next().map_or(0, char::len_utf8),
                    len => len,
                };
                let span = Span::new(self.at, self.at + word);
                let expected = self.expected_words();
                let word = self.text.get(span.range()).unwrap_or_default();
                let near = query::nearest_word(word)
                    .filter(|near| self.expected.contains(&Expected::Word(near)));
                let found = match (word, near) {
                    ("", _) => "the query ends too early".to_owned(),
                    (found, Some(near)) => format!("unexpected `{found}`; did you mean `{near}`?"),
                    (found, None) => format!("unexpected `{found}`"),
                };
                QueryError {
                    span,
                    message: format!("{found}; expected {}", list(&expected)),
                    expected,
                }
            }
        }
    }
}

/// Returns `a`, `a or b`, `a, b or c`; after eight words only the number of the others.
fn list(words: &[String]) -> String {
    const MOST: usize = 8;
    match words {
        [] => "nothing more".to_owned(),
        [only] => only.clone(),
        many if many.len() > MOST => {
            let first = many.get(..MOST).unwrap_or(many);
            format!(
                "{} or one of {} others",
                first.join(", "),
                many.len() - MOST
            )
        }
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
    }
}
