//! Games in PGN: read as streams of any size ([`Games`]), one by one into positions ([`Game`]),
//! and written ([`write()`]).
//!
//! A game is read up to the first unknown word or illegal move, and [`Broken`] has the place. (Readers that skip such
//! a word continue from a position that the game never had.)
//!
//! ```
//! use epdit::epd::shakmaty::{Position, Square};
//! use epdit::exchange::pgn::{Game, Games};
//!
//! let text = b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4! {the gambit} exf4 *\n\n1. d4 d5 2. Nf6 *\n";
//! let mut games = Games::of(&text[..]);
//! // Two batches: the last game is whole when the stream ends.
//! let (first, second) = (games.next_batch()?, games.next_batch()?);
//! let batches: Vec<_> = first.into_iter().chain(second).collect();
//! let read: Vec<_> = batches.iter().flat_map(|batch| batch.games()).map(|game| Game::read(game, None)).collect();
//!
//! let game = read[0].as_ref().expect("it can be played");
//! assert_eq!(game.tag("White").as_deref(), Some("Anderssen"));
//! assert_eq!(game.plies.len(), 4);
//! assert_eq!(game.plies[2].played.map(|played| played.to()), Some(Square::F4));
//! assert_eq!(game.nags(2).collect::<Vec<_>>(), [1]);
//! assert!(game.last.board().piece_at(Square::F4).is_some());
//!
//! let game = read[1].as_ref().expect("two moves can be played");
//! let broken = game.broken.as_ref().expect("no knight goes there");
//! assert_eq!(broken.to_string(), "line 5: `Nf6` is not a legal move for White");
//! assert_eq!(game.plies.len(), 2);
//! # Ok::<(), std::io::Error>(())
//! ```

mod game;
mod glyphs;
mod in_order;
mod scan;
mod split;
mod start;
mod write;

pub use game::{Broken, Game, Ply, Tag, Variations};
pub use in_order::in_order;
pub use scan::{Word, Words, behind_opening, tag_of};
pub use split::{Batch, GameText, Games, LONGEST_GAME};
pub use start::is_start;
pub use write::write;
