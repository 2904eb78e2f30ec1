//! Every step of a save fails in turn: nothing is lost or left over, and one sentence says what is wrong.

use super::*;
use crate::suite::writing::{Step, faults};

const OLD: &[u8] = b"a\nb\n";
const NEW: &[u8] = b"x\nb\n";

/// A save in a separate folder: the state before, and the options.
struct Case {
    old: Option<&'static [u8]>,
    name: &'static str,
    links: bool,
    otherwise: ReplaceFallback,
    backup: bool,
}

const PLAIN: Case = Case {
    old: Some(OLD),
    name: "a.epd",
    links: false,
    otherwise: ReplaceFallback::Refuse,
    backup: false,
};

/// Checks the state after a save whose `nth` step failed; returns true if there was such a step.
fn check(case: &Case, nth: usize, lasting: bool, error: io::ErrorKind) -> bool {
    let folder = folder();
    let path = folder.path().join(case.name);
    let mut before = Vec::new();
    if let Some(old) = case.old {
        pack(&mut before, &path, Compression::of_name(&path), |out| {
            out.write_all(old)
        })
        .unwrap();
        fs::write(&path, &before).unwrap();
    }
    if case.links {
        fs::hard_link(&path, folder.path().join("other.epd")).unwrap();
    }
    let mut suite = open(&path);
    match case.old {
        Some(_) => assert!(suite.replace_line(0, b"x", Grouping::Step, "edit")),
        None => assert!(suite.insert_lines(0, &[b"x".to_vec(), b"b".to_vec()], "insert")),
    }
    let target = SaveTarget {
        otherwise: case.otherwise,
        backup: case.backup,
        ..suite.save_target().unwrap()
    };
    let (saved, steps) = faults::with(Some(nth), lasting, error, || {
        write(&suite.snapshot(), &target, &Job::new(), &|_| {})
    });
    let failed = steps.get(nth).copied();
    let about = format!("{} step {nth}, {failed:?}: {saved:?}", case.name);
    let mut left = names(&folder);
    if case.links {
        let other = fs::read(folder.path().join("other.epd")).unwrap();
        assert_eq!(other, fs::read(&path).unwrap(), "{about}");
        left.retain(|name| name != "other.epd");
    }
    match saved {
        Ok(_) => {
            let kept = open(&path).snapshot();
            let text: Vec<u8> = kept
                .runs(0..kept.line_count())
                .flat_map(|run| run.bytes.to_vec())
                .collect();
            assert_eq!(text, NEW, "{about}");
            let may_fail = [Step::Sync, Step::Own, Step::Attribute, Step::Open];
            assert!(
                failed.is_none_or(|step| may_fail.contains(&step)),
                "{about}"
            );
        }
        // Nothing can be written any more, so the old text is in the copy.
        Err(SaveError::Damaged { ref copy, .. }) if lasting => {
            assert_eq!(fs::read(copy).unwrap(), before, "{about}");
            left.retain(|name| !name.contains("before-saving"));
        }
        Err(ref error) => {
            let said = error.to_string();
            assert!(
                !said.contains('\n') && said.contains(case.name)
                    || said.contains("folder")
                    || said.contains("create"),
                "{about}"
            );
            match case.old {
                Some(_) => assert_eq!(fs::read(&path).unwrap(), before, "{about}"),
                None => assert!(!path.exists(), "{about}"),
            }
        }
    }
    // The backup is made before the file is replaced.
    left.retain(|name| !(case.backup && *name == format!("{}~", case.name)));
    let expected: &[&str] = match path.exists() {
        true => &[case.name],
        false => &[],
    };
    assert_eq!(left, expected, "{about}");
    failed.is_some()
}

fn check_every_step(case: &Case) {
    let mut taken = 0;
    for lasting in [false, true] {
        for error in [io::ErrorKind::StorageFull, io::ErrorKind::PermissionDenied] {
            let mut nth = 0;
            while check(case, nth, lasting, error) {
                nth += 1;
            }
            taken = nth;
        }
    }
    assert!(taken >= 5, "only {taken} steps of {}", case.name);
}

#[test]
fn a_file_is_the_old_one_or_the_new_one_whatever_fails() {
    check_every_step(&PLAIN);
    // Without the feature no compressed file is written.
    #[cfg(feature = "packed")]
    check_every_step(&Case {
        name: "a.epd.gz",
        ..PLAIN
    });
    check_every_step(&Case {
        backup: true,
        ..PLAIN
    });
}

#[test]
fn a_new_file_is_complete_or_missing_whatever_fails() {
    check_every_step(&Case { old: None, ..PLAIN });
}

#[test]
fn a_file_that_is_written_in_place_has_its_old_text_or_the_new_one_whatever_fails() {
    check_every_step(&Case {
        links: true,
        otherwise: ReplaceFallback::InPlace,
        ..PLAIN
    });
}

