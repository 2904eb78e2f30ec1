//! The laws of reading and writing one record; each returns an error that says how it is broken.

#[path = "meaning.rs"]
pub mod meaning;

use epdit::epd::edit::{self, Change};
use epdit::epd::{Code, LineKind, ReadOptions, Record, Severity};
use meaning::Meaning;

/// The result of a law; the error says how it is broken.
pub type Verdict = Result<(), String>;

fn hold(law: bool, broken: impl FnOnce() -> String) -> Verdict {
    if law { Ok(()) } else { Err(broken()) }
}

fn shown(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}

fn count(record: &Record<'_>, code: Code) -> usize {
    record
        .diagnostics()
        .iter()
        .filter(|d| d.code == code)
        .count()
}

/// Checks that tokens tile the line: joined they are the line, and none is empty.
pub fn tokens_tile_the_line(line: &[u8], options: &ReadOptions) -> Verdict {
    let record = Record::read(line, options);
    let tokens = record.tokens();
    let joined: Vec<u8> = tokens
        .iter()
        .flat_map(|t| t.span.of(line))
        .copied()
        .collect();
    hold(tokens.iter().all(|t| !t.span.is_empty()), || {
        format!("empty token: {tokens:?}")
    })?;
    hold(joined == line, || format!("joined: {}", shown(&joined)))
}

/// Checks that spans of diagnostics lie inside the line, and in UTF-8 text on character boundaries.
pub fn spans_lie_inside_the_line(line: &[u8], options: &ReadOptions) -> Verdict {
    let record = Record::read(line, options);
    for finding in record.diagnostics() {
        let span = finding.span;
        hold(span.start <= span.end && span.end <= line.len(), || {
            format!("{finding:?}")
        })?;
        hold(
            finding.severity == Severity::Error || !finding.blocks(),
            || format!("{finding:?}"),
        )?;
        hold(!record.message(finding).is_empty(), || {
            format!("{finding:?}")
        })?;
        if let Ok(text) = std::str::from_utf8(line) {
            let sound = text.is_char_boundary(span.start) && text.is_char_boundary(span.end);
            hold(sound, || format!("inside a character: {finding:?}"))?;
        }
    }
    Ok(())
}

/// Checks that canonical text is a fixed point without the diagnostics that writing fixes, and exists
/// exactly when nothing blocks it.
pub fn canonical_is_a_fixed_point(line: &[u8], options: &ReadOptions) -> Verdict {
    let record = Record::read(line, options);
    let canonical = record.canonical(&Default::default());
    let kept = record.kind() == LineKind::Record && record.is_kept();
    hold(canonical.is_none() == kept, || {
        "kept and written".to_owned()
    })?;
    let Some(canonical) = canonical else {
        return Ok(());
    };
    let again = Record::read(&canonical, options);
    let second = again.canonical(&Default::default());
    hold(second.as_deref() == Some(&*canonical), || {
        format!(
            "{} becomes {}",
            shown(&canonical),
            shown(&second.unwrap_or_default())
        )
    })?;
    for finding in again.diagnostics() {
        hold(!finding.code.is_fixed_by_writing(), || {
            format!("{} in {}", finding.code.name(), shown(&canonical))
        })?;
    }
    Ok(())
}

/// Checks that canonical text means the same as the record.
pub fn canonical_means_the_same(line: &[u8], options: &ReadOptions) -> Verdict {
    let record = Record::read(line, options);
    let Some(canonical) = record.canonical(&Default::default()) else {
        return Ok(());
    };
    if record.kind() != LineKind::Record {
        return Ok(());
    }
    let again = Record::read(&canonical, options);
    match Meaning::of(&record).difference(&Meaning::of(&again)) {
        None => Ok(()),
        Some(broken) => Err(format!("{}: {broken}", shown(&canonical))),
    }
}

