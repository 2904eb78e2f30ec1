//! Live analysis follows the board, shows no stale line, and its lines can be written into the record or
//! played on the board.

use crate::harness::Editor;
use epdit::editor::effect::Effect;
use epdit::editor::panes::analysis::{heard, lines, said, title};
use epdit::editor::state::engines::{AnalyseJob, News};
use epdit::engine::{Analysis, Line, Request};
use epdit::epd::score::Score;
use std::time::Duration;

const TWO: &str =
    "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"one\";\n4k3/4p3/8/8/8/8/8/4K3 b - - id \"two\";\n";

fn last_request(editor: &Editor) -> &AnalyseJob {
    let mut effects = editor.effects.iter().rev();
    let job = effects.find_map(|effect| match effect {
        Effect::Analyse(job) => Some(&**job),
        _ => None,
    });
    job.expect("a position was asked about")
}

/// Returns an engine's answer: a few legal moves of the position.
fn engine_answer(request: &Request) -> Analysis {
    use epdit::epd::shakmaty::Position;
    let moves = request.position.legal_moves().into_iter().take(3);
    let line = |(at, played)| Line {
        moves: vec![played],
        score: Score::Centipawns(100 - 10 * at),
        bound: None,
        depth: 12,
        selective_depth: 20,
    };
    Analysis {
        lines: (0_i64..).zip(moves).map(line).collect(),
        depth: 12,
        nodes: 12_345,
        speed: 1_000_000,
        time: Duration::from_millis(1600),
        ..Analysis::default()
    }
}

fn send_news(editor: &mut Editor, ticket: u64, news: News) {
    editor.tell(move |model| heard(model, ticket, news));
}

fn answered(mut editor: Editor) -> Editor {
    let job = last_request(&editor).clone();
    let news = News::Lines(Box::new(engine_answer(&job.request)));
    send_news(&mut editor, job.ticket, news);
    editor
}

fn shown(editor: &Editor) -> Vec<String> {
    let live = editor.analysis().expect("analysis is on");
    let lines = lines(live).into_iter();
    lines
        .map(|(score, moves)| format!("{score} {moves}"))
        .collect()
}

fn analysing(text: &str) -> Editor {
    answered(Editor::open(text).keys("A"))
}

#[test]
fn one_key_starts_and_stops_live_analysis() {
    let editor = analysing(TWO);
    assert_eq!(shown(&editor).len(), 3);
    assert!(editor.layout().analysis.is_some());
    let editor = editor.keys("A");
    assert!(matches!(editor.effects.last(), Some(Effect::StopAnalysis)));
    // The lines stay usable until the analysis is closed or the position changes.
    assert_eq!(shown(&editor).len(), 3);
    assert_eq!(
        editor.status(),
        "analysis stopped · E uses a line, A closes it"
    );
    assert!(title(editor.analysis().expect("on")).contains(" · stopped · depth 12"));
    let editor = editor.keys("A");
    assert!(editor.analysis().is_none());
    assert!(editor.layout().analysis.is_none());
    let stopped = || analysing(TWO).keys("A");
    assert!(stopped().keys("Ctrl-Down").analysis().is_none());
    let editor = stopped().keys("E 1");
    assert!(editor.line(0).contains("pv "), "{}", editor.line(0));
    // Without a line there is nothing to keep.
    assert!(Editor::open(TWO).keys("A A").analysis().is_none());
}

#[test]
fn analysis_follows_the_board_and_never_shows_a_line_of_another_position() {
    let editor = analysing(TWO);
    let (first, lines_of_first) = (last_request(&editor).clone(), shown(&editor));
    let mut editor = editor.keys("Ctrl-Down");
    assert!(shown(&editor).is_empty(), "they are of the record before");
    assert_ne!(last_request(&editor).ticket, first.ticket);
    // A late line of the position before.
    send_news(
        &mut editor,
        first.ticket,
        News::Lines(Box::new(engine_answer(&first.request))),
    );
    assert!(shown(&editor).is_empty());
    let editor = answered(editor);
    assert_ne!(shown(&editor), lines_of_first);
    // A change that keeps the position keeps the lines.
    let asked_before = last_request(&editor).ticket;
    let editor = editor.call("set \"acd 5\"");
    assert_eq!(last_request(&editor).ticket, asked_before);
}

