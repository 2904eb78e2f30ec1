use super::*;
use crate::editor::state::document::Document;
use crate::editor::update;
use crate::suite::{Grouping, OpenOptions, Suite};
use std::fs;

/// Returns a keeper without its thread, and its messages.
fn keeper(folder: &Path) -> (Keeper, Receiver<Msg>) {
    let (sender, told) = unbounded();
    let tell = std::sync::Arc::new(move |message| drop(sender.send(message)));
    (Keeper::new(Some(folder.join("journals")), tell), told)
}

impl Keeper {
    fn write_now(&mut self, document: DocumentId, unsaved: Box<UnsavedChanges>) {
        self.write_soon(document, unsaved);
        self.write_all();
    }
}

fn unsaved(name: &str) -> Box<UnsavedChanges> {
    let mut suite = Suite::from_bytes(name, b"a\nb\n".to_vec());
    suite.delete_lines(0..1, "delete");
    Box::new(suite.unsaved(Vec::new()).expect("changed"))
}

fn journals(folder: &Path) -> usize {
    let entries = fs::read_dir(folder.join("journals"));
    let entries = entries.into_iter().flatten().flatten();
    entries
        .filter(|entry| !entry.path().to_string_lossy().ends_with(".lock"))
        .count()
}

/// Opens a file and returns the journals that earlier editors left of it.
fn found(keeper: &mut Keeper, document: DocumentId, file: &Path) -> Vec<FoundJournal> {
    keeper.open(document, file);
    keeper.left(document, file)
}

#[test]
fn a_journal_of_another_editor_is_found_and_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = DocumentId::default();
    let (mut first, told) = keeper(folder.path());
    first.write_now(document, unsaved("a.epd"));
    assert_eq!(journals(folder.path()), 1);
    let file = unsaved("a.epd").path;

    // While it runs no other editor finds it, and another one writes its own.
    let (mut second, _told) = keeper(folder.path());
    assert!(found(&mut second, document, &file).is_empty());
    second.write_now(document, unsaved("a.epd"));
    assert_eq!(journals(folder.path()), 2);
    assert!(second.end(false));
    assert_eq!(journals(folder.path()), 1);

    // After a kill it is found, and edits made before an answer do not touch it.
    drop((first, told));
    let (mut third, _told) = keeper(folder.path());
    assert_eq!(found(&mut third, document, &file).len(), 1);
    third.write_now(document, unsaved("a.epd"));
    assert_eq!(journals(folder.path()), 2);
    assert!(third.end(false));
    assert_eq!(journals(folder.path()), 1);
}

#[test]
fn all_journals_of_a_file_are_found_at_once_and_each_can_be_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = DocumentId::default();
    let both: Vec<_> = (0..2)
        .map(|_| {
            let (mut keeper, _) = keeper(folder.path());
            keeper.write_now(document, unsaved("a.epd"));
            keeper
        })
        .collect();
    drop(both);
    let (mut next, _told) = keeper(folder.path());
    let all = found(&mut next, document, &unsaved("a.epd").path);
    let places: Vec<usize> = all.iter().map(|found| found.place).collect();
    assert_eq!(places, [0, 1]);
    next.remove_found(document, 0);
    assert_eq!(journals(folder.path()), 1);
    assert!(next.end(false));
    assert_eq!(journals(folder.path()), 1);
}

#[test]
fn an_adopted_journal_is_removed_with_this_editors_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let document = DocumentId::default();
    keeper(folder.path())
        .0
        .write_now(document, unsaved("a.epd"));
    let (mut next, _told) = keeper(folder.path());
    next.find(document, &unsaved("a.epd").path);
    next.adopt(document, 0);
    next.write_now(document, unsaved("a.epd"));
    assert_eq!(journals(folder.path()), 1);
    next.remove(document);
    assert_eq!(journals(folder.path()), 0);
}

#[test]
fn an_unwritable_place_is_reported_once() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("journals"), "no folder").expect("a file in the way");
    let (mut keeper, told) = keeper(folder.path());
    for _ in 0..2 {
        keeper.write_now(DocumentId::default(), unsaved("a.epd"));
    }
    assert_eq!(told.try_iter().count(), 1);
    assert!(!keeper.end(true));
}

#[test]
fn edits_without_a_pause_are_still_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut keeper, _told) = keeper(folder.path());
    let document = DocumentId::default();
    let begun = Instant::now();
    while journals(folder.path()) == 0 {
        keeper.write_soon(document, unsaved("a.epd"));
        keeper.write_due(Instant::now());
        assert!(begun.elapsed() < Duration::from_secs(5), "never written");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(begun.elapsed() >= PAUSE);
}

