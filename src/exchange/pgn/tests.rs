use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    let show = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let words = Words::of(text.as_bytes()).map(|(_, word)| match word {
        Word::Tag(name, value) => format!("{}={}", show(name), show(value)),
        Word::Move(text) => show(text),
        Word::Null => "--".into(),
        Word::Nag(number) => format!("${number}"),
        Word::Comment(text) => format!("{{{}}}", show(text)),
        Word::Open => "(".into(),
        Word::Close => ")".into(),
        Word::Result(text) => format!("={}", show(text)),
        Word::Unknown(text) => format!("?{}", show(text)),
        Word::OpenComment => "?{".into(),
        Word::BadTag(text) => format!("?tag {}", show(text)),
    });
    assert_eq!(words.collect::<Vec<_>>().join("|"), expected);
}

#[test]
fn a_game_is_tags_moves_and_a_result() {
    check(
        "[White \"A\"]\n[Black \"B\" ]\n\n1. e4 e5 2.Nf3 Nc6 3 Bb5 1/2-1/2",
        "White=A|Black=B|e4|e5|Nf3|Nc6|Bb5|=1/2-1/2",
    );
}

#[test]
fn comments_nags_and_variations_are_separate_words() {
    check(
        "1. e4!? $14 {best (by {test)} (1. d4 d5) e5?! ; the rest of the line\n2... Nc6 *",
        "e4|$5|$14|{best (by {test)}|(|d4|d5|)|e5|$6|{ the rest of the line}|Nc6|=*",
    );
}

#[test]
fn castling_with_zeros_is_a_move_and_not_a_number() {
    check("4. 0-0 0-0-0+ 0-1", "0-0|0-0-0+|=0-1");
}

#[test]
fn an_unescaped_quote_is_part_of_the_value() {
    check(
        "[Event \"the \"big\" one\"]\n[Site \"a \\\" b\"]\n[A \"1\"] [B \"2\"]",
        "Event=the \"big\" one|Site=a \\\" b|A=1|B=2",
    );
}

#[test]
fn unknown_words_of_a_game_are_reported_and_never_skipped() {
    check("1. e4 garbage e5", "e4|?garbage|e5");
    check("[Event]\ne4", "?tag [Event]|e4");
    check("1. e4 {no end", "e4|?{");
    check("$x e4", "?$|?x|e4");
    check("1. e4 0.5-0.5", "e4|?0.5-0.5");
}

#[test]
fn words_of_web_pages_and_annotators_are_read_as_those_of_the_standard() {
    for (text, expected) in [
        ("1. e4 -- 2. Z0 0000 @@@@ d4", "e4|--|--|--|--|d4"),
        ("4. O‑O 4... O–O–O 1/2–1/2 0–1", "O‑O|O–O–O|=1/2–1/2|=0–1"),
        ("½–½ ½", "=½–½|=½"),
        ("1… e5 2…Nc6 … d4", "e5|Nc6|d4"),
        ("♘f3 ♟e5 ♙e8=♕ N×d4", "♘f3|♟e5|♙e8=♕|N×d4"),
        ("e4± e5+– Nf3+- Nf6=", "e4|$16|e5|$18|Nf3|$18|Nf6|$10"),
        (
            "e4 +/= e5 ∞ d4 ⌘ Qh5 + Ke7 #",
            "e4|$14|e5|$13|d4|$0|Qh5|Ke7",
        ),
        ("N f3", "?N|f3"),
        ("[pgn]1. e4 *[/PGN]", "e4|=*"),
        ("e4\u{2009}e5\u{200b} d4", "e4|e5|d4"),
        ("e4é é", "?e4é|?é"),
    ] {
        check(text, expected);
    }
}

#[test]
fn blanks_of_web_pages_marks_and_percent_lines_are_skipped() {
    check("1.\u{a0}e4\u{a0}e5", "e4|e5");
    check("\u{feff}1. e4\n% comment of a program\ne5", "e4|e5");
}
