//! The one table of codes. Its laws: every blocking diagnostic is an error; a code with a canonical
//! action never occurs in canonical text.

use super::{Blocks, Severity};

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $blocks:ident $fixed:literal
        $title:literal $about:literal $example:literal;)*) => {
        /// A kind of diagnostic. The name is stable: scripts and configurations rely on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = $title] $variant,)* }

        const ROWS: &[Row] = &[$(Row {
            code: Code::$variant, name: $name, severity: Severity::$severity,
            blocks: Blocks::$blocks, fixed: $fixed, title: $title, about: $about,
            example: $example,
        },)*];
        const ALL: &[Code] = &[$(Code::$variant,)*];
    };
}

struct Row {
    code: Code,
    name: &'static str,
    severity: Severity,
    blocks: Blocks,
    fixed: bool,
    title: &'static str,
    about: &'static str,
    example: &'static str,
}

codes! {
    NotEpd "not-epd" Error Always false
        "not EPD"
        "The line is not EPD: UTF-16 text, a git-lfs pointer that stands for a file not fetched, binary data, or longer than 2 MiB. It is left unchanged. Convert the file to UTF-8 or fetch the real one."
        "version https://git-lfs.github.com/spec/v1";
    VariantPlacement "variant-placement" Error Always false
        "a position of another variant"
        "Pockets in brackets, `~` for promoted pieces, a check counter such as `3+3`, or a board that is not 8x8 belong to other games than standard chess. The record is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R[Qp] w K - bm Kd2;";
    ByteOrderMark "byte-order-mark" Warning Never true
        "a byte-order mark at the start"
        "EPD is ASCII and needs no byte-order mark; many readers take it for a part of the placement. Saving removes it."
        "\u{feff}4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;";
    NulByte "nul-byte" Warning Never true
        "NUL bytes at the end of the record"
        "Some writers close a record with a NUL byte. It means nothing and is removed."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\0";
    CtrlZ "ctrl-z" Warning Never true
        "Ctrl-Z, the end-of-file mark of CP/M and DOS"
        "The byte 0x1A at the end of old files means nothing today and is removed."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\u{1a}";
    CrCrLf "cr-cr-lf" Warning Never true
        "several carriage returns before the line feed"
        "A CRLF file was converted to CRLF once more. The line end becomes CRLF."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\r\r\n";
    ExtraSpace "extra-space" Hint Never true
        "an unexpected space"
        "The canonical form has one space between words, none before a semicolon and none at the ends of the line."
        "4k3/8/8/8/8/8/8/4K2R w K -  bm Kd2;";
    Tab "tab" Warning Never true
        "a tab between two words"
        "The standard separates words by spaces; some readers do not know tabs. It becomes one space."
        "4k3/8/8/8/8/8/8/4K2R w K -\tbm Kd2;";
    NoSpaceAfterSemicolon "no-space-after-semicolon" Hint Never true
        "no space after a semicolon"
        "One space separates an operation from the one before."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;id \"x\";";
    LineTooLong "line-too-long" Warning Never false
        "a line longer than other readers must handle"
        "The 1995 standard asks software to handle 4096 bytes with the closing NUL (the 1994 one 1024); other readers may cut the line."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"… 4,100 bytes …\";";
    QuotedPosition "quoted-position" Warning Never true
        "the position in quotes"
        "The four fields are plain words; the quotes are removed."
        "\"4k3/8/8/8/8/8/8/4K2R w K -\" bm Kd2;";
    BadPlacement "bad-placement" Error Always false
        "a piece placement that can't be read"
        "The placement is eight ranks from the 8th to the 1st, joined by `/`; each has exactly eight squares, written as piece letters (PNBRQK white, pnbrqk black) and digits 1-8 for runs of empty squares."
        "4k3/8/8/8/8/8/4K2R w K - bm Kd2;";
    CraftyPlacement "crafty-placement" Warning Never true
        "an eighth slash after the ranks (Crafty's form)"
        "Crafty and HIARCS close every rank with `/` and leave out empty squares at the end of a rank. The ranks are written in full."
        "4k/8/8/8/8/8/8/4K2R/ w K - bm Kd2;";
    UnmergedDigits "unmerged-digits" Hint Never true
        "neighbouring digits in a rank"
        "A run of empty squares is one digit: `44` and `35` are written `8`."
        "4k3/44/8/8/8/8/8/4K2R w K - bm Kd2;";
    ColourCase "colour-case" Warning Never true
        "the side to move in upper case"
        "The side to move is `w` or `b`."
        "4k3/8/8/8/8/8/8/4K2R W K - bm Kd2;";
    BadColour "bad-colour" Error Always false
        "a side to move that is neither `w` nor `b`"
        "After the placement comes the side to move: `w` or `b`."
        "4k3/8/8/8/8/8/8/4K2R x K - bm Kd2;";
    MissingCastling "missing-castling" Warning WhenError true
        "no castling field"
        "After the side to move come the castling rights: `-` or letters such as `KQkq`. Where no king and rook are on their first squares, only `-` is possible and is written; otherwise the rights are unknown, and the record is left unchanged."
        "4k3/8/8/8/8/8/8/4K3 w bm Kd2;";
    BadCastling "bad-castling" Error Always false
        "castling rights that can't be read"
        "Castling rights are `-`, or letters out of `KQkq`, or the files of the rooks (`HAha`) in Chess960."
        "4k3/8/8/8/8/8/8/4K2R w KX - bm Kd2;";
    CastlingOrder "castling-order" Hint Never true
        "castling letters out of order"
        "White's letters come before Black's, the king's side before the queen's: `KQkq`, `HAha`."
        "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - bm Kd2;";
    CastlingRepeat "castling-repeat" Hint Never true
        "a repeated castling letter"
        "Each right is written once."
        "4k3/8/8/8/8/8/8/4K2R w KK - bm Kd2;";
    CastlingShredder "castling-shredder" Warning Never false
        "castling rights as rook files"
        "Shredder-FEN names the file of each rook (`HAha`). It is left unchanged, but readers that know only `KQkq` reject it."
        "4k3/8/8/8/8/8/8/4K2R w H - bm Kd2;";
    CastlingNeedsChess960 "castling-needs-chess960" Warning Never false
        "castling rights that only Chess960 allows"
        "In a Chess960 file, `KQkq` may mean a king off the e-file or a rook off the corner. Readers that know classical chess only refuse such a right; rook files (`HAha`) tell others what it is. In a classical file it is castling-impossible."
        "4k3/8/8/8/8/8/8/RR1K3R w KB - bm Kd2;";
    CastlingImpossible "castling-impossible" Error Never false
        "a castling right without king or rook"
        "No king and rook stand where the right needs them: king on e, rook on a or h; in Chess960 a king on its first rank with a rook on that side. The text is kept; the moves are checked without the right. A file is read as Chess960 where one of its records needs that and none contradicts, or with `--chess960`."
        "4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;";
    MissingEnPassant "missing-en-passant" Warning Never true
        "no en-passant field"
        "The fourth field is the square a pawn has just passed over, or `-`, which is written where the field is missing."
        "4k3/8/8/8/8/8/8/4K2R w K bm Kd2;";
    UnreadFields "unread-fields" Error Always false
        "fields that can be read in several ways"
        "After the side to move come the castling rights, then the en-passant square. Here a field is missing or damaged, and the words that stand there could be several things, so none of them is guessed. The record is left unchanged: write both fields, `-` for none."
        "4k3/8/8/8/8/8/8/4K2R w 4 - bm Kd2;";
    BadEnPassant "bad-en-passant" Error Always false
        "an en-passant field that can't be read"
        "The en-passant field is `-` or a square such as `e3`."
        "4k3/8/8/8/8/8/8/4K2R w K e9 bm Kd2;";
    EnPassantCase "en-passant-case" Warning Never true
        "the en-passant square in upper case"
        "Squares are a lower-case file and a rank: `e3`. It is written in lower case."
        "4k3/8/8/8/4P3/8/8/4K3 b - E3 bm Kd7;";
    EpPawnSquare "ep-pawn-square" Warning Never true
        "the pawn's own square in the en-passant field"
        "Crafty and HIARCS write the square of the pawn that can be captured; the standard has the square it passed over."
        "4k3/8/8/8/4P3/8/8/4K3 b - e4 bm Kd7;";
    EpImpossible "ep-impossible" Error Never false
        "an en-passant square that no pawn has passed over"
        "With White to move the square is on the 6th rank, a black pawn in front of it on the 5th, nothing on it nor behind it (with Black to move, 3rd and 4th rank). The text is kept; the moves are checked without it."
        "4k3/8/8/8/8/8/8/4K3 w - e6 bm Kd2;";
    FenClocks "fen-clocks" Warning Never true
        "FEN's two clocks in an EPD record"
        "EPD has four fields; half-move clock and move number are the operations `hmvc` and `fmvn`, and become those."
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Kd2;";
    FenHalfMoveOnly "fen-half-move-only" Warning Never true
        "a half-move clock as a fifth field"
        "EPD has four fields; the half-move clock is the operation `hmvc`, and becomes that."
        "4k3/8/8/8/8/8/8/4K2R w K - 12 bm Kd2;";
    MissingClocks "missing-clocks" Hint Never true
        "a FEN record without its two clocks"
        "In a file named `*.fen` a record has six fields; `0 1` (or what `hmvc` and `fmvn` say) is filled in."
        "4k3/8/8/8/8/8/8/4K2R w K -";
    ClockOperations "clock-operations" Hint Never true
        "clocks as operations in a FEN file"
        "In a file named `*.fen` the half-move clock and the move number are the fifth and sixth field."
        "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 9;";
    ClocksConflict "clocks-conflict" Error Always false
        "clock fields and clock operations disagree"
        "The FEN clocks say one thing, `hmvc` or `fmvn` another. Remove the wrong one."
        "4k3/8/8/8/8/8/8/4K2R w K - 5 9 hmvc 3;";
    EmptyBoard "empty-board" Error Never false
        "no piece on the board"
        "A position has at least both kings."
        "8/8/8/8/8/8/8/8 w - -";
    MissingKing "missing-king" Error Never false
        "a side without a king"
        "Each side has exactly one king. Without one, moves can't be checked."
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2;";
    TooManyKings "too-many-kings" Error Never false
        "a side with more than one king"
        "Each side has exactly one king. With more, moves can't be checked."
        "4k2k/8/8/8/8/8/8/4K3 w - - bm Kd2;";
    PawnOnEdge "pawn-on-edge" Error Never false
        "a pawn on the first or last rank"
        "Pawns start on the 2nd and 7th rank and promote on the last."
        "4k2P/8/8/8/8/8/8/4K3 w - - bm Kd2;";
    OppositeCheck "opposite-check" Error Never false
        "the side that is not to move is in check"
        "The king could be captured at once: the side to move is wrong, or a piece is on the wrong square."
        "4k3/8/8/8/4R3/8/8/4K3 w - - bm Kd2;";
    BothInCheck "both-in-check" Error Never false
        "both kings are in check"
        "No legal move leads to a position with both kings in check."
        "4k3/8/8/8/4Q3/8/4r3/4K3 w - - bm Kd1;";
    MovesUnchecked "moves-unchecked" Warning Never false
        "moves that could not be checked"
        "The position is not legal, so no move can be called legal or illegal. The moves are left unchanged."
        "8/8/8/8/8/8/8/4K3 w - - bm Kd2;";
    ImpossibleCheck "impossible-check" Warning Never false
        "a check that no single move can give"
        "No legal move leads to these pieces giving check at the same time."
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - bm Kd8;";
    TooMuchMaterial "too-much-material" Warning Never false
        "more pieces than promotions allow"
        "A side has at most 16 pieces, and every promoted piece takes the place of one of its eight pawns."
        "qqqqkqqq/pppppppp/8/8/8/8/8/4K3 w - -";
    MissingLastSemicolon "missing-last-semicolon" Warning Never true
        "no semicolon after the last operation"
        "Every operation ends with `;`, the last one too. It is inserted."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2";
    MissingSemicolon "missing-semicolon" Warning Never true
        "no semicolon between two operations"
        "The operands so far are complete, and the next word is an official opcode: a semicolon is inserted between them."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 dm 26;";
    StraySemicolon "stray-semicolon" Warning Never true
        "a semicolon that ends nothing"
        "Each semicolon ends one operation. This one is removed."
        "4k3/8/8/8/8/8/8/4K2R w K -; bm Kd2;";
    StrayDash "stray-dash" Warning Never true
        "a lone `-` after the four fields"
        "It belongs to no field and no operation, and is removed."
        "4k3/8/8/8/8/8/8/4K2R w K - - bm Kd2;";
    MissingSpace "missing-space" Warning Never true
        "no space between an opcode and its operand"
        "One space separates an opcode from its first operand: `id\"x\"` and `bm:Kd2` are written `id \"x\"` and `bm Kd2`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm:Kd2;";
    StrayText "stray-text" Error Always false
        "text that is not an operation"
        "After the four fields come operations: an opcode, its operands, a semicolon. This text does not begin with an opcode; the record is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - v=-328;";
    BrokenQuote "broken-quote" Error Always false
        "a string whose quotes are not closed"
        "A string runs from one `\"` to the next, followed by a blank or `;`. There is no escape for a quote inside; use `'` instead."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"x;";
    BadOpcode "bad-opcode" Error Always false
        "a word that can't be an opcode"
        "An opcode is a letter, then up to 14 letters, digits or `_`."
        "4k3/8/8/8/8/8/8/4K2R w K - 7up 1;";
    ShortOpcode "short-opcode" Warning Never false
        "an opcode of one letter"
        "Opcodes have two characters or more; some readers reject this one. It is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - x 1;";
    UnknownOpcode "unknown-opcode" Hint Never false
        "an opcode that is not in the standard"
        "Lower-case opcodes are reserved for the standard; private ones begin with an upper-case letter. The operation is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - bn Kd2;";
    MoveAsOpcode "move-as-opcode" Error Always false
        "a move where an opcode is expected"
        "A semicolon ends an operation, so in `bm Be3; Bd2;` the move `Bd2` is where an opcode belongs. It may be one more best move or something else: the record is left unchanged. Several moves go into one operation: `bm Bd2 Be3;`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2; Ke2;";
    OpcodeInText "opcode-in-text" Error Always false
        "unquoted text that may hold another operation"
        "A string has quotes. Without them, `c0 good bm Kd2;` is either a comment of three words, or a comment and a best move without a semicolon between them. The record is left unchanged: put the text in quotes, or add the semicolon."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 good bm Kd2;";
    PvLabel "pv-label" Warning Never true
        "a label `PV:` instead of the opcode `pv`"
        "Some programs write `PV:` before the predicted variation. Where all its moves are legal in sequence, it is written as the operation `pv`."
        "4k3/8/8/8/8/8/8/4K2R w K - PV: Kd2 Kd7;";
    DuplicateOpcode "duplicate-opcode" Error Always false
        "an opcode that occurs twice"
        "An opcode occurs at most once a record. Removing an identical copy is a safe fix; of two that differ, you have to choose one."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; id \"b\";";
    UnsortedOperations "unsorted-operations" Hint Never true
        "operations out of order"
        "Canonical order is ascending by the opcode's ASCII text."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; bm Kd2;";
    UnsortedOperands "unsorted-operands" Hint Never true
        "moves out of order"
        "The moves of `am` and `bm` are a set; canonical order is ascending by ASCII text."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kf2 Kd2;";
    DuplicateMove "duplicate-move" Warning Never true
        "a move listed twice"
        "The moves of `am` and `bm` are a set; each is written once."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 Kd2;";
    PlusSign "plus-sign" Hint Never true
        "a plus sign before a number"
        "The standard discourages it: `+30` is written `30`."
        "4k3/8/8/8/8/8/8/4K2R w K - ce +30;";
    UnquotedString "unquoted-string" Warning Never true
        "a string without quotes"
        "This opcode takes a string, and strings are in quotes. They are added around the text."
        "4k3/8/8/8/8/8/8/4K2R w K - id WAC.001;";
    QuotedNumber "quoted-number" Warning Never true
        "a number in quotes"
        "This opcode takes a number, and numbers have no quotes."
        "4k3/8/8/8/8/8/8/4K2R w K - ce \"125\";";
    QuotedMove "quoted-move" Warning Never true
        "a move in quotes"
        "Moves have no quotes."
        "4k3/8/8/8/8/8/8/4K2R w K - bm \"Kd2\";";
    EmptyMoves "empty-moves" Warning Never false
        "`am` or `bm` without a move"
        "The standard allows it, but it says nothing: perhaps a move was lost."
        "4k3/8/8/8/8/8/8/4K2R w K - bm;";
    OperandCount "operand-count" Error Always false
        "too many or too few operands"
        "Each standard opcode takes a certain number of operands; `epdit explain ce` says which `ce` takes, and so on."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 1 2;";
    OperandType "operand-type" Error Always false
        "an operand of the wrong type"
        "Each standard opcode takes operands of a certain type: a number, a string, a date and so on; `epdit explain ce` says which `ce` takes."
        "4k3/8/8/8/8/8/8/4K2R w K - ce good;";
    OperandRange "operand-range" Error Never false
        "an operand outside its range"
        "The operand has the right form, but its value can't be: a negative mate distance, the 13th month, a word that is not in the list. It is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - dm -1;";
    MoveIllegal "move-illegal" Error Always false
        "an illegal move"
        "The text has the form of a move, but no piece can play it here. Perhaps the side to move or the position is wrong."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Qd2;";
    MoveAmbiguous "move-ambiguous" Error Always false
        "a move that several pieces can play"
        "Name the file or rank the piece comes from, as in `Rhh2`."
        "4k3/8/8/8/8/8/R7/4K2R w - - bm Rh2;";
    MoveUnreadable "move-unreadable" Error Always false
        "a word that is not a move"
        "Moves are written in SAN: `Nf3`, `exd5`, `O-O`, `e8=Q+`. UCI and long algebraic moves are understood too."
        "4k3/8/8/8/8/8/8/4K2R w K - bm best;";
    MoveNotSan "move-not-san" Warning Never true
        "a move that is not in SAN"
        "UCI (`g1f3`), long algebraic (`Ng1-f3`), `0-0`, `a8Q` and the like are understood, and written in SAN, the standard's notation."
        "4k3/8/8/8/8/8/8/4K2R w K - bm e1d2;";
    MoveSpelling "move-spelling" Hint Never true
        "SAN spelled differently from PGN export"
        "Export SAN has the least disambiguation that is needed, and `+` or `#` exactly where the move gives check or mate."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;";
    DetachedCheck "detached-check" Hint Never true
        "a check sign apart from its move"
        "`Qd1 +` is one move, written `Qd1+`."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 +;";
    FalseMateSign "false-mate-sign" Warning Never true
        "`#` on a move that does not mate"
        "The move is legal but not mate; the sign is corrected. Make sure that the position is the right one."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8#;";
    MoveAnnotation "move-annotation" Error Always false
        "an annotation among the moves"
        "Glyphs (`!`, `?`) and text in braces have no place in EPD. Dropping them loses what they say, so the record is left unchanged; an unsafe fix drops them."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2!;";
    MateInBm "mate-in-bm" Warning WhenError true
        "a mate distance instead of a best move"
        "`bm #5` means `dm 5`, and `bm #-5` that the side to move is mated in 5, a value of `ce`. It is rewritten where no `dm` or `ce` contradicts it."
        "4k3/8/8/8/8/8/8/4K2R w K - bm #5;";
    MateInCe "mate-in-ce" Warning Never true
        "a mate score such as `+M5`"
        "`ce +M5` is written 32767 minus the plies to mate: `ce 32758`."
        "4k3/8/8/8/8/8/8/4K2R w K - ce +M5;";
    PerftList "perft-list" Warning Never true
        "perft counts that are not operations"
        "`;D1 20 ;D2 400` and bare counts become the operations `D1 20; D2 400;`."
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 400";
    WrongPerft "wrong-perft" Error Never false
        "a wrong perft count"
        "The position's legal moves, played on to this depth, lead to another number of leaf nodes. Counting takes time, so it is only done when asked for: `epdit check --perft`, or a key in the editor's operations."
        "4k3/8/8/8/8/8/8/4K2R w K - D1 20;";
    StringTooLong "string-too-long" Error Never false
        "a string longer than 255 bytes"
        "The standard's strings have at most 255 bytes; other readers may cut or reject this one. It is left unchanged."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"… 300 bytes …\";";
    NonAscii "non-ascii" Warning Never false
        "characters outside ASCII"
        "EPD is ASCII; UTF-8 and Latin-1 are kept byte for byte, but other readers may show other characters."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"Zürich\";";
    ControlCharacter "control-character" Warning Never false
        "a control character inside a string"
        "Strings hold printing characters. The byte is left unchanged, and shown as a visible mark."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\tb\";";
    AmAndBm "am-and-bm" Error Never false
        "a move in both `am` and `bm`"
        "`am` and `bm` share no move."
        "4k3/8/8/8/8/8/8/4K2R w K - am Kd2; bm Kd2;";
    PmPv "pm-pv" Error Never false
        "the predicted move is not the first of `pv`"
        "`pm` equals the first move of a non-empty `pv`."
        "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2; pv Ke2;";
    SmSv "sm-sv" Error Never false
        "the supplied move is not the first of `sv`"
        "`sm` equals the first move of a non-empty `sv`."
        "4k3/8/8/8/8/8/8/4K2R w K - sm Kd2; sv Ke2;";
    AcceptAndReject "accept-and-reject" Error Never false
        "a draw both accepted and rejected"
        "`draw_accept` and `draw_reject` exclude each other."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_accept; draw_reject;";
    ClaimAndOffer "claim-and-offer" Error Never false
        "a draw both claimed and offered"
        "`draw_claim` and `draw_offer` exclude each other."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_claim; draw_offer; sm Kd2;";
    DrawWithoutSm "draw-without-sm" Error Never false
        "a draw claimed or offered without a move"
        "`draw_claim` and `draw_offer` go with a supplied move, `sm`."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_offer;";
    ResignWithDraw "resign-with-draw" Error Never false
        "a resignation beside a draw operation"
        "`resign` excludes every `draw_` operation."
        "4k3/8/8/8/8/8/8/4K2R w K - draw_accept; resign;";
    RefcomAndRefreq "refcom-and-refreq" Error Never false
        "a referee command beside a referee request"
        "A record carries one of `refcom` (referee to client) and `refreq` (client to referee)."
        "4k3/8/8/8/8/8/8/4K2R w K - refcom inform; refreq reply;";
    PtpTagTwice "ptp-tag-twice" Error Never false
        "a PGN tag twice in `ptp`"
        "Each tag name occurs once."
        "4k3/8/8/8/8/8/8/4K2R w K - ptp White \"A\" White \"B\";";
    CeDm "ce-dm" Warning Never false
        "evaluation and mate distance disagree"
        "With `dm N` the side to move mates in N moves: `ce` is then 32767 - (2N - 1)."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 12; dm 3;";
    CePosition "ce-position" Warning Never false
        "the evaluation contradicts the position"
        "A checkmated side has `ce -32767`; stalemate and dead draws have `ce 0`."
        "8/8/8/8/8/4k3/8/4K3 w - - ce 250;";
    CeMateParity "ce-mate-parity" Warning Never false
        "a mate value that no number of plies gives"
        "Above 32000 the side to move mates in 32767 - ce plies, an odd number, since it plays the first and the last; below -32000 it is mated in ce + 32767 plies, an even number. `ce` 32761 (6 plies) and -32762 (5 plies) are neither. Perhaps moves were counted where plies are meant, or the mate is the other side's."
        "4k3/8/8/8/8/8/8/4K2R w K - ce 32761;";
    DmPosition "dm-position" Warning Never false
        "the mate distance contradicts the position"
        "With `dm` the side to move mates in so many moves. It can't where it is checkmated, in stalemate, or where neither side has the pieces to mate."
        "k7/1Q6/1K6/8/8/8/8/8 b - - dm 3;";
    HmvcEnPassant "hmvc-en-passant" Warning Never false
        "a half-move clock beside an en-passant square"
        "An en-passant square means that the last move was a pawn's: the half-move clock is then 0."
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 hmvc 5;";
    PointsDisagree "points-disagree" Warning Never false
        "points of moves that disagree"
        "A record that scores several moves has them in `c0` (`f5=10, Be5+=2`), and often again in `c7` (SAN), `c8` (points) and `c9` (UCI). The moves must be legal in the position, and all four must say the same; programs read one or another of them."
        "4k3/8/8/8/8/8/8/4K2R w K - c0 \"Kd2=10, Ke2=2\"; c7 \"Kd2 Ke2\"; c8 \"10 3\";";
    DuplicateId "duplicate-id" Warning Never false
        "an id that an earlier record has"
        "The id names the record; reports and scripts can't tell the two apart."
        "4k3/8/8/8/8/8/8/4K2R w K - id \"a\";";
    DuplicatePosition "duplicate-position" Hint Never false
        "a position that an earlier record has"
        "Placement, side to move, castling rights and effective en-passant square are those of an earlier record."
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;";
}

