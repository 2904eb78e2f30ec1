//! Each step of commands that write files is made to fail in turn. Then each file has its old or its new content,
//! no other file is left, and one message names the cause.

use super::command::Run;
use super::flow::Status;
use super::output::{Color, heard};
use super::{read, status_of};
use crate::suite::writing::{Step, faults};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id \"a\";\n";
const B: &str = "4k3/8/8/8/8/8/8/4K2R w K - ce 500; id \"b\";\n";
const DISK_FULL: io::ErrorKind = io::ErrorKind::StorageFull;

/// Returns every file below a folder, with its content.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy().into_owned();
        match path.is_dir() {
            true => {
                for (inner, bytes) in tree(&path) {
                    all.insert(format!("{name}/{inner}"), bytes);
                }
            }
            false => {
                all.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    all
}

struct CommandRun {
    status: Status,
    messages: Vec<String>,
    steps: Vec<Step>,
    left: BTreeMap<String, Vec<u8>>,
    before: BTreeMap<String, Vec<u8>>,
}

/// Runs a command in a new folder, written `@` in the arguments, with its `nth` step failing.
fn run(arguments: &str, nth: Option<usize>, lasting: bool) -> CommandRun {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().to_string_lossy().into_owned();
    let many = (0..9).map(|nth| A.replace("\"a\"", &format!("\"{nth}\"")));
    let many: String = many.collect();
    for (name, text) in [
        ("a.epd", [A, B].concat()),
        ("b.epd", B.repeat(3)),
        ("many.epd", many),
        ("old.epd", "# old\n".into()),
        (
            "pointer.epd",
            "version https://git-lfs.github.com/spec/v1\noid sha256:00\n".into(),
        ),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let before = tree(folder.path());
    let words = std::iter::once("epdit".to_owned())
        .chain(arguments.split('|').map(|word| word.replace('@', &at)));
    let cli = read(words.map(OsString::from)).expect("right usage");
    let command = cli.command.expect("a command");
    let ((status, steps), messages) = heard::during(|| {
        faults::with(nth, lasting, DISK_FULL, || {
            status_of(command.run(Color::Never))
        })
    });
    CommandRun {
        status,
        messages,
        steps,
        left: tree(folder.path()),
        before,
    }
}

fn check(arguments: &str) -> usize {
    let whole = run(arguments, None, false);
    assert_ne!(
        whole.status,
        Status::Trouble,
        "{arguments}: {:?}",
        whole.messages
    );
    assert_ne!(whole.left, whole.before, "{arguments} writes nothing");
    for lasting in [false, true] {
        for nth in 0..whole.steps.len() {
            let done = run(arguments, Some(nth), lasting);
            let failed = done.steps.get(nth);
            let about = format!("{arguments}, step {nth} ({failed:?}): {:?}", done.messages);
            if done.status == Status::Trouble {
                for (name, bytes) in &done.left {
                    let (old, new) = (done.before.get(name), whole.left.get(name));
                    let is_right = old == Some(bytes) || old.is_some() && new == Some(bytes);
                    assert!(is_right, "{about}: {name}");
                }
                assert!(
                    done.before.keys().all(|name| done.left.contains_key(name)),
                    "{about}"
                );
                let errors = done
                    .messages
                    .iter()
                    .filter(|line| line.starts_with("epdit: "));
                let files = arguments.matches("@/").count();
                let most = if lasting && arguments.contains("-i") {
                    files
                } else {
                    1
                };
                let told = errors
                    .clone()
                    .filter(|line| line.contains("the disk is full"));
                assert!((1..=most).contains(&told.count()), "{about}");
            } else {
                assert_eq!(done.left, whole.left, "{about}");
            }
        }
    }
    whole.steps.len()
}

#[test]
fn a_file_changed_in_place_has_its_old_or_new_content_whatever_fails() {
    let mut steps = 0;
    for command in [
        "fmt|-i|@/a.epd",
        "set|-i|c0 \"x\"|@/a.epd|@/b.epd",
        "purge|-i|id|@/a.epd",
        "rename|-i|id|c9|@/a.epd",
        "renumber|-i|n.{n}|@/a.epd",
        "sort|-i|--by|ce|--reverse|@/a.epd",
        "dedupe|-i|@/b.epd",
        "shuffle|-i|--seed|1|@/many.epd",
        "sample|-i|1|--seed|1|@/a.epd",
        "check|--fix|@/a.epd",
    ] {
        steps += check(command);
    }
    assert!(steps > 50, "{steps} steps");
}

#[test]
fn an_output_file_has_its_old_or_new_content_whatever_fails() {
    let mut steps = 0;
    for output in ["@/old.epd", "@/new.epd", "@/new.epd.gz"] {
        for command in [
            "fmt|@/a.epd",
            "query|bm|@/a.epd|@/b.epd",
            "merge|@/a.epd|@/b.epd",
            "set|c0 \"x\"|@/a.epd",
            "sort|--by|ce|@/a.epd|@/b.epd",
            "dedupe|@/b.epd",
            "shuffle|--seed|1|@/b.epd",
            "sample|1|--seed|1|@/b.epd",
            "convert|--to|epd|@/a.epd",
            "convert|--to|csv|--fields|id,ce|@/a.epd|@/b.epd",
            "import|--from|fen|@/a.epd|@/b.epd",
            "import|--from|fen|--unique|@/b.epd",
            "diagram|@/a.epd",
            "diagram|--format|html|@/a.epd",
        ] {
            steps += check(&format!("{command}|-o|{output}"));
        }
    }
    assert!(steps > 100, "{steps} steps");
}

#[test]
fn an_output_file_is_unchanged_if_an_input_cannot_be_read() {
    for command in [
        "fmt",
        "query|bm",
        "merge",
        "set|c0 \"x\"",
        "sort|--by|ce",
        "dedupe",
        "shuffle",
        "sample|1",
        "convert|--to|json",
        "import|--from|fen",
        "diagram",
        "diagram|--format|html",
    ] {
        for inputs in ["@/none.epd", "@/a.epd|@/none.epd", "@/none.epd|@/b.epd"] {
            if command.contains("html") && inputs == "@/none.epd" {
                // Without any record nothing is written anyway.
                continue;
            }
            for output in ["@/old.epd", "@/new.epd"] {
                let done = run(&format!("{command}|{inputs}|-o|{output}"), None, false);
                assert_eq!(done.status, Status::Trouble);
                assert_eq!(done.left, done.before, "{command} {inputs} {output}");
                let messages = done.messages.join("\n");
                assert!(messages.contains("none.epd`: no such file"), "{messages}");
                let kept = if output.contains("old") {
                    "is left unchanged"
                } else {
                    "was not written"
                };
                assert!(messages.contains(kept), "{messages}");
            }
        }
    }
}

#[test]
fn an_output_file_is_unchanged_if_an_input_is_not_an_epd_file() {
    for command in [
        "fmt",
        "query|bm",
        "query|duplicate(id)",
        "query|--count|bm",
        "merge",
        "merge|--where|bm",
        "set|c0 \"x\"",
        "sort|--by|ce",
        "dedupe",
        "shuffle",
        "sample|1",
        "renumber|n.{n}",
        "convert|--to|json",
        "convert|--to|csv",
        "import",
        "import|--from|fen|--unique",
        "diagram",
        "diagram|--format|html",
    ] {
        let pointer = "@/pointer.epd";
        for inputs in [pointer, "@/a.epd|@/pointer.epd", "@/pointer.epd|@/b.epd"] {
            if command.contains("html") && inputs == pointer {
                continue;
            }
            for output in ["@/old.epd", "@/new.epd.gz"] {
                let done = run(&format!("{command}|{inputs}|-o|{output}"), None, false);
                let about = format!("{command} {inputs} {output}: {:?}", done.messages);
                assert_eq!(done.status, Status::Trouble, "{about}");
                assert_eq!(done.left, done.before, "{about}");
                let messages = done.messages.join("\n");
                assert!(messages.contains("pointer.epd`: "), "{about}");
                assert!(messages.contains("run `git lfs pull`"), "{about}");
                let kept = if output.contains("old") {
                    "is left unchanged"
                } else {
                    "was not written"
                };
                assert_eq!(messages.matches(kept).count(), 1, "{about}");
            }
        }
    }
    // With standard output and in place, the other inputs are still processed.
    let done = run("merge|@/pointer.epd|@/b.epd", None, false);
    assert_eq!(done.status, Status::LeftOut);
    let done = run("set|-i|c0 \"x\"|@/pointer.epd|@/a.epd", None, false);
    assert_eq!(done.status, Status::LeftOut);
    assert_ne!(done.left.get("a.epd"), done.before.get("a.epd"));
}

#[test]
fn input_and_output_may_be_the_same_file() {
    let check = |command: &str, expected: &str| {
        let done = run(&format!("{command}|@/a.epd|-o|@/a.epd"), None, false);
        assert_eq!(done.status, Status::Clean, "{:?}", done.messages);
        assert_eq!(String::from_utf8_lossy(&done.left["a.epd"]), expected);
    };
    check("sort|--by|id|--reverse", &[B, A].concat());
    check("merge", &[A, B].concat());
    check("query|bm", A);
    check("fmt", &[&A.replace("e2e4", "e4"), B].concat());
    check("merge|@/b.epd", &[B, B, B, A, B].concat());
}
