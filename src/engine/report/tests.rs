use super::*;
use crate::exchange::page::{Page, html, markdown, text};

/// Returns the page as plain text.
fn shown(page: &Page) -> String {
    text(page, |text| text.chars().count(), true)
}

const WHITE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
const BLACK: &str = "4k3/4p3/8/8/8/8/4P3/4K3 b - -";

fn run(name: &str, lines: &[String]) -> Run {
    let mut run = Run::new(name, Group::Id);
    for (line, number) in lines.iter().zip(1..) {
        run.take(line.as_bytes(), number, &ReadOptions::default());
    }
    run
}

fn lines(records: &[(&str, &str)]) -> Vec<String> {
    let line = |(position, operations): &(&str, &str)| format!("{position} {operations}");
    records.iter().map(line).collect()
}

fn first() -> Run {
    run(
        "a.epd",
        &lines(&[
            (
                WHITE,
                "bm e4; id \"X.1\"; pm e4; acd 3; acn 100; acs 1; SolvedDepth 2; SolvedNodes 50; SolvedMs 12;",
            ),
            (
                BLACK,
                "am e5; id \"X.2\"; pm e5; acd 9; acn 90000; acs 2; ce -7;",
            ),
            (
                BLACK,
                "bm e6; id \"Y.1\"; pm e6; c0 \"e6=10, e5=4\"; acd 4; acn 200;",
            ),
            (
                WHITE,
                "bm e3; id \"Y.2\"; pm Kd2; c0 \"e3=9, Kd2=2\"; acd 4; acn 300;",
            ),
            (WHITE, "bm e3; id \"Y.3\";"),
            (WHITE, "id \"Z\"; pm e4;"),
        ]),
    )
}

#[test]
fn contradictory_answers_and_mates_are_not_judged() {
    let run = run(
        "a.epd",
        &lines(&[
            (WHITE, "bm e3; pm e3; pm e4;"),
            (WHITE, "dm 1; FoundMate 1; FoundMate 2;"),
            (WHITE, "dm 1; dm 2; FoundMate 1;"),
        ]),
    );
    assert_eq!(
        (run.rows.len(), run.without_answer, run.without_goal),
        (0, 2, 1)
    );
}

#[test]
fn records_are_judged_by_their_answer_and_left_out_without_one() {
    let run = first();
    let total = run.total();
    assert_eq!((total.records, total.solved), (4, 2));
    assert_eq!((total.scored, total.points, total.most), (2, 12, 19));
    assert_eq!((run.without_answer, run.without_goal), (1, 1));
    let missed: Vec<&str> = run.missed().filter_map(|row| row.id.as_deref()).collect();
    assert_eq!(missed, ["X.2", "Y.2"]);
    let groups = run.groups();
    let groups: Vec<_> = groups
        .iter()
        .map(|(name, of)| (*name, of.solved, of.records))
        .collect();
    assert_eq!(groups, [("X", 1, 2), ("Y", 1, 2)]);
}

#[test]
fn a_page_says_what_was_missed_and_how_deep_it_was() {
    let report = Report::of(vec![first()]);
    insta::assert_snapshot!(shown(&report.page()));
}

#[test]
fn runs_are_labelled_by_engine_and_limit_or_else_by_name() {
    let made_by = |name: &str, ways: &[&str]| {
        let records: Vec<String> = ways
            .iter()
            .map(|made| format!("{WHITE} bm e4; pm e4; {made}"))
            .collect();
        run(name, &records)
    };
    let check = |ways: [&[&str]; 2], expected: [&str; 2], said: &str| {
        let [one, other] = ways;
        let report = Report::of(vec![made_by("a.epd", one), made_by("b.epd", other)]);
        let labels: Vec<&str> = report.runs.iter().map(|run| run.label.as_str()).collect();
        assert_eq!(labels, expected);
        let page = shown(&report.page());
        assert!(page.contains(said), "{said}: {page}");
    };
    let (one, two) = ("Ae \"One\"; ", "Ae \"Two\"; ");
    let (short, long) = ("Run \"depth 3\";", "Run \"depth 9\";");
    let (one_short, one_long) = (&*format!("{one}{short}"), &*format!("{one}{long}"));
    let (two_short, two_long) = (&*format!("{two}{short}"), &*format!("{two}{long}"));
    check(
        [&[one_short], &[two_short]],
        ["One", "Two"],
        "\nLimit of all: depth 3\n",
    );
    check(
        [&[one_short], &[one_long]],
        ["depth 3", "depth 9"],
        "\nEngine of all: One\n",
    );
    check(
        [&[one_short], &[two_long]],
        ["One, depth 3", "Two, depth 9"],
        "\n  One, depth 3  a.epd ",
    );
    check(
        [&[one_short], &[one_short]],
        ["a.epd", "b.epd"],
        "\nEngine and limit of all: One, depth 3\n",
    );
    check(
        [&[one_short], &[""]],
        ["One, depth 3", "b.epd"],
        "\n  One, depth 3  a.epd ",
    );
    check(
        [&[one_short, one_short, two_long], &[""]],
        ["a.epd", "b.epd"],
        "\na.epd: engine and limit: One, depth 3 (2 records); Two, depth 9 (1 record)\n",
    );
    let alone = made_by("a.epd", &[one_short, ""]);
    assert_eq!(
        alone.made_in_words().as_deref(),
        Some("One, depth 3 (1 record); not known (1 record)")
    );
}

