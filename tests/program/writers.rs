//! Commands that write: several at once, under signals, on full disks, and to unusual outputs.
//!
//! The long runs take minutes and need `EPDIT_LONG`.

use super::skipped::skipped;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const RECORD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n";

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.epd"), text).expect("a file");
    folder
}

fn epdit(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_epdit"));
    command.args(arguments).current_dir(folder);
    command.env("XDG_STATE_HOME", folder.join("state"));
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn errors_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn is_long() -> bool {
    std::env::var_os("EPDIT_LONG").is_some()
}

/// Runs commands that set one operation each, several at once, for some rounds; every reported change must
/// be in the file.
fn check_writers(rounds: usize, writers: usize) {
    let folder = folder(RECORD);
    let (mut done, mut refused) = (0, 0);
    for round in 0..rounds {
        fs::write(folder.path().join("a.epd"), RECORD).expect("a file");
        let mut running: Vec<(String, Child)> = Vec::new();
        for writer in 0..writers {
            let operation = format!("c{writer} \"{round}\"");
            let child = epdit(folder.path(), &["set", "-i", &operation, "a.epd"]).spawn();
            running.push((operation, child.expect("it starts")));
        }
        let ended: Vec<(String, Output)> = running
            .into_iter()
            .map(|(operation, child)| (operation, child.wait_with_output().expect("it ends")))
            .collect();
        let text = fs::read_to_string(folder.path().join("a.epd")).expect("the file");
        for (operation, output) in ended {
            if output.status.success() {
                assert!(
                    text.contains(&operation),
                    "round {round}: {operation} in {text}"
                );
                done += 1;
            } else {
                let message = errors_of(&output);
                assert!(message.contains("another"), "round {round}: {message}");
                refused += 1;
            }
        }
        assert_eq!(names(folder.path()), ["a.epd"], "round {round}");
    }
    eprintln!("{rounds} rounds of {writers}: {done} written and in the file, {refused} refused");
    assert!(done >= rounds);
}

#[test]
fn changes_of_several_writers_are_all_in_the_file() {
    let rounds = if is_long() { 1000 } else { 12 };
    check_writers(rounds, 2);
    check_writers(rounds, 3);
}

/// Returns a suite that takes a command a while.
fn large() -> String {
    let records = if cfg!(debug_assertions) {
        40_000
    } else {
        600_000
    };
    (0..records)
        .map(|nth| RECORD.replace("\"a\"", &format!("\"n{nth}\"")))
        .collect()
}

#[test]
fn a_signal_leaves_the_old_file_and_nothing_else() {
    let text = large();
    let folder = folder(&text);
    let mut interrupted = 0;
    for signal in ["INT", "TERM", "HUP", "QUIT"] {
        for arguments in [
            &["fmt", "-i", "a.epd"][..],
            &["set", "-i", "c0 \"x\"", "a.epd"],
            &["sort", "--by", "id", "--reverse", "a.epd", "-o", "b.epd"],
            &["split", "--by", "id", "--into", ".", "a.epd"],
        ] {
            fs::write(folder.path().join("a.epd"), &text).expect("a file");
            // Nobody reads its output: the command must not wait for that when it ends before the signal.
            let mut child = epdit(folder.path(), arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts");
            // The signal is sent as soon as the command writes.
            let begun = Instant::now();
            while child.try_wait().expect("known").is_none()
                && begun.elapsed() < Duration::from_secs(60)
            {
                let writes = names(folder.path())
                    .iter()
                    .any(|name| name.ends_with(".saving"));
                if writes {
                    let kill = Command::new("kill")
                        .args([format!("-{signal}"), child.id().to_string()])
                        .status();
                    assert!(kill.expect("kill runs").success());
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            let status = child.wait().expect("it ends");
            if status.success() {
                // The command ended before the signal.
                let made = names(folder.path())
                    .into_iter()
                    .filter(|name| name != "a.epd");
                made.for_each(|name| fs::remove_file(folder.path().join(name)).expect("a file"));
                continue;
            }
            interrupted += 1;
            assert!(
                status.code().is_none(),
                "{signal}: ended by it, not {status}"
            );
            assert_eq!(names(folder.path()), ["a.epd"], "{signal} {arguments:?}");
            let left = fs::read_to_string(folder.path().join("a.epd")).expect("the file");
            assert!(left == text, "{signal} {arguments:?}: {} bytes", left.len());
        }
    }
    assert!(interrupted > 0, "no signal came in time");
}

#[test]
fn the_temporary_file_of_a_killed_command_is_removed_by_the_next() {
    let folder = folder(RECORD);
    fs::write(folder.path().join(".a.epd.abc123.saving"), "half").expect("a file");
    let output = epdit(folder.path(), &["set", "-i", "c0 \"x\"", "a.epd"]).output();
    assert!(output.expect("it runs").status.success());
    assert_eq!(names(folder.path()), ["a.epd"]);
}

const WRITING: [&[&str]; 8] = [
    &["fmt", "-i", "a.epd"],
    &["set", "-i", "c0 \"x\"", "a.epd"],
    &["sort", "-i", "--by", "id", "--reverse", "a.epd"],
    &["check", "--fix", "a.epd"],
    &["merge", "a.epd", "a.epd", "-o", "b.epd"],
    &["query", "id", "a.epd", "-o", "b.epd"],
    &["sort", "--by", "id", "--reverse", "a.epd", "-o", "a.epd"],
    &["split", "--every", "1", "--into", "parts", "a.epd"],
];

/// Runs every command where nothing can be written; checks that the files are unchanged and one error is
/// printed.
fn check_full(folder: &Path, text: &str, words: &str, run: impl Fn(&[&str]) -> Output) {
    for arguments in WRITING {
        let before = names(folder);
        let output = run(arguments);
        let message = errors_of(&output);
        let about = format!("{arguments:?}: {message}");
        assert_eq!(output.status.code(), Some(2), "{about}");
        assert_eq!(message.matches(words).count(), 1, "{about}");
        let left = fs::read_to_string(folder.join("a.epd")).expect("the file");
        assert!(left == text, "{about}");
        let mut after = names(folder);
        if folder.join("parts").is_dir() {
            assert_eq!(
                names(&folder.join("parts")),
                Vec::<String>::new(),
                "{about}"
            );
            after.retain(|name| name != "parts");
        }
        assert_eq!(
            after,
            before
                .into_iter()
                .filter(|name| name != "parts")
                .collect::<Vec<_>>(),
            "{about}"
        );
    }
}

/// Returns 300 records that each command changes.
fn untidy() -> String {
    (0..300)
        .map(|nth| format!("4k3/8/8/8/8/8/4P3/4K3 w - - id n{nth:03};\n"))
        .collect()
}

#[test]
fn a_limit_on_the_size_of_files_is_reported_and_nothing_is_lost() {
    let text = untidy();
    let folder = folder(&text);
    check_full(folder.path(), &text, "can't write", |arguments| {
        // Blocks of 512 or 1024 bytes: even a part of one record exceeds no blocks at all.
        let blocks = if arguments[0] == "split" { 0 } else { 4 };
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
        shell
            .arg(env!("CARGO_BIN_EXE_epdit"))
            .args(arguments)
            .current_dir(folder.path());
        shell.output().expect("it runs")
    });
}

#[test]
fn a_full_disk_is_reported_and_nothing_is_lost() {
    let place = tempfile::tempdir().expect("a folder");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "epdit-test"])
        .arg(place.path())
        .output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        skipped("this user may not mount a small file system");
        return;
    }
    let unmount = Unmount(place.path().to_owned());
    let text = untidy();
    fs::write(place.path().join("a.epd"), &text).expect("a file");
    // Fill the disk.
    let mut filler = fs::File::create(place.path().join("filler")).expect("a file");
    while filler.write_all(&[0; 4096]).is_ok() {}
    drop(filler);
    check_full(place.path(), &text, "the disk is full", |arguments| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_epdit"));
        command.args(arguments).current_dir(place.path());
        command.output().expect("it runs")
    });
    // With free space again, every command works.
    fs::remove_file(place.path().join("filler")).expect("removed");
    let output = epdit(
        place.path(),
        &["split", "--every", "150", "--into", "parts", "a.epd"],
    )
    .output();
    assert!(output.expect("it runs").status.success());
    assert_eq!(
        names(&place.path().join("parts")),
        ["a-001.epd", "a-002.epd"]
    );
    drop(unmount);
}

