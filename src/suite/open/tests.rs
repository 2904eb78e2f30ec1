use super::*;
use crate::epd::Record;
use crate::suite::OpenOptions;

const NEEDS: &str = "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w KQkq - bm O-O;\n";
const PLAIN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O;\n";
const AGAINST: &str = "4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;\n";

fn check(lines: &[&str], expected: Rules) {
    let suite = Suite::from_bytes("a.epd", lines.concat().into_bytes());
    assert_eq!(suite.rules(), expected);
    assert_eq!(suite.snapshot().read_options().rules, expected);
}

#[test]
fn a_file_is_chess960_if_a_record_needs_it_and_none_contradicts() {
    check(&[], Rules::Classical);
    check(&[PLAIN, PLAIN], Rules::Classical);
    check(&[PLAIN, NEEDS], Rules::Chess960);
    check(&[PLAIN, NEEDS, AGAINST], Rules::Classical);
    let long = PLAIN.repeat(20_000);
    check(&[&long, NEEDS], Rules::Chess960);
    check(&[NEEDS, &long, AGAINST], Rules::Classical);
}

#[test]
fn options_take_precedence_over_detected_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.epd");
    std::fs::write(&path, [NEEDS, AGAINST].concat()).expect("a file");
    for (given, expected) in [
        (None, Rules::Classical),
        (Some(Rules::Chess960), Rules::Chess960),
    ] {
        let options = OpenOptions {
            background: false,
            rules: given,
            ..OpenOptions::default()
        };
        let suite = Suite::open(&path, &options).expect("the file");
        assert_eq!(suite.rules(), expected);
        let line = suite.line(0).into_owned();
        let record = Record::read(&line, suite.read_options());
        assert_eq!(record.is_kept(), expected == Rules::Classical);
    }
}
