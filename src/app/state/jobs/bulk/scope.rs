//! Which lines a change of many records is about.

use crate::epd::counted::noun;
use crate::suite::bulk::Chosen;

/// Which lines a change is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    pub chosen: Chosen,
    /// How many lines.
    pub lines: usize,
    pub of: ScopeOf,
}

/// What chose them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScopeOf {
    Marks,
    Filter,
    All,
}

impl Scope {
    /// `12 marked lines`.
    pub fn in_words(&self) -> String {
        let lines = noun(self.lines, "line", "lines");
        match self.of {
            ScopeOf::Marks => format!("{} marked {lines}", self.lines),
            ScopeOf::Filter => format!("the {} {lines} shown", self.lines),
            ScopeOf::All => format!("all {} {lines}", self.lines),
        }
    }
}
