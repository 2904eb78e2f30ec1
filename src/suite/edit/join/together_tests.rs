use crate::epd::Record;
use crate::suite::edit::join::tests::join;

const K: &str = "4k3/8/8/8/8/8/3PP3/4K3 w - -";

/// Checks the joined operations of two records, in any order, and the number of conflicts.
#[track_caller]
fn check(first: &str, other: &str, expected: &str, conflicts: usize) {
    let [first, other, expected] =
        [first, other, expected].map(|text| format!("{K} {text}").into_bytes());
    let joined = join(&first, &[other], &Default::default());
    assert_eq!(operations(&joined.line), operations(&expected));
    assert_eq!((joined.conflicts, joined.left), (conflicts, Vec::new()));
}

fn operations(line: &[u8]) -> Vec<String> {
    let record = Record::read(line, &Default::default());
    let all = record.operations().iter();
    let mut all: Vec<String> = all
        .map(|operation| operation.span.of(line).escape_ascii().to_string())
        .collect();
    all.sort();
    all
}

#[test]
fn the_engine_name_stays_with_its_results() {
    let of = |ce: u32, name: &str| format!("acd 9; ce {ce}; Engine \"{name}\"; pv d4;");
    check(&of(30, "A 1"), &of(40, "B 2"), &of(30, "A 1"), 2);
    check("ce 30;", &of(40, "B 2"), "ce 30;", 4);
    check("ce 40;", &of(40, "B 2"), &of(40, "B 2"), 0);
}

#[test]
fn points_come_from_one_record() {
    let whole = "c0 \"d4=10, e4=4\"; c7 \"d4 e4\"; c8 \"10 4\"; c9 \"d2d4 e2e4\";";
    check("bm e4;", whole, &format!("bm e4; {whole}"), 0);
    check(whole, whole, whole, 0);
    // Different points: none of them is taken.
    let other = "c0 \"e4=10, e3=6\";";
    check(other, whole, other, 4);
    check(whole, other, whole, 1);
    let other = "c7 \"e4 d4\"; c8 \"10 4\";";
    check(other, whole, other, 3);
    let other = "c7 \"e4 d4\";";
    check(other, "c7 \"d4 e4\"; c8 \"10 5\";", other, 2);
    // Equal points in other lists, or written another way.
    check("c0 \"d4=10, e4=4\";", whole, whole, 0);
    let rest = &whole[whole.find("c7").expect("a list")..];
    let first = "c0 \"d4=10,e4=4\";";
    check(first, whole, &format!("{first} {rest}"), 1);
    // A comment is not a list.
    let first = "c0 \"pawns\";";
    check(first, whole, &format!("{first} {rest}"), 1);
    check(whole, first, whole, 1);
    check(
        "c9 \"1-0\";",
        whole,
        "c9 \"1-0\"; c0 \"d4=10, e4=4\"; c7 \"d4 e4\"; c8 \"10 4\";",
        1,
    );
    // Neither half is a list of points by itself.
    check("c7 \"d4 e4\";", "c8 \"10 4\";", "c7 \"d4 e4\";", 1);
    check(
        "c7 \"d4 e4\";",
        "c9 \"d2d4 e2e4\";",
        "c7 \"d4 e4\"; c9 \"d2d4 e2e4\";",
        0,
    );
    // Points that already disagree stay as one record has them.
    let wrong = "c0 \"d4=10\"; c8 \"11\"; c7 \"d4\";";
    check("bm e4;", wrong, &format!("bm e4; {wrong}"), 0);
}

#[test]
fn search_results_are_not_mixed_when_records_are_joined() {
    let deep = "ce 45; acd 20; acn 999; pv e4 Kd7; pm e4;";
    check("bm e4;", deep, &format!("bm e4; {deep}"), 0);
    check("ce 30; acd 12;", deep, "ce 30; acd 12;", 5);
    // The further lines of a search.
    let lines = |ce: u32| format!("acd 9; ce 45; Ce2 {ce}; Pv2 \"d4 Kd7\"; pv e4 Kd7;");
    check("bm e4;", &lines(10), &format!("bm e4; {}", lines(10)), 0);
    check("acd 20; ce 30;", &lines(10), "acd 20; ce 30;", 5);
    check("acd 9; Ce2 20;", &lines(10), "acd 9; Ce2 20;", 4);
    check("acd 9; ce 45;", &lines(10), &lines(10), 0);
    check("ce 30;", deep, "ce 30;", 5);
    check("pm d4; bm d4;", deep, "pm d4; bm d4;", 5);
    check("pv d4;", "pm e4; acn 7; id \"x\";", "pv d4; id \"x\";", 2);
    // Where they agree, each adds to the other.
    check(
        "ce 45; pm e4;",
        deep,
        "ce 45; pm e4; acd 20; acn 999; pv e4 Kd7;",
        0,
    );
    check("ce +45;", "ce 45; acd 20;", "ce +45; acd 20;", 0);
    check("acd 12;", "ce 5;", "acd 12; ce 5;", 0);
    check(
        "acd 12; SolvedMs 5;",
        "acd 13; SolvedMs 5; acs 3;",
        "acd 12; SolvedMs 5;",
        2,
    );
    // An evaluation that the mate distance contradicts.
    check("dm 3;", "ce 5; pv e4;", "dm 3;", 2);
}

#[test]
fn clocks_come_from_one_game() {
    check("hmvc 4;", "hmvc 0; fmvn 35;", "hmvc 4;", 2);
    check("hmvc 4;", "hmvc 4; fmvn 35;", "hmvc 4; fmvn 35;", 0);
    check("hmvc 4;", "0 35 bm e4;", "hmvc 4; bm e4;", 2);
    check("hmvc 4;", "4 35 bm e4;", "hmvc 4; bm e4; fmvn 35;", 0);
}
