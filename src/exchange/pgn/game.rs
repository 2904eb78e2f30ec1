//! A game: its tags, moves, positions and annotations.

mod reading;

use super::split::GameText;
use super::start::Start;
use crate::exchange::pgn::{Word, Words};
use reading::play;
use shakmaty::{Chess, Move, Position};
use std::borrow::Cow;
use std::ops::Range;

/// A tag pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name: `White`.
    pub name: &'a [u8],
    /// The value between the quotes, with escapes as written. See [`Tag::text`].
    pub value: &'a [u8],
}

impl Tag<'_> {
    /// Returns the value without escapes; bytes that are not UTF-8 are replaced.
    pub fn text(&self) -> Cow<'_, str> {
        let text = String::from_utf8_lossy(self.value);
        if !text.contains('\\') {
            return text;
        }
        let mut plain = String::with_capacity(text.len());
        let mut chars = text.chars();
        while let Some(char) = chars.next() {
            match char {
                '\\' => plain.extend(chars.next()),
                _ => plain.push(char),
            }
        }
        Cow::Owned(plain)
    }
}

/// A half-move of the game.
#[derive(Clone, Debug)]
pub struct Ply<'a> {
    pub before: Chess,
    /// The move; `None` for a null move, which passes the turn.
    pub played: Option<Move>,
    /// The move as written in the game.
    pub text: &'a [u8],
    /// Whether that text is canonical SAN.
    pub is_canonical: bool,
}

/// The variations of a game's main line, and counts of the parts left out.
#[derive(Clone, Debug, Default)]
pub struct Variations {
    /// The moves of the legal variations, each with the index of the half-move that it replaces.
    pub lines: Vec<(usize, Vec<Move>)>,
    /// The number of variations with a word that is not a legal move, such as the null move `--`.
    pub unreadable: u64,
    /// The number of variations inside others.
    pub nested: u64,
    /// The number of comments and NAGs on their moves.
    pub remarks: u64,
}

#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The line on which the game begins, from 1.
    pub line: u64,
    /// The number of games before it in the stream.
    pub number: u64,
    /// The tags, as written.
    pub tags: Vec<Tag<'a>>,
    /// The half-moves of the main line.
    pub plies: Vec<Ply<'a>>,
    /// The position after the last half-move.
    pub last: Chess,
    /// The result at the end: `1-0`.
    pub result: Option<&'a [u8]>,
    /// The reason why reading ended before the game's end; the text after these half-moves is unknown.
    pub broken: Option<Broken>,
    /// The comments between the moves, each with the index of its half-move; a comment before the first move belongs
    /// to that.
    comments: Vec<(usize, &'a [u8])>,
    nags: Vec<(usize, u8)>,
    /// The ranges of variations in the text, without the parentheses.
    variations: Vec<(usize, Range<usize>)>,
    text: &'a [u8],
    start: Start,
}

/// The reason why a game can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Broken {
    /// The line of the faulty word, from 1.
    pub line: u64,
    pub what: String,
}

impl<'a> Game<'a> {
    /// Reads a game up to the first unknown word or illegal move: see [`Game::broken`]. It starts from the position
    /// `fen` (six fields of FEN, or four), if given, unless its tags say otherwise.
    ///
    /// # Errors
    /// The text is not a game, or there is no legal start.
    pub fn read(text: GameText<'a>, fen: Option<&str>) -> Result<Self, Broken> {
        reading::read(text, fen)
    }

