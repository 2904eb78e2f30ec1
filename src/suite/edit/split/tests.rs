//! Splitting, against a real folder.

use super::*;
use crate::suite::writing::{Step, faults};

fn split(folder: &Path, by: SplitBy, lines: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut splitter = Splitter::new(by, folder, Path::new("a.epd"))?;
    for line in lines {
        splitter.line(line.as_bytes(), &ReadOptions::default())?;
    }
    splitter.finish()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

const LINES: [&str; 4] = [
    "4k3/8/8/8/8/8/4P3/4K3 w - - eco \"A00\";\n",
    "4k3/8/8/8/8/8/4P3/4K3 w - - eco \"B00\";\n",
    "4k3/8/8/8/8/8/4P3/4K3 w - - eco \"a00\";\n",
    "4k3/8/8/8/8/8/4P3/4K3 w - - eco \"A00\";\n",
];

#[test]
fn a_failed_split_leaves_no_parts_and_can_be_repeated() {
    let by = || SplitBy::typed("eco").unwrap();
    for lasting in [false, true] {
        for nth in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let into = folder.path().join("parts");
            let (done, steps) =
                faults::with(Some(nth), lasting, io::ErrorKind::StorageFull, || {
                    split(&into, by(), &LINES)
                });
            let about = format!("step {nth}, {:?}: {done:?}", steps.get(nth));
            match done {
                Ok(_) => assert!(
                    steps.get(nth).is_none_or(|step| *step == Step::Sync),
                    "{about}"
                ),
                Err(error) => {
                    assert_eq!(names(&into), Vec::<String>::new(), "{about}");
                    let said = error.to_string();
                    assert!(
                        said.contains("parts") && said.contains("the disk is full"),
                        "{about}"
                    );
                    split(&into, by(), &LINES).unwrap();
                }
            }
            assert_eq!(
                names(&into),
                ["a-A00.epd", "a-B00.epd", "a-a00_2.epd"],
                "{about}"
            );
            if steps.len() <= nth {
                break;
            }
        }
    }
}

#[test]
fn an_existing_file_is_kept_and_no_other_is_made() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a-002.epd"), "mine").unwrap();
    let error = split(folder.path(), SplitBy::Count(1), &LINES).unwrap_err();
    assert!(
        error.to_string().contains("a-002.epd already exists"),
        "{error}"
    );
    assert_eq!(names(folder.path()), ["a-002.epd"]);
    assert_eq!(fs::read(folder.path().join("a-002.epd")).unwrap(), b"mine");
}

#[test]
fn values_with_similar_names_get_separate_files() {
    let folder = tempfile::tempdir().unwrap();
    let line = |id: &str| format!("4k3/8/8/8/8/8/4P3/4K3 w - - id \"{id}\";\n");
    let lines: Vec<String> = ["a b", "a?b", "a_b_2", "A B", "a?b"].map(line).to_vec();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    split(folder.path(), SplitBy::typed("id").unwrap(), &lines).unwrap();
    let all: Vec<usize> = names(folder.path())
        .iter()
        .map(|name| {
            fs::read_to_string(folder.path().join(name))
                .unwrap()
                .lines()
                .count()
        })
        .collect();
    assert_eq!((all.len(), all.iter().sum::<usize>()), (4, 5));
}

#[test]
fn a_dry_run_lists_the_files_and_makes_none() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("parts");
    let look = || {
        let by = SplitBy::typed("eco").unwrap();
        let mut splitter = Splitter::only_looking(by, &into, Path::new("a.epd"));
        for line in LINES {
            splitter.line(line.as_bytes(), &ReadOptions::default())?;
        }
        assert_eq!(splitter.records, 4);
        splitter.finish()
    };
    let found = look().unwrap();
    assert!(!into.exists());
    let made = split(&into, SplitBy::typed("eco").unwrap(), &LINES).unwrap();
    assert_eq!(found, made);
    let refused = look().unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
}
