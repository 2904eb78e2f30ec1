//! The query of a group finds exactly the records of the group, whatever they contain.

use super::*;
use crate::epd::{LineKind, ReadOptions};
use crate::suite::query::{Facts, LazyRecord, Query};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Records with values that look equal but differ, and the other way round.
const LINES: [&[u8]; 59] = [
    b"r3k2r/8/8/8/8/8/8/R3K2R w HAha - ce 1.5; id \"A.17\"; X \"7\"; acd 99999999999999999999;",
    b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - ce +1.50; id A.17; X 7; acd \"deep\";",
    b"4k3/8/8/8/8/8/8/R2K2RR w GA - ce -0.25; id \"plan 3\"; X 7 8; acd deep;",
    b"8/8/8/8/8/4k3/4p3/4K2R w - - bm Rh3+; id \"A.1\"; ce 250;",
    b"8/8/8/8/8/4k3/4p3/4K2R w - - bm Rh3; id \"A.1\"; ce 250;",
    b"8/8/8/8/8/4k3/4p3/4K2R w - - bm h1h3; id \"A.01\"; ce \"250\";",
    b"8/8/8/8/8/4k3/4p3/4K2R w - - bm \"Rh3\"; id \"A.001\"; ce 250.0;",
    b"8/8/8/8/8/4k3/4p3/4K2R w - - bm Rh3 Rg1; am Rf1 \"Rf1\"; ce 30 40;",
    b"8/8/8/8/8/4k3/4p3/4K2R w - - bm Rh3  Rg1; am; ce;",
    b"8/8/8/8/8/4k3/4p3/4K2R w - - bm \"Rh3 Rg1\"; am \"\"; ce \"\"; acd; dm;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - id \"A.2\"; c0 \"plan\"; acd 12;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - id \"5\"; c0 \"250\"; acd 12;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - id 5; c0 +250;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - id 5.0; c0 250.00;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - bm Rd1 Kd2; c0 250 7;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 \"250 7\"; id \"05\"",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 \"7.25\" \"5\"; id \"05\"",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 \"\"; id \"\"; X \"\"; bm \"\";",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 ; id ; X ; bm ; pv ;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 \";\"; id \";\"; X \";\";",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 \"it's\"; id \"it's 1\"; X it's;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - c0 'a' \"b\"; id say \"so\"; X a\"b;",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - X say \"it's\"; c0 \"a/b\\\\c^$.*\"; id \"(a|b)\";",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - X say \"it's \xc3\xa9\"; c0 \"\xc3\xa9\"; id \"\xc3\xa9.1\";",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - X say \"it's \xe9\"; c0 \"\xe9\"; id \"\xe9.1\";",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - bm \xe9; c0 \"\xef\xbf\xbd\"; id \"\xef\xbf\xbd\";",
    b"8/8/8/8/4k3/8/4P3/R3K3 w Q - bm \xc3\xa9; c0 \"\xc3\xa9 \xe9\"; id \"WAC.1\";",
    b"7k/5K2/8/8/8/8/8/R7 w - - bm Rh1#; dm 1; id B.1",
    b"7k/5K2/8/8/8/8/8/R7 w - - bm Rh1; dm \"1\"; id b.1",
    b"7k/6Q1/5K2/8/8/8/8/8 b - - id \"B.2\"; D1 0;",
    b"7k/5Q2/5K2/8/8/8/8/8 b - - 0 1",
    b"7k/5Q2/5K2/8/8/8/8/8 b - - hmvc 0; fmvn 1;",
    b"7k/8/5K2/8/8/8/8/Q7 w - - 12 40 bm #2; id \"m\";",
    b"7k/8/5K2/8/8/8/8/Q7 b - - bm #-2; dm x;",
    b"7k/8/5K2/8/8/8/8/Q7 w - - bm #2; dm ;",
    b"4k3/2P5/8/8/8/8/1p6/R3K2R w KQ - bm O-O c8=Q+; am Rxh8; pv O-O Kd7 c8=Q+ Kxc8; sm O-O-O;",
    b"4k3/2P5/8/8/8/8/1p6/R3K2R w KQ - bm 0-0; pv 1. O-O Kd7; sm e1c1;",
    b"4k3/2P5/8/8/8/8/1p6/R3K2R w HA - bm O-O+; pv 1.; sm nonsense;",
    b"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm Bxc6 Ba4 O-O; id \"a b\"; ce 33;",
    b"6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; pv 1. Ra8#; hmvc 5;",
    b"4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm Kd7 Kf7; ce -30; X 1.5;",
    b"4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm Kd8 id \"no semicolon\"; ce 10;",
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e2e4; ce \"5\";",
    b"8/8/8/8/8/8/8/4K3 w - - bm Kd2; id 5;",
    b"4k3/8/8/8/8/8/8/R3K3 w A - ;2;3",
    b"no record at all",
    b"# a comment",
    b"",
    b"4k3/8/8/8/8/8/8/4K3 x - - bm Kd2; id \"open",
    b"4k3/8/8/8/8/8/8/4K3 w - - id \"a\" \"b\"; ce 1 2; ce 3; bm;",
    b"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 id \"A\"; Private 1;",
    b"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - eco \"B\"; side w; line 3;",
    b"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQ - id \"A\"; ce 0;",
    b"4k3/8/8/8/8/8/8/4K3 w - - ce 0.1; acd 3; X -0; c1 -0.0;",
    b"4k3/8/8/8/8/8/8/4K3 w - - ce 0.3; acd 10; X 0; c1 0;",
    b"4k3/8/8/8/8/8/8/4K3 w - - ce 1e5; acd 1000000; X 0.30000000000000004; c1 0.3;",
    b"4k3/8/8/8/8/8/8/4K3 w - - ce 100000000000000000001; acd 7; X 100000000000000000000;",
    b"4k3/8/8/8/8/8/8/4K3 w - - ce 170141183460469231731687303715884105727; acd 3; X 1.5;\r\n",
    b"4k3/8/8/8/8/8/8/4K3 w - - ce 99999999999999999999999999999999999999999999999; X 1.50;\r\n",
];

