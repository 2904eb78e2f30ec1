//! The file that a name which is not there was probably to be.

use std::fs;
use std::path::{Path, PathBuf};

use crate::epd::spelling;
use crate::suite::is_suite_name;

/// Entries of a folder that are looked at at most: beyond, a hint is not worth the wait.
const LOOKED_AT: usize = 2000;

/// The suite in the folder of `path` that has nearly its name; the first in order of name where there
/// are several, none where the folder can't be read.
pub(super) fn of(path: &Path) -> Option<PathBuf> {
    let typed = stem(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let mut suites: Vec<PathBuf> = fs::read_dir(read)
        .ok()?
        .take(LOOKED_AT)
        .filter_map(|entry| Some(folder.join(entry.ok()?.file_name())))
        .filter(|suite| is_suite_name(suite) && suite.is_file())
        .collect();
    suites.sort();
    let stems: Vec<String> = suites
        .iter()
        .map(|suite| stem(suite).unwrap_or_default())
        .collect();
    let known = stems
        .iter()
        .map(String::as_str)
        .filter(|other| *other == typed || !is_next_of(&typed, other));
    let near = spelling::nearest(typed.as_bytes(), known, slips(&typed));
    let at = stems
        .iter()
        .position(|stem| Some(&stem.as_str()) == near.first())?;
    suites.get(at).cloned()
}

/// A file's name without what says its kind, in small letters.
fn stem(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.to_lowercase();
    let inner = name.strip_suffix(".gz").or(name.strip_suffix(".zst"));
    let inner = Path::new(inner.unwrap_or(&name));
    Some(inner.file_stem()?.to_str()?.to_owned())
}

/// Short names are near to one another without any slip.
fn slips(stem: &str) -> usize {
    match stem.len() {
        0..3 => 0,
        _ => spelling::slips(stem.as_bytes()),
    }
}

/// Whether two names differ only in a number: one is begun beside the other on purpose.
fn is_next_of(a: &str, b: &str) -> bool {
    let letters = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
    letters(a) == letters(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_near_to_a_suite_of_its_folder_by_a_slip_or_another_ending() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [
            "wac.epd",
            "eigenmann.epd",
            "part1.epd",
            "a.epd",
            "mate.epd.gz",
            "notes.txt",
        ] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        for (typed, expected) in [
            ("wca.epd", Some("wac.epd")),
            ("WAC", Some("wac.epd")),
            ("wac.edp", Some("wac.epd")),
            ("eigenman.epd", Some("eigenmann.epd")),
            ("mate.epd", Some("mate.epd.gz")),
            ("b.epd", None),
            ("part2.epd", None),
            ("notes.epd", None),
            ("queens.epd", None),
        ] {
            let found = of(&folder.path().join(typed));
            let name = found.as_deref().and_then(Path::file_name);
            assert_eq!(name.and_then(|name| name.to_str()), expected, "{typed}");
        }
        assert_eq!(of(&folder.path().join("none/wca.epd")), None);
    }
}
