//! How results are made: as their records say; and while a run of ours still writes them, a file beside them.

use std::path::Path;

use super::Run;
use crate::epd::counted::thousands_of;

/// Who searched a record and what limited it, as it says itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The engine with its options: `Stockfish 17, Hash=256`.
    pub engine: Option<String>,
    /// `nodes 20000`.
    pub limit: Option<String>,
}

impl Made {
    /// What is the same in all runs; `None` where it is not known of each how it was made.
    pub(super) fn shared(runs: &[Run]) -> Option<Self> {
        let made: Vec<&Self> = runs.iter().map(Run::made).collect::<Option<_>>()?;
        let shared = |of: fn(&Self) -> &Option<String>| {
            let first = of(made.first()?);
            first
                .clone()
                .filter(|_| made.iter().all(|other| of(other) == first))
        };
        Some(Self {
            engine: shared(|made| &made.engine),
            limit: shared(|made| &made.limit),
        })
    }

    /// `Stockfish 17, nodes 20000`; `None` where nothing is known.
    pub fn in_words(&self) -> Option<String> {
        let words: Vec<&str> = [&self.engine, &self.limit]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

impl Run {
    /// The ways in which its records were made, each with how many there are, in the order of the file.
    pub fn ways(&self) -> Vec<(&Made, usize)> {
        let mut ways: Vec<(&Made, usize)> = Vec::new();
        for row in &self.rows {
            match ways.iter_mut().find(|(made, _)| **made == row.made) {
                Some((_, count)) => *count += 1,
                None => ways.push((&row.made, 1)),
            }
        }
        ways
    }

    /// How all of its records were made; `None` where that is not known, or not the same.
    pub fn made(&self) -> Option<&Made> {
        let rows = self.rows.as_slice();
        let first = &rows.first()?.made;
        let is_known = *first != Made::default();
        (is_known && rows.iter().all(|row| row.made == *first)).then_some(first)
    }

    /// How its records were made, in words: `Stockfish 17, nodes 20000`; with how many of each where that differs;
    /// `None` where nothing is known.
    pub fn made_in_words(&self) -> Option<String> {
        if let Some(made) = self.made() {
            return made.in_words();
        }
        let ways = self.ways();
        if ways.len() < 2 {
            return None;
        }
        let words = ways.into_iter().map(|(made, count)| {
            let made = made.in_words().unwrap_or_else(|| "not known".to_owned());
            format!("{made} ({})", thousands_of(count, "record", "records"))
        });
        Some(words.collect::<Vec<_>>().join("; "))
    }
}

/// Gives each of several runs a label: what tells its engine and limit from those of the others, its name where they
/// are not known or the same.
pub(super) fn label(runs: &mut [Run]) {
    if runs.len() < 2 {
        return;
    }
    let shared = Made::shared(runs).unwrap_or_default();
    let labels: Vec<Option<String>> = runs
        .iter()
        .map(|run| {
            let made = run.made()?;
            let own = Made {
                engine: made.engine.clone().filter(|_| shared.engine.is_none()),
                limit: made.limit.clone().filter(|_| shared.limit.is_none()),
            };
            own.in_words().or_else(|| made.in_words())
        })
        .collect();
    for (at, run) in runs.iter_mut().enumerate() {
        let label = labels.get(at).cloned().flatten();
        let is_own = |label: &String| {
            labels
                .iter()
                .flatten()
                .filter(|other| *other == label)
                .count()
                == 1
        };
        run.label = label.filter(is_own).unwrap_or_else(|| run.name.clone());
    }
}

/// What is told of a run that is not complete, or was stopped: `Stockfish 15.1, nodes 20000`; `None` of any
/// other file. A run of ours keeps a file of JSON beside its results until they are complete.
#[cfg(feature = "tables")]
pub(super) fn unfinished(results: &Path) -> Option<String> {
    const ABOUT: &str = "How the results beside this file are made";
    let mut beside = results.as_os_str().to_owned();
    beside.push(".run");
    let text = std::fs::read(Path::new(&beside)).ok()?;
    let checkpoint: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let is_ours = checkpoint.get("about")?.as_str()?.starts_with(ABOUT);
    let made = checkpoint.get("made").filter(|_| is_ours)?;
    let word = |name: &str| made.get(name)?.as_str();
    let engine = word("name").or_else(|| word("engine"));
    let told: Vec<&str> = engine.into_iter().chain(word("limit")).collect();
    Some(told.join(", "))
}

/// Without the feature that reads JSON nothing is known of a run.
#[cfg(not(feature = "tables"))]
pub(super) fn unfinished(_: &Path) -> Option<String> {
    None
}
