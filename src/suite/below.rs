//! Finding suites below a folder, by one rule for the command line and the editor.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::compress::Compression;

/// A suite found below a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteFile {
    /// The given folder, and the path below it.
    pub path: PathBuf,
    /// The size on disk in bytes.
    pub size: u64,
}

/// A folder that can't be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", .path.display())]
pub struct FolderError {
    pub path: PathBuf,
    pub source: io::Error,
}

/// Returns the suites below `folder`: files named like one ([`is_suite_name`]), in order of name, with the content of
/// a folder in place of its name. Hidden files and folders are skipped (except `folder` itself), and links to folders
/// are not followed, which rules out loops.
pub fn suites_below(folder: &Path) -> SuitesBelow {
    files_below(folder, is_suite_name)
}

/// Returns the files below `folder` whose path is accepted, found as [`suites_below`] finds suites.
pub fn files_below(folder: &Path, is_wanted: fn(&Path) -> bool) -> SuitesBelow {
    SuitesBelow {
        waiting: vec![Waiting::Folder(folder.to_owned())],
        is_wanted,
    }
}

/// Returns true if a file of this name counts as a suite: `*.epd` or `*.fen`, compressed (`.gz`, `.zst`) or not, in
/// either case.
pub fn is_suite_name(path: &Path) -> bool {
    Compression::without_suffix(path)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case("epd") || found.eq_ignore_ascii_case("fen"))
}

/// An iterator that finds files below a folder.
#[derive(Debug)]
pub struct SuitesBelow {
    /// The entries still to be examined, the next one last.
    waiting: Vec<Waiting>,
    is_wanted: fn(&Path) -> bool,
}

#[derive(Debug)]
enum Waiting {
    Folder(PathBuf),
    /// A file that is accepted by its name.
    File(PathBuf),
}

impl SuitesBelow {
    /// Puts the content of a folder before the waiting entries.
    fn look_into(&mut self, folder: &Path) -> io::Result<()> {
        let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        entries.retain(|entry| !is_hidden(entry));
        entries.sort_by_key(fs::DirEntry::file_name);
        let is_wanted = self.is_wanted;
        self.waiting
            .extend(entries.into_iter().rev().filter_map(|entry| {
                let path = entry.path();
                // The kind of a link is that of the link itself.
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => Some(Waiting::Folder(path)),
                    _ => is_wanted(&path).then_some(Waiting::File(path)),
                }
            }));
        Ok(())
    }
}

impl Iterator for SuitesBelow {
    type Item = Result<SuiteFile, FolderError>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(next) = self.waiting.pop() {
            match next {
                Waiting::Folder(path) => {
                    if let Err(source) = self.look_into(&path) {
                        return Some(Err(FolderError { path, source }));
                    }
                }
                // Links to files are followed; pipes, and links to folders or nothing, do not count.
                Waiting::File(path) => match fs::metadata(&path) {
                    Ok(kind) if kind.is_file() => {
                        let size = kind.len();
                        return Some(Ok(SuiteFile { path, size }));
                    }
                    _ => {}
                },
            }
        }
        None
    }
}

fn is_hidden(entry: &fs::DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the files found below a folder with these files, named from it.
    fn check(files: &[&str], expected: &[&str]) {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, "12345").expect("a file");
        }
        check_in(folder.path(), folder.path(), expected);
    }

    fn check_in(folder: &Path, given: &Path, expected: &[&str]) {
        let found: Vec<String> = suites_below(given)
            .map(|found| {
                let found = found.expect("a folder that can be read");
                assert_eq!(found.size, 5, "{found:?}");
                let name = found.path.strip_prefix(folder).expect("a path below it");
                name.to_str().expect("Unicode").replace('\\', "/")
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn suites_come_in_order_of_name_and_folders_in_their_place() {
        check(
            &["d.epd", "a.epd", "c.epd", "b/z.epd", "b/y/x.epd", "b.epd"],
            &["a.epd", "b/y/x.epd", "b/z.epd", "b.epd", "c.epd", "d.epd"],
        );
    }

    #[test]
    fn the_name_tells_what_is_a_suite_packed_or_not() {
        check(
            &[
                "1.epd",
                "2.FEN",
                "3.epd.gz",
                "4.fen.ZST",
                "notes.txt",
                "pack.gz",
                "5.epd.xz",
                "6.epd.gz.gz",
                "epd",
                "7.epd~",
            ],
            &["1.epd", "2.FEN", "3.epd.gz", "4.fen.ZST"],
        );
    }

    #[test]
    fn hidden_files_and_folders_are_left_out() {
        check(
            &[
                "a.epd",
                ".b.epd",
                ".epd",
                ".c/d.epd",
                "e/.f.epd.gz",
                "g.h/i.epd",
            ],
            &["a.epd", "g.h/i.epd"],
        );
    }

    #[test]
    fn a_hidden_folder_that_is_named_is_looked_into() {
        let folder = tempfile::tempdir().expect("a folder");
        let hidden = folder.path().join(".suites");
        fs::create_dir(&hidden).expect("a folder");
        fs::write(hidden.join("a.epd"), "12345").expect("a file");
        check_in(&hidden, &hidden, &["a.epd"]);
    }

    #[test]
    fn a_folder_without_suites_gives_none() {
        check(&["notes.txt", "deep/deeper/readme"], &[]);
    }

    #[cfg(unix)]
    #[test]
    fn a_loop_of_links_ends_and_links_to_files_are_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("a");
        fs::create_dir(&inside).expect("a folder");
        fs::write(inside.join("b.epd"), "12345").expect("a file");
        symlink(folder.path(), inside.join("up")).expect("a link");
        symlink(&inside, inside.join("self.epd")).expect("a link");
        symlink("gone.epd", inside.join("nowhere.epd")).expect("a link");
        symlink("turn.epd", inside.join("turn.epd")).expect("a link");
        symlink(inside.join("b.epd"), folder.path().join("z.epd")).expect("a link");
        check_in(folder.path(), folder.path(), &["a/b.epd", "z.epd"]);
        // A link that is named is a folder like any other.
        let link = inside.join("up");
        check_in(&link, &link, &["a/b.epd", "z.epd"]);
    }

    #[test]
    fn what_can_not_be_looked_into_is_told_and_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let gone = folder.path().join("gone");
        let found: Vec<_> = suites_below(&gone).collect();
        let [Err(error)] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(error.path, gone);
        assert!(error.to_string().contains("gone: "), "{error}");
    }
}
