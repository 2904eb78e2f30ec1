//! Games recorded as records, replies to them, and engine runs with their solved records.

use crate::harness::Editor;
use epdit::editor::overlay::report::Sign;
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
fn the_page_of_a_game_lists_its_moves_and_opens_their_records() {
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
    // The cursor is on the record that the page was opened on.
    assert_eq!(editor.report().cursor, 2);
    let editor = editor.keys("Up Enter");
    assert!(!editor.has_dialog());
    assert_eq!(editor.selected(), 1);
}

/// The reason for a break: the first square that differs.
const DIFFERS: &str = "expected nothing on g1, found `N`";

#[test]
fn unrelated_records_are_not_a_game() {
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
fn an_existing_reply_is_shown_and_not_added_again() {
    let editor = Editor::open(GAME).call("reply");
    assert_eq!(editor.text(), GAME);
    assert_eq!(editor.selected(), 1);
    assert_eq!(
        editor.status(),
        "no reply added: the next record already has that position"
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
fn mate_scores_are_listed_as_moves_to_mate() {
    for (ce, expected) in [
        (32_764, "mate in 2"),
        (-32_763, "mated in 2"),
        (32_000, "32000"),
        (32_767, "32767"),
    ] {
        let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce {ce}; pm e3;\n");
        let editor = Editor::open(&line).keys("O").done();
        let listed = editor.listed();
        let [.., columns, row] = listed.as_slice() else {
            panic!("{listed:?}");
        };
        let words = |line: &str| {
            line.split("  ")
                .map(str::trim)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(columns).concat(), "linegoalplayedce");
        assert_eq!(words(row).concat(), format!("1bm e4e3{expected}"));
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
fn the_test_report_lists_results_groups_and_records() {
    let editor = Editor::open(RUN).keys("O").done();
    assert_eq!(editor.report().title, "Test report of test.epd");
    let listed = editor.listed();
    assert_eq!(
        listed[..12],
        [
            "test.epd: 2 of 4 solved (50.0 %)",
            "solved 2",
            "missed 2",
            "1 record has no single answer (a legal pm, or a mate found), and is left out.",
            "By group",
            "group  solved     %",
            "A      1 of 2  50.0",
            "B      1 of 2  50.0",
            "Missed (2)",
            "line  id   goal   played  ce  depth",
            "   2  A.2  bm d4  d3      12      5",
            "   4  B.2  bm b4  b3",
        ]
    );
    for row in [
        "Effort",
        "depth (acd)",
        "Solved (2)",
        "   3  B.1  bm c4  c4          6",
    ] {
        assert!(listed.contains(&row.to_owned()), "{row}: {listed:?}");
    }
    // A count opens its records, and so does its key in other reports.
    for (keys, rows, name) in [
        ("Enter", 2, "2 lines: solved"),
        ("Down f", 2, "2 lines: missed"),
        ("Down Down Down Enter", 2, "2 lines: group B"),
        ("Down Down f", 2, "2 lines: group A"),
    ] {
        let editor = Editor::open(RUN).keys("O").done().keys(keys);
        assert_eq!(editor.row_count(), rows, "{keys}");
        assert!(editor.status().starts_with(name), "{}", editor.status());
    }
    let missed = Editor::open(RUN).keys("O").done().keys("Down Enter");
    let shown = missed.filter().expect("a filter");
    assert_eq!(shown.shown.lines().iter().collect::<Vec<_>>(), [1, 3]);
    let editor = Editor::open(RUN)
        .keys("O")
        .done()
        .keys("End Up Up Enter")
        .done();
    assert_eq!(editor.row_count(), 1);
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
    assert_eq!(editor.report().note, "→ compares with another open file");
    let editor = editor.keys("Right").done();
    assert_eq!(
        editor.report().title,
        "Test report of test.epd against other.epd"
    );
    let listed = editor.listed();
    assert_eq!(
        listed[..5],
        [
            "2 runs",
            "solved by both 1",
            "only test.epd 1",
            "only other.epd 1",
            "solved by neither 1",
        ]
    );
    for row in [
        "run       against    both  neither  only it  only the other  chance",
        "test.epd  other.epd     1        1        1               1   100 %",
        "Solved by some (2)",
        "record  goal   test.epd  other.epd",
        "A.2     bm d4  ✗ d3      ✓ d4",
    ] {
        assert!(listed.contains(&row.to_owned()), "{row}: {listed:?}");
    }
    // Every set can be filtered by, in its own file.
    let shown = Editor::two(RUN, &other)
        .keys("O")
        .done()
        .keys("Right")
        .done();
    let shown = shown.keys("Down Enter");
    assert!(
        shown.status().starts_with("1 line: only test.epd"),
        "{}",
        shown.status()
    );
    // After the last comparison comes the file alone again.
    let editor = editor.keys("Right").done();
    assert_eq!(editor.report().title, "Test report of test.epd");
}

#[test]
fn a_suite_without_results_explains_what_a_run_is() {
    let editor = Editor::open(GAME).keys("O").done();
    assert_eq!(editor.listed()[0], "no record can be judged");
}
