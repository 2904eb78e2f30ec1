//! Runs that were killed or stopped, and continue to the same bytes as an uninterrupted run; and the files
//! in which results grow.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::engines::{began, began_into, records, with};
use crate::fake_engine;
use crate::folder::{Folder, Run};

#[test]
fn a_killed_run_continues_to_the_bytes_of_one_that_was_not() {
    let folder = Folder::new(&[("a.epd", &format!("# head\n{}", records(30)))]);
    let slow = fake_engine::command("slow:1");
    let well = fake_engine::command("well");
    let whole = folder.run(&with("test", &well, &["a.epd"]));
    let to_file = ["--jobs", "2", "-o", "out.epd", "a.epd"];
    let mut child = began(&folder, &with("test", &slow, &to_file), 4);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    assert!(done.lines().count() < 30 && whole.out.starts_with(&done));
    let report = folder.run(&["report", "out.epd"]).out;
    assert!(report.contains("\nthe run is not complete"), "{report}");
    // A line that was half written at the kill is written again.
    fs::write(
        folder.path("out.epd"),
        format!("{done}4k3/8/8/8/8/8/4P3/4K3 w - - ac"),
    )
    .expect("written");
    let mut words = with("test", &slow, &to_file);
    words.push("--resume");
    let rest = folder.run(&words);
    assert_eq!(rest.status, 0, "{rest:?}");
    assert_eq!(folder.read("out.epd"), whole.out);
    assert_eq!(rest.last(), "solved 30 of 30");
    // All records are done.
    let again = folder.run(&words);
    let complete = "`out.epd` is complete (there is no `out.epd.run`): nothing left to do";
    assert_eq!(
        (again.status, folder.read("out.epd"), again.last()),
        (0, whole.out, complete)
    );
}

/// Records as in real suites: some can't be read back from a run's output, some have unusual spelling.
const ODD: &str = "\
# head
4k3/8/8/8/8/8/4P3/4K3 w - - pv Zz9; bm e1d1;Foo \"a\"
4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 bm e1d1;  Tag 5 ; ce ; pm ;
4k3/8/8/8/8/8/4P3/4K3 w - - acd  5 ; bm Zz9; id \"r.3\";
nothing that is read
4k3/8/8/8/8/8/4P3/4K3 w - - bm e1d1; PV: e1d1 e8d7; id \"r.4\";

4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"r.5\";
";

#[test]
fn wherever_a_run_was_cut_off_it_continues_to_the_same_bytes() {
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    for (command, end) in [("test", "\n"), ("analyse", "\r\n"), ("test", "\r")] {
        let suite = ODD.replace('\n', end);
        let folder = Folder::new(&[("a.epd", &suite)]);
        let whole = folder.run(&with(command, &well, &["a.epd"])).out;
        assert_ne!(whole, suite);
        for lines in 0..=6 {
            let words = with(command, &slow, &["-o", "out.epd", "a.epd"]);
            let mut child = began(&folder, &words, lines);
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            // Cut in a line, before its end, within its line end.
            let halves = ["4k3/8/8/8", "4k3/8/8/8/8/8/4P3/4K3 w - -", "\r"];
            if folder.path("out.epd.run").exists() {
                let done = folder.read("out.epd");
                let half = halves[lines % halves.len()];
                fs::write(folder.path("out.epd"), done + half).expect("written");
            }
            let rest = folder.run(&[&words[..], &["--resume"]].concat());
            assert_eq!(folder.read("out.epd"), whole, "{command} {lines} {rest:?}");
            fs::remove_file(folder.path("out.epd")).expect("removed");
        }
    }
}

#[test]
fn a_run_that_is_stopped_before_its_first_result_leaves_what_was_there() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let (well, mute) = (fake_engine::command("well"), fake_engine::command("mute"));
    let to_file = ["-o", "out.epd", "a.epd"];
    assert_eq!(folder.run(&with("test", &well, &to_file)).status, 0);
    let before = folder.read("out.epd");
    let mut run = folder
        .command(&with("test", &mute, &to_file))
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // By then the engine is searching, and will never answer.
    std::thread::sleep(Duration::from_millis(800));
    let process = rustix::process::Pid::from_child(&run);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).expect("it runs");
    run.wait().expect("it ends");
    assert_eq!(folder.read("out.epd"), before);
    assert!(!folder.path("out.epd.run").exists());
}

