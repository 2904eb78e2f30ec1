use super::*;

#[test]
fn ranges_of_plies_are_open_on_either_side() {
    let check = |text: &str, expected: Option<(usize, Option<usize>)>| {
        let read = range(text).ok();
        assert_eq!(read, expected, "{text}");
    };
    check("20-30", Some((20, Some(30))));
    check("20-", Some((20, None)));
    check("-30", Some((0, Some(30))));
    check("7", Some((7, Some(7))));
    check("30-20", None);
    check("-", None);
    check("a-b", None);
}
