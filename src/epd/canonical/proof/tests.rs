use crate::epd::{CanonicalOptions, Dialect, ReadOptions, Record};

/// Records with every kind of change that canonical writing makes.
const LINES: &[&str] = &[
    "4k3/8/8/8/8/8/4P3/4K3 w - -  bm e2e4 Kd2 ; id pawn.1; ce +12; acd 3",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 3 14 pv e2-e4 e7e5 Ng1f3; id \"a b\";",
    "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 0 am dxe3; c0 \"x; y\"; hmvc 0;",
    "4k3/8/8/8/8/8/4P3/4K3 W - - ;D1 6 ;D2 30; Private  one  two;",
    "7k/8/6KQ/8/8/8/8/8 w - - bm #1; c0 \"mate\";",
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - ce +M1; bm Ra8# Ra7; rc 2;",
    "4k3/44/8/8/8/8/4P3/4K3 w - - tcmc 5 6; ts 2024.01.02 10:11:12; noop x y;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - am 1.; bm 1. e4;",
    "4k3/8/8/8/8/8/4P3/4K3 w - - PV: e4 Kd7; acn 12; acn2 3; Ubm e2e4;",
];

/// Words that a faulty writer may write in place of another, or next to it.
const WORDS: &[&str] = &[
    "e4", "Kd2", "12", "-12", "1", "id", "\"a\"", "-", "w", "b", "e3", "dm", ";",
];

fn records(dialect: Dialect) -> impl Iterator<Item = Record<'static>> {
    let options = ReadOptions {
        dialect,
        ..ReadOptions::default()
    };
    LINES
        .iter()
        .map(move |line| Record::read(line.as_bytes(), &options))
}

/// Checks the possible text of a faulty writer against the reader: an accepted text must have the same meaning.
fn check(record: &Record<'_>, right: &[u8], wrong: &str) -> usize {
    let options = CanonicalOptions::default();
    if !record.matches(wrong.as_bytes(), &options) {
        return 1;
    }
    let again = Record::read(wrong.as_bytes(), record.options());
    assert_eq!(
        again.canonical(&options).as_deref(),
        Some(right),
        "{wrong} let through"
    );
    0
}

#[test]
fn an_error_planted_in_the_text_is_found() {
    let (mut all, mut found) = (0, 0);
    for record in [Dialect::Epd, Dialect::Fen].into_iter().flat_map(records) {
        let right = record
            .canonical(&CanonicalOptions::default())
            .expect("certain");
        let text = std::str::from_utf8(&right).expect("text");
        let words: Vec<&str> = text.split(' ').collect();
        let mut plant = |words: &[&str]| {
            let wrong = words.join(" ");
            if wrong.as_bytes() != right {
                all += 1;
                found += check(&record, &right, &wrong);
            }
        };
        for at in 0..words.len() {
            let mut one = words.clone();
            one.remove(at);
            plant(&one);
            one = words.clone();
            one.insert(at, words[at]);
            plant(&one);
            for other in 0..words.len() {
                one = words.clone();
                one.swap(at, other);
                plant(&one);
            }
            for word in WORDS {
                one = words.clone();
                one[at] = word;
                plant(&one);
                one.insert(at, words[at]);
                plant(&one);
            }
            // A letter, a digit or a semicolon is lost, or replaced.
            for letter in 0..words[at].len() {
                let (before, behind) = words[at].split_at(letter);
                let lost = format!("{before}{}", &behind[1..]);
                let changed = format!("{before}5{}", &behind[1..]);
                for word in [&lost, &changed] {
                    one = words.clone();
                    one[at] = word;
                    plant(&one);
                }
            }
        }
        plant(&[&text.replace(';', "")]);
        plant(&[text, "\n"]);
    }
    assert!(all > 5_000 && found * 100 > all * 98, "{found} of {all}");
}

#[test]
fn a_set_of_very_many_words_is_proved_as_fast_as_it_is_written() {
    let squares = || (b'a'..=b'h').flat_map(|file| (b'1'..=b'8').map(move |rank| [file, rank]));
    let squares = || squares().map(|square| String::from_utf8_lossy(&square).into_owned());
    // Without kings no move is checked. A word by word comparison would take minutes.
    let words = squares().flat_map(|from| squares().map(move |to| format!("{from}{to}")));
    let words: Vec<String> = words.chain(squares()).collect();
    let mut turned = words.clone();
    turned.reverse();
    let many = ["", "N", "B", "R", "Q", "K"].map(|piece| {
        let of = |word: &String| format!("{piece}{word}");
        turned.iter().map(of).collect::<Vec<_>>().join(" ")
    });
    let line = format!("8/8/8/8/8/8/4P3/8 w - - bm {};", many.join(" "));
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let options = CanonicalOptions::default();
    let text = record.canonical(&options).expect("certain");
    assert!(record.matches(&text, &options));
    assert_ne!(text, line.as_bytes());
    // One word less changes the meaning.
    let less = [&text[..text.len() - 6], b";"].concat();
    assert!(!record.matches(&less, &options));
}
