//! The words of PGN, each with its place: nothing is passed over that could mean something.

use memchr::{memchr, memchr2};

/// The blank of web pages that breaks no line.
const HARD_BLANK: &[u8] = "\u{a0}".as_bytes();

/// One word of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<'a> {
    /// `[White "Carlsen"]`: the name, and the value between its quotes, escapes included.
    Tag(&'a [u8], &'a [u8]),
    /// A move as it is written, without `!` and `?`.
    Move(&'a [u8]),
    /// `$6`, or what `!?` stands for.
    Nag(u8),
    /// The inside of `{ ... }`, or what follows `;`.
    Comment(&'a [u8]),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`
    Result(&'a [u8]),
    /// What none of these is.
    Unknown(&'a [u8]),
    /// A comment without its `}`.
    OpenComment,
    /// A tag that can't be read.
    BadTag(&'a [u8]),
}

/// Reads words one after another, with the byte at which each begins.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    /// The words of a text.
    pub fn of(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn is_line_start(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.text.get(at));
        matches!(before, None | Some(b'\n' | b'\r'))
    }

    fn to_line_end(&self) -> usize {
        let rest = self.rest();
        memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
    }

    /// Goes on by `length` bytes behind `word`.
    fn take(&mut self, length: usize, word: Word<'a>) -> Option<(usize, Word<'a>)> {
        let at = self.at;
        self.at += length.max(1);
        Some((at, word))
    }

    fn comment(&mut self) -> Option<(usize, Word<'a>)> {
        let rest = self.rest();
        match memchr(b'}', rest) {
            Some(end) => self.take(end + 1, Word::Comment(rest.get(1..end).unwrap_or_default())),
            None => self.take(rest.len(), Word::OpenComment),
        }
    }

    fn tag(&mut self) -> Option<(usize, Word<'a>)> {
        let line = self.rest().get(..self.to_line_end()).unwrap_or_default();
        match read_tag(line) {
            Some((length, name, value)) => self.take(length, Word::Tag(name, value)),
            None => self.take(line.len(), Word::BadTag(line.trim_ascii())),
        }
    }

    fn nag(&mut self) -> Option<(usize, Word<'a>)> {
        let rest = self.rest();
        let digits = rest.iter().skip(1).take_while(|byte| byte.is_ascii_digit());
        let length = 1 + digits.count();
        let number = std::str::from_utf8(rest.get(1..length).unwrap_or_default());
        match number.ok().and_then(|digits| digits.parse().ok()) {
            Some(number) => self.take(length, Word::Nag(number)),
            None => self.take(
                length,
                Word::Unknown(rest.get(..length).unwrap_or_default()),
            ),
        }
    }

    /// `!`, `?` and pairs of them, as the standard numbers them.
    fn glyph(&mut self) -> Option<(usize, Word<'a>)> {
        let (length, number) = match self.rest() {
            [b'!', b'!', ..] => (2, 3),
            [b'?', b'?', ..] => (2, 4),
            [b'!', b'?', ..] => (2, 5),
            [b'?', b'!', ..] => (2, 6),
            [b'!', ..] => (1, 1),
            _ => (1, 2),
        };
        self.take(length, Word::Nag(number))
    }

    /// A move number, a result, a move, or what can't be read.
    fn other(&mut self) -> Option<(usize, Word<'a>)> {
        let rest = self.rest();
        let ends = |byte: &u8| {
            matches!(
                byte,
                b' ' | b'\t'
                    | b'\n'
                    | b'\r'
                    | b'{'
                    | b'}'
                    | b'('
                    | b')'
                    | b';'
                    | b'$'
                    | b'!'
                    | b'?'
                    | b'['
                    | b']'
            )
        };
        let length = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
        let word = rest.get(..length).unwrap_or_default();
        let hard = (!word.is_ascii()).then(|| memchr::memmem::find(word, HARD_BLANK));
        let length = hard.flatten().unwrap_or(length);
        let word = word.get(..length).unwrap_or_default();
        if matches!(
            word,
            b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*" | b"\xc2\xbd-\xc2\xbd"
        ) || word == "1–0".as_bytes()
            || word == "0–1".as_bytes()
        {
            return self.take(length, Word::Result(word));
        }
        // A move number with what may be glued to it: `12.`, `12...`, `12.e4`, `12`.
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word
            .iter()
            .skip(digits)
            .take_while(|byte| **byte == b'.')
            .count();
        // `0.5-0.5` is none: no move but castling begins with a digit.
        let behind = word.get(digits + dots);
        let is_number = !behind.is_some_and(|byte| matches!(byte, b'1'..=b'9'));
        if digits + dots > 0 && is_number && (dots > 0 || digits == word.len()) {
            self.at += digits + dots;
            return self.next();
        }
        if word == b"e.p." || word == b"ep" {
            self.at += length;
            return self.next();
        }
        let form = crate::epd::moves::looks_like_move(word);
        let word = if form {
            Word::Move(word)
        } else {
            Word::Unknown(word)
        };
        self.take(length, word)
    }
}

/// The words of a game in their order; the place is a byte's of the text.
impl<'a> Iterator for Words<'a> {
    type Item = (usize, Word<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match *self.rest().first()? {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'%' if self.is_line_start() => self.at += self.to_line_end(),
                0xc2 if self.rest().starts_with(HARD_BLANK) => self.at += HARD_BLANK.len(),
                0xef if self.rest().starts_with(b"\xef\xbb\xbf") => self.at += 3,
                b'[' => return self.tag(),
                b'{' => return self.comment(),
                b';' => {
                    let length = self.to_line_end();
                    let text = self.rest().get(1..length).unwrap_or_default();
                    return self.take(length, Word::Comment(text));
                }
                b'(' => return self.take(1, Word::Open),
                b')' => return self.take(1, Word::Close),
                b'$' => return self.nag(),
                b'!' | b'?' => return self.glyph(),
                _ => return self.other(),
            }
        }
    }
}

/// A tag at the start of a line: how long it is, its name and its value.
///
/// A quote within the value that nobody escaped is taken as part of it, where the line has one tag.
fn read_tag(line: &[u8]) -> Option<(usize, &[u8], &[u8])> {
    let inside = line.get(1..)?;
    let quote = memchr(b'"', inside)?;
    let name = inside.get(..quote)?.trim_ascii();
    let is_name = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'[' | b']');
    if name.is_empty() || !name.iter().all(is_name) {
        return None;
    }
    let value = inside.get(quote + 1..)?;
    let mut escaped = false;
    let end = value.iter().position(|byte| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    });
    // What `end` is followed by, and how long the tag is with it.
    let closed = |end: usize| {
        let behind = value.get(end + 1..)?;
        let blanks = behind
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        (behind.get(blanks) == Some(&b']')).then_some(1 + quote + 1 + end + 1 + blanks + 1)
    };
    if let Some(end) = end
        && let Some(length) = closed(end)
    {
        return Some((length, name, value.get(..end)?));
    }
    let last = memchr::memrchr(b'"', value)?;
    closed(last).and_then(|length| Some((length, name, value.get(..last)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let show = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let words = Words::of(text.as_bytes()).map(|(_, word)| match word {
            Word::Tag(name, value) => format!("{}={}", show(name), show(value)),
            Word::Move(text) => show(text),
            Word::Nag(number) => format!("${number}"),
            Word::Comment(text) => format!("{{{}}}", show(text)),
            Word::Open => "(".into(),
            Word::Close => ")".into(),
            Word::Result(text) => format!("={}", show(text)),
            Word::Unknown(text) => format!("?{}", show(text)),
            Word::OpenComment => "?{".into(),
            Word::BadTag(text) => format!("?tag {}", show(text)),
        });
        assert_eq!(words.collect::<Vec<_>>().join("|"), expected);
    }

    #[test]
    fn a_game_is_tags_moves_and_a_result() {
        check(
            "[White \"A\"]\n[Black \"B\" ]\n\n1. e4 e5 2.Nf3 Nc6 3 Bb5 1/2-1/2",
            "White=A|Black=B|e4|e5|Nf3|Nc6|Bb5|=1/2-1/2",
        );
    }

    #[test]
    fn comments_nags_and_variations_are_words_of_their_own() {
        check(
            "1. e4!? $14 {best (by {test)} (1. d4 d5) e5?! ; the rest of the line\n2... Nc6 *",
            "e4|$5|$14|{best (by {test)}|(|d4|d5|)|e5|$6|{ the rest of the line}|Nc6|=*",
        );
    }

    #[test]
    fn castling_with_zeros_is_a_move_and_no_number() {
        check("4. 0-0 0-0-0+ 0-1", "0-0|0-0-0+|=0-1");
    }

    #[test]
    fn a_quote_that_nobody_escaped_is_part_of_the_value() {
        check(
            "[Event \"the \"big\" one\"]\n[Site \"a \\\" b\"]\n[A \"1\"] [B \"2\"]",
            "Event=the \"big\" one|Site=a \\\" b|A=1|B=2",
        );
    }

    #[test]
    fn what_is_no_word_of_a_game_is_told_and_never_passed_over() {
        check("1. e4 garbage e5", "e4|?garbage|e5");
        check("1. e4 -- 2. d4", "e4|?--|d4");
        check("[Event]\ne4", "?tag [Event]|e4");
        check("1. e4 {no end", "e4|?{");
        check("$x e4", "?$|?x|e4");
        check("1. e4 0.5-0.5", "e4|?0.5-0.5");
    }

    #[test]
    fn lines_of_percent_are_no_words_and_a_mark_is_none() {
        check("1.\u{a0}e4\u{a0}e5", "e4|e5");
        check("\u{feff}1. e4\n% comment of a program\ne5", "e4|e5");
    }
}
