//! The engine and limit of results: from their records, or from a file beside a run that is still being written.

use std::path::Path;

use super::Run;
use crate::epd::counted::thousands_of;

/// The engine and limit of a record, as it states them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The engine with its options: `Stockfish 17, Hash=256`.
    pub engine: Option<String>,
    /// `nodes 20000`.
    pub limit: Option<String>,
}

impl Made {
    /// Returns the parts common to all runs; `None` unless they are known for each run.
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

    /// Returns `Stockfish 17, nodes 20000`; `None` if nothing is known.
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
    /// Returns the different engines and limits of the records, each with the number of records, in file order.
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

    /// Returns the engine and limit common to all records; `None` if they are unknown or differ.
    pub fn made(&self) -> Option<&Made> {
        let rows = self.rows.as_slice();
        let first = &rows.first()?.made;
        let is_known = *first != Made::default();
        (is_known && rows.iter().all(|row| row.made == *first)).then_some(first)
    }

    /// Returns the engine and limit in words: `Stockfish 17, nodes 20000`; with the number of records for each if
    /// they differ; `None` if nothing is known.
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

/// Gives each of several runs a label: the parts of its engine and limit that distinguish it, or its name if they are
/// unknown or equal.
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

/// Returns the engine and limit of a run that is incomplete or was stopped: `Stockfish 15.1, nodes 20000`; `None` for
/// any other file. A run keeps a JSON file beside its results until they are complete.
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

/// Returns `None`: without the feature that reads JSON nothing is known of a run.
#[cfg(not(feature = "tables"))]
pub(super) fn unfinished(_: &Path) -> Option<String> {
    None
}
