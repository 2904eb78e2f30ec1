//! The steps of saving a file, each of which tests can make fail; temporary files that are always removed;
//! and a lock for one writer at a time.
//!
//! The lock is held from before a file is read until a new file has replaced it, and ends with the process.
//! It is an advisory lock of the file itself; on Windows, which has none, another file represents the lock
//! and is deleted with the process.
//!
//! A temporary file gets its final name when it is complete, or else is removed. Its writer has it locked, so
//! an unlocked one belongs to a killed process and is removed by [`sweep`]. A process that is asked to end
//! removes its own temporary files first ([`end_of_process`]).

use crate::suite::archive::on_disk;
use crate::suite::platform::{self, LockAttempt, explain, open_folder, try_lock};
use crate::suite::writing;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(dead_code, reason = "not every system has all of them")]
pub(crate) enum Step {
    /// Opening a file for writing, or creating it.
    Open,
    Write,
    /// Flushing a file, a folder or a file system to the disk.
    Sync,
    Permit,
    /// Setting owner and group.
    Own,
    Attribute,
    Rename,
    Cut,
}

/// Creates a file, which must not exist, with these permissions minus the user's umask, if the system has
/// permissions.
pub(crate) fn create_new(path: &Path, mode: u32) -> io::Result<File> {
    may(Step::Open)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    platform::make_with(&mut options, mode);
    options.open(path)
}

fn create_folder(path: &Path) -> io::Result<()> {
    may(Step::Open)?;
    let mut builder = fs::DirBuilder::new();
    platform::make_private(&mut builder);
    builder.create(path)
}

pub(crate) fn open(path: &Path) -> io::Result<File> {
    may(Step::Open)?;
    OpenOptions::new().read(true).write(true).open(path)
}

pub(crate) fn append(path: &Path) -> io::Result<File> {
    may(Step::Open)?;
    OpenOptions::new().append(true).open(path)
}

pub(crate) struct Writer<'f>(pub &'f File);

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        may(Step::Write)?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn sync(file: &File) -> io::Result<()> {
    may(Step::Sync)?;
    file.sync_all()
}

/// Flushes the names in a folder to the disk. Failures, as on some network file systems, are ignored: the
/// files exist.
pub(crate) fn sync_folder(folder: &Path) {
    let synced = may(Step::Sync).and_then(|()| open_folder(folder)?.sync_all());
    let _ = synced;
}

/// Runs a step that only this system may have.
pub(crate) fn with<R>(step: Step, work: impl FnOnce() -> io::Result<R>) -> io::Result<R> {
    may(step)?;
    work()
}

pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    may(Step::Rename)?;
    platform::rename(from, to)
}

/// Renames a file to a name that must be free.
pub(crate) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    may(Step::Rename)?;
    if let Some(done) = platform::rename_to_free(from, to) {
        return done;
    }
    // Creating a hard link fails if the name exists; afterwards the old name is removed.
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // The file system has no hard links.
        Err(_) if !to.try_exists()? => fs::rename(from, to),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Exchanges the names of two files atomically; returns false if the system can't do that.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    may(Step::Rename)?;
    match platform::exchange(one, other) {
        None => Ok(false),
        Some(done) => done.map(|()| true),
    }
}

pub(crate) fn cut(file: &File, length: u64) -> io::Result<()> {
    may(Step::Cut)?;
    file.set_len(length)
}

#[cfg(not(test))]
fn may(_: Step) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
use faults::may;

/// The pauses between two attempts: the first, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(1), Duration::from_millis(20));
/// The time after which the user is informed of the wait.
const INFORM_AFTER: Duration = Duration::from_millis(500);

/// A lock for writing a file.
#[derive(Debug)]
pub struct FileLock {
    /// The locked file; `None` if there is no file yet, or the file system has no locks.
    _locked: Option<File>,
}

/// The reason why a file could not be locked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process has the lock.
    #[error(
        "another epdit is still writing {} after {} seconds; try again when it is done",
        .path.display(), .waited.as_secs()
    )]
    Busy { path: PathBuf, waited: Duration },
    #[error("stopped waiting for another epdit that is writing {}", .path.display())]
    Stopped { path: PathBuf },
    #[error("can't read {}: {}", .path.display(), explain(.error))]
    Unreadable { path: PathBuf, error: io::Error },
}

