//! Every edit, applied to each record of a corpus of real files. An independent reader compares the line
//! before and after: split at semicolons outside quotes, and typed operands.
//!
//! The corpus needs `EPDIT_CORPUS`, a folder with `suites/`, and large files `EPDIT_CORPUS_LARGE`, a folder
//! of unpacked ones. The lines below are always compared.

use super::skipped::skipped;
use std::fs;
use std::path::{Path, PathBuf};

use epdit::epd::{LineKind, ReadOptions, Record, Severity};
use epdit::suite::dialect_of;
use epdit::suite::edit::{Assignment, Edit, EditTarget as Line, Existing};
use rayon::prelude::*;

const SHOWN: usize = 30;

/// Forms that occur in real files, in addition to those of the corpus.
const LINES: &[&str] = &[
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;id \"x\";",
    "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";bm e4;c0 \"a;b\"",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 dm 26; id \"x\"",
    "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\" bm e4 ce 7",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 3 7 bm e4 ;  id x ;",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400 ;D3 8902",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -;D1 20;D2 400;id \"x\";",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;20;400;8902",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,20,400",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ??? what",
    "4k3/8/8/8/8/8/4P3/4K3 w - - ce 1; bm e4; ce 2;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; - id \"x\";",
];

#[test]
fn edits_change_only_the_requested_operation_in_lines_of_every_form() {
    let lines: Vec<&[u8]> = LINES.iter().map(|line| line.as_bytes()).collect();
    let tally = compare("lines", &lines, &ReadOptions::default());
    assert!(tally.broken.is_empty(), "{}", tally.broken.join("\n"));
    assert!(tally.changed > 40, "{} changes", tally.changed);
}

#[test]
fn edits_change_only_the_requested_operation_in_the_corpus() {
    match std::env::var_os("EPDIT_CORPUS") {
        Some(folder) => compare_all(&Path::new(&folder).join("suites")),
        None => skipped("EPDIT_CORPUS names no folder of real files"),
    }
}

#[test]
fn edits_change_only_the_requested_operation_in_the_large_files() {
    match std::env::var_os("EPDIT_CORPUS_LARGE") {
        Some(folder) => compare_all(Path::new(&folder)),
        None => skipped("EPDIT_CORPUS_LARGE names no folder of large files"),
    }
}

#[derive(Default)]
struct Tally {
    changed: usize,
    same: usize,
    refused: usize,
    broken: Vec<String>,
}

impl Tally {
    fn join(mut self, other: Self) -> Self {
        self.changed += other.changed;
        self.same += other.same;
        self.refused += other.refused;
        self.broken.extend(other.broken);
        self
    }
}

fn compare_all(folder: &Path) {
    let mut whole = Tally::default();
    let files = files_below(folder);
    assert!(!files.is_empty(), "no file below {}", folder.display());
    for file in &files {
        let bytes = fs::read(file).expect("a corpus file can be read");
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let options = ReadOptions::of(dialect_of(file));
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        whole = whole.join(compare(&name, &lines, &options));
    }
    println!(
        "{} files: {} changes made, {} records had nothing to change, {} left unchanged, {} differences",
        files.len(),
        whole.changed,
        whole.same,
        whole.refused,
        whole.broken.len()
    );
    let shown: Vec<_> = whole
        .broken
        .iter()
        .take(SHOWN)
        .map(String::as_str)
        .collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return files;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(files_below(&path))
        } else {
            files.push(path)
        }
    }
    files.sort();
    files
}

/// An edit, the opcode that it concerns, and its result: nothing, another opcode, or an operation.
struct ChangeCase {
    edit: Edit,
    opcode: &'static str,
    becomes: EditResult,
}

