//! Records that score several moves, as those of the Strategic Test Suite: `c0 "f5=10, Be5+=2"`, with the moves in SAN
//! (`c7 "f5 Be5+"`), the points (`c8 "10 2"`) and the moves in UCI (`c9 "f4f5 d4e5"`).
//!
//! To the standard these are ordinary comments, so a text counts as a list only if every word of it has the right
//! form:
//!
//! ```text
//! c0     = scored { "," scored }     scored = move "=" integer
//! c7, c9 = move { " " move }
//! c8     = integer { " " integer }
//! ```
//!
//! With a missing comma in `c0`, or one too many, it is still a list, and the fault is reported.
//!
//! A record has points if `c0` is such a list, or if `c8` is one and `c7` or `c9` is, too.
//!
//! ```
//! use epdit::epd::{ReadOptions, Record, points};
//!
//! let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"e4=10, e3=7, Kd2=1\";";
//! let record = Record::read(line, &ReadOptions::default());
//! let points = points::of(&record).expect("it scores its moves");
// The points of an engine that plays e3.
//! let played = epdit::epd::moves::read(record.position().expect("legal"), b"e3").result.ok();
//! let scored = points.list("c0").expect("it is there");
//! let named = scored.iter().find(|named| named.played == played);
//! assert_eq!(named.and_then(|named| named.points), Some(7));
//! ```

use crate::epd::diagnostic::{Code, Detail, Diagnostic};
use crate::epd::moves;
use crate::epd::operand::read_integer;
use crate::epd::record::{Record, unquoted};
use crate::epd::span::Span;
use shakmaty::{Chess, Move};

/// An entry of one of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsEntry {
    /// The bytes of the entry; of a move with points only those of the move.
    pub span: Span,
    /// The move, if it is legal.
    pub played: Option<Move>,
    /// The points, in `c0` and `c8`.
    pub points: Option<i64>,
}

/// The opcodes of the lists: moves with points, moves in SAN, points, moves in UCI.
pub const OPCODES: [&str; 4] = ["c0", "c7", "c8", "c9"];
/// The opcodes of the lists that name moves.
const OF_MOVES: [&str; 3] = ["c0", "c7", "c9"];

/// The lists of a record, as far as they exist and are valid, in the order of [`OPCODES`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points([Option<Vec<PointsEntry>>; 4]);

/// Returns the lists of a record; `None` if it has none, or no legal position for its moves.
pub fn of(record: &Record<'_>) -> Option<Points> {
    let scored = text_of(record, "c0").filter(|text| text.of(record.line()).contains(&b'='));
    let line = record.line();
    let integer = |span: Span| {
        Some(PointsEntry {
            span,
            played: None,
            points: Some(read_integer(span.of(line))?),
        })
    };
    let points = text_of(record, "c8").and_then(|text| each_word(line, text, integer));
    if scored.is_none() && points.is_none() {
        return None;
    }
    let position = record.position()?;
    let moves = |opcode: &str| {
        let text = text_of(record, opcode)?;
        each_word(line, text, |word| named(line, word, position))
    };
    let scored = scored.and_then(|text| scored_of(line, text, position));
    let (names, uci) = (moves("c7"), moves("c9"));
    let has_points = scored.is_some() || points.is_some() && (names.is_some() || uci.is_some());
    has_points.then_some(Points([scored, names, points, uci]))
}

impl Points {
    /// Returns the list of an opcode; `None` if the record lacks it or its text is not a list.
    pub fn list(&self, opcode: &str) -> Option<&[PointsEntry]> {
        let at = OPCODES.iter().position(|other| *other == opcode)?;
        self.0.get(at)?.as_deref()
    }

    /// Returns the moves of all lists, list by list.
    pub fn moves(&self) -> impl Iterator<Item = &PointsEntry> {
        OF_MOVES
            .into_iter()
            .filter_map(|opcode| self.list(opcode))
            .flatten()
    }

    /// Returns the moves with their points: those of `c0`, else those of `c7` (or `c9`) and `c8`.
    pub fn scored(&self) -> Option<Vec<(Option<Move>, i64)>> {
        OF_MOVES
            .into_iter()
            .find_map(|opcode| self.scored_by(opcode))
    }

