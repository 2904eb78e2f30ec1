//! Forced mates, proved by searching the whole tree: every move of the mating side and every reply is tried, so the
//! answer is certain and the mate is the shortest. This is the `dm` of a record (the standard's "direct mate", in full
//! moves). The fifty-move rule and repetitions are ignored.
//!
//! ```
//! use epdit::epd::mate::{Answer, Search};
//! use epdit::epd::{ReadOptions, Record, moves};
//!
//! let record = Record::read(b"7k/5K2/8/8/8/8/8/R7 w - -", &ReadOptions::default());
//! let position = record.position().expect("a legal position");
//! let mut search = Search::with_memory(1 << 20);
// The last argument receives the number of nodes so far, and returns true to continue.
//! let Answer::Mate(mate) = search.shortest(position, 3, &mut |_| true) else { panic!("it mates") };
//! assert_eq!(mate.moves(), 1);
//! assert_eq!(moves::uci(position, mate.first()), "a1h1");
//! ```
//!
//! The search is depth first and deepens by one full move. Results (a mate within a number of moves, or none) are
//! stored in a table of fixed size, which only saves work: a lost entry is computed again.

mod table;
#[cfg(test)]
mod tests;

use shakmaty::zobrist::Zobrist128;
use shakmaty::{
    Bitboard, ByRole, Chess, EnPassantMode, Move, MoveList, Piece, Position, Square, attacks,
};
use table::{Table, Verdict};

/// The longest mate to search for, in full moves.
pub const LONGEST: u8 = 40;

/// The number of nodes between two checks for cancellation.
const LOOK: u64 = 1 << 12;

/// A forced mate: the shortest, with the longest resistance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    first: Move,
    rest: Vec<Move>,
}

impl Mate {
    /// Returns the number of full moves until mate, 1 to [`LONGEST`]: the operand of `dm`.
    pub fn moves(&self) -> u8 {
        u8::try_from(self.rest.len() / 2 + 1).unwrap_or(u8::MAX)
    }

    /// Returns the first move: the operand of `pm`.
    pub fn first(&self) -> Move {
        self.first
    }

    /// Returns the moves of both sides, from the first to the mate.
    pub fn line(&self) -> impl Iterator<Item = Move> + '_ {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The shortest mate.
    Mate(Mate),
    /// No mate within the given number of moves.
    None,
    /// The search was cancelled; there is no mate within this number of full moves (0: nothing is known).
    Undecided(u8),
}

/// A search and its table of results; reuse one for many positions.
#[derive(Debug)]
pub struct Search {
    table: Table,
    /// The last refuting reply, by the full moves left: it often refutes the next try as well.
    refutations: [Option<Move>; LONGEST as usize + 1],
    nodes: u64,
}

struct Cancelled;

struct Running<'a> {
    search: &'a mut Search,
    next_look: u64,
    on: &'a mut dyn FnMut(u64) -> bool,
}

/// A move of the mating side, with its sort key.
struct Try {
    played: Move,
    after: Chess,
    replies: MoveList,
    rank: (bool, bool, usize),
}

impl Search {
    /// Returns a search with a table of at most `bytes` bytes, but at least 64.
    pub fn with_memory(bytes: usize) -> Self {
        Self {
            table: Table::with_memory(bytes),
            refutations: [None; LONGEST as usize + 1],
            nodes: 0,
        }
    }

    /// Returns the number of positions of the mating side that were visited since the search was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the shortest mate of the side to move within `most` full moves (at most [`LONGEST`]). Every few
    /// thousand nodes `on` is called with their number so far; if it returns `false`, the search ends with
    /// [`Answer::Undecided`].
    pub fn shortest(
        &mut self,
        position: &Chess,
        most: u8,
        on: &mut dyn FnMut(u64) -> bool,
    ) -> Answer {
        let mut running = self.run(on);
        let mut known = 0;
        for moves in 1..=most.min(LONGEST) {
            match running.mates(position, moves) {
                Ok(true) => {
                    return match running.mate_of(position, moves) {
                        Ok(Some(mate)) => Answer::Mate(mate),
                        Ok(None) | Err(Cancelled) => Answer::Undecided(known),
                    };
                }
                Ok(false) => known = moves,
                Err(Cancelled) => return Answer::Undecided(known),
            }
        }
        Answer::None
    }

