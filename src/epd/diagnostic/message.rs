//! The words of a diagnostic: the value, and what was expected. Made on demand, since most
//! diagnostics are only counted.

mod moves;
mod operands;
mod position;
mod words;

use super::{Code, Detail, Diagnostic};
use crate::epd::counted::count;
use crate::epd::placement;
use crate::epd::record::{Operation, Record};
use crate::epd::span::Span;
pub(in crate::epd) use words::quoted;

impl Record<'_> {
    /// What is wrong, with the value, and what was expected. Text of the file in it has its control
    /// characters and invalid bytes escaped, so it may be shown on a terminal.
    pub fn message(&self, diagnostic: &Diagnostic) -> String {
        of(self, diagnostic)
    }
}

fn of(record: &Record<'_>, diagnostic: &Diagnostic) -> String {
    let (line, span) = (record.line, diagnostic.span);
    let value = quoted(span.of(line));
    let text = match &diagnostic.detail {
        Detail::Text(text) => &**text,
        Detail::Static(text) => text,
        _ => "",
    };
    let number = match diagnostic.detail {
        Detail::Number(number) => number,
        _ => 0,
    };
    let place = match diagnostic.detail {
        Detail::Place(span) => quoted(span.of(line)),
        _ => String::new(),
    };
    // What should stand there, for the end of a sentence; `else_` where that is not known.
    let expected = |else_: &str| match record.expected(diagnostic) {
        Some(text) => quoted(&text),
        None => else_.to_owned(),
    };
    match diagnostic.code {
        Code::NotEpd => format!("not EPD: {text}"),
        Code::VariantPlacement => format!("not a position of standard chess: {text}"),
        Code::ByteOrderMark => "byte-order mark before the record, expected none".to_owned(),
        Code::NulByte => "NUL byte at the end of the record, expected none".to_owned(),
        Code::CtrlZ => "Ctrl-Z at the end of the line, expected none".to_owned(),
        Code::CrCrLf => format!(
            "expected one carriage return before the line feed, found {}",
            span.len().saturating_sub(1)
        ),
        Code::ExtraSpace => extra_space(span, line),
        Code::Tab => format!("expected one space, found {}", blank_name(span.of(line))),
        Code::NoSpaceAfterSemicolon => "expected a space after `;`".to_owned(),
        Code::LineTooLong => line_too_long(record, number),
        Code::QuotedPosition => format!("the position {value} is in quotes, expected none"),
        Code::BadPlacement if span.is_empty() => format!("no piece placement: {text}"),
        Code::BadPlacement => format!("bad piece placement {value}: {text}"),
        Code::CraftyPlacement => format!(
            "the placement ends with an eighth `/` (Crafty's form), expected {}",
            expected("ranks in full")
        ),
        Code::UnmergedDigits => unmerged_digits(record, span),
        Code::ColourCase => format!("side to move {value}, expected {}", expected("lower case")),
        Code::BadColour if span.is_empty() => "no side to move, expected `w` or `b`".to_owned(),
        Code::BadColour => format!("{value} is not a side to move, expected `w` or `b`"),
        Code::MissingCastling if diagnostic.blocks() => {
            "no castling field, and the position allows castling: expected `-` or some of `KQkq`"
                .to_owned()
        }
        Code::MissingCastling => "no castling field, expected `-`".to_owned(),
        Code::BadCastling => {
            format!("{value} are not castling rights, expected `-` or some of `KQkq`")
        }
        Code::CastlingOrder => format!(
            "castling rights {value} out of order, expected {}",
            expected("`KQkq`")
        ),
        Code::CastlingRepeat => format!(
            "repeated letter in castling rights {value}, expected {}",
            expected("each once")
        ),
        Code::CastlingShredder => {
            format!(
                "castling rights {value} name rook files (Shredder-FEN); many readers know only `KQkq`"
            )
        }
        Code::CastlingNeedsChess960 => {
            format!(
                "castling rights {value} need Chess960: a king is not on e, or a rook not on a or h"
            )
        }
        Code::CastlingImpossible => position::castling_impossible(record, text),
        Code::MissingEnPassant => {
            "no en-passant field, expected `-` or a square such as `e3`".to_owned()
        }
        Code::UnreadFields => format!("{value} can be read in more than one way: {text}"),
        Code::BadEnPassant => {
            format!("{value} is not an en-passant field, expected `-` or a square such as `e3`")
        }
        Code::EnPassantCase => format!(
            "en-passant square {value}, expected {}",
            expected("lower case")
        ),
        Code::EpPawnSquare => {
            format!("{value} is the square of the pawn, expected the one it passed over, `{text}`")
        }
        Code::EpImpossible => format!("no pawn can just have passed over {value}: {text}"),
        Code::FenClocks => format!(
            "FEN clocks {value}, expected {}",
            expected("the operations `hmvc` and `fmvn`")
        ),
        Code::FenHalfMoveOnly => format!(
            "half-move clock {value}, expected {}",
            expected("the operation `hmvc`")
        ),
        Code::MissingClocks => format!(
            "no clocks in a FEN record, expected{}",
            missing_clocks(record, diagnostic)
        ),
        Code::ClockOperations => format!("{value} in a FEN file, expected the number as a field"),
        Code::ClocksConflict if record.operation_around(span).is_some() => {
            format!("{value} can't be a clock field, expected a number that can")
        }
        Code::ClocksConflict => {
            let which = if record.fields.half_move == Some(span) {
                "half-move clock"
            } else {
                "move number"
            };
            format!("{which} {value} contradicts {place}")
        }
        Code::EmptyBoard => "the board is empty, expected both kings".to_owned(),
        Code::MissingKing => format!("{text} has no king"),
        Code::TooManyKings => position::too_many_kings(diagnostic, text),
        Code::PawnOnEdge => position::pawn_on_edge(diagnostic),
        Code::OppositeCheck => position::opposite_check(record, diagnostic, text),
        Code::BothInCheck => position::both_in_check(record),
        Code::MovesUnchecked => format!("{value} can't be checked: the position is not legal"),
        Code::ImpossibleCheck => {
            format!(
                "no single move can give check from {}",
                position::squares(diagnostic.squares)
            )
        }
        Code::TooMuchMaterial => position::too_much_material(record),
        Code::MissingLastSemicolon => "expected `;` after the last operation".to_owned(),
        Code::MissingSemicolon => format!("expected `;` before {}", quoted(text.as_bytes())),
        Code::StraySemicolon => match span.of(line).iter().filter(|b| **b == b';').count() {
            0 | 1 => "unexpected `;`: it ends no operation".to_owned(),
            many => format!("{many} unexpected `;`: they end no operation"),
        },
        Code::StrayDash => "unexpected `-`: it belongs to no field or operation".to_owned(),
        Code::MissingSpace => format!("no space after the opcode in {value}, expected one"),
        Code::StrayText => {
            format!("{value} is not an operation, expected an opcode, its operands and `;`")
        }
        Code::BrokenQuote if !span.of(line).starts_with(b"\"") => {
            format!("a quote stands inside {value}, expected quotes around a string only")
        }
        Code::BrokenQuote if memchr::memchr_iter(b'"', span.of(line)).nth(2).is_some() => {
            format!(
                "a quote stands inside the string {value}: a string can't hold one, and EPD has no escapes (`\\\"`)"
            )
        }
        Code::BrokenQuote => {
            format!("the string {value} is not closed: expected `\"` before a blank or `;`")
        }
        Code::BadOpcode => format!(
            "{value} is not an opcode, expected a letter, then up to 14 letters, digits or `_`"
        ),
        Code::ShortOpcode => format!("opcode {value} has one character, expected two or more"),
        Code::UnknownOpcode if text.is_empty() => {
            format!(
                "opcode {value} is not in the standard; private ones begin with an upper-case letter"
            )
        }
        Code::UnknownOpcode => {
            format!("opcode {value} is not in the standard; did you mean `{text}`?")
        }
        Code::MoveAsOpcode => format!("{value} is a move where an opcode is expected: {text}"),
        Code::OpcodeInText if text.is_empty() => {
            format!("unquoted text {value} holds a carriage return: it may be two lines")
        }
        Code::OpcodeInText => {
            format!("{value} is either unquoted text or several operations: `{text}` is an opcode")
        }
        Code::PvLabel => format!("label {value} before the moves, expected the opcode `pv`"),
        Code::DuplicateOpcode => duplicate_opcode(record, diagnostic),
        Code::UnsortedOperations => unsorted(record, span, &value),
        Code::UnsortedOperands => format!(
            "moves {value} out of order, expected {}",
            expected("ASCII order")
        ),
        Code::DuplicateMove => format!("{value} is listed twice"),
        Code::PlusSign => format!("{value} has a plus sign, expected {}", expected("none")),
        Code::UnquotedString => format!(
            "string {value} is not in quotes, expected {}",
            expected("quotes")
        ),
        Code::QuotedNumber => format!("number {value} is in quotes, expected {}", expected("none")),
        Code::QuotedMove => format!("move {value} is in quotes, expected {}", expected("none")),
        Code::EmptyMoves => format!("{value} has no move, expected one or more"),
        Code::OperandCount => operands::operand_count(record, diagnostic, text),
        Code::OperandType => operands::operand_type(record, diagnostic, text),
        Code::OperandRange => operands::operand_range(record, diagnostic),
        Code::MoveIllegal => moves::illegal(record, diagnostic, number),
        Code::MoveAmbiguous => moves::ambiguous(&value, text),
        Code::MoveUnreadable => {
            format!("{value} is not a move, expected SAN such as `Nf3` or `O-O`")
        }
        Code::MoveNotSan => match record.expected(diagnostic) {
            Some(text) if !text.is_empty() => format!("{value} should be {}", quoted(&text)),
            _ => format!("{value} is not part of a move in SAN"),
        },
        Code::MoveSpelling => match record.expected(diagnostic) {
            Some(text) => moves::spelling(span.of(line), &text),
            None => format!("{value} is not spelled as in PGN export"),
        },
        Code::DetachedCheck => format!(
            "the check sign is apart from its move in {value}, expected {}",
            expected("none")
        ),
        Code::FalseMateSign => {
            format!("{value} is not mate, expected {}", expected("another sign"))
        }
        Code::MoveAnnotation => format!("annotation in {value}, expected {}", expected("none")),
        Code::MateInBm if diagnostic.blocks() => {
            format!(
                "mate distance {value} among best moves, expected a move, or `dm` and `ce` to say it"
            )
        }
        Code::MateInBm => {
            format!("mate distance {value} instead of a best move, expected `dm` or `ce`")
        }
        Code::MateInCe => format!("mate score {value}, expected `{number}`"),
        Code::PerftList => format!(
            "perft counts {value}, expected {}",
            perft_list(record, diagnostic)
        ),
        Code::WrongPerft => format!("perft count {value} is wrong: there are {number} leaf nodes"),
        Code::StringTooLong => format!("the string has {number} bytes, expected at most 255"),
        Code::NonAscii => format!("{value} is not ASCII"),
        Code::ControlCharacter => format!("control character {value} in a string"),
        Code::AmAndBm => format!("{value} is both a move to avoid (`am`) and a best move (`bm`)"),
        Code::PmPv => format!("`pm` is {value}, but `pv` begins with {place}"),
        Code::SmSv => format!("`sm` is {value}, but `sv` begins with {place}"),
        Code::AcceptAndReject => "`draw_accept` and `draw_reject` exclude each other".to_owned(),
        Code::ClaimAndOffer => "`draw_claim` and `draw_offer` exclude each other".to_owned(),
        Code::DrawWithoutSm => format!("{value} without the move that goes with it, expected `sm`"),
        Code::ResignWithDraw => {
            format!("{value} can't stand beside `{text}`: they exclude each other")
        }
        Code::RefcomAndRefreq => "`refcom` and `refreq` exclude each other".to_owned(),
        Code::PtpTagTwice => format!("tag {value} occurs twice"),
        Code::CeDm => ce_dm(record, &value, number),
        Code::CePosition => format!("`ce` {value} contradicts the position: {text}"),
        Code::CeMateParity => ce_mate_parity(&value, number),
        Code::DmPosition => format!("`dm` {value} contradicts the position: {text}"),
        Code::HmvcEnPassant => {
            format!("half-move clock {number} beside an en-passant square, expected 0")
        }
        Code::PointsDisagree => format!("points: {value}: {text}"),
        Code::DuplicateId => format!("line {number} already has the id {value}"),
        Code::DuplicatePosition => format!("line {number} already has this position"),
    }
}

