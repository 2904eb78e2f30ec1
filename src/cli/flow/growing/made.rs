//! What results are made with, in a file beside them while they grow: a run goes on only as what it was begun
//! as, and results of two are never in one file without a word.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::super::Fault;
use super::noted::{DONE, LEFT, Noted, Reason, Step};
use crate::cli::output::say;
use crate::engine::Starts;

/// What is added to the name of results that grow.
const RUN: &str = ".run";
/// Its first line, by which it is known as ours.
const HEAD: &str =
    "# How the results beside this file are made; it is removed when they are complete.";
/// What the line of the engine's own name begins with.
const NAME: &str = "name";

/// What a run makes its results with.
#[derive(Debug, Default)]
pub(crate) struct MadeWith {
    /// What is said of it, under a name for each.
    words: Vec<(&'static str, String)>,
    /// The engines of the run, which tell their names.
    pub starts: Starts,
    /// How far it is, where its results do not tell.
    noted: Mutex<Option<Noted>>,
    /// Why records were left unchanged, those of the run before among them.
    left: Mutex<Noted>,
}

/// What is known of results that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// They are of this run, which was stopped.
    Same,
    /// They were finished, or nobody wrote down how they are made.
    Nothing,
}

/// The file beside results.
pub(super) fn beside(results: &Path) -> PathBuf {
    let mut name: OsString = results.as_os_str().to_owned();
    name.push(RUN);
    name.into()
}

/// A word is one line, whatever a path or an engine's name has in it.
fn line_of(name: &str, word: &str) -> String {
    format!("{name}: {}\n", word.replace(['\n', '\r'], " "))
}

/// Whether results were left by a run that was stopped.
pub(super) fn is_unfinished(results: &Path) -> bool {
    // Who removed them begins anew, and on a full disk a run may have left nothing in either file.
    let Ok(there) = fs::metadata(results) else {
        return false;
    };
    is_ours(&beside(results))
        && (there.len() > 0 || MadeWith::noted(results).is_ok_and(|noted| noted.is_some()))
}

/// Whether there are results that no run left when it was stopped: they were finished.
pub(crate) fn is_finished(results: &Path) -> bool {
    let is_some = fs::metadata(results).is_ok_and(|there| there.is_file() && there.len() > 0);
    is_some && !beside(results).exists()
}

/// Whether a file was written by a run, and not by somebody else under that name.
fn is_ours(path: &Path) -> bool {
    // The disk may have been full when it was written.
    fs::read(path)
        .is_ok_and(|text| text.starts_with(HEAD.as_bytes()) || HEAD.as_bytes().starts_with(&text))
}

impl MadeWith {
    /// A run of a command; each word has a name of its own.
    pub(crate) fn new(words: Vec<(&'static str, String)>) -> Self {
        Self {
            words,
            ..Self::default()
        }
    }

    /// Goes on behind what is noted of the run before.
    pub(super) fn go_on(&self, noted: &Noted) {
        self.left
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .left
            .clone_from(&noted.left);
    }

    /// Notes how far the run is, beside the results when these are flushed; `left`: why the record at hand was left
    /// unchanged.
    pub(crate) fn note(&self, step: Step, counts: &[u64], left: Option<Reason>) {
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = left {
            all.leave(reason);
        }
        let noted = Noted {
            step,
            counts: counts.to_vec(),
            left: all.left.clone(),
            bytes: 0,
        };
        *self.noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(noted);
    }

    /// Takes what is to be noted beside so many bytes of results.
    pub(super) fn take_note(&self, bytes: u64) -> Option<Noted> {
        let noted = self
            .noted
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()?;
        Some(Noted { bytes, ..noted })
    }

    /// What is noted beside results, where a run was stopped that does.
    pub(super) fn noted(results: &Path) -> io::Result<Option<Noted>> {
        match fs::read(beside(results)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            text => Ok(Noted::of(&String::from_utf8_lossy(&text?))),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        let name = self.starts.name().map(|name| (NAME, name));
        for (name, word) in self.words.iter().cloned().chain(name) {
            text += &line_of(name, &word);
        }
        text
    }

    /// An error where what stands beside results is not ours.
    pub(super) fn refuse_place(results: &Path) -> io::Result<()> {
        let path = beside(results);
        match path.exists() && !is_ours(&path) {
            true => Err(io::Error::other(format!(
                "`{}` is there already and of something else: rename it, or give `-o` another name",
                path.display()
            ))),
            false => Ok(()),
        }
    }

    /// Writes it beside results that begin.
    pub(super) fn write(&self, results: &Path) -> io::Result<()> {
        Self::refuse_place(results)?;
        let path = beside(results);
        fs::write(&path, self.text()).inspect_err(|_| {
            // Half of it would be of another run.
            let _ = fs::remove_file(&path);
        })
    }

    /// Adds the engine's own name to what stands beside results; gives whether it is there, which it is not
    /// before an engine was needed.
    pub(super) fn name_engine(&self, results: &Path) -> io::Result<bool> {
        let Some(name) = self.starts.name() else {
            return Ok(false);
        };
        let path = beside(results);
        let text = fs::read(&path)?;
        let line = line_of(NAME, &name);
        if memchr::memmem::find(&text, format!("\n{NAME}: ").as_bytes()).is_none() {
            let mut file = fs::OpenOptions::new().append(true).open(&path)?;
            file.write_all(line.as_bytes())?;
        }
        Ok(true)
    }

    /// Results are complete: how they were made concerns no run any more.
    pub(super) fn remove(results: &Path) {
        let path = beside(results);
        if is_ours(&path) {
            let _ = fs::remove_file(path);
        }
    }

    /// Holds this run against the one that made what is there; `name` asks the engine for its own name.
    ///
    /// # Errors
    ///
    /// It was another run.
    pub(super) fn same(
        &self,
        results: &Path,
        name: impl FnOnce() -> Option<String>,
    ) -> Result<Known, Fault> {
        let before = match fs::read(beside(results)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Known::Nothing),
            before => before?,
        };
        let before = String::from_utf8_lossy(&before).into_owned();
        let before: Vec<(&str, &str)> = before
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(": "))
            .filter(|(named, _)| *named != DONE && !named.starts_with(&format!("{LEFT} ")))
            .collect();
        let mut now: Vec<(&str, String)> = self
            .words
            .iter()
            .map(|(name, word)| (*name, word.replace(['\n', '\r'], " ")))
            .collect();
        if before.iter().any(|(named, _)| *named == NAME)
            && let Some(name) = name()
        {
            now.push((NAME, name));
        }
        let word = |name: &str| {
            let mut all = before.iter();
            all.find(|(named, _)| *named == name).map(|(_, word)| *word)
        };
        let gone = before
            .iter()
            .filter(|(named, _)| *named != NAME && now.iter().all(|(name, _)| name != named))
            .map(|(named, word)| format!("{named} {word}, now none"));
        let differs = now
            .iter()
            .filter(|(name, now)| word(name) != Some(now))
            .map(|(name, now)| format!("{name} {}, now {now}", word(name).unwrap_or("none")));
        let differs: Vec<String> = differs.chain(gone).collect();
        if differs.is_empty() {
            return Ok(Known::Same);
        }
        Err(Fault::usage(&format!(
            "`{}` was made with {}: go on as it was begun, or write to another file",
            results.display(),
            differs.join("; ")
        )))
    }

