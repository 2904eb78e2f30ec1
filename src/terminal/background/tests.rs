use super::*;

/// The events that crossterm makes of these bytes, in which `^` stands for Esc before a character
/// in the same read, `~` for Esc alone, and `!` for the bell.
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

/// Takes all in, and at last what is still held back.
fn taken(asked: bool, text: &str) -> Taken {
    let mut answer = Answer::new(asked.then(Instant::now));
    let mut all = Taken::default();
    for event in events(text) {
        let taken = answer.take(event);
        all.events.extend(taken.events);
        all.background = all.background.or(taken.background);
    }
    all.events.extend(answer.release().events);
    all
}

fn check(text: &str, keys: &str, background: Option<Background>) {
    let found = taken(true, text);
    assert_eq!(found.events, events(keys), "{text}");
    assert_eq!(found.background, background, "{text}");
}

#[test]
fn an_answer_is_taken_and_the_keys_around_it_come_through() {
    let (light, dark) = (Some(Background::Light), Some(Background::Dark));
    check("^]11;rgb:ffff/ffff/ffff^\\", "", light);
    check("^]11;rgb:1515/1818/1d1d!", "", dark);
    check("j^]11;rgb:ff/fa/F0^\\G", "jG", light);
    check("^]11;rgba:0000/0000/0000/ffff^\\", "", dark);
    check("^]11;#fdf6e3!", "", light);
    // Its Esc came alone.
    check("~]11;rgb:ffff/ffff/ffff~\\x", "x", light);
}

/// The events as [`events`] writes them.
fn split_events(first: &str, rest: &str) -> Taken {
    let mut answer = Answer::new(Some(Instant::now()));
    let mut all = Taken::default();
    let mut add = |taken: Taken| {
        all.events.extend(taken.events);
        all.background = all.background.or(taken.background);
    };
    for event in events(first) {
        add(answer.take(event));
    }
    add(answer.pause());
    for event in events(rest) {
        add(answer.take(event));
    }
    while answer.patience().is_some() {
        add(answer.pause());
    }
    all
}

#[test]
fn an_answer_that_comes_in_two_parts_is_no_typing_wherever_it_is_cut() {
    let rest = "11;rgb:ffff/ffff/ffff";
    for at in 0..=rest.len() {
        let (first, last) = rest.split_at(at);
        for end in ["!", "^\\", "~\\"] {
            let found = split_events(&format!("^]{first}"), &format!("{last}{end}j"));
            assert_eq!(found.background, Some(Background::Light), "{at} {end}");
            assert_eq!(found.events, events("j"), "{at} {end}");
        }
    }
    // Behind its Esc alone that is given on: it may have been typed.
    let found = split_events("~", &format!("]{rest}!j"));
    assert_eq!(found.background, Some(Background::Light));
    assert_eq!(found.events, events("~j"));
}

/// An answer that a slow line gives in pieces, each before the patience with the one before is over.
fn in_pieces(pieces: &[String]) -> Taken {
    let mut answer = Answer::new(Some(Instant::now()));
    let mut all = Taken::default();
    let mut add = |taken: Taken| {
        all.events.extend(taken.events);
        all.background = all.background.or(taken.background);
    };
    for piece in pieces {
        for event in events(piece) {
            add(answer.take(event));
        }
        if answer.patience() == Some(TOGETHER) {
            add(answer.pause());
        }
    }
    while answer.patience().is_some() {
        add(answer.pause());
    }
    all
}

#[test]
fn an_answer_that_comes_in_three_parts_is_no_typing_whichever_they_are() {
    for end in ["!", "~\\"] {
        let whole: Vec<char> = format!("~]11;rgb:ffff/ffff/ffff{end}").chars().collect();
        for second in 1..whole.len() {
            for third in second..=whole.len() {
                let cuts = [0..second, second..third, third..whole.len()];
                let mut pieces = cuts.map(|cut| whole[cut].iter().collect::<String>());
                pieces[2].push('j');
                let found = in_pieces(&pieces);
                assert_eq!(found.background, Some(Background::Light), "{pieces:?}");
                // An Esc that comes alone may have been typed, and closes at once.
                let typed = if second == 1 { "~j" } else { "j" };
                assert_eq!(found.events, events(typed), "{pieces:?}");
            }
        }
    }
    // Each byte for itself.
    let bytes = "~]11;rgb:ffff/ffff/ffff!j".chars();
    let pieces: Vec<String> = bytes.map(String::from).collect();
    let found = in_pieces(&pieces);
    assert_eq!(found.background, Some(Background::Light));
    assert_eq!(found.events, events("~j"));
    // What a person types all the same is given on.
    for typed in ["~]", "~]1", "~]11", "~]q"] {
        let pieces: Vec<String> = typed.chars().map(String::from).collect();
        assert_eq!(in_pieces(&pieces).events, events(typed), "{typed}");
    }
}

