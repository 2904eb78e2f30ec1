//! The catalogue of diagnostics: one entry a code, with its name, what it says, what `explain` tells of
//! it, its fix, the choices a person has, and other places of the line that it is about.
//!
//! An entry stands in the file of its subject, with the functions that only it needs. A new code is one
//! line in [`Code`] (how serious it is, and what it blocks), its entry here, and the place where the
//! reader finds it. The table is put together when the program is compiled, which fails where a code
//! has no entry.

mod castling;
mod clocks;
mod context;
mod counts;
mod en_passant;
mod line;
mod moves;
mod opcodes;
mod operands;
mod pieces;
mod placement;
mod position;
mod relations;
mod spacing;
#[cfg(test)]
mod tests;

use super::diagnostic::{Code, Diagnostic, Fix, Related};
use super::record::{Dialect, LineKind, ReadOptions, Record};
use context::Context;

/// All there is to say of one code.
struct Entry {
    code: Code,
    name: &'static str,
    title: &'static str,
    about: &'static str,
    example: &'static str,
    /// The kind of file that the example is a line of.
    example_dialect: Dialect,
    /// Whether canonical writing fixes it.
    fixed_by_writing: bool,
    /// Whether words beside it may belong elsewhere, so that no fix of [`Proof::Operation`] is safe.
    unsettles: bool,
    proof: Proof,
    message: fn(&Context<'_, '_>) -> String,
    fix: fn(&Context<'_, '_>) -> Option<Fix>,
    /// Unsafe fixes beside the first.
    choices: fn(&Context<'_, '_>) -> Vec<Fix>,
    /// The place among all of them: the least stands first.
    rank: fn(&Context<'_, '_>, &Fix) -> u8,
    related: fn(&Context<'_, '_>) -> Vec<Related>,
}

/// The surroundings that must be settled around a diagnostic of a blocked record, so that its fix can be safe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    Nothing,
    /// The operation has no word that may belong elsewhere.
    Operation,
    /// Nothing blocks from the semicolon before to the one behind.
    Piece,
    /// The record has no word that may belong elsewhere.
    Record,
}

impl Entry {
    const NONE: Self = Self {
        code: Code::NotEpd,
        name: "",
        title: "",
        about: "",
        example: "",
        example_dialect: Dialect::Epd,
        fixed_by_writing: false,
        unsettles: false,
        proof: Proof::Nothing,
        message: |_| String::new(),
        fix: |_| None,
        choices: |_| Vec::new(),
        rank: |_, _| 0,
        related: |_| Vec::new(),
    };
}

/// The entries of one file: code, name, a few words, what it means and why it matters, a line that has
/// it (for a file's codes the later of two such lines); then what it says, and whatever else differs
/// from [`Entry::NONE`].
macro_rules! entries {
    ($($code:ident $name:literal $title:literal $about:literal $example:literal
        message: $message:expr $(, $key:ident: $value:expr)*;)*) => {
        pub(super) const ENTRIES: &[Entry] = &[$(Entry {
            code: crate::epd::diagnostic::Code::$code,
            name: $name,
            title: $title,
            about: $about,
            example: $example,
            message: $message,
            $($key: $value,)*
            ..Entry::NONE
        },)*];
    };
}
use entries;

const SUBJECTS: &[&[Entry]] = &[
    line::ENTRIES,
    spacing::ENTRIES,
    placement::ENTRIES,
    castling::ENTRIES,
    en_passant::ENTRIES,
    clocks::ENTRIES,
    position::ENTRIES,
    pieces::ENTRIES,
    opcodes::ENTRIES,
    operands::ENTRIES,
    moves::ENTRIES,
    counts::ENTRIES,
    relations::ENTRIES,
];

/// The entries in the order of their codes.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static TABLE: [&Entry; Code::all().len()] = {
    let mut table = [&Entry::NONE; Code::all().len()];
    let (mut subject, mut filled) = (0, 0);
    while subject < SUBJECTS.len() {
        let entries = SUBJECTS[subject];
        let mut at = 0;
        while at < entries.len() {
            table[entries[at].code as usize] = &entries[at];
            at += 1;
            filled += 1;
        }
        subject += 1;
    }
    let mut at = 0;
    while at < table.len() {
        assert!(!table[at].name.is_empty(), "a code has no entry");
        at += 1;
    }
    assert!(filled == table.len(), "a code has two entries");
    table
};

