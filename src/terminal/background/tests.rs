use super::*;
use crossterm::event::KeyEvent;

/// Returns the events that crossterm reads from these bytes. `^` stands for Esc before a character in the same read,
/// `~` for Esc alone, and `!` for the bell.
fn events(text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let (code, modifiers) = match c {
            '^' => (
                KeyCode::Char(chars.next().unwrap_or_default()),
                KeyModifiers::ALT,
            ),
            '~' => (KeyCode::Esc, KeyModifiers::NONE),
            '!' => (KeyCode::Char('g'), KeyModifiers::CONTROL),
            c => (KeyCode::Char(c), KeyModifiers::NONE),
        };
        events.push(Event::Key(KeyEvent::new(code, modifiers)));
    }
    events
}

/// Feeds pieces of input, with a pause after each that is as long as the patience.
fn taken(asked: bool, pieces: &[&str]) -> BackgroundReply {
    let mut answer = Answer::new(asked.then(Instant::now));
    let mut all = BackgroundReply::default();
    for piece in pieces {
        let mut taken: Vec<BackgroundReply> = events(piece)
            .into_iter()
            .map(|event| answer.take(event))
            .collect();
        taken.push(answer.pause());
        for (events, background) in taken {
            all.0.extend(events);
            all.1 = all.1.or(background);
        }
    }
    assert_eq!(answer.patience(), None, "nothing is held back");
    all
}

#[track_caller]
fn check(pieces: &[&str], keys: &str, background: Option<Background>) {
    let found = taken(true, pieces);
    assert_eq!(found, (events(keys), background), "{pieces:?}");
}

#[test]
fn a_reply_is_consumed_and_the_keys_around_it_pass() {
    let (light, dark) = (Some(Background::Light), Some(Background::Dark));
    for (text, keys, background) in [
        ("^]11;rgb:ffff/ffff/ffff^\\", "", light),
        ("^]11;rgb:1515/1818/1d1d!", "", dark),
        ("j^]11;rgb:ff/fa/F0^\\G", "jG", light),
        ("^]11;rgba:0000/0000/0000/ffff^\\", "", dark),
        ("^]11;#fdf6e3!", "", light),
        // Its Esc was read alone.
        ("~]11;rgb:ffff/ffff/ffff~\\x", "x", light),
        ("^]^]11;rgb:ffff/ffff/ffff!", "^]", light),
        ("~^]11;rgb:ffff/ffff/ffff!", "~", light),
        ("^]11~]11;rgb:ffff/ffff/ffff!", "^]11", light),
        // A repeated reply is not typing either.
        ("^]11;rgb:f/f/f!j^]11;rgb:0/0/0!~", "j~", light),
    ] {
        check(&[text], keys, background);
    }
}

#[test]
fn keys_that_are_not_a_reply_are_typed_in_order() {
    let long = format!("^]11;rgb:{}", "f".repeat(100));
    for text in [
        "~",
        "~j",
        "~~",
        "^]",
        "^]x",
        "^]^]",
        "^]1",
        "^]11;rgb:zz",
        "^]11;rgb:!",
        "^]4;1;rgb:ff^\\",
        "~]x",
        "abc",
        "]11;rgb:ffff/ffff/ffff!",
        "~^]q",
        "^]~]1;",
        "^]11;1234;",
        "^x^\\",
        &long,
    ] {
        check(&[text], text, None);
    }
}

#[test]
fn a_reply_that_is_cut_off_is_neither_typed_nor_a_background() {
    check(&["^]11;rgb:ff", "j"], "j", None);
    check(&["~]11;rgb:ffff/ffff/ffff~", "j"], "j", None);
    // A shorter beginning may have been typed.
    check(&["^]11;", "j"], "^]11;j", None);
    let mut answer = Answer::new(Some(Instant::now()));
    let mut patience = |text: &str| {
        let taken: Vec<BackgroundReply> = events(text)
            .into_iter()
            .map(|event| answer.take(event))
            .collect();
        assert!(
            taken
                .iter()
                .all(|taken| *taken == BackgroundReply::default())
        );
        answer.patience()
    };
    assert_eq!(patience("^]11;"), Some(TOGETHER));
    assert_eq!(patience("rgb:f"), Some(REST));
}

#[test]
fn without_a_request_nothing_is_held_back() {
    let text = "^]11;rgb:ffff/ffff/ffff^\\";
    assert_eq!(taken(false, &[text]).0, events(text));
    let mut answer = Answer::new(None);
    answer.take(events("~").remove(0));
    assert_eq!(answer.patience(), None);
}

#[test]
fn terminals_that_would_print_the_request_are_not_asked() {
    let asked = |variables: &[(&str, &str)]| {
        can_be_asked(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    };
    assert!(asked(&[("TERM", "xterm-256color")]));
    assert!(asked(&[("TERM", "tmux-256color"), ("TMUX", "x")]));
    assert!(asked(&[("TERM", "screen-256color"), ("TMUX", "x")]));
    assert!(asked(&[("TERM", "xterm-256color"), ("SSH_TTY", "x")]));
    assert!(!asked(&[("TERM", "screen-256color")]));
    assert!(!asked(&[("TERM", "xterm-256color"), ("STY", "1")]));
    for term in ["linux", "dumb", "vt100", "eterm-color", ""] {
        assert!(!asked(&[("TERM", term)]), "{term}");
    }
    assert!(!asked(&[]));
}

/// Keys like those of a reply, and others, none of which has a meaning alone.
const KEYS: &str = r"~|\^\]|\]|\^\\|\\|!|1|11;|11;r|;|:|/|a|f|r|g|b|j|12| ";

proptest::proptest! {
    #[test]
    fn typed_keys_pass_in_order(pieces in proptest::collection::vec(KEYS, 0..20)) {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let text = pieces.concat();
        proptest::prop_assume!(!text.contains("11;rgb:"));
        for pieces in [&[&*text][..], &pieces] {
            let found = taken(true, pieces);
            proptest::prop_assert_eq!(found, (events(&text), None));
        }
    }

    #[test]
    fn a_reply_among_typed_keys_disappears(
        before in proptest::collection::vec(KEYS, 0..6),
        after in proptest::collection::vec(KEYS, 0..6),
    ) {
        let (before, after) = (before.concat(), after.concat());
        proptest::prop_assume!(!before.contains("11;rgb:") && !after.contains("11;rgb:"));
        let found = taken(true, &[&before, "^]11;rgb:ffff/ffff/ffff!", &after]);
        let expected = (events(&(before + &after)), Some(Background::Light));
        proptest::prop_assert_eq!(found, expected);
    }
}
