//! Reading: by position, in the background, compressed, and during changes by other programs.

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc;

use super::*;
use crate::epd::Dialect;
use crate::suite::edit::Selection;
use crate::suite::save;
use crate::suite::testing::shuffle;

fn file(name: &str, text: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the test's file");
    (folder, path)
}

fn by_position() -> OpenOptions {
    OpenOptions {
        memory_limit: 0,
        background: false,
        ..OpenOptions::default()
    }
}

fn numbered(lines: usize) -> String {
    (0..lines).map(|n| format!("line {n}\n")).collect()
}

/// A stream of bytes sent through a channel.
struct ChannelReader(mpsc::Receiver<Vec<u8>>, io::Cursor<Vec<u8>>);

impl Read for ChannelReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.1.position() >= self.1.get_ref().len() as u64 {
            match self.0.recv() {
                Ok(more) if more == b"fail" => return Err(io::Error::other("the wire was cut")),
                Ok(more) => self.1 = io::Cursor::new(more),
                Err(_) => return Ok(0),
            }
        }
        self.1.read(bytes)
    }
}

fn sent() -> (mpsc::Sender<Vec<u8>>, ChannelReader) {
    let (sender, receiver) = mpsc::channel();
    (sender, ChannelReader(receiver, io::Cursor::new(Vec::new())))
}

#[test]
fn a_file_read_by_position_is_the_same_as_one_in_memory() {
    for text in [
        &b""[..],
        b"a",
        b"a\r\nb\n\r\nc",
        b"a\rb\rc",
        b"\n",
        numbered(30_000).as_bytes(),
        [vec![b'x'; 300_000], b"\nend".to_vec()].concat().as_slice(),
    ] {
        let (_folder, path) = file("a.epd", text);
        let on_disk = Suite::open(&path, &by_position()).unwrap();
        let in_memory = suite(text);
        assert_eq!(on_disk.line_count(), in_memory.line_count());
        assert_eq!(on_disk.line_end(), in_memory.line_end());
        assert_eq!(whole(&on_disk), text);
        for line in (0..on_disk.line_count()).step_by(7) {
            assert_eq!(on_disk.line(line), in_memory.line(line));
        }
        assert_eq!(on_disk.trouble(), None);
    }
}

#[test]
fn shuffled_lines_of_a_file_read_by_position_need_few_reads() {
    let line = |n: usize| match n % 5_000 {
        77 => format!("# {}{n}\r\n", "long ".repeat(40_000)),
        _ => format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"{n}\";\r\n"),
    };
    let text: String = (0..60_000).map(line).collect();
    for text in [text.as_str(), text.trim_end()] {
        let (_folder, path) = file("a.epd", text.as_bytes());
        let mut on_disk = Suite::open(&path, &by_position()).unwrap();
        let mut in_memory = suite(text.as_bytes());
        for suite in [&mut on_disk, &mut in_memory] {
            let change = shuffle(&suite.snapshot(), 5, &Selection::All, &Job::new()).unwrap();
            suite.apply(change).unwrap();
        }
        let before = on_disk.now.source.blocks_read();
        assert!(whole(&on_disk) == whole(&in_memory));
        // A few times the blocks of the file; line by line it would be one block a line.
        let blocks = on_disk.now.source.blocks_read() - before;
        assert!(blocks < 6_000, "{blocks} blocks");
        // A stream that is only partly in memory.
        let options = OpenOptions {
            memory_limit: 2 << 20,
            ..by_position()
        };
        let stream = io::Cursor::new(text.as_bytes().to_vec());
        let mut spooled = Suite::from_reader("a.epd", stream, &options).unwrap();
        let change = shuffle(&spooled.snapshot(), 5, &Selection::All, &Job::new()).unwrap();
        spooled.apply(change).unwrap();
        assert!(whole(&spooled) == whole(&in_memory));
        // Any range, and the whole file line by line.
        let (disk, memory) = (on_disk.snapshot(), in_memory.snapshot());
        for range in [0..0, 5..6, 700..45_000, 59_999..60_000] {
            let joined = |snapshot: &Snapshot| {
                let runs = snapshot.runs(range.clone());
                runs.flat_map(|run| run.bytes.into_owned())
                    .collect::<Vec<u8>>()
            };
            assert!(joined(&disk) == joined(&memory), "{range:?}");
        }
    }
}

