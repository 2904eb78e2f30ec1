//! The copies of a file's old text made by writing in place, and their remains after a killed process: then the file
//! may be half written, and its old text is in the copy.

use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::suite::platform::private::spool_folder;

/// The number of names to try for a copy.
pub(super) const TRIES: u32 = 1000;
/// The number of copies of one file to look for.
const LOOKED_FOR: u32 = 9;

/// Returns the path of the `nth` copy of the text of `target`: `a.epd.before-saving-1`. In a shared folder the name
/// also has a hash of the file's own folder.
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

/// Returns the copies of a file's text left by interrupted saves, without those that a running process uses.
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

/// Removes such a copy of a file's text, if it still is one.
///
/// # Errors
/// The file is not such a copy, or is used by a running process, or can't be removed.
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
