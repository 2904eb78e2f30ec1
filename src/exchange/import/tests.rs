use super::*;
use crate::epd::{CanonicalOptions, ReadOptions, Record, Severity};
use crate::exchange::pgn::Games;
use proptest::strategy::Strategy;

fn lines(import: &Import, text: &str) -> Lines {
    let mut lines = Lines::default();
    let mut games = Games::of(text.as_bytes());
    while let Some(batch) = games.next_batch().expect("a text") {
        batch.games().for_each(|game| import.game(game, &mut lines));
    }
    // The output is canonical and sound for any options.
    for (_, line) in lines.keyed() {
        let record = Record::read(line, &ReadOptions::default());
        let canonical = record.canonical(&CanonicalOptions::default());
        let text = String::from_utf8_lossy(line);
        assert_eq!(canonical.as_deref(), Some(line), "{text}");
        let errors = record
            .diagnostics()
            .iter()
            .filter(|d| d.severity == Severity::Error);
        assert_eq!(errors.count(), 0, "{text}");
    }
    lines
}

fn operations(import: &Import, text: &str) -> Vec<String> {
    let lines = lines(import, text);
    let text = String::from_utf8(lines.text.to_vec()).expect("text");
    let operations = text.lines().map(|line| {
        let words: Vec<_> = line.splitn(5, ' ').collect();
        words
            .get(4)
            .map_or(String::new(), |text| (*text).to_owned())
    });
    operations.collect()
}

#[track_caller]
fn check(import: Import, text: &str, expected: &[&str]) {
    let import = Import {
        tags: Tags::None,
        ..import
    };
    assert_eq!(operations(&import, text), expected);
}

const GAME: &str = "1. e4 {a} e5 $1 2. Nf3 Nc6 {b} 3. Bb5 *";

#[test]
fn every_position_has_the_move_played_there_and_its_comment() {
    check(
        Import::default(),
        GAME,
        &[
            "c0 \"a\"; sm e4;",
            "sm e5;",
            "sm Nf3;",
            "c0 \"b\"; sm Nc6;",
            "sm Bb5;",
            "",
        ],
    );
}

#[test]
fn positions_are_chosen_by_ply_step_and_annotation() {
    let import = Import {
        from: 1,
        to: Some(4),
        every: 2,
        ..Import::default()
    };
    check(import, GAME, &["sm e5;", "c0 \"b\"; sm Nc6;"]);
    let import = Import {
        last: true,
        ..Import::default()
    };
    check(import, GAME, &[""]);
    let import = Import {
        commented: true,
        ..Import::default()
    };
    check(import, GAME, &["c0 \"a\"; sm e4;", "c0 \"b\"; sm Nc6;"]);
    let import = Import {
        nags: Some(Vec::new()),
        ..Import::default()
    };
    check(import, GAME, &["sm e5;"]);
    let import = Import {
        nags: Some(vec![2]),
        ..Import::default()
    };
    check(import, GAME, &[]);
}

#[test]
fn values_and_times_are_those_of_the_position() {
    let game = "[TimeControl \"300+3\"]\n\n1. e4 {[%eval 0.2] [%clk 0:05:00]} \
                e5 {[%eval #-3] [%clk 0:04:56.3]} 2. Nf3 {no more} *";
    check(
        Import::default(),
        game,
        &[
            "sm e4;",
            "cc 000:00:00:03 000:00:00:00; ce -20; sm e5;",
            "c0 \"no more\"; cc 000:00:00:03 000:00:00:07; ce -32761; sm Nf3;",
            "",
        ],
    );
}

#[test]
fn a_move_in_any_spelling_is_written_in_san() {
    check(
        Import {
            to: Some(4),
            ..Import::default()
        },
        "1. e2-e4 e7e5 2. Ng1f3 Nb8c6 3. Bf1b5+ *",
        &["sm e4;", "sm e5;", "sm Nf3;", "sm Nc6;", "sm Bb5;"],
    );
}