/// Checks that a safe fix removes its diagnostic and adds no worse one.
pub fn safe_fixes_fix_it(line: &[u8], options: &ReadOptions) -> Verdict {
    let record = Record::read(line, options);
    for finding in record.diagnostics() {
        let Some(fix) = record.fix(finding) else {
            continue;
        };
        let inside = fix.span.start <= fix.span.end && fix.span.end <= line.len();
        hold(inside, || format!("{fix:?}"))?;
        if !fix.safe {
            continue;
        }
        let fixed = fix.apply(line);
        let after = Record::read(&fixed, options);
        let name = finding.code.name();
        hold(
            count(&after, finding.code) < count(&record, finding.code),
            || format!("{name} stays in {}", shown(&fixed)),
        )?;
        for new in after.diagnostics() {
            let more = count(&after, new.code) > count(&record, new.code);
            hold(!(more && new.severity > finding.severity), || {
                format!("{name} brings {} in {}", new.code.name(), shown(&fixed))
            })?;
        }
    }
    Ok(())
}

/// Checks that one pass of fixing leaves no safe fix.
pub fn one_pass_fixes_all(line: &[u8], options: &ReadOptions) -> Verdict {
    let fixed = edit::apply_safe_fixes(line, options);
    let record = Record::read(&fixed, options);
    for finding in record.diagnostics() {
        let left = record.fix(finding).is_some_and(|fix| fix.safe);
        hold(!left, || {
            format!("{} in {}", finding.code.name(), shown(&fixed))
        })?;
    }
    Ok(())
}

/// Checks that edits of a readable record are read back or refused, and none is refused in a record free of
/// doubt.
pub fn edits_are_read_back(line: &[u8], options: &ReadOptions) -> Verdict {
    let record = Record::read(line, options);
    if record.kind() != LineKind::Record || record.board().is_none() || record.side().is_none() {
        return Ok(());
    }
    // After a field that is missing or in upper case, the next word may be read as part of a field: `w KQ
    // bm Kd2; c4;` without its bm, `w - E3` on another board. After stray dashes an opcode is recognized
    // only by the blank behind it: `- - - - - bm Kd2; id"x";`.
    let are_odd = record.field_spans().en_passant.is_none()
        || count(&record, Code::EnPassantCase) > 0
        || count(&record, Code::StrayDash) > 0;
    let may_be_refused = record.is_kept() || are_odd;
    let board = shakmaty::Board::new();
    let edits = [
        edit::by_hand(&record, &[Change::Side(shakmaty::Color::Black)]),
        edit::by_hand(&record, &[Change::Board(&board)]),
    ];
    for (at, edited) in edits.into_iter().enumerate() {
        let Ok(edited) = edited else {
            hold(may_be_refused, || format!("field {at} is refused"))?;
            continue;
        };
        let read = Record::read(&edited, options);
        let is_set = match at {
            0 => read.side() == Some(shakmaty::Color::Black),
            _ => read.board() == Some(&board),
        };
        hold(is_set, || shown(&edited))?;
    }
    let names = |record: &Record<'_>| -> Vec<String> {
        let all = record.operations().iter();
        all.map(|operation| record.opcode(operation).into_owned())
            .collect()
    };
    for index in 0..record.operations().len() {
        let mut left = names(&record);
        let Ok(removed) = edit::by_hand(&record, &[Change::Remove(index)]) else {
            // An opcode with the form of a position field, `w` or `c6`, would be read as one when it
            // directly follows the fields.
            let is_field = |name: &String| {
                let letters = |letter: char| "KQkqABCDEFGHabcdefghwW".contains(letter);
                matches!(name.as_bytes(), [b'a'..=b'h', b'3' | b'6']) || name.chars().all(letters)
            };
            let may_be_refused = may_be_refused || index == 0 && left.get(1).is_some_and(is_field);
            hold(may_be_refused, || format!("removing {index} is refused"))?;
            continue;
        };
        left.remove(index);
        let found = names(&Record::read(&removed, options));
        hold(found == left, || shown(&removed))?;
    }
    Ok(())
}
