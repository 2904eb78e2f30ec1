//! The claims of the built-in suite are true: its mates are searched, its perft counts verified.

use epdit::epd::{ReadOptions, Record, Severity, Value};
use shakmaty::{Chess, Move, Position};

const SAMPLE: &[u8] = include_bytes!("../../assets/sample.epd");

/// Returns the records of the part that begins with the comment `# N.`, with their line numbers.
fn part(number: u8) -> Vec<(usize, Record<'static>)> {
    let head = [b'#', b' ', b'0' + number, b'.'];
    let mut inside = false;
    let mut records = Vec::new();
    for (at, line) in SAMPLE.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match line.first() {
            Some(b'#') => inside = line.starts_with(&head),
            Some(b'\n') | None => {}
            Some(_) if inside => {
                records.push((at + 1, Record::read(line, &ReadOptions::default())))
            }
            Some(_) => {}
        }
    }
    assert!(!records.is_empty(), "part {number} of the sample is empty");
    records
}

fn codes(record: &Record<'_>) -> Vec<&'static str> {
    let mut codes: Vec<_> = record
        .diagnostics()
        .iter()
        .map(|finding| finding.code.name())
        .collect();
    codes.dedup();
    codes
}

#[test]
fn the_first_part_is_canonical_and_without_findings() {
    for (line, record) in part(1) {
        let odd: Vec<_> = codes(&record)
            .into_iter()
            .filter(|code| !matches!(*code, "castling-shredder" | "castling-needs-chess960"))
            .collect();
        assert!(odd.is_empty(), "line {line}: {odd:?}");
        let canonical = record.canonical(&Default::default());
        assert_eq!(canonical.as_deref(), Some(record.line()), "line {line}");
    }
}

#[test]
fn the_second_part_has_findings_and_becomes_canonical_for_certain() {
    for (line, record) in part(2) {
        assert!(
            !record.diagnostics().is_empty(),
            "line {line} has nothing to show"
        );
        assert!(
            !record.is_kept(),
            "line {line} should be certain: {:?}",
            codes(&record)
        );
        let grave = record
            .diagnostics()
            .iter()
            .find(|finding| finding.severity == Severity::Error);
        assert!(grave.is_none(), "line {line}: {grave:?}");
    }
}

#[test]
fn the_third_part_has_the_mistakes_that_its_comments_name() {
    let expected: [&[&str]; 6] = [
        &["move-illegal"],
        &["castling-impossible", "ep-impossible"],
        &["false-mate-sign"],
        &["opposite-check"],
        &["missing-semicolon", "ce-dm"],
        &["broken-quote"],
    ];
    let records = part(3);
    assert_eq!(records.len(), expected.len());
    for ((line, record), expected) in records.iter().zip(expected) {
        let found = codes(record);
        for code in expected {
            assert!(
                found.contains(code),
                "line {line}: no {code} among {found:?}"
            );
        }
    }
}

#[test]
fn every_dm_is_the_shortest_mate_and_bm_names_all_moves_that_reach_it() {
    let mut searched = 0;
    for (line, record) in part(1).into_iter().chain(part(2)) {
        let Some(position) = record.position() else {
            continue;
        };
        let Some(Value::Integer(moves)) = first_value(&record, "dm") else {
            continue;
        };
        let moves = u32::try_from(moves).expect("a mate in a few moves");
        assert!(
            moves <= 3,
            "line {line}: keep the sample's mates short enough to search"
        );
        assert_eq!(
            mating_moves(position, moves - 1),
            [],
            "line {line}: there is a shorter mate"
        );
        let mut found = mating_moves(position, moves);
        let mut named = moves_of(&record, "bm");
        found.sort_by_key(|mv| format!("{mv:?}"));
        named.sort_by_key(|mv| format!("{mv:?}"));
        assert_eq!(named, found, "line {line}");
        searched += 1;
    }
    assert!(searched >= 7, "only {searched} mates searched");
}

#[test]
fn counts_of_the_move_generator_are_right() {
    let mut counted = 0;
    for (line, record) in part(1).into_iter().chain(part(2)) {
        let text = record.canonical(&Default::default()).expect("certain");
        let record = Record::read(&text, &ReadOptions::default());
        for depth in 1..=3u32 {
            let Some(operation) = record.operation(&format!("D{depth}")) else {
                continue;
            };
            let count: u64 = record.operands_text(operation).parse().expect("a count");
            let position = record.position().expect("a legal position");
            assert_eq!(
                shakmaty::perft(position, depth),
                count,
                "line {line}, depth {depth}"
            );
            counted += 1;
        }
    }
    assert_eq!(counted, 5);
}

fn first_value(record: &Record<'_>, opcode: &str) -> Option<Value> {
    let operation = record.operation(opcode)?;
    record
        .operands_of(operation)
        .first()
        .map(|operand| operand.value.clone())
}

fn moves_of(record: &Record<'_>, opcode: &str) -> Vec<Move> {
    let Some(operation) = record.operation(opcode) else {
        return Vec::new();
    };
    record
        .operands_of(operation)
        .iter()
        .filter_map(|operand| match &operand.value {
            Value::Move(mv) => Some(*mv),
            _ => None,
        })
        .collect()
}

/// Returns the moves that force mate within `moves` moves.
fn mating_moves(position: &Chess, moves: u32) -> Vec<Move> {
    if moves == 0 {
        return Vec::new();
    }
    let mut mating = Vec::new();
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if is_lost(&next, moves - 1) {
            mating.push(mv);
        }
    }
    mating
}

/// Returns true when the side to move is mated, or can't avoid mate within `moves` moves.
fn is_lost(position: &Chess, moves: u32) -> bool {
    if position.is_checkmate() {
        return true;
    }
    let replies = position.legal_moves();
    moves > 0
        && !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let mut next = position.clone();
            next.play_unchecked(reply);
            !mating_moves(&next, moves).is_empty()
        })
}
