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
fn the_positions_are_those_after_each_move() {
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
fn a_broken_game_names_the_line_and_the_word() {
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
fn a_null_move_passes_the_turn_and_is_illegal_in_check() {
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
fn the_moves_before_a_fault_are_read() {
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
fn a_variation_that_cannot_be_played_does_not_break_the_game() {
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
fn numbers_and_clocks_continue_from_those_of_the_start() {
    let game = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 7 40\"]\n\n40... Ke7 41. e3 Kd6 *";
    let game = Game::read(text(game), None).expect("a game");
    let numbers: Vec<_> = (0..=3).map(|ply| game.move_number(ply)).collect();
    assert_eq!(numbers, [40, 41, 41, 42]);
    assert_eq!(game.half_move_clocks(), [7, 8, 0, 1]);
}
