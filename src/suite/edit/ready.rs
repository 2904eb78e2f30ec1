//! An edit made ready for many records.

use std::sync::atomic::{AtomicBool, Ordering};

use super::kind::Asked;
use super::{Edit, Rewrite};
use crate::epd::Record;
use crate::suite::query::{nobody_has, written};
use crate::suite::search::Pattern;

/// An edit prepared for many records. It skips records by their bytes, and collects notes for the end.
#[derive(Debug)]
pub struct Ready<'e> {
    edit: &'e Edit,
    /// Texts of which every affected record contains one; `None` if that is unknown.
    needles: Option<Vec<Pattern>>,
    /// The conditions of notes: opcodes of the edit, and whether any record has them; for a mirroring, whether a
    /// comment stays unchanged.
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

    /// Returns the decision for a line.
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

    /// Records the opcodes met in a record, and the result. Only the first meeting writes, and a record is read again
    /// only while something is left to find.
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

    /// Returns the note about all records together.
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

/// Returns true if a comment of a record is unchanged in its mirror image.
fn keeps_comment(before: &Record<'_>, after: &Record<'_>) -> bool {
    (0..10).map(|nth| format!("c{nth}")).any(|opcode| {
        let text = |record: &Record<'_>| {
            let operation = record.operation(&opcode)?;
            Some(record.operands_text(operation)).filter(|text| !text.is_empty())
        };
        text(before).is_some_and(|said| text(after).as_deref() == Some(&said))
    })
}
