//! The relations of records in a game, and of unrelated records.

use super::*;
use crate::epd::{Code, ReadOptions};
use crate::suite::Suite;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";
const D4: &str = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -";
const E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
const NF3: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";

#[track_caller]
fn check(before: &str, after: &str, joint: Option<Joint>, expected: &[(Code, &str)]) {
    let options = ReadOptions::default();
    let read = |line: &'static str| Record::read(line.as_bytes(), &options);
    let (before, after) = (before.to_owned().leak(), after.to_owned().leak());
    let found = pair(&read(before), 7, &read(after));
    assert_eq!(found.joint, joint);
    let flaws: Vec<_> = found
        .flaws
        .iter()
        .map(|flaw| (flaw.code, flaw.message.as_str()))
        .collect();
    assert_eq!(flaws, expected);
}

#[test]
fn a_move_leads_to_the_next_record_and_a_break_names_the_difference() {
    let with_move = format!("{START} sm e4;");
    check(&with_move, E4, Some(Joint::Leads), &[]);
    check(&format!("{START} sv e4 e5;"), E4, Some(Joint::Leads), &[]);
    check(
        &with_move,
        D4,
        Some(Joint::Breaks),
        &[(
            Code::GameBreak,
            "the move on line 7 does not lead here: expected `P` on d2, found nothing",
        )],
    );
    check(
        &with_move,
        &E4.replace(" b ", " w ").replace("e3", "-"),
        Some(Joint::Breaks),
        &[(
            Code::GameBreak,
            "the move on line 7 does not lead here: expected Black to move, found White",
        )],
    );
    check(
        &with_move,
        &E4.replace("KQkq", "KQ"),
        Some(Joint::Breaks),
        &[(
            Code::GameBreak,
            "the move on line 7 does not lead here: castling rights were lost",
        )],
    );
}

#[test]
fn a_new_game_begins_with_the_initial_array_other_tags_or_a_distant_position() {
    let with_move = format!("{E4} sm e5;");
    check(&with_move, START, Some(Joint::Apart), &[]);
    let tagged = format!("{E5} ptp White \"A\";");
    check(&with_move, &tagged, Some(Joint::Apart), &[]);
    let far = "8/8/4k3/8/8/4K3/4P3/8 w - -";
    check(&with_move, far, Some(Joint::Apart), &[]);
    check(START, E4, None, &[]);
    check(&with_move, "8/8/8/8/8/8/8/8 w - -", None, &[]);
}

#[test]
fn clocks_and_move_numbers_only_grow() {
    let before = format!("{START} cc 000:00:01:10 000:00:02:00; fmvn 3; sm e4;");
    check(
        &before,
        &format!("{E4} cc 000:00:01:12 000:00:01:59; fmvn 2;"),
        Some(Joint::Leads),
        &[
            (
                Code::ClockRunsBack,
                "Black has used 0:01:59, less than the 0:02:00 on line 7",
            ),
            (
                Code::ClockRunsBack,
                "the move number is 2, less than the 3 on line 7",
            ),
        ],
    );
    let later = format!("{E4} cc 000:00:01:12 000:00:02:00; fmvn 3;");
    check(&before, &later, Some(Joint::Leads), &[]);
    // The move leads there exactly: that is a game, however short the file.
    let options = ReadOptions::default();
    let back = format!("{E4} cc 000:00:01:12 000:00:01:59;");
    let read = |line| Record::read(str::as_bytes(line), &options);
    assert!(
        pair(&read(&before), 7, &read(&back))
            .flaws
            .iter()
            .all(Flaw::is_sure)
    );
    assert_eq!(time(90_061), "1d 1:01:01");
}

