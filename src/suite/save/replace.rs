//! Replacing a file, completely or not at all; and writing in place if a new file can't replace it: the old
//! text is copied first, and restored if writing fails.

use crate::suite::platform::{
    self, FileInfo, PRIVATE, as_any_new_file, creation_mode, less_owners_rights, spool_folder,
    take_after, try_lock,
};
use crate::suite::save::file::FileState;
use crate::suite::save::{SaveError, TRIES, place_of};
use crate::suite::writing::{self, Step, Temporary};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The number of bytes written at once.
const AT_ONCE: usize = 1 << 18;

/// The action for a file that can't simply be replaced, because it has other names or its folder accepts no
/// new file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReplaceFallback {
    /// Fails, so that the user can decide.
    #[default]
    Refuse,
    /// Writes into the existing file, and restores its old text if that fails.
    InPlace,
    /// Replaces this name only; other names keep the old file.
    Replace,
}

/// The way in which a file was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMethod {
    /// A new file has replaced the old one.
    Anew,
    /// Into the existing file, which has this number of names.
    IntoLinked(u64),
    /// Into the existing file, whose folder accepts no new file.
    IntoFile,
}

/// A pending replacement of a file; see [`Replace::write`].
#[derive(Clone, Copy, Debug)]
pub struct Replace<'a> {
    path: &'a Path,
    expected: Option<&'a FileState>,
    otherwise: ReplaceFallback,
    /// Whether to keep the old text in `NAME~` next to the file.
    pub backup: bool,
}

impl<'a> Replace<'a> {
    /// Returns a replacement of the file at `path`, following links. It is a conflict if the file is not in
    /// the state `expected`.
    pub fn new(
        path: &'a Path,
        expected: Option<&'a FileState>,
        otherwise: ReplaceFallback,
    ) -> Self {
        Self {
            path,
            expected,
            otherwise,
            backup: false,
        }
    }

    /// Writes the file. `fill` writes into a temporary file in the same folder, which then atomically replaces the
    /// old one and gets its owner, permissions and attributes as far as allowed. Returns the state of the new file.
    ///
    /// # Errors
    /// After any error but [`SaveError::Damaged`] the old file is unchanged, and no temporary file is left.
    pub fn write(
        self,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(FileState, WriteMethod), SaveError> {
        let place = CheckedTarget::of(self)?;
        let (temporary, into) = place.temporary()?;
        let failed = |error| place.failed(error);
        let mut out = BufWriter::with_capacity(AT_ONCE, writing::Writer(&temporary.file));
        fill(&mut out).and_then(|()| out.flush()).map_err(failed)?;
        drop(out);
        if self.backup {
            place.back_up()?;
        }
        if into != WriteMethod::Anew {
            return place.write_into(&temporary, into);
        }
        match &place.old {
            Some(old) => take_after(&temporary.file, &place.target, old).map_err(failed)?,
            None => as_any_new_file(&temporary.file, place.mode()).map_err(failed)?,
        }
        writing::sync(&temporary.file).map_err(failed)?;
        place.take_name(temporary)
    }
}

/// The target of a replacement and its current state.
struct CheckedTarget<'a> {
    replace: Replace<'a>,
    /// The path of the file, with links resolved.
    target: PathBuf,
    old: Option<FileInfo>,
}

