//! Writing the chosen records unchanged.

use super::{Fault, Source, Text};
use crate::cli::output::Output;
use crate::suite::records::{Block, Cut, Joining, Sink};

impl Text {
    /// Writes the chosen records, each with the comments directly above it; everything if there is no query. Returns
    /// the number of records written.
    pub(crate) fn matches(
        mut self,
        source: &Source<'_>,
        out: &mut Output<'_>,
    ) -> Result<u64, Fault> {
        out.next_file()?;
        if !out.is_first_file() {
            self.skip_mark()?;
        }
        if source.query.is_none() {
            let mut records = 0;
            self.pieces(
                |piece| source.records(piece).count() as u64,
                |piece, some| {
                    records += some;
                    out.lines(piece.bytes)
                },
            )?;
            return Ok(records);
        }
        let mut found = Found { records: 0, out };
        let mut joining = Joining::new(&mut found, None);
        let mut goes_on = false;
        self.pieces(
            |piece| Cut::of(piece, source.records(piece), &|_, _, _| ()),
            |piece, cut| match piece.continues {
                true if goes_on => joining.sink.out.lines(piece.bytes),
                true => Ok(()),
                false => {
                    goes_on = piece.is_open && cut.has_blocks();
                    joining.take(piece, cut)
                }
            },
        )?;
        joining.finish()?;
        Ok(found.records)
    }
}

/// A sink that only writes blocks.
struct Found<'o, 'w> {
    records: u64,
    out: &'o mut Output<'w>,
}

impl Sink<Fault> for Found<'_, '_> {
    fn block(&mut self, block: Block<'_>) -> Result<(), Fault> {
        self.records += 1;
        self.out.lines(block.above)?;
        self.out.lines(block.text)
    }

    fn loose(&mut self, _: &[u8], _: bool) -> Result<(), Fault> {
        Ok(())
    }
}