#[test]
fn only_respond_takes_a_reply_and_with_exchanged_addresses() {
    let sent = |command: &str| {
        format!("{START} refcom {command}; sm e4; tcri \"a\" \"A\"; tcsi \"b\" \"B\";")
    };
    let reply = format!("{E4} refreq reply; sm e5; tcri \"b\" \"B\"; tcsi \"a\" \"A\";");
    check(&sent("respond"), &reply, Some(Joint::Leads), &[]);
    check(
        &sent("execute"),
        &reply,
        Some(Joint::Leads),
        &[(
            Code::WrongReply,
            "`refcom execute` on line 7 takes no reply",
        )],
    );
    check(
        &sent("respond"),
        &reply.replace("tcri \"b\" \"B\"", "tcri \"c\" \"C\""),
        Some(Joint::Leads),
        &[(
            Code::WrongReply,
            "the `tcri` of a reply is the `tcsi` of line 7",
        )],
    );
    check(
        &sent("respond"),
        &reply.replace("reply", "sign_on"),
        Some(Joint::Leads),
        &[(
            Code::WrongReply,
            "`refcom respond` on line 7 takes `refreq reply`, found `refreq sign_on`",
        )],
    );
    // The referee passes a move on to the other player.
    let handed_on = format!("{E4} refcom respond; sm e5;");
    check(&reply, &handed_on, None, &[]);
}

#[test]
fn a_file_consists_of_games_once_most_moves_lead_to_the_next_record() {
    let pair = |joint| Pair {
        joint: Some(joint),
        flaws: Vec::new(),
    };
    let mut games = Games::default();
    let told: Vec<bool> = [
        Joint::Breaks,
        Joint::Leads,
        Joint::Leads,
        Joint::Leads,
        Joint::Breaks,
        Joint::Apart,
        Joint::Breaks,
        Joint::Breaks,
    ]
    .map(|joint| games.take(&pair(joint)))
    .into();
    assert_eq!(told, [false, false, false, false, true, true, true, false]);
}

fn around(lines: &[String], line: usize) -> Option<Game> {
    let suite = Suite::from_bytes("game.epd", lines.join("\n").into_bytes());
    Game::around(&suite.snapshot(), line, &Job::new()).expect("lines")
}

#[test]
fn a_game_has_all_connected_records_before_and_after_a_record() {
    let lines = [
        format!("{E4} sm e5;"),
        format!("{START} cc 000:00:00:00 000:00:00:00; ptp White \"A\" Black \"B\"; sm e4;"),
        "# said between".to_owned(),
        format!("{E4} c0 \"solid\"; eco \"C20\"; sm e5;"),
        format!("{E5} cc 000:00:00:09 000:00:00:04; draw_offer; eco \"C20\"; sm Nf3;"),
        format!("{E5} sm Nc3;"),
        NF3.to_owned(),
        "8/8/4k3/8/8/4K3/4P3/8 w - - sm e4;".to_owned(),
    ];
    for line in [1, 3, 4] {
        let game = around(&lines, line).expect("a game");
        let turns: Vec<_> = game
            .turns
            .iter()
            .map(|turn| {
                (
                    turn.line,
                    turn.number,
                    turn.is_white,
                    turn.played.as_deref(),
                )
            })
            .collect();
        assert_eq!(
            turns,
            [
                (1, 1, true, Some("e4")),
                (3, 1, false, Some("e5")),
                (4, 2, true, Some("Nf3")),
                (5, 2, true, Some("Nc3")),
                (6, 2, false, None),
            ]
        );
        assert_eq!(game.tags.len(), 2);
        assert_eq!(game.turns[2].clocks, Some([9, 4]));
        assert_eq!(game.turns[2].said, ["draw_offer"]);
        assert_eq!(game.turns[1].set.len(), 2);
        assert!(game.turns[2].set.is_empty(), "it holds already");
        assert_eq!(game.turns[3].flaws.len(), 1);
        assert!(!game.is_cut);
    }
    assert!(around(&lines, 0).is_none());
    assert!(around(&lines, 2).is_none());
    assert!(around(&lines, 7).is_none());
}