#[test]
fn tags_become_pairs_and_those_left_out_are_counted() {
    let game = "[White \"A \\\"x\\\" B\"]\n[AVeryLongNameOfATag \"x\"]\n[White \"C\"]\n\n1. e4 *";
    let lines = lines(&Import::default(), game);
    let text = String::from_utf8_lossy(&lines.text);
    let first = text.lines().next().expect("a line");
    assert!(first.ends_with(" ptp White \"A 'x' B\"; sm e4;"), "{first}");
    assert_eq!(lines.left_out.tags, 2);
    assert_eq!(operations(&Import::default(), game)[1], "");
}

#[test]
fn a_long_comment_continues_in_the_next_registers_and_is_cut_after_the_last() {
    let long = "word ".repeat(80);
    let records = operations(&Import::default(), &format!("1. e4 {{{long}}} *"));
    let quoted: Vec<_> = records[0].split('"').skip(1).step_by(2).take(2).collect();
    assert_eq!(
        quoted.iter().map(|part| part.len()).collect::<Vec<_>>(),
        [254, 144]
    );
    assert!(records[0].contains("; c1 \"word "), "{}", records[0]);
    let endless = "é".repeat(2000);
    let lines = lines(&Import::default(), &format!("1. e4 {{{endless}}} *"));
    assert_eq!(lines.left_out.cut, 1);
}

#[test]
fn variations_become_lines_if_requested() {
    let game = "1. e4 e5 (1... c5 2. Nf3 {a} d6) (1... e6) 2. Nf3 *";
    let import = Import {
        variations: true,
        ..Import::default()
    };
    assert_eq!(lines(&import, game).left_out.variations, 1);
    check(
        import,
        game,
        &["sm e4;", "pv c5 Nf3 d6; sm e5;", "sm Nf3;", ""],
    );
    check(
        Import {
            to: Some(1),
            ..Import::default()
        },
        game,
        &["sm e4;", "sm e5;"],
    );
}

#[test]
fn clocks_and_uci_moves_are_written_if_requested() {
    let import = Import {
        clocks: true,
        squares: true,
        from: 2,
        ..Import::default()
    };
    check(
        import,
        "1. Nf3 Nf6 2. e4 *",
        &["Uci e2e4; fmvn 2; hmvc 2; sm e4;", "fmvn 2; hmvc 0;"],
    );
}

#[test]
fn the_opening_is_the_last_one_reached() {
    let import = Import {
        openings: true,
        ..Import::default()
    };
    check(
        import,
        "1. e4 c5 2. Ba6 *",
        &[
            "sm e4;",
            "eco \"B00\"; sm c5; v0 \"King's Pawn Game\";",
            "eco \"B20\"; sm Ba6; v0 \"Sicilian Defense\";",
            "eco \"B20\"; v0 \"Sicilian Defense\";",
        ],
    );
}

#[test]
fn a_broken_game_has_its_line_number_and_the_records_before_the_fault() {
    let text = "1. e4 Ke4 *\n\n[White \"A\"]\n\n1. d4 *\n\n[FEN \"x\"]\n\n1. d4 *\n";
    let messages = |all: &[BrokenGame]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    let read = lines(&Import::default(), text);
    assert_eq!((read.games, read.count()), (3, 4));
    assert_eq!(
        messages(&read.cut),
        ["line 1: `Ke4` is not a legal move for Black"]
    );
    let start = ["line 7: expected a legal position in the tag FEN, found `x`"];
    assert_eq!(messages(&read.broken), start);
    // The end of the game is unknown.
    let last = Import {
        last: true,
        ..Import::default()
    };
    let read = lines(&last, text);
    assert_eq!((read.count(), read.cut.len(), read.broken.len()), (1, 0, 2));
}

#[test]
fn a_null_move_is_left_out_of_records_and_text_is_utf_8() {
    check(
        Import {
            squares: true,
            ..Import::default()
        },
        "1. e4 -- {passes} 2. d4 *",
        &["Uci e2e4; sm e4;", "c0 \"passes\";", "Uci d2d4; sm d4;", ""],
    );
    let mut lines = Lines::default();
    let game = b"[White \"J\xf6rg\"]\n\n*";
    Import::default().game(GameText::of(game), &mut lines);
    assert!(lines.text.ends_with(" ptp White \"Jörg\";\n".as_bytes()));
    assert_eq!(lines.converted, 1);
}

