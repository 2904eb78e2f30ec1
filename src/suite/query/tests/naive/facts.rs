//! Queries of facts outside the line: duplicates, positions of another file, and the name of the file.

use super::LINES;
use crate::epd::{LineKind, ReadOptions, Record};
use crate::suite::query::Query;
use crate::suite::{FoundSoFar, Job, Suite, query_lines};
use proptest::prelude::*;
use shakmaty::{EnPassantMode, Position};

/// Returns the key of a record for duplicates, as text.
fn same_by(record: &Record<'_>, kind: &str) -> Option<String> {
    if record.kind() != LineKind::Record {
        return None;
    }
    match kind {
        "id" => {
            let id = record.operands_text(record.operation("id")?);
            (!id.is_empty()).then_some(id)
        }
        "position" => {
            let board = record.board()?;
            let side = record.side()?;
            Some(match record.position() {
                Some(position) => format!(
                    "{board} {side} {:?} {:?}",
                    position.castles().castling_rights(),
                    position.ep_square(EnPassantMode::Legal)
                ),
                None => format!(
                    "odd {board} {side} {} {:?}",
                    record.castling().unwrap_or("-"),
                    record.en_passant()
                ),
            })
        }
        _ => {
            let text = record.canonical(&Default::default());
            let text = text.unwrap_or_else(|| record.line().to_vec());
            Some(String::from_utf8_lossy(&text).trim_end().to_owned())
        }
    }
}

/// Returns the matching lines of a suite.
fn found(suite: &Suite, text: &str, path: &str) -> Vec<usize> {
    let query = Query::parse(text).expect("a query").in_editor(path, None);
    query.load().expect("a file that can be read");
    let (job, so_far) = (Job::new(), FoundSoFar::default());
    let lines = query_lines(&suite.snapshot(), &query, &job, &so_far).expect("lines");
    lines.iter().collect()
}

fn some_lines() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(LINES), 0..24)
}

fn suite_of(lines: &[&str]) -> (Suite, String) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    (Suite::from_bytes("a.epd", text.clone().into_bytes()), text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn records_are_duplicates_where_another_says_the_same(lines in some_lines(), negated in any::<bool>()) {
        let (suite, _) = suite_of(&lines);
        let options = ReadOptions::default();
        let records: Vec<_> = lines.iter().map(|line| Record::read(line.as_bytes(), &options)).collect();
        for kind in ["position", "id", "record"] {
            let marks: Vec<_> = records.iter().map(|record| same_by(record, kind)).collect();
            let is_duplicate = |nth: usize| {
                let others = marks.iter().enumerate().filter(|(other, _)| *other != nth);
                marks[nth].is_some() && others.map(|(_, mark)| mark).any(|mark| *mark == marks[nth])
            };
            let expected: Vec<usize> = (0..lines.len())
                .filter(|nth| records[*nth].kind() == LineKind::Record && is_duplicate(*nth) != negated)
                .collect();
            let not = if negated { "not " } else { "" };
            prop_assert_eq!(found(&suite, &format!("{not}duplicate({kind})"), "a.epd"), expected, "{}", kind);
        }
    }

    #[test]
    fn a_position_is_in_a_file_if_a_record_there_has_it(
        lines in some_lines(),
        others in some_lines(),
        negated in any::<bool>(),
    ) {
        let (suite, _) = suite_of(&lines);
        let (_, text) = suite_of(&others);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("other.epd");
        std::fs::write(&path, text).expect("a file");
        let options = ReadOptions::default();
        let mark = |line: &&str| same_by(&Record::read(line.as_bytes(), &options), "position");
        let known: Vec<_> = others.iter().filter_map(mark).collect();
        let is_record = |line: &str| Record::read(line.as_bytes(), &options).kind() == LineKind::Record;
        let expected: Vec<usize> = (0..lines.len())
            .filter(|nth| is_record(lines[*nth]))
            .filter(|nth| mark(&lines[*nth]).is_some_and(|mark| known.contains(&mark)) != negated)
            .collect();
        let not = if negated { "not " } else { "" };
        let query = format!("{not}position in \"{}\"", path.display());
        // A file without any position counts as another kind of text.
        if known.is_empty() && others.iter().any(|line| is_record(line)) {
            let query = Query::parse(&query).expect("a query").in_editor("a.epd", None);
            prop_assert!(query.load().is_err());
            return Ok(());
        }
        prop_assert_eq!(found(&suite, &query, "a.epd"), expected);
    }

    #[test]
    fn a_file_matches_by_path_or_by_name_with_or_without_suffix(
        path in prop::sample::select(vec!["a.epd", "suites/a.epd", "suites/wac.v2.epd", "wac"]),
        word in prop::sample::select(vec!["a", "a.epd", "suites/a.epd", "wac", "wac.v2", "wac.v2.epd", "b"]),
        kind in 0..4,
    ) {
        let (suite, _) = suite_of(&LINES[..3]);
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split('.').next().unwrap_or(name);
        let is = [path, name, stem].contains(&word);
        let (query, expected) = match kind {
            0 => (format!("file = {word}"), is),
            1 => (format!("file != {word}"), !is),
            2 => (format!("file ~ {word}"), path.contains(word)),
            _ => (format!("file !~ {word}"), !path.contains(word)),
        };
        let all: &[usize] = if expected { &[0, 1, 2] } else { &[] };
        prop_assert_eq!(found(&suite, &query, path), all, "{} of {}", query, path);
    }
}
