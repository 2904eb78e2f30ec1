use super::*;

#[test]
fn judgements_depend_on_the_margin() {
    let check = |ours, theirs, expected| assert_eq!(Judgement::of(ours, theirs, 50), expected);
    check(100, 50, Judgement::Confirmed);
    check(100, 51, Judgement::Ambiguous);
    check(100, 99, Judgement::Ambiguous);
    check(100, 100, Judgement::Cooked);
    check(100, 149, Judgement::Cooked);
    check(100, 150, Judgement::Wrong);
    assert_eq!(Judgement::of(5, 5, 0), Judgement::Wrong);
    assert_eq!(Judgement::of(6, 5, 0), Judgement::Confirmed);
}
