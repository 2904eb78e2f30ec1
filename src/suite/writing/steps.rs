//! The steps of writing a file, each of which can fail. Everything that saves takes these, so that tests
//! can let any one of them fail and look at what is left.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

use crate::suite::platform;

/// A kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    /// A file is opened to be written, or made.
    Open,
    Write,
    /// A file, a folder or a file system is written to the disk itself.
    Sync,
    /// Permissions are set.
    Permit,
    /// Owner and group are set.
    Own,
    /// An extended attribute is set.
    Attribute,
    /// A file takes a name.
    Rename,
    /// A file gets another length.
    Cut,
}

/// Makes a file that is not there yet. Where the system has permissions, it has these, less what the
/// user's mask says.
pub(crate) fn create_new(path: &Path, mode: u32) -> io::Result<File> {
    may(Step::Open)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    platform::make_with(&mut options, mode);
    options.open(path)
}

/// Makes a folder that only its owner can look into.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    may(Step::Open)?;
    let mut builder = fs::DirBuilder::new();
    platform::make_private(&mut builder);
    builder.create(path)
}

/// Opens a file that is there, to write into it.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    may(Step::Open)?;
    OpenOptions::new().read(true).write(true).open(path)
}

/// Opens a file that is there, to go on at its end.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    may(Step::Open)?;
    OpenOptions::new().append(true).open(path)
}

/// A file that is written to.
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

/// Writes a file to the disk itself.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    may(Step::Sync)?;
    file.sync_all()
}

/// Writes a folder's names to the disk itself. Where that can't be done (some network file systems) it
/// is no failure: the files are there.
pub(crate) fn sync_folder(folder: &Path) {
    let synced = may(Step::Sync).and_then(|()| File::open(folder)?.sync_all());
    let _ = synced;
}

pub(crate) fn permit(file: &File, permissions: Permissions) -> io::Result<()> {
    may(Step::Permit)?;
    file.set_permissions(permissions)
}

/// Gives a file away.
pub(crate) fn own(give: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    may(Step::Own)?;
    give()
}

/// Sets an extended attribute.
pub(crate) fn attribute(set: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    may(Step::Attribute)?;
    set()
}

/// Gives a file the name of another, which is gone then.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    may(Step::Rename)?;
    fs::rename(from, to)
}

/// Gives a file a name that must be free.
pub(crate) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    may(Step::Rename)?;
    if let Some(done) = platform::rename_to_free(from, to) {
        return done;
    }
    // A second name fails where there is one already; the first one is then taken away.
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without second names.
        Err(_) if !to.try_exists()? => fs::rename(from, to),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Lets two files change their names in one step; `false` where the system has no such step.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    may(Step::Rename)?;
    match platform::exchange(one, other) {
        None => Ok(false),
        Some(done) => done.map(|()| true),
    }
}

/// Gives a file this length.
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

/// Steps that fail on purpose.
#[cfg(test)]
pub(crate) mod faults {
    use super::{Step, io};
    use std::cell::RefCell;

    struct Plan {
        /// The step that fails, from 0, and whether all of its kind after it do, too.
        fails: Option<(usize, bool)>,
        error: io::ErrorKind,
        failing: Option<Step>,
        /// What another program does just before the first step of a kind.
        meanwhile: Option<(Step, Box<dyn FnOnce()>)>,
        seen: Vec<Step>,
    }

    thread_local! {
        static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
    }

    /// Runs `work` on this thread with its `nth` step failing, `None` with none; gives what came of it,
    /// and the steps that were taken, the failing one included. With `lasting`, all later steps of that
    /// kind fail, too, as on a full disk.
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
