//! The laws of reading and writing one record, tried on lines put together at random from pieces of
//! every dialect, and on any bytes at all.

use epdit::epd::edit;
use epdit::epd::{Code, Dialect, LineKind, ReadOptions, Record, Severity, Value};
use proptest::prelude::*;

const PIECES: &[&str] = &[
    "4k3/8/8/8/8/8/8/4K2R",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R",
    "4k3/44/8/8/4P3/8/8/4K2R/",
    "k2r/8/8/8/8/8/8/K/",
    "8/8/8/8/8/8/8/8",
    "4k3/8/8/8/8/8/8/4K2R[Qp]",
    "w",
    "b",
    "W",
    "-",
    "K",
    "qkQK",
    "HAha",
    "KX",
    "e3",
    "e4",
    "d6",
    "c6",
    "e9",
    "0",
    "1",
    "12",
    "007",
    "0 1",
    "-,20,400",
    ";",
    ";",
    ";",
    "; ",
    " ",
    " ",
    "  ",
    "\t",
    "\"",
    "\"a b\"",
    "\"x;y\"",
    "\"Kd2\"",
    "\"125\"",
    "bm",
    "am",
    "pv",
    "sv",
    "pm",
    "sm",
    "id",
    "c0",
    "c3",
    "ce",
    "dm",
    "acn",
    "hmvc",
    "fmvn",
    "ts",
    "cc",
    "ptp",
    "tcri",
    "refcom",
    "refreq",
    "noop",
    "resign",
    "draw_offer",
    "draw_claim",
    "D1 20",
    "D2",
    ";D1 20",
    ";20;400",
    "PV:",
    "v=-3",
    "eval",
    "Foo",
    "x",
    "7up",
    "Kd2",
    "Ke2",
    "e1d2",
    "Rh8",
    "Rh8+",
    "Rh8#",
    "+",
    "#",
    "O-O",
    "0-0",
    "a8 = Q",
    "Nf3",
    "g1f3",
    "e4!",
    "{1}",
    "{",
    "}",
    "1.",
    "1.e4",
    "#5",
    "#-3",
    "+M3",
    "-M2",
    "+30",
    "-5",
    "99999999999999999999",
    "2024.01.31",
    "10:00:00",
    "000:01:02:03",
    "inform",
    "reply",
    "é",
    "\u{feff}",
    "\0",
    "\u{1a}",
    "\r",
    "\n",
    "\r\n",
    "\\",
    "=",
    ",",
    "!",
    "?",
    "'",
];

/// A file is split at its line feeds: a line has one at its end or none.
fn one_line(mut bytes: Vec<u8>) -> Vec<u8> {
    let ended = bytes.last() == Some(&b'\n');
    bytes.retain(|b| *b != b'\n');
    if ended {
        bytes.push(b'\n');
    }
    bytes
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(
        (prop::sample::select(PIECES), prop::bool::weighted(0.7)),
        0..24,
    );
    let glued = |pieces: Vec<(&str, bool)>, head: bool| {
        let mut out = String::new();
        if head {
            out.push_str("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - ");
        }
        for (piece, space) in pieces {
            out.push_str(piece);
            if space {
                out.push(' ');
            }
        }
        one_line(out.into_bytes())
    };
    prop_oneof![
        4 => (pieces, prop::bool::weighted(0.7)).prop_map(move |(pieces, head)| glued(pieces, head)),
        1 => prop::collection::vec(any::<u8>(), 0..80).prop_map(one_line),
    ]
}

fn options() -> impl Strategy<Value = ReadOptions> {
    prop_oneof![
        3 => Just(ReadOptions::of(Dialect::Epd)),
        1 => Just(ReadOptions::of(Dialect::Fen)),
    ]
}

/// A position and typed operations, to tell whether two records say the same.
fn meaning(record: &Record<'_>) -> Vec<String> {
    let mut all = vec![format!(
        "{:?} {:?} {:?} {:?}",
        record.board(),
        record.side(),
        record.castling().unwrap_or("-"),
        record.en_passant()
    )];
    all.push(format!(
        "{:?} {:?}",
        record.half_move_clock(),
        record.full_move_number()
    ));
    for operation in record.operations() {
        let name = record.opcode(operation).into_owned();
        if matches!(&*name, "hmvc" | "fmvn") {
            continue;
        }
        let mut values: Vec<String> = record
            .operands_of(operation)
            .iter()
            .map(|operand| match &operand.value {
                Value::Text => format!("{:?}", record.string(operand)),
                Value::Raw => format!("{:?}", operand.span.of(record.line())),
                value => format!("{value:?}"),
            })
            .collect();
        if matches!(&*name, "am" | "bm") {
            values.sort();
            values.dedup();
        }
        all.push(format!("{name} {values:?}"));
    }
    all.sort();
    all
}

/// Whether canonical writing turns an operation into another one, or drops words that mean nothing.
fn is_reworded(record: &Record<'_>) -> bool {
    let numbers = |d: &epdit::epd::Diagnostic| d.code == Code::MoveNotSan;
    record
        .diagnostics()
        .iter()
        .any(|d| d.code == Code::MateInBm || numbers(d))
}