#[test]
fn an_order_of_many_lines_needs_few_reads() {
    let text = "4k3/8/8/8/8/8/8/4K3 w - -\n".repeat(300_000);
    let (_folder, path) = file("a.epd", text.as_bytes());
    let mut suite = Suite::open(&path, &by_position()).unwrap();
    let change = shuffle(&suite.snapshot(), 5, &Selection::All, &Job::new()).unwrap();
    suite.apply(change).unwrap();
    let before = suite.now.source.blocks_read();
    assert!(whole(&suite) == text.as_bytes());
    // The file has 120.
    let blocks = suite.now.source.blocks_read() - before;
    assert!(blocks < 1_200, "{blocks} blocks");
}

#[test]
fn a_file_read_by_position_can_be_edited_and_saved_again_and_again() {
    let (_folder, path) = file("a.epd", numbered(50_000).as_bytes());
    let mut suite = Suite::open(&path, &by_position()).unwrap();
    for (line, text) in [(10, "ten"), (40_000, "forty thousand")] {
        assert!(suite.replace_line(line, text.as_bytes(), Grouping::Step, "edit"));
        let target = suite.save_target().unwrap();
        let saved = save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap();
        suite.mark_saved(saved);
    }
    let expected = numbered(50_000)
        .replace("line 10\n", "ten\n")
        .replace("line 40000\n", "forty thousand\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    assert!(suite.undo().is_some() && suite.undo().is_some());
    assert_eq!(whole(&suite), numbered(50_000).into_bytes());
}

#[test]
fn a_truncated_file_is_reported_and_never_saved() {
    let (_folder, path) = file("a.epd", numbered(50_000).as_bytes());
    let mut suite = Suite::open(&path, &by_position()).unwrap();
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(100)
        .unwrap();
    assert_eq!(suite.line(49_000).as_ref(), b"");
    assert!(
        suite.trouble().unwrap().contains("truncated"),
        "{:?}",
        suite.trouble()
    );
    assert!(suite.replace_line(0, b"edited", Grouping::Step, "edit"));
    let target = suite.save_target().unwrap().over();
    let error = save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap_err();
    assert!(matches!(error, SaveError::Incomplete { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap().len(), 100);
}

#[test]
fn a_file_rewritten_while_read_by_position_is_never_overwritten() {
    let text = numbered(50_000);
    let (_folder, path) = file("a.epd", text.as_bytes());
    let mut suite = Suite::open(&path, &by_position()).unwrap();
    let other = text.replace("line", "LINE");
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.write_all(other.as_bytes()).unwrap();
    // The times of some file systems are coarse.
    file.set_modified(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    assert!(suite.replace_line(0, b"edited", Grouping::Step, "edit"));
    let target = suite.save_target().unwrap();
    assert!(save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).is_err());
    assert!(save::write(&suite.snapshot(), &target.over(), &Job::new(), &|_| {}).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
}

#[cfg(feature = "packed")]
#[test]
fn compressed_files_open_and_save_as_they_were() {
    for (name, compression) in [
        ("a.fen.gz", Compression::Gzip),
        ("a.fen.zst", Compression::Zstd),
    ] {
        let mut packed = Vec::new();
        let text = numbered(20_000);
        pack(&mut packed, Path::new("a"), compression, |out| {
            out.write_all(text.as_bytes())
        })
        .unwrap();
        let (folder, path) = file(name, &packed);
        // Once all in memory, once with most of it in a private file.
        for memory_limit in [512 << 20, 100_000] {
            let options = OpenOptions {
                memory_limit,
                ..OpenOptions::default()
            };
            let mut suite = Suite::open(&path, &options).unwrap();
            suite.wait_until_loaded();
            assert_eq!(suite.dialect(), Dialect::Fen);
            assert_eq!(suite.line_count(), 20_000);
            assert_eq!(suite.line(19_999).as_ref(), b"line 19999\n");
            assert!(suite.replace_line(
                7,
                format!("{memory_limit}").as_bytes(),
                Grouping::Step,
                "edit"
            ));
            let target = suite.save_target().unwrap();
            let saved = save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).unwrap();
            suite.mark_saved(saved);
            let mut unpacked = String::new();
            let (mut reader, found) = unpack(fs::File::open(&path).unwrap(), Most::Any).unwrap();
            reader.read_to_string(&mut unpacked).unwrap();
            assert_eq!(found, compression);
            assert_eq!(
                unpacked,
                text.replace("line 7\n", &format!("{memory_limit}\n"))
            );
        }
        // Another name means another dialect.
        let suite = Suite::open(
            &path,
            &OpenOptions {
                background: false,
                ..OpenOptions::default()
            },
        );
        let target = SaveTarget::new_file(folder.path().join("plain.epd"));
        save::write(&suite.unwrap().snapshot(), &target, &Job::new(), &|_| {}).unwrap();
        assert!(
            fs::read_to_string(target.path)
                .unwrap()
                .starts_with("line 0\nline 1\n")
        );
    }
}

#[cfg(feature = "packed")]
#[test]
fn a_broken_compressed_file_shows_its_readable_part_and_is_never_saved() {
    let mut packed = Vec::new();
    pack(&mut packed, Path::new("a"), Compression::Gzip, |out| {
        out.write_all(numbered(20_000).as_bytes())
    })
    .unwrap();
    packed.truncate(packed.len() / 2);
    let (_folder, path) = file("a.epd.gz", &packed);
    let mut suite = Suite::open(&path, &OpenOptions::default()).unwrap();
    suite.wait_until_loaded();
    assert!(suite.trouble().is_some());
    let target = suite.save_target().unwrap().over();
    assert!(save::write(&suite.snapshot(), &target, &Job::new(), &|_| {}).is_err());
    assert_eq!(fs::read(&path).unwrap(), packed);
}

#[test]
fn edits_made_while_the_file_is_still_being_read_stay_and_can_be_undone() {
    let (sender, reader) = sent();
    sender.send(numbered(20_000).into_bytes()).unwrap();
    let mut suite = Suite::from_reader("stdin.epd", reader, &OpenOptions::default()).unwrap();
    while suite.line_count() == 0 {
        suite
            .load_handle()
            .unwrap()
            .wait(0, std::time::Duration::from_secs(10));
        suite.refresh();
    }
    let first = suite.line_count();
    assert!(suite.loading().is_some() && first < 20_000);
    assert!(suite.delete_lines(0..10, "delete"));
    let held = suite.snapshot();
    assert!(!held.is_complete());
    let job = Job::new();
    let early = rewrite_lines(&held, "all", &job, |_, _| true, |_, _, _| Rewrite::Remove);
    assert_eq!(early.err(), Some(JobError::StillLoading));
    sender.send(b"last".to_vec()).unwrap();
    drop(sender);
    suite.wait_until_loaded();
    assert!(suite.loading().is_none());
    assert_eq!(suite.line_count(), 20_001 - 10);
    assert_eq!(suite.line(0).as_ref(), b"line 10\n");
    assert_eq!(held.line_count(), first - 10);
    assert!(suite.undo().is_some());
    assert!(!suite.is_modified());
    assert_eq!(
        whole(&suite),
        [numbered(20_000).as_bytes(), b"last"].concat()
    );
    assert!(suite.redo().is_some());
    assert_eq!(suite.line_count(), 20_001 - 10);
}

#[test]
fn a_failing_stream_shows_the_lines_read_so_far() {
    let (sender, reader) = sent();
    sender.send(numbered(20_000).into_bytes()).unwrap();
    sender.send(b"fail".to_vec()).unwrap();
    let mut suite = Suite::from_reader("stdin.epd", reader, &OpenOptions::default()).unwrap();
    suite.wait_until_loaded();
    assert!(suite.line_count() > 0);
    assert_eq!(suite.trouble().as_deref(), Some("the wire was cut"));
}

#[test]
fn files_that_cannot_be_opened_are_reported() {
    let (folder, path) = file("a.epd", b"");
    let error = |path: PathBuf| Suite::open(&path, &OpenOptions::default()).unwrap_err();
    assert!(matches!(
        error(folder.path().to_owned()),
        OpenError::Folder { .. }
    ));
    assert!(matches!(
        error(folder.path().join("no/a.epd")),
        OpenError::MissingFolder { .. }
    ));
    assert!(matches!(
        error(path.join("a.epd")),
        OpenError::Unreadable { .. }
    ));
}