impl<'a> CheckedTarget<'a> {
    fn of(replace: Replace<'a>) -> Result<Self, SaveError> {
        let path = replace.path;
        let look = |error| SaveError::Look {
            path: path.to_owned(),
            error,
        };
        let target = follow(path).map_err(look)?;
        let old = match FileInfo::at(&target) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(look(error)),
        };
        if let Some(old) = &old {
            may_be_replaced(&target, old)?;
        }
        let place = Self {
            replace,
            target,
            old,
        };
        let folder = place.folder();
        if !folder.is_dir() {
            return Err(SaveError::MissingFolder {
                folder: folder.to_owned(),
            });
        }
        Ok(place)
    }

    fn folder(&self) -> &Path {
        match self.target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    fn name(&self) -> &OsStr {
        self.target.file_name().unwrap_or_default()
    }

    fn path(&self) -> PathBuf {
        self.replace.path.to_owned()
    }

    fn failed(&self, error: io::Error) -> SaveError {
        let path = self.path();
        match self.old {
            Some(_) => SaveError::Write { path, error },
            None => SaveError::Create { path, error },
        }
    }

    fn mode(&self) -> u32 {
        creation_mode(self.folder(), self.old.as_deref())
    }

    /// Creates the file for the new text, and determines how that will be written to the target.
    fn temporary(&self) -> Result<(Temporary, WriteMethod), SaveError> {
        let names = self.old.as_ref().map_or(1, FileInfo::names);
        let into = match self.replace.otherwise {
            ReplaceFallback::Replace => WriteMethod::Anew,
            _ if names < 2 => WriteMethod::Anew,
            ReplaceFallback::InPlace => WriteMethod::IntoLinked(names),
            ReplaceFallback::Refuse => {
                let path = self.path();
                return Err(SaveError::Linked { path, names });
            }
        };
        match Temporary::new(self.folder(), self.name(), self.mode()) {
            Ok(temporary) => Ok((temporary, into)),
            Err(_) if self.old.is_some() && self.replace.otherwise == ReplaceFallback::InPlace => {
                let elsewhere = Temporary::new(&spool_folder(), self.name(), PRIVATE);
                let into = match into {
                    WriteMethod::Anew => WriteMethod::IntoFile,
                    into => into,
                };
                elsewhere
                    .map(|temporary| (temporary, into))
                    .map_err(|error| self.failed(error))
            }
            Err(error) => Err(SaveError::Folder {
                folder: self.folder().to_owned(),
                error,
            }),
        }
    }

    /// Checks at the last moment that the target is still in the expected state.
    fn look(&self) -> Result<(), SaveError> {
        let Some(expected) = self.replace.expected else {
            return Ok(());
        };
        let path = self.path();
        match FileState::of(&self.target) {
            Ok(now) if now == *expected => Ok(()),
            Ok(_) => Err(SaveError::Conflict { path }),
            Err(error) => Err(SaveError::Look { path, error }),
        }
    }

    fn back_up(&self) -> Result<(), SaveError> {
        let Some(old) = &self.old else {
            return Ok(());
        };
        let mut name = self.name().to_owned();
        name.push("~");
        let copy = self.target.with_file_name(&name);
        let made = || -> io::Result<()> {
            let temporary = Temporary::new(self.folder(), &name, PRIVATE)?;
            copy_text(&fs::File::open(&self.target)?, &temporary.file)?;
            take_after(&temporary.file, &self.target, old)?;
            writing::sync(&temporary.file)?;
            temporary.becomes(|from, _| writing::rename(from, &copy))
        };
        made().map_err(|error| SaveError::Backup {
            path: self.path(),
            copy: copy.clone(),
            error,
        })
    }

    fn write_into(
        &self,
        new: &Temporary,
        into: WriteMethod,
    ) -> Result<(FileState, WriteMethod), SaveError> {
        let elsewhere = spool_folder();
        let copies = match into {
            WriteMethod::IntoFile => elsewhere.as_path(),
            _ => self.folder(),
        };
        self.look()?;
        let state = write_in_place(&self.target, &new.file, copies).map_err(|failure| {
            let path = self.path();
            match failure {
                NotWritten::Unchanged(error) => SaveError::Write { path, error },
                NotWritten::Damaged { error, copy } => SaveError::Damaged { path, copy, error },
            }
        })?;
        Ok((state, into))
    }

    /// Renames the finished file to the target, if that is still in the expected state.
    fn take_name(&self, temporary: Temporary) -> Result<(FileState, WriteMethod), SaveError> {
        self.look()?;
        let mut is_other = false;
        let taken = temporary.becomes(|from, file| {
            match self.replace.expected {
                // A new file never replaces one that was created meanwhile.
                Some(FileState::Missing) => writing::rename_to_free(from, &self.target)?,
                None => writing::rename(from, &self.target)?,
                Some(expected) => {
                    // The old file gets the temporary name and is checked there, to detect a change between
                    // the last check and this step.
                    if !writing::exchange(from, &self.target)? {
                        writing::rename(from, &self.target)?;
                    } else if FileState::of(from).is_ok_and(|old| old.is_but_renamed(expected)) {
                        // The new file is in place; a failure to remove the old one does not matter.
                        let _ = fs::remove_file(from);
                    } else {
                        is_other = true;
                        // A changed file is moved back, or stays under the temporary name.
                        let _ = platform::rename(from, &self.target);
                    }
                }
            }
            FileInfo::of(file)
        });
        if is_other {
            return Err(SaveError::Conflict { path: self.path() });
        }
        let found = taken.map_err(|error| match (error.kind(), self.replace.expected) {
            (io::ErrorKind::AlreadyExists, _) => exists(self.replace.path),
            (io::ErrorKind::NotFound, Some(_)) => SaveError::Conflict { path: self.path() },
            _ => self.failed(error),
        })?;
        writing::sync_folder(self.folder());
        Ok((FileState::found(&found), WriteMethod::Anew))
    }
}

/// Resolves links; the file itself need not exist.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => {
                target = match target.parent() {
                    // An absolute link replaces the whole path.
                    Some(folder) => folder.join(next),
                    None => next,
                };
            }
            // Not a link, or no file.
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The largest number of links to follow, as on Linux.
const MOST_LINKS: usize = 40;

/// Returns the error for a new file whose path exists.
pub(super) fn exists(path: &Path) -> SaveError {
    let there = FileInfo::at(path);
    SaveError::Exists {
        path: path.to_owned(),
        is_protected: there
            .as_ref()
            .is_ok_and(|there| there.permissions().readonly())
            || OpenOptions::new()
                .write(true)
                .open(path)
                .is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied),
        there: there.map_or(FileState::Missing, |there| FileState::found(&there)),
    }
}

