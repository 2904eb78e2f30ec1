//! Classical chess or Chess960: the meaning of a record's castling letters, and the evidence of records for the rules
//! of their file.
//!
//! A position with all rights on their classical squares is the same by both rules. The rules only decide the meaning
//! of a `KQkq` letter whose king is off the e-file or whose rook is not in the corner: a right of Chess960, or one
//! lost in a classical game and left by a careless writer.
//!
//! ```
//! use epdit::epd::rules::{Rules, Signs};
//!
//! let lines: [&[u8]; 2] = [
//!     b"nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - bm d4;",
//!     b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;",
//! ];
//! let mut signs = Signs::default();
//! for line in lines {
//!     signs.add(line);
//! }
//! assert_eq!(signs.rules(), Rules::Chess960);
//! ```

pub use super::castling::Rules;
use super::castling::{self, Right};
use super::operand::Value;
use super::placement;
use super::record::{ReadOptions, Record};
use shakmaty::{Board, Color, File, Move};

/// The evidence of a record for the rules of its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Nothing: no rights, or rights valid by both rules; rook files, which count only for their record; or rights
    /// off their squares for one colour only, which may be leftovers in a classical record.
    #[default]
    Nothing,
    /// Chess960 is needed: `KQkq` letters off their squares, where king and rook stand on the same files as the
    /// opponent's, as in every Chess960 game; or a move that castles this way.
    Chess960,
    /// Chess960 is contradicted: a letter has no king and rook at all, or kings and rooks can't have begun on the
    /// same files. The writer of such a record does not maintain rights by the rules.
    Contradiction,
}

impl Sign {
    /// Returns the evidence of a line. Cheap: a record without `KQkq` letters is not examined further.
    pub fn of(line: &[u8]) -> Self {
        let Some((placement, side, letters)) = fields_of(line) else {
            return Self::Nothing;
        };
        let are_plain = || letters.iter().all(|letter| castling::is_plain(*letter));
        if !matches!(side, b"w" | b"b" | b"W" | b"B")
            || !are_plain()
            || are_classical(placement, letters)
        {
            return Self::Nothing;
        }
        match placement::read(placement) {
            Ok(placement) => Self::of_rights(line, letters, &placement.board),
            Err(_) => Self::Nothing,
        }
    }

    fn of_rights(line: &[u8], letters: &[u8], board: &Board) -> Self {
        let right = |letter: &u8| castling::right(board, *letter, Rules::Chess960);
        let Some(rights) = letters.iter().map(right).collect::<Option<Vec<Right>>>() else {
            return Self::Contradiction;
        };
        if rights.iter().all(|right| right.is_classical()) {
            return Self::Nothing;
        }
        let of = |colour| rights.iter().filter(move |right| right.colour == colour);
        let pairs =
            of(Color::White).flat_map(|white| of(Color::Black).map(move |black| (white, black)));
        if !pairs
            .clone()
            .all(|(white, black)| can_begin_together(white, black))
        {
            return Self::Contradiction;
        }
        match pairs.count() > 0 || castles_off_its_squares(line) {
            true => Self::Chess960,
            false => Self::Nothing,
        }
    }
}

/// Returns the first three words of a line.
fn fields_of(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let mut words = line
        .split(|byte| matches!(byte, b' ' | b'\t'))
        .filter(|word| !word.is_empty());
    Some((words.next()?, words.next()?, words.next()?))
}

/// Returns true if a placement shows, without being read, that all rights are on their classical squares: one king,
/// on the e-file of its rank, and rooks in the corners.
fn are_classical(placement: &[u8], letters: &[u8]) -> bool {
    let stands = |letter: &u8| {
        let (slash, king, rook) = match letter.is_ascii_uppercase() {
            true => (memchr::memrchr(b'/', placement), b'K', b'R'),
            false => (memchr::memchr(b'/', placement), b'k', b'r'),
        };
        let rank = slash.and_then(|slash| match letter.is_ascii_uppercase() {
            true => placement.get(slash + 1..),
            false => placement.get(..slash),
        });
        let rank = rank.unwrap_or_default();
        let corner = match letter.eq_ignore_ascii_case(&b'k') {
            true => rank.last(),
            false => rank.first(),
        };
        let before_king = memchr::memchr(king, rank).and_then(|at| rank.get(..at));
        corner == Some(&rook)
            && placement::squares(rank) == Some(8)
            && before_king.and_then(placement::squares) == Some(4)
            && memchr::memchr_iter(king, placement).count() == 1
    };
    letters.iter().all(stands)
}

/// Returns true if one game can have both rights: kings begin on the same file, and so do the rooks of a side.
fn can_begin_together(white: &Right, black: &Right) -> bool {
    white.king.file() == black.king.file()
        && (white.is_king_side() != black.is_king_side() || white.rook.file() == black.rook.file())
}

