//! The body of a move in any dialect and the legal moves it fits; moves that are not plain SAN, and SAN that fits no
//! or several moves.
//!
//! ```text
//! move      = [ number ] body { sign | opinion | en passant | "," }
//! number    = digit { digit } "." [ "." [ "." ] ] | "..."
//! sign      = "+" | "++" | "#"
//! opinion   = "!" | "?" | "$" digits | "{" anything "}"
//! body      = castling | [ piece ] [ file ] [ rank ] [ joint ] file rank [ promotion ]
//! piece     = one of KQRBNP, or kqrnp: no file has these letters, but b is one
//! joint     = "-" | "x" | "X" | ":"
//! promotion = [ "=" | "/" ] letter | [ "=" ] "(" letter ")"
//! castling  = three or two of "O", "o", "0", joined by "-" (letters also without)
//! ```

use crate::epd::moves::san::{self, Route};
use crate::epd::moves::{self, Fault, Form, Reading, Sign};
use shakmaty::{Bitboard, CastlingSide, Chess, File, Move, Position, Rank, Role, Square};

#[derive(Clone, Copy)]
pub(super) enum Body {
    Castling(CastlingSide),
    /// A move from one square to another, of the named piece or any piece there.
    Squares {
        role: Option<Role>,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
    Pawn {
        file: Option<File>,
        to: Square,
        promotion: Option<Role>,
        maybe_bishop: bool,
    },
    /// A move of the named piece from one of these squares, never fully specified.
    Piece {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
    },
}

impl Body {
    pub(super) fn of(body: &[u8]) -> Option<Self> {
        if let Some(side) = castling(body) {
            return Some(Self::Castling(side));
        }
        let (role, rest) = match body {
            [letter, rest @ ..] => match piece(*letter) {
                Some(role) => (Some(role), rest),
                None => (None, body),
            },
            [] => return None,
        };
        let (route, promotion) = match Route::of(rest) {
            Some(route) => (route, None),
            None => {
                let (rest, promotion) = without_promotion(rest)?;
                (Route::of(rest)?, Some(promotion))
            }
        };
        let Route {
            file,
            rank,
            joint,
            to,
        } = route;
        let may_be_pawn = matches!(role, None | Some(Role::Pawn));
        match (role, file, rank) {
            _ if promotion.is_some() && !may_be_pawn => None,
            (_, Some(file), Some(rank)) => {
                let from = Square::from_coords(file, rank);
                Some(Self::Squares {
                    role,
                    from,
                    to,
                    promotion,
                })
            }
            (_, None, Some(_)) if may_be_pawn => None,
            (None, None, None) if joint.is_some() => None,
            (None | Some(Role::Pawn), file, _) => {
                // `bc4` is a pawn's capture without its x, or a bishop in lower case.
                let maybe_bishop = role.is_none()
                    && file == Some(File::B)
                    && joint != Some(b'x')
                    && promotion.is_none();
                Some(Self::Pawn {
                    file,
                    to,
                    promotion,
                    maybe_bishop,
                })
            }
            (Some(role), file, rank) => Some(Self::Piece {
                role,
                file,
                rank,
                to,
            }),
        }
    }

    /// Returns the target that every spelling of this move names; `None` if a king may castle.
    pub(super) fn named_target(self) -> Option<Square> {
        match self {
            Self::Pawn { to, .. } => Some(to),
            Self::Piece { role, to, .. } => (role != Role::King).then_some(to),
            Self::Squares { role, from, to, .. } => {
                let may_be_king = matches!(role, None | Some(Role::King));
                (!may_be_king || from.rank() != to.rank()).then_some(to)
            }
            Self::Castling(_) => None,
        }
    }