/// Fails for a path that exists and is not a regular file. Nothing is opened, because opening a pipe would
/// wait for its other end.
pub(super) fn must_be_a_file(path: &Path) -> Result<(), SaveError> {
    match fs::metadata(path) {
        Ok(there) => is_a_file(path, &there),
        // The next access reports an unreadable path.
        Err(_) => Ok(()),
    }
}

fn is_a_file(path: &Path, old: &Metadata) -> Result<(), SaveError> {
    let not_a_file = |what| SaveError::NotAFile {
        path: path.to_owned(),
        what,
    };
    if old.is_dir() {
        return Err(not_a_file("a folder"));
    }
    if !old.is_file() {
        return Err(not_a_file("a device or other special file"));
    }
    // Kernel files look regular, but writing to one is a command to the system.
    if platform::is_of_the_kernel(path) {
        return Err(not_a_file("part of the running system"));
    }
    Ok(())
}

fn may_be_replaced(path: &Path, old: &Metadata) -> Result<(), SaveError> {
    is_a_file(path, old)?;
    // A rename ignores write protection, which was set on purpose.
    match OpenOptions::new().write(true).open(path) {
        Ok(_) => Ok(()),
        Err(error) => {
            let path = path.to_owned();
            Err(match error.kind() {
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    SaveError::Protected { path, error }
                }
                // Another program may have the file open.
                _ => SaveError::Write { path, error },
            })
        }
    }
}

/// The reason why a file was not written in place.
pub(super) enum NotWritten {
    /// The file has its old text.
    Unchanged(io::Error),
    /// The file may be damaged, and the copy is left.
    Damaged { error: io::Error, copy: PathBuf },
}

/// Writes the text of `new` into the file at `target`; the old text is first copied into the folder `copies`.
fn write_in_place(target: &Path, new: &File, copies: &Path) -> Result<FileState, NotWritten> {
    let file = writing::open(target).map_err(NotWritten::Unchanged)?;
    // The copy gets its name when it is complete: half of an old text must never be mistaken for the whole.
    let old = whole_copy(target, &file, copies).map_err(NotWritten::Unchanged)?;
    // Signals are blocked until the file is complete again.
    let written = old.becomes(|from, old| {
        let copy = free_place(target, copies)?;
        writing::rename(from, &copy)?;
        // On systems that lock names, not files.
        let _lock = try_lock(&copy);
        Ok(write_over(new, &file, old, copy))
    });
    written.map_err(NotWritten::Unchanged)?
}

fn write_over(new: &File, file: &File, old: &File, copy: PathBuf) -> Result<FileState, NotWritten> {
    let written = overwrite(new, file).and_then(|()| without_owners_rights(file));
    if let Err(error) = written {
        return Err(match overwrite(old, file) {
            Ok(()) => {
                let _ = fs::remove_file(&copy);
                NotWritten::Unchanged(error)
            }
            Err(_) => NotWritten::Damaged { error, copy },
        });
    }
    let state = FileInfo::of(file).map(|found| FileState::found(&found));
    let _ = fs::remove_file(&copy);
    state.map_err(NotWritten::Unchanged)
}

/// Returns a synced copy of the old text. It is locked while in use: an unlocked copy is a leftover.
fn whole_copy(target: &Path, file: &File, folder: &Path) -> io::Result<Temporary> {
    let name = target.file_name().unwrap_or_default();
    let temporary = Temporary::new(folder, name, PRIVATE)?;
    copy_text(file, &temporary.file)?;
    writing::sync(&temporary.file)?;
    Ok(temporary)
}

/// Returns a free name that shows the purpose of the copy. The lock of `target` prevents races.
fn free_place(target: &Path, folder: &Path) -> io::Result<PathBuf> {
    (1..=TRIES)
        .map(|nth| place_of(target, folder, nth))
        .find(|place| fs::symlink_metadata(place).is_err())
        .ok_or_else(|| io::ErrorKind::AlreadyExists.into())
}

/// Copies a text from its start to the start of another file.
fn copy_text(mut from: &File, mut to: &File) -> io::Result<()> {
    from.seek(SeekFrom::Start(0))?;
    to.seek(SeekFrom::Start(0))?;
    let mut out = BufWriter::with_capacity(AT_ONCE, writing::Writer(to));
    io::copy(&mut from, &mut out)?;
    out.flush()
}

/// Gives a file the text of another. It is truncated last, so that its disk space suffices to restore the old text.
fn overwrite(from: &File, to: &File) -> io::Result<()> {
    copy_text(from, to)?;
    let length = from.metadata()?.len();
    if to.metadata()?.len() != length {
        writing::cut(to, length)?;
    }
    writing::sync(to)
}

/// Removes the right to run a newly written text as its owner.
fn without_owners_rights(file: &File) -> io::Result<()> {
    match less_owners_rights(&file.metadata()?) {
        Some(rest) => writing::with(Step::Permit, || file.set_permissions(rest)),
        None => Ok(()),
    }
}