#[test]
fn chess960_rights_are_rook_files_and_a_double_step_always_has_its_square() {
    let import = Import {
        tags: Tags::None,
        last: true,
        ..Import::default()
    };
    let game = "[Variant \"Chess960\"]\n[FEN \"nrkb1rqn/pp1ppppp/8/2p5/8/8/PPPPPPPP/NRKB1RQN w KQkq - 0 1\"]\n\n1. d4 *";
    let text = lines(&import, game).text.to_vec();
    assert_eq!(
        text,
        b"nrkb1rqn/pp1ppppp/8/2p5/3P4/8/PPP1PPPP/NRKB1RQN b FBfb d3\n"
    );
}

#[test]
fn equal_positions_have_equal_keys_whatever_moves_lead_to_them() {
    let import = Import {
        last: true,
        ..Import::default()
    };
    let lines = lines(
        &import,
        "1. d4 Nf6 2. c4 e6 *\n1. c4 e6 2. d4 Nf6 *\n1. c4 e6 *\n",
    );
    let keys: Vec<_> = lines.keyed().map(|(key, _)| key).collect();
    assert_eq!((keys[0] == keys[1], keys[0] == keys[2]), (true, false));
}

proptest::proptest! {
    // [`lines`] checks every record.
    #[test]
    fn the_records_of_any_stream_are_canonical(
        parts in proptest::collection::vec(
            proptest::prop_oneof![
                proptest::sample::select(vec![
                    "1. e4 ", "e5 ", "2. Nf3 ", "Nc6 ", "{", "}", "(", ")", "[White \"", "\"]", "\n", "\n\n",
                    ";", "$1 ", "!? ", "[%clk 0:01:00]", "[%eval 0.3]", "[%eval", "* ", "1-0\n", "\\", "%",
                    "[TimeControl \"60+1\"]\n", "[Event \"x\"]\n", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n",
                    "O-O ", "\u{feff}", "-- ", "±", "♘f3 ", "O–O ", "½–½\n", "… ", "\u{2009}", "[pgn]", "[/pgn]\n", "[Variant \"Chess960\"]\n", "\t", "\r", "é",
                ]).prop_map(str::to_owned),
                "[ -~]{0,12}",
            ],
            0..40,
        )
    ) {
        let import = Import {
            tags: Tags::All,
            variations: true,
            clocks: true,
            squares: true,
            openings: true,
            id: Some("{White} {ply} {x}".parse().expect("a template")),
            ..Import::default()
        };
        lines(&import, &parts.concat());
    }
}

#[test]
fn commands_without_an_operation_stay_in_the_comment() {
    // The time control is unknown.
    check(
        Import::default(),
        "1. e4 {[%clk 0:04:56]} e5 {[%eval abc] [%eval 400.25]} 2. d4 {[%eval 0.25,20]} *",
        &[
            "c0 \"[%clk 0:04:56]\"; sm e4;",
            "c0 \"[%eval abc] [%eval 400.25]\"; sm e5;",
            "sm d4;",
            "acd 20; ce -25;",
        ],
    );
    check(
        Import::default(),
        "1. e4 {a} 1-0 {after the result}",
        &["c0 \"a after the result\"; sm e4;", ""],
    );
    check(
        Import {
            tags: Tags::None,
            ..Import::default()
        },
        "[White \"A\"]\n\n{no move} *",
        &["c0 \"no move\";"],
    );
    let only_said = Import {
        commented: true,
        ..Import::default()
    };
    check(
        only_said,
        "1. e4 {[%clk 0:04:56]} e5 {good} *",
        &["c0 \"good\"; sm e5;"],
    );
}

#[test]
fn parts_left_out_are_counted() {
    let game = "1. e4! $14 e5 (1... c5 {Sicilian} (1... e6 $1)) (1... -- 2. d4) 2. Nf3 *";
    let plain = lines(&Import::default(), game).left_out;
    assert_eq!((plain.nags, plain.variations, plain.remarks), (2, 2, 0));
    let asked = Import {
        variations: true,
        ..Import::default()
    };
    let asked = lines(&asked, game).left_out;
    assert_eq!((asked.nags, asked.variations, asked.remarks), (2, 2, 2));
}
