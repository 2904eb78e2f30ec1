//! An edit made ready for many records.

use std::sync::atomic::{AtomicBool, Ordering};

use super::kind::Asked;
use super::{Edit, Rewrite};
use crate::epd::Record;
use crate::suite::query::{nobody_has, written};
use crate::suite::search::Pattern;

/// An edit made ready for many records: those it can't be about are told by their bytes, and it is noted what there
/// is to say when all are done.
#[derive(Debug)]
pub struct Ready<'e> {
    edit: &'e Edit,
    /// What stands in every record that it is about, one of these; `None` where that can't be said.
    needles: Option<Vec<Pattern>>,
    /// What is told at the end: opcodes that it is about, and whether a record has them; of a mirror, whether a
    /// comment stays as it is.
    met: Vec<(&'e str, AtomicBool)>,
}

impl<'e> Ready<'e> {
    pub(super) fn of(edit: &'e Edit) -> Self {
        let opcodes = match edit {
            Edit::Remove(opcodes) => opcodes.as_slice(),
            Edit::Rename(old, _) => std::slice::from_ref(old),
            _ => &[],
        };
        let needles = opcodes.iter().map(|opcode| written(opcode)).collect();
        let met = match edit {
            Edit::Mirror(_) => vec![("", AtomicBool::new(false))],
            _ => opcodes
                .iter()
                .map(|opcode| (opcode.as_str(), AtomicBool::new(false)))
                .collect(),
        };
        Self {
            edit,
            needles: Option::filter(needles, |all: &Vec<_>| !all.is_empty()),
            met,
        }
    }

    /// Returns what becomes of a line.
    pub fn rewrite(&self, asked: &Asked<'_>) -> Rewrite {
        if let Some(needles) = &self.needles
            && !needles.iter().any(|needle| needle.is_in(asked.line))
        {
            return Rewrite::Keep;
        }
        let changed = self.edit.of(asked);
        if !matches!(changed, Ok(None)) {
            self.meet(asked, changed.as_ref().ok().and_then(Option::as_deref));
        }
        Rewrite::of(changed)
    }

    /// Notes what is met in a record that the edit is about, and what became of it. Only the first writes, and a record
    /// is read again only while there is something to find in it.
    fn meet(&self, asked: &Asked<'_>, new: Option<&[u8]>) {
        let read = |line| Record::read(line, asked.options);
        let mut before = None;
        for (opcode, is_met) in &self.met {
            if is_met.load(Ordering::Relaxed) {
                continue;
            }
            let meets = match (self.edit, new) {
                (Edit::Mirror(_), None) => false,
                (Edit::Mirror(_), Some(new)) => keeps_comment(&read(asked.line), &read(new)),
                _ if self.met.len() == 1 => true,
                _ => {
                    let before = before.get_or_insert_with(|| read(asked.line));
                    before.operation(opcode).is_some()
                }
            };
            if meets {
                is_met.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns what there is to say of all records together.
    pub fn said(&self) -> Option<String> {
        if let Edit::Mirror(_) = self.edit {
            let is_met = |(_, is_met): &(_, AtomicBool)| is_met.load(Ordering::Relaxed);
            return self.met.iter().any(is_met).then(|| {
                "comments are left unchanged: squares and colours named in them are not mirrored"
                    .to_owned()
            });
        }
        let unmet = self
            .met
            .iter()
            .filter(|(_, is_met)| !is_met.load(Ordering::Relaxed));
        let said: Vec<String> = unmet.map(|(opcode, _)| nobody_has(opcode)).collect();
        (!said.is_empty()).then(|| said.join(" · "))
    }
}

/// Returns true where a comment of a record says the same of its mirror image.
fn keeps_comment(before: &Record<'_>, after: &Record<'_>) -> bool {
    (0..10).map(|nth| format!("c{nth}")).any(|opcode| {
        let text = |record: &Record<'_>| {
            let operation = record.operation(&opcode)?;
            Some(record.operands_text(operation)).filter(|text| !text.is_empty())
        };
        text(before).is_some_and(|said| text(after).as_deref() == Some(&said))
    })
}