#[test]
fn edits_typed_during_a_save_are_found_whichever_file_exists() {
    for is_replaced in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.epd");
        fs::write(&path, "a\nb\nc\n").expect("a file");
        let options = OpenOptions {
            background: false,
            ..OpenOptions::default()
        };
        let mut suite = Suite::open(&path, &options).expect("opened");
        let document = DocumentId::default();
        let (mut editor, _told) = keeper(folder.path());
        suite.replace_line(0, b"A", Grouping::Step, "edit");
        let unsaved = |suite: &Suite| Box::new(suite.unsaved(Vec::new()).expect("edited"));
        editor.write_now(document, unsaved(&suite));
        let held = suite.snapshot();
        let content = Content::of(b"A\nb\nc\n");
        editor.saving(document, Box::new(held), content);
        if is_replaced {
            fs::write(&path, "A\nb\nc\n").expect("saved");
        }
        let next = |folder: &Path| {
            let (mut next, _told) = keeper(folder);
            let all = found(&mut next, document, &path);
            let suite = Suite::open(&path, &options).expect("opened");
            (next, all, suite)
        };
        // Killed with nothing typed: the saved edits are not offered.
        let last = editor.kept(document).unsaved.take();
        drop(editor);
        let (mut editor, all, opened) = next(folder.path());
        let journal = all[0].journal.of(&opened).expect("it fits");
        assert_eq!(journal.changes_nothing(3), is_replaced);
        // Killed with a line typed meanwhile.
        editor.adopt(document, 0);
        editor.kept(document).unsaved = last;
        editor.saving(document, Box::new(suite.snapshot()), content);
        suite.replace_line(2, b"C", Grouping::Step, "edit");
        editor.write_now(document, unsaved(&suite));
        drop(editor);
        let (_editor, all, mut opened) = next(folder.path());
        let change = opened
            .recovery(&all[0].journal)
            .and_then(|edits| edits.make())
            .expect("it fits");
        opened.apply(change).expect("just opened");
        let lines: Vec<_> = (0..3).map(|line| opened.line(line).into_owned()).collect();
        assert_eq!(lines.concat(), b"A\nb\nC\n");
    }
}

#[test]
fn each_editor_learns_of_those_that_have_the_file_open_and_of_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (folder.path().join("a.epd"), folder.path().join("b.epd"));
    fs::write(&a, "").expect("a file");
    let suite = Suite::from_bytes("a.epd", Vec::new());
    let mut model = crate::editor::editor(Document::new(suite));
    let document = model.document.id;
    let editor = |process| {
        let (mut keeper, told) = keeper(folder.path());
        keeper.process = process;
        (keeper, told)
    };
    let mut open = |(keeper, told): &mut (Keeper, Receiver<Msg>), path: &Path| {
        keeper.open(document, path);
        model.status = None;
        for message in told.try_iter() {
            update(&mut model, message);
        }
        model.status.take().map(|status| status.text)
    };
    let by = |process: u32| {
        let said = format!("a.epd is also open in another epdit (process {process})");
        Some(said)
    };
    let (mut one, mut two, mut three) = (editor(1), editor(2), editor(3));
    assert_eq!(open(&mut one, &a), None);
    assert_eq!(open(&mut one, &a), None, "its own");
    assert_eq!(open(&mut two, &a), by(1));
    assert_eq!(open(&mut three, &b), None);
    // After a kill it leaves its file without a lock.
    drop(one);
    assert_eq!(open(&mut three, &a), by(2));
    two.0.close(document);
    assert_eq!(open(&mut three, &a), None);
}

#[test]
fn a_journal_outlives_a_save_as_until_one_is_written_under_the_new_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("journals");
    let document = DocumentId::default();
    let (mut keeper, _told) = keeper(folder.path());
    let [a, b] = ["a.epd", "b.epd"].map(|name| folder.path().join(name));
    let unsaved_of = |path: &Path| {
        let mut unsaved = unsaved("a.epd");
        unsaved.path = path.to_owned();
        unsaved
    };
    keeper.write_now(document, unsaved_of(&a));
    let (journal, lock) = paths(&place, &whole(&a), 0);
    keeper.open(document, &b);
    assert!(journal.exists() && lock.exists());
    keeper.write_now(document, unsaved_of(&b));
    assert!(!journal.exists() && !lock.exists());
    assert_eq!(journals(folder.path()), 1);
    assert!(keeper.end(false));
    assert_eq!(fs::read_dir(&place).expect("a folder").count(), 0);
}

// Another place is used.
#[cfg(unix)]
#[test]
fn a_pipe_a_folder_a_device_or_a_loop_in_place_of_a_journal_is_left_and_does_not_block() {
    use std::os::unix::fs::symlink;
    // Made without starting a program: a child process would hold the locks of all tests for a moment.
    let pipe = |path: &Path| {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
    };
    type Make<'m> = &'m dyn Fn(&Path);
    let kinds: [(&str, Make<'_>); 4] = [
        ("a pipe", &pipe),
        ("a folder", &|path| fs::create_dir(path).expect("a folder")),
        ("a device", &|path| {
            symlink("/dev/zero", path).expect("a link")
        }),
        ("a loop", &|path| symlink(path, path).expect("a link")),
    ];
    let document = DocumentId::default();
    let file = whole(&unsaved("a.epd").path);
    for (kind, make) in kinds {
        for is_lock in [false, true] {
            let folder = tempfile::tempdir().expect("a folder");
            let (mut keeper, told) = keeper(folder.path());
            let place = folder.path().join("journals");
            fs::create_dir(&place).expect("a folder");
            let (journal, lock) = paths(&place, &file, 0);
            let there = if is_lock { lock } else { journal };
            make(&there);
            let begun = Instant::now();
            assert!(found(&mut keeper, document, &file).is_empty(), "{kind}");
            keeper.write_now(document, unsaved("a.epd"));
            assert!(told.try_recv().is_err(), "{kind}: it is written elsewhere");
            let (second, _) = paths(&place, &file, 1);
            let journal = Journal::read(&second).expect("it can be read");
            assert_eq!(journal.expect("one").changed_lines(), 1, "{kind}");
            assert!(keeper.end(false));
            assert!(begun.elapsed() < Duration::from_secs(1), "{kind}");
            assert!(fs::symlink_metadata(&there).is_ok() && !second.exists());
        }
        // Such a path is not read as a journal when the user names it, either.
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.journal");
        make(&path);
        assert!(Journal::read(&path).is_err(), "{kind}");
    }
}
