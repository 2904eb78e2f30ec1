//! The steps of writing a file, each of which can fail. All saving uses these, so that tests can make any of them
//! fail and check the result.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

use crate::suite::platform;

/// A kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    /// Opening a file for writing, or creating it.
    Open,
    Write,
    /// Flushing a file, a folder or a file system to the disk.
    Sync,
    /// Setting permissions.
    Permit,
    /// Setting owner and group.
    Own,
    /// Setting an extended attribute.
    Attribute,
    /// Renaming a file.
    Rename,
    /// Changing the length of a file.
    Cut,
}

/// Creates a file, which must not exist, with these permissions less the user's umask, where the system has
/// permissions.
pub(crate) fn create_new(path: &Path, mode: u32) -> io::Result<File> {
    may(Step::Open)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    platform::make_with(&mut options, mode);
    options.open(path)
}

/// Creates a folder that only its owner can access.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    may(Step::Open)?;
    let mut builder = fs::DirBuilder::new();
    platform::make_private(&mut builder);
    builder.create(path)
}

/// Opens an existing file for writing.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    may(Step::Open)?;
    OpenOptions::new().read(true).write(true).open(path)
}

/// Opens an existing file for appending.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    may(Step::Open)?;
    OpenOptions::new().append(true).open(path)
}

/// A writer to a file.
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

/// Flushes a file to the disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    may(Step::Sync)?;
    file.sync_all()
}

/// Flushes a folder's names to the disk. Failures, as on some network file systems, do not matter: the files exist.
pub(crate) fn sync_folder(folder: &Path) {
    let synced = may(Step::Sync).and_then(|()| File::open(folder)?.sync_all());
    let _ = synced;
}

pub(crate) fn permit(file: &File, permissions: Permissions) -> io::Result<()> {
    may(Step::Permit)?;
    file.set_permissions(permissions)
}

/// Changes the owner of a file.
pub(crate) fn own(give: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    may(Step::Own)?;
    give()
}

/// Sets an extended attribute.
pub(crate) fn attribute(set: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    may(Step::Attribute)?;
    set()
}

/// Renames a file, replacing another.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    may(Step::Rename)?;
    fs::rename(from, to)
}

/// Renames a file to a name that must be free.
pub(crate) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    may(Step::Rename)?;
    if let Some(done) = platform::rename_to_free(from, to) {
        return done;
    }
    // A second name fails if one exists; the first name is then removed.
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without second names.
        Err(_) if !to.try_exists()? => fs::rename(from, to),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Exchanges the names of two files in one step; `false` if the system has no such step.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    may(Step::Rename)?;
    match platform::exchange(one, other) {
        None => Ok(false),
        Some(done) => done.map(|()| true),
    }
}

/// Sets the length of a file.
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

/// Deliberate failures of steps, for tests.
#[cfg(test)]
pub(crate) mod faults {
    use super::{Step, io};
    use std::cell::RefCell;

    struct Plan {
        /// The step that fails, from 0, and whether all later ones of its kind do.
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

    /// Runs `work` on this thread with its `nth` step failing, or none. Returns its result and the steps taken, the
    /// failing one included. With `lasting`, all later steps of that kind fail, too, as on a full disk.
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

    /// Runs `work` on this thread, and `other` just before its first step of that kind.
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
