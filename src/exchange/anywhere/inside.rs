//! FEN that stands inside another text: a sentence, a cell of a table, a string in a program.

/// The fields of each FEN in a line: its squares and side to move at least. Squares alone are none,
/// for nobody says who is to move. Each with the text from there on, which may have operations.
pub(super) fn fens_in(text: &str) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_of_squares) {
        let from = rest.get(at..).unwrap_or_default();
        let length = from.find(|c| !is_of_squares(c)).unwrap_or(from.len());
        let (squares, after) = from.split_at(length);
        let begins = rest
            .get(..at)
            .is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric()));
        if begins
            && squares.matches('/').count() == 7
            && let Some(fields) = fields(after)
        {
            found.push((format!("{squares} {fields}"), from));
        }
        rest = after;
    }
    found
}

/// A record in quotes, as programs hold their suites: `"4k3/… w - - id \"a\";",`.
pub(super) fn quoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = text
        .get(1..)?
        .trim_end_matches([',', ';', ')', ']', '}', ' ']);
    let inside = inside.strip_suffix(quote)?;
    Some(inside.replace("\\\"", "\""))
}

fn is_of_squares(c: char) -> bool {
    matches!(c, '1'..='8' | '/') || "pnbrqkPNBRQK".contains(c)
}

/// Side, castling rights, en-passant square and clocks, as far as they follow.
fn fields(text: &str) -> Option<String> {
    if !text.starts_with([' ', '\t']) {
        return None;
    }
    let mut words = Words(Some(text));
    let mut fields = words
        .next()
        .filter(|side| matches!(*side, "w" | "b"))?
        .to_owned();
    let is_castling = |word: &&str| {
        *word == "-"
            || word.len() <= 4 && word.bytes().all(|b| b"KQkqABCDEFGHabcdefgh".contains(&b))
    };
    let is_en_passant = |word: &&str| matches!(word.as_bytes(), b"-" | [b'a'..=b'h', b'3' | b'6']);
    let castling = words.next().filter(is_castling);
    let en_passant = castling.and_then(|_| words.next()).filter(is_en_passant);
    let (Some(castling), Some(en_passant)) = (castling, en_passant) else {
        fields.push_str(" - -");
        return Some(fields);
    };
    fields.push_str(&format!(" {castling} {en_passant}"));
    let mut clock = || {
        let is_clock = |word: &&str| word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit());
        words.next().filter(is_clock)
    };
    if let (Some(half), Some(full)) = (clock(), clock()) {
        fields.push_str(&format!(" {half} {full}"));
    }
    Some(fields)
}

/// Words up to the first that has something behind it: a quote, a comma, a full stop.
struct Words<'t>(Option<&'t str>);

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.0.take()?.trim_start_matches([' ', '\t']);
        let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let length = text.find(|c| !is_of_word(c)).unwrap_or(text.len());
        let (word, after) = text.split_at(length);
        self.0 = after.starts_with([' ', '\t']).then_some(after);
        (!word.is_empty()).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = fens_in(text).into_iter().map(|(fen, _)| fen).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn fen_is_found_wherever_it_stands() {
        let fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
        check(&format!("Look at this: {fen} is a win."), &[fen]);
        check(&format!("    \"{fen}\","), &[fen]);
        check(&format!("1,{fen},x"), &[fen]);
        check(&format!("\\chessboard[setfen={{{fen}}}]"), &[fen]);
        check(&format!("{fen} and {fen}"), &[fen, fen]);
        check(
            "played 8/8/4k3/8/8/4K3/4P3/8 b, a win",
            &["8/8/4k3/8/8/4K3/4P3/8 b - -"],
        );
        check(
            "8/8/4k3/8/8/4K3/4P3/8 w a win",
            &["8/8/4k3/8/8/4K3/4P3/8 w - -"],
        );
    }

    #[test]
    fn squares_alone_and_paths_are_no_fen() {
        check("8/8/4k3/8/8/4K3/4P3/8", &[]);
        check("/1/2/3/4/5/6/7 w", &["/1/2/3/4/5/6/7 w - -"]);
        check("http://x.org/8/8/8/8/8/8/8/8/8 w", &[]);
    }

    #[test]
    fn a_quoted_record_is_what_stands_between_its_quotes() {
        let record = "8/8/4k3/8/8/4K3/4P3/8 w - - id \"a\";";
        let text = format!("\"{}\",", record.replace('"', "\\\""));
        assert_eq!(quoted(&text).as_deref(), Some(record));
        assert_eq!(quoted(&text.replace(',', ";")).as_deref(), Some(record));
        assert_eq!(quoted("no quotes"), None);
    }
}
