//! FEN inside another text: a sentence, a cell of a table, a string in a program.

use std::sync::LazyLock;

use regex::Regex;

/// The fields of a FEN, not preceded by a letter, digit or slash: squares and side to move; castling rights and
/// en-passant square; clocks. Squares alone do not count, since the side to move is unknown.
static FEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let squares = r"(?:^|[^\w/])((?:[1-8pnbrqkPNBRQK]*/){7}[1-8pnbrqkPNBRQK]*)";
    let rights = r"[ \t]+(-|[KQkqA-Ha-h]{1,4}\b)[ \t]+(-|[a-h][36]\b)";
    let clocks = r"[ \t]+(\d{1,4})[ \t]+(\d{1,4}\b)";
    // The expression is valid, as tests show.
    Regex::new(&format!(
        r"{squares}[ \t]+([wb]\b)(?:{rights}(?:{clocks})?)?"
    ))
    .ok()
});

/// Returns each FEN in a line, with the text from there on, which may have operations.
pub(super) fn fens_in(text: &str) -> Vec<(String, &str)> {
    let found = FEN.iter().flat_map(|fen| fen.captures_iter(text));
    let found = found.filter_map(|fields| {
        let from = text.get(fields.get(1)?.start()..)?;
        let fields = fields.iter().skip(1).flatten();
        let mut fields: Vec<&str> = fields.map(|field| field.as_str()).collect();
        if fields.len() == 2 {
            fields.extend(["-", "-"]);
        }
        Some((fields.join(" "), from))
    });
    found.collect()
}

/// Returns a record in quotes, as in programs: `"4k3/… w - - id \"a\";",`.
pub(super) fn quoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = text
        .get(1..)?
        .trim_end_matches([',', ';', ')', ']', '}', ' ']);
    let inside = inside.strip_suffix(quote)?;
    Some(inside.replace("\\\"", "\""))
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