#[test]
fn files_of_other_programs_next_to_results_are_left_alone() {
    let files = [
        ("a.epd", &*records(2)),
        ("out.epd", "old\n"),
        ("out.epd.run", "mine\n"),
    ];
    let folder = Folder::new(&files);
    let run = folder.run(&with(
        "test",
        &fake_engine::command("well"),
        &["-o", "out.epd", "a.epd"],
    ));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.err.contains("of something else"), "{run:?}");
    assert_eq!(folder.read("out.epd"), "old\n");
    assert_eq!(folder.read("out.epd.run"), "mine\n");
}

#[test]
fn a_run_remembers_its_engine_even_if_the_first_record_needs_none() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;\n";
    let folder = Folder::new(&[("a.epd", &format!("{stalemate}{}", records(20)))]);
    let slow = fake_engine::command("slow:1");
    let mut child = began(
        &folder,
        &with("analyse", &slow, &["-o", "out.epd", "a.epd"]),
        3,
    );
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let beside = folder.read("out.epd.run");
    assert_eq!(beside.matches("\"name\": \"Fake\"").count(), 1, "{beside}");
}

#[test]
fn a_run_resumes_only_with_the_same_options_and_reports_what_it_replaces() {
    let folder = Folder::new(&[("a.epd", &records(20))]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    let to_file = ["-o", "out.epd", "a.epd"];
    let mut child = began(&folder, &with("test", &slow, &to_file), 4);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    let progress = folder.read("out.epd.run");
    for words in [
        "\"command\": \"test\"",
        "\"limit\": \"depth 3\"",
        "\"name\": \"Fake\"",
    ] {
        assert!(progress.contains(words), "{words}: {progress}");
    }
    let refused = |arguments: &[&str], words: &str| {
        let run = folder.run(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {run:?}");
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
        assert_eq!(folder.read("out.epd"), done);
    };
    let again = |command, engine, rest: &[&'static str]| -> Vec<String> {
        let all = [&to_file[..], &["--resume"], rest].concat();
        with(command, engine, &all)
            .into_iter()
            .map(str::to_owned)
            .collect()
    };
    let words = |words: &[String]| -> Vec<String> { words.to_vec() };
    let other_limit = words(&again("test", &slow, &["--nodes", "7"]));
    let other_command = words(&again("analyse", &slow, &[]));
    let other_engine = words(&again("test", &well, &[]));
    let other_option = words(&again("test", &slow, &["--option", "Threads=2"]));
    for (arguments, words) in [
        (
            other_limit,
            "was made with limit depth 3, now depth 3, nodes 7",
        ),
        (other_command, "was made with command test, now analyse"),
        (other_engine, "was made with engine "),
        (other_option, "was made with options none, now Threads=2"),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        refused(&arguments, words);
    }
    // Without `--resume` it is not written over.
    refused(&with("test", &slow, &to_file), "`--resume` continues it");
    let same = words(&again("test", &slow, &[]));
    let same: Vec<&str> = same.iter().map(String::as_str).collect();
    let rest = folder.run(&same);
    assert_eq!(
        (rest.status, rest.last()),
        (0, "solved 20 of 20"),
        "{rest:?}"
    );
    assert!(!folder.path("out.epd.run").exists());
    // The run is complete: a new one replaces it, and says so.
    let anew = folder.run(&with("test", &well, &to_file));
    assert!(
        anew.err
            .contains("replacing `out.epd`, which held 20 lines"),
        "{anew:?}"
    );
    // Without the file of its progress a run can't continue.
    fs::write(folder.path("out.epd"), &done).expect("written");
    let rest = folder.run(&same);
    let complete = "`out.epd` is complete (there is no `out.epd.run`): nothing left to do";
    assert_eq!((rest.status, rest.last()), (0, complete), "{rest:?}");
    assert_eq!(folder.read("out.epd"), done);
}

#[test]
fn a_run_that_does_not_write_each_record_continues_where_it_was_stopped() {
    // In every other record the best move is not the engine's.
    let record = |n: usize| {
        let best = if n.is_multiple_of(2) { "Kd2" } else { "Kd1" };
        format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm {best}; id \"r.{n}\";\n")
    };
    let text: String = (1..=20).map(record).collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    for format in ["human", "json"] {
        let rest = ["--margin", "10", "--format", format];
        let words = |engine, more: &[&'static str]| -> Vec<String> {
            let all = [&rest[..], more, &["a.epd"]].concat();
            let all = with("verify", engine, &all);
            all.into_iter().map(str::to_owned).collect()
        };
        let run = |words: &[String]| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            folder.run(&words)
        };
        let whole = run(&words(&well, &[]));
        assert_eq!(
            (whole.status, whole.last()),
            (1, "10 confirmed · 0 ambiguous · 0 cooked · 10 wrong")
        );
        let to_file = words(&slow, &["-o", "out.epd"]);
        let to_file: Vec<&str> = to_file.iter().map(String::as_str).collect();
        let mut child = began(&folder, &to_file, 3);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let done = folder.read("out.epd");
        assert!(whole.out.starts_with(&done) && done != whole.out);
        // Text written after the last checkpoint is written again.
        fs::write(folder.path("out.epd"), format!("{done}a.epd:99: wro")).expect("written");
        let refused = run(&words(&slow, &["-o", "out.epd"]));
        assert_eq!(refused.status, 2, "{refused:?}");
        let other = run(&words(
            &slow,
            &["-o", "out.epd", "--resume", "--where", "bm"],
        ));
        assert_eq!(other.status, 2, "{other:?}");
        assert!(other.err.contains("where none, now bm"), "{other:?}");
        let resumed = run(&words(&slow, &["-o", "out.epd", "--resume"]));
        assert_eq!(
            (resumed.status, resumed.last()),
            (1, whole.last()),
            "{resumed:?}"
        );
        assert_eq!(folder.read("out.epd"), whole.out);
        assert!(!folder.path("out.epd.run").exists());
        let again = run(&words(&slow, &["-o", "out.epd", "--resume"]));
        assert_eq!(
            (again.status, again.last()),
            (
                0,
                "`out.epd` is complete (there is no `out.epd.run`): nothing left to do"
            )
        );
        assert_eq!(folder.read("out.epd"), whole.out);
        fs::remove_file(folder.path("out.epd")).expect("removed");
    }
}

