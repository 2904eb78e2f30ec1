//! The annotations of a game: comments, `[%eval]` and `[%clk]`.

use shakmaty::{ByColor, Color, Position};

use crate::epd::score::Score;
use crate::exchange::pgn::Game;

/// The annotations at a ply.
#[derive(Debug, Default)]
pub(super) struct Annotation {
    /// The comment on the move played, without the commands that were read.
    pub text: Vec<u8>,
    /// Whether the comment has anything besides commands.
    pub is_said: bool,
    /// The depth of the search of the position, from the comment on the move before.
    pub depth: Option<u32>,
    /// The score of the position, from the comment on the move before.
    pub score: Option<i32>,
    /// The seconds used by each side.
    pub used: Option<ByColor<u32>>,
}

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Control {
    seconds: u32,
    increment: u32,
    /// The number of moves it covers, if limited.
    moves: Option<u32>,
}

impl Control {
    /// Parses the tag `TimeControl`: `600`, `600+5`, `40/7200:3600`.
    fn read(text: &str) -> Option<Self> {
        let first = text.split(':').next()?.trim();
        let (moves, rest) = match first.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
            None => (None, first),
        };
        let (seconds, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        Some(Self {
            seconds: seconds.parse().ok()?,
            increment: increment.parse().ok()?,
            moves,
        })
    }
}

/// A reader of a game's comments, ply by ply.
#[derive(Debug)]
pub(super) struct Annotations {
    control: Option<Control>,
    /// The moves made and the seconds used by each side; `None` after a move without a clock.
    moves: ByColor<u32>,
    used: Option<ByColor<u32>>,
    evaluation: Option<Evaluation>,
    told: bool,
}

/// A program's score of a position, as the standard's `ce` for the side to move, and the depth of its search.
type Evaluation = (i32, Option<u32>);

impl Annotations {
    pub(super) fn of(game: &Game<'_>) -> Self {
        let control = game.tag("TimeControl");
        Self {
            control: control.and_then(|text| Control::read(&text)),
            moves: ByColor::default(),
            used: Some(ByColor::default()),
            evaluation: None,
            told: false,
        }
    }

    /// Returns the annotations at the next ply.
    pub(super) fn next(&mut self, game: &Game<'_>, ply: usize) -> Annotation {
        let evaluation = self.evaluation.take();
        let mut note = Annotation {
            text: Vec::new(),
            is_said: false,
            depth: evaluation.and_then(|(_, depth)| depth),
            score: evaluation.map(|(score, _)| score),
            used: self.used.filter(|_| self.told),
        };
        let Some(played) = game.plies.get(ply) else {
            // A game without moves may still have a comment.
            if game.plies.is_empty() {
                for comment in game.comments(ply) {
                    note.is_said |= add_text(comment, &mut note.text, |_, _| false);
                }
            }
            return note;
        };
        let mover = played.before.turn();
        let mut left = None;
        for comment in game.comments(ply) {
            // A command that no operation can hold stays in the text.
            note.is_said |= add_text(comment, &mut note.text, |name, value| match name {
                b"eval" => {
                    let read = read_eval(value, !mover);
                    self.evaluation = read.or(self.evaluation);
                    read.is_some()
                }
                b"clk" if self.control.is_some() => {
                    let read = read_time(value);
                    left = read.or(left);
                    read.is_some()
                }
                _ => false,
            });
        }
        self.follow_clock(mover, left);
        note
    }

    fn follow_clock(&mut self, mover: Color, left: Option<u32>) {
        let moves = self.moves.get_mut(mover);
        *moves += 1;
        let used = self.control.zip(left).and_then(|(control, left)| {
            if control.moves.is_some_and(|most| *moves > most) {
                return None;
            }
            let given = control
                .increment
                .checked_mul(*moves)?
                .checked_add(control.seconds)?;
            Some(given.saturating_sub(left))
        });
        match (&mut self.used, used) {
            (Some(all), Some(used)) => {
                *all.get_mut(mover) = used;
                self.told = true;
            }
            _ => self.used = None,
        }
    }
}

