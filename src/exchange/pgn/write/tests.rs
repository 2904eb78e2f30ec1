//! Written games read back as the same positions and moves.

use shakmaty::{Chess, Position};

use super::write;
use crate::epd::{ReadOptions, Record, edit, moves};
use crate::exchange::import::{Import, Lines, Tags, write_position};
use crate::exchange::pgn::Games;

fn imported(game: &str) -> Vec<String> {
    let import = Import {
        tags: Tags::None,
        clocks: true,
        ..Import::default()
    };
    let mut lines = Lines::default();
    let mut games = Games::of(game.as_bytes());
    while let Some(batch) = games.next_batch().expect("a text") {
        batch.games().for_each(|game| import.game(game, &mut lines));
    }
    assert_eq!(lines.broken, [], "{game}");
    let lines = lines
        .keyed()
        .map(|(_, line)| String::from_utf8_lossy(line).trim().to_owned());
    lines.collect()
}

proptest::proptest! {
    #[test]
    fn a_record_with_its_line_reads_back_move_by_move(
        lead in proptest::collection::vec(proptest::num::usize::ANY, 0..60),
        line in proptest::collection::vec(proptest::num::usize::ANY, 1..40),
        clocks in (0_u32..90, 1_u32..400),
        id in "[ -!#-~]{1,40}",
    ) {
        let mut position = Chess::default();
        let play = |position: &mut Chess, choice: usize| {
            let legal = position.legal_moves();
            let played = *legal.get(choice % legal.len().max(1))?;
            let mut san = Vec::new();
            moves::write_san(position, played, &mut san);
            position.play_unchecked(played);
            Some(String::from_utf8_lossy(&san).into_owned())
        };
        for choice in lead {
            let _ = play(&mut position, choice);
        }
        let mut fields = Vec::new();
        write_position(&position, &mut fields);
        let fields = String::from_utf8_lossy(&fields).into_owned();
        // An en-passant square comes right after a pawn's move.
        let half = if position.maybe_ep_square().is_some() { 0 } else { clocks.0 };
        let (mut sans, mut expected) = (Vec::new(), Vec::new());
        for choice in line {
            let mut fields = Vec::new();
            write_position(&position, &mut fields);
            let Some(san) = play(&mut position, choice) else { break };
            expected.push((String::from_utf8_lossy(&fields).into_owned(), san.clone()));
            sans.push(san);
        }
        let text = format!(
            "{fields} fmvn {}; hmvc {half}; id \"{id}\"; pv {};",
            clocks.1,
            sans.join(" ")
        );
        let record = Record::read(text.as_bytes(), &ReadOptions::default());
        let game = write(&record).expect("a legal position").text;
        let lines = imported(&game);
        assert_eq!(lines.len(), expected.len() + 1, "{game}");
        for (line, (fields, san)) in lines.iter().zip(&expected) {
            assert!(line.starts_with(fields), "{line}\n{fields}");
            assert!(line.ends_with(&format!(" sm {san};")), "{line}\n{san}");
        }
        // The first has the clocks of the record, too.
        let first = lines.first().expect("a record");
        let first = Record::read(first.as_bytes(), &ReadOptions::default());
        assert_eq!(edit::fen(&first), edit::fen(&record));
    }
}