struct Unmount(PathBuf);

impl Drop for Unmount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn the_output_option_writes_to_standard_output_pipes_and_links() {
    let folder = folder(RECORD);
    for output in ["-", "/dev/stdout"] {
        let done = epdit(folder.path(), &["merge", "a.epd", "-o", output]).output();
        let done = done.expect("it runs");
        assert_eq!(
            String::from_utf8_lossy(&done.stdout),
            RECORD,
            "{}",
            errors_of(&done)
        );
    }
    // A redirected file is appended to where it was.
    let log = folder.path().join("log");
    fs::write(&log, "first\n").expect("a file");
    let file = fs::File::options()
        .append(true)
        .open(&log)
        .expect("the file");
    let mut command = epdit(folder.path(), &["merge", "a.epd", "-o", "/dev/stdout"]);
    assert!(command.stdout(file).status().expect("it runs").success());
    assert_eq!(
        fs::read_to_string(&log).expect("the file"),
        format!("first\n{RECORD}")
    );
    // A named pipe, whose reader comes a little later.
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo")
            .success()
    );
    let child = epdit(folder.path(), &["merge", "a.epd", "-o", "pipe"])
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_millis(100));
    let mut text = String::new();
    fs::File::open(&pipe)
        .and_then(|mut pipe| pipe.read_to_string(&mut text))
        .expect("read");
    assert!(child.wait_with_output().expect("it ends").status.success());
    assert_eq!(text, RECORD);
    assert!(fs::metadata(&pipe).expect("the pipe").file_type().is_fifo());
    // A pipe holds no file to change: waiting for one would take forever.
    for words in [
        &["set", "-i", "c9 x", "pipe"][..],
        &["sort", "-i", "--by", "id", "pipe"],
    ] {
        let done = epdit(folder.path(), words).output().expect("it ends");
        assert_eq!(done.status.code(), Some(2));
        let words = "`pipe` is a pipe or a device, and can't be changed in place";
        assert!(errors_of(&done).contains(words), "{}", errors_of(&done));
    }
    // A link stays a link.
    fs::create_dir(folder.path().join("real")).expect("a folder");
    std::os::unix::fs::symlink("real/b.epd", folder.path().join("link.epd")).expect("a link");
    for _ in 0..2 {
        let done = epdit(folder.path(), &["merge", "a.epd", "-o", "link.epd"]).output();
        assert!(done.expect("it runs").status.success());
    }
    assert!(folder.path().join("link.epd").is_symlink());
    assert_eq!(
        fs::read_to_string(folder.path().join("real/b.epd")).expect("the file"),
        RECORD
    );
    // The error names what can't be written.
    for (output, words) in [
        ("none/b.epd", "the folder none does not exist"),
        ("real", "is a folder"),
        ("/dev/full", "can't write"),
    ] {
        let done = epdit(folder.path(), &["merge", "a.epd", "-o", output])
            .output()
            .expect("it runs");
        assert_eq!(done.status.code(), Some(2), "{output}");
        assert!(errors_of(&done).contains(words), "{}", errors_of(&done));
    }
}