/// Fields of every kind.
fn fields() -> Vec<Field> {
    let others = [
        "id",
        "bm",
        "am",
        "pv",
        "sm",
        "ce",
        "dm",
        "acd",
        "X",
        "c0",
        "c1",
        "hmvc",
        "fmvn",
        "eco",
        "noop",
        "op(side)",
        "op(line)",
        "op(Private)",
        "X.prefix",
        "c0.prefix",
        "side.prefix",
        "first(am)",
        "first(pv)",
        "first(c0)",
        "first(X)",
        "piece(pv)",
        "piece(X)",
        "count(X)",
        "count(c0)",
        "count(Pp)",
        "ce/3",
        "ce*0.1+0.2",
        "acd/7",
        "-ce",
        "-(ce*0.1)",
        "(ce+acd)/2",
        "X*0.1",
        "c1+0",
        "ce*ce*ce",
        "acd-X",
        "ce*-0.5",
        "abs(ce)",
        "round(ce/7)",
        "min(ce,acd)",
        "max(ce*0.1,acd)",
        "length(c0)",
        "length(bm)",
        "material(own)-material(other)",
        "attacks(w,e4)",
        "isolated(w)",
        "doubled",
        "pieces(b)",
        "moves*2",
        "line/2",
        "5",
        "1/3",
    ];
    offered()
        .map(|(name, _)| name)
        .chain(others)
        .map(|name| name.parse().unwrap())
        .collect()
}

/// Checks that the query of each group finds its records; returns the number of groups without a query.
fn check(fields: Vec<Field>, lines: &[&[u8]]) -> Result<usize, TestCaseError> {
    let options = ReadOptions::default();
    let grouping = Grouping::new(Fields(fields), "a.epd");
    let groups: Vec<Option<Vec<u8>>> = lines
        .iter()
        .enumerate()
        .map(|(number, line)| {
            let record = Record::read(line, &options);
            (record.kind() == LineKind::Record).then(|| grouping.of_line((line, number), &options))
        })
        .collect();
    let mut unasked = 0;
    for group in groups.iter().flatten().collect::<BTreeSet<_>>() {
        let Ok(text) = grouping.query(group) else {
            // Numbers this large are not compared.
            let number = str::from_utf8(group)
                .ok()
                .and_then(|text| text.parse().ok());
            let is_far = number.is_some_and(|number: f64| number.abs() > 1e37);
            unasked += usize::from(!is_far);
            continue;
        };
        let query = match Query::parse(&text) {
            Ok(query) => query,
            Err(error) => panic!("{}", error.marked(&text)),
        };
        for (number, (line, of)) in lines.iter().zip(&groups).enumerate() {
            let found = query.matches(line, number, &options, &Facts::default());
            let shown = String::from_utf8_lossy(line);
            prop_assert_eq!(found, of.as_ref() == Some(group), "{} of {}", text, shown);
        }
    }
    Ok(unasked)
}

