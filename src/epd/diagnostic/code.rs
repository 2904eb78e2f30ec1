//! The codes of diagnostics, with their severity and effect. Their texts are in the catalogue.

use super::{Blocks, Severity};

/// The severity and effect of a code.
struct Grade {
    severity: Severity,
    blocks: Blocks,
    doubts_structure: bool,
}

macro_rules! codes {
    ($($code:ident $severity:ident $blocks:ident $doubts:literal,)*) => {
        /// A kind of diagnostic; [`Code::name`] is stable, since scripts and configurations rely on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $($code,)* }

        const ALL: &[Code] = &[$(Code::$code,)*];
        const GRADES: &[Grade] = &[$(Grade {
            severity: Severity::$severity,
            blocks: Blocks::$blocks,
            doubts_structure: $doubts,
        },)*];
    };
}

// The usual severity; the cases in which it blocks; and whether it makes the bounds of the record's parts uncertain.
codes! {
    NotEpd Error Always true,
    VariantPlacement Error Always true,
    ByteOrderMark Warning Never false,
    NulByte Warning Never false,
    CtrlZ Warning Never false,
    CrCrLf Warning Never false,
    ExtraSpace Hint Never false,
    Tab Warning Never false,
    NoSpaceAfterSemicolon Hint Never false,
    LineTooLong Warning Never false,
    QuotedPosition Warning Never false,
    BadPlacement Error Always true,
    CraftyPlacement Warning Never false,
    UnmergedDigits Hint Never false,
    ColourCase Warning Never false,
    BadColour Error Always true,
    MissingCastling Warning WhenError true,
    BadCastling Error Always true,
    CastlingOrder Hint Never false,
    CastlingRepeat Hint Never false,
    CastlingShredder Warning Never false,
    CastlingNeedsChess960 Warning Never false,
    CastlingImpossible Error Never false,
    MissingEnPassant Warning Never false,
    UnreadFields Error Always true,
    BadEnPassant Error Always true,
    EnPassantCase Warning Never false,
    EpPawnSquare Warning Never false,
    EpImpossible Error Never false,
    FenClocks Warning Never false,
    FenHalfMoveOnly Warning Never false,
    MissingClocks Hint Never false,
    ClockOperations Hint Never false,
    ClocksConflict Error Always true,
    EmptyBoard Error Never false,
    MissingKing Error Never false,
    TooManyKings Error Never false,
    PawnOnEdge Error Never false,
    OppositeCheck Error Never false,
    BothInCheck Error Never false,
    MovesUnchecked Warning Never false,
    ImpossibleCheck Warning Never false,
    TooMuchMaterial Warning Never false,
    MissingLastSemicolon Warning Never false,
    MissingSemicolon Warning Never false,
    StraySemicolon Warning Never false,
    StrayDash Warning Never false,
    MissingSpace Warning Never false,
    StrayText Error Always true,
    BrokenQuote Error Always true,
    BadOpcode Error Always true,
    ShortOpcode Warning Never false,
    UnknownOpcode Hint Never false,
    UciMoves Error Always true,
    MoveAsOpcode Error Always true,
    SwallowedOperation Error Always true,
    PvLabel Warning Never false,
    DuplicateOpcode Error Always false,
    UnsortedOperations Hint Never false,
    UnsortedOperands Hint Never false,
    DuplicateMove Warning Never false,
    PlusSign Hint Never false,
    UnquotedString Warning Never false,
    QuotedNumber Warning Never false,
    QuotedMove Warning Never false,
    EmptyMoves Warning Never false,
    OperandCount Error Always false,
    OperandType Error Always false,
    OperandRange Error Never false,
    MoveIllegal Error Always false,
    MoveAmbiguous Error Always false,
    MoveUnreadable Error Always false,
    MoveNotSan Warning Never false,
    MoveSpelling Hint Never false,
    DetachedCheck Hint Never false,
    FalseMateSign Warning Never false,
    MoveAnnotation Error Always false,
    MateInBm Warning WhenError false,
    MateInCe Warning Never false,
    PerftList Warning Never false,
    WrongPerft Error Never false,
    StringTooLong Error Never false,
    NonAscii Warning Never false,
    ControlCharacter Warning Never false,
    AmAndBm Error Never false,
    PmPv Error Never false,
    SmSv Error Never false,
    AcceptAndReject Error Never false,
    ClaimAndOffer Error Never false,
    DrawWithoutSm Error Never false,
    ResignWithDraw Error Never false,
    RefcomAndRefreq Error Never false,
    PtpTagTwice Error Never false,
    CeDm Warning Never false,
    CePosition Warning Never false,
    CeMateParity Warning Never false,
    DmPosition Warning Never false,
    HmvcEnPassant Warning Never false,
    PointsDisagree Warning Never false,
    DuplicateId Warning Never false,
    DuplicatePosition Hint Never false,
    GameBreak Warning Never false,
    ClockRunsBack Warning Never false,
    WrongReply Warning Never false,
}

impl Code {
    /// Returns all codes, in the order of the table.
    pub const fn all() -> &'static [Self] {
        ALL
    }

    #[expect(clippy::indexing_slicing, reason = "each code has its grade")]
    fn grade(self) -> &'static Grade {
        &GRADES[self as usize]
    }

    /// Returns the usual severity; the two codes that can be worse are errors where they block.
    pub fn severity(self) -> Severity {
        self.grade().severity
    }

    /// Returns the cases in which it keeps a record from being rewritten.
    pub fn blocks(self) -> Blocks {
        self.grade().blocks
    }

    /// Returns true if a record with this diagnostic (as an error) has an ambiguous structure: the bounds of its
    /// fields and operations are uncertain, so nothing in it is changed without the user.
    pub fn doubts_structure(self) -> bool {
        self.grade().doubts_structure
    }
}
