use super::*;
use crate::suite::testing::Slow;

#[track_caller]
fn check(text: &str, expected: &[(u64, &str)]) {
    for step in [1, 7, usize::MAX] {
        let mut games = Games::of(Slow(text.as_bytes(), step));
        let mut found = Vec::new();
        while let Some(batch) = games.next_batch().expect("a text") {
            for game in batch.games() {
                assert_eq!(game.number, found.len() as u64);
                let text = String::from_utf8(game.bytes.to_vec()).expect("text");
                found.push((game.line, text));
            }
        }
        let found: Vec<_> = found
            .iter()
            .map(|(line, text)| (*line, text.trim()))
            .collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn a_tag_after_moves_begins_a_game() {
    check(
        "\n[White \"A\"]\n[Black \"B\"]\n\n1. e4\ne5 1-0\n\n[White \"C\"]\n\n*\n",
        &[
            (2, "[White \"A\"]\n[Black \"B\"]\n\n1. e4\ne5 1-0"),
            (8, "[White \"C\"]\n\n*"),
        ],
    );
}

#[test]
fn a_game_of_tags_alone_ends_where_the_next_ones_tags_begin() {
    check(
        "[White \"a\"]\n[FEN \"x\"]\n\n\n[White \"b\"]\n\n1. e4 *\n",
        &[
            (1, "[White \"a\"]\n[FEN \"x\"]"),
            (5, "[White \"b\"]\n\n1. e4 *"),
        ],
    );
}

#[test]
fn tags_with_blank_lines_between_are_one_game_until_a_tag_repeats() {
    let one = "[Event \"a\"]\n\n[White \"b\"]\n; said\n\n\n[Black \"c\"]\n\n1. e4 *";
    check(one, &[(1, one)]);
    check(
        "[Event \"a\"]\n\n[White \"b\"]\n\n[event \"c\"]\n\n*",
        &[
            (1, "[Event \"a\"]\n\n[White \"b\"]"),
            (5, "[event \"c\"]\n\n*"),
        ],
    );
}

#[test]
fn comments_between_games_belong_to_the_next_and_after_the_last_to_it() {
    check(
        "{a}\n; b\n[Event \"a\"]\n\n1. e4 *\n{c\n\nd}\n\n; e\n[Event \"b\"]\n\n*\n\n{f\n}\n{g} 1. d4 *\n\n; h\n",
        &[
            (1, "{a}\n; b\n[Event \"a\"]\n\n1. e4 *"),
            (6, "{c\n\nd}\n\n; e\n[Event \"b\"]\n\n*"),
            (15, "{f\n}\n{g} 1. d4 *\n\n; h"),
        ],
    );
    // An unclosed comment belongs to the game before it.
    check(
        "1. e4 *\n\n{oh\n\n[White \"b\"]\n\n1. d4 *",
        &[(1, "1. e4 *\n\n{oh"), (5, "[White \"b\"]\n\n1. d4 *")],
    );
}

#[test]
fn the_marks_of_a_forum_enclose_a_game() {
    check(
        "[pgn]\n[Event \"a\"]\n\n1. e4\n[/pgn]\n\n[PGN][pgn]1. d4 d5[/PGN]\n1. c4\n",
        &[
            (1, "[pgn]\n[Event \"a\"]\n\n1. e4\n[/pgn]"),
            (7, "[PGN][pgn]1. d4 d5[/PGN]"),
            (8, "1. c4"),
        ],
    );
}

#[test]
fn a_bracket_in_a_comment_is_not_a_tag_and_a_blank_line_does_not_end_a_comment() {
    let one = "[White \"A\"]\n\n1. e4 {a\n[%clk 0:01:00]\n\n} e5\n\n2. Nf3 *";
    check(one, &[(1, one)]);
}

#[test]
fn games_without_tags_end_with_their_results() {
    check(
        "1. e4 *\n1. d4 1-0\r\n",
        &[(1, "1. e4 *"), (2, "1. d4 1-0")],
    );
}

#[test]
fn games_follow_one_another_within_a_line() {
    check(
        "1. e4 e5 1-0 1. d4 {1-0 1. c4} d5 * [White \"A\"]\n1. c4 *\n",
        &[
            (1, "1. e4 e5 1-0"),
            (1, "1. d4 {1-0 1. c4} d5 *"),
            (1, "[White \"A\"]\n1. c4 *"),
        ],
    );
    // Here the result is part of a comment, a tag or a variation.
    for one in [
        "1. e4 {1-0 1. d4} e5 ; 1-0 1. d4\n2. Nf3 *",
        "[Event \"1-0 1. d4\"]\n\n1. e4 *",
        "1. e4 (1. d4 1-0) 1... e5 *",
        "1. e4 {a\n1-0 1. d4 } e5 *",
    ] {
        check(one, &[(1, one)]);
    }
}

#[test]
fn in_a_list_of_moves_every_line_is_a_game() {
    let mut games = Games::of_lines(&b"\ne4 e5\n\nd4\n"[..]);
    let mut lines = Vec::new();
    while let Some(batch) = games.next_batch().expect("a text") {
        let found = batch.games();
        lines.extend(found.map(|game| (game.line, game.bytes.trim_ascii().to_vec())));
    }
    assert_eq!(lines, [(2, b"e4 e5".to_vec()), (4, b"d4".to_vec())]);
}

#[test]
fn an_unclosed_comment_only_loses_its_game() {
    check(
        "[Event \"a\"]\n\n1. e4 {oh\n\n[Event \"b\"]\n\n1. d4 *\n",
        &[
            (1, "[Event \"a\"]\n\n1. e4 {oh"),
            (5, "[Event \"b\"]\n\n1. d4 *"),
        ],
    );
}

#[test]
fn a_brace_in_a_later_game_closes_no_comment_of_this_one() {
    check(
        "[White \"a\"]\n\n1. e4 {oh 1-0\n\n[White \"b\"]\n\n1. d4 {x} *\n",
        &[
            (1, "[White \"a\"]\n\n1. e4 {oh 1-0"),
            (5, "[White \"b\"]\n\n1. d4 {x} *"),
        ],
    );
}

#[test]
fn a_game_that_is_too_long_is_skipped_and_reported() {
    let long = "1. e4 ".repeat(4 << 20);
    let text = format!("[Event \"a\"]\n\n{long}\n\n[Event \"b\"]\n\n1. d4 *\n");
    let mut games = Games::of(text.as_bytes());
    let (mut too_long, mut lines) = (Vec::new(), Vec::new());
    while let Some(batch) = games.next_batch().expect("a text") {
        assert!(batch.bytes.len() < 2 * LONGEST_GAME);
        for game in batch.games() {
            match game.is_too_long {
                true => too_long.push(game.line),
                false => lines.push(game.line),
            }
        }
    }
    assert_eq!((too_long, lines), (vec![1], vec![5]));
}
