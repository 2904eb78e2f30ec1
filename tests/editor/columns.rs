//! The columns of the suite list: which are read and shown, and which one sorts.

use crate::harness::{Editor, FIVE};
use epdit::editor::effect::Effect;
use epdit::editor::jobs::Slot;
use epdit::editor::state::columns::Column;
use epdit::editor::state::columns::page::Body;
use epdit::editor::state::columns::page::{Density, Spot};
use epdit::suite::Suite;
use std::fmt::Write;

const SUITE: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; ce 120; id \"C\";
# a comment
4k3/4p3/8/8/8/8/8/4K3 b - - bm e5; ce -30; id \"A\";
4k3/8/8/8/8/8/8/R3K2R w KQ - bm Ra9; id \"B\";
4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6; ce 7; id \"B\";
";

fn many(count: usize) -> Suite {
    let text = (0..count).fold(String::new(), |mut out, n| {
        let mv = if n % 1000 == 999 { "Ke9" } else { "Kd2" };
        let long = "x".repeat(n % 37);
        writeln!(
            out,
            "4k3/8/8/8/8/8/8/4K3 w - - bm {mv}; id \"M.{n}{long}\";"
        )
        .expect("a string");
        out
    });
    Suite::from_bytes("many.epd", text.into_bytes())
}

fn cells(editor: &Editor, row: usize) -> Vec<&str> {
    match &editor.table().rows[row].body {
        Body::Record(cells) => cells.iter().map(|cell| cell.text.as_str()).collect(),
        other => panic!("expected a record, found {other:?}"),
    }
}

fn names(editor: &Editor) -> Vec<String> {
    let shown = editor.columns();
    shown.iter().map(Column::name).collect()
}

#[test]
fn only_the_records_on_the_screen_are_read() {
    let mut editor = Editor::with(many(50_000));
    let rows = u64::from(editor.layout().list.expect("a list").height);
    let read = |editor: &Editor| editor.table().read;
    // Once for the initial size of the screen, once for the current one.
    assert!(read(&editor) <= 4 * rows, "{}", read(&editor));
    let before = read(&editor);
    editor = editor.keys("j j j k");
    assert!(
        read(&editor) - before <= 8,
        "the selected one and the one before"
    );
    let before = read(&editor);
    editor = editor.keys("G");
    assert!(read(&editor) - before <= rows);
    let before = read(&editor);
    editor = editor.keys("Tab Tab Shift-Tab");
    assert!(read(&editor) - before <= 3);
}

#[test]
fn columns_grow_while_scrolling_and_shrink_only_when_asked() {
    let mut editor = Editor::with(many(500)).sized(200, 60);
    let widths = |editor: &Editor| -> Vec<u16> {
        let wants = &editor.model.document.profile.wants;
        wants.iter().map(|want| want.width).collect()
    };
    let mut last = widths(&editor);
    for _ in 0..9 {
        editor = editor.keys("PageDown");
        let now = widths(&editor);
        assert!(now.iter().zip(&last).all(|(now, last)| now >= last));
        last = now;
    }
    editor = editor.keys("g");
    assert_eq!(widths(&editor), last);
    editor = Editor::open(&format!(
        "4k3/8/8/8/8/8/8/4K3 w - - id \"{}\";\n4k3/8/8/8/8/8/8/4K3 w - - id \"a\";\n",
        "x".repeat(30)
    ));
    let before = widths(&editor);
    editor = editor.keys("Delete");
    assert_eq!(widths(&editor), before);
    editor = editor.keys("w");
    assert!(widths(&editor)[2] < before[2]);
}