    /// Says that nobody knows how what is there was made.
    pub(super) fn say_unknown(results: &Path) {
        say(&format!(
            "how `{}` was made is not known (there is no `{}`): its results may be of another engine or limit",
            results.display(),
            beside(results).display()
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(limit: &str) -> MadeWith {
        MadeWith::new(vec![("command", "test".into()), ("limit", limit.into())])
    }

    #[test]
    fn a_run_goes_on_as_it_was_begun_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let results = folder.path().join("out.epd");
        let nobody = || None;
        assert_eq!(
            run("depth 3").same(&results, nobody).ok(),
            Some(Known::Nothing)
        );
        run("depth 3").write(&results).expect("written");
        assert!(!is_unfinished(&results));
        fs::write(&results, "4k3").expect("written");
        assert!(is_unfinished(&results));
        assert_eq!(
            run("depth 3").same(&results, nobody).ok(),
            Some(Known::Same)
        );
        let check = |now: MadeWith, expected: &str| {
            let refused = now.same(&results, nobody).expect_err("another run");
            let said = refused.into_error().to_string();
            assert!(said.contains(expected), "{said}");
        };
        check(run("depth 4"), "was made with limit depth 3, now depth 4:");
        check(
            MadeWith::new(vec![("command", "test".into()), ("hold", "2".into())]),
            "hold none, now 2; limit depth 3, now none",
        );
        MadeWith::remove(&results);
        assert!(!is_unfinished(&results));
    }

    #[test]
    fn a_file_of_somebody_else_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let results = folder.path().join("out.epd");
        fs::write(beside(&results), "my notes\n").expect("written");
        assert!(run("depth 3").write(&results).is_err());
        MadeWith::remove(&results);
        assert_eq!(
            fs::read(beside(&results)).expect("it is there"),
            b"my notes\n"
        );
    }

    #[test]
    fn an_engine_of_another_name_is_another_engine() {
        let folder = tempfile::tempdir().expect("a folder");
        let results = folder.path().join("out.epd");
        fs::write(
            beside(&results),
            "command: test\nlimit: depth 3\nname: Fake 1\n",
        )
        .expect("written");
        let now = run("depth 3");
        let named = |name: &str| now.same(&results, || Some(name.to_owned()));
        assert_eq!(named("Fake 1").ok(), Some(Known::Same));
        let said = named("Fake 2").expect_err("another");
        let said = said.into_error().to_string();
        assert!(said.contains("name Fake 1, now Fake 2"), "{said}");
        // One that does not start says so itself.
        assert_eq!(now.same(&results, || None).ok(), Some(Known::Same));
    }
}
