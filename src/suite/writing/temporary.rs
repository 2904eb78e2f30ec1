//! Files that are written before they get their name, and are removed if they never do.
//!
//! The writer holds the lock of its file, so an unlocked one belongs to a killed process and is removed. A process
//! that is told to end first removes its own ([`end_of_process`]).

use crate::suite::platform::names_of;
use crate::suite::writing;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The suffix of their names.
const SUFFIX: &str = ".saving";
/// The number of random letters before the suffix.
const CHANCE: usize = 6;
/// The number of names to try.
const TRIES: usize = 100;

/// The unfinished files of this process, and folders full of them.
static THERE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn there() -> MutexGuard<'static, Vec<PathBuf>> {
    THERE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guard that delays the end of the process by a signal, for work that must not be cut short.
pub(crate) struct Undisturbed(#[allow(dead_code)] MutexGuard<'static, Vec<PathBuf>>);

/// Returns a guard that delays the end of the process.
pub(crate) fn undisturbed() -> Undisturbed {
    Undisturbed(there())
}

/// Removes the unfinished files of this process, and then calls `end`, which does not return.
pub fn end_of_process(end: impl FnOnce()) {
    // Held until the end: no file is created or renamed any more.
    let there = there();
    for path in there.iter() {
        take_away(path);
    }
    end();
}

fn take_away(path: &Path) {
    // If the removal fails, the next save in the folder tries again.
    let _ = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
}

/// A file without its final name, or a folder of such. Dropping it removes it with its content.
pub(crate) struct Temporary {
    pub path: PathBuf,
    pub file: File,
}

impl Temporary {
    /// Creates a file in this folder, to become `target`, with permissions `mode`.
    pub(crate) fn new(folder: &Path, target: &OsStr, mode: u32) -> io::Result<Self> {
        sweep(folder);
        let create = |path: &Path| writing::create_new(path, mode);
        match Self::named(folder, target, create) {
            // The name is so long that nothing can be added.
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
                Self::named(folder, OsStr::new("epdit"), create)
            }
            made => made,
        }
    }

    /// Creates a folder for unfinished files that are made from `target`.
    pub(crate) fn folder(folder: &Path, target: &OsStr) -> io::Result<Self> {
        sweep(folder);
        Self::named(folder, target, |path| {
            writing::create_folder(path)?;
            File::open(path).inspect_err(|_| take_away(path))
        })
    }

    fn named(
        folder: &Path,
        target: &OsStr,
        create: impl Fn(&Path) -> io::Result<File>,
    ) -> io::Result<Self> {
        for _ in 0..TRIES {
            let path = folder.join(name(target));
            let mut there = there();
            let file = match create(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            there.push(path.clone());
            drop(there);
            let made = Self { path, file };
            // Some network file systems have no locks; there, nothing is swept away either.
            let _ = made.file.try_lock();
            let metadata = made.file.metadata()?;
            let is_there = match metadata.is_dir() {
                true => made.path.is_dir(),
                false => names_of(&metadata) > 0,
            };
            if is_there {
                return Ok(made);
            }
            // Another process swept it away just before it was locked.
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Renames the file by `rename`, after which it is permanent. No signal interrupts this.
    pub(crate) fn becomes<R>(
        self,
        rename: impl FnOnce(&Path, &File) -> io::Result<R>,
    ) -> io::Result<R> {
        let mut there = there();
        let renamed = rename(&self.path, &self.file);
        if renamed.is_ok() {
            there.retain(|path| *path != self.path);
        }
        drop(there);
        renamed
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut there = there();
        // A renamed file is not in the list.
        if let Some(at) = there.iter().position(|path| *path == self.path) {
            take_away(&self.path);
            there.swap_remove(at);
        }
    }
}

/// Returns a random name: `.NAME.x1y2z3.saving`.
fn name(target: &OsStr) -> OsString {
    let mut name = OsString::from(".");
    name.push(target);
    name.push(".");
    name.push(by_chance());
    name.push(SUFFIX);
    name
}

/// Returns a few random letters.
fn by_chance() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";
    // Each state of the standard library's hasher is different.
    let mut number = RandomState::new().build_hasher().finish();
    let mut text = String::new();
    for _ in 0..CHANCE {
        text.push(char::from(
            LETTERS.get(number as usize % 32).copied().unwrap_or(b'a'),
        ));
        number /= 32;
    }
    text
}

/// Returns true if a file of this name is a temporary file of epdit.
fn is_ours(name: &str) -> bool {
    let inner = name
        .strip_prefix('.')
        .and_then(|name| name.strip_suffix(SUFFIX));
    let chance = inner.and_then(|name| name.rsplit_once('.'));
    chance.is_some_and(|(target, chance)| {
        !target.is_empty()
            && chance.len() == CHANCE
            && chance.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes the files that killed processes left in the folder, once per process and folder.
pub(crate) fn sweep(folder: &Path) {
    static SWEPT: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if !swept.insert(whole) {
        return;
    }
    drop(swept);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // A link of such a name is not one of these files.
        let is_plain = entry
            .file_type()
            .is_ok_and(|kind| kind.is_file() || kind.is_dir());
        if is_plain && entry.file_name().to_str().is_some_and(is_ours) {
            let path = entry.path();
            // A locked file belongs to a running process.
            let left = File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
            if left {
                take_away(&path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.collect()
    }

    #[test]
    fn one_that_takes_no_name_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let one = Temporary::new(folder.path(), OsStr::new("a.epd"), 0o600).unwrap();
        assert!(
            is_ours(&names(folder.path())[0]),
            "{:?}",
            names(folder.path())
        );
        drop(one);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn what_a_killed_process_left_is_taken_away_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), "").unwrap();
        for name in [".a.epd.x1Y2z3.saving", ".b.epd.abcdef.saving"] {
            write(name);
        }
        let others = [
            ".a.epd.saving",
            ".a.epd.abc.saving",
            "a.epd.abcdef.saving",
            ".a.epd.abc-ef.saving",
            "a.epd",
        ];
        others.iter().for_each(|name| write(name));
        // A file that is being written.
        let alive = folder.path().join(".c.epd.abcdef.saving");
        let file = File::create(&alive).unwrap();
        file.try_lock().unwrap();
        sweep(folder.path());
        let mut left = names(folder.path());
        left.sort();
        let mut expected: Vec<_> = others.iter().map(ToString::to_string).collect();
        expected.push(".c.epd.abcdef.saving".into());
        expected.sort();
        assert_eq!(left, expected);
    }
}