fn count(record: &Record<'_>, code: Code) -> usize {
    record
        .diagnostics()
        .iter()
        .filter(|d| d.code == code)
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn tokens_tile_the_line(line in line(), options in options()) {
        let record = Record::read(&line, &options);
        let mut joined = Vec::new();
        for token in record.tokens() {
            prop_assert!(!token.span.is_empty());
            joined.extend_from_slice(token.span.of(&line));
        }
        prop_assert_eq!(joined, line);
    }

    #[test]
    fn spans_lie_inside_the_line_on_character_boundaries(line in line(), options in options()) {
        let record = Record::read(&line, &options);
        for finding in record.diagnostics() {
            prop_assert!(finding.span.start <= finding.span.end && finding.span.end <= line.len());
            prop_assert!(finding.severity == Severity::Error || !finding.blocks());
            prop_assert!(!finding.message(&line).is_empty());
            if let Ok(text) = std::str::from_utf8(&line) {
                prop_assert!(text.is_char_boundary(finding.span.start), "{:?}", finding);
                prop_assert!(text.is_char_boundary(finding.span.end), "{:?}", finding);
            }
        }
    }

    #[test]
    fn canonical_is_a_fixed_point_without_mended_findings(line in line(), options in options()) {
        let record = Record::read(&line, &options);
        let canonical = record.canonical(&Default::default());
        prop_assert_eq!(canonical.is_none(), record.kind() == LineKind::Record && record.is_kept());
        let Some(canonical) = canonical else { return Ok(()) };
        let again = Record::read(&canonical, &options);
        let second = again.canonical(&Default::default());
        prop_assert_eq!(second.as_deref(), Some(&*canonical), "of {:?}", String::from_utf8_lossy(&canonical));
        for finding in again.diagnostics() {
            prop_assert!(!finding.code.is_mended(), "{} in {:?}", finding.code.name(), String::from_utf8_lossy(&canonical));
        }
    }

    #[test]
    fn canonical_text_means_the_same(line in line(), options in options()) {
        let record = Record::read(&line, &options);
        let Some(canonical) = record.canonical(&Default::default()) else { return Ok(()) };
        if record.kind() != LineKind::Record || is_reworded(&record) {
            return Ok(());
        }
        let again = Record::read(&canonical, &options);
        let (mut before, mut after) = (meaning(&record), meaning(&again));
        if options.dialect == Dialect::Fen || record.full_move_number() != again.full_move_number() {
            // FEN fills in clocks, and move number 0 becomes 1.
            before.retain(|m| !m.starts_with("Some(") && !m.starts_with("None"));
            after.retain(|m| !m.starts_with("Some(") && !m.starts_with("None"));
        }
        prop_assert_eq!(before, after, "{:?}", String::from_utf8_lossy(&canonical));
    }

    #[test]
    fn a_safe_fix_removes_its_finding_and_adds_no_worse_one(line in line(), options in options()) {
        let record = Record::read(&line, &options);
        for finding in record.diagnostics() {
            let Some(fix) = record.fix(finding) else { continue };
            prop_assert!(fix.span.start <= fix.span.end && fix.span.end <= line.len());
            if !fix.safe {
                continue;
            }
            let mended = edit::apply_fix(&line, &fix);
            let after = Record::read(&mended, &options);
            let shown = String::from_utf8_lossy(&mended).into_owned();
            prop_assert!(
                count(&after, finding.code) < count(&record, finding.code),
                "{} stays in {:?}", finding.code.name(), shown
            );
            for new in after.diagnostics() {
                let worse = new.severity > finding.severity && count(&after, new.code) > count(&record, new.code);
                prop_assert!(!worse, "{} brings {} in {:?}", finding.code.name(), new.code.name(), shown);
            }
        }
    }

    #[test]
    fn one_pass_of_fixing_leaves_no_safe_fix(line in line(), options in options()) {
        let mended = edit::apply_safe_fixes(&line, &options);
        let record = Record::read(&mended, &options);
        for finding in record.diagnostics() {
            let left = record.fix(finding).is_some_and(|fix| fix.safe);
            prop_assert!(!left, "{} in {:?}", finding.code.name(), String::from_utf8_lossy(&mended));
        }
    }

    #[test]
    fn edits_of_any_record_are_read_back(line in line()) {
        let options = ReadOptions::default();
        let record = Record::read(&line, &options);
        if record.kind() != LineKind::Record || record.board().is_none() || record.side().is_none() {
            return Ok(());
        }
        let side = edit::set_side(&record, shakmaty::Color::Black);
        prop_assert_eq!(Record::read(&side, &options).side(), Some(shakmaty::Color::Black));
        let board = shakmaty::Board::new();
        let placed = edit::set_board(&record, &board);
        let placed = Record::read(&placed, &options);
        prop_assert_eq!(placed.board(), Some(&board));
        for index in 0..record.operations().len() {
            let removed = edit::remove_operation(&record, index);
            prop_assert!(removed.len() < line.len());
        }
    }
}
