//! Runs the effects of the editor: its jobs run on threads and return as messages; the clipboard, written
//! files and the journals have a thread each.

mod slots;

use super::clipboard::{Clipboard, Outcome};
use super::engines::{self, Analyst};
use super::journal::Journals;
use super::searches::Searches;
use super::threads::{Worker, spawn};
use super::{config, folders, remembered};
use crate::editor::doc::scan;
use crate::editor::effect::Effect;
use crate::editor::flows::{copy, open};
use crate::editor::message::Msg;
use crate::editor::pages::{folder, queue};
use crate::editor::panes::operations::take_time;
use crate::editor::settings;
use crate::editor::state::copying::{Content, CopyHow, Copying};
use crate::editor::state::document::DocumentId;
use crate::editor::state::remembered::News;
use crate::editor::state::settings::Background;
use crate::suite::journal::UnsavedChanges;
use crate::suite::{Job, LoadHandle, explain, is_folder, is_there, tablebase, whole_path};
use crate::terminal;
use crate::terminal::effects::slots::REPORT;
use crossbeam_channel::Sender;
use slots::Slots;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(super) use slots::Tell;

/// The longest wait at the end for the last of the editor's own files to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// An event for the event loop.
pub enum Happening {
    Message(Msg),
    /// Content that only the terminal can copy to a clipboard.
    CopyByTerminal(Copying),
    /// The terminal reported its background.
    Background(Background),
    /// The terminal can't be read any more.
    TerminalLost(std::io::Error),
    /// A signal ends the editor: see `platform::ended`.
    End,
    Suspend,
    /// The process continues after it was stopped.
    Continue,
}

/// Runs effects that need neither the terminal nor the event loop.
pub struct Runner {
    happenings: Sender<Happening>,
    tell: Tell,
    analyst: Analyst,
    searches: Searches,
    clipboard: Clipboard,
    slots: Slots,
    journals: Journals,
    /// Writes the settings and the remembered state, one after the other.
    files: Worker<()>,
    /// The listing of files for the picker, and the search of folders.
    listing: Job,
    folder: Job,
}

impl Runner {
    /// Returns a runner that reports to the event loop through `happenings`.
    pub fn new(happenings: Sender<Happening>) -> Self {
        let told = happenings.clone();
        // The loop may have ended; then the message is dropped.
        let tell: Tell = Arc::new(move |message| drop(told.send(Happening::Message(message))));
        let folder = remembered::folder().map(|folder| folder.join("journals"));
        let journals = Journals::start(folder, tell.clone());
        let tells = tell.clone();
        let heard = move |searched| tells(Msg::told(move |model| queue::heard(model, searched)));
        Self {
            happenings,
            analyst: Analyst::new(),
            searches: Searches::new(heard),
            clipboard: Clipboard::new(),
            slots: Slots::new(tell.clone(), journals.clone()),
            journals,
            files: Worker::start("files", || ()),
            listing: Job::new(),
            folder: Job::new(),
            tell,
        }
    }

