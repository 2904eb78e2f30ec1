//! Building games from words: the contribution of each, and the place of the first fault.

use super::{Broken, Game, Ply, Tag, line_ends};
use crate::epd::{Rules, moves};
use crate::exchange::pgn::glyphs::plain;
use crate::exchange::pgn::split::GameText;
use crate::exchange::pgn::start::{self, Start};
use crate::exchange::pgn::{Word, Words};
use shakmaty::{Chess, Move, Position};

pub(super) fn read<'a>(text: GameText<'a>, fen: Option<&str>) -> Result<Game<'a>, Broken> {
    let broken = |at: usize, what: String| {
        let before = text.bytes.get(..at).unwrap_or_default();
        Broken {
            line: text.line + line_ends(before),
            what,
        }
    };
    if text.is_too_long {
        return Err(broken(0, "a game of more than 16 MiB".into()));
    }
    let mut reading = Reading::of(text);
    let mut begun = false;
    let mut fault = None;
    for (at, word) in Words::of(text.bytes) {
        // Comments may precede the tags.
        if !begun && !matches!(word, Word::Tag(..) | Word::BadTag(_) | Word::Comment(_)) {
            reading.begin(fen).map_err(|what| broken(0, what))?;
            begun = true;
        }
        if let Err(what) = reading.next(at, word) {
            fault = Some(broken(at, what));
            break;
        }
    }
    if !begun {
        // Without all of its tags the start is unknown.
        if let Some(fault) = fault {
            return Err(fault);
        }
        reading.begin(fen).map_err(|what| broken(0, what))?;
    }
    if let (Some(at), None) = (reading.open.first(), &fault) {
        let at = at.saturating_sub(1);
        fault = Some(broken(at, "this variation has no `)`".into()));
    }
    match (reading.is_of_a_game(fen.is_some(), fault.is_some()), fault) {
        (true, fault) => Ok(Game {
            broken: fault,
            ..reading.game
        }),
        (false, Some(fault)) => Err(fault),
        (false, None) => Err(broken(
            0,
            "expected a game, found no move and none of its tags".into(),
        )),
    }
}

/// A game being read; a result ends it, even if more words follow.
struct Reading<'a> {
    game: Game<'a>,
    /// The beginnings of the open variations.
    open: Vec<usize>,
}

impl<'a> Reading<'a> {
    fn of(text: GameText<'a>) -> Self {
        Self {
            game: Game {
                line: text.line,
                number: text.number,
                tags: Vec::new(),
                plies: Vec::with_capacity(96),
                last: Chess::default(),
                result: None,
                broken: None,
                comments: Vec::new(),
                nags: Vec::new(),
                variations: Vec::new(),
                text: text.bytes,
                start: Start::default(),
            },
            open: Vec::new(),
        }
    }

    /// Returns true if there is a move, or a tag that only games have, since other texts have brackets and braces,
    /// too. A lone result, or a given start, makes a game without moves if nothing else is there.
    fn is_of_a_game(&self, has_start: bool, is_broken: bool) -> bool {
        let tags = [
            "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN",
        ];
        let is_empty = (has_start || self.game.result.is_some()) && !is_broken;
        is_empty
            || !self.game.plies.is_empty()
            || tags.iter().any(|tag| self.game.tag(tag).is_some())
    }

    fn next(&mut self, at: usize, word: Word<'a>) -> Result<(), String> {
        if self.game.result.is_some() && self.open.is_empty() {
            match word {
                // A comment on the end of the game.
                Word::Comment(_) => {}
                Word::Result(_) => return Ok(()),
                _ => return Err("expected the next game's tags".into()),
            }
        }
        self.word(at, word)
    }

    fn begin(&mut self, fen: Option<&str>) -> Result<(), String> {
        self.game.start = match fen {
            Some(fen) if self.game.tag("FEN").is_none() => {
                start::of_fen(fen.as_bytes(), Rules::Classical)
                    .ok_or_else(|| format!("expected a legal position, found `{fen}`"))?
            }
            _ => start::of_game(&self.game)?,
        };
        self.game.last = self.game.start.position.clone();
        Ok(())
    }

    fn word(&mut self, at: usize, word: Word<'a>) -> Result<(), String> {
        // A comment or NAG after a move belongs to it.
        let of = self.game.plies.len().saturating_sub(1);
        let main = self.open.is_empty();
        match word {
            Word::Tag(name, value) if self.game.plies.is_empty() && main => {
                self.game.tags.push(Tag { name, value });
            }
            Word::Tag(..) => return Err("a tag stands among the moves".into()),
            Word::Move(text) if main => {
                let (played, is_canonical) = play(&self.game.last, text)?;
                let mut after = self.game.last.clone();
                after.play_unchecked(played);
                self.game.plies.push(Ply {
                    before: std::mem::replace(&mut self.game.last, after),
                    played: Some(played),
                    text,
                    is_canonical,
                });
            }
            Word::Null if main => {
                let after = self.game.last.clone().swap_turn();
                let after = after.map_err(|_| "a null move in check is not legal")?;
                self.game.plies.push(Ply {
                    before: std::mem::replace(&mut self.game.last, after),
                    played: None,
                    text: b"--",
                    is_canonical: false,
                });
            }
            Word::Comment(text) if main => self.game.comments.push((of, text)),
            Word::Nag(number) if main => self.game.nags.push((of, number)),
            Word::Open => self.open.push(at + 1),
            Word::Close => {
                let from = self.open.pop().ok_or("this `)` closes nothing")?;
                if self.open.is_empty() {
                    self.game.variations.push((of, from..at));
                }
            }
            Word::Result(text) if main => self.game.result = Some(text),
            // An illegal move costs only the variation: see `Game::variations`.
            Word::Unknown(_) if !main => {}
            Word::Unknown(text) => {
                return Err(format!("expected a move, found `{}`", short(text)));
            }
            Word::BadTag(text) => {
                return Err(format!(
                    "expected a tag as [Name \"value\"], found `{}`",
                    short(text)
                ));
            }
            Word::OpenComment => return Err("this comment has no `}`".into()),
            Word::Move(_) | Word::Null | Word::Comment(_) | Word::Nag(_) | Word::Result(_) => {}
        }
        Ok(())
    }
}

/// Returns a word as quoted in messages.
fn short(text: &[u8]) -> String {
    const MOST: usize = 40;
    let text = String::from_utf8_lossy(text);
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.into_owned(),
    }
}

/// Returns the move that a word means, and whether it is written canonically.
pub(super) fn play(position: &Chess, text: &[u8]) -> Result<(Move, bool), String> {
    let written = text;
    let text = &*plain(written);
    if let Some((played, form)) = moves::read_plain(position, text) {
        return Ok((played, form.is_canonical() && text == written));
    }
    let side = position.turn().fold_wb("White", "Black");
    match moves::read(position, text).result {
        Ok(played) => Ok((played, false)),
        Err(moves::Fault::Ambiguous(several)) => Err(format!(
            "`{}` fits {} legal moves for {side}",
            short(text),
            several.len()
        )),
        Err(_) => Err(format!("`{}` is not a legal move for {side}", short(text))),
    }
}