enum EditResult {
    Nothing,
    Called(&'static str),
    Operation(String),
}

fn edits_for_line(line: usize) -> Vec<ChangeCase> {
    let purge = |opcode: &'static str| ChangeCase {
        edit: Edit::Remove(vec![opcode.to_owned()]),
        opcode,
        becomes: EditResult::Nothing,
    };
    let rename = |opcode: &'static str, new: &'static str| ChangeCase {
        edit: Edit::Rename(opcode.to_owned(), new.to_owned()),
        opcode,
        becomes: EditResult::Called(new),
    };
    let set = |opcode: &'static str, operands: &str| {
        let assignment = Assignment::new(opcode, operands).expect("right in itself");
        ChangeCase {
            becomes: EditResult::Operation(format!("{opcode} {}", assignment.operands)),
            edit: Edit::Set(assignment.into(), Existing::Replace),
            opcode,
        }
    };
    vec![
        purge("bm"),
        purge("id"),
        purge("D1"),
        purge("D2"),
        purge("ce"),
        rename("bm", "Best"),
        rename("id", "bm"),
        rename("c0", "Note"),
        rename("D1", "perft1"),
        set("ce", "5"),
        set("c9", "\"seen; done\""),
        // What `renumber` writes.
        set("id", &format!("\"T.{line}\"")),
    ]
}

fn compare(name: &str, lines: &[&[u8]], options: &ReadOptions) -> Tally {
    let all = lines.par_iter().enumerate();
    all.fold(Tally::default, |mut tally, (at, line)| {
        for asked in edits_for_line(at) {
            match asked.edit.of(&Line::of_line(options, line, at, 0)) {
                Ok(None) => tally.same += 1,
                Err(_) => tally.refused += 1,
                Ok(Some(new)) => {
                    tally.changed += 1;
                    if let Err(fault) = difference(line, &new, &asked, options) {
                        tally.broken.push(format!(
                            "{name}:{}: {}: {fault}\n    {:?}\n    {:?}",
                            at + 1,
                            asked.edit.label(),
                            bstr::BStr::new(line),
                            bstr::BStr::new(&new)
                        ));
                    }
                }
            }
        }
        tally
    })
    .reduce(Tally::default, Tally::join)
}

/// Returns the first difference that the edit was not asked to make.
fn difference(
    old: &[u8],
    new: &[u8],
    asked: &ChangeCase,
    options: &ReadOptions,
) -> Result<(), String> {
    let (before, after) = (Record::read(old, options), Record::read(new, options));
    if after.kind() != LineKind::Record {
        return Err("no record any more".into());
    }
    read_alike(&before, &after, asked)?;
    // The plain split can't handle a record where an opcode ends an operation, or counts have no opcode.
    let is_plain = |record: &Record<'_>| {
        !record
            .diagnostics()
            .iter()
            .any(|d| d.code.name() == "missing-semicolon")
            && record.operations().iter().all(|o| !o.opcode.is_empty())
    };
    if is_plain(&before) && is_plain(&after) {
        split_alike(old, new, asked)?;
    }
    Ok(())
}

fn is_concerned(opcode: &str, asked: &ChangeCase) -> bool {
    let new = match &asked.becomes {
        EditResult::Called(new) => *new,
        EditResult::Nothing | EditResult::Operation(_) => asked.opcode,
    };
    opcode == asked.opcode || opcode == new
}

fn read_alike(before: &Record<'_>, after: &Record<'_>, asked: &ChangeCase) -> Result<(), String> {
    let fields = |record: &Record<'_>| {
        (
            record.board().cloned(),
            record.side(),
            record.castling().map(str::to_owned),
            record.en_passant(),
            record.half_move_clock(),
            record.full_move_number(),
        )
    };
    if fields(before) != fields(after) || before.position() != after.position() {
        return Err("other fields".into());
    }
    let others = |record: &Record<'_>| {
        let all = record.operations().iter();
        let mut all: Vec<String> = all
            .filter(|operation| !is_concerned(&record.opcode(operation), asked))
            .map(|operation| {
                let values: Vec<_> = record
                    .operands_of(operation)
                    .iter()
                    .map(|operand| {
                        let text = bstr::BStr::new(operand.span.of(record.line()));
                        format!("{text} {:?}", operand.value)
                    })
                    .collect();
                format!("{} {}", record.opcode(operation), values.join(" "))
            })
            .collect();
        all.sort();
        all
    };
    if others(before) != others(after) {
        return Err("another operation reads otherwise".into());
    }
    let of = |record: &Record<'_>, opcode: &str| -> Vec<String> {
        let all = record.operations().iter();
        all.filter(|operation| record.opcode(operation) == opcode)
            .map(|operation| record.operands_text(operation))
            .collect()
    };
    let is_asked = match &asked.becomes {
        EditResult::Nothing => of(after, asked.opcode).is_empty(),
        EditResult::Called(new) => {
            let mut expected = of(before, new);
            expected.extend(of(before, asked.opcode));
            of(after, asked.opcode).is_empty() && of(after, new) == expected
        }
        EditResult::Operation(text) => {
            let operands = text.split_once(' ').map_or("", |(_, operands)| operands);
            of(after, asked.opcode) == [operands.trim_matches('"')]
        }
    };
    if !is_asked {
        return Err("not what was asked".into());
    }
    let errors = |record: &Record<'_>| {
        let all = record.diagnostics().iter();
        all.filter(|found| found.severity == Severity::Error)
            .count()
    };
    if errors(after) > errors(before) {
        return Err("a new error".into());
    }
    Ok(())
}