#[test]
fn columns_are_shown_hidden_and_moved_by_keys() {
    let editor = Editor::open(SUITE).keys("c");
    assert_eq!(editor.report().rows[0].label, "line");
    // Hides the side: hidden columns come after the shown ones.
    let editor = editor.keys("Down Space");
    assert_eq!(names(&editor), ["line", "id", "best", "problems"]);
    // The cursor stays on it, so it can be shown again at once, now at the right end.
    let editor = editor.keys("Space K K");
    assert_eq!(names(&editor), ["line", "id", "side", "best", "problems"]);
    let editor = editor.keys("r");
    assert_eq!(names(&editor), ["line", "side", "id", "best", "problems"]);
    let editor = editor.keys("Esc");
    assert!(!editor.has_dialog());
}

#[test]
fn any_opcode_can_be_a_column_and_numbers_are_right_aligned() {
    let editor = Editor::open(SUITE)
        .keys("c a")
        .typed("ce")
        .keys("Enter Esc");
    assert_eq!(names(&editor).last().map(String::as_str), Some("ce"));
    assert_eq!(cells(&editor, 0), ["1", "w", "C", "e4", "", "120"]);
    assert_eq!(cells(&editor, 2).last(), Some(&"-30"));
    assert!(Column::opcode("ce").is_number());
    // A private opcode is not a built-in column.
    let editor = editor.keys("c a").typed("Own_1").keys("Enter");
    assert_eq!(names(&editor).last().map(String::as_str), Some("Own_1"));
}

#[test]
fn the_opcodes_of_the_records_on_the_screen_are_offered() {
    let editor = Editor::open(SUITE).keys("c");
    let labels: Vec<&str> = editor
        .report()
        .rows
        .iter()
        .map(|row| row.label.as_str())
        .collect();
    assert!(
        labels.contains(&"ce") && labels.contains(&"bm"),
        "{labels:?}"
    );
}

#[test]
fn columns_that_have_no_room_are_scrolled_to() {
    let editor = Editor::open(SUITE).keys("Right Right");
    assert_eq!(editor.first_column(), 2);
    assert_eq!(editor.keys("Left Left Left").first_column(), 0);
}

#[test]
fn esc_stops_a_sort_and_its_result_is_dropped() {
    let mut editor = Editor::open(SUITE).call("sort-file id");
    let Some(Effect::Start(task)) = editor.effects.last().cloned() else {
        panic!("no sort runs");
    };
    editor = editor.keys("Esc");
    assert_eq!(editor.status(), "stopped sorting");
    assert!(matches!(editor.effects.last(), Some(Effect::Stop { .. })));
    editor.effects.push(Effect::Start(task));
    let editor = editor.done();
    assert_eq!(editor.text(), SUITE);
}

#[test]
fn all_background_work_is_stopped_by_one_command_and_counts_say_so() {
    let stop = |editor: Editor| editor.keys("Ctrl-P").typed("stop background").keys("Enter");
    let mut editor = Editor::open(SUITE);
    let before = editor.model.document.scan.ticket;
    editor = editor.keys("Ctrl-P").typed("check the file").keys("Enter");
    assert!(editor.is_scanning());
    editor = stop(editor.keys("s a"));
    let document = &editor.model.document;
    assert!(document.scan.stopped && !document.scan.running && document.tasks.is_empty());
    assert!(editor.effects.iter().any(|effect| matches!(
        effect,
        Effect::Stop {
            slot: Slot::Scan,
            ..
        }
    )));
    assert_ne!(document.scan.ticket, before);
    // A late result is dropped.
    let editor = editor.done();
    assert!(editor.survey().is_none());
    assert_eq!(editor.text(), SUITE);
    let editor = stop(editor);
    assert_eq!(editor.status(), "nothing runs in the background");
    // Problems are still found, by reading the lines.
    let editor = editor.keys("Esc ]").done();
    assert_eq!(editor.selected(), 3);
    let editor = editor
        .keys("Ctrl-P")
        .typed("check the file")
        .keys("Enter")
        .done();
    assert!(editor.survey().is_some());
}

