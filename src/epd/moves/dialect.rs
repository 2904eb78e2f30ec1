//! Moves that are not plain SAN, and SAN that fits no or several moves.
//!
//! ```text
//! move     = [ number ] body { sign | opinion | en passant | "," }
//! number   = digit { digit } "." [ "." [ "." ] ] | "..."
//! sign     = "+" | "++" | "#"
//! opinion  = "!" | "?" | "$" digits | "{" anything "}"
//! ```

use super::body::Body;
use super::legal::{self, Sign};
use super::san;
use super::{Fault, Form, Reading};
use shakmaty::{Chess, Move, Position, Role};

/// A text in the shape of a move, split into parts.
pub(super) struct Sketch<'a> {
    /// The text without number, signs, opinions and commas.
    body: &'a [u8],
    says: Body,
    around: Around,
}

/// The signs around the body.
#[derive(Default)]
struct Around {
    sign: Option<Sign>,
    /// Whether the sign is `++`: mate to some, double check to others.
    doubled: bool,
    /// Whether there is `1.` or a comma, which say nothing about the move.
    decorated: bool,
    en_passant: bool,
    opinion: bool,
    /// Whether the number announces Black's move.
    of_black: bool,
}

/// Reads a move in any dialect: the second step of [`read`](super::read), for what is not plain SAN.
pub(crate) fn read(position: &Chess, text: &[u8]) -> Reading {
    let Some(sketch) = Sketch::of(text) else {
        return Reading {
            result: Err(Fault::Unreadable),
            form: Form::default(),
        };
    };
    let fitting = if sketch.around.of_black && position.turn().is_white() {
        Vec::new()
    } else {
        sketch.says.fitting(position)
    };
    let result = match *fitting {
        [] => Err(Fault::Illegal),
        [played] if sketch.around.en_passant && !played.is_en_passant() => Err(Fault::Illegal),
        [played] => Ok(played),
        _ => Err(Fault::Ambiguous(fitting)),
    };
    let form = match result {
        Ok(played) => sketch.form(position, played),
        Err(_) => Form {
            annotation: sketch.around.opinion,
            ..Form::default()
        },
    };
    Reading { result, form }
}

impl<'a> Sketch<'a> {
    /// Splits a text into parts; `None` if it lacks the shape of a move.
    pub(super) fn of(text: &'a [u8]) -> Option<Self> {
        let mut around = Around::default();
        let mut body = text;
        if let Some((number, rest)) = move_number(text) {
            around.decorated = true;
            around.of_black = number == Number::OfBlack;
            body = rest;
        }
        while let Some(rest) = around.strip(body) {
            body = rest;
        }
        let says = Body::of(body)?;
        Some(Self { body, says, around })
    }

    /// Returns the meaning, without signs and annotations.
    pub(super) fn says(&self) -> Body {
        self.says
    }

    /// Returns the deviations of the text from the canonical SAN of its move.
    fn form(&self, position: &Chess, played: Move) -> Form {
        let names_piece = |role| matches!(role, Some(role) if role != Role::Pawn);
        if let (Body::Squares { role, .. }, None) = (self.says, self.around.sign)
            && !names_piece(role)
        {
            // SAN never names both squares without a piece, so the check sign does not matter.
            return Form {
                not_san: true,
                annotation: self.around.opinion,
                ..Form::default()
            };
        }
        let mut form = match self.around.doubled {
            true => Form::default(),
            false => san::sign_form(
                legal::sign(position, played),
                self.around.sign.unwrap_or(Sign::Quiet),
            ),
        };
        let around = &self.around;
        form.not_san = around.doubled || around.decorated || around.en_passant;
        form.annotation = around.opinion;
        let mut canonical = Vec::with_capacity(8);
        san::write_body(position, played, &mut canonical);
        if self.body != canonical {
            let is_plain = san::is_plain(self.body, played);
            form.spelling |= is_plain;
            form.not_san |= !is_plain;
        }
        form
    }
}

impl Around {
    /// Removes one sign, annotation or decoration from the end.
    fn strip<'a>(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        if let [rest @ .., b','] = text {
            self.decorated = true;
            return Some(rest);
        }
        if let Some(rest) = without_opinion(text) {
            self.opinion = true;
            return Some(rest);
        }
        if self.sign.is_none()
            && let [rest @ .., sign @ (b'+' | b'#')] = text
        {
            self.sign = Some(if *sign == b'+' {
                Sign::Check
            } else {
                Sign::Mate
            });
            return match rest {
                [rest @ .., b'+'] if *sign == b'+' => {
                    self.doubled = true;
                    Some(rest)
                }
                _ => Some(rest),
            };
        }
        if self.en_passant {
            return None;
        }
        let rest = text
            .strip_suffix(b"e.p.")
            .or_else(|| text.strip_suffix(b"ep"))?;
        self.en_passant = true;
        Some(rest.strip_suffix(b"/").unwrap_or(rest))
    }
}

/// The side whose move a number announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    /// `1.`: White, or either side at the beginning of a line.
    OfEither,
    /// `1...`
    OfBlack,
}

/// Takes a move number from the front: `1.`, `12...`, `...`.
pub(super) fn move_number(text: &[u8]) -> Option<(Number, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = text.get(digits..)?;
    let dots = rest.iter().take_while(|&&byte| byte == b'.').count();
    let rest = rest.get(dots..)?;
    match (digits, dots) {
        (0, 3) | (1.., 2 | 3) => Some((Number::OfBlack, rest)),
        (1.., 1) => Some((Number::OfEither, rest)),
        _ => None,
    }
}

/// Removes `!`, `?`, `$12` or `{...}` from the end.
fn without_opinion(text: &[u8]) -> Option<&[u8]> {
    match text {
        [rest @ .., b'!' | b'?'] => Some(rest),
        [inner @ .., b'}'] => inner.get(..memchr::memrchr(b'{', inner)?),
        [.., b'0'..=b'9'] => {
            let sign = memchr::memrchr(b'$', text)?;
            let (front, digits) = text.split_at_checked(sign)?;
            let are_digits = digits.iter().skip(1).all(u8::is_ascii_digit);
            are_digits.then_some(front)
        }
        _ => None,
    }
}