#[test]
fn a_run_does_not_resume_after_its_records_changed() {
    let folder = Folder::new(&[("a.epd", &records(20))]);
    let slow = fake_engine::command("slow:1");
    let to_file = ["--format", "json", "-o", "out.epd", "a.epd"];
    let mut child = began(&folder, &with("verify", &slow, &to_file), 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    for other in [records(20).replace("r.1\"", "mine\""), records(1)] {
        fs::write(folder.path("a.epd"), other).expect("written");
        let mut words = with("verify", &slow, &to_file);
        words.push("--resume");
        let run = folder.run(&words);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains("than the input has now"), "{run:?}");
        assert_eq!(folder.read("out.epd"), done);
    }
}

/// Starts a run, kills it once this many lines are written, and resumes it to its end.
fn killed_and_resumed(folder: &Folder, arguments: &[&str], lines: usize) -> Run {
    let mut child = began(folder, arguments, lines);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    folder.run(&[arguments, &["--resume"]].concat())
}

#[test]
fn unusual_lines_are_written_as_in_an_uninterrupted_run() {
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    // A line too long for memory is read in parts.
    let long = format!("# {}\n", "x".repeat(5 << 20));
    let record = format!(
        "4k3/8/8/8/8/8/4P3/4K3 w - - c1 \"{}\";\n",
        "x".repeat(9 << 20)
    );
    let windows = records(8).replace('\n', "\r\n");
    let unclear = records(8).replace("bm Kd1", "bm e1d1; pv Zz9");
    for text in [
        format!("{}{long}{}", records(2), records(6)),
        format!("{}{record}{}", records(2), records(6)),
        windows,
        unclear,
    ] {
        let folder = Folder::new(&[("a.epd", &text)]);
        let whole = folder.run(&with("analyse", &well, &["a.epd"]));
        let run = killed_and_resumed(
            &folder,
            &with("analyse", &slow, &["-o", "out.epd", "a.epd"]),
            4,
        );
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(folder.read("out.epd") == whole.out);
    }
}

