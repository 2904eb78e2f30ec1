//! The English of the sources: docs open with what an item is or does, and types are nouns.

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Participles, adverbs and verbs that need their context. Outcomes and errors such as `Refused`, `Skipped`
/// or `Changed` are fine.
const NOT_A_TYPE: &str = "Against Ahead Alike Answered Applied Around Arranged Asked Asking Asks At Awake \
    Becomes Befalls Befell Began Behind Beside Between Beyond Bounded Broken By Calculated Came Chosen \
    Compared Counted Covers Deduped Does Done Drawn Driven Dropped Edited Ended Exported Fetched Found \
    Gathered Given Glance Gone Growing Grown Hand Heard Held Inside Joined Joining Journalled Kept Keyed \
    Known Later Left Listed Located Loose Lost Made MadeWith Matched Meant Measured Meeting Met Moved \
    Named Noted Now Numbered Odd Offered Otherwise Parsed Passed Picks Played Prepared Rebuilt Related \
    Remapped Remembered Replaced Reports Respelled Rest Said Same Sameness Saved Scanned Scored Searched \
    Seen Sent Shared Shown SoFar Sorted Spelled Spooled Staying Stored Summed Taken Then Together Told Took \
    Tried Typed Understood Undisturbed Unsaved Waiting Waits Wanted Which Whole Whose Why Within Witness \
    Worked Written";

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn gather(folder: &Path, all: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                gather(&path, all);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                all.push((path, text));
            }
        }
    }
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    gather(&root.join(folder), &mut all);
    all
}

/// Returns the first line of each doc comment: line number, text, and the item that follows.
fn openings(source: &str) -> Vec<(usize, &str, &str)> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let mut found = Vec::new();
    let mut before = "";
    for (at, line) in lines.iter().enumerate() {
        if let Some(opening) = line.strip_prefix("///")
            && !before.starts_with("///")
        {
            let is_item = |line: &&&str| {
                !line.is_empty() && !line.starts_with("///") && !line.starts_with("#[")
            };
            let item = lines[at..].iter().find(is_item).unwrap_or(&"");
            found.push((at + 1, opening.trim(), *item));
        }
        before = line;
    }
    found
}

fn fault(opening: &str, item: &str) -> Option<&'static str> {
    let riddle = Regex::new(
        r"^(What|Whether|How|Why|That|Which|So many|The same|As many|Where|It|Those|Likewise)\b",
    );
    let function = Regex::new(r"^(pub(\([^)]*\))? )?(const |async |unsafe )*fn ");
    let verb = Regex::new(r"^[A-Z][a-z]+s\b").expect("an expression");
    let is_flag = opening.starts_with("Whether") && item.contains("bool");
    if riddle.expect("an expression").is_match(opening) && !is_flag {
        return Some("opens with a stand-in for a noun");
    }
    let is_function = function.expect("an expression").is_match(item);
    (is_function && !verb.is_match(opening))
        .then_some("opens without a verb (Returns, Draws, Parses ...)")
}

#[test]
fn faulty_openings_of_docs_are_found() {
    for (opening, item, is_faulty) in [
        ("Returns the line.", "fn line() {", false),
        ("The line.", "pub(crate) fn line() {", true),
        ("The line.", "struct Line {", false),
        ("What is there.", "struct Line {", true),
        ("Whether it is there.", "is_there: bool,", false),
        ("Whether it is there.", "fn is_there() -> u8 {", true),
        ("Itself.", "struct Line;", false),
    ] {
        assert_eq!(
            fault(opening, item).is_some(),
            is_faulty,
            "{opening} {item}"
        );
    }
    let found = openings("/// One.\n/// Two.\n#[test]\nfn f() {}\n\n  /// Three.\n  a: u8,\n");
    assert_eq!(found, [(1, "One.", "fn f() {}"), (6, "Three.", "a: u8,")]);
}

#[test]
fn docs_open_with_a_noun_or_a_verb() {
    let (mut count, mut faults) = (0, Vec::new());
    for (path, source) in ["src", "tests", "benches"].into_iter().flat_map(sources) {
        for (line, opening, item) in openings(&source) {
            count += 1;
            if let Some(fault) = fault(opening, item) {
                faults.push(format!("{}:{line}: {fault}: {opening}", path.display()));
            }
        }
    }
    assert!(count > 5000, "only {count} docs were read");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn types_are_named_by_nouns() {
    let kind = Regex::new(r"^\s*(?:pub(?:\([^)]*\))? )?(?:struct|enum|trait|type) (\w+)");
    let kind = kind.expect("an expression");
    let wrong: Vec<&str> = NOT_A_TYPE.split_whitespace().collect();
    let (mut count, mut faults) = (0, Vec::new());
    for (path, source) in ["src", "tests", "benches"].into_iter().flat_map(sources) {
        for name in source.lines().filter_map(|line| kind.captures(line)) {
            count += 1;
            if wrong.contains(&&name[1]) {
                faults.push(format!("{}: `{}`", path.display(), &name[1]));
            }
        }
    }
    assert!(count > 1000, "only {count} types were read");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