#[test]
fn analysis_continues_while_the_position_is_edited_and_moves_are_played() {
    let editor = analysing(TWO).keys("Enter m");
    let before = last_request(&editor).ticket;
    let editor = editor.keys("t");
    assert_ne!(
        last_request(&editor).ticket,
        before,
        "the other side is to move"
    );
    let editor = editor.keys("t m").typed("e4");
    let request = &last_request(&editor).request;
    assert_eq!(request.position, editor.play().expect("playing").position);
    // Back to the record's position.
    let editor = answered(editor.keys("<"));
    assert_eq!(shown(&editor).len(), 3);
}

#[test]
fn finished_and_illegal_positions_start_no_engine() {
    let check = |line: &str, words: &str| {
        let editor = Editor::open(line).keys("A");
        let live = editor.analysis().expect("on");
        assert_eq!(said(live).as_deref(), Some(words));
        assert!(
            !editor
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Analyse(_)))
        );
    };
    check("8/8/8/8/8/8/8/4K3 w - -\n", "no legal position to analyse");
    check("k7/2Q5/8/8/8/8/8/K7 b - -\n", "stalemate");
    check("6k1/8/8/8/8/8/PPP5/1K1r4 w - -\n", "checkmate");
}

#[test]
fn the_score_of_an_engine_without_lines_is_shown() {
    let mut editor = Editor::open(TWO).keys("A");
    let job = last_request(&editor).clone();
    let mut found = engine_answer(&job.request);
    found.lines.truncate(1);
    found.lines[0].moves.clear();
    found.is_lineless = true;
    send_news(&mut editor, job.ticket, News::Lines(Box::new(found)));
    assert_eq!(
        shown(&editor),
        ["+1.00 the engine sent a score but no moves"]
    );
    let live = editor.analysis().expect("on");
    assert!(live.share_of_white().is_some_and(|share| share > 500));
    let editor = editor.keys("E");
    assert_eq!(editor.status(), "the engine sent a score but no moves");
}

#[test]
fn a_line_goes_into_the_record_as_one_change() {
    let editor = analysing(TWO).keys("E");
    let menu = editor.menu();
    assert_eq!(menu.items.len(), 6);
    assert!(
        menu.items[0].label.starts_with("write "),
        "{}",
        menu.items[0].label
    );
    let best = menu.items[0].detail.clone();
    let editor = editor.keys("Enter");
    assert_eq!(
        editor.line(0),
        format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - - acd 12; acn 12345; acs 2; bm {best}; ce 100; id \"one\"; pm {best}; pv {best};"
        )
    );
    assert_eq!(shown(&editor).len(), 3, "the position is the same");
    let editor = editor.keys("Ctrl-z");
    assert_eq!(editor.line(0), TWO.lines().next().expect("a line"));
}

#[test]
fn the_earlier_engine_is_not_named_for_a_new_line() {
    let one = "4k3/8/8/8/8/8/4P3/4K3 w - - ce 7; Engine \"Old 1\"; Limit \"depth 3\";\n";
    let mut editor = analysing(one);
    let ticket = last_request(&editor).ticket;
    send_news(&mut editor, ticket, News::Began("New 2".into()));
    let line = editor.keys("E Enter").line(0);
    assert!(line.contains("Ae \"New 2\";"), "{line}");
    assert!(
        !line.contains("Limit") && !line.contains("Engine"),
        "{line}"
    );
}

#[test]
fn recording_a_line_names_what_it_replaces_and_can_append() {
    let one = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Kf2; id \"one\";\n";
    let editor = analysing(one).keys("E");
    let labels: Vec<String> = (editor.menu().items.iter())
        .map(|item| item.label.clone())
        .collect();
    let best = editor.menu().items[0].detail.clone();
    assert_ne!(best, "Kf2", "else there is nothing to replace");
    assert_eq!(labels[0], format!("write {best} +1.00 · bm Kf2 → {best}"));
    assert_eq!(labels[3], format!("write {best} +1.00 · keep bm"));
    let kept = analysing(one).keys("E k");
    assert!(kept.line(0).contains("bm Kf2; ce 100;"), "{}", kept.line(0));
    assert!(kept.line(0).contains(&format!("pv {best};")));
    assert_eq!(kept.status(), "wrote the engine's line · undo ^Z");
    let replaced = editor.keys("Enter");
    assert!(replaced.line(0).contains(&format!("bm {best};")));
    assert_eq!(
        replaced.status(),
        format!("wrote the engine's line · bm Kf2 → {best} · undo ^Z")
    );
    // An equal move is not announced as a replacement.
    let same = analysing(&one.replace("Kf2", &best)).keys("E");
    assert_eq!(same.menu().items[0].label, format!("write {best} +1.00"));
}

