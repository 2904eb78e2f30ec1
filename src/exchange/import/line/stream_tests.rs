use super::*;

#[test]
fn records_are_streamed_and_a_broken_game_becomes_a_comment() {
    let games = b"1. e4 *\n\n1. Ke3 *\n\n1. d4 {J\xf6rg} d5 e5 *\n";
    let mut stream = Stream::of(Games::of(&games[..]), Import::default());
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("memory");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 8);
    let comments = lines.iter().filter(|line| line.starts_with('#'));
    let expected = [
        "# line 3: `Ke3` is not a legal move for White; game skipped",
        "# line 5: `e5` is not a legal move for White; game ends there",
        "# 1 game read as Latin-1 and written as UTF-8",
    ];
    assert!(comments.eq(&expected), "{text}");
}

#[test]
fn games_are_recognized_by_their_first_line() {
    for (head, expected) in [
        ("[Event \"x\"]\n", true),
        ("\u{feff}\r\n% c\n; d\n[White \"A\"]\r\n", true),
        ("1. e4 e5", true),
        ("1.e4 e5", true),
        ("1... Nf6", true),
        ("[pgn]\n1. e4 e5", true),
        ("[PGN][White \"A\"]", true),
        ("", false),
        ("[x]\n", false),
        ("1. first\n", false),
        ("1.", false),
        ("e4 e5\n", false),
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"[a \\\"b\\\"]\";\n", false),
    ] {
        assert_eq!(begins_game(first_line(head.as_bytes())), expected, "{head}");
    }
}

#[test]
fn files_of_games_are_recognized_by_their_names() {
    for (name, expected) in [
        ("a.pgn", true),
        ("a.PGN.gz", true),
        ("b.pgn.zst", true),
        ("a.epd", false),
        ("pgn", false),
        ("a.epd.gz", false),
    ] {
        assert_eq!(is_games(Path::new(name)), expected, "{name}");
    }
}
