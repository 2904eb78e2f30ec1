use super::*;

fn run(made: &[(&'static str, &str)], resumes: bool) -> Resumable {
    let made = made.iter().map(|(name, word)| (*name, (*word).to_owned()));
    Resumable::new(made, None, None, resumes)
}

#[test]
fn a_checkpoint_is_read_back_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("out.epd");
    let first = run(&[("command", "mates 2")], false);
    assert!(first.begin(&results, None).is_ok_and(|begins| begins));
    let mut steps = first.steps();
    for (key, place) in [(7, "a.epd:3"), (8, "a: b.epd:4")] {
        steps.pass(key).expect("it goes on");
        let step = steps.record();
        first.note(
            step,
            &[1, 0, key],
            Some(("illegal".to_owned(), place.to_owned())),
        );
    }
    fs::write(&results, "two\nlines\nand").expect("written");
    first.write_noted(&results, 10).expect("written");
    let second = run(&[("command", "mates 2")], true);
    assert!(second.begin(&results, None).is_ok_and(|begins| begins));
    assert_eq!(second.checkpoint(), first.checkpoint());
    assert_eq!(second.counts(), [1, 0, 8, 0]);
    let left = second.checkpoint().left;
    assert_eq!(left.get("illegal"), Some(&(2, "a.epd:3".to_owned())));
    // A run that does not continue replaces nothing.
    assert!(
        run(&[("command", "mates 2")], false)
            .begin(&results, None)
            .is_err()
    );
    Resumable::remove(&results);
    assert!(
        run(&[], false)
            .begin(&results, None)
            .is_ok_and(|begins| begins)
    );
    assert!(
        run(&[], true)
            .begin(&results, None)
            .is_ok_and(|begins| !begins)
    );
}

#[test]
fn a_run_resumes_only_with_its_first_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("out.epd");
    let begun = [("command", "test"), ("limit", "depth 3")];
    fs::write(&results, "4k3\n").expect("written");
    let first = run(&begun, false);
    first.with(|now| now.made.insert(NAME.to_owned(), "Fake".to_owned()));
    first.note(Step::default().then(1), &[], None);
    first.write_noted(&results, 4).expect("written");
    let check = |now: &[(&'static str, &str)], replaces: Option<&str>, expected: &str| {
        let refused = run(now, true).begin(&results, replaces.map(str::to_owned));
        let outcome = refused.map_err(|fault| fault.into_error().to_string());
        assert!(
            outcome
                .as_ref()
                .is_err_and(|outcome| outcome.contains(expected)),
            "{outcome:?}"
        );
    };
    assert!(run(&begun, true).begin(&results, None).is_ok());
    check(
        &[("command", "test"), ("limit", "depth 4")],
        None,
        "was made with limit depth 3, now depth 4:",
    );
    check(
        &[("command", "test"), ("hold", "2")],
        None,
        "hold none, now 2; limit depth 3, now none",
    );
    check(&begun, Some("4 bytes"), "was changed since");
    fs::write(&results, "4k").expect("written");
    check(&begun, None, "was cut: it holds 2 bytes, and held 4");
}

#[test]
fn a_checkpoint_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("out.epd");
    let checkpoint = beside(&results, ".run");
    for text in ["my notes\n", "{}", "{\"about\":\"me\"}"] {
        fs::write(&checkpoint, text).expect("written");
        for resumes in [false, true] {
            assert!(run(&[], resumes).begin(&results, None).is_err());
        }
        assert_eq!(fs::read(&checkpoint).expect("it is there"), text.as_bytes());
    }
}

#[test]
fn finished_pieces_are_skipped_and_other_ones_are_refused() {
    let before = Step::default().then(1).then(2);
    let passed = |keys: &[u64]| {
        let mut steps = Steps {
            before,
            ..Steps::default()
        };
        let places: Result<Vec<_>, _> = keys.iter().map(|key| steps.pass(*key)).collect();
        (places.map_err(drop), steps.end().is_ok())
    };
    let third = before.then(3);
    assert_eq!(
        passed(&[1, 2, 3]),
        (Ok(vec![None, None, Some(third)]), true)
    );
    assert_eq!(passed(&[1]), (Ok(vec![None]), false));
    assert_eq!(passed(&[2, 1, 3]).0, Err(()));
    let first = Steps::default().pass(1);
    assert_eq!(first.ok().flatten().map(|step| step.count), Some(1));
}