fn extra_space(span: Span, line: &[u8]) -> String {
    let spaces = count(span.len(), "space", "spaces");
    if is_inner(span, line) {
        format!("expected one space, found {spaces}")
    } else {
        format!("expected no space, found {spaces}")
    }
}

/// The first run of digits, what it should be, and how many more there are.
fn unmerged_digits(record: &Record<'_>, span: Span) -> String {
    let field = record.fields.placement.unwrap_or(span);
    let runs = placement::unmerged(field.of(record.line));
    let digit = runs.first().map_or(b'8', |(_, digit)| *digit);
    let more = match runs.len() {
        0 | 1 => String::new(),
        2 => ", and once more".to_owned(),
        many => format!(", and {} times more", many - 1),
    };
    let (value, digit) = (quoted(span.of(record.line)), char::from(digit));
    format!("neighbouring digits {value} in the placement, expected `{digit}`{more}")
}

fn line_too_long(record: &Record<'_>, length: i64) -> String {
    let longest = record.options.longest_line;
    let whose = match longest {
        4095 => " (the standard of 1995)",
        1023 => " (the standard of 1994)",
        _ => "",
    };
    format!("the line has {length} bytes, expected at most {longest}{whose}")
}

fn missing_clocks(record: &Record<'_>, diagnostic: &Diagnostic) -> String {
    match record.expected(diagnostic) {
        Some(text) => format!(" {}", quoted(text.trim_ascii())),
        None => " six fields".to_owned(),
    }
}

