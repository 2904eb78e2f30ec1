//! The editor's own files: small, regular files. A pipe or a device would be waited for without end, and what is
//! larger than any such file is none.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::suite::open_regular;

/// Bytes of such a file that are read at most.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a whole file.
///
/// # Errors
/// It is no regular file, it is larger than one mebibyte, or it can't be read.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more: a file that grows meanwhile is read no further either.
    let mut file = open_regular(path)?.take(MOST_BYTES + 1);
    if file.read_to_end(&mut bytes)? as u64 > MOST_BYTES {
        let why = "expected at most 1 MiB, found a larger file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    Ok(bytes)
}

/// Writes a file aside and puts it in its place, so that two editors do not spoil it.
///
/// # Errors
/// It can't be written.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_file_of_a_mebibyte_is_read_and_nothing_larger() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        let most = usize::try_from(MOST_BYTES).expect("a number");
        for (len, is_read) in [(0, true), (most, true), (most + 1, false)] {
            fs::write(&path, vec![b'#'; len]).expect("written");
            assert_eq!(read(&path).is_ok(), is_read, "{len}");
        }
        let error = read(folder.path()).expect_err("a folder");
        assert!(error.to_string().starts_with("expected a regular file"));
        let error = read(&folder.path().join("none")).expect_err("not there");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_device_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe.toml");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        for path in [pipe.as_path(), Path::new("/dev/zero")] {
            let error = read(path).expect_err("no regular file");
            assert!(error.to_string().starts_with("expected a regular file"));
        }
    }
}