    /// Returns every move that mates within `most` full moves, in the order of shakmaty's `legal_moves`; `None` if
    /// `on` ended the search. A problem is sound if there is exactly one.
    pub fn mating_moves(
        &mut self,
        position: &Chess,
        most: u8,
        on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<Move>> {
        let most = most.min(LONGEST);
        let mut running = self.run(on);
        let mut found = Vec::new();
        for played in position.legal_moves() {
            if running.forces(position, played, most).ok()? {
                found.push(played);
            }
        }
        Some(found)
    }

    /// Returns true if `played` mates within `most` full moves, counting itself; `None` if `on` ended the search.
    pub fn forces(
        &mut self,
        position: &Chess,
        played: Move,
        most: u8,
        on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        let most = most.min(LONGEST);
        self.run(on).forces(position, played, most).ok()
    }

    fn run<'a>(&'a mut self, on: &'a mut dyn FnMut(u64) -> bool) -> Running<'a> {
        Running {
            next_look: self.nodes + LOOK,
            search: self,
            on,
        }
    }
}

impl Running<'_> {
    /// Counts a node, and checks every [`LOOK`] nodes for cancellation.
    fn look(&mut self) -> Result<(), Cancelled> {
        self.search.nodes += 1;
        if self.search.nodes < self.next_look {
            return Ok(());
        }
        self.next_look = self.search.nodes + LOOK;
        match (self.on)(self.search.nodes) {
            true => Ok(()),
            false => Err(Cancelled),
        }
    }

