//! Games that stand as records, replies to them, and what runs of engines solved.

use crate::harness::Editor;
use epdit::app::overlay::report::Sign;
use epdit::epd::Severity;

const GAME: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - cc 000:00:00:00 000:00:00:00; ptp White \"Anna\" Black \"Boris\" Result \"1-0\"; sm e4;
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 c0 \"solid\"; eco \"C20\"; sm e5;
# said between
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 cc 000:00:00:09 000:00:00:04; draw_offer; sm Nf3;
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 sm Nc3;
rnbqkbnr/pppp1ppp/8/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq -
4k3/8/8/8/8/8/4P3/4K3 w - - sm e4; tcri \"a@example.org\" \"Anna\"; tcsi \"b@example.org\" \"Boris\";
";

#[test]
fn the_game_around_a_record_is_listed_move_by_move_and_a_record_is_gone_to() {
    let editor = Editor::open(GAME).keys("j j j L").done();
    assert_eq!(editor.report().title, "Anna – Boris 1-0");
    let note = &editor.report().note;
    assert_eq!(note, "5 records · 1 problem · clocks: White, Black");
    assert_eq!(
        editor.listed(),
        [
            "1. e4",
            "1... e5",
            "2. Nf3",
            "2. Nc3",
            "the move on line 4 does not lead here: DIFFERS",
            "2... –",
        ]
        .map(|row| row.replace("DIFFERS", DIFFERS))
    );
    let rows = &editor.report().rows;
    assert_eq!(rows[0].detail, "0:00:00 0:00:00");
    assert_eq!(rows[1].detail, "solid · eco C20");
    assert_eq!(rows[2].detail, "0:00:09 0:00:04 · draw_offer");
    assert_eq!(rows[4].sign, Some(Sign::Severity(Severity::Warning)));
    // The cursor is on the record that it was opened on.
    assert_eq!(editor.report().cursor, 2);
    let editor = editor.keys("Up Enter");
    assert!(editor.model.overlays.is_empty());
    assert_eq!(editor.selected(), 1);
}

/// What is said of the first square that differs.
const DIFFERS: &str = "expected nothing on g1, found `N`";

#[test]
fn where_records_do_not_follow_from_one_another_there_is_no_game() {
    let editor = Editor::open(GAME).keys("G L").done();
    assert_eq!(editor.listed()[0], "no game here");
    let editor = editor.keys("Enter");
    assert_eq!(editor.status(), "no record to go to");
}

#[test]
fn a_reply_is_the_next_record_back_to_the_sender() {
    let editor = Editor::open(GAME).keys("G").call("reply");
    assert_eq!(
        editor.line(7),
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 tcri \"b@example.org\" \"Boris\"; tcsi \"a@example.org\" \"Anna\";"
    );
    assert_eq!(editor.selected(), 7);
    assert!(
        editor.status().starts_with("made the reply"),
        "{}",
        editor.status()
    );
    let editor = editor.call("reply");
    assert_eq!(editor.status(), "expected one legal supplied move (sm)");
    assert_eq!(editor.keys("u").text(), GAME);
    let editor = Editor::open(GAME).read_only().keys("G").call("reply");
    assert_eq!(editor.status(), "the file is open read-only");
}

#[test]
fn a_reply_that_is_there_already_is_gone_to_and_not_made_again() {
    let editor = Editor::open(GAME).call("reply");
    assert_eq!(editor.text(), GAME);
    assert_eq!(editor.selected(), 1);
    assert_eq!(
        editor.status(),
        "the next record is that position already: no reply was added"
    );
    let twice = Editor::open(GAME)
        .keys("G")
        .call("reply")
        .keys("k")
        .call("reply");
    assert_eq!(twice.selected(), 7);
    assert_eq!(twice.text().lines().count(), 8);
}

#[test]
fn a_mate_is_told_in_moves() {
    for (ce, expected) in [
        (32_764, "mate in 2"),
        (-32_763, "mated in 2"),
        (32_000, "ce 32000"),
        (32_767, "ce 32767"),
    ] {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce {ce}; pm e3;\n");
        let editor = Editor::open(&line).keys("O").done();
        let detail = &editor.report().rows.last().expect("a row").detail;
        assert_eq!(detail, &format!("bm e4 · played e3 · {expected}"));
    }
}

