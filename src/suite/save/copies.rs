//! The copies that writing in place makes of a file's old text, and what a process that was killed left of
//! them: then the file may be half written, and its old text is in the copy.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::suite::platform::private::spool_folder;

/// Names that are tried for a copy.
pub(super) const TRIES: u32 = 1000;
/// Copies of one file that are looked for.
const LOOKED_FOR: u32 = 9;

/// Where the copy of the text of `target` is made that is the `nth` there: `a.epd.before-saving-1`. In a
/// folder of files from everywhere its name tells the file's own folder, too.
pub(super) fn place_of(target: &Path, folder: &Path, nth: u32) -> PathBuf {
    let mut name = OsString::from(target.file_name().unwrap_or_default());
    if folder == spool_folder() {
        let whole = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let mut hasher = rustc_hash::FxHasher::default();
        whole.hash(&mut hasher);
        name.push(format!(".{:016x}", hasher.finish()));
    }
    name.push(format!(".before-saving-{nth}"));
    folder.join(name)
}

/// The copies of a file's text that were left by saves that were interrupted. One that is being written
/// or needed by a process that is alive is none.
pub fn copies_left(path: &Path) -> Vec<PathBuf> {
    let Ok(target) = fs::canonicalize(path) else {
        return Vec::new();
    };
    let folders = [target.parent().map(Path::to_owned), Some(spool_folder())];
    let all = folders.into_iter().flatten().flat_map(|folder| {
        let target = &target;
        (1..=LOOKED_FOR).map(move |nth| place_of(target, &folder, nth))
    });
    let is_left = |path: &PathBuf| {
        fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
            && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    };
    all.filter(is_left).collect()
}

/// Removes such a copy of a file's text, if it is one still.
///
/// # Errors
/// It is none, or needed by a process that is alive, or can't be removed.
pub fn remove_copy(path: &Path, copy: &Path) -> io::Result<()> {
    if !copies_left(path).iter().any(|left| left == copy) {
        return Err(io::Error::other("another program uses or has removed it"));
    }
    fs::remove_file(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_that_nobody_holds_was_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        fs::write(&path, "half").unwrap();
        assert!(copies_left(&path).is_empty());
        let whole = fs::canonicalize(&path).unwrap();
        let second = place_of(&whole, whole.parent().unwrap(), 2);
        fs::write(&second, "all of it").unwrap();
        fs::write(folder.path().join("b.epd.before-saving-1"), "another's").unwrap();
        assert_eq!(copies_left(&path), std::slice::from_ref(&second));
        let held = File::open(&second).unwrap();
        held.lock().unwrap();
        assert!(copies_left(&path).is_empty(), "it is being written");
        assert!(remove_copy(&path, &second).is_err(), "it is needed");
    }

    #[test]
    fn copies_of_files_of_one_name_have_other_names_where_they_lie_together() {
        let [one, other] = ["one/a.epd", "other/a.epd"].map(Path::new);
        assert_ne!(
            place_of(one, &spool_folder(), 1),
            place_of(other, &spool_folder(), 1)
        );
    }
}
