//! A recipe in words: what a revision keeps of how it was made. Words and lines only, so that the history of
//! a suite need not know what bulk changes there are.

use super::Chosen;

/// How a bulk change was made, in words that are read again, and the lines it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::suite) struct Told {
    pub(in crate::suite) words: Vec<String>,
    pub(in crate::suite) chosen: Chosen,
}
