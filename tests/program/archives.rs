//! Suites in zip archives are read, listed, checked and changed like files, and every other member stays as
//! it was. The archives are made and read back by an independent implementation: the crate zip.

use std::fs::{self, File};
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::Command;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const A: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"A.1\";\n";
const B: &str =
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"B.1\";\n8/8/8/8/8/8/8/K1k5 b - - id \"B.2\";\n";
const NOTES: &str = "No suite, and longer than a line, line, line, line, line, line, line.\n";

/// Makes an archive with a comment; a stream has the lengths behind the members (data descriptors).
fn zipped(members: &[(&str, &str)], is_stream: bool) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    if is_stream {
        let mut out = Vec::new();
        let mut made = ZipWriter::new_stream(&mut out);
        for (name, text) in members {
            made.start_file(*name, options).expect("a member");
            made.write_all(text.as_bytes()).expect("memory");
        }
        made.finish().expect("memory");
        return out;
    }
    let mut made = ZipWriter::new(Cursor::new(Vec::new()));
    made.set_comment("a comment").expect("a comment");
    for (name, text) in members {
        made.start_file(*name, options.unix_permissions(0o640))
            .expect("a member");
        made.write_all(text.as_bytes()).expect("memory");
    }
    made.finish().expect("memory").into_inner()
}

/// Returns the members of an archive: name, text, and the packed bytes.
fn members(path: &Path) -> Vec<(String, String, Vec<u8>)> {
    let mut archive = ZipArchive::new(File::open(path).expect("a file")).expect("an archive");
    let all = 0..archive.len();
    all.map(|at| {
        let mut text = String::new();
        let mut member = archive.by_index(at).expect("a member");
        member.read_to_string(&mut text).expect("a text");
        let name = member.name().to_owned();
        drop(member);
        let mut packed = Vec::new();
        let mut member = archive.by_index_raw(at).expect("a member");
        member.read_to_end(&mut packed).expect("bytes");
        (name, text, packed)
    })
    .collect()
}