    /// Returns the value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let mut tags = self.tags.iter();
        let tag = tags.find(|tag| tag.name.eq_ignore_ascii_case(name.as_bytes()))?;
        Some(tag.text())
    }

    /// Returns the position before the half-move with this index; for a larger one, the last position.
    pub fn position(&self, ply: usize) -> &Chess {
        self.plies.get(ply).map_or(&self.last, |ply| &ply.before)
    }

    /// Returns the comments on a half-move, by index: those after it, and for the first also those at the game's
    /// head.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &'a [u8]> {
        notes_of(&self.comments, ply)
    }

    pub fn nags(&self, ply: usize) -> impl Iterator<Item = u8> {
        notes_of(&self.nags, ply)
    }

    /// Returns the move number of a half-move, by index: FEN's last field.
    pub fn move_number(&self, ply: usize) -> u32 {
        self.start.number_at(ply)
    }

    /// Returns the half-move clocks: before each half-move and at the end.
    pub fn half_move_clocks(&self) -> Vec<u32> {
        let mut clocks = vec![self.start.half_moves];
        let mut now = self.start.half_moves;
        for ply in &self.plies {
            now = match ply.played {
                Some(played) if played.is_zeroing() => 0,
                _ => now.saturating_add(1),
            };
            clocks.push(now);
        }
        clocks
    }

    /// Returns the number of variations on the main line, without those inside others.
    pub fn variation_count(&self) -> usize {
        self.variations.len()
    }

    pub fn nag_count(&self) -> usize {
        self.nags.len()
    }

    /// Reads the variations on the main line, without those inside others.
    pub fn variations(&self) -> Variations {
        let mut read = Variations::default();
        for (ply, range) in &self.variations {
            let text = self.text.get(range.clone()).unwrap_or_default();
            let (mut position, mut depth) = (self.position(*ply).clone(), 0_usize);
            let mut moves = Vec::new();
            let mut is_read = true;
            for (_, word) in Words::of(text) {
                match word {
                    Word::Open => {
                        depth += 1;
                        read.nested += 1;
                    }
                    Word::Close => depth = depth.saturating_sub(1),
                    Word::Move(text) if depth == 0 && is_read => match play(&position, text) {
                        Ok((played, _)) => {
                            position.play_unchecked(played);
                            moves.push(played);
                        }
                        Err(_) => is_read = false,
                    },
                    Word::Unknown(_) | Word::Null if depth == 0 => is_read = false,
                    Word::Comment(_) | Word::Nag(_) => read.remarks += 1,
                    _ => {}
                }
            }
            match is_read {
                true => read.lines.push((*ply, moves)),
                false => read.unreadable += 1,
            }
        }
        read
    }
}

fn notes_of<T: Copy>(notes: &[(usize, T)], ply: usize) -> impl Iterator<Item = T> {
    let from = notes.partition_point(|(of, _)| *of < ply);
    let notes = notes.get(from..).unwrap_or_default().iter();
    notes
        .take_while(move |(of, _)| *of == ply)
        .map(|(_, note)| *note)
}