fn split_alike(old: &[u8], new: &[u8], asked: &ChangeCase) -> Result<(), String> {
    let (before, after) = (pieces(old), pieces(new));
    let others = |all: &[Vec<String>]| {
        let mut all: Vec<String> = all
            .iter()
            .filter(|words| {
                !words
                    .first()
                    .is_some_and(|first| is_concerned(first, asked))
            })
            .map(|words| words.join(" "))
            .collect();
        all.sort();
        all.retain(|piece| !piece.is_empty());
        all
    };
    if others(&before) != others(&after) {
        return Err("a piece between semicolons is another".into());
    }
    let empty = |all: &[Vec<String>]| all.iter().filter(|words| words.is_empty()).count();
    if empty(&after) > empty(&before) {
        return Err("an empty piece between semicolons".into());
    }
    if let EditResult::Operation(text) = &asked.becomes {
        let written = after
            .iter()
            .filter(|words| words.join(" ") == *text)
            .count();
        if written != 1 {
            return Err("it is not written once".into());
        }
    }
    Ok(())
}

/// Splits a line in the plainest way: the fields as the first piece, then the words between semicolons
/// outside quotes.
fn pieces(line: &[u8]) -> Vec<Vec<String>> {
    let text: String = line.iter().map(|byte| char::from(*byte)).collect();
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{1a}');
    let (mut all, mut words, mut word) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let close = |word: &mut String, words: &mut Vec<String>| {
        if !word.is_empty() {
            words.push(std::mem::take(word));
        }
    };
    for c in text.chars() {
        quoted ^= c == '"';
        match c {
            ';' if !quoted => {
                close(&mut word, &mut words);
                all.push(std::mem::take(&mut words));
            }
            c if c.is_ascii_whitespace() && !quoted => close(&mut word, &mut words),
            c => word.push(c),
        }
    }
    close(&mut word, &mut words);
    if !words.is_empty() {
        all.push(words);
    }
    if let Some(first) = all.first_mut() {
        let words = first.iter().enumerate();
        let fields = words.take_while(|(at, word)| is_field(*at, word)).count();
        let operation = first.split_off(fields);
        if !operation.is_empty() {
            all.insert(1, operation);
        }
    }
    // A lone dash belongs to no operation: when the operation before it is removed, it follows the fields.
    let is_dash = |word: &String| word == "-";
    if let Some(fields) = all.first_mut() {
        while fields.len() > 4 && fields.last().is_some_and(is_dash) {
            fields.pop();
        }
    }
    let mut at = 0;
    all.retain_mut(|words| {
        at += 1;
        let dashes = words.iter().take_while(|word| is_dash(word)).count();
        if at > 1 {
            words.drain(..dashes);
        }
        at == 1 || dashes == 0 || !words.is_empty()
    });
    all
}

/// Returns true for a word with the form of the field at this index.
fn is_field(at: usize, word: &str) -> bool {
    let all = |of: &str| word.chars().all(|c| of.contains(c));
    let is_square = word.len() == 2
        && word.starts_with(|c| ('a'..='h').contains(&c))
        && word.ends_with(|c| ('1'..='8').contains(&c));
    word == "-"
        || (at >= 2 && all("0123456789,-"))
        || match at {
            0 => true,
            1 => word.len() == 1,
            2 => word != "ce" && (all("KQkq") || all("ABCDEFGHabcdefgh") || is_square),
            3 => is_square,
            _ => false,
        }
}
