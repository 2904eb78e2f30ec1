//! A record as a PGN game that starts from its position.

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{Color, Position};
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::hash::BuildHasher;

use crate::epd::opcode::Shape;
use crate::epd::{Record, Value, edit, moves};
use crate::exchange::{ExportedRecord, PlayableMoves};

/// The tags of every game, in order.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// The number of tags before Round.
const ROUND: usize = 3;

/// The Round tags of games in the order of writing, chosen such that no two games have the same seven tags.
///
/// ```
/// use epdit::epd::{ReadOptions, Record};
/// use epdit::exchange::pgn::{Rounds, write};
///
/// let record = Record::read(b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;", &ReadOptions::default());
/// let game = write(&record).expect("a position").text;
/// let (mut rounds, mut out) = (Rounds::default(), Vec::new());
/// rounds.write(&game, &mut out);
/// rounds.write(&game, &mut out);
/// let out = String::from_utf8_lossy(&out);
/// assert!(out.contains("[Round \"1\"]") && out.contains("[Round \"2\"]"));
/// ```
#[derive(Debug, Default)]
pub struct Rounds {
    count: u64,
    /// The seven tags written so far, by hash, each with the number of games that had them at first.
    seen: FxHashMap<u64, u64>,
}

impl Rounds {
    /// Appends a game as [`write()`] returns it. A game without a round gets its number among all games as its round;
    /// a game with the seven tags of an earlier one gets a number after its round: `3.2`.
    pub fn write(&mut self, game: &str, out: &mut Vec<u8>) {
        self.count += 1;
        let roster = game.split_inclusive('\n').take(ROSTER.len());
        let mut roster: Vec<Cow<'_, str>> = roster.map(Cow::Borrowed).collect();
        let rest = game.get(roster.iter().map(|tag| tag.len()).sum()..);
        let given = roster.get(ROUND).and_then(|tag| {
            let value = tag.strip_prefix("[Round \"")?;
            value.strip_suffix("\"]\n")
        });
        let round = match given {
            None | Some("?") => self.count.to_string(),
            Some(round) => round.to_owned(),
        };
        let first = format!("[Round \"{round}\"]\n");
        let mut tag = first.clone();
        loop {
            if let Some(place) = roster.get_mut(ROUND) {
                *place = tag.clone().into();
            }
            match self.seen.entry(FxBuildHasher.hash_one(&roster)) {
                Entry::Vacant(free) => {
                    free.insert(1);
                    break;
                }
                Entry::Occupied(mut taken) => *taken.get_mut() += 1,
            }
            // The number of games that had these tags at first.
            if let Some(place) = roster.get_mut(ROUND) {
                *place = first.clone().into();
            }
            let base = FxBuildHasher.hash_one(&roster);
            let number = self.seen.get_mut(&base).map_or(2, |count| {
                *count += u64::from(tag != first);
                *count
            });
            tag = format!("[Round \"{round}.{number}\"]\n");
        }
        roster
            .iter()
            .for_each(|tag| out.extend_from_slice(tag.as_bytes()));
        out.extend_from_slice(rest.unwrap_or_default().as_bytes());
    }
}

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// Returns a record as a game, with a blank line after it: tags from `ptp`, else the id as Event; the moves of `pv`,
/// else of `sv`, else a sole `bm`, else `sm`, up to the first that can't be played; `c0` to `c9` as comments before
/// the first; and notes about altered moves and comments. `None` if the position is illegal.
pub fn write(record: &Record<'_>) -> Option<ExportedRecord> {
    let position = record.position()?;
    let fen = edit::fen(record)?;
    let tags = tags(record);
    let given = |name: &str| tags.iter().find(|(tag, _)| tag == name);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    let id = record.operation("id").map(|id| record.operands_text(id));
    for (name, unknown) in ROSTER {
        let value = given(name).map(|(_, value)| value.as_str());
        let id = id.as_deref().filter(|id| name == "Event" && !id.is_empty());
        tag(name, value.or(id).unwrap_or(unknown));
    }
    let is_ours =
        |name: &str| matches!(name, "FEN" | "SetUp") || ROSTER.iter().any(|(of, _)| *of == name);
    for (name, value) in tags.iter().filter(|(name, _)| !is_ours(name)) {
        tag(name, value);
    }
    if record.rules() == crate::epd::Rules::Chess960 && given("Variant").is_none() {
        tag("Variant", "Chess960");
    }
    tag("SetUp", "1");
    tag("FEN", &fen);
    text.push('\n');

    let mut line = Lines::default();
    let mut has_other_braces = false;
    for register in 0..10 {
        let comment = record.operation(&format!("c{register}"));
        let comment = comment.map(|comment| record.operands_text(comment));
        let Some(comment) = comment.filter(|comment| !comment.is_empty()) else {
            continue;
        };
        has_other_braces |= comment.contains('}');
        // A comment has no escapes either.
        let comment = format!("{{{}}}", comment.replace('}', ")"));
        comment.split_whitespace().for_each(|word| line.word(word));
    }
    let mut reached = position.clone();
    let mut number = record.full_move_number().unwrap_or(1).max(1);
    let played = line_of(record);
    let is_cut = played.is_cut;
    for (at, played) in played.moves.into_iter().enumerate() {
        match reached.turn() {
            Color::White => line.word(&format!("{number}.")),
            Color::Black if at == 0 => line.word(&format!("{number}...")),
            Color::Black => {}
        }
        if reached.turn() == Color::Black {
            number = number.saturating_add(1);
        }
        let mut san = Vec::new();
        moves::write_san(&reached, played, &mut san);
        line.word(&String::from_utf8_lossy(&san));
        reached.play_unchecked(played);
    }
    let result = given("Result").map(|(_, value)| value.as_str());
    line.word(
        result
            .filter(|result| matches!(*result, "1-0" | "0-1" | "1/2-1/2"))
            .unwrap_or("*"),
    );
    text.push_str(&line.text);
    text.push_str("\n\n");
    Some(ExportedRecord {
        text,
        is_cut,
        has_other_braces,
    })
}

fn line_of(record: &Record<'_>) -> PlayableMoves {
    if let Some(line) = PlayableMoves::of_uci(record) {
        return line;
    }
    for opcode in ["pv", "sv"] {
        let line = PlayableMoves::of(record, opcode);
        if line.is_cut || !line.moves.is_empty() {
            return line;
        }
    }
    let best = record.operation("bm");
    let is_sole = best.is_some_and(|best| record.operands_of(best).len() == 1);
    PlayableMoves::of(record, if is_sole { "bm" } else { "sm" })
}

fn tags(record: &Record<'_>) -> Vec<(String, String)> {
    let Some(operation) = record.operation("ptp") else {
        return Vec::new();
    };
    if operation
        .info
        .is_none_or(|info| info.shape != Shape::TagPairs)
    {
        return Vec::new();
    }
    let pairs = record.operands_of(operation).chunks(2);
    let pairs = pairs.filter_map(|pair| match pair {
        [name, value] if name.value == Value::Identifier => {
            let name = name.span.of(record.line());
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Some((text(name), text(record.string(value))))
        }
        _ => None,
    });
    pairs.collect()
}

#[derive(Default)]
struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.width > 0 && self.width + 1 + length > WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += length;
    }
}

#[cfg(test)]
mod tests;