#[test]
fn depths_of_searches_that_saw_a_mate_are_counted_separately() {
    let run = run(
        "a.epd",
        &lines(&[
            (WHITE, "bm e4; id \"X.1\"; pm e4; acd 10; ce 5;"),
            (BLACK, "bm e6; id \"X.2\"; pm e6; acd 12; ce -8;"),
            (WHITE, "bm e3; id \"X.3\"; pm e3; acd 245; ce 32764;"),
            (WHITE, "bm e3; id \"X.4\"; pm e3; acd 245; ce -32763;"),
        ]),
    );
    assert_eq!(run.spread(Row::plain_depth).mean(), Some(11.0));
    assert_eq!(run.spread(Row::mate_depth).count(), 2);
    let page = shown(&Report::of(vec![run]).page());
    let row = |name: &str| {
        let row = page
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        row.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    assert_eq!(
        row("depth (acd)").as_deref(),
        Some("depth (acd) 2 10 11.0 11.0 12")
    );
    let mates = row("depth, mate seen");
    assert_eq!(mates.as_deref(), Some("depth, mate seen 2 245 245 245 245"));
}

#[test]
fn an_html_page_has_a_board_for_each_missed_record() {
    let page = Report::of(vec![first()]).page();
    let found = html(&page, "a.epd");
    assert_eq!(found.matches("<figure>").count(), 2);
    assert_eq!(
        found.matches("id=\"wk\"").count(),
        1,
        "drawn once, used by all"
    );
    assert!(
        found.contains("<code>4k3/8/8/8/8/8/4P3/4K3 w - -</code>"),
        "{found}"
    );
    assert!(found.contains("<span>played Kd2</span>"));
    for outside in ["http://", "https://", "url(", "src=", "@import"] {
        let known = "http://www.w3.org/2000/svg";
        assert!(
            !found.replace(known, "").contains(outside),
            "it needs nothing else"
        );
    }
    assert!(markdown(&page).contains("| Y.2 | 4k3/8/8/8/8/8/4P3/4K3 w - - |"));
    // The solved records are listed where they can be selected.
    for written in [&found, &markdown(&page), &shown(&page)] {
        assert!(!written.contains("Solved ("), "{written}");
    }
    // Castling written as the king's move, and a position that exists only in Chess960.
    let odd = run(
        "b.epd",
        &[
            "4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra2; pm O-O-O;".to_owned(),
            "4k3/8/8/8/8/8/8/1R2K3 w B - am Rb2; pm Rb2;".to_owned(),
        ],
    );
    let missed: Vec<_> = odd
        .missed()
        .filter_map(|row| row.drawing(std::iter::empty()))
        .collect();
    let arrows: Vec<usize> = missed.iter().map(|drawing| drawing.arrows.len()).collect();
    assert_eq!(arrows, [2, 1], "what is to be avoided was played");
}

#[test]
fn two_runs_are_put_side_by_side_by_position() {
    // In another order, without one record, and with another.
    let other = run(
        "b.epd",
        &lines(&[
            (WHITE, "bm e3; id \"Y.2\"; pm e3; acn 5;"),
            (BLACK, "am e5; id \"X.2\"; pm Kd7; acn 6;"),
            (WHITE, "bm e4; id \"X.1\"; pm e4; acn 7;"),
            ("4k3/8/8/8/8/8/8/4K2R w K -", "bm O-O; id \"N\"; pm Rh8+;"),
        ]),
    );
    let report = Report::of(vec![first(), other]);
    let against = report.against(0, 1);
    let found = (against.both, against.neither, against.one, against.other);
    assert_eq!(found, (1, 0, 0, 2));
    assert_eq!((against.only_one, against.only_other), (1, 1));
    for rows in report.records() {
        let ids: Vec<_> = rows.iter().flatten().map(|row| row.id.as_deref()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] == pair[1]), "{ids:?}");
    }
    insta::assert_snapshot!(shown(&report.page()));
    insta::assert_snapshot!("two_runs_as_a_table", csv(&report));
}

