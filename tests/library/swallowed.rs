//! No slip of hand editing silently swallows an operation or changes a position field: in real records each
//! semicolon is dropped, and each field is doubled, dropped, and swapped with the next.
//!
//! An independent reader, which knows only semicolons, quotes and blanks, counts the operations in the
//! output of `fmt` and `--fix` for the record and for each slip.
//!
//! It runs over the lines below, and with `EPDIT_CORPUS`, a folder with `suites/`, over about 2,000 real
//! records.

use epdit::epd::{LineKind, ReadOptions, Record, Severity, edit};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Opcodes that are recognized anywhere: those of the standard except `noop`, and the depth of a search.
const ALWAYS: &str = "acd acn acs am bm c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 cc ce dm draw_accept draw_claim \
    draw_offer draw_reject eco fmvn hmvc id nic pm ptp pv rc refcom refreq resign sm sv tcgs tcri tcsi ts \
    v0 v1 v2 v3 v4 v5 v6 v7 v8 v9";
/// Opcodes whose operand has a typical form. After an unknown opcode they can't be recognized.
const BY_USE: &str = "sd De depth dtz diff eval Ae Opn Ubm D1 D2 D3 D4 D5 D6 D7 D8 D9";

const LINES: &[&str] = &[
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - acd 20; bm Bb5 d4; ce 30; id \"A.1\";",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id A.2; c0 a plan; acd 12;",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - Ae \"SF\"; D1 27; De 18; am a4; sd 9; pv Bb5 a6;",
    "rnbqkbnr/pppp1ppp/8/8/3Pp3/5N2/PPP1PPPP/RNBQKB1R b KQkq d3 bm exd3 exf3; eval 0.63; id \"x\"; pm exd3;",
    "rnbqkb1r/pp1p1ppp/5n2/2pPp3/2P5/8/PP2PPPP/RNBQKBNR w KQkq c6 bm dxc6; eco B33; acn 100; acs 3; c0 \"a; b\";",
    "1r2k3/8/8/8/8/8/8/4K2R b - - bm Rb7; dm 5; id \"rook on b8\"; noop what ever; Opn \"none\";",
    "4k2r/8/8/8/8/8/8/1R2K2R w Kk - bm O-O; c0 \"one\"; c1 \"two\"; Foo 3; Bar \"x\"; diff 3;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 3 40 bm e4; id \"clocks\"; refcom conclude; sm e4; tcgs 3; v0 \"name\";",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 bm dxc6; c6 \"a comment\"; cc 000:00:01:00 000:00:02:00; rc 2;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; hmvc 3; fmvn 9; draw_offer; sm e4; ts 2024.01.31 10:00:00;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm #9; id \"a mate\"; Ubm e2e4; nic \"none\"; sv e4 Kd7; ptp White \"A\" Black \"B\";",
];

/// A line split into its plainest parts.
#[derive(Debug, PartialEq)]
struct Plain {
    /// The first four words.
    fields: Vec<String>,
    /// Opcode and operands of each text between semicolons outside quotes.
    operations: Vec<(String, String)>,
}

impl Plain {
    fn of(line: &[u8]) -> Self {
        let text: String = line.iter().map(|byte| char::from(*byte)).collect();
        let mut quoted = false;
        let pieces = text.split(|c| {
            quoted ^= c == '"';
            c == ';' && !quoted
        });
        let mut pieces: Vec<Vec<&str>> = pieces
            .map(|piece| piece.split_whitespace().collect())
            .collect();
        let head = pieces.first_mut().map(std::mem::take).unwrap_or_default();
        let (fields, rest) = head.split_at(head.len().min(4));
        let is_clock = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let clocks = rest.iter().take_while(is_clock).count();
        pieces.insert(0, rest[clocks..].to_vec());
        let operation = |words: &Vec<&str>| {
            let (opcode, operands) = words.split_first()?;
            Some(((*opcode).to_owned(), operands.join(" ")))
        };
        let mut operations: Vec<_> = pieces.iter().filter_map(operation).collect();
        operations.sort();
        Self {
            fields: fields.iter().map(|&word| word.to_owned()).collect(),
            operations,
        }
    }

    /// Returns the number of operations with a well-known opcode.
    fn known(&self) -> usize {
        let is_one = |(opcode, _): &&(String, String)| is_known(opcode);
        self.operations.iter().filter(is_one).count()
    }
}

fn is_among(list: &str, opcode: &str) -> bool {
    list.split_whitespace().any(|known| known == opcode)
}

fn is_known(opcode: &str) -> bool {
    is_among(ALWAYS, opcode) || is_among(BY_USE, opcode)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Corrected or harmless: the record equals the original.
    Corrected,
    /// A dropped field became `-`, the only explanation of the line.
    Supplied,
    /// The record is left unchanged, with an error.
    Told,
    /// An operation is part of another, and nothing shows it: the opcode of that one is unknown or `noop`,
    /// and its own is not in the standard.
    CannotBeTold,
}