/// Runs the program in a folder as a user who is not root; `None` if this user may not become another one.
fn as_another_user(folder: &Path, arguments: &[&str]) -> Option<Output> {
    let program = folder.join("epdit");
    if !program.exists() {
        fs::copy(env!("CARGO_BIN_EXE_epdit"), &program).expect("a copy");
    }
    let mut command = Command::new(&program);
    command
        .args(arguments)
        .current_dir(folder)
        .uid(1234)
        .gid(4321);
    command.env("TMPDIR", folder).stdin(Stdio::null());
    // A process started by another test may have the copy open for a moment.
    (0..100).find_map(|_| {
        let output = command.output();
        if output.is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        output.ok()
    })
}

#[test]
fn a_file_whose_group_cannot_be_kept_grants_no_rights_to_another_group() {
    let folder = folder("");
    let path = folder.path().join("a.epd");
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permitted")
    };
    mode(folder.path(), 0o777);
    for (before, after) in [(0o640, 0o600), (0o644, 0o644), (0o664, 0o644)] {
        fs::write(&path, RECORD).expect("a file");
        mode(&path, before);
        if std::os::unix::fs::chown(&path, Some(1234), Some(99)).is_err() {
            skipped("this user may not give files away");
            return;
        }
        let output = as_another_user(folder.path(), &["set", "-i", "c0 \"x\"", "a.epd"]);
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", errors_of(&output));
        let now = fs::metadata(&path).expect("the file");
        assert_eq!(
            (now.uid(), now.gid(), now.mode() & 0o7777),
            (1234, 4321, after),
            "from {before:o}"
        );
    }
}

#[test]
fn a_file_in_an_unwritable_folder_is_written_in_place() {
    let folder = folder(RECORD);
    let path = folder.path().join("sub/a.epd");
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    fs::write(&path, RECORD).expect("a file");
    if std::os::unix::fs::chown(&path, Some(1234), Some(4321)).is_err() {
        skipped("this user may not give files away");
        return;
    }
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permitted")
    };
    mode(folder.path(), 0o777);
    mode(&folder.path().join("sub"), 0o755);
    let output = as_another_user(folder.path(), &["set", "-i", "c0 \"x\"", "sub/a.epd"]);
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", errors_of(&output));
    assert!(
        errors_of(&output).contains("written in place, because no file can be created"),
        "{}",
        errors_of(&output)
    );
    assert!(
        fs::read_to_string(&path)
            .expect("the file")
            .contains("c0 \"x\"")
    );
    assert_eq!(names(&folder.path().join("sub")), ["a.epd"]);
    assert_eq!(names(folder.path()), ["a.epd", "epdit", "sub"]);
    // A file without write permission stays unchanged.
    mode(&path, 0o444);
    let output = as_another_user(folder.path(), &["set", "-i", "c0 \"y\"", "sub/a.epd"]);
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors_of(&output).contains("write-protected"),
        "{}",
        errors_of(&output)
    );
}