#[test]
fn the_query_of_every_value_of_every_field_finds_its_records_and_no_others() {
    for field in fields() {
        let name = field.name().into_owned();
        let unasked = check(vec![field], &LINES).unwrap_or_else(|error| panic!("{error}"));
        // Few values have no query: these, sides without a king, and letters of two encodings with both kinds of
        // quotes.
        let expected = match name.as_str() {
            "fen" | "position" | "problems" => continue,
            "X" | "X.prefix" | "material" | "text" => 1,
            _ => 0,
        };
        assert_eq!(unasked, expected, "{name}");
    }
}

/// Returns operands, odd ones included.
fn operand() -> impl Strategy<Value = Vec<u8>> {
    let known = [
        "Ke2",
        "e1e2",
        "\"Ke2\"",
        "O-O",
        "1.",
        "7",
        "07",
        "+7",
        "\"7\"",
        "7.0",
        "\"\"",
        "\";\"",
        "a b",
        "\"a b\"",
        "\"a.1\"",
        "\"a.2\"",
        "-",
        "'",
        "it's",
        "\"it's\"",
        "\\",
        "/",
        "\u{e9}",
        "#2",
        "#-1",
        "0.1",
        "0.30000000000000004",
        "99999999999999999999",
    ];
    prop_oneof![
        4 => proptest::sample::select(known.to_vec()).prop_map(|text| text.as_bytes().to_vec()),
        1 => proptest::collection::vec(
            any::<u8>().prop_filter("no line end", |byte| !matches!(byte, b'\n' | b'\r' | b';')),
            0..6,
        ),
        1 => Just(b"\xe9".to_vec()),
    ]
}