    /// Starts an effect; returns one for the terminal or the event loop unchanged.
    pub fn start(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Start(task) => self.slots.start(task),
            Effect::Analyse(job) => self.analyst.analyse(*job, &self.tell),
            Effect::PauseAnalysis => self.analyst.pause(),
            Effect::StopAnalysis => self.analyst.stop(),
            Effect::MeetEngine(command) => {
                self.apart("engine", move |tell| tell(engines::meet(*command)));
            }
            Effect::FindEngines => self.apart("engines", move |tell| tell(engines::find_in_path())),
            Effect::Search(job) => self.searches.search(*job),
            Effect::StopSearches(ticket) => self.searches.stop(ticket),
            Effect::GoOn => (self.tell)(Msg::Tick),
            Effect::Stop { document, slot } => self.slots.stop(document, slot),
            Effect::Copy(copying) => self.copy(copying),
            Effect::ReadClipboard => self.read_clipboard(),
            Effect::TellTime => self.tell_time(),
            Effect::Open {
                path,
                open,
                creates,
            } => {
                self.apart("open", move |tell| self::open(&path, &open, creates, tell));
            }
            Effect::Follow(loading) => {
                self.apart("loading", move |tell| follow(&loading, tell));
            }
            Effect::ReadFolder { ticket, folder } => {
                self.apart("folder", move |tell| {
                    let entries = folders::entries(&folder);
                    tell(Msg::told(move |model| {
                        open::folder_read(model, ticket, &folder, entries);
                    }));
                });
            }
            Effect::ListFiles(given) => {
                let job = anew(&mut self.listing);
                let ticket = given.ticket;
                self.apart("list", move |tell| {
                    folders::list(&given, &job, |files| {
                        tell(Msg::told(move |model| {
                            open::files_listed(model, ticket, files)
                        }));
                    });
                });
            }
            Effect::Folder(given) => {
                let job = anew(&mut self.folder);
                self.apart("folder-view", move |tell| {
                    folders::look_through(&given, &job, &**tell);
                });
            }
            Effect::CountSuite { ticket, path } => {
                self.apart("count-suite", move |tell| {
                    folders::count(ticket, path, &**tell);
                });
            }
            Effect::Keep(news) => {
                self.files.add(|()| remembered::keep([news]));
            }
            Effect::WriteSetting(setting) => {
                let tell = self.tell.clone();
                self.files.add(move |()| {
                    let (written, problems) = config::write(&setting);
                    let name = setting.name;
                    tell(Msg::told(move |model| {
                        settings::written(model, &name, written, problems)
                    }));
                });
            }
            Effect::TellOpen { document, path } => {
                self.journals.order(move |all| all.open(document, &path));
            }
            Effect::FindJournal { document, file } => {
                self.journals.order(move |all| all.find(document, &file));
            }
            Effect::WriteJournal { document, unsaved } => self.keep_unsaved(document, *unsaved),
            Effect::DropJournal(document) => self.journals.order(move |all| all.remove(document)),
            Effect::DropFoundJournal { document, place } => {
                self.journals
                    .order(move |all| all.remove_found(document, place));
            }
            Effect::AdoptJournal { document, place } => {
                self.journals.order(move |all| all.adopt(document, place));
            }
            Effect::LeaveJournals(document) => self.journals.order(move |all| all.leave(document)),
            Effect::FindThemes(file) => self.apart("themes", move |tell| {
                let themes = config::themes(Some(&file));
                tell(Msg::told(move |model| {
                    settings::found_themes(model, themes)
                }));
            }),
            Effect::OpenTables(folder) => self.apart("tablebases", move |tell| {
                let opened = tablebase::open(&folders::expanded(&folder));
                let opened = opened.map_err(|error| explain(&error));
                tell(Msg::told(move |model| {
                    scan::opened_tables(model, &folder, opened)
                }));
            }),
            Effect::Closed(document) => {
                self.journals.order(move |all| all.close(document));
                self.slots.close(document);
                self.searches.close(document);
            }
            Effect::ReleaseMouse(_)
            | Effect::Look
            | Effect::SwitchGround
            | Effect::Suspend
            | Effect::Quit => {
                return Some(effect);
            }
        }
        None
    }

    /// Runs work on a new thread, with a way to message the editor.
    fn apart(&self, name: &str, work: impl FnOnce(&Tell) + Send + 'static) {
        let tell = self.tell.clone();
        spawn(name, move || work(&tell));
    }

    fn copy(&self, copying: Copying) {
        let (tell, happenings) = (self.tell.clone(), self.happenings.clone());
        let content = copying.content.clone();
        self.clipboard.copy(content, move |outcome| {
            let how = match (outcome, &copying.content) {
                (Outcome::Copied, _) => Ok(CopyHow::Clipboard),
                // The terminal may accept a text.
                (Outcome::NotHere | Outcome::Silent, Content::Text(_)) => {
                    return drop(happenings.send(Happening::CopyByTerminal(copying)));
                }
                (Outcome::NotHere, Content::Picture(_)) => Err("no clipboard here takes pictures"),
                (Outcome::Silent, Content::Picture(_)) => Err("the clipboard does not answer"),
            };
            let how = how.map_err(str::to_owned);
            tell(Msg::told(move |model| copy::copied(model, copying, how)));
        });
    }

    fn read_clipboard(&self) {
        let tell = self.tell.clone();
        self.clipboard.read(move |text| {
            let why = "no text on the clipboard · try the terminal's own paste";
            tell(match text.filter(|text| !text.is_empty()) {
                Some(text) => Msg::Paste(text),
                None => Msg::told(move |model| model.failed(why)),
            });
        });
    }

    fn tell_time(&self) {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        // A clock before 1970 is invalid.
        let seconds = since.map_or(0, |since| since.as_secs());
        (self.tell)(Msg::told(move |model| take_time(model, seconds)));
    }

    /// Stores the last news, and waits a moment for the writing.
    pub fn end_keeping(&mut self, news: Vec<News>) {
        self.files.add(|()| remembered::keep(news));
        self.files.end(PATIENCE);
    }

    /// Writes the journal of a file soon.
    pub fn keep_unsaved(&self, document: DocumentId, unsaved: UnsavedChanges) {
        let unsaved = Box::new(unsaved);
        self.journals
            .order(move |all| all.write_soon(document, unsaved));
    }

    /// Ends the journals: without `keep` they are removed, because the user quit; with it they stay, written
    /// to the last edit, for the next start. Returns whether all unsaved edits are on disk.
    pub fn end_journals(&self, keep: bool) -> bool {
        self.journals.end(keep)
    }
}

