//! How results are made that a run of ours still writes: a file beside them says so while they grow.

use std::ffi::OsString;
use std::path::Path;

/// What the first line of that file begins with.
const HEAD: &str = "# How the results beside this file are made";

/// What is told of a run that is not complete, or was stopped: `Stockfish 15.1, nodes 20000`; `None` of any
/// other file. Of one that is complete nobody knows: it may have been changed since.
pub(super) fn unfinished(results: &Path) -> Option<String> {
    let mut beside: OsString = results.as_os_str().to_owned();
    beside.push(".run");
    let text = std::fs::read(Path::new(&beside)).ok()?;
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    if !lines.next()?.starts_with(HEAD) {
        return None;
    }
    let words: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(": ")).collect();
    let word = |name: &str| {
        let mut all = words.iter();
        all.find(|(named, _)| *named == name).map(|(_, word)| *word)
    };
    let engine = word("name").or_else(|| word("engine"));
    let told: Vec<&str> = engine.into_iter().chain(word("limit")).collect();
    Some(told.join(", "))
}
