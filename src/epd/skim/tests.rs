use super::super::Record;
use super::*;
use proptest::prelude::*;

/// The words of records, valid and broken.
const WORDS: &[&str] = &[
    "4k3/8/8/8/8/8/4P3/4K3",
    "r3k2r/8/8/8/3pP3/8/8/R3K2R",
    "8/8/8/8/8/8/8/8",
    "w",
    "b",
    "-",
    "KQkq",
    "HAha",
    "e3",
    "0",
    "1",
    "bm",
    "e4",
    "Rh8",
    ";",
    ";",
    ";",
    "id",
    "\"a b\"",
    "\"x",
    "ce",
    "+12",
    "D1",
    "20",
    "20,",
    ",20,400",
    "c0",
    "pv",
    "Kd2",
    "acd",
    "?",
    "x\"y",
    "#3",
    "Private",
    "hmvc",
    "sd",
    "Opn",
    "eval",
    "B33",
    "h6",
    "kq",
    "c6",
    "a",
    "3+3",
    "!",
    "\"pos/8 w\"",
];

proptest! {
    #[test]
    fn the_quick_reader_agrees_with_the_full_reader(words in proptest::collection::vec(0..WORDS.len(), 0..24)) {
        let line = words.iter().map(|at| WORDS[*at]).collect::<Vec<_>>().join(" ");
        check(line.as_bytes());
        // A record with valid fields, too.
        check(format!("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 {line}").as_bytes());
        check(format!("4k3/8/8/8/8/8/4P3/4K3 w - - {line}\r\n").as_bytes());
    }
}

fn check(line: &[u8]) {
    let options = ReadOptions::default();
    let (skim, record) = (Skim::read(line, &options), Record::read(line, &options));
    assert_eq!(skim.kind(), record.kind());
    assert_eq!(skim.board(), record.board());
    assert_eq!(skim.side(), record.side());
    assert_eq!(skim.castling(), record.castling());
    assert_eq!(skim.en_passant(), record.en_passant());
    assert_eq!(skim.position(), record.position());
    for name in ["bm", "id", "ce", "D1", "Private", "pv", "c0"] {
        // The quick reading agrees with the one by the fields.
        if let Some(found) = Skim::operation_of(line, name.as_bytes()) {
            assert_eq!(
                (skim.operation(name.as_bytes()), skim.kind()),
                (Some(found), LineKind::Record)
            );
        }
        if let Some(found) = skim.operation(name.as_bytes())
            && record.kind() == LineKind::Record
        {
            let expected = record.operation(name);
            assert_eq!(
                found.map(|place| place.opcode),
                expected.map(|operation| operation.opcode),
                "{name} in {}",
                String::from_utf8_lossy(line)
            );
            if let (Some(place), Some(operation)) = (found, expected)
                && place.words == record.operands_of(operation).len()
            {
                assert_eq!(place.operands, record.operands_span(operation));
            }
        }
    }
    if let Some(places) = skim.operations()
        && record.kind() == LineKind::Record
    {
        let found: Vec<_> = places.iter().map(|place| place.opcode).collect();
        let expected: Vec<_> = record.operations().iter().map(|o| o.opcode).collect();
        assert_eq!(found, expected, "{}", String::from_utf8_lossy(line));
    }
}

proptest! {
    #[test]
    fn a_placement_that_passes_the_quick_check_can_be_read(
        ranks in proptest::collection::vec(
            prop::sample::select(vec!["8", "4k3", "44", "7", "pppppppp", "P7", "ppppppppp", "71", "0", "9", "R3K2R", "k8", "x7", ""]),
            7..10,
        ),
        rest in prop::sample::select(vec![" w - - bm e4;", " b KQ - id \"x\"; ce 3", " w - -  bm e4;", "  w - - bm e4;", " w KK - bm e4; \0", " w - - bm", " w - -", " w - - e4"]),
    ) {
        check(format!("{}{rest}", ranks.join("/")).as_bytes());
    }
}

#[test]
fn common_records_pass_the_quick_check() {
    let line = b"r1bqk2r/pp3ppp/8/8/8/8/PPP2PPP/R1BQ1RK1 b kq - bm O-O; id \"x\";\n";
    assert!(Skim::operation_of(line, b"id").is_some_and(|found| found.is_some()));
    assert_eq!(Skim::operation_of(line, b"ce"), Some(None));
}

#[test]
fn the_fields_of_a_skim_equal_those_of_the_record() {
    let castling = ["-", "KQkq", "qkQK", "HAha", "Kx", "ce", "", "kq-", "K"];
    let squares = ["-", "e3", "e4", "c3", "c6", "e9", "-,20", ""];
    let behind = [
        "",
        " ",
        " 0 1",
        " -",
        "; bm e4",
        " bm e4;",
        " 3+3",
        "  id \"x\";",
        "\tid \"x\";",
    ];
    for placement in [
        "r3k2r/8/8/8/2pP4/8/8/R3K2R",
        "4k3/8/8/8/3pP3/8/8/4K3",
        "4k3/44/8/8/8/8/8/4K3",
        "4k3/8/8",
        "e8",
    ] {
        for side in ["w", "b", "W", "x"] {
            for (rights, square) in castling.iter().flat_map(|c| squares.map(|s| (c, s))) {
                for behind in behind {
                    check(format!("{placement} {side} {rights} {square}{behind}").as_bytes());
                }
            }
        }
    }
}

#[test]
fn counts_with_commas_are_left_to_the_reader() {
    for blank in [" ", "  "] {
        for count in ["D1 20, D2 400", "D1 20,; D2 400;", "D1 20; D2 400,"] {
            let line = format!("4k3/8/8/8/8/8/4P3/4K3 w - -{blank}{count}");
            let skim = Skim::read(line.as_bytes(), &ReadOptions::default());
            assert_eq!(skim.operations(), None, "{line}");
        }
    }
}

#[test]
fn ordinary_records_need_no_full_reading() {
    let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; c0 \"a; b\"; id \"x\"";
    let skim = Skim::read(line, &ReadOptions::default());
    let texts: Vec<_> = skim
        .operations()
        .unwrap()
        .iter()
        .map(|place| (place.opcode.of(line), place.operands.of(line), place.words))
        .collect();
    assert_eq!(
        texts,
        [
            (&b"bm"[..], &b"Kd2 e4"[..], 2),
            (b"c0", b"\"a; b\"", 1),
            (b"id", b"\"x\"", 1)
        ]
    );
}
