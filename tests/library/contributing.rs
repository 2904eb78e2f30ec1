//! The files and folders that CONTRIBUTING.md names exist.

use regex::Regex;
use std::fs;
use std::path::Path;

#[test]
fn every_file_and_folder_that_contributing_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("CONTRIBUTING");
    let path = Regex::new(r"[(`]((?:src|tests|docs|benches|\.ci|\.github)/[\w./-]+)[)` ]");
    let path = path.expect("an expression");
    let named: Vec<&str> = path
        .captures_iter(&text)
        .map(|found| found.extract::<1>().1[0])
        .collect();
    assert!(named.len() > 40, "only {} paths", named.len());
    let missing: Vec<_> = named
        .iter()
        .filter(|path| !root.join(path).exists())
        .collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md names {missing:?}");
}