#[test]
fn no_key_is_lost_that_only_looks_like_the_first_part_of_an_answer() {
    for (first, rest, typed) in [
        ("^]", "", "^]"),
        ("^]1", "", "^]1"),
        ("~]", "", "~]"),
        ("~", "]j", "~]j"),
        ("~", "~]j", "~~]j"),
        ("~", "j]", "~j]"),
        ("~", "]1", "~]1"),
        // The first key that is none of an answer ends the waiting.
        ("^]", "j", "^]j"),
        ("^]", "!", "^]!"),
        ("^]1", "~k", "^]1~k"),
        ("^]", "af", "^]af"),
        ("^]1", "j1;", "^]1j1;"),
    ] {
        let found = split_events(first, rest);
        assert_eq!(found.events, events(typed), "{first} {rest}");
        assert_eq!(found.background, None);
    }
}

#[test]
fn what_is_no_answer_is_typed_in_its_order() {
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
    ] {
        check(text, text, None);
    }
    let long = format!("^]11;rgb:{}", "f".repeat(100));
    check(&long, &long, None);
    check("^]^]11;rgb:ffff/ffff/ffff!", "^]", Some(Background::Light));
    check("~^]11;rgb:ffff/ffff/ffff!", "~", Some(Background::Light));
    check(
        "^]11~]11;rgb:ffff/ffff/ffff!",
        "^]11",
        Some(Background::Light),
    );
}

#[test]
fn without_a_question_nothing_is_held_back() {
    let text = "^]11;rgb:ffff/ffff/ffff^\\";
    assert_eq!(taken(false, text).events, events(text));
    let mut answer = Answer::new(None);
    answer.take(events("~").remove(0));
    assert_eq!(answer.patience(), None);
}

#[test]
fn an_answer_that_is_given_again_is_no_typing_either() {
    let found = taken(true, "^]11;rgb:f/f/f!j^]11;rgb:0/0/0!~");
    assert_eq!(found.events, events("j~"));
}

/// What comes of parts with a pause after each; all has come to an end at last.
fn in_parts(parts: &[&str], keys: &str, background: Option<Background>) {
    let mut answer = Answer::new(Some(Instant::now()));
    let mut all = Taken::default();
    for part in parts {
        let mut pieces: Vec<Taken> = events(part)
            .into_iter()
            .map(|event| answer.take(event))
            .collect();
        pieces.push(answer.pause());
        for taken in pieces {
            all.events.extend(taken.events);
            all.background = all.background.or(taken.background);
        }
    }
    assert_eq!(all.events, events(keys), "{parts:?}");
    assert_eq!(all.background, background, "{parts:?}");
    while answer.patience().is_some() {
        assert_eq!(answer.pause(), Taken::default(), "{parts:?}");
    }
}

#[test]
fn an_answer_in_parts_is_no_typing_and_keys_between_its_parts_come_through() {
    let light = Some(Background::Light);
    in_parts(&["^]11;rg", "b:ffff/ffff/ffff^\\"], "", light);
    in_parts(&["^]11;", "rgb:ffff/ffff/ffff!"], "", light);
    in_parts(&["~]11;rgb:ffff", "jk/ffff/ffff~\\G"], "jkG", light);
    in_parts(&["^]11;rgb:ffff", "~", "/ffff/ffff!"], "~", light);
    in_parts(&["^]11;rgb:ffff", "~j~f/"], "~j~", None);
    in_parts(&["^]11;rgb:ffff/ffff/ffff~", "\\j"], "j", light);
    in_parts(&["^]11;rgb:ffff", "/ffff!j"], "j", None);
    // The rest never comes.
    in_parts(&["^]11;rgb:ff"], "", None);
    // What is short of the beginning may be typed.
    in_parts(&["~", "^]", "^]11", "x"], "~^]^]11x", None);
}

#[test]
fn the_rest_of_an_answer_is_waited_for_and_an_esc_is_not_kept_long() {
    let mut answer = Answer::new(Some(Instant::now()));
    let mut take = |text: &str| {
        for event in events(text) {
            answer.take(event);
        }
        let before = answer.patience();
        answer.pause();
        (before, answer.patience())
    };
    assert_eq!(take("^]11;rgb:f"), (Some(TOGETHER), Some(REST)));
    assert_eq!(take("f/"), (Some(REST), None));
    assert_eq!(take("^]11;rgb:f"), (Some(TOGETHER), Some(REST)));
    assert_eq!(take("~"), (Some(TOGETHER), Some(REST)));
}