    fn scored_by(&self, opcode: &str) -> Option<Vec<(Option<Move>, i64)>> {
        let moves = self.list(opcode)?;
        let points = match opcode {
            "c0" => moves,
            _ => self.list("c8")?,
        };
        let both = moves.iter().zip(points);
        both.map(|(named, points)| Some((named.played, points.points?)))
            .collect()
    }
}

/// Returns the bytes of an operation's text, without quotes; `None` if it has no operand.
fn text_of(record: &Record<'_>, opcode: &str) -> Option<Span> {
    let span = record.operands_span(record.operation(opcode)?);
    let text = span.of(record.line());
    let cut = (text.len() - unquoted(text).len()) / 2;
    (!text.is_empty()).then(|| Span::new(span.start + cut, span.end - cut))
}

/// Returns the trimmed parts of a text between commas or blanks.
fn parts(line: &[u8], text: Span, separator: u8) -> impl Iterator<Item = Span> + '_ {
    text.split(line, move |byte| byte == separator).map(|part| {
        let bytes = part.of(line);
        let start = part.end - bytes.trim_ascii_start().len();
        Span::new(start, start + bytes.trim_ascii().len())
    })
}

/// Reads each word of a text; `None` if one can't be read, or there is none.
fn each_word<T>(line: &[u8], text: Span, read: impl Fn(Span) -> Option<T>) -> Option<Vec<T>> {
    let words = parts(line, text, b' ').filter(|word| !word.is_empty());
    let all: Vec<T> = words.map(read).collect::<Option<_>>()?;
    (!all.is_empty()).then_some(all)
}

fn scored_of(line: &[u8], text: Span, position: &Chess) -> Option<Vec<PointsEntry>> {
    let mut list = Vec::new();
    for part in parts(line, text, b',') {
        match entry(line, part, position) {
            Some(scored) => list.push(scored),
            None if part.is_empty() => {}
            None => list.extend(each_word(line, part, |word| entry(line, word, position))?),
        }
    }
    (!list.is_empty()).then_some(list)
}

fn entry(line: &[u8], word: Span, position: &Chess) -> Option<PointsEntry> {
    let bytes = word.of(line);
    let equals = memchr::memrchr(b'=', bytes)?;
    let name = bytes.get(..equals)?.trim_ascii_end();
    let points = read_integer(bytes.get(equals + 1..)?.trim_ascii())?;
    let span = Span::new(word.start, word.start + name.len());
    Some(PointsEntry {
        points: Some(points),
        ..named(line, span, position)?
    })
}

fn named(line: &[u8], span: Span, position: &Chess) -> Option<PointsEntry> {
    let text = span.of(line);
    let played = match moves::read_plain(position, text) {
        Some((played, _)) => Some(played),
        None if !moves::looks_like_move(text) => return None,
        None => moves::read(position, text).result.ok(),
    };
    Some(PointsEntry {
        span,
        played,
        points: None,
    })
}

/// A move and its points.
pub type MovePoints = (Move, i64);

/// Reads moves with points as a person types them: `f5=10, Be5+=2`.
///
/// # Errors
/// A message for display, with the entry at fault.
pub fn typed(position: &Chess, text: &[u8]) -> Result<Vec<MovePoints>, String> {
    let mut scored: Vec<MovePoints> = Vec::new();
    for entry in text.split(|byte| *byte == b',') {
        let entry = entry.trim_ascii();
        let shown = String::from_utf8_lossy(entry);
        let parts = entry.iter().rposition(|byte| *byte == b'=');
        let parts = parts.and_then(|at| Some((entry.get(..at)?, entry.get(at + 1..)?)));
        let Some((name, points)) = parts else {
            return Err(format!("expected points after `{shown}`, as in f5=10"));
        };
        let Some(points) = read_integer(points.trim_ascii()) else {
            return Err(format!(
                "expected a number of points in `{shown}`, as in f5=10"
            ));
        };
        let Ok(played) = moves::read(position, name.trim_ascii()).result else {
            return Err(format!("expected a legal move before the `=` in `{shown}`"));
        };
        if scored.iter().any(|(other, _)| *other == played) {
            return Err(format!("the move of `{shown}` already has points"));
        }
        scored.push((played, points));
    }
    Ok(scored)
}

