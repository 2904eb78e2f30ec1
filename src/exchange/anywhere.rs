//! Positions in any pasted text: FEN and EPD, games in PGN, UCI's `position`, links that carry a FEN, diagrams. Other
//! lines are reported one by one.
//!
//! ```
//! use epdit::exchange::anywhere::{Kind, positions};
//!
//! let found = positions(
//!     "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1\n\
//!      position startpos moves e2e4 e7e5\n\
//!      hello this is no chess\n",
//! );
//! let kinds: Vec<Kind> = found.understood.iter().map(|one| one.kind).collect();
//! assert_eq!(kinds, [Kind::Link, Kind::Uci]);
//! assert_eq!(found.refused[0].text, "hello this is no chess");
//! ```

use crate::epd::{LineKind, ReadOptions, Record, moves, placement};
use crate::exchange::diagram::{self, Diagram};
use crate::exchange::import::{Import, Lines, Tags, begins_game};
use crate::exchange::pgn::{GameText, Games};
use regex::Regex;
use std::sync::LazyLock;

/// The form in which a position was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A line of FEN or EPD.
    Record,
    /// A game; the position is its last one.
    Game,
    /// A UCI `position` command; the position is the one after its moves.
    Uci,
    /// A web address that contains a FEN.
    Link,
    /// Eight rows of squares.
    Diagram,
    /// A comment of a suite: not a position, but kept with the records around it.
    Comment,
}

/// A position or comment that was recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecognizedPart {
    pub kind: Kind,
    /// The record, without a line end.
    pub line: Vec<u8>,
    /// The diagram, which may state the side to move; in `line` it is White by default.
    pub diagram: Option<Diagram>,
}

/// A line that was not recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line number, from 1.
    pub line: usize,
    /// The line, without blanks around it.
    pub text: String,
    /// The reason, in words.
    pub why: String,
}

/// The positions found in a text, and the other lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecognizedText {
    /// The recognized parts, in order.
    pub understood: Vec<RecognizedPart>,
    /// The lines that were not recognized.
    pub refused: Vec<Refused>,
}

impl RecognizedText {
    /// Returns the recognized parts that are not comments.
    pub fn positions(&self) -> impl Iterator<Item = &RecognizedPart> {
        self.understood
            .iter()
            .filter(|one| one.kind != Kind::Comment)
    }

    fn take(&mut self, kind: Kind, line: Vec<u8>) {
        self.understood.push(RecognizedPart {
            kind,
            line,
            diagram: None,
        });
    }

    fn refuse(&mut self, at: usize, text: &str, why: impl Into<String>) {
        self.refused.push(Refused {
            line: at + 1,
            text: text.trim().to_owned(),
            why: why.into(),
        });
    }
}

/// Returns the positions in a text.
pub fn positions(text: &str) -> RecognizedText {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = RecognizedText::default();
    let begin = lines.iter().position(|line| begins_game(line.as_bytes()));
    // Everything from the first tag or move number on is games.
    let games = begin.filter(|_| tag_alone(&lines).is_none());
    let before = lines
        .get(..games.unwrap_or(lines.len()))
        .unwrap_or_default();
    let diagrams = diagrams(before);
    let mut at = 0;
    while let Some(line) = before.get(at) {
        let here = diagrams.iter().find(|(range, _)| range.contains(&at));
        match here {
            Some((range, diagram)) => {
                // The same position as FEN below the diagram has all fields and replaces the diagram.
                let below = before.get(range.end).copied().unwrap_or_default();
                let has_board = |fen: &String| {
                    let record = Record::read(fen.as_bytes(), &ReadOptions::default());
                    record.board() == Some(&diagram.board)
                };
                if !of_line(below.trim()).iter().any(has_board) {
                    found.understood.push(of_diagram(diagram.clone()));
                }
                at = range.end;
            }
            None => {
                if !line.trim().is_empty() {
                    one_line(at, line, &mut found);
                }
                at += 1;
            }
        }
    }
    if let Some(first) = games {
        let rest = lines.get(first..).unwrap_or_default();
        of_games(&rest.join("\n"), first, &mut found);
    }
    found
}

/// Returns the FEN of a lone `FEN` tag, even if no game can start from it.
fn tag_alone<'t>(lines: &[&'t str]) -> Option<&'t str> {
    let mut words = lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty());
    let line = words.next().filter(|_| words.next().is_none())?;
    let fen = line.strip_prefix("[FEN \"")?;
    Some(fen.trim_end_matches(['"', ']']))
}