#[test]
fn terminals_that_would_show_the_question_are_not_asked() {
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

/// Takes all in, with a pause behind each piece, as long as something is held; what is held then can be
/// the first part of an answer.
fn typed_in(pieces: &[&str]) -> Taken {
    let mut answer = Answer::new(Some(Instant::now()));
    let mut all = Taken::default();
    let mut add = |taken: Taken| {
        all.events.extend(taken.events);
        all.background = all.background.or(taken.background);
    };
    for piece in pieces {
        for event in events(piece) {
            add(answer.take(event));
            let held = &answer.held;
            let may_be = (1..10).any(|length| {
                ["^]11;rgb:", "~]11;rgb:", "^]11;#", "~]11;#"]
                    .iter()
                    .any(|opening| {
                        let all = events(opening);
                        let first = usize::from(answer.escape_gone && opening.starts_with('~'));
                        all.get(first..length) == Some(held)
                    })
            });
            assert!(
                held.is_empty() || answer.has_begun() || may_be,
                "{pieces:?}: {held:?}"
            );
        }
        if answer.patience().is_some() {
            add(answer.pause());
        }
    }
    while answer.patience().is_some() {
        add(answer.pause());
    }
    all
}

#[test]
fn keys_typed_behind_an_esc_and_a_bracket_all_come_through() {
    // The terminal gives F2 as another key; any that is none of an answer ends the waiting.
    let mut answer = Answer::new(Some(Instant::now()));
    let mut given = Vec::new();
    let f2 = Event::Key(KeyEvent::new(KeyCode::F(2), KeyModifiers::NONE));
    let mut all = events("~]");
    all.push(f2);
    all.extend(events(" acd 1; c9 \"from 12\"; acn 11;"));
    for (at, event) in all.iter().enumerate() {
        given.extend(answer.take(event.clone()).events);
        if at < 2 {
            given.extend(answer.pause().events);
        } else {
            assert_eq!(given.len(), at + 1, "given on at once");
        }
    }
    assert_eq!(given, all);
}

#[test]
fn digits_typed_behind_a_bracket_are_given_on_after_a_moment_though_keys_go_on_coming() {
    let mut answer = Answer::new(Some(Instant::now()));
    let mut given = Vec::new();
    for event in events("~]") {
        given.extend(answer.take(event).events);
        given.extend(answer.pause().events);
    }
    assert_eq!(answer.patience(), Some(OPENING));
    given.extend(answer.take(events("1").remove(0)).events);
    assert_eq!(given, events("~"));
    std::thread::sleep(OPENING + Duration::from_millis(20));
    given.extend(answer.take(events("1").remove(0)).events);
    assert_eq!(given, events("~]11"));
    assert_eq!(answer.patience(), None);
}

/// Keys like those of an answer, and others, none of which has a meaning alone.
const KEYS: &str = r"~|\^\]|\]|\^\\|\\|!|1|11;|11;r|;|:|/|a|f|r|g|b|j|12| ";

proptest::proptest! {
    #[test]
    fn what_is_typed_comes_through_in_its_order(pieces in proptest::collection::vec(KEYS, 0..20)) {
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let text = pieces.concat();
        proptest::prop_assume!(!text.contains("11;rgb:"));
        let together = typed_in(&[&text]);
        proptest::prop_assert_eq!(together.events, events(&text));
        let found = typed_in(&pieces);
        proptest::prop_assert_eq!(found.events, events(&text));
        proptest::prop_assert_eq!(found.background, None);
    }

    #[test]
    fn an_answer_among_what_is_typed_disappears(
        before in proptest::collection::vec(KEYS, 0..6),
        after in proptest::collection::vec(KEYS, 0..6),
        cut in 1..23_usize,
    ) {
        let (before, after) = (before.concat(), after.concat());
        proptest::prop_assume!(!before.contains("11;rgb:") && !after.contains("11;rgb:"));
        let answer = r"^]11;rgb:ffff/ffff/ffff!";
        let (first, rest) = answer.split_at(cut + 1);
        let found = typed_in(&[&before, first, rest, &after]);
        proptest::prop_assert_eq!(found.events, events(&(before + &after)));
        proptest::prop_assert_eq!(found.background, Some(Background::Light));
    }
}