#[test]
fn edits_since_a_stopped_run_are_reported() {
    let text = records(20).replace("w - -", "w - - hmvc 0;");
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow:1");
    let arguments = with("analyse", &slow, &["-o", "out.epd", "a.epd"]);
    let mut child = began(&folder, &arguments, 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let done = folder.read("out.epd");
    fs::write(folder.path("a.epd"), text.replacen("hmvc 0", "hmvc 9", 1)).expect("written");
    let run = folder.run(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(run.status, 2, "{run:?}");
    assert!(
        run.err
            .contains("are of other records than the input has now"),
        "{}",
        run.err
    );
    assert_eq!(folder.read("out.epd"), done);
}

#[test]
fn a_resumed_run_includes_the_counts_from_before() {
    // The query matches every other record; the others have the result of an earlier run.
    let record = |n: usize| {
        format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"{}\"; pm e4;\n",
            n % 2
        )
    };
    let text: String = (0..16).map(record).collect();
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow:1");
    let asked = ["--where", "id = 1", "-o", "out.epd", "a.epd"];
    let run = killed_and_resumed(&folder, &with("test", &slow, &asked), 3);
    assert_eq!((run.status, run.last()), (0, "solved 8 of 8"), "{run:?}");
    assert!(run.err.contains("from the run before"), "{run:?}");
}

#[test]
fn results_cut_by_a_full_disk_are_not_resumed() {
    let folder = Folder::new(&[("a.epd", &records(2)), ("out.epd", ""), ("out.epd.run", "")]);
    let well = fake_engine::command("well");
    let run = folder.run(&with("test", &well, &["-o", "out.epd", "a.epd"]));
    assert_eq!((run.status, run.last()), (0, "solved 2 of 2"), "{run:?}");
    assert!(!folder.path("out.epd.run").exists());
}

#[test]
fn a_resumed_run_reports_records_without_a_result() {
    let folder = Folder::new(&[("a.epd", &records(400))]);
    let fails = fake_engine::command("no-best:2");
    let words = with("analyse", &fails, &["-o", "out.epd", "a.epd"]);
    let rest = killed_and_resumed(&folder, &words, 3);
    assert_eq!(rest.status, 1, "{rest:?}");
    assert!(
        rest.err
            .contains(" of the run before without a result; `--where 'not pv' -i`"),
        "{rest:?}"
    );
}

#[test]
fn in_place_the_old_file_stays_until_the_run_is_complete_and_a_killed_run_resumes() {
    let text = format!("# head\n{}", records(30));
    let folder = Folder::new(&[("a.epd", &text)]);
    let slow = fake_engine::command("slow:1");
    let well = fake_engine::command("well");
    let whole = folder.run(&with("test", &well, &["a.epd"])).out;
    let in_place = ["--jobs", "2", "-i", "a.epd"];
    let grows = "a.epd.unfinished";
    let mut child = began_into(&folder, grows, &with("test", &slow, &in_place), 5);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(folder.read("a.epd"), text);
    // The results are not written over.
    let anew = folder.run(&with("test", &well, &in_place));
    assert_eq!(anew.status, 2, "{anew:?}");
    assert!(anew.err.contains("`--resume` continues it"), "{anew:?}");
    let mut words = with("test", &slow, &in_place);
    words.push("--resume");
    let rest = folder.run(&words);
    assert_eq!(
        (rest.status, rest.last()),
        (0, "solved 30 of 30"),
        "{rest:?}"
    );
    assert_eq!(folder.read("a.epd"), whole);
    assert!(!folder.path(grows).exists());
    // An uninterrupted run gives the same text, and a second one changes nothing.
    let again = folder.run(&with("test", &well, &in_place));
    assert_eq!((again.status, folder.read("a.epd")), (0, whole));
}

#[test]
fn in_place_edits_made_meanwhile_are_kept() {
    let folder = Folder::new(&[("a.epd", &records(30))]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    let in_place = ["-i", "a.epd"];
    let grows = "a.epd.unfinished";
    let mut child = began_into(&folder, grows, &with("analyse", &slow, &in_place), 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let edited = records(30).replace("r.1\"", "mine\"");
    fs::write(folder.path("a.epd"), &edited).expect("written");
    let rest = folder.run(&with("analyse", &well, &["-i", "--resume", "a.epd"]));
    assert_eq!(rest.status, 2, "{rest:?}");
    assert!(rest.err.contains("was changed since"), "{rest:?}");
    assert_eq!(folder.read("a.epd"), edited);
    // The file is edited while the run continues.
    fs::remove_file(folder.path(grows)).expect("removed");
    let child = began_into(&folder, grows, &with("analyse", &slow, &in_place), 3);
    let edited = edited.replace("r.2\"", "mine, too\"");
    fs::write(folder.path("a.epd"), &edited).expect("written");
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err.contains("the results are in `a.epd.unfinished`"),
        "{err}"
    );
    assert_eq!(folder.read("a.epd"), edited);
    assert_eq!(folder.read(grows).lines().count(), 30);
    assert!(err.contains("rename it to keep them"), "{err}");
    assert!(!folder.path("a.epd.unfinished.run").exists());
    // The results are neither written over nor used for the file as it is now.
    let kept = folder.read(grows);
    for rest in [&["-i", "a.epd"][..], &["-i", "--resume", "a.epd"]] {
        let again = folder.run(&with("analyse", &well, rest));
        assert_eq!(again.status, 2, "{again:?}");
        assert!(
            again.err.contains("rename or remove it to begin anew"),
            "{again:?}"
        );
        assert_eq!(
            (folder.read(grows), folder.read("a.epd")),
            (kept.clone(), edited.clone())
        );
    }
}

#[test]
fn an_unwritable_output_is_reported_before_the_first_search() {
    let folder = Folder::new(&[("a.epd", &records(2)), ("a.pgn", "1. e4 *\n")]);
    let slow = fake_engine::command("slow:1000");
    let check = |command: &str, rest: &[&str], expected: &str| {
        let begun = Instant::now();
        let run = match command {
            "mates" => folder.run(&[&["mates", "2"], rest].concat()),
            _ => folder.run(&with(command, &slow, rest)),
        };
        assert_eq!(
            (run.status, run.last()),
            (2, expected),
            "{command}: {run:?}"
        );
        assert!(begun.elapsed() < Duration::from_secs(2), "{command}");
    };
    let no_folder = "epdit: can't write `none/out.epd`: there is no folder `none`";
    for command in ["analyse", "test", "verify", "make", "mates"] {
        check(command, &["-o", "none/out.epd", "a.epd"], no_folder);
    }
    check(
        "test",
        &["-o", "a.pgn/out.epd", "a.epd"],
        "epdit: can't write `a.pgn/out.epd`: there is no folder `a.pgn`",
    );
}

#[test]
fn records_of_a_complete_run_name_its_engine_and_limit() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let well = fake_engine::command("well");
    let run = |out: &str, rest: &[&str]| {
        let words = [&["-o", out, "a.epd"], rest].concat();
        let run = folder.run(&with("test", &well, &words));
        assert_eq!(run.status, 0, "{run:?}");
        folder.read(out)
    };
    let short = run("short.epd", &["--hold", "9"]);
    let told = "Ae \"Fake\"; Run \"depth 3, hold 9\";";
    assert_eq!(short.matches(told).count(), 3, "{short}");
    run("long.epd", &["--nodes", "700", "--option", "Threads=2"]);
    let one = folder.run(&["report", "short.epd"]);
    assert!(
        one.out
            .contains("\nEngine and limit: Fake, depth 3, hold 9\n"),
        "{one:?}"
    );
    // The two runs differ by engine and limit, and not by file name.
    let two = folder.run(&["report", "short.epd", "long.epd"]);
    for run in [
        "\n  depth 3, hold 9                short.epd ",
        "\n  depth 3, nodes 700, Threads=2  long.epd ",
        "\nEngine of all: Fake\n",
    ] {
        assert!(two.out.contains(run), "{}", two.out);
    }
    // Results of another engine are replaced.
    let again = folder.run(&with("analyse", &well, &["short.epd"]));
    assert_eq!(
        again.out.matches("Run \"depth 3\";").count(),
        3,
        "{again:?}"
    );
    assert!(!again.out.contains("hold"));
}

/// Returns results as earlier versions wrote them: the engine with its options, and the limit.
fn as_before(text: &str) -> String {
    let text = text.replace("Ae \"Fake\";", "Engine \"Fake, Threads=2\";");
    text.replace("Run \"depth 3, Threads=2\";", "Limit \"depth 3\";")
}

#[test]
fn results_of_earlier_versions_are_read_and_resumed() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    let well = fake_engine::command("slow");
    let threads = ["--option", "Threads=2"];
    let words = |out: &'static str| {
        with(
            "test",
            &well,
            &[&["-o", out, "a.epd"], &threads[..]].concat(),
        )
    };
    began(&folder, &words("out.epd"), 1)
        .kill()
        .expect("it is killed");
    let kept = as_before(&folder.read("out.epd"));
    let checkpoint = folder.read("out.epd.run");
    let bytes = |text: &str| format!("\"bytes\": {}", text.len());
    let before = bytes(&folder.read("out.epd"));
    assert!(checkpoint.contains(&before), "{checkpoint}");
    let checkpoint = checkpoint.replace(&before, &bytes(&kept));
    std::fs::write(folder.path("out.epd"), &kept).expect("written");
    std::fs::write(folder.path("out.epd.run"), checkpoint).expect("written");
    let run = folder.run(&[&words("out.epd")[..], &["--resume"]].concat());
    assert_eq!((run.status, run.last()), (0, "solved 3 of 3"), "{run:?}");
    let (one, all) = (folder.read("out.epd"), folder.run(&words("all.epd")));
    assert_eq!(all.status, 0, "{all:?}");
    assert!(one.starts_with(&kept) && one.contains("Run \"depth 3, Threads=2\";"));
    // A report treats results of both versions as one run.
    for report in [
        folder.run(&["report", "out.epd"]),
        folder.run(&["report", "out.epd", "all.epd"]),
    ] {
        let message = "Fake, depth 3, Threads=2\n";
        assert!(report.out.contains(message), "{report:?}");
    }
    // A new search writes only the new operations.
    let old = as_before(&folder.read("all.epd"));
    std::fs::write(folder.path("old.epd"), old).expect("written");
    let again = folder.run(&[&with("test", &well, &["old.epd"])[..], &threads].concat());
    assert_eq!(again.out, folder.read("all.epd"));
}

