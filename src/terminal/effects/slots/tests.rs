use super::*;
use crate::editor::effect::Effect;
use crate::editor::jobs::{Delivery, Work, in_words};
use crate::editor::model::Model;
use crate::editor::state::document::Document;
use crate::suite::{OpenOptions, Suite, save};
use crossbeam_channel::unbounded;
use std::time::Instant;

fn slots() -> (Slots, Receiver<Msg>) {
    let (sender, messages) = unbounded();
    let tell = Arc::new(move |msg| drop(sender.send(msg)));
    (
        Slots::new(tell, Journals::start(None, Arc::new(|_| {}))),
        messages,
    )
}

fn task(
    ticket: u64,
    slot: Slot,
    work: impl Fn(&JobContext) -> Result<String, String> + Send + Sync + 'static,
) -> Task {
    let mut model = model();
    let work = Work::new(slot, work).telling(|hand| {
        let (depth, nodes) = hand.counted();
        let is_there = nodes > 0;
        is_there.then(|| Delivery::new(move |model| model.told(format!("depth {depth}"))))
    });
    work.ask(&mut model, ticket, |model, result| {
        model.told(format!("{result:?}"));
    });
    match model.out.pop() {
        Some(Effect::Start(task)) => task,
        other => panic!("{other:?}"),
    }
}

fn model() -> Model {
    let mut model = crate::editor::editor(Document::place_holder());
    model.document.id = DocumentId::default();
    model
}

fn status(delivery: Delivery) -> String {
    let mut model = model();
    delivery.take(&mut model);
    model.status.expect("a status").text
}

/// Returns a suite of this number of records; the last has the id `last`.
fn suite(records: usize) -> Suite {
    let mut text = "4k3/8/8/8/8/8/8/4K3 w - - id \"other\";\n".repeat(records - 1);
    text.push_str("4k3/8/8/8/8/8/8/4K3 w - - id \"last\";\n");
    Suite::from_bytes("test.epd", text.into_bytes())
}

fn find(ticket: u64, suite: &Suite) -> Task {
    let snapshot = suite.snapshot();
    task(ticket, Slot::Find, move |_| {
        let last = snapshot.line(snapshot.line_count() - 1);
        Ok(String::from_utf8_lossy(&last).trim_end().to_owned())
    })
}

fn endless(ticket: u64) -> Task {
    task(ticket, Slot::Perft, |hand| {
        let mut nodes = 0;
        while !hand.is_stopped() {
            nodes += 1;
            hand.count(9, nodes);
        }
        Err("stopped".to_owned())
    })
}

/// Returns the next finished task and its status.
fn done(messages: &Receiver<Msg>) -> (TaskId, String) {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        match messages.recv_deadline(until).expect("it ends in time") {
            Msg::Worked { id, delivery } => match status(delivery) {
                so_far if so_far.starts_with("depth") => {}
                over => return (id, over),
            },
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_result_has_the_id_of_its_task() {
    let (mut slots, messages) = slots();
    let asked = find(7, &suite(1000));
    slots.start(asked.clone());
    let (id, over) = done(&messages);
    assert_eq!(id, asked.id);
    assert!(over.contains("last"), "{over}");
}

#[test]
fn a_new_task_replaces_the_one_in_its_slot_which_reports_nothing_more() {
    let (mut slots, messages) = slots();
    slots.start(endless(1));
    slots.start(task(2, Slot::Perft, |_| Ok("2039".to_owned())));
    let (id, over) = done(&messages);
    assert_eq!((id.ticket, &*over), (2, "Ok(\"2039\")"));
    let more: Vec<Msg> = std::iter::from_fn(|| messages.recv_timeout(REPORT * 3).ok()).collect();
    assert!(more.is_empty(), "{more:?}");
}

#[test]
fn tasks_in_other_slots_continue() {
    let (mut slots, messages) = slots();
    slots.start(endless(1));
    slots.start(find(2, &suite(10)));
    assert_eq!(done(&messages).0.ticket, 2);
    // The count is reported as it grows.
    let so_far = messages.recv_timeout(Duration::from_secs(30));
    match so_far.expect("it tells how far it is") {
        Msg::Worked { id, delivery } => {
            assert_eq!((id.ticket, &*status(delivery)), (1, "depth 9"));
        }
        other => panic!("{other:?}"),
    }
    slots.stop(DocumentId::default(), Slot::Perft);
}

#[test]
fn stopped_and_closed_tasks_report_nothing() {
    let (mut slots, messages) = slots();
    slots.start(endless(1));
    slots.stop(DocumentId::default(), Slot::Perft);
    slots.start(task(2, Slot::Filter, |hand| {
        while !hand.is_stopped() {}
        Ok("late".to_owned())
    }));
    slots.close(DocumentId::default());
    let more: Vec<Msg> = std::iter::from_fn(|| messages.recv_timeout(REPORT * 5).ok()).collect();
    assert!(more.is_empty(), "{more:?}");
}

#[test]
fn a_save_completes_and_answers_even_if_its_file_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    let mut open = Suite::open(&path, &OpenOptions::default()).expect("a new file");
    open.insert_lines(0, &[b"# new".to_vec()], "new");
    let (snapshot, target) = (open.snapshot(), open.save_target().expect("a place"));
    let (mut slots, messages) = slots();
    slots.start(task(1, Slot::Save, move |hand| {
        let saved = save::write(&snapshot, &target, &hand.job, &|_| {});
        saved.map(|_| "saved".to_owned()).map_err(in_words)
    }));
    slots.close(DocumentId::default());
    drop(slots);
    assert_eq!(std::fs::read_to_string(&path).expect("written"), "# new\n");
    assert_eq!(done(&messages).1, "Ok(\"saved\")");
}
