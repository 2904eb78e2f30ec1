//! Runs in shares, one on each machine, and the merge of their results.

use crate::engines::{began_into, records, with};
use crate::fake_engine;
use crate::folder::{Folder, Run};
use std::fs;

/// Returns records with everything that occurs between them: comments, a blank line, a record that can't be
/// searched, two equal ones, results of another program, and a last line without a line end.
fn suite() -> String {
    let more = "# end of the pawns\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - Ae \"Old\"; Run \"depth 1\"; bm Qh5; id \"illegal\";\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"same\";\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"same\";\n\
                \n\
                4k3/8/8/8/8/8/8/4K3 b - - Ae \"Other\"; acd 9; bm Kd7; ce 0; pm Kd8; pv Kd8; id \"unsorted\"\n\
                4k3/8/8/8/8/8/8/4K3 w - - am Kd2; id \"am\"; pv Kd2;";
    format!("# pawns\n{}{more}", records(4))
}

/// Runs `arguments` for each of three shares; returns the names of the results.
fn in_shares(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let run = |nth: usize| {
        let (shard, part) = (format!("{nth}/3"), format!("part{nth}.epd"));
        let run = folder.run(&[arguments, &["--shard", &shard, "-o", &part]].concat());
        assert!(run.status < 2, "{run:?}");
        part
    };
    (1..=3).map(run).collect()
}

fn merged(folder: &Folder, parts: &[String], rest: &[&str]) -> Run {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let words = ["merge", "--results", "a.epd", "-o", "merged.epd"];
    folder.run(&[&words, rest, &parts[..]].concat())
}

#[test]
fn the_merged_results_of_all_shares_equal_those_of_one_run() {
    let folder = Folder::new(&[("a.epd", &suite())]);
    let engine = fake_engine::command("well");
    let some = ["--where", "bm = Kd1"];
    for (command, chosen) in [
        (with("test", &engine, &["a.epd"]), &[][..]),
        (with("analyse", &engine, &["a.epd", "--multipv", "2"]), &[]),
        (with("test", &engine, &["a.epd"]), &some),
        (vec!["mates", "2", "a.epd"], &[]),
    ] {
        let command = [&command[..], chosen].concat();
        let whole = folder.run(&command);
        let mut parts = in_shares(&folder, &command);
        let all: usize = (parts.iter())
            .map(|part| folder.read(part).lines().count())
            .sum();
        let expected = if chosen.is_empty() { 9 } else { 6 };
        assert_eq!(all, expected, "a share has its records alone: {command:?}");
        // The parts may be in any order.
        parts.rotate_left(1);
        let run = merged(&folder, &parts, chosen);
        assert_eq!(run.status, 0, "{run:?}");
        assert_eq!(run.last(), format!("{expected} records of 3 parts written"));
        assert_eq!(folder.read("merged.epd"), whole.out, "{command:?}");
        if chosen.is_empty() {
            // A merged file is itself a part, with all records.
            let again = merged(&folder, &["merged.epd".to_owned()], chosen);
            assert_eq!((again.status, folder.read("merged.epd")), (0, whole.out));
        }
    }
}

#[test]
fn parts_of_different_runs_are_refused_by_name() {
    let folder = Folder::new(&[("a.epd", &records(7)), ("none.epd", "")]);
    let engine = fake_engine::command("well");
    let test = |rest: &[&str]| folder.run(&with("test", &engine, rest));
    let parts = in_shares(&folder, &with("test", &engine, &["a.epd"]));
    let check = |parts: &[&str], words: &str| {
        let parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
        let run = merged(&folder, &parts, &[]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(words), "{words}: {run:?}");
        assert!(!folder.path("merged.epd").exists());
    };
    check(
        &["part1.epd", "part3.epd"],
        "2 records have no result: `a.epd:2` (r.2), `a.epd:5` (r.5); run or resume their parts\n",
    );
    check(
        &["none.epd"],
        "7 records have no result: `a.epd:1` (r.1), `a.epd:2` (r.2), `a.epd:3` (r.3), `a.epd:4` (r.4), `a.epd:5` (r.5) and 2 more; run or resume their parts\n",
    );
    check(
        &["part1.epd", "part2.epd", "part3.epd", "part2.epd"],
        "2 results are more of records that have one: `part2.epd:1` (r.2), `part2.epd:2` (r.5); leave a part out\n",
    );
    let other = records(8).replace("r.8", "other");
    fs::write(folder.path("b.epd"), other).expect("written");
    test(&["--shard", "2/3", "-o", "b2.epd", "b.epd"]);
    check(
        &["part1.epd", "part3.epd", "b2.epd"],
        "1 result is of no record of the suite: `b2.epd:3` (other); leave their part out, or name their suite\n",
    );
    test(&["--nodes", "100", "--shard", "2/3", "-o", "c2.epd", "a.epd"]);
    check(
        &["part1.epd", "c2.epd", "part3.epd"],
        "2 results were not made by Fake, depth 3: `c2.epd:1` (r.2) by Fake, depth 3, nodes 100, `c2.epd:2` (r.5) by Fake, depth 3, nodes 100; run their part again as the others\n",
    );
    check(&["part1.epd", "gone.epd"], "`gone.epd`: ");
    // A dry run reports the same, and writes nothing.
    let dry = merged(&folder, &parts, &["--dry-run"]);
    assert_eq!(
        (dry.status, dry.last()),
        (0, "7 records of 3 parts would be written")
    );
    assert!(!folder.path("merged.epd").exists());
    for (suite, words) in [("gone.epd", "`gone.epd`: "), ("-", "can't read `-` twice")] {
        let run = folder.run(&["merge", "--results", suite, "part1.epd"]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(words), "{run:?}");
    }
}

