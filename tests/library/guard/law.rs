//! The checks on each line.

use super::plain::Plain;
use super::said::{Reading, Statement};
use epdit::epd::{Dialect, LineKind, ReadOptions, Record, Severity, edit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    NoRecord,
    Kept,
    Written,
}

/// Diagnostics that leave the structure of a record in doubt: it gets no fix.
const DOUBTS: &[&str] = &[
    "bad-placement",
    "bad-colour",
    "bad-castling",
    "bad-en-passant",
    "missing-castling",
    "unread-fields",
    "swallowed-operation",
    "stray-text",
    "broken-quote",
    "bad-opcode",
    "move-as-opcode",
    "uci-moves",
    "clocks-conflict",
    "not-epd",
    "variant-placement",
];

/// Checks every law; an error begins with words that are the same for its kind.
pub fn hold(line: &[u8], options: &ReadOptions) -> Result<Fate, String> {
    let record = Record::read(line, options);
    if record.kind() != LineKind::Record {
        return Ok(Fate::NoRecord);
    }
    let before = Plain::of(line);
    let canonical = record.canonical(&Default::default());
    let fixed = edit::apply_safe_fixes(line, options);
    if let Some(text) = &canonical {
        if fixed != *text {
            return Err(format!(
                "fix and fmt differ: {}\n      {}",
                shown(&fixed),
                shown(text)
            ));
        }
        written(&before, text, options)
            .map_err(|broken| format!("fmt, {broken}\n      {}", shown(text)))?;
        return Ok(Fate::Written);
    }
    if let Some(code) = doubt_of(&record)
        && fixed != line
    {
        return Err(format!(
            "fixed in doubt ({code}): \n      {}",
            shown(&fixed)
        ));
    }
    if fixed != line {
        same(&before, &fixed, Reading::Lenient, options)
            .map_err(|broken| format!("fix, {broken}\n      {}", shown(&fixed)))?;
    }
    Ok(Fate::Kept)
}

/// Checks each safe fix alone by the same laws; a record in doubt must have no fix.
pub fn hold_fixes(line: &[u8], options: &ReadOptions) -> Result<(), String> {
    let record = Record::read(line, options);
    let before = Plain::of(line);
    let doubt = doubt_of(&record);
    for finding in record.diagnostics() {
        let Some(fix) = record.fix(finding).filter(|fix| fix.safe) else {
            continue;
        };
        let (code, fixed) = (finding.code.name(), fix.apply(line));
        if let Some(doubt) = doubt {
            return Err(format!("offered in doubt ({doubt}): {code}"));
        }
        same(&before, &fixed, Reading::Lenient, options)
            .map_err(|broken| format!("fix of {code}, {broken}\n      {}", shown(&fixed)))?;
    }
    Ok(())
}

/// Returns the diagnostic that leaves the structure of a record in doubt.
fn doubt_of(record: &Record<'_>) -> Option<&'static str> {
    let doubt = record.diagnostics().iter().find(|finding| {
        finding.severity == Severity::Error && DOUBTS.contains(&finding.code.name())
    });
    doubt.map(|finding| finding.code.name())
}

fn written(before: &Plain, text: &[u8], options: &ReadOptions) -> Result<(), String> {
    if !before.is_even {
        return Err("an odd quote was rewritten".to_owned());
    }
    same(before, text, Reading::Strict, options)
}

fn same(
    before: &Plain,
    text: &[u8],
    reading: Reading,
    options: &ReadOptions,
) -> Result<(), String> {
    let is_fen = options.dialect == Dialect::Fen;
    let after = Plain::of(text);
    let old = Statement::of(before, Reading::Lenient, is_fen);
    let new = Statement::of(&after, reading, is_fen);
    let strict = reading == Reading::Strict;
    if strict && old.fields.is_none() {
        return Err(format!(
            "doubtful fields were rewritten: {:?}",
            before.fields
        ));
    }
    if old.fields.is_some() && old.fields != new.fields
        || old.fields.is_none() && before.fields != after.fields
    {
        return Err(format!("other fields: {:?} {:?}", old.fields, new.fields));
    }
    if let Some(lost) = old.operations.difference(&new.operations).next() {
        return Err(format!(
            "lost {}: {:?}, now {:?}",
            lost.0,
            lost.1,
            named(&new, &lost.0)
        ));
    }
    if let Some(added) = new.operations.difference(&old.operations).next() {
        return Err(format!("new {}: {:?}", added.0, added.1));
    }
    match new.odd_move().filter(|_| strict) {
        Some((opcode, words)) => Err(format!("no legal move in {opcode}: {words:?}")),
        None => Ok(()),
    }
}

fn named<'s>(said: &'s Statement, opcode: &str) -> Option<&'s super::said::Content> {
    let found = said.operations.iter().find(|(other, _)| other == opcode);
    found.map(|(_, content)| content)
}

pub fn shown(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}