struct Run {
    status: i32,
    out: String,
    err: String,
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_epdit"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    Run {
        status: output.status.code().expect("an exit status"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

fn folder(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    folder
}

#[test]
fn an_archive_named_like_a_suite_is_read_as_its_only_suite() {
    for is_stream in [false, true] {
        let archive = zipped(&[("b.epd", B), ("read.me", NOTES)], is_stream);
        let folder = folder(&[("b.epd.zip", archive)]);
        let all = run(folder.path(), &["query", "id", "b.epd.zip"]);
        assert_eq!((all.out.as_str(), all.status), (B, 0));
        let checked = run(folder.path(), &["check", "."]);
        assert!(
            checked.out.contains("2 records"),
            "{}{}",
            checked.out,
            checked.err
        );
        let path = folder.path().join("b.epd.zip");
        let before = members(&path);
        let changed = run(folder.path(), &["set", "-i", "Ok 1", "b.epd.zip"]);
        assert_eq!(changed.status, 0, "{}", changed.err);
        let after = members(&path);
        assert_eq!(after[0].1, B.replace("- - ", "- - Ok 1; "));
        assert_eq!(after[1], before[1]);
    }
}

#[test]
fn an_archive_with_several_suites_is_a_folder_and_only_the_changed_member_is_written() {
    let all = [
        ("read.me", NOTES),
        ("a.epd", A),
        ("deep/b.epd", B),
        ("deep/c.fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"),
        (".hidden.epd", "x"),
        ("__MACOSX/a.epd", "x"),
        ("last.txt", NOTES),
    ];
    for is_stream in [false, true] {
        let folder = folder(&[("s.zip", zipped(&all, is_stream))]);
        let path = folder.path().join("s.zip");
        for root in [".", "s.zip"] {
            let listed = run(folder.path(), &["check", root]);
            assert_eq!(listed.status, 0, "{}", listed.err);
            assert!(
                listed.out.contains("4 records"),
                "{}{}",
                listed.out,
                listed.err
            );
        }
        let deep = run(folder.path(), &["check", "s.zip/deep"]);
        assert!(deep.out.contains("3 records"), "{}{}", deep.out, deep.err);
        let before = members(&path);
        let comment = |path: &Path| {
            let archive = ZipArchive::new(File::open(path).expect("a file")).expect("an archive");
            archive.comment().to_vec()
        };
        let comments = comment(&path);
        let changed = run(folder.path(), &["set", "-i", "Ok 1", "s.zip/deep/b.epd"]);
        assert_eq!(changed.status, 0, "{}", changed.err);
        let after = members(&path);
        for (before, after) in before.iter().zip(&after) {
            match after.0 == "deep/b.epd" {
                true => assert_eq!(after.1, B.replace("- - ", "- - Ok 1; ")),
                false => assert_eq!(after, before),
            }
        }
        assert_eq!((before.len(), comments), (after.len(), comment(&path)));
        // A change of both members is written too.
        let changed = run(folder.path(), &["set", "-i", "Ok 2", "s.zip"]);
        assert_eq!(changed.status, 0, "{}", changed.err);
        let after = members(&path);
        assert_eq!(after[1].1, A.replace("- - ", "- - Ok 2; "));
        assert_eq!(after[2].1, B.replace("- - ", "- - Ok 2; "));
        assert_eq!((&after[0], &after[6]), (&before[0], &before[6]));
    }
}

#[test]
fn an_archive_that_cannot_be_read_is_reported_with_the_reason_and_left_as_it_is() {
    let good = zipped(&[("a.epd", A), ("b.epd", B)], false);
    let cut = good[..good.len() - 30].to_vec();
    let one = zipped(&[("a.epd", A)], false);
    let patched = |header: usize, entry: usize, byte: u8| {
        let mut bytes = one.clone();
        let directory = bytes
            .windows(4)
            .position(|four| four == b"PK\x01\x02")
            .expect("a directory");
        bytes[header] = byte;
        bytes[directory + entry] = byte;
        bytes
    };
    let climbing = zipped(&[("../a.epd", A), ("b.epd", B)], false);
    for (name, bytes, report) in [
        ("cut.epd.zip", cut.clone(), "it is not a whole zip archive"),
        ("cut.zip", cut, "it is not a whole zip archive"),
        (
            "not.zip",
            b"something else".to_vec(),
            "it is not a whole zip archive",
        ),
        (
            "secret.epd.zip",
            patched(6, 8, 1),
            "`a.epd` in the archive: it is encrypted; unpack it first",
        ),
        (
            "other.epd.zip",
            patched(8, 10, 12),
            "it is packed with another method than deflate",
        ),
        (
            "sum.epd.zip",
            patched(14, 16, 0),
            "the archive is damaged: a text in it has another checksum",
        ),
        (
            "climbing.zip",
            climbing,
            "../a.epd`: its name in the archive is not a safe relative path",
        ),
    ] {
        let folder = folder(&[(name, bytes.clone())]);
        for arguments in [
            &["check", name][..],
            &["check", "."],
            &["set", "-i", "Ok 1", name],
        ] {
            let run = run(folder.path(), arguments);
            assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
            assert!(run.err.contains(report), "{arguments:?}: {}", run.err);
        }
        let after = fs::read(folder.path().join(name)).expect("a file");
        // Of two suites the readable one is changed.
        assert_eq!(after == bytes, name != "climbing.zip");
    }
}

#[test]
fn saving_adds_no_new_member_to_an_archive() {
    let bytes = zipped(&[("a.epd", A), ("b.epd", B)], false);
    let folder = folder(&[("s.zip", bytes.clone()), ("a.epd", A.into())]);
    for (arguments, report) in [
        (&["check", "s.zip/c.epd"][..], "the archive has no `c.epd`"),
        (&["fmt", "a.epd", "-o", "s.zip/c.epd"], "s.zip/c.epd"),
        (
            &["fmt", "a.epd", "-o", "s.zip"],
            "does not hold a single suite",
        ),
    ] {
        let run = run(folder.path(), arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(report), "{arguments:?}: {}", run.err);
        assert_eq!(
            fs::read(folder.path().join("s.zip")).expect("a file"),
            bytes
        );
    }
}

#[test]
fn an_archive_with_bytes_that_no_member_owns_is_not_written() {
    let mut bytes = zipped(&[("a.epd", A)], false);
    let directory = bytes
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .expect("a directory");
    bytes.splice(directory..directory, *b"hidden");
    let end = bytes.len() - 22 - "a comment".len();
    let start = u32::try_from(directory + 6).expect("a place");
    bytes[end + 16..end + 20].copy_from_slice(&start.to_le_bytes());
    let folder = folder(&[("a.epd.zip", bytes.clone())]);
    let read = run(folder.path(), &["query", "id", "a.epd.zip"]);
    assert_eq!(read.out, A, "{}", read.err);
    let changed = run(folder.path(), &["set", "-i", "Ok 1", "a.epd.zip"]);
    assert_eq!(changed.status, 2);
    assert!(
        changed
            .err
            .contains("the archive holds data that no member owns"),
        "{}",
        changed.err
    );
    let after = fs::read(folder.path().join("a.epd.zip")).expect("a file");
    assert_eq!(after, bytes);
}

#[test]
fn a_new_archive_holds_the_suite_under_its_name() {
    let folder = folder(&[("a.epd", A.into())]);
    let made = run(folder.path(), &["fmt", "a.epd", "-o", "new.epd.zip"]);
    assert_eq!(made.status, 0, "{}", made.err);
    let [(name, text, _)] = &members(&folder.path().join("new.epd.zip"))[..] else {
        panic!("expected one member");
    };
    assert_eq!((name.as_str(), text.as_str()), ("new.epd", A));
    // The command writes over the archive that it made.
    let again = run(
        folder.path(),
        &["set", "Ok 1", "new.epd.zip", "-o", "new.epd.zip"],
    );
    assert_eq!(again.status, 0, "{}", again.err);
    let after = members(&folder.path().join("new.epd.zip"));
    assert_eq!(after[0].1, A.replace("- - ", "- - Ok 1; "));
}

/// Returns the offsets of the central directory and of the end record.
fn directory_of(bytes: &[u8]) -> (usize, usize) {
    let place = |mark: &[u8]| bytes.windows(4).position(|four| four == mark);
    let found = place(b"PK\x01\x02").zip(place(b"PK\x05\x06"));
    found.expect("a directory")
}

#[test]
fn an_archive_whose_members_share_bytes_is_not_written() {
    // Two entries with one local header.
    let one = zipped(&[("a.epd", A)], false);
    let (directory, end) = directory_of(&one);
    let mut other = one[directory..end].to_vec();
    other[46..51].copy_from_slice(b"b.epd");
    let mut twins = [&one[..end], &other, &one[end..]].concat();
    let end = end + other.len();
    let size = u32::try_from(2 * other.len()).expect("a length");
    twins[end + 8..end + 12].copy_from_slice(&[2, 0, 2, 0]);
    twins[end + 12..end + 16].copy_from_slice(&size.to_le_bytes());
    // An entry whose text runs into the next member.
    let mut longer = zipped(&[("a.epd", A), ("b.epd", B)], false);
    let (directory, _) = directory_of(&longer);
    longer[directory + 20] += 30;
    for (bytes, name) in [(&twins, "a.epd"), (&twins, "b.epd"), (&longer, "b.epd")] {
        let folder = folder(&[("s.zip", bytes.clone())]);
        let member = format!("s.zip/{name}");
        let changed = run(folder.path(), &["set", "-i", "Ok 1", &member]);
        assert_eq!(changed.status, 2, "{name}");
        let report =
            "two members of the archive share its bytes; save the suite under another name";
        assert!(changed.err.contains(report), "{name}: {}", changed.err);
        let after = fs::read(folder.path().join("s.zip")).expect("a file");
        assert!(after == *bytes, "{name}");
    }
}

#[test]
fn a_new_archive_is_made_of_one_suite_only() {
    let folder = folder(&[("a.epd", A.into())]);
    for arguments in [
        &["fmt", "a.epd", "-o", "out.zip"][..],
        &["convert", "--to", "pgn", "a.epd", "-o", "a.pgn.zip"],
        &["convert", "--to", "json", "a.epd", "-o", "A.ZIP"],
    ] {
        let made = run(folder.path(), arguments);
        assert_eq!(made.status, 2, "{arguments:?}");
        let report = "NAME.epd.zip or NAME.fen.zip, or leave `.zip` out";
        assert!(made.err.contains(report), "{arguments:?}: {}", made.err);
        let there = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(there, 1, "{arguments:?}");
    }
    let made = run(
        folder.path(),
        &["convert", "--to", "fen", "a.epd", "-o", "a.fen.zip"],
    );
    assert_eq!(made.status, 0, "{}", made.err);
    assert_eq!(members(&folder.path().join("a.fen.zip"))[0].0, "a.fen");
}

#[test]
fn a_member_of_an_archive_counts_as_an_existing_file() {
    let bytes = zipped(&[("a.epd", A), ("b.epd", B)], false);
    let folder = folder(&[("s.zip", bytes)]);
    let set = run(folder.path(), &["set", "c0", "s.zip/a.epd"]);
    assert!(!set.err.contains("no such file or folder"), "{}", set.err);
    let queried = run(folder.path(), &["query", "--ids", "s.zip/a.epd"]);
    assert_eq!(
        (queried.out.as_str(), queried.status),
        ("A.1\n", 0),
        "{}",
        queried.err
    );
}

#[test]
fn a_folder_in_an_archive_is_not_a_suite() {
    let mut made = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    made.add_directory("w.epd", options).expect("a folder");
    made.start_file("w.epd/a.epd", options).expect("a member");
    made.write_all(A.as_bytes()).expect("memory");
    let bytes = made.finish().expect("memory").into_inner();
    let folder = folder(&[("s.epd.zip", bytes)]);
    for path in ["s.epd.zip", "."] {
        let all = run(folder.path(), &["query", "id", path]);
        assert_eq!((all.out.as_str(), all.err.as_str(), all.status), (A, "", 0));
    }
}

#[test]
fn bytes_before_or_after_an_archive_are_reported() {
    let good = zipped(&[("a.epd", A)], false);
    for bytes in [
        [b"#!/bin/sh\n", &good[..]].concat(),
        [&good[..], b"\r\n"].concat(),
    ] {
        let folder = folder(&[("s.epd.zip", bytes)]);
        let read = run(folder.path(), &["check", "s.epd.zip"]);
        assert_eq!(read.status, 2);
        let report = "the file has bytes before or after the zip archive; remove them, or create the archive again";
        assert!(read.err.contains(report), "{}", read.err);
    }
}

#[test]
fn a_suite_of_an_archive_that_is_read_is_not_the_output() {
    let files = [("a.epd", A), ("b.epd", A)];
    let folder = folder(&[("s.zip", zipped(&files, false))]);
    let before = fs::read(folder.path().join("s.zip")).expect("a file");
    let ran = run(folder.path(), &["fmt", "s.zip", "-o", "s.zip/a.epd"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(
        ran.err.contains("which is read; write elsewhere"),
        "{}",
        ran.err
    );
    assert_eq!(
        fs::read(folder.path().join("s.zip")).expect("a file"),
        before
    );
}

#[test]
fn a_member_that_leads_out_of_its_archive_is_neither_read_nor_written() {
    let files = [("../a.epd", A), ("b.epd", A)];
    let folder = folder(&[("s.zip", zipped(&files, false))]);
    let ran = run(folder.path(), &["fmt", "-i", "s.zip/../a.epd"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(
        ran.err.contains("is not a safe relative path"),
        "{}",
        ran.err
    );
}