fn anew(job: &mut Job) -> Job {
    job.cancel();
    *job = Job::new();
    job.clone()
}

/// Opens a file, unless it is open; one that does not exist only if `creates`.
fn open(typed: &Path, files: &[(DocumentId, PathBuf)], creates: bool, tell: &Tell) {
    let (path, line) = terminal::files::split_line(&folders::expanded(typed));
    if is_folder(&path) {
        return tell(Msg::told(move |model| folder::open(model, vec![path])));
    }
    let whole = whole_path(&path).ok();
    let same =
        |other: &PathBuf| *other == path || whole.is_some() && whole_path(other).ok() == whole;
    if let Some((document, _)) = files.iter().find(|(_, other)| same(other)) {
        let document = *document;
        return tell(Msg::told(move |model| open::is_open(model, document, line)));
    }
    if !creates && !is_there(&path) {
        return tell(Msg::told(move |model| open::ask_to_create(model, path)));
    }
    match terminal::files::open(&path, line) {
        Ok(document) => tell(Msg::told(move |model| open::opened(model, document))),
        Err(error) => tell(Msg::told(move |model| model.failed(error.to_string()))),
    }
}

/// Sends `Tick` from time to time while a file is being read, and once at the end, since the reading may have
/// ended before the editor checked.
fn follow(loading: &LoadHandle, tell: &Tell) {
    let mut done = 0;
    while let Some(progress) = loading.wait(done, REPORT) {
        done = progress.done;
        tell(Msg::Tick);
    }
    tell(Msg::Tick);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::document::Document;
    use crate::editor::update;
    use crate::suite::Suite;
    use std::sync::Arc;

    #[test]
    fn files_that_cannot_be_opened_are_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.epd");
        std::fs::write(&file, "").expect("a file");
        let (sender, told) = crossbeam_channel::unbounded();
        let tell: Tell = Arc::new(move |message| drop(sender.send(message)));
        open(&file.join("b.epd"), &[], true, &tell);
        let suite = Suite::from_bytes("test.epd", Vec::new());
        let mut model = crate::editor::editor(Document::new(suite));
        update(&mut model, told.recv().expect("told"));
        let said = model.status.expect("a status").text;
        assert!(said.starts_with("can't read"), "{said}");
    }
}
