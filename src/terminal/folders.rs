//! Folders: the suites below them with their summaries, and completions of typed paths.

use super::{files, remembered};
use crate::editor::effect::{FolderJob, ListJob};
use crate::editor::message::Msg;
use crate::editor::overlay::paths;
use crate::editor::pages::folder::{self, dialect};
use crate::editor::state::folder::{FolderFile, Summary};
use crate::editor::state::{FolderEntry, ListedFile};
use crate::epd::Dialect;
use crate::suite::kind::not_epd;
use crate::suite::{
    CountsSoFar, FileInfo, Job, OpenOptions, Suite, ValidateOptions, dialect_of, is_folder,
    is_suite_name, on_disk, open_regular, open_text, suites_below, validate, whole_path,
};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

const BATCH: usize = 200;
/// Most files listed for the picker: more than anybody looks through, and quick to filter.
const LISTED: usize = 5000;
/// Most entries of a folder that are reported.
const ENTRIES: usize = 2000;
const RECENT: usize = 50;
/// Bytes of a suite held in memory while it is counted; a larger one is read by position.
const HELD: u64 = 32 << 20;

/// Reports the suites below `root` in batches, as long as `each` returns true. Returns the first error, if any.
fn tell_suites_below(root: &Path, mut each: impl FnMut(Vec<FolderFile>) -> bool) -> Option<String> {
    let mut trouble = None;
    let mut batch = Vec::new();
    for found in suites_below(root) {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                trouble.get_or_insert_with(|| error.to_string());
                continue;
            }
        };
        let name = found.path.strip_prefix(root).unwrap_or(&found.path);
        batch.push(FolderFile {
            name: name.to_string_lossy().into_owned(),
            size: found.size,
            path: plain(&found.path),
            found: None,
        });
        if batch.len() >= BATCH && !each(std::mem::take(&mut batch)) {
            return trouble;
        }
    }
    if !batch.is_empty() {
        each(batch);
    }
    trouble
}

fn plain(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_path_buf()
}

/// Searches folders, then counts each suite.
pub fn look_through(given: &FolderJob, job: &Job, tell: impl Fn(Msg)) {
    let ticket = given.ticket;
    let mut paths = Vec::new();
    let mut trouble = None;
    for root in &given.roots {
        let found = tell_suites_below(root, |mut files| {
            paths.extend(files.iter().map(|file| file.path.clone()));
            if given.roots.len() > 1 {
                for file in &mut files {
                    file.name = file.path.to_string_lossy().into_owned();
                }
            }
            tell(Msg::told(move |model| folder::found(model, ticket, files)));
            !job.is_cancelled()
        });
        trouble = trouble.or(found);
    }
    tell(Msg::told(move |model| {
        folder::all_found(model, ticket, trouble)
    }));
    for path in paths {
        if job.is_cancelled() {
            return;
        }
        tell_count(ticket, path, job, &tell);
    }
}

/// Counts one suite again, and reports its size.
pub fn count(ticket: u64, path: PathBuf, tell: impl Fn(Msg)) {
    if let Ok(about) = FileInfo::at(&path) {
        let files = vec![FolderFile {
            name: path.to_string_lossy().into_owned(),
            size: about.len(),
            path: path.clone(),
            found: None,
        }];
        tell(Msg::told(move |model| folder::found(model, ticket, files)));
    }
    tell_count(ticket, path, &Job::new(), &tell);
}

fn tell_count(ticket: u64, path: PathBuf, job: &Job, tell: &impl Fn(Msg)) {
    let found = summary(&path, job);
    if !job.is_cancelled() {
        tell(Msg::told(move |model| {
            folder::counted(model, ticket, &path, found)
        }));
    }
}