#[test]
fn a_sort_of_a_file_edited_meanwhile_is_not_made() {
    let editor = Editor::open(SUITE)
        .call("sort-file id")
        .keys("Delete")
        .done();
    assert!(
        editor.status().contains("edited in the meantime"),
        "{}",
        editor.status()
    );
    assert_eq!(editor.text().lines().count(), 4);
}

#[test]
fn a_click_on_a_heading_opens_the_menu_of_its_column() {
    let editor = Editor::open(SUITE);
    let id = |editor: &Editor| {
        let titles = editor.layout().titles.expect("headings");
        let wants = &editor.model.document.profile.wants;
        let places = epdit::editor::state::columns::place(wants, 0, titles.width - 1);
        (titles.x + 1 + places[2].x, titles.y)
    };
    let at = id(&editor);
    let editor = editor.click(at);
    assert_eq!(editor.menu().title, "Column id");
    let editor = editor.keys("S").done();
    assert_eq!(editor.text(), SUITE, "the file is as it was");
    let first = editor.line_at(0).expect("a row");
    assert!(editor.line(first).contains("\"C\""));
    let at = id(&editor);
    let editor = editor.click(at).keys("h");
    assert_eq!(names(&editor), ["line", "side", "best", "problems"]);
}

#[test]
fn the_heading_of_the_sort_key_offers_to_keep_its_column() {
    // The column of the sort key is next to the id.
    let at = |editor: &Editor| {
        let titles = editor.layout().titles.expect("headings");
        let wants = &editor.model.document.profile.wants;
        let places = epdit::editor::state::columns::place(wants, 0, titles.width - 1);
        (titles.x + 1 + places[3].x, titles.y)
    };
    let sorted = || Editor::open(SUITE).call("sort ce").done();
    let own = ["line", "side", "id", "best", "problems"];
    let editor = sorted();
    assert_eq!(names(&editor), own, "it is shown without being chosen");
    let place = at(&editor);
    let editor = editor.click(place);
    assert_eq!(editor.menu().title, "Column ce");
    let items = &editor.menu().items;
    let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
    assert!(
        labels.contains(&"keep") && !labels.contains(&"hide"),
        "{labels:?}"
    );
    let editor = editor.keys("h");
    assert!(
        names(&editor).contains(&"ce".to_owned()),
        "{:?}",
        names(&editor)
    );
    let editor = editor.keys("Esc");
    assert!(editor.sorted().is_none());
    assert!(
        names(&editor).contains(&"ce".to_owned()),
        "without the sort, too"
    );
    // Unless it is kept, it disappears with the sort.
    let editor = sorted().keys("Esc");
    assert_eq!(names(&editor), own);
}

#[test]
fn the_scroll_map_shows_problems_matches_and_edits_of_the_whole_file() {
    let mut editor = Editor::with(many(50_000));
    let total =
        |editor: &Editor, of: fn(&Spot) -> usize| -> usize { editor.spots().iter().map(of).sum() };
    assert_eq!(total(&editor, |spot| spot.lines), 50_000);
    assert_eq!(total(&editor, |spot| spot.errors), 50);
    assert_eq!(total(&editor, |spot| spot.edited), 0);
    editor = editor.keys("/").typed("M.77").keys("Enter").done();
    assert_eq!(total(&editor, |spot| spot.matches), 1 + 10 + 100);
    editor = editor.keys("Esc o Delete o o").done();
    assert_eq!(total(&editor, |spot| spot.matches), 0);
    assert_eq!(total(&editor, |spot| spot.edited), 2);
    assert_eq!(total(&editor, |spot| spot.errors), 50);
    // Deleted and restored: the counts need no new scan.
    editor.effects.clear();
    editor = editor.keys("]").keys("Delete");
    assert_eq!(total(&editor, |spot| spot.errors), 49);
    editor = editor.keys("u");
    assert_eq!(total(&editor, |spot| spot.errors), 50);
    let scans = |effect: &Effect| matches!(effect, Effect::Start(_));
    assert!(!editor.effects.iter().any(scans), "{:?}", editor.effects);
}

