use super::*;
use crate::engine::search::SearchResults;
use crate::engine::uci::{Message, read};
use crate::epd::ReadOptions;

fn written(record: &str, said: &[&str], best: &str) -> String {
    let record = Record::read(record.as_bytes(), &ReadOptions::default());
    let request = request(&record, Limits::default(), 3).expect("a position");
    let operations = match request.over() {
        Some(score) => over(score),
        None => {
            let mut gathered = SearchResults::new(&request);
            for line in said {
                if let Message::Info(info) = read(line.as_bytes()) {
                    gathered.take(info);
                }
            }
            operations_of(
                &request.position,
                &gathered.finish(Some(best)).expect("an analysis"),
                "",
            )
        }
    };
    let line = set_operations(&record, &operations).expect("written");
    String::from_utf8(line.expect("a change")).expect("text")
}

#[test]
fn a_record_gets_line_score_and_effort() {
    let said = ["info depth 12 score cp 31 nodes 5000 time 2600 pv e2e4 e8e7"];
    assert_eq!(
        written("4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n", &said, "e2e4"),
        "4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; acn 5000; acs 3; ce 31; id \"pawn\"; pm e4; pv e4 Ke7;\n"
    );
}

#[test]
fn earlier_results_are_replaced_and_obsolete_lines_removed() {
    let said = [
        "info depth 3 multipv 1 score mate 1 nodes 50 time 20 pv d1d8",
        "info depth 3 multipv 2 score cp -5 nodes 50 time 20 pv a1b1 g8f8",
    ];
    let before = "6k1/5ppp/8/8/8/8/8/K2R4 w - - Ce2 4; Ce3 5; Pv2 Kb2; Pv3 Ka2; acn 9; ce 4; pm Kb2; pv Kb2;";
    assert_eq!(
        written(before, &said, "d1d8"),
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - Ce2 -5; Pv2 \"Kb1 Kf8\"; acd 3; acn 50; acs 0; ce 32766; pm Rd8#; pv Rd8#;"
    );
}

#[test]
fn a_move_that_no_line_begins_with_has_no_score() {
    let said = ["info depth 9 score cp 77 nodes 50 time 20 pv a2a3"];
    let before = "4k3/8/8/8/8/8/P3P3/4K3 w - - ce 4; pm Kd2; pv Kd2;";
    assert_eq!(
        written(before, &said, "e2e4"),
        "4k3/8/8/8/8/8/P3P3/4K3 w - - Ce2 77; Pv2 \"a3\"; acd 9; acn 50; acs 0; pm e4; pv e4;"
    );
}

#[test]
fn values_that_the_engine_did_not_report_are_not_written() {
    let said = ["info depth 99999999999999999999 score cp 31 time 20 pv e2e4"];
    let before = "4k3/8/8/8/8/8/4P3/4K3 w - - acd 4; acn 9;";
    assert_eq!(
        written(before, &said, "e2e4"),
        "4k3/8/8/8/8/8/4P3/4K3 w - - acs 0; ce 31; pm e4; pv e4;"
    );
}

#[test]
fn a_line_in_quotes_is_no_longer_than_a_string_may_be() {
    let check = |moves: usize, expected: usize| {
        let line = vec!["Kd1"; moves].join(" ");
        assert_eq!(
            line_as_string(&line),
            format!("\"{}\"", vec!["Kd1"; expected].join(" "))
        );
    };
    check(3, 3);
    check(64, 64);
    check(65, 64);
    check(200, 64);
    assert_eq!(line_as_string(&"x".repeat(255)).len(), 257);
}

#[test]
fn a_game_that_is_over_has_an_empty_line_and_no_move() {
    assert_eq!(
        written("k7/2Q5/8/8/8/8/8/K7 b - - pm Kb8;", &[], ""),
        "k7/2Q5/8/8/8/8/8/K7 b - - acd 0; acn 0; acs 0; ce 0; pv;"
    );
    assert_eq!(
        written("6k1/8/8/8/8/8/PPP5/1K1r4 w - - id \"mated\";", &[], ""),
        "6k1/8/8/8/8/8/PPP5/1K1r4 w - - acd 0; acn 0; acs 0; ce -32767; id \"mated\"; pv;"
    );
}
