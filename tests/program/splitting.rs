//! `split` writes all of its files or none.

use std::path::Path;
use std::process::Command;

const RECORD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";

/// Runs in a folder; returns status, output and errors.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let status = output.status.code().expect("ended by itself");
    (status, text(output.stdout), text(output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let all = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = all
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_part_that_cannot_be_written_leaves_no_parts_and_one_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    // More than fits the buffer, so that earlier parts are on disk already.
    let record = RECORD.replace('\n', &format!(" c0 \"{}\";\n", "x".repeat(900)));
    std::fs::write(path.join("a.epd"), record.repeat(1000)).expect("a file");
    std::fs::write(path.join("b.epd"), record.repeat(1000)).expect("a file");
    std::fs::write(path.join("a-007.epd"), "somebody's").expect("a file");
    let words = ["split", "--every", "100", "--into", ".", "a.epd", "b.epd"];
    let message = "epdit: ./a-007.epd already exists; existing files are not overwritten, and no file was made\n";
    let (status, out, err) = run(path, &words);
    let err = super::slashes(&err);
    assert_eq!((status, out, err), (2, String::new(), message.to_owned()));
    assert_eq!(names(path), ["a-007.epd", "a.epd", "b.epd"]);
    let kept = std::fs::read(path.join("a-007.epd")).expect("a file");
    assert_eq!(kept, b"somebody's");
}

#[test]
fn a_file_that_cannot_be_read_to_its_end_is_not_split() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, RECORD.repeat(500).as_bytes()).expect("packs");
    let packed = packer.finish().expect("packs");
    std::fs::write(path.join("a.epd"), RECORD).expect("a file");
    std::fs::write(path.join("b.epd.gz"), &packed[..packed.len() - 20]).expect("a file");
    std::fs::write(
        path.join("c.epd"),
        "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n",
    )
    .expect("a file");
    for (other, why) in [
        ("b.epd.gz", "an input can't be read"),
        (
            "c.epd",
            "an input is not an EPD file; run it again without that input",
        ),
    ] {
        for dry_run in [&[][..], &["--dry-run"]] {
            let words = ["split", "--every", "1", "--into", "p", "a.epd", other];
            let (status, out, err) = run(path, &[&words, dry_run].concat());
            assert_eq!((status, &*out), (2, ""), "{err}");
            assert!(
                err.ends_with(&format!("epdit: no file is made: {why}\n")),
                "{err}"
            );
            assert!(!path.join("p").exists());
        }
    }
}

/// Writes a file of this many records whose compressed data ends too early.
fn damaged(path: &Path, records: usize) {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, RECORD.repeat(records).as_bytes()).expect("packs");
    let packed = packer.finish().expect("packs");
    std::fs::write(path, &packed[..packed.len() - 20]).expect("a file");
}

#[test]
fn a_damaged_file_is_named_and_what_was_not_written_is_not_counted_as_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    damaged(&path.join("b.epd.gz"), 500);
    std::fs::write(path.join("a.epd"), RECORD).expect("a file");
    for words in [
        &["sort", "--by", "id", "b.epd.gz", "a.epd"][..],
        &["sort", "--by", "id", "b.epd.gz"],
        &["dedupe", "a.epd", "b.epd.gz"],
        &["shuffle", "a.epd", "b.epd.gz"],
        &["compare", "a.epd", "b.epd.gz"],
        &["contradictions", "a.epd", "b.epd.gz"],
        &["set", "c9 x", "b.epd.gz"],
    ] {
        let (status, _, err) = run(path, words);
        let named = err.matches("`b.epd.gz`: ").count();
        assert_eq!((status, named), (2, 1), "{words:?}\n{err}");
    }
    for words in [&["sort", "-i", "--by", "id"][..], &["set", "-i", "c9 x"]] {
        let (status, _, err) = run(path, &[words, &["b.epd.gz"]].concat());
        let (message, counted) = err.split_once('\n').expect("two lines");
        assert_eq!(status, 2);
        assert!(
            message.starts_with("epdit: `b.epd.gz`: ")
                && message.ends_with("; the file is unchanged"),
            "{err}"
        );
        assert!(
            !message.contains("can't write") && counted.starts_with("no records "),
            "{err}"
        );
    }
    let (status, _, err) = run(path, &["set", "c9 x", "b.epd.gz", "a.epd", "-o", "o.epd"]);
    assert!(status == 2 && !path.join("o.epd").exists());
    assert!(err.ends_with("1 of 1 record would change\n"), "{err}");
}
