use crate::epd::moves::looks_like_move;
use crate::epd::opcode::find;
use crate::epd::opcode::*;

#[test]
fn well_known_opcodes_have_descriptions_and_are_not_official() {
    for row in WELL_KNOWN {
        let name = row.name.as_bytes();
        assert_eq!(well_known(name), Some(row.title));
        assert_eq!(find(name), None, "{}", row.name);
        assert!(row.example.starts_with(row.name), "{}", row.example);
        let operand = row.example[row.name.len()..].trim_matches([' ', ';']);
        let fits = row.form.is_none_or(|form| form.fits(operand.as_bytes()));
        assert!(fits, "{}", row.example);
    }
}

#[test]
fn the_usual_form_of_an_operand_is_recognized() {
    for (name, right, wrong) in [
        ("acd", "18", "18.0"),
        ("D3", "8902", "8902,"),
        ("perft12", "-1", "many"),
        ("eval", "-0.63", "="),
        ("diff", "9", "\"9\""),
        ("Ae", "\"Crafty\"", "Crafty"),
        ("Ubm", "e7e8q", "e8=Q"),
    ] {
        let form = of_use(name.as_bytes()).and_then(|row| row.form).unwrap();
        assert!(form.fits(right.as_bytes()), "{name} {right}");
        assert!(!form.fits(wrong.as_bytes()), "{name} {wrong}");
    }
    assert!(!UsualForm::UciMove.fits(b"e2") && !UsualForm::UciMove.fits(b""));
    assert_eq!(of_use(b"wdl").and_then(|row| row.form), None);
}

#[test]
fn no_well_known_opcode_has_the_form_of_a_move() {
    let counts = (1..100).flat_map(|depth| [format!("D{depth}"), format!("perft{depth}")]);
    let words = WELL_KNOWN.iter().map(|row| row.name.to_owned());
    for name in counts.chain(words) {
        assert!(!looks_like_move(name.as_bytes()), "{name}");
    }
}

#[test]
fn perft_opcodes_have_a_depth() {
    assert_eq!(perft_depth(b"D1"), Some(1));
    assert_eq!(perft_depth(b"D12"), Some(12));
    assert_eq!(perft_depth(b"perft6"), Some(6));
    assert_eq!(perft_depth(b"D"), None);
    assert_eq!(perft_depth(b"D0"), None);
    assert_eq!(perft_depth(b"Duals"), None);
    assert_eq!(perft_depth(b"D999"), None);
    assert!(well_known(b"D4").is_some());
    assert!(well_known(b"perft1").is_some());
    assert_eq!(well_known(b"Duals"), None);
    assert_eq!(well_known(b"bm"), None);
}
