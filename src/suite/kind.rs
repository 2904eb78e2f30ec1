//! The names of suites; and the detection, by their first bytes, of files that contain no EPD text.
//!
//! ```
//! use epdit::suite::kind::not_epd;
//!
//! assert_eq!(not_epd(b"BZh91AY&SY"), Some("it is compressed with bzip2; unpack it first"));
//! assert_eq!(not_epd(b"not a single field of a record"), None);
//! ```

use crate::suite::Suite;
use std::path::{Path, PathBuf};

/// The suffixes of compressed files.
const PACKED: [&str; 3] = ["gz", "zst", "zip"];

/// Returns a path without the suffix of a compressed file: `a.epd` for `a.epd.gz`.
pub(super) fn unpacked_name(path: &Path) -> PathBuf {
    let is_packed = |suffix: &std::ffi::OsStr| {
        let mut known = PACKED.iter();
        known.any(|known| suffix.eq_ignore_ascii_case(known))
    };
    match path.extension().is_some_and(is_packed) {
        true => path.with_extension(""),
        false => path.to_owned(),
    }
}

/// Returns true if a file with this name is a suite: `*.epd` or `*.fen`, compressed (`.gz`, `.zst`, `.zip`)
/// or not, in any case.
pub fn is_suite_name(path: &Path) -> bool {
    unpacked_name(path)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case("epd") || found.eq_ignore_ascii_case("fen"))
}

const LOOK: usize = 4096;

/// Returns the kind of a file that contains no EPD text, with advice; `None` for a text that may be EPD,
/// however broken.
pub fn not_epd(start: &[u8]) -> Option<&'static str> {
    let start = start.get(..LOOK).unwrap_or(start);
    const KNOWN: [(&[u8], &str); 7] = [
        (b"\xFF\xFE", "it is UTF-16 text; convert it to UTF-8"),
        (b"\xFE\xFF", "it is UTF-16 text; convert it to UTF-8"),
        (
            b"version https://git-lfs.",
            "it is a git-lfs pointer; run `git lfs pull` to fetch the file",
        ),
        (b"\xFD7zXZ\0", "it is compressed with xz; unpack it first"),
        (b"BZh", "it is compressed with bzip2; unpack it first"),
        (
            b"PK\x03\x04",
            "it is a zip archive; name its file, or unpack it first",
        ),
        (b"7z\xBC\xAF\x27\x1C", "it is a 7z archive; unpack it first"),
    ];
    if let Some((_, what)) = KNOWN.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Some(what);
    }
    let zeros = memchr::memchr_iter(0, start).count();
    if start.len() >= 16 && zeros * 10 >= start.len() * 4 && zeros * 10 <= start.len() * 6 {
        return Some("it is UTF-16 text without a byte-order mark; convert it to UTF-8");
    }
    // NUL and Ctrl-Z end records and files of old programs; tabs and line ends are text.
    let odd = |byte: &&u8| matches!(byte, 1..=8 | 11 | 12 | 14..=25 | 27..=31);
    if start.iter().filter(odd).count() * 20 > start.len() {
        return Some("it is binary data");
    }
    // A record ends in one NUL. Many of them, without the slashes of even a single board, mean binary data.
    let ranks = memchr::memchr_iter(b'/', start).count();
    if zeros * 20 > start.len() && ranks < 7 {
        return Some("it is binary data");
    }
    None
}

impl Suite {
    /// Returns the kind of an open file whose current text is not EPD, with advice.
    pub fn not_epd(&self) -> Option<&'static str> {
        let mut start = Vec::new();
        for line in 0..self.line_count().min(LOOK) {
            let room = LOOK.saturating_sub(start.len());
            let text = self.line(line);
            start.extend_from_slice(text.get(..room).unwrap_or(&text));
            if start.len() >= LOOK {
                break;
            }
        }
        not_epd(&start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_kinds_of_files_are_named() {
        let utf16: Vec<u8> = "8/8/8 w - - id \"x\";"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let marked = [b"\xFF\xFE".as_slice(), &utf16].concat();
        for (start, word) in [
            (&marked[..], "UTF-16"),
            (&utf16, "UTF-16"),
            (
                b"version https://git-lfs.github.com/spec/v1\noid sha256:00",
                "git-lfs",
            ),
            (b"\xFD7zXZ\0\0\x04", "xz"),
            (b"\x7FELF\x02\x01\x01\x03\x04\x05\x06", "binary"),
        ] {
            assert!(
                not_epd(start).is_some_and(|what| what.contains(word)),
                "{word}: {:?}",
                not_epd(start)
            );
        }
    }

    #[test]
    fn broken_and_old_epd_is_still_epd() {
        for start in [
            &b""[..],
            b"no position at all\n",
            b"8/8/8/8/8/8/8/K1k5 w - - bm Kb1;\0\n8/8/8/8/8/8/8/K1k5 w - -\0\n\x1a",
            b"\xEF\xBB\xBF8/8/8/8/8/8/8/K1k5 w - -\tid \"caf\xE9\";\r\n",
        ] {
            assert_eq!(not_epd(start), None);
        }
    }
}