/// Adds a comment to a text with normalized blanks, without the commands (`[%eval 0.3]`) that `command` reads.
/// Returns true if there is anything besides commands.
fn add_text(
    comment: &[u8],
    text: &mut Vec<u8>,
    mut command: impl FnMut(&[u8], &[u8]) -> bool,
) -> bool {
    let (mut kept, mut is_said) = (Vec::new(), false);
    let mut rest = comment;
    while let Some(at) = memchr::memmem::find(rest, b"[%") {
        let (before, inside) = rest.split_at(at);
        let Some(end) = memchr::memchr(b']', inside) else {
            break;
        };
        let (whole, after) = inside.split_at(end + 1);
        let body = whole.get(2..end).unwrap_or_default();
        let name = body
            .iter()
            .position(u8::is_ascii_whitespace)
            .unwrap_or(body.len());
        let value = body.get(name..).unwrap_or_default().trim_ascii();
        kept.extend_from_slice(before);
        is_said |= !before.trim_ascii().is_empty();
        match command(body.get(..name).unwrap_or_default(), value) {
            true => kept.push(b' '),
            false => kept.extend_from_slice(whole),
        }
        rest = after;
    }
    is_said |= !rest.trim_ascii().is_empty();
    kept.extend_from_slice(rest);
    for word in kept.split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            if !text.is_empty() {
                text.push(b' ');
            }
            text.extend_from_slice(word);
        }
    }
    is_said
}

/// The largest value of the standard's `ce` without a mate, in centipawns.
const MOST: f64 = 32_000.0;

/// Parses `0.25`, `-1.3,24`, `#3`, `#-2`: the score for White, in pawns or full moves to mate, and the depth.
fn read_eval(value: &[u8], side: Color) -> Option<Evaluation> {
    let text = std::str::from_utf8(value).ok()?;
    let mut parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    let value = parts.next()?;
    let depth = match parts.next() {
        Some(depth) => Some(depth.parse().ok()?),
        None => None,
    };
    if parts.next().is_some() {
        return None;
    }
    Some((read_score(value, side)?, depth))
}

/// Parses a score into the standard's `ce` for the side to move.
fn read_score(text: &str, side: Color) -> Option<i32> {
    if let Some(moves) = text.strip_prefix('#') {
        let moves: i32 = moves.parse().ok()?;
        let score = Score::Mate(i64::from(moves) * side.fold_wb(1, -1)).ce()?;
        return i32::try_from(score).ok();
    }
    let pawns: f64 = text.parse().ok()?;
    let value = (pawns * 100.0).round();
    if !value.is_finite() || value.abs() > MOST {
        return None;
    }
    // Within the range of i32.
    #[allow(clippy::cast_possible_truncation)]
    let value = value as i32;
    Some(side.fold_wb(value, -value))
}

/// Parses `1:02:03`, `0:05:00.4`: hours, minutes, seconds.
fn read_time(value: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(value).ok()?;
    let whole = text.split('.').next()?;
    let mut seconds = 0_u32;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_for_the_side_to_move_and_mates_by_the_standard() {
        for (value, side, expected) in [
            ("0.25", Color::White, Some(25)),
            ("0.25", Color::Black, Some(-25)),
            ("-1.3,24", Color::White, Some(-130)),
            ("#3", Color::White, Some(32_762)),
            ("#3", Color::Black, Some(-32_761)),
            ("#-1", Color::Black, Some(32_766)),
            ("none", Color::White, None),
            ("400.25", Color::White, None),
        ] {
            let read = read_eval(value.as_bytes(), side);
            assert_eq!(read.map(|(score, _)| score), expected, "{value}");
        }
    }

    #[test]
    fn times_and_controls_are_seconds() {
        assert_eq!(read_time(b"1:02:03.9"), Some(3723));
        assert_eq!(read_time(b"soon"), None);
        let control = |seconds, increment, moves| {
            Some(Control {
                seconds,
                increment,
                moves,
            })
        };
        assert_eq!(Control::read("600+5"), control(600, 5, None));
        assert_eq!(Control::read("40/7200:3600"), control(7200, 0, Some(40)));
        assert_eq!(Control::read("-"), None);
    }

    #[test]
    fn commands_that_are_not_read_stay_in_the_text() {
        let mut text = Vec::new();
        let comment = b" good\n [%eval 0.3] move [%cal Ge2e4] [%clk";
        assert!(add_text(comment, &mut text, |name, _| name == b"eval"));
        assert_eq!(text, b"good move [%cal Ge2e4] [%clk");
        text.clear();
        let only_commands = b"[%csl Ge4][%cal Ge2e4]";
        assert!(!add_text(only_commands, &mut text, |_, _| false));
        assert_eq!(text, only_commands);
    }
}
