//! A line split in the plainest way: at semicolons outside quotes, and at blanks. It shares nothing with
//! the reader that it guards; everything that it knows of the format is in this file.

use std::collections::BTreeSet;

/// A line, split. Bytes are read as Latin-1, so that each is one character and none is lost.
#[derive(Debug, Default, Clone)]
pub struct Plain {
    pub fields: Fields,
    /// Numbers directly behind the fields.
    pub clocks: Vec<String>,
    pub pieces: Vec<Piece>,
    /// Set when quotes come in pairs.
    pub is_even: bool,
}

/// The first words, as long as they look like fields.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Fields {
    pub placement: String,
    pub side: Option<String>,
    pub castling: Option<String>,
    pub en_passant: Option<String>,
    /// The word after the last field.
    pub next: Option<String>,
}

/// The text between two semicolons.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its first word.
    pub opcode: String,
    /// Its other words; a quoted string is one word, with its quotes.
    pub words: Vec<String>,
    /// Everything after the first word, without the blanks around it.
    pub text: String,
}

pub const OFFICIAL: &[&str] = &[
    "acn",
    "acs",
    "am",
    "bm",
    "c0",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "c6",
    "c7",
    "c8",
    "c9",
    "cc",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "ptp",
    "pv",
    "rc",
    "refcom",
    "refreq",
    "resign",
    "sm",
    "sv",
    "tcgs",
    "tcri",
    "tcsi",
    "ts",
    "v0",
    "v1",
    "v2",
    "v3",
    "v4",
    "v5",
    "v6",
    "v7",
    "v8",
    "v9",
];

pub fn is_official(word: &str) -> bool {
    OFFICIAL.contains(&word)
}

pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{b}' | '\u{c}')
}

/// Returns the bytes as characters, without byte-order mark, line end, and the NUL or Ctrl-Z of old
/// writers.
pub fn text_of(line: &[u8]) -> String {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let text: String = line.iter().map(|byte| char::from(*byte)).collect();
    let ends = |c: char| is_blank(c) || matches!(c, '\0' | '\u{1a}');
    text.trim_end_matches(ends)
        .trim_start_matches(is_blank)
        .to_owned()
}

