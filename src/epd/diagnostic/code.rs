//! The codes of diagnostics. The catalogue has what there is to say of each.

macro_rules! codes {
    ($($code:ident)*) => {
        /// A kind of diagnostic; [`Code::name`] is stable, since scripts and configurations rely on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $($code,)* }

        const ALL: &[Code] = &[$(Code::$code,)*];
    };
}

codes! {
    NotEpd VariantPlacement ByteOrderMark NulByte CtrlZ CrCrLf ExtraSpace Tab NoSpaceAfterSemicolon
    LineTooLong QuotedPosition BadPlacement CraftyPlacement UnmergedDigits ColourCase BadColour
    MissingCastling BadCastling CastlingOrder CastlingRepeat CastlingShredder CastlingNeedsChess960
    CastlingImpossible MissingEnPassant UnreadFields BadEnPassant EnPassantCase EpPawnSquare
    EpImpossible FenClocks FenHalfMoveOnly MissingClocks ClockOperations ClocksConflict EmptyBoard
    MissingKing TooManyKings PawnOnEdge OppositeCheck BothInCheck MovesUnchecked ImpossibleCheck
    TooMuchMaterial MissingLastSemicolon MissingSemicolon StraySemicolon StrayDash MissingSpace
    StrayText BrokenQuote BadOpcode ShortOpcode UnknownOpcode UciMoves MoveAsOpcode
    SwallowedOperation PvLabel DuplicateOpcode UnsortedOperations UnsortedOperands DuplicateMove
    PlusSign UnquotedString QuotedNumber QuotedMove EmptyMoves OperandCount OperandType OperandRange
    MoveIllegal MoveAmbiguous MoveUnreadable MoveNotSan MoveSpelling DetachedCheck FalseMateSign
    MoveAnnotation MateInBm MateInCe PerftList WrongPerft StringTooLong NonAscii ControlCharacter
    AmAndBm PmPv SmSv AcceptAndReject ClaimAndOffer DrawWithoutSm ResignWithDraw RefcomAndRefreq
    PtpTagTwice CeDm CePosition CeMateParity DmPosition HmvcEnPassant PointsDisagree DuplicateId
    DuplicatePosition GameBreak ClockRunsBack WrongReply
}

impl Code {
    /// Returns all codes, in the order in which they are listed.
    pub const fn all() -> &'static [Self] {
        ALL
    }
}