#[test]
fn the_scroll_map_shows_the_density_of_problems_matches_and_edits() {
    // One error in a thousand lines, a match in every line, two edited lines of about 30,000.
    let dense = |editor: &Editor, of: fn(Spot) -> Option<Density>| {
        let spots = editor.spots().iter().copied();
        spots.filter_map(of).collect::<Vec<_>>()
    };
    let editor = Editor::with(many(50_000)).keys("G o Delete o");
    let problems = dense(&editor, |spot| spot.density(spot.problems()));
    assert!(
        problems.iter().all(|density| *density == Density::Few),
        "{problems:?}"
    );
    assert_eq!(
        dense(&editor, |spot| spot.density(spot.edited)),
        [Density::Few]
    );
    assert!(dense(&editor, |spot| spot.density(spot.matches)).is_empty());
    let editor = editor.keys("/").typed("M.").keys("Enter").done();
    let matches = dense(&editor, |spot| spot.density(spot.matches));
    assert_eq!(matches.len(), editor.spots().len());
    assert!(
        matches.iter().all(|density| *density == Density::Most),
        "{matches:?}"
    );
}

#[test]
fn a_click_on_the_overview_goes_to_its_line() {
    let editor = Editor::with(many(50_000));
    let map = editor.layout().map.expect("a map");
    let editor = editor.click((map.x, map.bottom() - 1));
    let line = editor.selected();
    assert!(line > 45_000 && line % 1000 == 999, "{line}");
    let editor = editor.click((map.x + 1, map.y));
    assert_eq!(editor.selected(), 999);
}

#[test]
fn the_next_problem_is_known_without_reading_a_line() {
    let editor = Editor::with(many(50_000));
    let before = editor.work().lines_read;
    let editor = editor.keys("] ] ] [");
    assert_eq!(editor.selected(), 1999);
    let read = editor.work().lines_read - before;
    assert!(read < 400, "{read}");
    assert!(editor.effects.is_empty(), "{:?}", editor.effects);
    // Backwards past the start, and forwards past the end.
    let editor = editor.keys("[ [");
    let message = editor
        .status()
        .strip_prefix("problem 1 of 1: `Ke9` is not a move");
    assert_eq!(
        (
            editor.selected(),
            message.and_then(|message| message.rsplit(" · ").next())
        ),
        (49_999, Some("search wrapped to the bottom"))
    );
    let message = editor.keys("]").status().to_owned();
    assert!(
        message.ends_with(" · search wrapped to the top"),
        "{message}"
    );
}

#[test]
fn next_problem_stops_at_duplicate_ids() {
    let text = SUITE.replace("Ra9", "Ra8");
    let editor = Editor::open(&text).keys("]");
    assert_eq!(
        (editor.selected(), editor.status()),
        (3, "line 5 has the same id")
    );
    let editor = editor.keys("]");
    assert_eq!(editor.selected(), 4);
    // With unique ids neither record is a stop.
    let editor = Editor::open(FIVE).keys("]");
    assert_eq!(editor.selected(), 3);
}

#[test]
fn next_problem_stops_at_duplicate_ids_among_filtered_lines() {
    let text = SUITE.replace("Ra9", "Ra8");
    let shown = Editor::open(&text).call("query op(id)").done().keys("g");
    assert_eq!(shown.selected(), 0, "{}", shown.status());
    let editor = shown.keys("]");
    assert_eq!(
        (editor.selected(), editor.status()),
        (3, "line 5 has the same id")
    );
    let editor = editor.keys("]");
    assert_eq!(editor.selected(), 4);
    // And back, past the start of the filtered list.
    assert_eq!(editor.keys("[").selected(), 3);
}