impl Code {
    fn row(self) -> &'static Row {
        // The table is made from the variants in their order, which a test holds.
        &ROWS[self as usize]
    }

    /// The stable name: `move-illegal`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The code of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.code)
    }

    /// All codes, in the table's order.
    pub fn all() -> &'static [Self] {
        ALL
    }

    /// Its usual severity; the two codes that can be worse are errors where they block.
    pub fn severity(self) -> Severity {
        self.row().severity
    }

    /// What keeps a record with this diagnostic from being rewritten.
    pub fn blocks(self) -> Blocks {
        self.row().blocks
    }

    /// Whether a record with this diagnostic (as an error) has a structure in doubt: it is not certain
    /// where its fields and operations begin and end, so nothing in it is changed without being asked.
    pub fn doubts_structure(self) -> bool {
        matches!(
            self,
            Self::NotEpd
                | Self::VariantPlacement
                | Self::BadPlacement
                | Self::BadColour
                | Self::MissingCastling
                | Self::BadCastling
                | Self::UnreadFields
                | Self::BadEnPassant
                | Self::ClocksConflict
                | Self::StrayText
                | Self::BrokenQuote
                | Self::BadOpcode
                | Self::MoveAsOpcode
                | Self::OpcodeInText
        )
    }

    /// Whether canonical writing fixes it, so that canonical text never has it.
    pub fn is_fixed_by_writing(self) -> bool {
        self.row().fixed
    }

    /// A few words.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// What it means and why it matters, in plain sentences.
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// A line that has it (for a file's codes: the later of two such lines).
    pub fn example(self) -> &'static str {
        self.row().example
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_codes_and_names_are_unique() {
        for (index, row) in ROWS.iter().enumerate() {
            assert_eq!(row.code as usize, index, "{}", row.name);
            assert_eq!(Code::from_name(row.name), Some(row.code));
            assert!(
                row.name
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            );
        }
    }

    #[test]
    fn what_always_blocks_is_an_error_and_is_not_fixed_by_writing() {
        for row in ROWS {
            if row.blocks == Blocks::Always {
                assert_eq!(row.severity, Severity::Error, "{}", row.name);
                assert!(!row.fixed, "{}", row.name);
            }
        }
    }

    #[test]
    fn every_example_shows_its_finding() {
        use crate::epd::{ReadOptions, Record, record::Dialect};
        for row in ROWS {
            let of_file = matches!(row.code, Code::DuplicateId | Code::DuplicatePosition);
            if of_file || row.example.contains('…') {
                continue;
            }
            let fen = matches!(row.code, Code::MissingClocks | Code::ClockOperations);
            let dialect = if fen { Dialect::Fen } else { Dialect::Epd };
            let mut record = Record::read(row.example.as_bytes(), &ReadOptions::of(dialect));
            record.verify_counts(1);
            let found = record.diagnostics().iter().any(|d| d.code == row.code);
            assert!(found, "{}: {:?}", row.name, record.diagnostics());
        }
    }
}
