//! Writing into an existing file, where no new one can replace it. The old text is copied first, and restored if the
//! writing fails.

use super::file::FileState;
use crate::suite::platform::less_owners_rights;
use crate::suite::platform::rights::PRIVATE;
use crate::suite::save::{TRIES, place_of};
use crate::suite::writing;
use crate::suite::writing::temporary::Temporary;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const AT_ONCE: usize = 1 << 18;

/// The reason why a file was not written.
pub(super) enum Failure {
    /// The file has its old text.
    Unchanged(io::Error),
    /// The file may be damaged, and the copy is left.
    Damaged { error: io::Error, copy: PathBuf },
}

/// Writes the text of `new` into the file at `target`; the copy of the old text is made in `copies`.
pub(super) fn write(target: &Path, new: &File, copies: &Path) -> Result<FileState, Failure> {
    let file = writing::open(target).map_err(Failure::Unchanged)?;
    // The copy gets its name when it is complete: half of an old text must never be taken for one.
    let old = whole_copy(target, &file, copies).map_err(Failure::Unchanged)?;
    // Signals wait until the file is complete again.
    let written = old.becomes(|from, old| {
        let copy = free_place(target, copies)?;
        writing::rename(from, &copy)?;
        Ok(write_over(new, &file, old, copy))
    });
    written.map_err(Failure::Unchanged)?
}

fn write_over(new: &File, file: &File, old: &File, copy: PathBuf) -> Result<FileState, Failure> {
    let written = over(new, file).and_then(|()| without_owners_rights(file));
    if let Err(error) = written {
        return Err(match over(old, file) {
            Ok(()) => {
                let _ = fs::remove_file(&copy);
                Failure::Unchanged(error)
            }
            Err(_) => Failure::Damaged { error, copy },
        });
    }
    let state = file
        .metadata()
        .map(|metadata| FileState::from_metadata(&metadata));
    let _ = fs::remove_file(&copy);
    state.map_err(Failure::Unchanged)
}

/// Returns a copy of the old text, on the disk, locked as long as it is needed: nobody needs an unlocked one.
fn whole_copy(target: &Path, file: &File, folder: &Path) -> io::Result<Temporary> {
    let name = target.file_name().unwrap_or_default();
    let temporary = Temporary::new(folder, name, PRIVATE)?;
    copy(file, &temporary.file)?;
    writing::sync(&temporary.file)?;
    Ok(temporary)
}

/// Returns a free name that tells the purpose of the copy. The lock of `target` rules out races.
fn free_place(target: &Path, folder: &Path) -> io::Result<PathBuf> {
    (1..=TRIES)
        .map(|nth| place_of(target, folder, nth))
        .find(|place| fs::symlink_metadata(place).is_err())
        .ok_or_else(|| io::ErrorKind::AlreadyExists.into())
}

/// Copies a text from its start to the start of another file.
pub(super) fn copy(mut from: &File, mut to: &File) -> io::Result<()> {
    from.seek(SeekFrom::Start(0))?;
    to.seek(SeekFrom::Start(0))?;
    let mut out = BufWriter::with_capacity(AT_ONCE, writing::Writer(to));
    io::copy(&mut from, &mut out)?;
    out.flush()
}

/// Gives a file the text of another. It is truncated last, so that its disk space suffices to restore the old text.
fn over(from: &File, to: &File) -> io::Result<()> {
    copy(from, to)?;
    let length = from.metadata()?.len();
    if to.metadata()?.len() != length {
        writing::cut(to, length)?;
    }
    writing::sync(to)
}

/// Removes the rights to run a newly written text as its owner.
fn without_owners_rights(file: &File) -> io::Result<()> {
    match less_owners_rights(&file.metadata()?) {
        Some(permissions) => writing::permit(file, permissions),
        None => Ok(()),
    }
}