#[test]
fn the_column_of_duplicates_shows_the_kind_of_duplicate() {
    let text = format!("{SUITE}{}", SUITE.lines().next().expect("a line"));
    let editor = Editor::open(&text).keys("c");
    let at = editor
        .report()
        .rows
        .iter()
        .position(|row| row.label == "duplicates")
        .expect("the column");
    let down = "Down ".repeat(at);
    let editor = editor.keys(&down).keys("Space Esc");
    let last =
        |editor: &Editor, row: usize| cells(editor, row).last().map(|text| (*text).to_owned());
    assert_eq!(last(&editor, 0).as_deref(), Some("id pos"));
    assert_eq!(last(&editor, 2).as_deref(), Some(""));
}

/// Makes records whose ids have a common prefix, each with a comment.
fn series(count: usize) -> String {
    let record = |n| {
        format!(
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"a word about number {n}\"; ce {n}; \
             id \"the long name of a series.{n:03}\";\n"
        )
    };
    (1..=count).map(record).collect()
}

#[test]
fn the_wide_list_has_a_column_for_each_opcode_of_the_records() {
    let editor = Editor::open(&series(40)).sized(200, 60).keys("z");
    let names: Vec<String> = editor.list_columns().iter().map(Column::name).collect();
    assert_eq!(names.join(" "), "line side id best problems c0 ce material");
    // These columns are not chosen: next to other panes the list has its usual ones.
    let editor = editor.keys("z");
    assert_eq!(editor.list_columns(), editor.columns());
    // A narrow screen shows fewer.
    let narrow = Editor::open(&series(40)).sized(60, 20).keys("z");
    assert!(narrow.list_columns().len() < 8);
}

#[test]
fn the_wide_list_has_no_column_for_ambiguous_operations() {
    let broken = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 id \"no semicolon; what follows is anything\n";
    let editor = Editor::open(&format!("{broken}{}", series(20))).sized(200, 60);
    let editor = editor.keys("z");
    let names: Vec<String> = editor.list_columns().iter().map(Column::name).collect();
    assert_eq!(names.join(" "), "line side id best problems c0 ce material");
}

#[test]
fn columns_keep_their_places_while_scrolling() {
    let mut editor = Editor::open(&series(1200)).sized(80, 24);
    let wants = editor.model.document.profile.wants.clone();
    for keys in ["PageDown", "G", "g", "j"] {
        editor = editor.keys(keys);
        assert_eq!(editor.model.document.profile.wants, wants, "{keys}");
    }
}

fn width(editor: &Editor, name: &str) -> u16 {
    let columns = editor.list_columns();
    let at = columns.iter().position(|column| column.name() == name);
    editor.model.document.profile.wants[at.expect("shown")].width
}

#[test]
fn a_width_is_set_by_keys_or_a_command_and_can_be_reset() {
    let editor = Editor::open(FIVE).sized(120, 36);
    let first = width(&editor, "id");
    let editor = editor.call("column-width id 25");
    assert_eq!(width(&editor, "id"), 25);
    assert_eq!(
        editor.status(),
        "column id: 25 wide, but the list has room for 23 · + enlarges the list"
    );
    let editor = editor.keys("+ + + + + +").call("column-width id 25");
    assert_eq!(editor.status(), "column id: 25 wide");
    let editor = editor.call("column-width id");
    assert_eq!(width(&editor, "id"), first);
    assert_eq!(editor.status(), "column id: as wide as its content");
    assert_eq!(editor.widths(), []);
    // On the page of columns, the third row is the id.
    let editor = editor.keys("c j j > > < Esc");
    assert_eq!(width(&editor, "id"), first + 2);
    let editor = editor.keys("w");
    assert_eq!(width(&editor, "id"), first);
    let editor = editor.call("column-width pieces 9");
    assert_eq!(editor.status(), "the list does not show the column pieces");
}

