//! How well a short name matches what is typed.

use crate::editor::state::assist::Row;

/// Returns how well `typed` matches `name`, less being better, and which characters of the name match (by
/// index); `None` where it does not.
///
/// First the name itself, then names that begin with it, in the case typed and in any, then those
/// that hold its characters in order.
pub(super) fn matches(name: &str, typed: &str) -> Option<(u32, Vec<usize>)> {
    let length = typed.chars().count();
    if name.starts_with(typed) {
        let rank = if name.len() == typed.len() { 0 } else { 1 };
        return Some((rank, (0..length).collect()));
    }
    let same = |(a, b): (char, char)| a.eq_ignore_ascii_case(&b);
    if name.chars().count() >= length && name.chars().zip(typed.chars()).all(same) {
        return Some((2, (0..length).collect()));
    }
    let mut marks = Vec::with_capacity(length);
    let mut rest = name.chars().enumerate();
    for wanted in typed.chars() {
        let (at, _) = rest.find(|(_, c)| same((*c, wanted)))?;
        marks.push(at);
    }
    // The less lies between the characters, the better.
    let spread = match (marks.first(), marks.last()) {
        (Some(first), Some(last)) => last - first,
        _ => 0,
    };
    Some((4 + u32::try_from(spread).unwrap_or(u32::MAX / 2), marks))
}

/// Returns the rows whose names match what is typed, best first.
pub(super) fn ranked(rows: impl IntoIterator<Item = Row>, typed: &str) -> Vec<Row> {
    ranked_by(rows, |row| matches(&row.label, typed))
}

/// Returns the rows that match, the least rank first, with the characters that do.
pub(super) fn ranked_by(
    rows: impl IntoIterator<Item = Row>,
    matches: impl Fn(&Row) -> Option<(u32, Vec<usize>)>,
) -> Vec<Row> {
    let matching = rows.into_iter().filter_map(|row| {
        let (rank, marks) = matches(&row)?;
        Some((rank, Row { marks, ..row }))
    });
    let mut rows: Vec<_> = matching.collect();
    rows.sort_by_key(|(rank, _)| *rank);
    rows.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_beginning_is_better_than_characters_in_between() {
        let rank = |name, typed| matches(name, typed).map(|(rank, _)| rank);
        assert_eq!(rank("Qg6", "Qg6"), Some(0));
        assert!(rank("Qg6", "Q") < rank("Qg6", "q"));
        assert!(rank("Qg6", "q") < rank("Qxg6", "qg"));
        assert!(rank("Qxg6", "qg") < rank("Qa1xg6", "qg"));
        assert_eq!(rank("Qg6", "h"), None);
        assert_eq!(matches("Qxg6", "Qg"), Some((6, vec![0, 2])));
    }
}
