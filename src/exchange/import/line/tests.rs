use super::*;

#[test]
fn values_are_for_the_side_to_move_and_mates_by_the_standard() {
    for (value, side, expected) in [
        ("0.25", Color::White, Some(25)),
        ("0.25", Color::Black, Some(-25)),
        ("-1.3,24", Color::White, Some(-130)),
        ("#3", Color::White, Some(32_762)),
        ("#3", Color::Black, Some(-32_761)),
        ("#-1", Color::Black, Some(32_766)),
        ("none", Color::White, None),
        ("400.25", Color::White, None),
    ] {
        let read = read_eval(value.as_bytes(), side);
        assert_eq!(read.map(|(score, _)| score), expected, "{value}");
    }
}

#[test]
fn times_and_controls_are_seconds() {
    assert_eq!(read_time(b"1:02:03.9"), Some(3723));
    assert_eq!(read_time(b"soon"), None);
    let control = |seconds, increment, moves| {
        Some(Control {
            seconds,
            increment,
            moves,
        })
    };
    assert_eq!(Control::read("600+5"), control(600, 5, None));
    assert_eq!(Control::read("40/7200:3600"), control(7200, 0, Some(40)));
    assert_eq!(Control::read("-"), None);
}

#[test]
fn commands_that_are_not_read_stay_in_the_text() {
    let mut text = Vec::new();
    let comment = b" good\n [%eval 0.3] move [%cal Ge2e4] [%clk";
    assert!(add_text(comment, &mut text, |name, _| name == b"eval"));
    assert_eq!(text, b"good move [%cal Ge2e4] [%clk");
    text.clear();
    let only_commands = b"[%csl Ge4][%cal Ge2e4]";
    assert!(!add_text(only_commands, &mut text, |_, _| false));
    assert_eq!(text, only_commands);
}