#[test]
fn a_width_for_which_the_list_has_no_room_says_so() {
    let editor = Editor::open(FIVE).sized(80, 24);
    let editor = editor.call("column-width id 30");
    assert_eq!(
        editor.status(),
        "column id: 30 wide, but the list has room for 27 · z shows the list alone"
    );
    let editor = editor.call("column-width side 22");
    assert_eq!(
        editor.status(),
        "column side: 22 wide, but the list has room for 14 · z shows the list alone"
    );
    // Repeated keys widen it no further than can be shown, and it shrinks at once.
    let wider = "> ".repeat(20);
    let keys = format!("c j j {wider}");
    let editor = Editor::open(FIVE).sized(80, 24).keys(&keys);
    let there = width(&editor, "id");
    assert!(there < 30, "{there}");
    assert!(editor.status().contains("but the list has room for"));
    assert_eq!(width(&editor.keys("<"), "id"), there - 2);
    let editor = Editor::open(FIVE).sized(80, 24).call("column-width id 3");
    let editor = editor.keys("c j j <");
    assert_eq!(editor.status(), "column id: 3 is the narrowest");
    let alone = Editor::open(FIVE).sized(80, 24).keys("z");
    let alone = alone.call("column-width id 120");
    assert!(
        alone.status().ends_with("but the list has room for 56"),
        "{}",
        alone.status()
    );
}

#[test]
fn a_border_dragged_further_than_there_is_room_says_so() {
    use epdit::editor::key::{Button, MouseKind};
    let editor = Editor::open(FIVE).sized(80, 24);
    let titles = editor.layout().titles.expect("headings");
    let wants = &editor.model.document.profile.wants;
    let id = epdit::editor::state::columns::place(wants, 0, titles.width - 1)[2];
    let border = titles.x + 1 + id.x + id.width;
    let editor = editor
        .mouse(MouseKind::Down(Button::Left), (border, titles.y))
        .mouse(MouseKind::Drag(Button::Left), (border + 28, titles.y));
    assert!(
        editor.status().contains("but the list has room for"),
        "{}",
        editor.status()
    );
    let editor = editor.mouse(MouseKind::Drag(Button::Left), (border - 4, titles.y));
    assert!(editor.status().ends_with(" wide"), "{}", editor.status());
}

#[test]
fn a_width_holds_where_the_list_has_the_whole_screen() {
    let editor = Editor::open(FIVE).sized(120, 36);
    let editor = editor.call("column-width id 31").keys("z");
    assert_eq!(width(&editor, "id"), 31);
    let others = editor.list_columns().len();
    assert!(others > editor.columns().len(), "columns fill the width");
    assert_eq!(width(&editor.keys("z"), "id"), 31);
}

#[test]
fn a_width_is_dragged_at_the_border_behind_a_heading() {
    use epdit::editor::key::{Button, MouseKind};
    let editor = Editor::open(FIVE).sized(120, 36);
    let titles = editor.layout().titles.expect("headings");
    let room = titles.width - 1;
    let places =
        epdit::editor::state::columns::place(&editor.model.document.profile.wants, 0, room);
    let id = places[2];
    let (left, border) = (titles.x + 1 + id.x, titles.x + 1 + id.x + id.width);
    let editor = editor
        .mouse(MouseKind::Down(Button::Left), (border, titles.y))
        .mouse(MouseKind::Drag(Button::Left), (left + 17, titles.y))
        .mouse(MouseKind::Up(Button::Left), (left + 17, titles.y));
    assert_eq!(width(&editor, "id"), 17);
    assert!(!editor.has_dialog());
    // A click on the border belongs to the heading.
    let wants = &editor.model.document.profile.wants;
    let id = epdit::editor::state::columns::place(wants, 0, room)[2];
    let at = (titles.x + 1 + id.x + id.width, titles.y);
    let editor = editor
        .mouse(MouseKind::Down(Button::Left), at)
        .mouse(MouseKind::Up(Button::Left), at);
    assert!(editor.has_dialog());
}
