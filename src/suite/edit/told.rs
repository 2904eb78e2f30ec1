//! The recipe of a revision in words. It has only words and lines, so that the history of a suite need not know the
//! kinds of edits.

use super::Chosen;
use crate::suite::tree::Tree;
use std::sync::Arc;

/// The recipe of a bulk change in words that can be parsed again, and the lines it applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::suite) struct Told {
    pub(in crate::suite) words: Vec<String>,
    pub(in crate::suite) chosen: Chosen,
}

/// The way to remake the lines of a revision from others, if that is shorter than the lines.
#[derive(Clone, Debug, Default)]
pub(in crate::suite) enum Made {
    /// The lines themselves are the shortest.
    #[default]
    Lines,
    /// One recipe, applied to the lines before.
    By(Arc<Told>),
    /// A series of recipes, with other edits before, between and after them.
    InSteps(Arc<[MadeStep]>),
}

/// One recipe applied to lines that are made in turn.
#[derive(Clone, Debug)]
pub(in crate::suite) struct MadeStep {
    pub(in crate::suite) before: Tree,
    pub(in crate::suite) told: Arc<Told>,
    pub(in crate::suite) after: Tree,
}