/// Reads a line that belongs to no game or diagram.
fn one_line(at: usize, line: &str, found: &mut RecognizedText) {
    let text = line.trim();
    // A Markdown fence.
    if text.starts_with("```") {
        return;
    }
    if let Some(fen) = tag_alone(&[line]) {
        return found.take(Kind::Record, fen.as_bytes().to_vec());
    }
    if is_address(text) {
        return match fen_of_link(text) {
            Some(fen) => found.take(Kind::Link, with_clocks(&fen)),
            None => found.refuse(at, text, "a link without a position"),
        };
    }
    let command = text.strip_prefix("position ").map(str::trim_start);
    if let Some(command) =
        command.filter(|rest| rest.starts_with("fen ") || rest.starts_with("startpos"))
    {
        return match of_uci(command) {
            Ok(line) => found.take(Kind::Uci, line),
            Err(why) => found.refuse(at, text, why),
        };
    }
    let kind = Record::read(text.as_bytes(), &ReadOptions::default()).kind();
    if kind == LineKind::Comment {
        return found.take(Kind::Comment, line.as_bytes().to_vec());
    }
    // `FEN: ...`, as many programs print it.
    let label = text
        .get(..4)
        .filter(|label| label.eq_ignore_ascii_case("fen:"));
    let after = label.and_then(|_| text.get(4..)).map(str::trim);
    for text in [Some(text), after].into_iter().flatten() {
        if is_position(text) {
            return found.take(Kind::Record, text.as_bytes().to_vec());
        }
    }
    if let Some(record) = quoted(text).filter(|text| is_position(text)) {
        return found.take(Kind::Record, record.into_bytes());
    }
    let mut words = text.split_whitespace();
    if words.clone().count() > 1 && words.all(|word| moves::looks_like_move(word.as_bytes())) {
        return of_games(text, at, found);
    }
    let mut inside = fens_in(text);
    inside.retain(|(fen, _)| is_position(fen));
    if inside.is_empty() {
        return found.refuse(at, text, no_position(text));
    }
    for (fen, from) in inside {
        // With its operations, if nothing else follows the position.
        let record = Record::read(from.as_bytes(), &ReadOptions::default());
        let is_whole = record.is_structure_sound() && !record.operations().is_empty();
        let line = if is_whole { from.to_owned() } else { fen };
        found.take(Kind::Record, line.into_bytes());
    }
}

/// Returns the reason why a line is not a position: if it looks like one, the problem with its squares.
fn no_position(text: &str) -> String {
    let words = text.split_whitespace();
    let squares = words.clone().find(|word| word.matches('/').count() >= 4);
    let reason = squares.and_then(|squares| {
        let record = Record::read(squares.as_bytes(), &ReadOptions::default());
        let first = record.diagnostics().first()?;
        (record.board().is_none()).then(|| record.message(first))
    });
    match reason {
        Some(reason) => format!("not a position: {reason}"),
        None => "not a position".into(),
    }
}

fn is_position(text: &str) -> bool {
    let record = Record::read(text.as_bytes(), &ReadOptions::default());
    record.kind() == LineKind::Record && record.board().is_some()
}

fn is_address(text: &str) -> bool {
    let starts = ["http://", "https://", "lichess.org/", "www.", "chess.com/"];
    !text.contains(' ') && starts.iter().any(|start| text.starts_with(start))
}

/// Returns the positions that a line contains as FEN, alone or in other text.
fn of_line(line: &str) -> Vec<String> {
    match is_position(line) {
        true => vec![line.to_owned()],
        false => fens_in(line)
            .into_iter()
            .map(|(fen, _)| fen)
            .filter(|fen| is_position(fen))
            .collect(),
    }
}

/// Returns a position of six fields as a record; clocks that differ from the default become operations.
fn with_clocks(fen: &str) -> Vec<u8> {
    let record = Record::read(fen.as_bytes(), &ReadOptions::default());
    let clocks = (record.half_move_clock(), record.full_move_number());
    let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
    let mut line = fields.join(" ");
    if let (Some(half), Some(full)) = clocks
        && (half, full) != (0, 1)
    {
        line.push_str(&format!(" fmvn {}; hmvc {half};", full.max(1)));
    }
    line.into_bytes()
}

/// The position of UCI's `startpos`.
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the position after the moves of `startpos moves e2e4` or `fen ... moves ...`.
fn of_uci(command: &str) -> Result<Vec<u8>, String> {
    let (position, moves) = match command.split_once(" moves") {
        Some((position, moves)) => (position, moves.trim()),
        None => (command, ""),
    };
    let fen = position.strip_prefix("fen ").map(str::trim);
    if let Some(fen) = fen.filter(|_| moves.is_empty()) {
        return match is_position(fen) {
            true => Ok(with_clocks(fen)),
            false => Err("not a position".to_owned()),
        };
    }
    let import = Import {
        start: Some(fen.unwrap_or(ARRAY).to_owned()),
        ..last_positions(Tags::None)
    };
    let mut lines = Lines::default();
    import.game(GameText::of(moves.as_bytes()), &mut lines);
    match lines.broken.first() {
        Some(broken) => Err(broken.what.clone()),
        None => Ok(lines.text.trim_ascii_end().to_vec()),
    }
}

/// Returns the options to import each game's last position, with its clocks.
fn last_positions(tags: Tags) -> Import {
    Import {
        last: true,
        clocks: true,
        tags,
        ..Import::default()
    }
}

