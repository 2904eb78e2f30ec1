use super::*;
use crate::editor::state::jobs::find::{FindJob, Found, Wanted};
use crate::editor::state::jobs::perft::PerftJob;
use crate::editor::state::jobs::save::SaveJob;
use crate::editor::state::jobs::{SoFar, Work};
use crate::epd::ReadOptions;
use crate::suite::{Direction, OpenOptions, Query, Suite};
use crossbeam_channel::unbounded;
use std::time::Instant;

/// A table of slots, and what it tells.
fn slots() -> (Slots, Receiver<Msg>) {
    let (sender, told) = unbounded();
    let tell = Arc::new(move |msg| drop(sender.send(msg)));
    (Slots::new(tell, Journals::start(None, |_| {})), told)
}

fn task(ticket: u64, slot: Slot, work: Work) -> Task {
    let document = DocumentId::default();
    let id = TaskId {
        ticket,
        document,
        slot,
    };
    Task { id, work }
}

/// So many records, the last of them with the id `last`.
fn suite(records: usize) -> Suite {
    let mut text = "4k3/8/8/8/8/8/8/4K3 w - - id \"other\";\n".repeat(records - 1);
    text.push_str("4k3/8/8/8/8/8/8/4K3 w - - id \"last\";\n");
    Suite::from_bytes("test.epd", text.into_bytes())
}

fn find(ticket: u64, suite: &Suite) -> Task {
    let job = FindJob {
        snapshot: suite.snapshot(),
        options: ReadOptions::default(),
        wanted: Wanted::Id(b"last".to_vec()),
        direction: Direction::Forward,
        within: None,
        order: None,
        from: 0,
        rows: suite.line_count(),
    };
    task(ticket, Slot::Find, Work::Find(job))
}

/// A count that takes minutes.
fn perft(ticket: u64, depths: Vec<u8>) -> Task {
    use crate::epd::Record;
    let line = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let record = Record::read(line, &ReadOptions::default());
    let position = record.position().expect("a position").clone();
    let job = PerftJob { position, depths };
    task(ticket, Slot::Perft, Work::Perft(job))
}

/// The next piece of work that is over, its progress aside.
fn done(told: &Receiver<Msg>) -> (TaskId, Outcome) {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        match told.recv_deadline(until).expect("it ends in time") {
            Msg::TaskDone { id, outcome } => return (id, outcome),
            Msg::TaskProgress { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn work_answers_to_who_asked_for_it() {
    let (mut slots, told) = slots();
    let asked = find(7, &suite(1000));
    slots.start(asked.clone());
    let (id, outcome) = done(&told);
    assert_eq!(id, asked.id);
    assert!(
        matches!(outcome, Outcome::Found(Found::Line(999))),
        "{outcome:?}"
    );
}

#[test]
fn the_newest_work_of_a_slot_wins_and_the_older_says_nothing_more() {
    let (mut slots, told) = slots();
    slots.start(perft(1, vec![9]));
    slots.start(perft(2, vec![1, 2]));
    let (id, outcome) = done(&told);
    assert_eq!(id.ticket, 2);
    assert!(
        matches!(&outcome, Outcome::Perft(counts) if *counts == [(1, 48), (2, 2039)]),
        "{outcome:?}"
    );
    let more: Vec<Msg> = std::iter::from_fn(|| told.recv_timeout(REPORT * 3).ok()).collect();
    assert!(more.is_empty(), "{more:?}");
}

#[test]
fn work_for_other_things_goes_on_beside_it() {
    let (mut slots, told) = slots();
    slots.start(perft(1, vec![9]));
    slots.start(find(2, &suite(10)));
    assert_eq!(done(&told).0.ticket, 2);
    // Some of the count comes by and by.
    let counted = told.iter().find_map(|msg| match msg {
        Msg::TaskProgress { id, so_far } => Some((id.ticket, so_far)),
        _ => None,
    });
    assert!(
        matches!(counted, Some((1, SoFar::Nodes { depth: 9, nodes })) if nodes > 0),
        "{counted:?}"
    );
    slots.stop(DocumentId::default(), Slot::Perft);
}

#[test]
fn what_is_stopped_or_closed_says_nothing() {
    let (mut slots, told) = slots();
    slots.start(perft(1, vec![9]));
    slots.stop(DocumentId::default(), Slot::Perft);
    let query = Query::parse("id = \"last\"").expect("a query");
    let snapshot = suite(200_000).snapshot();
    slots.start(task(2, Slot::Filter, Work::Query { snapshot, query }));
    slots.close(DocumentId::default());
    let more: Vec<Msg> = std::iter::from_fn(|| told.recv_timeout(REPORT * 5).ok()).collect();
    assert!(more.is_empty(), "{more:?}");
}

#[test]
fn a_save_is_waited_for_and_answers_even_where_its_file_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    let mut open = Suite::open(&path, &OpenOptions::default()).expect("a new file");
    open.insert_lines(0, &[b"# new".to_vec()], "new");
    let (snapshot, target) = (open.snapshot(), open.save_target().expect("a place"));
    let (mut slots, told) = slots();
    slots.start(task(
        1,
        Slot::Save,
        Work::Save(SaveJob { snapshot, target }),
    ));
    slots.close(DocumentId::default());
    drop(slots);
    assert_eq!(std::fs::read_to_string(&path).expect("written"), "# new\n");
    assert!(matches!(done(&told).1, Outcome::Saved(Ok(_))));
}

#[test]
fn work_that_panics_comes_to_nothing_and_says_so() {
    let said = |slot| match caught(slot, || panic!("on purpose")) {
        Outcome::Failed(reason) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(said(Slot::Filter), "internal error; nothing was changed");
    assert_eq!(said(Slot::Save), "internal error; the file is unchanged");
}