/// Returns the number of line ends in a text: LF, CR LF or CR.
fn line_ends(text: &[u8]) -> u64 {
    let mut count = 0;
    for at in memchr::memchr2_iter(b'\n', b'\r', text) {
        count += u64::from(text.get(at) == Some(&b'\n') || text.get(at + 1) != Some(&b'\n'));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd::placement;

    fn text(bytes: &[u8]) -> GameText<'_> {
        GameText::of(bytes)
    }

    #[track_caller]
    fn breaks(game: &str, expected: &str) {
        let broken = match Game::read(text(game.as_bytes()), None) {
            Ok(game) => game.broken.expect("it is broken"),
            Err(broken) => broken,
        };
        assert_eq!(broken.to_string(), expected);
    }

    #[test]
    fn the_positions_are_those_that_playing_gives() {
        let game = Game::read(text(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"), None).expect("a game");
        let mut position = Chess::default();
        for ply in &game.plies {
            assert_eq!(ply.before, position);
            position.play_unchecked(ply.played.expect("a move"));
        }
        assert_eq!(game.last, position);
        let mut board = Vec::new();
        placement::write(game.last.board(), &mut board);
        assert_eq!(
            board,
            b"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1"
        );
    }

    #[test]
    fn a_broken_game_tells_its_line_and_the_word() {
        breaks(
            "[White \"A\"]\n\n1. e4 e5\n2. Ke3 *",
            "line 4: `Ke3` is not a legal move for White",
        );
        breaks(
            "1. e4\r\n\r\ngarbage",
            "line 3: expected a move, found `garbage`",
        );
        let long = "x".repeat(100);
        let quoted = format!("line 1: expected a move, found `{}…`", &long[..40]);
        breaks(&format!("1. e4 {long}"), &quoted);
        breaks("1. e4 (1. d4\n*", "line 1: this variation has no `)`");
        breaks("1. e4 ) e5", "line 1: this `)` closes nothing");
        breaks("1. e4 {oh", "line 1: this comment has no `}`");
        breaks(
            "[White]\n1. e4",
            "line 1: expected a tag as [Name \"value\"], found `[White]`",
        );
        breaks(
            "1. Nf3 d5 2. Nc3 e5 3. Nd4 c5 4. N4b5 Nc6 5. Nd5 a6 6. Nc7+ 1-0 Kd7",
            "line 1: `Nc7+` fits 2 legal moves for White",
        );
        breaks("1. e4 * e5", "line 1: expected the next game's tags");
        breaks(
            "[Variant \"Atomic\"]\n1. e4",
            "line 1: the variant `atomic` is not chess",
        );
        breaks(
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4",
            "line 1: expected a legal position in the tag FEN, found `8/8/8/8/8/8/8/8 w - - 0 1`",
        );
    }

    #[test]
    fn a_null_move_gives_the_turn_away_and_breaks_the_game_in_check() {
        let game = Game::read(text(b"1. e4 -- 2. Z0 d5 *"), None).expect("a game");
        let turns: String = game
            .plies
            .iter()
            .map(|ply| ply.before.turn().char())
            .collect();
        assert_eq!((turns.as_str(), game.broken.is_none()), ("wbwb", true));
        assert_eq!(game.half_move_clocks(), [0, 0, 1, 2, 0]);
        breaks(
            "1. e4 f6 2. Qh5+ --",
            "line 1: a null move in check is not legal",
        );
    }

    #[test]
    fn what_stands_before_a_fault_is_read() {
        for (game, plies) in [
            ("1. e4 e5 garbage 2. Nf3 *", 2),
            ("1. e4 e5 2. Ke3 Nc6", 2),
            ("1. e4 e5 (2. Nf3 *", 2),
            ("1. e4 e5 {oh", 2),
            ("[White \"A\"]\n\n1. Ke3 *", 0),
        ] {
            let game = Game::read(text(game.as_bytes()), None).expect("a game");
            assert_eq!((game.plies.len(), game.broken.is_some()), (plies, true));
        }
        // Games whose start is unknown, and texts that may not be games.
        for game in ["1. Ke3 *", "[White]\n1. e4", "garbage", "* e4"] {
            assert!(Game::read(text(game.as_bytes()), None).is_err(), "{game}");
        }
    }

    #[test]
    fn comments_and_nags_belong_to_the_move_before_them_or_the_first() {
        let game = Game::read(
            text(b"{head} 1. e4 $1 {a} (1. d4 {in it} $2) {b} e5 {c} *"),
            None,
        );
        let game = game.expect("a game");
        assert_eq!(
            game.comments(0).collect::<Vec<_>>(),
            [&b"head"[..], b"a", b"b"]
        );
        assert_eq!(game.comments(1).collect::<Vec<_>>(), [&b"c"[..]]);
        assert_eq!(game.nags(0).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_variation_is_played_from_before_its_move() {
        let game = Game::read(text(b"1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 *"), None);
        let variations = game.expect("a game").variations();
        let moves = variations
            .lines
            .iter()
            .map(|(ply, moves)| (*ply, moves.len()));
        assert_eq!(moves.collect::<Vec<_>>(), [(1, 3)]);
        assert_eq!(variations.nested, 1);
    }

    #[test]
    fn a_variation_that_can_not_be_played_costs_itself_and_not_the_game() {
        for odd in ["(1. Ke3)", "(1. -- d5 2. d4)", "(1. Z0)"] {
            let game = format!("1. e4\n{odd} (1. d4 {{a}} $1) e5 *");
            let game = Game::read(text(game.as_bytes()), None).expect("a game");
            assert_eq!(game.plies.len(), 2);
            let variations = game.variations();
            assert_eq!((variations.lines.len(), variations.unreadable), (1, 1));
            assert_eq!(variations.remarks, 2);
        }
    }

    #[test]
    fn chess960_castles_by_its_own_rules() {
        let game = b"[Variant \"Chess960\"]\n[FEN \"nrkb1rqn/pp1ppppp/8/2p5/8/8/PPPPPPPP/NRKB1RQN w KQkq - 0 1\"]\n\n1. g3 *";
        let game = Game::read(text(game), None).expect("a game");
        let castles = game.position(0).castles();
        assert_eq!(castles.mode(), shakmaty::CastlingMode::Chess960);
        assert_eq!(castles.castling_rights().count(), 4);
    }

    #[test]
    fn numbers_and_clocks_go_on_from_those_of_the_start() {
        let game = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 7 40\"]\n\n40... Ke7 41. e3 Kd6 *";
        let game = Game::read(text(game), None).expect("a game");
        let numbers: Vec<_> = (0..=3).map(|ply| game.move_number(ply)).collect();
        assert_eq!(numbers, [40, 41, 41, 42]);
        assert_eq!(game.half_move_clocks(), [7, 8, 0, 1]);
    }
}