impl FileLock {
    /// Locks the file at `path`, through links, and waits for at most `longest` while another process has the
    /// lock. `waits` is called repeatedly, with true once when the user should be informed; it returns false
    /// to stop waiting.
    ///
    /// # Errors
    /// See [`LockError`].
    pub fn of(
        path: &Path,
        longest: Duration,
        mut waits: impl FnMut(bool) -> bool,
    ) -> Result<Self, LockError> {
        let begun = Instant::now();
        let mut pause = PAUSES.0;
        let mut is_informed = false;
        loop {
            match Self::tried(path) {
                Ok(LockAttempt::Locked(_locked)) => return Ok(Self { _locked }),
                Ok(LockAttempt::Moved) => continue,
                Ok(LockAttempt::Busy) => {}
                Err(error) => {
                    let path = path.to_owned();
                    return Err(LockError::Unreadable { path, error });
                }
            }
            let waited = begun.elapsed();
            if waited >= longest {
                let path = path.to_owned();
                return Err(LockError::Busy { path, waited });
            }
            let is_time = !is_informed && waited >= INFORM_AFTER;
            is_informed |= is_time;
            if !waits(is_time) {
                let path = path.to_owned();
                return Err(LockError::Stopped { path });
            }
            sleep(pause);
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    fn tried(path: &Path) -> io::Result<LockAttempt> {
        let path = &*on_disk(path)?;
        match fs::metadata(path) {
            Ok(there) if there.is_file() => try_lock(path),
            // Opening a pipe would wait for its other end.
            Ok(_) => Ok(LockAttempt::Locked(None)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(LockAttempt::Locked(None)),
            Err(error) => Err(error),
        }
    }
}

const SUFFIX: &str = ".saving";
/// The length from which a target's name is not included in that of its temporary file.
const LONGEST: usize = 100;
/// The number of random letters before the suffix.
const RANDOM_LETTERS: usize = 6;
/// The number of names to try.
const TRIES: usize = 100;

/// The temporary files of this process, and folders full of them.
static TEMPORARIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporaries() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A guard that delays the end of the process by a signal, for work that must not be interrupted.
pub(crate) struct SignalGuard(#[allow(dead_code)] MutexGuard<'static, Vec<PathBuf>>);

pub(crate) fn undisturbed() -> SignalGuard {
    SignalGuard(temporaries())
}

/// Removes the temporary files of this process, and then calls `end`, which does not return.
pub fn end_of_process(end: impl FnOnce()) {
    // Locked until the end: no further file is created or renamed.
    let files = temporaries();
    for path in files.iter() {
        remove(path);
    }
    end();
}

fn remove(path: &Path) {
    // If the removal fails, the next save in the folder tries again.
    let _ = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
}

/// A file without its final name, or a folder of such files. Dropping it removes it with its content.
pub(crate) struct Temporary {
    pub path: PathBuf,
    pub file: File,
    _lock: Option<File>,
}

impl Temporary {
    /// Creates a file in this folder, to become `target`, with permissions `mode`.
    pub(crate) fn new(folder: &Path, target: &OsStr, mode: u32) -> io::Result<Self> {
        sweep(folder);
        Self::named(folder, target, |path| writing::create_new(path, mode))
    }

    /// Creates a folder for temporary files that are made from `target`.
    pub(crate) fn folder(folder: &Path, target: &OsStr) -> io::Result<Self> {
        sweep(folder);
        Self::named(folder, target, |path| {
            writing::create_folder(path)?;
            open_folder(path).inspect_err(|_| remove(path))
        })
    }

    fn named(
        folder: &Path,
        target: &OsStr,
        create: impl Fn(&Path) -> io::Result<File>,
    ) -> io::Result<Self> {
        for _ in 0..TRIES {
            let path = folder.join(name(target));
            let mut files = temporaries();
            let file = match create(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            files.push(path.clone());
            drop(files);
            let _lock = None;
            let mut made = Self { path, file, _lock };
            match try_lock(&made.path) {
                Ok(LockAttempt::Locked(lock)) => made._lock = lock,
                // Another process has removed it just before it was locked.
                Ok(LockAttempt::Busy | LockAttempt::Moved) => continue,
                // Some network file systems have no locks; on these, no files are swept either.
                Err(_) => {}
            }
            return Ok(made);
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Renames the file with `rename`, after which it is permanent. No signal interrupts this.
    pub(crate) fn becomes<R>(
        self,
        rename: impl FnOnce(&Path, &File) -> io::Result<R>,
    ) -> io::Result<R> {
        let mut files = temporaries();
        let renamed = rename(&self.path, &self.file);
        if renamed.is_ok() {
            files.retain(|path| *path != self.path);
        }
        drop(files);
        renamed
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut files = temporaries();
        // A renamed file is not in the list.
        if let Some(at) = files.iter().position(|path| *path == self.path) {
            remove(&self.path);
            files.swap_remove(at);
        }
    }
}

/// Returns a random name: `.NAME.x1y2z3.saving`.
fn name(target: &OsStr) -> OsString {
    let mut name = OsString::from(".");
    // A very long name can't be extended.
    name.push(if target.len() > LONGEST {
        OsStr::new("epdit")
    } else {
        target
    });
    name.push(".");
    name.push(random_letters());
    name.push(SUFFIX);
    name
}

fn random_letters() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";
    // Each hasher state of the standard library is different.
    let mut number = RandomState::new().build_hasher().finish();
    let mut text = String::new();
    for _ in 0..RANDOM_LETTERS {
        text.push(char::from(
            LETTERS.get(number as usize % 32).copied().unwrap_or(b'a'),
        ));
        number /= 32;
    }
    text
}

/// Returns true if a file with this name is a temporary file of epdit.
fn is_ours(name: &str) -> bool {
    let inner = name
        .strip_prefix('.')
        .and_then(|name| name.strip_suffix(SUFFIX));
    let random = inner.and_then(|name| name.rsplit_once('.'));
    random.is_some_and(|(target, random)| {
        !target.is_empty()
            && random.len() == RANDOM_LETTERS
            && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes the temporary files that killed processes left in a folder, once per process and folder.
pub(crate) fn sweep(folder: &Path) {
    static SWEPT: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    let whole = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if !swept.insert(whole) {
        return;
    }
    drop(swept);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // A link with such a name is not one of these files.
        let is_plain = entry
            .file_type()
            .is_ok_and(|kind| kind.is_file() || kind.is_dir());
        if is_plain && entry.file_name().to_str().is_some_and(is_ours) {
            let path = entry.path();
            // A locked file belongs to a running process.
            if let Ok(LockAttempt::Locked(Some(_lock))) = try_lock(&path) {
                remove(&path);
            }
        }
    }
}

/// Deliberate failures of steps, for tests.
#[cfg(test)]
pub(crate) mod faults {
    use super::{Step, io};
    use std::cell::RefCell;

    struct Plan {
        /// The index of the step that fails, and whether all later steps of its kind fail, too.
        fails: Option<(usize, bool)>,
        error: io::ErrorKind,
        failing: Option<Step>,
        /// The action of another program just before the first step of a kind.
        meanwhile: Option<(Step, Box<dyn FnOnce()>)>,
        seen: Vec<Step>,
    }

    thread_local! {
        static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
    }

    /// Runs `work` on this thread with its `nth` step failing, or none. Returns its result and the steps run,
    /// including the failing one. With `lasting`, all later steps of that kind also fail, as on a full disk.
    pub(crate) fn with<R>(
        nth: Option<usize>,
        lasting: bool,
        error: io::ErrorKind,
        work: impl FnOnce() -> R,
    ) -> (R, Vec<Step>) {
        let plan = Plan {
            fails: nth.map(|nth| (nth, lasting)),
            error,
            failing: None,
            meanwhile: None,
            seen: Vec::new(),
        };
        run(plan, work)
    }

    /// Runs `work` on this thread, and `other` just before its first step of this kind.
    #[cfg(target_os = "linux")]
    pub(crate) fn meanwhile<R>(
        step: Step,
        other: impl FnOnce() + 'static,
        work: impl FnOnce() -> R,
    ) -> R {
        let plan = Plan {
            fails: None,
            error: io::ErrorKind::Other,
            failing: None,
            meanwhile: Some((step, Box::new(other))),
            seen: Vec::new(),
        };
        run(plan, work).0
    }

    fn run<R>(plan: Plan, work: impl FnOnce() -> R) -> (R, Vec<Step>) {
        PLAN.set(Some(plan));
        let result = work();
        let plan = PLAN.take().expect("it was put there");
        (result, plan.seen)
    }

    pub(super) fn may(step: Step) -> io::Result<()> {
        PLAN.with_borrow_mut(|plan| {
            let Some(plan) = plan else { return Ok(()) };
            let at = plan.seen.len();
            plan.seen.push(step);
            if let Some((_, other)) = plan.meanwhile.take_if(|(at, _)| *at == step) {
                other();
            }
            if let Some((nth, lasting)) = plan.fails {
                if at == nth && lasting {
                    plan.failing = Some(step);
                }
                if at == nth || plan.failing == Some(step) {
                    return Err(plan.error.into());
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod lock_tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(30);

    #[test]
    fn the_second_writer_waits_or_reports_that_the_file_is_busy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        fs::write(&path, "a").unwrap();
        let first = FileLock::of(&path, SOON, |_| true).unwrap();
        let second = FileLock::of(&path, SOON, |_| true).unwrap_err();
        assert!(matches!(second, LockError::Busy { .. }), "{second}");
        let stopped = FileLock::of(&path, SOON, |_| false).unwrap_err();
        assert!(matches!(stopped, LockError::Stopped { .. }), "{stopped}");
        // The file is replaced, as by a save: a waiting process then locks the new one.
        let new = folder.path().join("new");
        fs::write(&new, "b").unwrap();
        let waiting = std::thread::spawn({
            let path = path.clone();
            move || FileLock::of(&path, Duration::from_secs(20), |_| true)
        });
        sleep(SOON);
        rename(&new, &path).unwrap();
        drop(first);
        let _second = waiting.join().unwrap().unwrap();
        let third = FileLock::of(&path, SOON, |_| true).unwrap_err();
        assert!(matches!(third, LockError::Busy { .. }), "{third}");
    }

    #[test]
    fn only_existing_files_are_locked() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("none.epd"), folder.path().to_owned()] {
            let one = FileLock::of(&path, SOON, |_| true).unwrap();
            let other = FileLock::of(&path, SOON, |_| true).unwrap();
            drop((one, other));
        }
    }
}

#[cfg(test)]
mod temporary_tests;
