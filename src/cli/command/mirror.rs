//! `epdit mirror`: positions with the colours or the files exchanged.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::{Run, help};
use crate::cli::flow::{Asked, Changes, Outcome, change_each_saying};
use crate::cli::output::Color;
use crate::epd::Record;
use crate::suite::bulk::{Mirror, RecordChange};

const EXAMPLES: &str = "\
Examples:
  epdit mirror a.epd > b.epd             White's pieces become Black's
  epdit mirror --files -i a.epd          a1 becomes h1; not with castling rights

The moves of operations are turned as well; comments are left unchanged. \
Records whose texts can't be turned with them are left unchanged and counted on standard error.";

/// Mirror positions and their moves
#[derive(Args, Debug)]
#[command(after_help = help(EXAMPLES, "records were left unchanged"))]
pub(crate) struct MirrorArgs {
    /// Exchange the colours: the ranks change places, the other side moves (the default)
    #[arg(long, visible_alias = "colors")]
    colours: bool,
    /// Exchange the files: a becomes h
    #[arg(long, conflicts_with = "colours")]
    files: bool,
    #[command(flatten)]
    changes: Changes,
}

impl Run for MirrorArgs {
    fn run(&self, color: Color) -> Outcome {
        let change = RecordChange::Mirror(match self.files {
            true => Mirror::Sides,
            false => Mirror::Colours,
        });
        let has_text = AtomicBool::new(false);
        let mirror = |&Asked { line, options, .. }: &Asked<'_>| {
            let changed = change.apply(line, options);
            if let Ok(Some(new)) = &changed
                && !has_text.load(Ordering::Relaxed)
                && keeps_comment(&Record::read(line, options), &Record::read(new, options))
            {
                has_text.store(true, Ordering::Relaxed);
            }
            changed
        };
        change_each_saying(&self.changes, color, mirror, || {
            has_text
                .load(Ordering::Relaxed)
                .then(|| "comments are left unchanged: squares and colours named in them are not mirrored".to_owned())
        })
    }
}

/// Whether a comment of a record says the same of its mirror image.
fn keeps_comment(before: &Record<'_>, after: &Record<'_>) -> bool {
    (0..10).map(|nth| format!("c{nth}")).any(|opcode| {
        let text = |record: &Record<'_>| {
            let operation = record.operation(&opcode)?;
            Some(record.operands_text(operation)).filter(|text| !text.is_empty())
        };
        text(before).is_some_and(|said| text(after).as_deref() == Some(&said))
    })
}