#[test]
fn of_two_runs_that_write_one_file_the_second_waits() {
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    for (place, grows) in [
        (&["-i", "--resume", "a.epd"][..], "a.epd.unfinished"),
        (&["-o", "b.epd", "--resume", "a.epd"], "b.epd"),
    ] {
        let folder = Folder::new(&[("a.epd", &records(20))]);
        let whole = folder.run(&with("test", &well, &["a.epd"])).out;
        let words = with("test", &slow, place);
        let first = began_into(&folder, grows, &words, 3);
        let second = folder.run(&words);
        let first = first.wait_with_output().expect("it ends");
        assert_eq!(first.status.code(), Some(0), "{first:?}");
        assert_eq!(second.status, 0, "{second:?}");
        assert!(
            second.err.contains("waiting for another epdit"),
            "{second:?}"
        );
        let result = place[1..].iter().find(|word| word.ends_with(".epd"));
        assert_eq!(folder.read(result.expect("a name")), whole, "{second:?}");
    }
}

#[test]
fn results_are_not_written_to_another_name_of_the_input() {
    let folder = Folder::new(&[("a.epd", &records(3))]);
    fs::hard_link(folder.path("a.epd"), folder.path("b.epd")).expect("a link");
    let well = fake_engine::command("well");
    let run = folder.run(&with("analyse", &well, &["-o", "b.epd", "a.epd"]));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.err.contains("is also an input"), "{run:?}");
    assert_eq!(folder.read("a.epd"), records(3));
}

