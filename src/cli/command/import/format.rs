//! The format of an imported file: as given, or by its first bytes.

use std::path::Path;

use clap::ValueEnum;

use crate::epd::moves;
use crate::exchange::import::first_line;
use crate::exchange::json;
use crate::exchange::table::{Rows, Separator};
use crate::suite::Compression;

/// A format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Games in PGN
    Pgn,
    /// A list of moves in each line
    San,
    /// A FEN, an EPD record, a link or UCI's position in each line
    Fen,
    /// Objects of JSON, as `convert --to json` writes them, or in an array
    Json,
    /// A table with commas or semicolons, with a column text, fen, or placement and side
    Csv,
    /// The same with tabs
    Tsv,
}

/// Returns true if a line refers to a position: a UCI `position` command, or a link.
pub(super) fn is_pointer(line: &[u8]) -> bool {
    let begins = [&b"position "[..], b"https://", b"http://"];
    begins.iter().any(|begin| line.starts_with(begin))
}

/// Returns the separator of a table with this header.
pub(super) fn separator_of(head: &[u8]) -> Separator {
    let is_semicolon = Rows::of(first_line(head), Separator::Semicolon).is_ok();
    match is_semicolon && Rows::of(first_line(head), Separator::Comma).is_err() {
        true => Separator::Semicolon,
        false => Separator::Comma,
    }
}

/// Returns the format that the first bytes show; moves without numbers and tags are lists of moves. Otherwise the
/// name decides, so that a table with missing columns is reported as a table.
pub(super) fn format_of(head: &[u8], path: &Path) -> Format {
    let line = first_line(head);
    if json::is_json(head) {
        return Format::Json;
    }
    if is_pointer(line) {
        return Format::Fen;
    }
    let placement = line
        .split(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    if memchr::memchr_iter(b'/', placement).count() >= 7 {
        return Format::Fen;
    }
    for (separator, format) in [
        (Separator::Comma, Format::Csv),
        (Separator::Semicolon, Format::Csv),
        (Separator::Tab, Format::Tsv),
    ] {
        if Rows::of(line, separator).is_ok() {
            return format;
        }
    }
    let is_move = |word: &[u8]| moves::looks_like_move(word);
    let words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    if !line.is_empty() && words.clone().all(is_move) {
        return Format::San;
    }
    let inner = Compression::without_suffix(path);
    let is_called = |suffix: &str| {
        let found = inner.extension();
        found.is_some_and(|found| found.eq_ignore_ascii_case(suffix))
    };
    let is_suite = (is_called("epd") || is_called("fen")) && !line.starts_with(b"[");
    match (is_suite, line.is_empty()) {
        (true, _) => Format::Fen,
        (_, false) if is_called("csv") => Format::Csv,
        (_, false) if is_called("json") || is_called("jsonl") => Format::Json,
        (_, false) if is_called("tsv") => Format::Tsv,
        _ => Format::Pgn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_numbers_are_lists_and_all_else_is_pgn() {
        for (head, expected) in [
            ("e4 e5 Nf3\n", Format::San),
            ("e2e4 e7e5", Format::San),
            ("1. e4 e5", Format::Pgn),
            ("[White \"A\"]\n", Format::Pgn),
            ("\u{feff}[White \"A\"]\n", Format::Pgn),
            ("", Format::Pgn),
            ("{\"path\":1}", Format::Json),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", Format::Fen),
            ("id,text\n", Format::Csv),
            ("placement\tside\tbm\n", Format::Tsv),
            ("\u{feff}PuzzleId,FEN,Moves\r\n", Format::Csv),
            ("id;fen\r1;x\r", Format::Csv),
            ("id,c0\n", Format::Pgn),
        ] {
            let name = Path::new("a.pgn");
            assert_eq!(format_of(head.as_bytes(), name), expected, "{head}");
        }
        assert_eq!(format_of(b"id,c0\n", Path::new("a.CSV")), Format::Csv);
        assert_eq!(format_of(b"1. e4 e5\n", Path::new("-")), Format::Pgn);
    }

    #[test]
    fn a_suite_that_begins_with_comments_or_is_called_one_is_no_pgn() {
        let check = |name: &str, head: &str, expected| {
            let found = format_of(head.as_bytes(), Path::new(name));
            assert_eq!(found, expected, "{name}: {head}");
        };
        let record = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
        check("-", &format!("# c\n\n; d\n{record}"), Format::Fen);
        check("a.epd", "# nothing else\n", Format::Fen);
        check("a.EPD.gz", "4k3/8/8 w\n", Format::Fen);
        check("a.fen", "", Format::Fen);
        check("a.epd", "[White \"A\"]\n", Format::Pgn);
        check("a.pgn", "; c\n[White \"A\"]\n", Format::Pgn);
        check("-", "% c\n1. e4 e5\n", Format::Pgn);
    }

    #[test]
    fn a_table_has_semicolons_where_a_position_stands_in_one_of_its_columns() {
        assert_eq!(separator_of(b"fen;bm\n"), Separator::Semicolon);
        assert_eq!(
            separator_of(b"\xef\xbb\xbfid;FEN\r\n"),
            Separator::Semicolon
        );
        assert_eq!(separator_of(b"fen,bm\n"), Separator::Comma);
        assert_eq!(separator_of(b"id\n"), Separator::Comma);
    }
}