impl Code {
    #[expect(clippy::indexing_slicing, reason = "each code has its entry")]
    fn entry(self) -> &'static Entry {
        TABLE[self as usize]
    }

    /// The stable name: `move-illegal`.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The code of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = TABLE.iter();
        all.find(|entry| entry.name == name).map(|entry| entry.code)
    }

    /// Returns true where canonical writing fixes it, so that canonical text never has it.
    pub fn is_fixed_by_writing(self) -> bool {
        self.entry().fixed_by_writing
    }

    /// Returns a few words.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// Tells in plain sentences what it means and why it matters.
    pub fn about(self) -> &'static str {
        self.entry().about
    }

    /// A line that has it (for a file's codes: the later of two such lines), read as one of its kind of
    /// file, its perft counts verified.
    pub fn example(self) -> Record<'static> {
        let entry = self.entry();
        let options = ReadOptions::of(entry.example_dialect);
        let mut record = Record::read(entry.example.as_bytes(), &options);
        record.verify_counts(1);
        record
    }
}

impl Record<'_> {
    /// Tells what is wrong, with the value, and what was expected. Text of the file in it has its control
    /// characters and invalid bytes escaped, so it may be shown on a terminal.
    pub fn message(&self, diagnostic: &Diagnostic) -> String {
        (diagnostic.code.entry().message)(&Context::new(self, diagnostic))
    }

    /// Other places that a diagnostic of this record is about; made on demand, since most diagnostics
    /// are only counted.
    pub fn related(&self, diagnostic: &Diagnostic) -> Vec<Related> {
        let mut all = (diagnostic.code.entry().related)(&Context::new(self, diagnostic));
        all.retain(|other| other.span != diagnostic.span);
        all
    }

    /// A fix before it is proved. Where nobody knows where the record's parts begin and end, none is
    /// safe: only a person may change it.
    pub(super) fn proposed_fix(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let mut fix = (diagnostic.code.entry().fix)(&Context::new(self, diagnostic))?;
        fix.safe &= self.may_have_safe_fixes();
        fix.safe &= !self.is_kept() || !self.is_in_doubt_around(diagnostic);
        Some(fix)
    }

    pub(super) fn may_have_safe_fixes(&self) -> bool {
        self.kind != LineKind::Record || self.is_structure_sound()
    }

    /// Unsafe fixes beside the first, not yet tried.
    pub(super) fn other_fixes(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        (diagnostic.code.entry().choices)(&Context::new(self, diagnostic))
    }

    /// Returns the place of a fix among all of a diagnostic: the least stands first.
    pub(super) fn fix_rank(&self, diagnostic: &Diagnostic, fix: &Fix) -> u8 {
        (diagnostic.code.entry().rank)(&Context::new(self, diagnostic), fix)
    }

    /// Returns true where the text around a diagnostic is so wrong that its words may belong elsewhere: a word
    /// that is no move among moves, and anything that blocks in a piece without its semicolon.
    fn is_in_doubt_around(&self, diagnostic: &Diagnostic) -> bool {
        /// The most diagnostics of one operation, and words around one, that are looked at; with more,
        /// nothing there is certain.
        const LOOKED_AT: usize = 1024;
        let unsettles = |found: &Diagnostic| found.blocks() && found.code.entry().unsettles;
        let (span, doubts): (_, &dyn Fn(&Diagnostic) -> bool) = match diagnostic.code.entry().proof
        {
            Proof::Nothing => return false,
            Proof::Operation => match self.operation_around(diagnostic.span) {
                Some(operation) => (operation.span, &unsettles),
                None => return false,
            },
            Proof::Piece => match self.piece_within(diagnostic.span, LOOKED_AT) {
                Some(piece) => (piece, &Diagnostic::blocks),
                None => return true,
            },
            Proof::Record => (self.parts.body, &unsettles),
        };
        let mut found = self.diagnostics_in(span);
        found.by_ref().take(LOOKED_AT).any(doubts) || found.next().is_some()
    }
}
