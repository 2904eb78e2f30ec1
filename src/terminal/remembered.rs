//! What the editor remembers, on disk: one small file, read when a file is opened, written by a
//! thread of its own, whole and aside, so that two editors do not spoil it.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::state;
use crate::editor::state::remembered::{BYTES, FileMemory, News, Remembered};
use crate::suite::open_regular;

/// How long leaving the editor waits for the last news to be written.
const PATIENCE: Duration = Duration::from_secs(1);

fn place() -> Option<PathBuf> {
    Some(state::folder()?.join("remembered"))
}

/// All that is remembered, and how many lines of it mean nothing.
pub fn all() -> (Remembered, usize) {
    place().map_or_else(Default::default, |place| read(&place))
}

/// What is remembered of the file at a path.
pub fn of(path: &Path) -> Option<FileMemory> {
    all().0.file(&name(path)?).cloned()
}

/// What a file goes by: its real path. `None` where it is not there, or its path is no text.
fn name(path: &Path) -> Option<String> {
    let real = std::fs::canonicalize(path).ok()?;
    real.into_os_string().into_string().ok()
}

fn read(place: &Path) -> (Remembered, usize) {
    let mut bytes = Vec::new();
    let limit = BYTES as u64;
    let read = open_regular(place).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    match read {
        Ok(_) => Remembered::read(&String::from_utf8_lossy(&bytes)),
        Err(_) => Default::default(),
    }
}

fn write(place: &Path, text: &str) -> io::Result<()> {
    let folder = place.parent().unwrap_or(place);
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(place).map_err(|error| error.error)?;
    Ok(())
}

/// Writes news down in their order.
pub struct Keeper {
    news: Option<Sender<News>>,
    thread: Option<JoinHandle<()>>,
    ended: Receiver<()>,
}

impl Keeper {
    /// A keeper for the usual place. Where nothing can be kept, nothing is: it is a convenience.
    pub fn start() -> Self {
        Self::at(place())
    }

    fn at(place: Option<PathBuf>) -> Self {
        let (news, receiver) = unbounded::<News>();
        let (ends, ended) = unbounded();
        let thread = place.and_then(|place| {
            std::thread::Builder::new()
                .name("remember".into())
                .spawn(move || {
                    let _ends = ends;
                    while let Ok(first) = receiver.recv() {
                        let (mut all, _) = read(&place);
                        for news in std::iter::once(first).chain(receiver.try_iter()) {
                            if let Some(news) = of_real_path(news) {
                                all.take(news);
                            }
                        }
                        let _ = write(&place, &all.text());
                    }
                })
                .ok()
        });
        Self {
            news: Some(news),
            thread,
            ended,
        }
    }

    /// Has something remembered.
    pub fn keep(&self, news: News) {
        if let Some(sender) = &self.news {
            // Without the thread nothing is kept.
            let _ = sender.send(news);
        }
    }

    /// Waits, not for long, until all is written.
    pub fn end(&mut self) {
        drop(self.news.take());
        if let Some(thread) = self.thread.take()
            && self.ended.recv_timeout(PATIENCE)
                == Err(crossbeam_channel::RecvTimeoutError::Disconnected)
        {
            let _ = thread.join();
        }
    }
}

fn of_real_path(news: News) -> Option<News> {
    Some(match news {
        News::File { path, memory } => News::File {
            path: name(Path::new(&path))?,
            memory,
        },
        other => other,
    })
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
            let mut keeper = Keeper::at(Some(place.clone()));
            keeper.keep(News::File {
                path: suite.to_string_lossy().into_owned(),
                memory,
            });
            keeper.end();
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