#[test]
fn an_old_text_that_can_not_be_restored_is_left_in_a_named_copy() {
    let folder = folder();
    let path = file(&folder, "a.epd", OLD);
    fs::hard_link(&path, folder.path().join("other.epd")).unwrap();
    let write_new = |nth| {
        let replace = Replace::new(&path, None, ReplaceFallback::InPlace);
        let error = io::ErrorKind::StorageFull;
        faults::with(nth, true, error, || {
            replace.write(|out| out.write_all(b"longer than before\n"))
        })
    };
    let (done, steps) = write_new(None);
    done.unwrap();
    fs::write(&path, OLD).unwrap();
    // The step that writes the text itself, after those of the new file and the copy.
    let writes: Vec<usize> = (0..steps.len())
        .filter(|at| steps[*at] == Step::Write)
        .collect();
    let (failed, _) = write_new(Some(writes[2]));
    let Err(SaveError::Damaged { copy, .. }) = &failed else {
        panic!("{failed:?}");
    };
    assert_eq!(fs::read(copy).unwrap(), OLD);
    assert!(failed.unwrap_err().to_string().contains("before-saving-1"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_change_on_disk_just_before_the_rename_is_a_conflict() {
    use std::os::unix::fs::MetadataExt;
    type FaultAction = fn(&Path);
    let foreign: [(&str, FaultAction, Option<&str>); 5] = [
        (
            "append",
            |path| {
                let mut file = fs::File::options().append(true).open(path).unwrap();
                file.write_all(b"theirs\n").unwrap();
            },
            Some("a\nb\ntheirs\n"),
        ),
        (
            "truncate",
            |path| {
                fs::File::options()
                    .write(true)
                    .open(path)
                    .unwrap()
                    .set_len(2)
                    .unwrap()
            },
            Some("a\n"),
        ),
        (
            "replace",
            |path| {
                let other = path.with_extension("other");
                fs::write(&other, "c\nd\n").unwrap();
                fs::rename(&other, path).unwrap();
            },
            Some("c\nd\n"),
        ),
        (
            "change in place",
            |path| fs::write(path, "c\nd\n").unwrap(),
            Some("c\nd\n"),
        ),
        ("delete", |path| fs::remove_file(path).unwrap(), None),
    ];
    for (what, does, left) in foreign {
        let folder = folder();
        let path = file(&folder, "a.epd", OLD);
        let before = FileState::settled(&path).unwrap();
        let theirs = path.clone();
        let saved = faults::meanwhile(
            Step::Rename,
            move || does(&theirs),
            || replace_file(&path, Some(&before), |out| out.write_all(NEW)),
        );
        assert!(
            matches!(saved, Err(SaveError::Conflict { .. })),
            "{what}: {saved:?}"
        );
        let text = fs::read_to_string(&path).ok();
        assert_eq!(text.as_deref(), left, "{what}");
        assert_eq!(names(&folder).len(), usize::from(left.is_some()), "{what}");
        if let Ok(there) = fs::metadata(&path) {
            assert_eq!(there.nlink(), 1, "{what}");
        }
    }
}

#[test]
fn a_change_within_one_clock_tick_is_detected_by_its_text() {
    for _ in 0..20 {
        let folder = folder();
        let path = file(&folder, "a.epd", OLD);
        let mut suite = open(&path);
        fs::write(&path, b"c\nd\n").unwrap();
        assert!(suite.replace_line(0, b"x", Grouping::Step, "edit"));
        assert!(matches!(save(&mut suite), Err(SaveError::Conflict { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"c\nd\n");
    }
}

#[test]
fn every_successful_one_of_several_concurrent_saves_is_in_the_file() {
    const EDITORS: usize = 3;
    let rounds = match std::env::var_os("EPDIT_LONG") {
        Some(_) => 1000,
        None => 20,
    };
    let folder = folder();
    let path = folder.path().join("a.epd");
    let (mut done, mut refused) = (0, 0);
    for round in 0..rounds {
        fs::write(&path, "-\n".repeat(EDITORS)).unwrap();
        let saved: Vec<bool> = std::thread::scope(|scope| {
            let editors: Vec<_> = (0..EDITORS)
                .map(|editor| {
                    let path = &path;
                    scope.spawn(move || {
                        let mut suite = open(path);
                        let text = format!("editor {editor} round {round}");
                        assert!(suite.replace_line(
                            editor,
                            text.as_bytes(),
                            Grouping::Step,
                            "edit"
                        ));
                        match save(&mut suite) {
                            Ok(saved) => saved.written.is_some(),
                            Err(SaveError::Conflict { .. } | SaveError::Locked(_)) => false,
                            Err(other) => panic!("round {round}: {other}"),
                        }
                    })
                })
                .collect();
            editors
                .into_iter()
                .map(|editor| editor.join().unwrap())
                .collect()
        });
        let text = fs::read_to_string(&path).unwrap();
        for (editor, saved) in saved.iter().enumerate() {
            let is_there = text.contains(&format!("editor {editor} round {round}\n"));
            assert_eq!(*saved, is_there, "round {round}, editor {editor}: {text}");
        }
        done += saved.iter().filter(|saved| **saved).count();
        refused += saved.iter().filter(|saved| !**saved).count();
        assert_eq!(names(&folder), ["a.epd"]);
    }
    eprintln!("{rounds} rounds: {done} saved and in the file, {refused} told of a conflict");
    assert!(done >= rounds);
}