#[test]
fn repeated_positions_without_ids_are_matched_in_order() {
    let without = |answer: [&str; 2]| {
        let records = answer.map(|played| format!("{WHITE} bm e4; pm {played};"));
        run("r", &records)
    };
    let report = Report::of(vec![without(["e4", "e3"]), without(["e3", "e4"])]);
    let against = report.against(0, 1);
    assert_eq!(
        (against.one, against.other, report.records().count()),
        (1, 1, 2)
    );
}

#[test]
fn the_chance_of_a_difference_is_that_of_tossed_coins() {
    let check = |one, other, expected: f64| {
        let found = chance(one, other);
        assert!((found - expected).abs() < 1e-9, "{one} {other}: {found}");
        assert!((chance(other, one) - expected).abs() < 1e-9);
    };
    check(0, 0, 1.0);
    check(1, 0, 1.0);
    check(5, 0, 2.0 / 32.0);
    check(6, 1, 2.0 * 8.0 / 128.0);
    check(10, 10, 1.0);
    check(9, 1, 22.0 / 1024.0);
    // Far beyond the range of machine numbers.
    assert!(chance(3000, 2000) < 1e-40);
    assert!((0.9..1.0).contains(&chance(50_000, 50_010)));
}

#[test]
fn bars_count_each_number_once() {
    let check = |numbers: &[i64]| {
        let spread: Spread = numbers.iter().copied().collect();
        for bars in [spread.even_bars(), spread.growing_bars()] {
            let counted: usize = bars.iter().map(|bar| bar.count).sum();
            assert_eq!(counted, numbers.len(), "{numbers:?} {bars:?}");
            assert!(bars.windows(2).all(|pair| pair[0].to < pair[1].from));
        }
        assert!(spread.even_bars().len() <= 16, "{:?}", spread.even_bars());
    };
    check(&[]);
    check(&[7]);
    check(&[0, 0, 0]);
    check(&[1, 2, 3, 4, 5, 30]);
    check(&[0, 9, 10, 29, 30, 99, 100, i64::MAX]);
    check(&(0..1000).collect::<Vec<_>>());
    let spread: Spread = [4, 1, 3, 2].into_iter().collect();
    assert_eq!((spread.median(), spread.mean()), (Some(2.5), Some(2.5)));
    assert_eq!((spread.least(), spread.most()), (Some(1), Some(4)));
}

#[test]
fn texts_of_records_are_escaped_on_pages() {
    let evil = run(
        "<a>|b.epd",
        &[format!(
            "{WHITE} bm e4; id \"<script>|*x*\u{202e}\"; pm e3;"
        )],
    );
    let page = Report::of(vec![evil]).page();
    let html = html(&page, "<a>");
    assert!(
        !html.contains("<script>") && html.contains("&lt;script&gt;"),
        "{html}"
    );
    assert!(!html.contains('\u{202e}'));
    assert!(markdown(&page).contains("\\<script\\>\\|\\*x\\*"));
}

#[test]
fn an_incomplete_run_is_reported_with_engine_and_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.epd");
    let said = || {
        let mut run = first().of_file(&path);
        run.name = "out.epd".to_owned();
        let page = shown(&Report::of(vec![run]).page());
        let line = page.lines().find(|line| line.contains("not complete"));
        line.map(str::to_owned)
    };
    assert_eq!(said(), None);
    let beside = folder.path().join("out.epd.run");
    let words = r#"{
  "about": "How the results beside this file are made, and how far; it is removed when they are complete.",
  "made": { "command": "test", "engine": "sf", "limit": "nodes 20000", "name": "Fish 15.1" }
}"#;
    std::fs::write(&beside, words).expect("written");
    let expected = "the run is not complete (Fish 15.1, nodes 20000): the rest is still to come.";
    assert_eq!(said().as_deref(), Some(expected));
    for other in [
        "limit: my own notes\n",
        "{\"about\": \"my notes\", \"made\": {}}",
    ] {
        std::fs::write(&beside, other).expect("written");
        assert_eq!(said(), None, "it is of somebody else");
    }
}
