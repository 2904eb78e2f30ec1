//! The state kept from one session to the next: small, regular files in the editor's state folder.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::editor::state::remembered::{FileMemory, News, RememberedState};
use crate::suite::{open_regular, whole_path};

fn place() -> Option<PathBuf> {
    Some(folder()?.join("remembered"))
}

/// Reads the remembered state, and counts its invalid lines.
pub fn all() -> (RememberedState, usize) {
    place().map_or_else(Default::default, |place| read(&place))
}

pub fn of(path: &Path) -> Option<FileMemory> {
    all().0.file(&name(path)?).cloned()
}

/// Returns the key of a file: its real path. `None` if it does not exist, or its path is not UTF-8.
fn name(path: &Path) -> Option<String> {
    let real = whole_path(path).ok()?;
    real.into_os_string().into_string().ok()
}

fn read(place: &Path) -> (RememberedState, usize) {
    match read_small(place) {
        Ok(bytes) => RememberedState::read(&String::from_utf8_lossy(&bytes)),
        Err(_) => Default::default(),
    }
}

/// Writes news, in order. Failures are ignored: the state is a convenience.
pub fn keep(news: impl IntoIterator<Item = News>) {
    if let Some(place) = place() {
        keep_at(&place, news);
    }
}

fn keep_at(place: &Path, news: impl IntoIterator<Item = News>) {
    let (mut all, _) = read(place);
    for news in news.into_iter().filter_map(of_real_path) {
        all.take(news);
    }
    let _ = write_small(place, &all.text());
}

fn of_real_path(mut news: News) -> Option<News> {
    if let News::File { path, .. } | News::Opened(path) = &mut news {
        *path = name(Path::new(path))?;
    }
    Some(news)
}

/// The file whose presence shows that the welcome was shown.
const WELCOMED: &str = "welcomed";

/// Returns whether this is the first start, and records it. If that can't be recorded, it returns false, so
/// that the welcome is not shown each time.
pub fn is_first_start() -> bool {
    let Some(folder) = folder() else { return false };
    let path = folder.join(WELCOMED);
    if path.exists() {
        return false;
    }
    write_small(&path, "").is_ok()
}

/// Returns `$XDG_STATE_HOME/epdit` (`~/.local/state/epdit`); `None` without a home folder.
pub fn folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    let folder = base.state_dir().unwrap_or_else(|| base.data_dir());
    Some(folder.join("epdit"))
}

/// Writes a page for other programs to open, and returns its path; `None` if it can't be written.
pub fn page(name: &str, text: &str) -> Option<PathBuf> {
    let path = folder()?.join(name);
    write_small(&path, text).ok()?;
    Some(path)
}

/// Most bytes of such a file that are read.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a whole file of the editor's state. A pipe or a device could block for ever, and a larger file can't
/// be one of the editor's.
///
/// # Errors
/// It is not a regular file, it is larger than one mebibyte, or it can't be read.
pub(super) fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more, to notice a larger file, even one that grows meanwhile.
    let mut file = open_regular(path)?.take(MOST_BYTES + 1);
    if file.read_to_end(&mut bytes)? as u64 > MOST_BYTES {
        let why = "expected at most 1 MiB, found a larger file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    Ok(bytes)
}

/// Writes a temporary file and renames it, so that two editors do not corrupt it.
///
/// # Errors
/// It can't be written.
fn write_small(path: &Path, text: &str) -> io::Result<()> {
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
    fn stored_state_is_read_at_the_next_start_and_a_broken_file_does_no_harm() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("state/remembered");
        let suite = folder.path().join("a.epd");
        std::fs::write(&suite, "").expect("a file");
        let keep = |memory: FileMemory| {
            let path = suite.to_string_lossy().into_owned();
            keep_at(&place, [News::File { path, memory }]);
        };
        let memory = FileMemory {
            line: Some(7),
            ..FileMemory::default()
        };
        keep(memory.clone());
        let name = name(&suite).expect("it is there");
        assert_eq!(read(&place).0.file(&name), Some(&memory));
        std::fs::write(&place, [0xff, 0, b'\n', 1]).expect("spoiled");
        assert_eq!(read(&place), (RememberedState::default(), 2));
        keep(memory.clone());
        assert_eq!(read(&place).0.file(&name), Some(&memory));
    }

    #[test]
    fn a_regular_file_of_a_mebibyte_is_read_and_nothing_larger() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        let most = usize::try_from(MOST_BYTES).expect("a number");
        for (len, is_read) in [(0, true), (most, true), (most + 1, false)] {
            fs::write(&path, vec![b'#'; len]).expect("written");
            assert_eq!(read_small(&path).is_ok(), is_read, "{len}");
        }
        let error = read_small(folder.path()).expect_err("a folder");
        assert!(error.to_string().starts_with("expected a regular file"));
        let error = read_small(&folder.path().join("none")).expect_err("not there");
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_device_does_not_block() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe.toml");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        for path in [pipe.as_path(), Path::new("/dev/zero")] {
            let error = read_small(path).expect_err("no regular file");
            assert!(error.to_string().starts_with("expected a regular file"));
        }
    }
}
