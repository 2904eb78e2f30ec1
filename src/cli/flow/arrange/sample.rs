//! Some records by chance.

use super::keep::Loose;
use super::{Arranged, Arrangement, Out, Whole};
use crate::cli::flow::{Fault, Verb};
use crate::suite::bulk::sampled_of;

/// So many records, by a seed.
pub(crate) struct Sample {
    pub count: usize,
    pub seed: u64,
}

impl Arrangement for Sample {
    const VERB: Verb = Verb::Keep;

    fn arrange(&self, whole: &Whole<'_>, out: &mut Out<'_>) -> Result<Arranged, Fault> {
        let counted = whole.counted()?;
        let kept = sampled_of(counted.records, self.count, self.seed);
        let left = kept.len();
        whole.keep(counted, |nth| kept.contains(nth), Loose::Head, out)?;
        Ok(Arranged {
            records: counted.records,
            changed: left,
            ..Arranged::default()
        })
    }
}
