use super::*;
use crate::exchange::form::{Form, Look};

/// Checks the lines from a text that is recognized completely.
#[track_caller]
fn check(text: &str, kind: Kind, expected: &[&str]) {
    let found = positions(text);
    assert_eq!(found.refused, [], "{text}");
    let lines: Vec<String> = found
        .positions()
        .inspect(|one| assert_eq!(one.kind, kind, "{text}"))
        .map(|one| String::from_utf8_lossy(&one.line).into_owned())
        .collect();
    assert_eq!(lines, expected, "{text}");
}

/// Checks the reason why nothing in a text is recognized.
#[track_caller]
fn refused(text: &str, why: &str) {
    let found = positions(text);
    assert_eq!(found.positions().count(), 0, "{text}");
    let reasons: Vec<&str> = found.refused.iter().map(|one| one.why.as_str()).collect();
    assert_eq!(reasons, [why], "{text}");
}

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

#[test]
fn lines_of_fen_and_epd_are_unchanged_records() {
    for line in [
        PAWN,
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";",
        "4k3/8/8/8/8/8/4P3/4K3",
    ] {
        check(line, Kind::Record, &[line]);
        check(
            &format!("  {line}\r\n\n{line}"),
            Kind::Record,
            &[line, line],
        );
        check(&format!("FEN: {line}"), Kind::Record, &[line]);
    }
}

#[test]
fn links_of_the_two_large_servers_contain_a_position() {
    let expected = ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3"];
    let path = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_e3_0_1";
    let query =
        "rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR%20b%20KQkq%20e3%200%201";
    for link in [
        format!("https://lichess.org/analysis/standard/{path}"),
        format!("https://lichess.org/analysis/{path}?color=black#3"),
        format!("https://lichess.org/editor/{path}"),
        format!(
            "https://lichess.org/analysis/fromPosition/{}",
            path.replace('_', "%20")
        ),
        format!("lichess.org/analysis/{path}"),
        format!("https://www.chess.com/analysis?fen={query}&flip=true"),
        format!(
            "https://www.chess.com/analysis?tab=x&fen={}",
            query.replace("%20", "+")
        ),
        format!("https://www.chess.com/practice/custom?color=white&fen={query}"),
    ] {
        check(&link, Kind::Link, &expected);
    }
    refused("https://lichess.org/AbCdEfGh", "a link without a position");
    refused(
        "https://www.chess.com/game/live/123",
        "a link without a position",
    );
    refused("https://lichess.org/%", "a link without a position");
}

#[test]
fn a_position_copied_as_a_link_is_pasted_unchanged() {
    let line = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - fmvn 9; hmvc 3;";
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    for link in [
        crate::exchange::form::LINK,
        "https://www.chess.com/analysis?fen={fen:query}",
    ] {
        let look = Look {
            link: link.to_owned(),
            ..Look::default()
        };
        let link = Form::Link.text(&record, &look).expect("a link");
        check(&link, Kind::Link, &[line]);
    }
}

#[test]
fn a_position_of_uci_is_the_one_after_its_moves() {
    for (command, expected) in [
        (
            "position startpos",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - fmvn 1; hmvc 0;",
        ),
        (
            "position startpos moves e2e4 e7e5 g1f3",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - fmvn 2; hmvc 1;",
        ),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", PAWN),
        (
            "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 moves e1d2 e8d7",
            "8/3k4/8/8/8/8/3KP3/8 w - - fmvn 10; hmvc 5;",
        ),
    ] {
        check(command, Kind::Uci, &[expected]);
    }
    refused(
        "position startpos moves e2e5",
        "`e2e5` is not a legal move for White",
    );
    refused("position fen hello", "not a position");
    refused("position your rooks well", "not a position");
}

#[test]
fn a_game_is_its_last_position_with_its_tags() {
    check(
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {best} e5 2. Nf3 *\n\n1. d4 1-0\n",
        Kind::Game,
        &[
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - fmvn 2; hmvc 1; ptp White \"A\" Black \"B\";",
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 fmvn 1; hmvc 0;",
        ],
    );
    let found = positions("[White \"A\"]\n\n1. e4 e4 *\n");
    assert_eq!(found.refused[0].line, 3);
    assert_eq!(found.refused[0].why, "`e4` is not a legal move for Black");
    // A lone tag may also have a position that no game can start from.
    check(
        "[FEN \"8/8/8/8/8/8/k7/K7 b - - 0 1\"]",
        Kind::Record,
        &["8/8/8/8/8/8/k7/K7 b - - 0 1"],
    );
}