/// Reads the games from line `first` (0-based) on.
fn of_games(text: &str, first: usize, found: &mut RecognizedText) {
    let import = last_positions(Tags::First);
    let mut games = Games::of(text.as_bytes());
    // Reading from memory can't fail.
    while let Ok(Some(batch)) = games.next_batch() {
        for game in batch.games() {
            let mut lines = Lines::default();
            import.game(game, &mut lines);
            for (_, line) in lines.keyed() {
                found.take(Kind::Game, line.trim_ascii_end().to_vec());
            }
            for broken in lines.broken {
                let at = usize::try_from(broken.line).unwrap_or(1).saturating_sub(1);
                let text = text.lines().nth(at).unwrap_or_default().to_owned();
                found.refuse(first + at, &text, broken.what.clone());
            }
        }
    }
}

/// Returns the diagrams, each with its lines, up to the next diagram or other content.
fn diagrams(lines: &[&str]) -> Vec<(std::ops::Range<usize>, Diagram)> {
    let rows = diagram::rows(lines);
    let mut found: Vec<(std::ops::Range<usize>, Diagram)> = Vec::new();
    for (nth, eight) in rows.chunks(8).enumerate() {
        let (Some((first, _)), Some((last, _))) = (eight.first(), eight.last()) else {
            break;
        };
        // There may be at most ruled lines between the rows.
        if eight.len() < 8 || last - first > 16 {
            break;
        }
        let next = rows.get((nth + 1) * 8);
        let end = next.map_or(lines.len(), |(at, _)| *at);
        let is_else = |at: &usize| {
            let line = lines.get(*at).map_or("", |line| line.trim());
            is_address(line) || line.starts_with("position ") || !of_line(line).is_empty()
        };
        let end = (last + 1..end).find(is_else).unwrap_or(end);
        // The lines above the first diagram may state the side to move.
        let above = lines.get(..*first).unwrap_or_default();
        let is_head = |line: &&str| {
            let line = line.trim();
            let is_rule = line.chars().all(|c| !c.is_ascii_alphanumeric());
            let is_files = line.chars().all(|c| matches!(c, 'a'..='h' | ' ' | '|'));
            is_rule || is_files || line.to_lowercase().contains(" to move")
        };
        let start = match nth {
            0 if above.iter().all(is_head) => 0,
            _ => *first,
        };
        let text = lines.get(start..end).unwrap_or_default().join("\n");
        if let Some(board) = diagram::board(eight) {
            let side = diagram::side(&text);
            found.push((start..end, Diagram { board, side }));
        }
    }
    found
}

fn of_diagram(diagram: Diagram) -> RecognizedPart {
    let mut line = Vec::new();
    placement::write(&diagram.board, &mut line);
    let side = diagram.side.map_or('w', |side| side.fold_wb('w', 'b'));
    line.extend_from_slice(format!(" {side} - -").as_bytes());
    RecognizedPart {
        kind: Kind::Diagram,
        line,
        diagram: Some(diagram),
    }
}

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

/// Returns each FEN in a line, with the text from its start on, which may have operations.
fn fens_in(text: &str) -> Vec<(String, &str)> {
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
fn quoted(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = text
        .get(1..)?
        .trim_end_matches([',', ';', ')', ']', '}', ' ']);
    let inside = inside.strip_suffix(quote)?;
    Some(inside.replace("\\\"", "\""))
}

/// Returns the position in an address: in its path, with `_` for blanks, as at lichess.org, or as the query value
/// `fen`, as at chess.com. `None` if there is none.
pub fn fen_of_link(link: &str) -> Option<String> {
    let link = link.split('#').next().unwrap_or(link);
    let (path, query) = link.split_once('?').unwrap_or((link, ""));
    let mut values = query.split('&').filter_map(|pair| pair.split_once('='));
    if let Some((_, value)) = values.find(|(name, _)| name.eq_ignore_ascii_case("fen")) {
        let fen = decoded(&value.replace(['+', '_'], " "));
        return is_position(&fen).then_some(fen);
    }
    // The position begins at one of the slashes, and contains seven more.
    let path = decoded(path).replace('_', " ");
    let slashes = path.match_indices('/').map(|(at, _)| at + 1);
    let mut tails = slashes.filter_map(|at| path.get(at..));
    let fen = tails.find(|tail| tail.matches('/').count() == 7 && is_position(tail))?;
    Some(fen.trim().to_owned())
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod inside_tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = fens_in(text).into_iter().map(|(fen, _)| fen).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn fen_is_found_anywhere_in_a_line() {
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
    fn squares_alone_and_paths_are_not_fen() {
        check("8/8/4k3/8/8/4K3/4P3/8", &[]);
        check("/1/2/3/4/5/6/7 w", &["/1/2/3/4/5/6/7 w - -"]);
        check("http://x.org/8/8/8/8/8/8/8/8/8 w", &[]);
    }

    #[test]
    fn a_quoted_record_is_the_text_between_its_quotes() {
        let record = "8/8/4k3/8/8/4K3/4P3/8 w - - id \"a\";";
        let text = format!("\"{}\",", record.replace('"', "\\\""));
        assert_eq!(quoted(&text).as_deref(), Some(record));
        assert_eq!(quoted(&text.replace(',', ";")).as_deref(), Some(record));
        assert_eq!(quoted("no quotes"), None);
    }
}