/// Returns the effect of a slip in a record whose canonical text is `whole`.
fn fate(whole: &Plain, slip: &[u8], options: &ReadOptions) -> Result<Fate, String> {
    let record = Record::read(slip, options);
    let fixed = edit::apply_safe_fixes(slip, options);
    let Some(written) = record.canonical(&Default::default()) else {
        let mut found = record.diagnostics().iter();
        if !found.any(|found| found.severity == Severity::Error) {
            return Err("left unchanged without an error".to_owned());
        }
        let (before, after) = (Plain::of(slip), Plain::of(&fixed));
        return match before.known() <= after.known() {
            true => Ok(Fate::Told),
            false => Err(format!("--fix lost one: {}", shown(&fixed))),
        };
    };
    let after = Plain::of(&written);
    if after.fields != whole.fields {
        return Err(format!("other fields: {}", shown(&written)));
    }
    if after.operations == whole.operations {
        return Ok(Fate::Corrected);
    }
    let is_lost = |operation: &&(String, String)| !after.operations.contains(operation);
    let lost: Vec<&(String, String)> = whole.operations.iter().filter(is_lost).collect();
    let opcodes = || lost.iter().map(|(opcode, _)| opcode.as_str());
    let is_between_unknown = opcodes().any(|opcode| !is_known(opcode))
        && opcodes().all(|opcode| !is_among(ALWAYS, opcode));
    let may_be =
        is_between_unknown || opcodes().any(|opcode| opcode == "noop") || is_list_of_counts(slip);
    match may_be {
        true => Ok(Fate::CannotBeTold),
        false => Err(format!("swallowed {lost:?}: {}", shown(&written))),
    }
}

/// Returns true for a list of counts, `;20;400`, where two joined numbers look like one.
fn is_list_of_counts(line: &[u8]) -> bool {
    let mut pieces = line.split(|byte| *byte == b';').skip(1);
    pieces.all(|piece| piece.trim_ascii().iter().all(u8::is_ascii_digit))
}

fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}

/// Returns the slips in a line, each with its kind.
fn slips(line: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut all = Vec::new();
    let mut quoted = false;
    for (at, byte) in line.iter().enumerate() {
        quoted ^= *byte == b'"';
        if *byte == b';' && !quoted {
            all.push(("semicolon dropped", [&line[..at], &line[at + 1..]].concat()));
        }
    }
    let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
    for field in 0..words.len().min(4) {
        let mut doubled = words.clone();
        doubled.insert(field, words[field]);
        all.push(("field doubled", doubled.join(&b' ')));
        let mut dropped = words.clone();
        dropped.remove(field);
        all.push(("field dropped", dropped.join(&b' ')));
        let mut swapped = words.clone();
        swapped.swap(field, (field + 1).min(words.len() - 1));
        if field < 3 {
            all.push(("field swapped", swapped.join(&b' ')));
        }
    }
    all.retain(|(_, slip)| slip != line);
    all
}

#[derive(Default)]
struct Tally {
    records: usize,
    fates: BTreeMap<(&'static str, Fate), usize>,
    broken: Vec<String>,
}

impl Tally {
    fn join(mut self, other: Self) -> Self {
        self.records += other.records;
        for (fate, count) in other.fates {
            *self.fates.entry(fate).or_default() += count;
        }
        self.broken.extend(other.broken);
        self
    }

    /// Checks all slips in a record that is readable and has its four fields in the common order.
    fn hold(mut self, line: &[u8]) -> Self {
        let options = ReadOptions::default();
        let record = Record::read(line, &options);
        let Some(whole) = record.canonical(&Default::default()) else {
            return self;
        };
        let (whole, plain) = (Plain::of(&whole), Plain::of(line));
        if record.kind() != LineKind::Record || plain.fields != whole.fields {
            return self;
        }
        self.records += 1;
        for (kind, slip) in slips(line.trim_ascii_end()) {
            let held = fate(&whole, &slip, &options);
            let is_dropped = kind == "field dropped";
            let held = match held {
                Err(_) if is_dropped && is_without_a_field(&whole, &slip, &options) => {
                    Ok(Fate::Supplied)
                }
                held => held,
            };
            match held {
                Ok(fate) => *self.fates.entry((kind, fate)).or_default() += 1,
                Err(broken) => self
                    .broken
                    .push(format!("{kind}: {}\n    {broken}", shown(&slip))),
            }
        }
        self
    }

    fn report(&self) {
        println!("{} records", self.records);
        for ((kind, fate), count) in &self.fates {
            println!("{count:>8} {kind}: {fate:?}");
        }
        let few: Vec<_> = self.broken.iter().take(40).map(String::as_str).collect();
        assert!(
            few.is_empty(),
            "{} broken:\n{}",
            self.broken.len(),
            few.join("\n")
        );
    }
}

/// Returns true for a record that differs only in castling rights or en-passant square, which are `-`.
fn is_without_a_field(whole: &Plain, slip: &[u8], options: &ReadOptions) -> bool {
    let written = Record::read(slip, options).canonical(&Default::default());
    let after = written.map(|written| Plain::of(&written));
    after.is_some_and(|after| {
        let fields = after.fields.iter().zip(&whole.fields);
        let differ = fields.filter(|(after, before)| after != before);
        after.operations == whole.operations
            && differ.clone().count() == 1
            && differ.clone().all(|(after, _)| after == "-")
    })
}

#[test]
fn no_slip_in_these_lines_swallows_an_operation() {
    let tally = LINES
        .iter()
        .fold(Tally::default(), |tally, line| tally.hold(line.as_bytes()));
    tally.report();
    assert_eq!(tally.records, LINES.len());
}

#[test]
fn no_slip_in_real_records_swallows_an_operation() {
    let Some(folder) = std::env::var_os("EPDIT_CORPUS") else {
        return eprintln!("skipped: EPDIT_CORPUS names no folder of real files");
    };
    let mut lines = Vec::new();
    for file in super::guard::files_in(&Path::new(&folder).join("suites"), true) {
        let bytes = std::fs::read(file).expect("a corpus file can be read");
        lines.extend(bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
    }
    // Some records are left unchanged by `fmt`, and are not tried with slips.
    let step = (lines.len() / 3000).max(1);
    let sample: Vec<&Vec<u8>> = lines.iter().step_by(step).collect();
    let tally = sample
        .par_iter()
        .fold(Tally::default, |tally, line| tally.hold(line));
    let tally = tally.reduce(Tally::default, Tally::join);
    tally.report();
    assert!(tally.records > 1000);
}
