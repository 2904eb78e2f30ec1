//! What the editor remembers, on disk: one small file, read when a file is opened.

use std::path::{Path, PathBuf};

use super::{small_file, state};
use crate::editor::state::remembered::{FileMemory, News, Remembered};

fn place() -> Option<PathBuf> {
    Some(state::folder()?.join("remembered"))
}

/// All that is remembered, and how many lines of it mean nothing.
pub fn all() -> (Remembered, usize) {
    place().map_or_else(Default::default, |place| read(&place))
}

/// Returns the memory of the file at a path.
pub fn of(path: &Path) -> Option<FileMemory> {
    all().0.file(&name(path)?).cloned()
}

/// Returns the key of a file: its real path. `None` if it is not there, or its path is no text.
fn name(path: &Path) -> Option<String> {
    let real = std::fs::canonicalize(path).ok()?;
    real.into_os_string().into_string().ok()
}

fn read(place: &Path) -> (Remembered, usize) {
    match small_file::read(place) {
        Ok(bytes) => Remembered::read(&String::from_utf8_lossy(&bytes)),
        Err(_) => Default::default(),
    }
}

/// Writes news down in their order. Where nothing can be kept, nothing is: it is a convenience.
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
    let _ = small_file::write(place, &all.text());
}

fn of_real_path(mut news: News) -> Option<News> {
    if let News::File { path, .. } | News::Opened(path) = &mut news {
        *path = name(Path::new(path))?;
    }
    Some(news)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there_at_the_next_start_and_a_broken_file_does_no_harm() {
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
        assert_eq!(read(&place), (Remembered::default(), 2));
        keep(memory.clone());
        assert_eq!(read(&place).0.file(&name), Some(&memory));
    }
}