#[test]
fn in_place_needs_one_file_that_can_be_extended() {
    let folder = Folder::new(&[("a.epd", &records(1)), ("b.epd", &records(1))]);
    let well = fake_engine::command("well");
    for (rest, why) in [
        (&["-i", "a.epd", "b.epd"][..], "takes one file at a time"),
        (&["-i", "."], "takes one file at a time"),
        (&["-i", "-"], "can't be used with standard input"),
        (&["-i", "a.epd.gz"], "can't be packed"),
        (&["-i", "-o", "b.epd", "a.epd"], "cannot be used with"),
        (&["--resume", "a.epd"], "required"),
        (&["-i", "none.epd"], "none.epd"),
    ] {
        let run = folder.run(&with("analyse", &well, rest));
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.err.contains(why), "{rest:?}: {}", run.err);
    }
    // A missing engine leaves no file behind.
    let run = folder.run(&["analyse", "--engine", "no-such-engine", "-i", "a.epd"]);
    assert_eq!(run.status, 2);
    assert!(!folder.path("a.epd.unfinished").exists());
    let run = folder.run(&["mates", "1", "-i", "a.epd"]);
    assert_eq!((run.status, folder.read("a.epd")), (0, records(1)));
    assert!(!folder.path("a.epd.unfinished").exists());
}