fn summary(path: &Path, job: &Job) -> Result<Summary, String> {
    let explained = |error: io::Error| error.to_string();
    let mut start = Vec::new();
    let usual = files::options();
    // Opening a pipe would block.
    let regular = on_disk(path).and_then(|file| open_regular(&file));
    regular.map_err(explained)?;
    let (text, _) = open_text(path, usual.unpacked, |bytes| bytes).map_err(explained)?;
    text.take(4096).read_to_end(&mut start).map_err(explained)?;
    if let Some(what) = not_epd(&start) {
        return Err(what.to_owned());
    }
    let options = OpenOptions {
        background: false,
        memory_limit: HELD,
        unpacked: usual.unpacked,
        ..OpenOptions::default()
    };
    let suite = Suite::open(path, &options).map_err(|error| error.to_string())?;
    if let Some(trouble) = suite.trouble() {
        return Err(trouble);
    }
    let found = validate(
        &suite.snapshot(),
        &ValidateOptions {
            duplicate_ids: true,
            ..ValidateOptions::default()
        },
        job,
        &CountsSoFar::default(),
    );
    let found = found.map_err(|error| error.to_string())?;
    let counts = &found.counts;
    let codes = counts.by_code.iter().map(|(&code, &count)| (code, count));
    let word = match dialect_of(path) {
        Dialect::Epd => "EPD",
        Dialect::Fen => "FEN",
    };
    let more = dialect(counts.records, codes);
    Ok(Summary {
        records: counts.records,
        errors: counts.errors,
        warnings: counts.warnings + found.duplicate_ids.later_lines().len(),
        hints: counts.hints,
        dialect: match more.is_empty() {
            true => word.to_owned(),
            false => format!("{word}, {more}"),
        },
    })
}

/// Reports the recent files, then the suites below the folder: each once, without the one shown.
pub fn list(given: &ListJob, job: &Job, tell: impl FnMut(Vec<ListedFile>)) {
    let (remembered, _) = remembered::all();
    let recent = remembered.recent().take(RECENT).map(PathBuf::from);
    list_with(recent.collect(), given, job, tell);
}

fn list_with(
    recent: Vec<PathBuf>,
    given: &ListJob,
    job: &Job,
    mut tell: impl FnMut(Vec<ListedFile>),
) {
    let whole = |path: &Path| whole_path(path).unwrap_or_else(|_| path.to_path_buf());
    let mut listed: HashSet<PathBuf> = given.shown.iter().map(|path| whole(path)).collect();
    let recent = recent.into_iter().filter_map(|path| {
        let is_new =
            FileInfo::at(&path).is_ok_and(|found| found.is_file()) && listed.insert(whole(&path));
        let path = is_new.then(|| at_home(&path))??;
        Some(ListedFile {
            name: path.clone(),
            path,
            is_recent: true,
        })
    });
    tell(recent.collect());
    let mut count = 0;
    tell_suites_below(&given.root, |files| {
        count += files.len();
        let files = files.into_iter().filter_map(|file| {
            let path = file.path.to_str()?.to_owned();
            listed.insert(whole(&file.path)).then_some(ListedFile {
                path,
                name: file.name,
                is_recent: false,
            })
        });
        tell(files.collect());
        count < LISTED && !job.is_cancelled()
    });
}

pub fn home() -> Option<PathBuf> {
    etcetera::home_dir().ok()
}

/// Shortens a path in the home folder with `~`.
fn at_home(path: &Path) -> Option<String> {
    let inside = home().and_then(|home| Some(path.strip_prefix(home).ok()?.to_str()?.to_owned()));
    match inside {
        Some(inside) => Some(format!("~{MAIN_SEPARATOR}{inside}")),
        None => path.to_str().map(str::to_owned),
    }
}

pub fn expanded(typed: &Path) -> PathBuf {
    paths::expanded(typed, home().as_deref())
}