#[test]
fn a_line_is_played_on_the_board() {
    let editor = analysing(TWO).keys("E");
    let second = editor.menu().items[4].detail.clone();
    let editor = editor.keys("Down Down Down Down Enter");
    let play = editor.play().expect("play mode");
    assert_eq!(play.in_words(), [(second, true)]);
    assert!(
        shown(&editor).is_empty(),
        "the board shows another position"
    );
}

#[test]
fn a_click_on_the_lines_lists_them() {
    let editor = analysing(TWO);
    let place = editor.layout().analysis.expect("the lines");
    let editor = editor.click((place.x + 10, place.y + 1));
    assert_eq!(editor.menu().title, "Analysis: use a line");
}

#[test]
fn lines_of_an_earlier_position_are_not_written() {
    let editor = answered(analysing(TWO).keys("Enter").typed("e4")).keys("E");
    let menu = editor.menu();
    let reason = "the board does not show the record's position";
    // Enabled rows come first.
    assert!(menu.items[0].disabled.is_none());
    let last = menu.items.last().expect("lines");
    assert_eq!(last.disabled.as_deref(), Some(reason));
    let editor = analysing(TWO).read_only().keys("E");
    let items = &editor.menu().items;
    assert!(items.last().is_some_and(|item| item.disabled.is_some()));
}

#[test]
fn without_lines_the_command_says_why() {
    let editor = Editor::open(TWO).keys("E");
    assert_eq!(editor.status(), "analysis is off · A starts it");
    let editor = editor.keys("A E");
    assert_eq!(editor.status(), "the engine has not started yet");
}

#[test]
fn a_failure_is_reported_and_the_next_position_is_analysed() {
    let mut editor = Editor::open(TWO).keys("A");
    let ticket = last_request(&editor).ticket;
    send_news(
        &mut editor,
        ticket,
        News::Failed("the engine gave no score".into()),
    );
    assert_eq!(editor.status(), "analysis: the engine gave no score");
    let editor = answered(editor.keys("Ctrl-Down"));
    assert_eq!(shown(&editor).len(), 3);
}

#[test]
fn lines_are_shown_under_the_engine_that_found_them() {
    let mut editor = Editor::open(TWO)
        .call("set engines.one=first")
        .call("set engines.two=second")
        .keys("A");
    let ticket = last_request(&editor).ticket;
    send_news(&mut editor, ticket, News::Began("First 1.0".into()));
    let name = |editor: &Editor| {
        let live = editor.analysis().expect("on");
        live.engine.clone()
    };
    let editor = editor.keys("Ctrl-Down");
    assert_eq!(name(&editor).as_deref(), Some("First 1.0"));
    let mut editor = editor.call("set analysis-engine=two");
    assert_eq!(name(&editor), None);
    let ticket = last_request(&editor).ticket;
    send_news(
        &mut editor,
        ticket,
        News::Failed("can't start `second`: no such program".into()),
    );
    assert_eq!(name(&editor), None);
    assert!(title(editor.analysis().expect("on")).starts_with("Analysis"));
}

#[test]
fn the_evaluation_bar_shows_whites_share_whoever_is_to_move() {
    let share = |line: &str| {
        let editor = analysing(line);
        editor.analysis().expect("on").share_of_white()
    };
    // The side to move is a pawn up.
    assert_eq!(share("4k3/8/8/8/8/8/4P3/4K3 w - -\n"), Some(640));
    assert_eq!(share("4k3/8/8/8/8/8/4P3/4K3 b - -\n"), Some(360));
    let mated = Editor::open("6k1/8/8/8/8/8/PPP5/1K1r4 w - -\n").keys("A");
    assert_eq!(mated.analysis().expect("on").share_of_white(), Some(0));
}

#[test]
fn analysis_fits_on_an_80x24_screen() {
    for (cols, rows) in [(80, 24), (120, 36), (200, 60)] {
        let editor = Editor::open(TWO).sized(cols, rows).keys("A");
        let layout = editor.layout();
        let lines = layout.analysis.expect("room");
        assert_eq!(lines.height, 5, "three lines in a frame");
        assert_eq!(layout.raw.map(|raw| raw.y), Some(lines.bottom()));
        assert!(layout.board.is_some_and(|board| board.bottom() <= lines.y));
    }
}