/// Returns the text of `c0` for moves with points, without quotes: `f5=10, Be5+=2`.
pub fn written(position: &Chess, scored: &[MovePoints]) -> Vec<u8> {
    let entries = scored
        .iter()
        .map(|(played, points)| format!("{}={points}", moves::san(position, *played)));
    entries.collect::<Vec<_>>().join(", ").into_bytes()
}

/// Returns the quoted operands of `c7`, `c8` and `c9` for moves with points.
pub fn lists(position: &Chess, scored: &[MovePoints]) -> [(&'static str, String); 3] {
    let each = |word: &dyn Fn(&MovePoints) -> String| {
        let words: Vec<String> = scored.iter().map(word).collect();
        format!("\"{}\"", words.join(" "))
    };
    [
        ("c7", each(&|(played, _)| moves::san(position, *played))),
        ("c8", each(&|(_, points)| points.to_string())),
        ("c9", each(&|(played, _)| moves::uci(position, *played))),
    ]
}

/// Returns the points of a record, if each move is legal and occurs once: those of `c0`, else those of `c7` (or `c9`)
/// and `c8`, if these are of the same length.
pub fn scored(record: &Record<'_>) -> Option<Vec<MovePoints>> {
    let found = of(record)?;
    OF_MOVES.into_iter().find_map(|opcode| {
        let (moves, points) = (found.list(opcode)?, found.list("c8"));
        let is_whole = opcode == "c0" || points.is_some_and(|points| points.len() == moves.len());
        let scored = found
            .scored_by(opcode)
            .filter(|_| is_whole && fault(moves).is_none())?;
        scored
            .into_iter()
            .map(|(played, points)| Some((played?, points)))
            .collect()
    })
}

/// Judges the lists against the position and against one another: at most one diagnostic a list.
pub(super) fn judge(record: &Record<'_>) -> Vec<Diagnostic> {
    let Some(found) = of(record) else {
        return Vec::new();
    };
    let mut out: Vec<(Span, &'static str)> = Vec::new();
    let mut sound = found.clone();
    let lists = OPCODES.into_iter().zip(&mut sound.0);
    for (_, list) in lists.filter(|(opcode, _)| *opcode != "c8") {
        let Some((span, why)) = fault(list.as_deref().unwrap_or_default()) else {
            continue;
        };
        *list = None;
        // A move that one list has twice usually occurs twice in the others, too, and is reported once.
        if why != TWICE || !out.iter().any(|(_, why)| *why == TWICE) {
            out.push((span, why));
        }
    }
    if let (Some(scored), Some(text)) = (found.list("c0"), text_of(record, "c0")) {
        let commas = memchr::memchr_iter(b',', text.of(record.line())).count();
        if commas + 1 != scored.len() {
            out.push((all(scored), "expected one `,` between two moves"));
        }
    }
    let (names, uci) = (sound.list("c7"), sound.list("c9"));
    if let (Some(names), Some(uci)) = (names, uci) {
        let mut pairs = names.iter().zip(uci);
        if let Some((_, other)) = pairs.find(|(one, other)| one.played != other.played) {
            out.push((other.span, "`c7` has a different move there"));
        } else if names.len() != uci.len() {
            out.push((all(uci), "`c7` has a different number of moves"));
        }
    }
    out.extend(against_points(&sound, names.or(uci)));
    out.sort_by_key(|(span, _)| span.start);
    let diagnostic = |(span, why): (Span, &'static str)| {
        Diagnostic::new(Code::PointsDisagree, span).with(Detail::Words(why.into()))
    };
    out.into_iter().map(diagnostic).collect()
}

const TWICE: &str = "the move is scored twice";

fn fault(list: &[PointsEntry]) -> Option<(Span, &'static str)> {
    let mut met: Vec<Move> = Vec::with_capacity(list.len());
    list.iter().find_map(|named| match named.played {
        None => Some((named.span, "not a legal move in this position")),
        Some(played) if met.contains(&played) => Some((named.span, TWICE)),
        Some(played) => {
            met.push(played);
            None
        }
    })
}

/// Returns a disagreement of `c8` or `c0` with a list of moves, or with each other.
fn against_points(sound: &Points, moves: Option<&[PointsEntry]>) -> Option<(Span, &'static str)> {
    let points = sound.list("c8");
    if let (Some(points), Some(moves)) = (points, moves)
        && points.len() != moves.len()
    {
        return Some((all(points), "expected as many points as there are moves"));
    }
    let scored = sound.list("c0")?;
    if moves.is_some_and(|moves| moves.len() != scored.len()) {
        return Some((all(scored), "`c7` or `c9` has a different number of moves"));
    }
    if points.is_some_and(|points| points.len() != scored.len()) {
        return Some((all(scored), "`c8` has a different number of points"));
    }
    // The order of `c0` may differ from that of the others.
    for (nth, entry) in scored.iter().enumerate() {
        let place = match moves {
            None => Some(nth),
            Some(moves) => moves.iter().position(|named| named.played == entry.played),
        };
        let Some(place) = place else {
            return Some((entry.span, "the move is not in `c7` or `c9`"));
        };
        let other = points.and_then(|points| points.get(place));
        if other.is_some_and(|other| other.points != entry.points) {
            return Some((entry.span, "`c8` has different points for the move"));
        }
    }
    None
}

/// Returns the bytes from the first to the last move of a list.
fn all(list: &[PointsEntry]) -> Span {
    let spans = list.iter().map(|named| named.span);
    spans.reduce(Span::cover).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::ReadOptions;

    const FIELDS: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5;";

    #[track_caller]
    fn check(operations: &str, expected: &[(&str, &str)]) {
        check_in(FIELDS, operations, expected);
    }

    #[track_caller]
    fn check_in(fields: &str, operations: &str, expected: &[(&str, &str)]) {
        let line = format!("{fields} {operations}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let found: Vec<(String, String)> = record
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.code == Code::PointsDisagree)
            .map(|diagnostic| {
                let Detail::Words(why) = &diagnostic.detail else {
                    panic!("no reason: {diagnostic:?}")
                };
                let text = diagnostic.span.of(line.as_bytes());
                (String::from_utf8_lossy(text).into_owned(), why.to_string())
            })
            .collect();
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(found, expected, "{operations}");
    }

    const AGREE: &str =
        "c0 \"f5=10, Be5+=2, Bf2=3\"; c7 \"f5 Be5+ Bf2\"; c8 \"10 2 3\"; c9 \"f4f5 d4e5 d4f2\";";

    #[test]
    fn lists_that_agree_are_not_reported() {
        check(AGREE, &[]);
        check("c0 \"f5=10\";", &[]);
        // c0 may have another order.
        check(&AGREE.replace("f5=10, Be5+=2", "Be5+=2, f5=10"), &[]);
        check("c7 \"f5 Bf2\"; c8 \"10 3\";", &[]);
        check("c0 \"f5=10, Bf2=3\"; c8 \"10 3\";", &[]);
    }

    #[test]
    fn a_list_with_a_move_that_is_not_legal_is_reported() {
        let illegal = "not a legal move in this position";
        check("c0 \"f5=10, Qh8=2\";", &[("Qh8", illegal)]);
        check(&AGREE.replace("\"f5 ", "\"f6 "), &[("f6", illegal)]);
        check(&AGREE.replace("f4f5", "f4f6"), &[("f4f6", illegal)]);
        let black = FIELDS.replace(" w ", " b ").replace(" bm f5;", "");
        let wrong = [("f5", illegal), ("f5", illegal), ("f4f5", illegal)];
        check_in(&black, AGREE, &wrong);
        let twice = [("Rc8", "the move is scored twice")];
        check_in(
            "r3k2r/ppq2p1p/2n1p1p1/3pP3/5PP1/2P1Q3/PP2N2P/3R1RK1 b k - bm h5;",
            "c0 \"h5=10, Rc8=1, Rc8=3\"; c7 \"h5 Rc8 Rc8\"; c8 \"10 1 3\"; c9 \"h7h5 a8c8 a8c8\";",
            &twice,
        );
    }

    #[test]
    fn lists_that_disagree_are_reported_once_each() {
        let more = "expected as many points as there are moves";
        check(&AGREE.replace("10 2 3", "10 2"), &[("10 2", more)]);
        let another = "`c7` has a different move there";
        check(&AGREE.replace("d4f2", "g1h1"), &[("g1h1", another)]);
        let number = "`c7` has a different number of moves";
        check(
            &AGREE.replace(" d4e5 d4f2", " d4e5"),
            &[("f4f5 d4e5", number)],
        );
        let points = "`c8` has different points for the move";
        check(&AGREE.replace("10 2 3", "10 2 4"), &[("Bf2", points)]);
        check("c0 \"f5=10, Bf2=3\"; c8 \"10 4\";", &[("Bf2", points)]);
        let missing = "the move is not in `c7` or `c9`";
        check(&AGREE.replace("Bf2=3", "Kh1=3"), &[("Kh1", missing)]);
        check(
            "c0 \"f5=10, Bf2=3\"; c7 \"f5\"; c8 \"10\";",
            &[("f5=10, Bf2", "`c7` or `c9` has a different number of moves")],
        );
        check(
            "c0 \"f5=10, Bf2=3\"; c8 \"10\";",
            &[("f5=10, Bf2", "`c8` has a different number of points")],
        );
    }

    #[test]
    fn a_list_with_wrong_commas_is_read_and_reported() {
        let comma = "expected one `,` between two moves";
        check("c0 \"f5=10 Bf2=3\";", &[("f5=10 Bf2", comma)]);
        check("c0 \"f5=10,, Bf2=3\";", &[("f5=10,, Bf2", comma)]);
        check("c0 \"f5=10, Bf2=3,\";", &[("f5=10, Bf2", comma)]);
        check(
            &AGREE.replace("10, ", "10 "),
            &[("f5=10 Be5+=2, Bf2", comma)],
        );
    }

    #[test]
    fn other_comments_are_left_alone() {
        for comment in [
            "c0 \"f5 wins, Qh8=?\";",
            "c0 \"d1screen#176 base NORMAL played=Ke8 pre=460 post=-63\";",
            "c0 \"depth=10\";",
            "c0 \"Elo=2700, time=10\";",
            "c0 \"\";",
            "c0 \",=,\";",
            "c0 \"sf_before=-242 sf_after=-440\";",
            "c0;",
            "c7 Na2#;",
            "c7 \"Qh8 Qh7\"; c9 \"1-0\";",
            "c7 \"Variation: Classical\"; c8 \"ECO: A42, Opening: Modern defence\"; c9 \"1/2-1/2\";",
            "c8 \"10 2 3\";",
            "c9 \"h7h8 a1a8\";",
            "c8 g7-g6 Rc8xf8+ Kh8-g7;",
            "c7 \"Qh8\"; c8 \"Qh7\";",
        ] {
            check(comment, &[]);
            let line = format!("{FIELDS} {comment}");
            let record = Record::read(line.as_bytes(), &ReadOptions::default());
            assert_eq!(of(&record), None, "{comment}");
        }
        // Without a position there is no diagnostic.
        check_in("8/8/8/8/8/8/8/4K3 w - -", AGREE, &[]);
    }

    #[test]
    fn the_moves_of_all_lists_are_found_with_their_places() {
        let line = format!("{FIELDS} {AGREE}");
        let record = Record::read(line.as_bytes(), &ReadOptions::default());
        let points = of(&record).unwrap();
        let words: Vec<&str> = points
            .moves()
            .map(|named| std::str::from_utf8(named.span.of(line.as_bytes())).unwrap())
            .collect();
        assert_eq!(
            words,
            [
                "f5", "Be5+", "Bf2", "f5", "Be5+", "Bf2", "f4f5", "d4e5", "d4f2"
            ]
        );
        assert!(points.moves().all(|named| named.played.is_some()));
        assert_eq!(points.list("c8").unwrap().len(), 3);
    }
}