fn split_outside(text: &str, splits: impl Fn(char) -> bool) -> (Vec<String>, bool) {
    let (mut parts, mut quoted) = (vec![String::new()], false);
    for c in text.chars() {
        quoted ^= c == '"';
        if splits(c) && !quoted {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    (parts, !quoted)
}

fn words_of(text: &str) -> Vec<String> {
    let (mut words, _) = split_outside(text, is_blank);
    words.retain(|word| !word.is_empty());
    words
}

impl Plain {
    pub fn of(line: &[u8]) -> Self {
        let text = unquoted_position(text_of(line));
        let (texts, is_even) = split_outside(&text, |c| c == ';');
        let mut plain = Self {
            is_even,
            ..Self::default()
        };
        let head = texts.first().map_or("", String::as_str);
        let ends_at_once = texts.len() > 1 && !head.ends_with(is_blank);
        let rest = plain.take_head(head, ends_at_once);
        let pieces = std::iter::once(rest).chain(texts.into_iter().skip(1));
        plain.pieces = pieces.filter_map(|text| Piece::of(&text)).collect();
        plain
    }

    /// Removes fields and clocks from the text, and returns what follows. A semicolon may follow without a
    /// blank.
    fn take_head(&mut self, head: &str, ends_at_once: bool) -> String {
        let mut words = words_of(head);
        let mut rest = head.trim_matches(is_blank).to_owned();
        let mut take = |words: &mut Vec<String>, length: usize| {
            let word: String = words[0].chars().take(length).collect();
            rest = rest[word.len()..].trim_start_matches(is_blank).to_owned();
            if word.len() == words[0].len() {
                words.remove(0);
            } else {
                words[0] = words[0][word.len()..].to_owned();
            }
            word
        };
        if words.is_empty() {
            return rest;
        }
        let whole = |words: &[String]| words[0].chars().count();
        let length = whole(&words);
        self.fields.placement = take(&mut words, length);
        if words
            .first()
            .is_some_and(|w| ["w", "b", "W", "B"].contains(&w.as_str()))
        {
            self.fields.side = Some(take(&mut words, 1));
            if words.first().is_some_and(|w| is_castling(w, words.get(1))) {
                let length = whole(&words);
                self.fields.castling = Some(take(&mut words, length));
            }
            let behind = (words.get(1).map(String::as_str), ends_at_once);
            if let Some(length) = words
                .first()
                .and_then(|w| en_passant(w, behind, words.len() == 1))
            {
                self.fields.en_passant = Some(take(&mut words, length));
            }
            while words.first().is_some_and(|w| w == "-") {
                take(&mut words, 1);
            }
            self.fields.next = words.first().cloned();
            while self.clocks.len() < 2
                && let Some(length) = words.first().and_then(|w| number(w))
            {
                self.clocks.push(take(&mut words, length));
            }
        }
        rest
    }
}

impl Piece {
    fn of(text: &str) -> Option<Self> {
        // A lone dash begins no operation.
        let mut text = text.trim_matches(is_blank);
        while let Some(rest) = text.strip_prefix('-')
            && rest.chars().next().is_none_or(is_blank)
        {
            text = rest.trim_start_matches(is_blank);
        }
        let mut words = words_of(text);
        if words.is_empty() {
            return None;
        }
        let opcode = words.remove(0);
        let text = text[opcode.len()..].trim_matches(is_blank).to_owned();
        Some(Self {
            opcode,
            words,
            text,
        })
    }

    pub fn new(opcode: &str, words: &[String]) -> Self {
        Self {
            opcode: opcode.to_owned(),
            words: words.to_vec(),
            text: words.join(" "),
        }
    }
}

/// Removes quotes around the fields: `"4k3/8/8/8/8/8/8/4K3 w - -" bm Kd2;`
fn unquoted_position(text: String) -> String {
    let inside = text.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    match inside {
        Some((fields, rest)) if fields.contains('/') && !fields.contains(';') => {
            format!("{} {rest}", fields.trim_matches(is_blank))
        }
        _ => text,
    }
}

/// Returns true for `-`, and for letters of `KQkq` and of files; but `ce` is an opcode unless the next
/// field follows.
fn is_castling(word: &str, next: Option<&String>) -> bool {
    let followed = next.is_some_and(|next| next == "-" || is_square(next));
    word == "-" || (are_rights(word) && (!is_official(word) || followed))
}

/// Returns true for letters of `KQkq` and of files, at most two files for each side: `acd` is an opcode.
pub fn are_rights(word: &str) -> bool {
    let letters: BTreeSet<char> = word.chars().collect();
    let files = |all: &str| letters.iter().filter(|c| all.contains(**c)).count();
    let known = letters.iter().all(|c| "KQkqABCDEFGHabcdefgh".contains(*c));
    known && files("ABCDEFGH") < 3 && files("abcdefgh") < 3
}

pub fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// Returns the length of the en-passant field within a word; `c3` is an opcode where a string or the end of
/// the piece follows.
fn en_passant(word: &str, (next, ended): (Option<&str>, bool), last: bool) -> Option<usize> {
    let field = before_counts(word);
    let closed = if last {
        ended
    } else {
        next.is_some_and(|n| n.starts_with('"'))
    };
    let is_opcode = is_official(field) && field.len() == word.len() && closed;
    // `E3` is a square in the wrong case, but `D3 243` a perft count.
    let is_count = field.starts_with('D') && next.is_some_and(|next| number(next).is_some());
    let is_field = field == "-" || (is_square(&field.to_lowercase()) && !is_count);
    (is_field && !is_opcode).then_some(field.len())
}

/// Returns the length of a clock within a word.
fn number(word: &str) -> Option<usize> {
    let field = before_counts(word);
    (!field.is_empty() && field.bytes().all(|b| b.is_ascii_digit())).then_some(field.len())
}

/// Returns `-` of `-,20,400`: perft counts may follow a field without a blank.
fn before_counts(word: &str) -> &str {
    let mut parts = word.split(',');
    let field = parts.next().unwrap_or_default();
    let counts = parts.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    if counts { field } else { word }
}