#[test]
fn a_killed_share_resumes_and_another_share_does_not_resume_it() {
    let folder = Folder::new(&[("a.epd", &suite())]);
    let engine = fake_engine::command("slow");
    let words = |shard: &'static str| {
        with(
            "test",
            &engine,
            &["--shard", shard, "-o", "part.epd", "a.epd"],
        )
    };
    let whole = folder.run(&with("test", &engine, &["--shard", "1/2", "a.epd"]));
    began_into(&folder, "part.epd", &words("1/2"), 2)
        .kill()
        .expect("it is killed");
    let other = folder.run(&[&words("2/2")[..], &["--resume"]].concat());
    assert_eq!(other.status, 2, "{other:?}");
    assert!(other.err.contains("shard 1/2, now 2/2"), "{other:?}");
    let run = folder.run(&[&words("1/2")[..], &["--resume"]].concat());
    assert!(run.status < 2, "{run:?}");
    assert_eq!(folder.read("part.epd"), whole.out);
}

#[test]
fn shares_of_a_check_find_what_one_check_finds() {
    let text = suite() + "\nno record at all\n";
    let folder = Folder::new(&[("a.epd", &text), ("b.epd", &suite())]);
    let engine = fake_engine::command("well");
    for command in [
        vec!["check", "--format", "json", "a.epd", "b.epd"],
        with("verify", &engine, &["--all", "a.epd", "b.epd"]),
    ] {
        let whole = folder.run(&command);
        // Only a check of the whole file sees two records with one id.
        let mut expected: Vec<&str> = (whole.out.lines())
            .filter(|line| !line.contains("duplicate-id"))
            .collect();
        let shares = ["1/4", "2/4", "3/4", "4/4"];
        let shares = shares.map(|shard| folder.run(&[&command[..], &["--shard", shard]].concat()));
        let mut found: Vec<&str> = shares.iter().flat_map(|share| share.out.lines()).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{command:?}");
        assert!(shares.iter().all(|share| !share.out.is_empty()));
    }
    let run = folder.run(&["check", "--shard", "1/2", "a.epd"]);
    assert!(
        run.err.contains("records are checked one by one"),
        "{run:?}"
    );
    let perft = "4k3/8/8/8/8/8/8/4K3 w - - D1 5;\n4k3/8/8/8/8/8/8/4K3 w - - D1 6;\n";
    fs::write(folder.path("perft.epd"), perft).expect("written");
    let run = folder.run(&["check", "--perft", "--shard", "2/2", "perft.epd"]);
    assert!(
        run.err.contains("perft.epd:2") || run.out.contains("perft.epd:2"),
        "{run:?}"
    );
    let run = folder.run(&["check", "--perft", "--shard", "1/2", "perft.epd"]);
    assert_eq!(run.status, 0, "{run:?}");
}

#[test]
fn an_invalid_share_is_reported() {
    let folder = Folder::new(&[("a.epd", &records(2))]);
    let engine = fake_engine::command("well");
    for shard in ["0/3", "4/3", "1/0", "3", "a/b", "-1/3", "1/3/4", ""] {
        let run = folder.run(&with("test", &engine, &["--shard", shard, "a.epd"]));
        assert_eq!(run.status, 2, "{shard}: {run:?}");
        let words = "expected I/N, as 1/4, with I from 1 to N";
        assert!(
            run.err.contains(words) || shard.starts_with('-'),
            "{shard}: {run:?}"
        );
    }
    let run = folder.run(&with("test", &engine, &["--shard", "1/2", "-i", "a.epd"]));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.err.contains("use `-o`, not `--in-place`"), "{run:?}");
    for option in ["--fix", "--duplicates"] {
        let run = folder.run(&["check", "--shard", "1/2", option, "a.epd"]);
        assert_eq!(run.status, 2, "{run:?}");
    }
    assert_eq!(folder.read("a.epd"), records(2));
    // With more machines than records, some have nothing to do.
    let parts: Vec<String> = (1..=4)
        .map(|nth| {
            let (shard, part) = (format!("{nth}/4"), format!("part{nth}.epd"));
            let words = ["--shard", &shard, "-o", &part, "a.epd"];
            let run = folder.run(&with("test", &engine, &words));
            assert_eq!(run.status, 0, "{run:?}");
            part
        })
        .collect();
    let run = merged(&folder, &parts, &[]);
    assert_eq!(
        (run.status, run.last()),
        (0, "2 records of 4 parts written"),
        "{run:?}"
    );
}
