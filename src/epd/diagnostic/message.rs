//! The words of a finding: the value, and what was expected.

use super::{Code, Detail, Diagnostic};
use crate::epd::span::Span;
use std::fmt::Write as _;

/// Longest piece of a line that a message repeats, in characters.
const LONGEST: usize = 40;

/// Text of a file for a message: in backquotes, control characters and invalid bytes escaped, cut
/// when long.
pub(super) fn quoted(text: &[u8]) -> String {
    let mut out = String::from("`");
    for (count, character) in String::from_utf8_lossy(text).chars().enumerate() {
        if count == LONGEST {
            out.push('…');
            break;
        }
        let hidden = character.is_control()
            || matches!(character, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}');
        if hidden {
            let _ = write!(out, "{}", character.escape_unicode());
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}

/// The message of a finding in `line`.
pub(super) fn of(diagnostic: &Diagnostic, line: &[u8]) -> String {
    let value = quoted(diagnostic.span.of(line));
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
    let squares = || {
        let names: Vec<String> = diagnostic
            .squares
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        names.join(", ")
    };
    match diagnostic.code {
        Code::NotEpd => format!("not EPD: {text}"),
        Code::VariantPlacement => format!("not a chess position: {text}"),
        Code::ByteOrderMark => "byte-order mark before the record; EPD has none".to_owned(),
        Code::NulByte => "NUL byte at the end of the record".to_owned(),
        Code::CtrlZ => "Ctrl-Z at the end of the line".to_owned(),
        Code::CrCrLf => "the line ends with several carriage returns, expected one".to_owned(),
        Code::ExtraSpace => match diagnostic.span.len() {
            1 => "a space where none is expected".to_owned(),
            count => format!("{count} spaces, expected {}", if is_inner(diagnostic.span, line) { "one" } else { "none" }),
        },
        Code::Tab => format!("{} between words, expected one space", blank_name(diagnostic.span.of(line))),
        Code::NoSpaceAfterSemicolon => "expected a space after `;`".to_owned(),
        Code::LineTooLong => format!("the line has {number} bytes; readers need not handle more than 4095"),
        Code::QuotedPosition => format!("the position {value} stands in quotes, expected plain words"),
        Code::BadPlacement => {
            if diagnostic.span.is_empty() {
                format!("no placement: {text}")
            } else {
                format!("bad placement {value}: {text}")
            }
        }
        Code::CraftyPlacement => "the placement ends with an eighth `/`, ranks may be short (Crafty form)".to_owned(),
        Code::UnmergedDigits => "neighbouring digits in the placement, expected them merged (`44` is `8`)".to_owned(),
        Code::ColourCase => format!("{value} for the side to move, expected lower case"),
        Code::BadColour if diagnostic.span.is_empty() => "no side to move, expected `w` or `b`".to_owned(),
        Code::BadColour => format!("{value} is no side to move, expected `w` or `b`"),
        Code::MissingCastling if diagnostic.blocks() => {
            "no castling field, and the position would allow rights: expected `-` or letters of `KQkq`".to_owned()
        }
        Code::MissingCastling => "no castling field, expected `-`".to_owned(),
        Code::BadCastling => format!("{value} are no castling rights, expected `-` or letters of `KQkq` or rook files"),
        Code::CastlingOrder => format!("castling letters {value} out of order, expected as in `KQkq`"),
        Code::CastlingRepeat => format!("a castling letter twice in {value}"),
        Code::CastlingShredder => format!("castling rights {value} as rook files (Shredder-FEN); many readers know `KQkq` only"),
        Code::CastlingNeedsChess960 => format!("castling rights {value} that only Chess960 allows: a king off e or a rook off the corner"),
        Code::CastlingImpossible => format!("castling right `{text}` without its king or rook on the first rank"),
        Code::MissingEnPassant => "no en-passant field, expected `-` or a square".to_owned(),
        Code::BadEnPassant => format!("{value} is no en-passant field, expected `-` or a square such as `e3`"),
        Code::EpPawnSquare => format!("{value} is the pawn's own square, expected the square it passed over, `{text}`"),
        Code::EpImpossible => format!("no pawn can just have passed over {value}: {text}"),
        Code::FenClocks => format!("FEN clocks {value}, expected the operations `hmvc` and `fmvn`"),
        Code::FenHalfMoveOnly => format!("a half-move clock {value}, expected the operation `hmvc`"),
        Code::MissingClocks => "no clocks: a FEN record has six fields".to_owned(),
        Code::ClockOperations => format!("{value} in a FEN file, expected the clock as a field"),
        Code::ClocksConflict => format!("clock {value} disagrees with {place}"),
        Code::EmptyBoard => "the board is empty".to_owned(),
        Code::MissingKing => format!("{text} has no king"),
        Code::TooManyKings => format!("{text} has more than one king: {}", squares()),
        Code::PawnOnEdge => format!("a pawn on the first or last rank: {}", squares()),
        Code::OppositeCheck => format!("{text} is in check, but it is not {text}'s move: {}", squares()),
        Code::BothInCheck => format!("both kings are in check: {}", squares()),
        Code::MovesUnchecked => format!("{value} could not be checked: the position is not one that chess allows"),
        Code::ImpossibleCheck => format!("no single move can have given this check: {}", squares()),
        Code::TooMuchMaterial => "more pieces than promotions and captures allow".to_owned(),
        Code::MissingLastSemicolon => "expected `;` after the last operation".to_owned(),
        Code::MissingSemicolon => format!("expected `;` before {}", quoted(text.as_bytes())),
        Code::StraySemicolon => "a `;` that ends no operation".to_owned(),
        Code::StrayDash => "a `-` that belongs to no field".to_owned(),
        Code::StrayText => format!("{value} is no operation, expected an opcode, its operands and `;`"),
        Code::BrokenQuote => format!("broken string {value}: expected a closing `\"` before a blank or `;`"),
        Code::BadOpcode => format!("{value} is no opcode, expected a letter, then up to 14 letters, digits or `_`"),
        Code::ShortOpcode => format!("opcode {value} has one letter, expected two characters or more"),
        Code::UnknownOpcode if text.is_empty() => format!("opcode {value} is not in the standard; private ones begin in upper case"),
        Code::UnknownOpcode => format!("opcode {value} is not in the standard; did you mean `{text}`?"),
        Code::DuplicateOpcode => format!("{value}: the opcode stands in this record already, {place}"),
        Code::UnsortedOperations => format!("operation {value} out of order, expected ASCII order of opcodes"),
        Code::UnsortedOperands => format!("moves {value} out of order, expected ASCII order"),
        Code::DuplicateMove => format!("move {value} stands here twice"),
        Code::PlusSign => format!("{value} with a plus sign, expected none"),
        Code::UnquotedString => format!("string {value} without quotes"),
        Code::QuotedNumber => format!("number {value} in quotes, expected it bare"),
        Code::QuotedMove => format!("move {value} in quotes, expected it bare"),
        Code::OperandCount => format!("{value}: expected {text}"),
        Code::OperandType => format!("{value} has another type, expected {text}"),
        Code::OperandRange => match &diagnostic.detail {
            Detail::Range(min, i64::MAX) => format!("{value} is out of range, expected at least {min}"),
            Detail::Range(min, max) => format!("{value} is out of range, expected {min} to {max}"),
            _ => format!("{value} is out of range, expected {text}"),
        },
        Code::MoveIllegal if number > 0 => format!("{value} (move {number} of the line) is not legal there; the rest is not checked"),
        Code::MoveIllegal => format!("{value} is not legal in this position"),
        Code::MoveAmbiguous => format!("{value} is ambiguous: {text} are possible"),
        Code::MoveUnreadable => format!("{value} is no move, expected SAN such as `Nf3`, `exd5` or `O-O`"),
        Code::MoveNotSan => format!("{value} is not in SAN"),
        Code::MoveSpelling => format!("{value} is spelled otherwise than in PGN export (disambiguation or check sign)"),
        Code::DetachedCheck => format!("check sign apart from its move in {value}"),
        Code::FalseMateSign => format!("{value} claims mate, but does not mate"),
        Code::MoveAnnotation => format!("annotation in {value}; EPD has no place for it"),
        Code::MateInBm if diagnostic.blocks() => format!("mate distance {value} among best moves, expected `dm` or `ce`"),
        Code::MateInBm => format!("mate distance {value} instead of a best move, expected `dm` or `ce`"),
        Code::MateInCe => format!("mate score {value}, expected `{number}`"),
        Code::PerftList => format!("perft counts {value}, expected operations `D1 20; D2 400;`"),
        Code::WrongPerft => format!("perft count {value} is wrong: there are {number} leaf nodes"),
        Code::StringTooLong => format!("the string has {number} bytes, expected at most 255"),
        Code::NonAscii => format!("{value} is not ASCII"),
        Code::ControlCharacter => format!("control character {value} inside a string"),
        Code::AmAndBm => format!("{value} is among the best moves and among the moves to avoid"),
        Code::PmPv => format!("predicted move {value} is not the first of `pv`, {place}"),
        Code::SmSv => format!("supplied move {value} is not the first of `sv`, {place}"),
        Code::AcceptAndReject => "`draw_accept` and `draw_reject` exclude each other".to_owned(),
        Code::ClaimAndOffer => "`draw_claim` and `draw_offer` exclude each other".to_owned(),
        Code::DrawWithoutSm => format!("{value} needs a supplied move, `sm`"),
        Code::ResignWithDraw => format!("{value} can't stand beside `{text}`: who resigns neither offers nor claims a draw"),
        Code::RefcomAndRefreq => "`refcom` and `refreq` exclude each other".to_owned(),
        Code::PtpTagTwice => format!("tag {value} stands here twice"),
        Code::CeDm => format!("`ce` {value} disagrees with `dm`, expected {number}"),
        Code::CePosition => format!("`ce` {value} contradicts the position: {text}"),
        Code::HmvcEnPassant => format!("half-move clock {number} beside an en-passant square, expected 0"),
        Code::DuplicateId => format!("id {value} stands in line {number} already"),
        Code::DuplicatePosition => format!("the position stands in line {number} already"),
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