/// The opcode that is there twice, and whether the second says the same.
fn duplicate_opcode(record: &Record<'_>, diagnostic: &Diagnostic) -> String {
    let opcode = operands::opcode(record, diagnostic.span);
    match record.expected(diagnostic) {
        Some(_) => format!("{opcode} occurs twice, with the same operands"),
        None => format!("{opcode} occurs twice, expected once"),
    }
}

/// Before which operation the one at `span` belongs.
fn unsorted(record: &Record<'_>, span: Span, value: &str) -> String {
    let Some(operation) = record.operation_around(span) else {
        return format!("operation {value} out of order");
    };
    let key = record.source_key(operation);
    let later = |other: &&Operation| record.source_key(other) > key;
    match record.operations.iter().find(later) {
        Some(other) => format!(
            "operation {} out of order, expected before {}",
            operands::opcode(record, span),
            quoted(record.opcode(other).as_bytes())
        ),
        None => format!("operation {value} out of order"),
    }
}

fn perft_list(record: &Record<'_>, diagnostic: &Diagnostic) -> String {
    match record.expected(diagnostic) {
        Some(text) => quoted(text.trim_ascii()),
        None => "operations `D1`, `D2` and so on".to_owned(),
    }
}

fn ce_dm(record: &Record<'_>, value: &str, expected: i64) -> String {
    let dm = record
        .operation("dm")
        .map(|dm| quoted(Span::new(dm.opcode.start, record.operands_span(dm).end).of(record.line)));
    format!(
        "`ce` {value} contradicts {}, expected {expected}",
        dm.as_deref().unwrap_or("`dm`")
    )
}

/// Whose mate it would be after so many plies, and what number that takes.
fn ce_mate_parity(value: &str, plies: i64) -> String {
    let counted = count(plies.unsigned_abs(), "ply", "plies");
    if plies > 0 {
        format!("`ce` {value} is a mate by the side to move in {counted}, expected an odd number")
    } else {
        format!("`ce` {value} is a mate by the other side in {counted}, expected an even number")
    }
}

fn blank_name(text: &[u8]) -> &'static str {
    match text.iter().find(|b| **b != b' ') {
        Some(b'\r') => "a carriage return",
        _ => "a tab",
    }
}

/// Whether a gap lies between two words, where one space is expected.
fn is_inner(span: Span, line: &[u8]) -> bool {
    let after = line.get(span.end).copied().unwrap_or(b'\n');
    span.start > 0 && !matches!(after, b'\n' | b'\r' | b';' | 0 | 0x1A)
}

#[cfg(test)]
mod tests;