/// Returns true if a move of the record is castling that exists only in Chess960.
fn castles_off_its_squares(line: &[u8]) -> bool {
    let options = ReadOptions {
        rules: Rules::Chess960,
        ..ReadOptions::default()
    };
    let record = Record::read(line, &options);
    record.operands().iter().any(|operand| match operand.value {
        Value::Move(Move::Castle { king, rook }) => {
            king.file() != File::E || !matches!(rook.file(), File::A | File::H)
        }
        _ => false,
    })
}

/// The evidence of the records of a file together: it is Chess960 if one of them needs it and none contradicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    needed: bool,
    contradicted: bool,
}

impl Signs {
    /// Adds a line.
    pub fn add(&mut self, line: &[u8]) {
        match Sign::of(line) {
            Sign::Nothing => {}
            Sign::Chess960 => self.needed = true,
            Sign::Contradiction => self.contradicted = true,
        }
    }

    /// Adds the evidence of other lines.
    pub fn join(&mut self, other: Self) {
        self.needed |= other.needed;
        self.contradicted |= other.contradicted;
    }

    /// Returns true if no further line can change the rules.
    pub fn are_settled(self) -> bool {
        self.contradicted
    }

    /// Returns the rules of the file.
    pub fn rules(self) -> Rules {
        match self.needed && !self.contradicted {
            true => Rules::Chess960,
            false => Rules::Classical,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Sign) {
        assert_eq!(Sign::of(line.as_bytes()), expected, "{line}");
    }

    #[test]
    fn rights_valid_by_both_rules_are_not_evidence() {
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", Sign::Nothing);
        check("r3k3/8/8/8/8/8/8/4K2R w Kq - bm O-O;", Sign::Nothing);
        check("2kr3r/8/8/8/8/8/8/R3K2R w - -", Sign::Nothing);
        check("# 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -", Sign::Nothing);
        check("KQkq", Sign::Nothing);
    }

    #[test]
    fn a_file_letter_is_not_evidence_for_the_file() {
        check("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -", Sign::Nothing);
        check("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KBkq -", Sign::Nothing);
    }

    #[test]
    fn rights_on_the_same_files_off_their_squares_need_chess960() {
        check("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -", Sign::Chess960);
        check("nnqrbkrb/8/8/8/8/8/8/N1QRBKRB w Qkq -", Sign::Chess960);
        check("1r1k4/8/8/8/8/8/8/3K1R2 w Kq -", Sign::Chess960);
    }

    #[test]
    fn a_right_of_one_colour_off_its_square_is_not_evidence() {
        // Black has castled neither way, and the rook went from a8 to c8.
        check(
            "2r1k2r/2pn1pp1/1p3n1p/p3PP2/4q2B/P1P5/2Q1N1PP/R4RK1 w q - bm exf6;",
            Sign::Nothing,
        );
        check("4k3/8/8/8/8/8/8/1K5R w K - bm Kc2;", Sign::Nothing);
    }

    #[test]
    fn castling_by_such_a_right_needs_chess960() {
        check("4k3/8/8/8/8/8/8/1K5R w K - bm O-O;", Sign::Chess960);
        check("4k3/8/8/8/8/8/8/1K5R w K - pv Ra1 Kd7;", Sign::Nothing);
        check("4k3/8/8/8/8/8/8/4KR2 w K - pv e1f1;", Sign::Chess960);
    }

    #[test]
    fn rights_that_no_chess960_game_has_contradict_it() {
        check(
            "rnbqkbn1/8/8/8/8/8/8/RNBQKBNR w KQkq -",
            Sign::Contradiction,
        );
        check("1r2k1r1/8/8/8/8/8/8/R3K2R w KQkq -", Sign::Contradiction);
        check("r3k2r/8/8/8/8/8/8/R2K3R w KQkq -", Sign::Contradiction);
        check("6k1/8/8/8/8/8/8/4K2R w Kq -", Sign::Contradiction);
    }

    #[test]
    fn one_record_that_needs_chess960_decides_unless_another_contradicts() {
        let rules = |lines: &[&str]| {
            let mut signs = Signs::default();
            lines.iter().for_each(|line| signs.add(line.as_bytes()));
            signs.rules()
        };
        let (plain, needs, against) = (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -",
            "4k3/8/8/8/8/8/8/4K3 w K -",
        );
        assert_eq!(rules(&[]), Rules::Classical);
        assert_eq!(rules(&[plain, "", "# a comment"]), Rules::Classical);
        assert_eq!(rules(&[plain, needs, plain]), Rules::Chess960);
        assert_eq!(rules(&[needs, plain, against]), Rules::Classical);
        assert_eq!(rules(&[against]), Rules::Classical);
    }
}