    /// Returns true if the side to move mates within `moves` full moves.
    fn mates(&mut self, position: &Chess, moves: u8) -> Result<bool, Cancelled> {
        self.look()?;
        if position.has_insufficient_material(position.turn()) {
            return Ok(false);
        }
        if moves <= 1 {
            return Ok(moves == 1 && mate_in_one(position).is_some());
        }
        let key = position.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0;
        let known = self.search.table.get(key);
        if let Some(answer) = known.answer(moves) {
            return Ok(answer);
        }
        match self.best(position, known.best, moves)? {
            Some((mate, within)) => self.search.table.mates(key, within, mate),
            None => {
                self.search.table.mates_not(key, moves);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns true if no reply saves the other side from mate within `moves` more full moves.
    fn all_replies_lose(
        &mut self,
        position: &Chess,
        replies: &MoveList,
        moves: u8,
    ) -> Result<bool, Cancelled> {
        let slot = usize::from(moves);
        let before = self.search.refutations.get(slot).copied().flatten();
        let first = before.filter(|reply| replies.contains(reply));
        let others = replies
            .iter()
            .copied()
            .filter(|reply| Some(*reply) != first);
        for reply in first.into_iter().chain(others) {
            let mut after = position.clone();
            after.play_unchecked(reply);
            if !self.mates(&after, moves)? {
                if let Some(kept) = self.search.refutations.get_mut(slot) {
                    *kept = Some(reply);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn forces(&mut self, position: &Chess, played: Move, moves: u8) -> Result<bool, Cancelled> {
        self.look()?;
        let mut after = position.clone();
        after.play_unchecked(played);
        let replies = after.legal_moves();
        if replies.is_empty() || moves <= 1 {
            return Ok(moves >= 1 && replies.is_empty() && after.is_check());
        }
        self.all_replies_lose(&after, &replies, moves - 1)
    }

    /// Returns the least number of full moves, at most `most`, in which the side to move mates.
    fn least(&mut self, position: &Chess, most: u8) -> Result<Option<u8>, Cancelled> {
        for moves in 1..=most {
            if self.mates(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Returns the line of a mate that takes exactly `moves` full moves; `None` if there is none.
    fn mate_of(&mut self, position: &Chess, moves: u8) -> Result<Option<Mate>, Cancelled> {
        let mut line = Vec::new();
        let mut position = position.clone();
        let mut left = moves;
        while left > 0 {
            let key = position.zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0;
            let known = self.search.table.get(key).best;
            let Some((played, _)) = self.best(&position, known, left)? else {
                return Ok(None);
            };
            line.push(played);
            position.play_unchecked(played);
            let mut longest: Option<(u8, Move, Chess)> = None;
            for reply in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(reply);
                let Some(more) = self.least(&after, left - 1)? else {
                    return Ok(None);
                };
                if longest.as_ref().is_none_or(|(most, ..)| more > *most) {
                    longest = Some((more, reply, after));
                }
            }
            let Some((more, reply, after)) = longest else {
                break;
            };
            line.push(reply);
            position = after;
            left = more;
        }
        let mut line = line.into_iter();
        Ok(line.next().map(|first| Mate {
            first,
            rest: line.collect(),
        }))
    }

    /// Returns the first move tried (`known` first) that mates within `moves`, and within how many: 1 or `moves`.
    fn best(
        &mut self,
        position: &Chess,
        known: Option<u16>,
        moves: u8,
    ) -> Result<Option<(Move, u8)>, Cancelled> {
        let (tries, mate) = tries(position, known);
        if let Some(mate) = mate {
            return Ok(Some((mate, 1)));
        }
        for next in tries.into_iter().filter(|_| moves > 1) {
            if self.all_replies_lose(&next.after, &next.replies, moves - 1)? {
                return Ok(Some((next.played, moves)));
            }
        }
        Ok(None)
    }
}

/// Returns the moves of the mating side in the order to try them: the known best, then checks, then those that leave
/// the fewest replies. Or returns a move that mates at once.
fn tries(position: &Chess, best: Option<u16>) -> (Vec<Try>, Option<Move>) {
    let checks = Checks::of(position);
    let mut tries = Vec::new();
    for played in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(played);
        let replies = after.legal_moves();
        let checks = checks.gives(position, played);
        if replies.is_empty() {
            if checks {
                return (Vec::new(), Some(played));
            }
            // Stalemate.
            continue;
        }
        let known = best == Some(Verdict::in_short(played));
        let rank = (!known, !checks, replies.len());
        tries.push(Try {
            played,
            after,
            replies,
            rank,
        });
    }
    tries.sort_by_key(|next| next.rank);
    (tries, None)
}

fn mate_in_one(position: &Chess) -> Option<Move> {
    let checks = Checks::of(position);
    position.legal_moves().into_iter().find(|played| {
        checks.gives(position, *played) && {
            let mut after = position.clone();
            after.play_unchecked(*played);
            after.legal_moves().is_empty()
        }
    })
}

/// The squares from which the other side's king can be attacked, directly or by discovery.
#[derive(Debug)]
struct Checks {
    king: Option<Square>,
    /// The squares from which a piece of each role attacks the king on the current board.
    from: ByRole<Bitboard>,
    /// The own pieces that are alone between the king and an own sliding piece.
    before: Bitboard,
}

impl Checks {
    fn of(position: &Chess) -> Self {
        let board = position.board();
        let (us, occupied) = (position.turn(), board.occupied());
        let Some(king) = board.king_of(!us) else {
            return Self {
                king: None,
                from: ByRole::default(),
                before: Bitboard::EMPTY,
            };
        };
        let diagonal = attacks::bishop_attacks(king, occupied);
        let straight = attacks::rook_attacks(king, occupied);
        let ours = board.by_color(us);
        let behind = (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()
            | attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
            & ours;
        let mut before = Bitboard::EMPTY;
        for far in behind {
            let between = attacks::between(king, far) & occupied;
            if between.count() == 1 {
                before |= between & ours;
            }
        }
        Self {
            king: Some(king),
            from: ByRole {
                pawn: attacks::pawn_attacks(!us, king),
                knight: attacks::knight_attacks(king),
                bishop: diagonal,
                rook: straight,
                queen: diagonal | straight,
                king: Bitboard::EMPTY,
            },
            before,
        }
    }

    fn gives(&self, position: &Chess, played: Move) -> bool {
        let Some(king) = self.king else { return false };
        match played {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => {
                if self.before.contains(from) && !attacks::aligned(from, to, king) {
                    return true;
                }
                match promotion {
                    // The new piece also attacks through the square it came from.
                    Some(role) => {
                        let occupied = position.board().occupied().without(from);
                        let piece = Piece {
                            color: position.turn(),
                            role,
                        };
                        attacks::attacks(to, piece, occupied).contains(king)
                    }
                    None => self.from.get(role).contains(to),
                }
            }
            // Two pieces move, or one of the other side is removed.
            Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => {
                let mut after = position.clone();
                after.play_unchecked(played);
                after.is_check()
            }
        }
    }
}