/// Returns the entries of a typed folder, folders and suites first; none if it can't be read.
pub fn entries(folder: &str) -> Vec<FolderEntry> {
    let folder = if folder.is_empty() { "." } else { folder };
    let folder = expanded(Path::new(folder));
    let read = fs::read_dir(&folder);
    let mut found: Vec<(u8, String, bool)> = Vec::new();
    if read.is_err() && is_folder(&folder) {
        let members = suites_below(&folder).flatten();
        let name = |path: &Path| Some(path.strip_prefix(&folder).ok()?.to_str()?.to_owned());
        found.extend(members.filter_map(|member| Some((0, name(&member.path)?, false))));
    }
    for entry in read.into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
            continue;
        };
        let is_folder = is_folder(&path);
        let rank = match (name.starts_with('.'), is_folder || is_suite_name(&path)) {
            (false, true) => 0,
            (false, false) => 1,
            (true, _) => 2,
        };
        found.push((rank, name, is_folder));
    }
    found.sort();
    found.truncate(ENTRIES);
    found
        .into_iter()
        .map(|(_, name, is_folder)| FolderEntry { name, is_folder })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::state::document::Document;
    use crate::editor::state::folder::Folder;
    use crate::editor::update;
    use std::cell::RefCell;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("b.epd", "8/8/8/8/8/8/8/K1k5 w - - bm Ka2;\n"),
            ("deep/a.FEN", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n"),
            ("deep/c.epd", "8/8/8/8/8/8/8/K1k5 w - - 0 1 bm a1a2;\n"),
            ("notes.txt", "nothing\n"),
            (".hidden/d.epd", ""),
            ("e.epd", "\u{1}\u{2}\u{3}\u{4}"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        folder
    }

    #[test]
    fn the_suites_of_a_folder_are_found_and_counted() {
        let folder = folder();
        let job = FolderJob {
            ticket: 1,
            roots: vec![folder.path().to_path_buf()],
        };
        let suite = Suite::from_bytes("a.epd", Vec::new());
        let mut model = crate::editor::editor(Document::new(suite));
        model.folder = Some(Folder {
            ticket: 1,
            ..Folder::default()
        });
        let model = RefCell::new(model);
        look_through(&job, &Job::new(), |told| {
            update(&mut model.borrow_mut(), told);
        });
        let folder = model.into_inner().folder.expect("the folder view");
        assert_eq!(folder.trouble, None);
        let names: Vec<_> = folder
            .files
            .iter()
            .map(|file| Path::new(&file.name))
            .collect();
        let expected = ["b.epd", "deep/a.FEN", "deep/c.epd", "e.epd"].map(Path::new);
        assert_eq!(names, expected);
        let kinds: Vec<_> = folder
            .files
            .iter()
            .map(|file| {
                let found = file.found.as_ref().expect("counted").as_ref();
                found.map(|found| (found.records, found.dialect.as_str()))
            })
            .collect();
        assert_eq!(kinds[0], Ok((1, "EPD")));
        assert_eq!(kinds[1], Ok((1, "FEN")));
        assert_eq!(kinds[2], Ok((1, "EPD, six fields, UCI moves")));
        assert!(
            kinds[3]
                .as_ref()
                .is_err_and(|reason| reason.contains("binary"))
        );
    }

    #[test]
    fn each_file_but_the_one_shown_is_listed_once_the_recent_ones_first() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        let given = ListJob {
            ticket: 1,
            root: folder.path().to_path_buf(),
            shown: Some(path("e.epd")),
        };
        let recent = ["deep/c.epd", "e.epd", "b.epd", "gone.epd"]
            .map(path)
            .to_vec();
        let mut told = Vec::new();
        list_with(recent, &given, &Job::new(), |files| told.extend(files));
        let names: Vec<_> = told
            .iter()
            .map(|file| {
                let path = expanded(Path::new(&file.path));
                path.strip_prefix(folder.path()).expect("below").to_owned()
            })
            .collect();
        assert_eq!(
            names,
            ["deep/c.epd", "b.epd", "deep/a.FEN"].map(PathBuf::from)
        );
        let recent: Vec<_> = told.iter().map(|file| file.is_recent).collect();
        assert_eq!(recent, [true, true, false]);
    }

    #[test]
    fn a_path_being_typed_is_offered_folders_and_suites_first() {
        let folder = folder();
        let typed = format!("{}/", folder.path().display());
        let names: Vec<_> = entries(&typed)
            .into_iter()
            .map(|entry| entry.name)
            .collect();
        assert_eq!(names, ["b.epd", "deep", "e.epd", "notes.txt", ".hidden"]);
        assert!(entries("/no/such/folder/").is_empty());
    }
}
