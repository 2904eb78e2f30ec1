use super::*;

#[test]
fn the_table_is_in_ascii_order_without_repeats() {
    for pair in all().windows(2) {
        let [first, second] = pair else {
            unreachable!()
        };
        assert!(
            first.name < second.name,
            "{} before {}",
            first.name,
            second.name
        );
    }
}

#[test]
fn the_table_has_exactly_the_opcodes_of_both_editions() {
    let mut expected: Vec<String> = "acn acs am bm cc ce dm draw_accept draw_claim draw_offer \
         draw_reject eco fmvn hmvc id nic noop pm ptp pv rc refcom refreq resign sm sv tcgs \
         tcri tcsi ts"
        .split_whitespace()
        .map(String::from)
        .collect();
    for digit in 0..10 {
        expected.push(format!("c{digit}"));
        expected.push(format!("v{digit}"));
    }
    expected.sort();
    let names: Vec<&str> = all().iter().map(|row| row.name).collect();
    assert_eq!(names, expected);
}

#[test]
fn opcodes_added_in_1995_are_marked() {
    let new: Vec<&str> = all()
        .iter()
        .filter(|row| row.edition == Edition::Of1995)
        .map(|row| row.name)
        .collect();
    assert_eq!(new, ["cc", "ptp", "refcom", "refreq", "sv", "ts"]);
}

#[test]
fn find_returns_each_row_and_nothing_else() {
    for row in all() {
        assert_eq!(find(row.name.as_bytes()), Some(row));
        assert!(is_opcode(row.name.as_bytes()));
        assert_eq!(find(row.name.to_ascii_uppercase().as_bytes()), None);
        assert_eq!(find(format!("{}x", row.name).as_bytes()), None);
    }
    for other in ["", "b", "bmx", "zz", "B", "~~", "\u{ff}\u{ff}"] {
        assert_eq!(find(other.as_bytes()), None, "{other}");
    }
}

#[test]
fn every_row_has_a_title_and_an_explanation() {
    for row in all() {
        let OpcodeInfo {
            name,
            title,
            about,
            example,
            ..
        } = row;
        assert!(!title.is_empty() && title.len() <= 40, "{name}: {title}");
        assert!(!title.ends_with('.'), "{name}: a title is not a sentence");
        assert!(about.ends_with('.') && about.len() >= 30, "{name}: {about}");
        assert!(
            example.ends_with(';') && example.is_ascii(),
            "{name}: {example}"
        );
        let opcode = example.split([' ', ';']).next();
        assert_eq!(opcode, Some(*name), "{example}");
    }
}

#[test]
fn examples_have_the_operands_of_their_shape() {
    for row in all() {
        let operands = row.example[row.name.len()..]
            .trim_end_matches(';')
            .trim_start();
        let words = operands.split_whitespace().count();
        let quoted = operands.starts_with('"') && operands.ends_with('"');
        let fits = match row.shape {
            Shape::Nothing => operands.is_empty(),
            Shape::Moves | Shape::Line => words >= 1,
            Shape::OneMove => words == 1,
            Shape::Integer { min, max } => operands
                .parse::<i64>()
                .is_ok_and(|value| (min..=max).contains(&value)),
            Shape::Text { .. } => quoted && operands.matches('"').count() == 2,
            Shape::TwoTexts => quoted && operands.matches('"').count() == 4,
            Shape::TwoClocks => words == 2 && operands.matches(':').count() == 6,
            Shape::DateTime => words == 2 && operands.matches('.').count() == 2,
            Shape::TagPairs => operands.matches('"').count() % 4 == 0,
            Shape::OneOf(list) => list.contains(&operands),
            Shape::Anything => true,
        };
        assert!(fits, "{}", row.example);
    }
}

#[test]
fn only_am_and_bm_are_sets_of_moves() {
    let sets: Vec<&str> = all()
        .iter()
        .filter(|row| row.shape == Shape::Moves)
        .map(|row| row.name)
        .collect();
    assert_eq!(sets, ["am", "bm"]);
}

#[test]
fn c0_to_c9_and_v0_to_v9_have_their_number() {
    let register = |name: &str| find(name.as_bytes()).and_then(OpcodeInfo::ranked_register);
    assert_eq!(register("c0"), Some(0));
    assert_eq!(register("v9"), Some(9));
    assert_eq!(register("ce"), None);
    assert_eq!(register("eco"), None);
}

#[test]
fn unknown_lower_case_names_and_other_cases_of_opcodes_are_reserved() {
    for reserved in ["foo", "BM", "Bm", "startpos", "cdb"] {
        assert!(is_reserved(reserved.as_bytes()), "{reserved}");
    }
    for private in ["bm", "Foo", "acd", "D1", "perft3", "eval", "Ae"] {
        assert!(!is_reserved(private.as_bytes()), "{private}");
    }
}

#[test]
fn a_misspelled_opcode_is_found() {
    let near = |name: &str| nearest(name.as_bytes()).map(|row| row.name);
    assert_eq!(near("mb"), Some("bm"));
    assert_eq!(near("bbm"), Some("bm"));
    assert_eq!(near("BM"), Some("bm"));
    assert_eq!(near("hmv"), Some("hmvc"));
    assert_eq!(near("fmnv"), Some("fmvn"));
    assert_eq!(near("draw_ofer"), Some("draw_offer"));
    assert_eq!(near("draw_decline"), None);
    assert_eq!(near("resigns"), Some("resign"));
}

#[test]
fn no_opcode_is_suggested_if_none_or_two_are_near() {
    let near = |name: &str| nearest(name.as_bytes()).map(|row| row.name);
    assert_eq!(near("tv"), None, "pv and sv are both one letter away");
    assert_eq!(near("hmvn"), None, "hmvc and fmvn are both one letter away");
    assert_eq!(near("difficulty"), None);
    assert_eq!(near("bm"), None, "an opcode is not a misspelling");
    assert_eq!(near("acd"), None, "unofficial, but well known");
    assert_eq!(near(""), None);
}

#[test]
fn an_opcode_is_a_letter_and_up_to_fourteen_letters_digits_or_underscores() {
    assert!(is_opcode(b"D1"));
    assert!(is_opcode(b"a23456789012345"));
    assert!(!is_opcode(b"a234567890123456"));
    assert!(!is_opcode(b"1a"));
    assert!(!is_opcode(b"_a"));
    assert!(!is_opcode(b"PV:"));
    assert!(!is_opcode(b""));
}