    pub(super) fn fitting(self, position: &Chess) -> Vec<Move> {
        match self {
            Self::Castling(side) => moves::castling_move(position, side).into_iter().collect(),
            Self::Squares {
                role,
                from,
                to,
                promotion,
            } => {
                let standing = position.board().role_at(from);
                if role.is_some() && role != standing {
                    return Vec::new();
                }
                match standing {
                    Some(Role::King) => {
                        let played = king_move(position, from, to);
                        played.filter(|_| promotion.is_none()).into_iter().collect()
                    }
                    Some(role) => {
                        of_origins(position, role, Bitboard::from_square(from), to, promotion)
                    }
                    None => Vec::new(),
                }
            }
            Self::Pawn {
                file,
                to,
                promotion,
                maybe_bishop,
            } => {
                let from = Bitboard::from_file(file.unwrap_or(to.file()));
                let mut found = of_origins(position, Role::Pawn, from, to, promotion);
                if maybe_bishop && !found.is_empty() {
                    found.extend(of_origins(position, Role::Bishop, Bitboard::FULL, to, None));
                }
                found
            }
            Self::Piece {
                role,
                file,
                rank,
                to,
            } => of_origins(position, role, Route::origins(file, rank), to, None),
        }
    }
}

fn of_origins(
    position: &Chess,
    role: Role,
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> Vec<Move> {
    const CHOICES: [Option<Role>; 4] = [
        Some(Role::Queen),
        Some(Role::Rook),
        Some(Role::Bishop),
        Some(Role::Knight),
    ];
    let promotes = role == Role::Pawn && moves::promotes(position, to);
    let choices: &[Option<Role>] = match promotion {
        Some(_) if promotes => &[promotion],
        Some(_) => &[],
        None if promotes => &CHOICES,
        None => &[None],
    };
    moves::origins_among(position, role, from, to)
        .into_iter()
        .flat_map(|from| choices.iter().map(move |choice| (from, *choice)))
        .map(|(from, choice)| moves::from_origin(position, role, from, to, choice))
        .collect()
}

/// Returns the king's move between two squares. A move onto its own rook is castling (UCI of Chess960), and so is a
/// leap to its castling target (`e1g1`); a move of one step is not.
fn king_move(position: &Chess, from: Square, to: Square) -> Option<Move> {
    if !position.our(Role::King).contains(from) {
        return None;
    }
    if moves::origins(position, Role::King, to).contains(from) {
        return Some(moves::from_origin(position, Role::King, from, to, None));
    }
    let on_rook = (position.castles().castling_rights() & position.us()).contains(to);
    let leaps = from.distance(to) >= 2 && from.rank() == to.rank();
    let side = match to.file() {
        _ if on_rook => CastlingSide::from_king_side(to > from),
        File::G if leaps => CastlingSide::KingSide,
        File::C if leaps => CastlingSide::QueenSide,
        _ => return None,
    };
    moves::castling_move(position, side)
}

/// Parses `O-O`, `0-0-0`, `o-o`, `OO`.
fn castling(body: &[u8]) -> Option<CastlingSide> {
    let is_o = |byte: u8| matches!(byte, b'O' | b'o' | b'0');
    let is_letter = |byte: u8| matches!(byte, b'O' | b'o');
    match *body {
        [a, b'-', b] if is_o(a) && is_o(b) => Some(CastlingSide::KingSide),
        [a, b'-', b, b'-', c] if is_o(a) && is_o(b) && is_o(c) => Some(CastlingSide::QueenSide),
        [a, b] if is_letter(a) && is_letter(b) => Some(CastlingSide::KingSide),
        [a, b, c] if is_letter(a) && is_letter(b) && is_letter(c) => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Returns the piece of a letter that can't be a file; lower-case `b` is a file.
fn piece(letter: u8) -> Option<Role> {
    match letter {
        b'P' | b'p' => Some(Role::Pawn),
        b'b' => None,
        _ => san::piece(letter.to_ascii_uppercase()),
    }
}

/// Removes a promotion from the end: `=Q`, `q`, `/Q`, `(Q)`.
fn without_promotion(text: &[u8]) -> Option<(&[u8], Role)> {
    let (front, letter) = match text {
        [front @ .., b'(', letter, b')'] => (front.strip_suffix(b"=").unwrap_or(front), letter),
        [front @ .., b'=' | b'/', letter] | [front @ .., letter] => (front, letter),
        [] => return None,
    };
    let role = san::piece(letter.to_ascii_uppercase()).filter(|role| *role != Role::King)?;
    Some((front, role))
}

/// A text in the shape of a move, split into parts.
pub(super) struct Sketch<'a> {
    /// The text without number, signs, opinions and commas.
    body: &'a [u8],
    parsed: Body,
    around: MoveDecoration,
}

#[derive(Default)]
struct MoveDecoration {
    sign: Option<Sign>,
    /// Whether the sign is `++`: mate to some, double check to others.
    doubled: bool,
    /// Whether there is a move number or a comma, which do not affect the move.
    decorated: bool,
    en_passant: bool,
    opinion: bool,
    /// Whether the move number is Black's: `1...`.
    of_black: bool,
}

/// Reads a move in any dialect: the second step of [`read`](super::read), for what is not plain SAN.
pub(crate) fn read_dialect(position: &Chess, text: &[u8]) -> Reading {
    let Some(sketch) = Sketch::of(text) else {
        return Reading {
            result: Err(Fault::Unreadable),
            form: Form::default(),
        };
    };
    let fitting = if sketch.around.of_black && position.turn().is_white() {
        Vec::new()
    } else {
        sketch.parsed.fitting(position)
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
        let mut around = MoveDecoration::default();
        let mut body = text;
        if let Some((number, rest)) = move_number(text) {
            around.decorated = true;
            around.of_black = number == Number::OfBlack;
            body = rest;
        }
        while let Some(rest) = around.strip(body) {
            body = rest;
        }
        let parsed = Body::of(body)?;
        Some(Self {
            body,
            parsed,
            around,
        })
    }

    pub(super) fn parsed(&self) -> Body {
        self.parsed
    }

    fn form(&self, position: &Chess, played: Move) -> Form {
        let names_piece = |role| matches!(role, Some(role) if role != Role::Pawn);
        if let (Body::Squares { role, .. }, None) = (self.parsed, self.around.sign)
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
                moves::sign_of(position, played),
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

impl MoveDecoration {
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

/// Removes a move number from the front: `1.`, `12...`, `...`.
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
