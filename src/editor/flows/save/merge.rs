//! Changes of another program and those made here, brought together; where they meet, a question.

use crate::editor::doc::change;
use crate::editor::jobs::{self, Hand, Slot, Work};
use crate::editor::model::Model;
use crate::editor::overlay::{self, Menu, MenuItem};
use crate::editor::pages::differences::summary;
use crate::editor::widgets::glyph;
use crate::epd::{Record, counted};
use crate::suite::{Meeting, OnDisk, Reconciliation, Side, reconcile, text_of};
use std::sync::Arc;

/// Has it worked out.
pub(crate) fn start(model: &mut Model) {
    let suite = &model.document.suite;
    let (Some(review), Some(target)) = (suite.review(), suite.save_target()) else {
        return model.refused("still reading the file · merge when it is loaded");
    };
    model.told("merging …");
    let merge = move |hand: &Hand| {
        let made = reconcile(&review, &target, &hand.job);
        made.map_err(jobs::in_words)
    };
    Work::new(Slot::Merge, merge).start_or_fail(model, |model, result| match result {
        Ok(result) => made(model, Arc::new(result)),
        Err(reason) => model.failed(format!("not merged: {reason}")),
    });
}

/// Takes in the merge: made at once where the changes do not meet.
fn made(model: &mut Model, made: Arc<Reconciliation>) {
    if made.on_disk_is == OnDisk::default() {
        return model.done("nothing to merge: the file on disk has the lines it was read with");
    }
    let chosen = vec![None; made.meetings.len()];
    match chosen.is_empty() {
        true => make(model, &made, &[]),
        false => {
            model.status = None;
            ask(model, &made, chosen, 0)
        }
    }
}

/// The question: a row for each meeting, of which one side is chosen; nothing is chosen beforehand.
fn ask(model: &mut Model, made: &Arc<Reconciliation>, chosen: Vec<Option<Side>>, cursor: usize) {
    let mut items: Vec<MenuItem> = made
        .meetings
        .iter()
        .enumerate()
        .map(|(nth, meeting)| row(made, meeting, &chosen, nth))
        .collect();
    let left = chosen.iter().filter(|side| side.is_none()).count();
    let all = |key: char, label: &str, side: Side| {
        let (made, count) = (made.clone(), chosen.len());
        MenuItem::new(Some(key), label, "for every row", move |model| {
            ask(model, &made, vec![Some(side); count], count + 2)
        })
    };
    items.push(all('m', "all mine", Side::Mine));
    items.push(all('d', "all on disk", Side::Disk));
    let reason = (left > 0).then(|| {
        let rows = counted::thousands_of(left, "row", "rows");
        format!("{rows} still to choose")
    });
    let (last, sides) = (made.clone(), chosen.clone());
    let merge = MenuItem::new(
        Some('w'),
        "merge",
        "as chosen; undo takes it back",
        move |model| {
            let sides: Vec<Side> = sides.iter().flatten().copied().collect();
            make(model, &last, &sides)
        },
    );
    items.push(merge.disabled(reason));
    items.push(MenuItem::back(Some('c'), "cancel", "merge nothing"));
    let count = counted::thousands_of(chosen.len(), "line", "lines");
    let about = vec![
        format!("You and another program both changed {count}."),
        "All other changes of both are kept. Choosing a row switches between the two.".into(),
    ];
    overlay::open(model, Menu::question("Merge", about, items).at(cursor))
}

fn row(
    made: &Arc<Reconciliation>,
    meeting: &Meeting,
    chosen: &[Option<Side>],
    nth: usize,
) -> MenuItem {
    let side = chosen.get(nth).copied().flatten();
    let word = match side {
        None => "?",
        Some(Side::Mine) => "mine",
        Some(Side::Disk) => "on disk",
    };
    let (name, detail) = in_words(made, meeting);
    let (made, chosen) = (made.clone(), chosen.to_vec());
    MenuItem::new(None, format!("{word:<8} {name}"), &detail, move |model| {
        let mut chosen = chosen.clone();
        if let Some(slot) = chosen.get_mut(nth) {
            *slot = Some(match side {
                Some(Side::Mine) => Side::Disk,
                _ => Side::Mine,
            });
        }
        ask(model, &made, chosen, nth)
    })
}

/// Returns the line that a meeting is about, and the changes of each side.
fn in_words(made: &Reconciliation, meeting: &Meeting) -> (String, String) {
    let Meeting::Line { base, mine, disk } = *meeting else {
        let detail = "both put lines in another order".to_owned();
        return ("the order of the lines".to_owned(), detail);
    };
    let options = made.base.read_options();
    let old = made.base.line(base);
    let record = Record::read(&old, options);
    let id = record.operation("id").map(|id| record.operands_text(id));
    let id = id.filter(|id| !id.is_empty());
    // The number that stands beside it here, where it still does.
    let number = match mine {
        Some(line) => format!("line {}", line + 1),
        None => format!("line {} as read", base + 1),
    };
    let name = match id {
        Some(id) => format!("{number} · {}", glyph::safe(id.as_bytes())),
        None => number,
    };
    let did = |line: Option<std::borrow::Cow<'_, [u8]>>| match line {
        None => "removed".to_owned(),
        Some(line) if text_of(&line) == text_of(&old) => "unchanged".to_owned(),
        Some(line) => summary(&Record::read(&line, options), &record),
    };
    let mine = did(mine.map(|line| made.mine.line(line)));
    let disk = did(disk.map(|line| made.disk.line(line)));
    (name, format!("mine: {mine} · on disk: {disk}"))
}

fn make(model: &mut Model, made: &Reconciliation, chosen: &[Side]) {
    let taken = model
        .document
        .suite
        .take_in(made, chosen, "merge from disk");
    if taken.is_err() {
        // Edited meanwhile: brought together again with that edit.
        return start(model);
    }
    model.document.is_as_on_disk();
    change::applied(model);
    // Where mine was chosen, nothing of the disk was taken.
    let mine = made.meetings.iter().zip(chosen);
    let mine =
        mine.filter(|(met, side)| matches!(met, Meeting::Line { .. }) && **side == Side::Mine);
    let not_taken = mine.count();
    let on_disk = made.on_disk_is;
    let taken = OnDisk {
        changed: on_disk.changed.saturating_sub(not_taken),
        ..on_disk
    };
    let said = match taken.has_the_lines_read() && !on_disk.has_the_lines_read() {
        true => "merged: your lines, none from disk · not saved yet".to_owned(),
        false => done_in_words(taken),
    };
    change::said_with_undo(model, &said);
}

/// Says which changes were taken from disk; where none is of a line, what a save will write over.
fn done_in_words(on_disk: OnDisk) -> String {
    if on_disk.has_the_lines_read() {
        let form = match (on_disk.is_packed_otherwise, on_disk.has_other_last_end) {
            (true, _) => "only how the file is compressed has changed",
            (false, _) => "only the end of the last line has changed",
        };
        return format!(
            "the lines on disk are as they were read · {form} · a save changes it back"
        );
    }
    let count = counted::thousands_of(on_disk.changed, "change", "changes");
    let taken = [
        (on_disk.changed > 0, count.as_str()),
        (on_disk.is_reordered, "the order of lines"),
        (on_disk.has_other_ends, "the line ends"),
    ];
    let taken: Vec<&str> = taken
        .into_iter()
        .filter_map(|(is_taken, what)| is_taken.then_some(what))
        .collect();
    let taken = match taken.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => count,
    };
    format!("merged {taken} from disk · not saved yet")
}