fn record() -> impl Strategy<Value = Vec<u8>> {
    let position = proptest::sample::select(vec![
        "4k3/8/8/8/8/8/8/4K2R w K -",
        "4k3/8/8/8/8/8/8/4K2R w H -",
        "4k3/8/8/8/8/8/8/4K2R b - - 3 4",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
        "8/8/8/8/8/8/8/8 w - -",
        "4k3/8/8/8/8/8/8/4K2R x",
    ]);
    let opcode = proptest::sample::select(vec!["bm", "pv", "ce", "dm", "id", "c0", "X", "acd"]);
    let operation = (opcode, proptest::collection::vec(operand(), 0..3));
    (position, proptest::collection::vec(operation, 0..5)).prop_map(|(position, operations)| {
        let mut line = position.as_bytes().to_vec();
        for (opcode, operands) in operations {
            line.extend(b" ");
            line.extend(opcode.as_bytes());
            for operand in operands {
                line.push(b' ');
                line.extend(operand);
            }
            line.push(b';');
        }
        line
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_query_of_a_group_finds_its_records_and_no_others(
        fields in proptest::sample::subsequence(fields(), 1..=3).prop_shuffle(),
        records in proptest::collection::vec(record(), 1..12),
    ) {
        let records: Vec<&[u8]> = records.iter().map(Vec::as_slice).chain(LINES).collect();
        check(fields, &records)?;
    }
}

#[test]
fn values_sort_in_the_order_of_their_kind() {
    let options = ReadOptions::default();
    let sorted = |field: &str, records: Vec<&str>| {
        let keys: Keys = field.parse().unwrap();
        let key = |record: &&str| {
            let mut key = Vec::new();
            keys.ready(false)
                .push((record.as_bytes(), 0), &options, &mut key);
            key
        };
        let mut found = records.clone();
        found.reverse();
        found.sort_by_key(key);
        assert_eq!(found, records, "{field}");
    };
    let of = |operations: &[&str]| -> Vec<String> {
        let of = |operation: &&str| format!("4k3/8/8/8/8/8/8/4K3 w - - {operation}");
        operations.iter().map(of).collect()
    };
    let operations = |field: &str, operations: &[&str]| {
        let all = of(operations);
        sorted(field, all.iter().map(String::as_str).collect());
    };
    operations(
        "ce",
        &["ce -30;", "ce 1.5;", "ce 9;", "ce 10;", "ce good;", ""],
    );
    operations("count(bm)", &["", "bm a b;", "bm a b c d e f g h i j;"]);
    operations(
        "id",
        &["id 1.9;", "id 1.10;", "id WAC.2;", "id WAC.10;", ""],
    );
    operations("c0", &["c0 2;", "c0 10;", "c0 \"a 2\";", "c0 \"a 10\";"]);
    sorted(
        "material",
        vec![
            "4k3/8/8/8/8/8/4P3/4K3 w - -",
            "4k3/8/8/8/8/8/8/Q3K3 w - -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        ],
    );
    sorted(
        "ep",
        vec!["4k3/8/8/8/3pP3/8/8/4K3 b - e3", "4k3/8/8/8/8/8/8/4K3 w - -"],
    );
    sorted(
        "phase",
        vec![
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "4k3/8/8/8/8/8/8/4K3 w - -",
        ],
    );
}

#[test]
fn texts_with_different_invalid_utf_8_are_distinguished() {
    let options = ReadOptions::default();
    let c0 = Field::Operation("c0".to_owned());
    let texts: [&[u8]; 4] = [
        b"c0 \"J\xe1/[\xc3\xa9] 1\"; id \"J\xe1 1\";",
        b"c0 \"J\xe9/[\xc3\xa9] 1\";",
        b"c0 \"\xef\xbf\xbd\xe9\";",
        b"c0 \"\xef\xbf\xbd\xef\xbf\xbd\";",
    ];
    let lines = texts.map(|text| [b"4k3/8/8/8/8/8/8/4K2R w K - ", text].concat());
    let of = |line: &[u8], field: &Field| field.cell(&LazyRecord::new(line, 0, &options));
    let all: BTreeSet<_> = lines.iter().map(|line| of(line, &c0)).collect();
    assert_eq!(all.len(), lines.len());
    assert_eq!(of(&lines[0], &Field::Prefix("id".to_owned())), b"J\xe1");
    let query = c0.query(b"J\xe1 1");
    assert_eq!(query.as_deref(), Ok(r"c0 ~ /(?-i)^J(?-u:\xE1) 1$/"));
}

#[test]
fn numbers_are_compared_by_value() {
    let options = ReadOptions::default();
    let check = |field: &str, operands: &str, expected: &str| {
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K - {field} {operands};");
        let record = LazyRecord::new(line.as_bytes(), 0, &options);
        let found = Field::Operation(field.to_owned()).of(&record).into_text();
        assert_eq!(String::from_utf8_lossy(&found), expected, "{line}");
    };
    for (operands, expected) in [
        ("+12", "12"),
        ("1.50", "1.5"),
        ("\"12\"", "12"),
        ("good", "good"),
        ("+M4", "32760"),
    ] {
        check("ce", operands, expected);
    }
    check("ce", "99999999999999999999", "99999999999999999999");
    for (operands, expected) in [
        ("\"7\"", "7"),
        ("7.0", "7"),
        ("7 8", "7 8"),
        ("07", "7"),
        ("", ";"),
    ] {
        check("Own", operands, expected);
    }
    // A register may be a number, and a name may not.
    for (operands, expected) in [
        ("\"07.0\"", "7"),
        ("\"7 moves\"", "7 moves"),
        ("7 8", "7 8"),
    ] {
        check("c0", operands, expected);
    }
    check("id", "\"07\"", "07");
}

#[test]
fn all_suggested_names_are_fields() {
    for (name, about) in offered() {
        let field = Field::typed(name).unwrap();
        assert_eq!(field.name(), name);
        assert!(!field.is_operation() && about.len() < 45, "{name}");
    }
}

#[test]
fn an_error_has_its_place_and_a_suggestion() {
    for (text, place, said) in [
        (
            "problmes",
            0..8,
            "`problmes` is not a field; did you mean `problems`?",
        ),
        (
            "id,  sid",
            5..8,
            "`sid` is not a field; did you mean `side`?",
        ),
        (
            "id,9x",
            3..5,
            "`9x` is not a field; expected one as `side`, `id.prefix` or `count(bm)`",
        ),
        (
            "attacks(w,e4),",
            14..14,
            "expected a field, as `side`, `id.prefix` or `count(bm)`",
        ),
    ] {
        let (found, error) = Fields::typed(text).unwrap_err();
        assert_eq!(
            (found, error.in_short()),
            (place, said.to_owned()),
            "{text}"
        );
    }
}