#[test]
fn diagrams_are_read_as_our_exporters_print_them_one_or_many() {
    let lines = [
        "4k3/8/8/8/8/8/4P3/4K3 b - - id \"pawn\";",
        "r3k3/8/8/8/8/8/8/4K2R w - -",
    ];
    for form in [Form::Text, Form::Unicode] {
        let texts = lines.map(|line| {
            let record = Record::read(line.as_bytes(), &ReadOptions::default());
            form.text(&record, &Look::default()).expect("a diagram")
        });
        let expected = ["4k3/8/8/8/8/8/4P3/4K3 b - -", "r3k3/8/8/8/8/8/8/4K2R w - -"];
        check(&texts[0], Kind::Diagram, &expected[..1]);
        check(&texts.join("\n"), Kind::Diagram, &expected);
    }
}

#[test]
fn lines_that_are_not_positions_are_reported() {
    refused("hello this is no chess", "not a position");
    refused("1.5 percent", "not a position");
    refused("[a note]", "not a position");
    let found = positions(&format!("{PAWN}\nhello\n# a comment\n\n{PAWN}\n"));
    assert_eq!(found.positions().count(), 2);
    assert_eq!(found.understood.len(), 3);
    let refused: Vec<_> = found
        .refused
        .iter()
        .map(|one| (one.line, one.text.as_str()))
        .collect();
    assert_eq!(refused, [(2, "hello")]);
}

#[test]
fn one_text_may_have_several_kinds() {
    let board = "........\n".repeat(7) + "K......k\n";
    let text = format!(
        "{board}\n{PAWN}\nposition startpos\nhttps://lichess.org/editor/8/8/8/8/8/8/8/K1k5_w_-_-_0_1\n\n\
         [White \"A\"]\n\n1. e4 *\n"
    );
    let found = positions(&text);
    assert_eq!(found.refused, []);
    let kinds: Vec<Kind> = found.understood.iter().map(|one| one.kind).collect();
    assert_eq!(
        kinds,
        [
            Kind::Diagram,
            Kind::Record,
            Kind::Uci,
            Kind::Link,
            Kind::Game
        ]
    );
}

#[test]
fn fen_in_other_text_is_found_and_fences_are_ignored() {
    let fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
    for text in [
        format!("Look at this: {fen} is a win."),
        format!("  \"{fen}\","),
        format!("```text\n{fen}\n```"),
        format!("Carlsen,{fen}"),
    ] {
        check(&text, Kind::Record, &[fen]);
    }
    let record = format!("{PAWN} bm e4; id \"a\";");
    check(&format!("12) {record}"), Kind::Record, &[&record]);
    let text = format!("\"{}\",", record.replace('"', "\\\""));
    check(&text, Kind::Record, &[&record]);
    refused(
        "8/8/4k3/8/8/4K3/4P3/9 w - - 0 1",
        "not a position: bad piece placement `9`: expected piece letters (PNBRQK, pnbrqk) and digits 1-8",
    );
}

#[test]
fn the_fen_below_a_diagram_replaces_the_diagram() {
    let rows = "+---+\n| r | n | b | q | k | b | n | r |\n| p | p | p | p | p | p | p | p |\n"
        .to_owned()
        + &"|   |   |   |   |   |   |   |   |\n".repeat(2)
        + "|   |   |   |   | P |   |   |   |\n|   |   |   |   |   |   |   |   |\n"
        + "| P | P | P | P |   | P | P | P |\n| R | N | B | Q | K | B | N | R |\n  a b c\n\n";
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    check(&format!("{rows}Fen: {fen}"), Kind::Record, &[fen]);
    let other = format!("{rows}Fen: {PAWN}");
    let kinds: Vec<Kind> = positions(&other).positions().map(|one| one.kind).collect();
    assert_eq!(kinds, [Kind::Diagram, Kind::Record]);
}

#[test]
fn a_table_of_markdown_is_read_as_a_diagram() {
    use crate::exchange::diagram::{BoardFrame, Drawing, Orientation, markdown};
    let record = Record::read(PAWN.as_bytes(), &ReadOptions::default());
    for seen in [Orientation::White, Orientation::Black] {
        for coordinates in [true, false] {
            let drawing = Drawing::of(&record, seen, false, "").expect("it can be read");
            // Without digits, the side of view is unknown.
            if !coordinates && seen == Orientation::Black {
                continue;
            }
            let around = BoardFrame {
                coordinates,
                ..BoardFrame::default()
            };
            let mut text = String::new();
            markdown(&drawing, around, &mut text);
            check(&text, Kind::Diagram, &[PAWN]);
        }
    }
}

#[test]
fn moves_without_numbers_are_a_game_and_brackets_alone_are_none() {
    let after = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 fmvn 2; hmvc 0;";
    check("d4 d5", Kind::Game, &[after]);
    refused("d4 d6 Kd8", "`Kd8` is not a legal move for White");
    refused(
        "[Title \"My text\"]",
        "expected a game, found neither a move nor a PGN tag",
    );
}
