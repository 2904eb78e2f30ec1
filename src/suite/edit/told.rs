//! A recipe in words: what a revision keeps of how it was made. Words and lines only, so that the history of
//! a suite need not know what edits there are.

use super::Chosen;
use crate::suite::tree::Tree;
use std::sync::Arc;

/// How a bulk change was made, in words that are read again, and the lines it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::suite) struct Told {
    pub(in crate::suite) words: Vec<String>,
    pub(in crate::suite) chosen: Chosen,
}

/// How the lines of a revision are made of others again, where that is shorter than what comes out.
#[derive(Clone, Debug, Default)]
pub(in crate::suite) enum Made {
    /// The lines themselves tell it best.
    #[default]
    Lines,
    /// All of it, of the lines there were.
    By(Arc<Told>),
    /// Some of it, in steps, with other edits before, between and after them.
    InSteps(Arc<[MadeStep]>),
}

/// One change that is told, over lines that are told somehow.
#[derive(Clone, Debug)]
pub(in crate::suite) struct MadeStep {
    pub(in crate::suite) before: Tree,
    pub(in crate::suite) told: Arc<Told>,
    pub(in crate::suite) after: Tree,
}