#[test]
fn records_left_unchanged_before_a_stop_are_counted_after_it() {
    let record = |n: usize| format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1; id \"r.{n}\";\n");
    let illegal = "8/8/8/8/8/8/8/8 w - - id \"none\";\n";
    let suite = format!(
        "{illegal}{}{illegal}",
        (0..9).map(record).collect::<String>()
    );
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    let left = "2 left unchanged: the position is illegal (first: a.epd:1)";
    for (command, place, grows) in [
        ("analyse", &["-o", "out.epd", "a.epd"][..], "out.epd"),
        ("test", &["-i", "a.epd"], "a.epd.unfinished"),
        ("verify", &["--all", "-o", "out.epd", "a.epd"], "out.epd"),
    ] {
        let folder = Folder::new(&[("a.epd", &suite)]);
        let whole = folder.run(&with(command, &well, &["a.epd"]));
        assert_eq!(whole.status, 1, "{whole:?}");
        assert!(
            whole
                .err
                .contains(&format!("9 of 11 records {}", done(command))),
            "{whole:?}"
        );
        assert!(whole.err.contains(left), "{whole:?}");
        let words = with(command, &slow, place);
        let mut child = began_into(&folder, grows, &words, 4);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let rest = folder.run(&[&words[..], &["--resume"]].concat());
        assert_eq!(rest.status, 1, "{rest:?}");
        let message = format!("9 of 11 records {} · ", done(command));
        assert!(rest.err.contains(&message), "{rest:?}");
        assert!(
            rest.err.contains(" of them from the run before · "),
            "{rest:?}"
        );
        assert!(rest.err.contains(left), "{rest:?}");
    }
}

fn done(command: &str) -> &'static str {
    match command {
        "analyse" => "analysed",
        "test" => "tested",
        _ => "verified",
    }
}

#[test]
fn a_run_whose_results_were_removed_starts_again_and_says_so() {
    let folder = Folder::new(&[("a.epd", &records(12))]);
    let (slow, well) = (fake_engine::command("slow:1"), fake_engine::command("well"));
    let whole = folder.run(&with("test", &well, &["a.epd"])).out;
    let words = with("test", &slow, &["-o", "out.epd", "a.epd"]);
    for resume in [&["--resume"][..], &[]] {
        let mut child = began(&folder, &words, 3);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        fs::remove_file(folder.path("out.epd")).expect("removed");
        let run = folder.run(&[&words[..], resume].concat());
        assert_eq!((run.status, run.last()), (0, "solved 12 of 12"), "{run:?}");
        assert_eq!(folder.read("out.epd"), whole);
        assert!(!folder.path("out.epd.run").exists());
        let told = "epdit: `out.epd` is missing, the output of a stopped run; starting anew";
        assert_eq!(run.err.contains(told), !resume.is_empty(), "{run:?}");
        fs::remove_file(folder.path("out.epd")).expect("removed");
    }
}