const RUN: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - acd 4; acn 100; bm e4; id \"A.1\"; pm e4;
4k3/8/8/8/8/8/3P4/4K3 w - - acd 5; acn 2000; bm d4; ce 12; id \"A.2\"; pm d3;
4k3/8/8/8/8/8/2P5/4K3 w - - acd 6; acn 300; bm c4; id \"B.1\"; pm c4;
4k3/8/8/8/8/8/1P6/4K3 w - - bm b4; id \"B.2\"; pm b3;
4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"B.3\";
";

#[test]
fn a_run_is_told_by_result_group_and_record() {
    let editor = Editor::open(RUN).keys("O").done();
    assert_eq!(editor.report().title, "Test report of test.epd");
    assert_eq!(editor.report().note, "1 record without a legal pm");
    let listed = editor.listed();
    assert_eq!(
        listed[..10],
        [
            "Result",
            "solved 2",
            "missed 2",
            "By group",
            "A 1",
            "B 1",
            "Missed (2)",
            "A.2",
            "B.2",
            "Depth of the search (acd), median 5"
        ]
    );
    assert_eq!(
        editor.report().rows[7].detail,
        "bm d4 · played d3 · ce 12 · depth 5"
    );
    assert!(
        listed.contains(&"Depth of the search (acd), median 5".to_owned()),
        "{listed:?}"
    );
    // What is counted leads to its records, and so does its key in other reports.
    for (keys, rows, name) in [
        ("Enter", 2, "2 lines: solved"),
        ("Down f", 2, "2 lines: missed"),
        ("Down Down Down Enter", 2, "2 lines: group B"),
        ("Down Down f", 2, "2 lines: group A"),
    ] {
        let editor = Editor::open(RUN).keys("O").done().keys(keys);
        assert_eq!(editor.model.document.row_count(), rows, "{keys}");
        assert!(editor.status().starts_with(name), "{}", editor.status());
    }
    let missed = Editor::open(RUN).keys("O").done().keys("Down Enter");
    let shown = missed.model.document.filter.as_ref().expect("a filter");
    assert_eq!(shown.shown.lines().iter().collect::<Vec<_>>(), [1, 3]);
    let editor = Editor::open(RUN)
        .keys("O")
        .done()
        .keys("End Up Up Enter")
        .done();
    assert_eq!(editor.model.document.row_count(), 1);
    assert!(
        editor.status().contains("acn between 1000 and 2999"),
        "{}",
        editor.status()
    );
}

#[test]
fn a_run_is_compared_with_the_other_open_file() {
    let other = RUN
        .replace("pm d3", "pm d4")
        .replace("id \"B.1\"; pm c4", "id \"B.1\"; pm c3");
    let editor = Editor::two(RUN, &other).keys("O").done();
    assert_eq!(
        editor.report().note,
        "1 record without a legal pm · → compares with another open file"
    );
    let editor = editor.keys("Right").done();
    assert_eq!(
        editor.report().title,
        "Test report of test.epd against other.epd"
    );
    let listed = editor.listed();
    assert_eq!(
        listed[..6],
        [
            "4 records in both",
            "solved by both 1",
            "only test.epd 1",
            "only other.epd 1",
            "solved by neither 1",
            "so different",
        ]
    );
    let at = listed
        .iter()
        .position(|row| row == "Solved only by other.epd (1)")
        .expect("a part");
    assert_eq!(listed[at + 1], "A.2");
    assert_eq!(editor.report().rows[at + 1].detail, "bm d4 · d3 against d4");
    // Round again: the file alone.
    let editor = editor.keys("Right").done();
    assert_eq!(editor.report().title, "Test report of test.epd");
}

#[test]
fn a_suite_without_answers_says_what_a_run_is() {
    let editor = Editor::open(GAME).keys("O").done();
    assert_eq!(editor.listed()[0], "no record can be judged");
}
