use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position};

use super::{Answer, Search};
use crate::epd::mate::Checks;

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Chess960)
        .expect("a legal position")
}

fn search() -> Search {
    Search::with_memory(1 << 20)
}

fn line(fen: &str, most: u8) -> Option<String> {
    let mut board = position(fen);
    match search().shortest(&board, most, &mut |_| true) {
        Answer::Mate(mate) => {
            let san = mate.line().map(|played| {
                SanPlus::from_move_and_play_unchecked(&mut board, played).to_string()
            });
            let san: Vec<String> = san.collect();
            assert!(board.is_checkmate(), "the line ends in mate");
            assert_eq!(san.len(), usize::from(mate.moves()) * 2 - 1);
            Some(san.join(" "))
        }
        Answer::None => None,
        Answer::Undecided(_) => panic!("nobody ended it"),
    }
}

#[track_caller]
fn check(fen: &str, most: u8, expected: Option<&str>) {
    assert_eq!(line(fen, most).as_deref(), expected, "{fen}");
}

#[test]
fn a_mate_is_the_shortest_one_and_the_line_resists_longest() {
    check("7k/5K2/8/8/8/8/8/R7 w - -", 3, Some("Rh1#"));
    // No move mates at once.
    check("7k/8/5K2/8/8/8/8/R7 w - -", 1, None);
    check("7k/8/5K2/8/8/8/8/R7 w - -", 2, Some("Kg6 Kg8 Ra8#"));
    // A smothered mate: the queen is given on g8.
    check("5r1k/6pp/7N/8/8/1Q6/8/6K1 w - -", 4, Some("Qg8+ Rxg8 Nf7#"));
    check("k7/8/8/8/8/8/8/K7 w - -", 9, None);
}

#[test]
fn moves_of_every_kind_mate() {
    // Only a knight mates: a queen on f8 would be taken.
    check("6rk/5Ppp/8/8/8/8/8/K7 w - -", 1, None);
    check("8/5P1k/5Kpp/6r1/8/8/8/8 w - -", 1, None);
    check("8/8/8/8/8/8/7p/3k1K1R w H -", 1, None);
}

#[test]
fn stalemate_is_not_mate() {
    // Qb6 would be stalemate, and Qc7 is one as well.
    let fen = "k7/8/1K6/8/8/8/8/2Q5 w - -";
    check(fen, 1, Some("Qc8#"));
    check("7k/8/6K1/8/8/8/8/5Q2 b - -", 5, None);
}

#[test]
fn a_position_without_moves_has_no_mate() {
    check("7k/6Q1/6K1/8/8/8/8/8 b - -", 3, None);
    check("7k/5Q2/6K1/8/8/8/8/8 b - -", 3, None);
}

#[test]
fn every_mating_move_is_returned() {
    let board = position("6k1/5ppp/8/8/8/8/8/R3R1K1 w - -");
    let moves = search().mating_moves(&board, 1, &mut |_| true);
    let names: Vec<String> = moves
        .into_iter()
        .flatten()
        .map(|played| played.to_string())
        .collect();
    assert_eq!(names, ["Ra1-a8", "Re1-e8"]);
}

#[test]
fn a_cancelled_search_returns_the_depth_that_is_known() {
    let start = Chess::default();
    let mut ended = search();
    let answer = ended.shortest(&start, 20, &mut |nodes| nodes < 50_000);
    let Answer::Undecided(known) = answer else {
        panic!("{answer:?}")
    };
    assert!((1..6).contains(&known), "{known}");
    assert!((50_000..60_000).contains(&ended.nodes()));
    assert_eq!(ended.mating_moves(&start, 20, &mut |_| false), None);
}

#[test]
fn a_table_of_one_bucket_gives_the_same_answers() {
    let fen = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ -";
    let board = position(fen);
    let large = search().shortest(&board, 2, &mut |_| true);
    let small = Search::with_memory(0).shortest(&board, 2, &mut |_| true);
    assert_eq!(large, small);
    assert!(matches!(large, Answer::Mate(mate) if mate.moves() == 2));
}

/// Calls `each` for the positions of a random game from `start`.
fn by_chance(start: &Chess, seed: u64, mut each: impl FnMut(&Chess)) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut board = start.clone();
    for _ in 0..120 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return;
        }
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let at = usize::try_from(state % moves.len() as u64).expect("a small number");
        board.play_unchecked(moves[at]);
        each(&board);
    }
}

#[test]
fn checking_moves_are_recognized_before_they_are_played() {
    let crowded = position("r3k2r/P2pqpb1/bn2pnp1/2pPN3/1p2P3/2N2Q2/PPPBBPpP/R3K2R w KQkq c6");
    let mut checks = 0;
    for seed in 0..200 {
        let start = if seed % 2 == 0 {
            &Chess::default()
        } else {
            &crowded
        };
        by_chance(start, seed, |board| {
            let known = Checks::of(board);
            for played in board.legal_moves() {
                let mut after = board.clone();
                after.play_unchecked(played);
                assert_eq!(
                    known.gives(board, played),
                    after.is_check(),
                    "{board:?} {played}"
                );
                checks += usize::from(after.is_check());
            }
        });
    }
    assert!(checks > 5_000, "{checks}");
}

/// Returns true if the side to move mates within `moves`, by plain search.
fn naive(board: &Chess, moves: u8) -> bool {
    moves > 0
        && board.legal_moves().into_iter().any(|played| {
            let mut after = board.clone();
            after.play_unchecked(played);
            if after.is_checkmate() {
                return true;
            }
            let replies = after.legal_moves();
            moves > 1
                && !replies.is_empty()
                && replies.into_iter().all(|reply| {
                    let mut next = after.clone();
                    next.play_unchecked(reply);
                    naive(&next, moves - 1)
                })
        })
}

#[test]
fn answers_equal_those_of_a_plain_search() {
    let starts = [
        "8/8/8/3k4/8/8/1Q6/K5R1 w - -",
        "4k3/P6P/8/8/8/8/p6p/4K3 w - -",
        "3qk3/8/8/8/8/8/8/3QK2R w K -",
    ];
    // One search for all, so that its memory is tested as well.
    let mut search = search();
    let (mut mates, mut others) = (0, 0);
    for (seed, start) in (0..24).zip(starts.iter().cycle()) {
        let mut count = 0;
        by_chance(&position(start), seed, |board| {
            count += 1;
            if count % 4 != 0 || board.legal_moves().len() > 45 {
                return;
            }
            let expected = (1..=2).find(|moves| naive(board, *moves));
            let found = match search.shortest(board, 2, &mut |_| true) {
                Answer::Mate(mate) => Some(mate.moves()),
                _ => None,
            };
            assert_eq!(found, expected, "{board:?}");
            *(if found.is_some() {
                &mut mates
            } else {
                &mut others
            }) += 1;
        });
    }
    assert!(mates > 20 && others > 100, "{mates} {others}");
}
