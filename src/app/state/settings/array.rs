//! A list of a settings file changed element by element, so that the comments inside it stay.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::insert::plain;

/// Whether comments stand inside a value.
pub(super) fn has_comments(text: &str, value: &Spanned<DeValue>) -> bool {
    let mut leaves = Vec::new();
    leaves_of(value, &mut leaves);
    let span = value.span();
    let mut at = span.start;
    leaves.sort_by_key(|leaf| leaf.start);
    leaves.push(span.end..span.end);
    leaves.into_iter().any(|leaf| {
        let between = text.get(at..leaf.start).unwrap_or_default();
        at = leaf.end;
        between.contains('#')
    })
}

/// The places of keys and of what holds no other values: a `#` there is no comment.
fn leaves_of(value: &Spanned<DeValue>, leaves: &mut Vec<Range<usize>>) {
    match value.get_ref() {
        DeValue::Array(values) => {
            for value in values {
                leaves_of(value, leaves);
            }
        }
        DeValue::Table(entries) => {
            for (key, value) in entries {
                leaves.push(key.span());
                leaves_of(value, leaves);
            }
        }
        _ => leaves.push(value.span()),
    }
}

/// A list with the elements of another in its place: what stays keeps its line and its comment.
/// `None` where a comment would be lost, or where there is no list.
pub(super) fn changed(text: &str, old: &Spanned<DeValue>, new: &str) -> Option<String> {
    let DeValue::Array(elements) = old.get_ref() else {
        return None;
    };
    let new = listed(new)?;
    let list = List {
        text,
        span: old.span(),
        elements: elements.iter().map(Spanned::span).collect(),
    };
    let values: Vec<String> = elements.iter().map(|old| plain(old.get_ref())).collect();
    let mut stays = common(&values, &new);
    stays.push((values.len(), new.len()));
    let mut edits = Vec::new();
    let (mut from, mut of) = (0, 0);
    for (old, stayed) in stays {
        list.exchange(from..old, new.get(of..stayed)?, &mut edits)?;
        (from, of) = (old + 1, stayed + 1);
    }
    let mut found = String::new();
    let mut at = list.span.start;
    for (range, put) in edits {
        found.push_str(text.get(at..range.start)?);
        found.push_str(&put);
        at = range.end;
    }
    found.push_str(text.get(at..list.span.end)?);
    Some(found)
}

/// A list in a text, and where its elements are.
struct List<'t> {
    text: &'t str,
    span: Range<usize>,
    elements: Vec<Range<usize>>,
}

impl List<'_> {
    /// Puts other elements in the place of a run of them.
    fn exchange(
        &self,
        run: Range<usize>,
        new: &[(String, String)],
        edits: &mut Vec<(Range<usize>, String)>,
    ) -> Option<()> {
        for (at, index) in run.clone().enumerate() {
            if self.has_comment(index)? {
                return None;
            }
            edits.push(match new.get(at) {
                Some((_, put)) => (self.elements.get(index)?.clone(), put.clone()),
                None => (self.with_comma(index)?, String::new()),
            });
        }
        let rest: Vec<&str> = new.iter().skip(run.len()).map(|(_, put)| &**put).collect();
        if rest.is_empty() {
            return Some(());
        }
        let rest = rest.join(", ");
        let before = run.end.checked_sub(1);
        if let Some(last) = before.and_then(|before| self.elements.get(before)) {
            edits.push((last.end..last.end, format!(", {rest}")));
        } else if let Some(first) = self.elements.first() {
            edits.push((first.start..first.start, format!("{rest}, ")));
        } else {
            let inside = self.span.start + 1;
            edits.push((inside..inside, rest));
        }
        Some(())
    }

    /// What stands between the element and the one before, and the next.
    fn around(&self, index: usize) -> Option<(&str, &str)> {
        let element = self.elements.get(index)?;
        let before = index.checked_sub(1).and_then(|at| self.elements.get(at));
        let from = before.map_or(self.span.start + 1, |before| before.end);
        let to = self
            .elements
            .get(index + 1)
            .map_or(self.span.end.checked_sub(1)?, |next| next.start);
        let before = self.text.get(from..element.start)?;
        Some((before, self.text.get(element.end..to)?))
    }

    /// Whether a comment is about the element: behind it, or on lines of its own above it.
    fn has_comment(&self, index: usize) -> Option<bool> {
        let (before, after) = self.around(index)?;
        let above = before.split_once('\n').map_or("", |(_, above)| above);
        let behind = after.split('\n').next().unwrap_or_default();
        Some(above.contains('#') || behind.contains('#'))
    }

    /// The element with its comma, and with its line where it stands alone there.
    fn with_comma(&self, index: usize) -> Option<Range<usize>> {
        let element = self.elements.get(index)?;
        let (before, after) = self.around(index)?;
        let end = match after.find(',') {
            Some(comma) if after.get(..comma)?.contains('#') => return None,
            Some(comma) => comma + 1,
            None => 0,
        };
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t', '\r']).len();
        let rest = after.get(end..)?;
        let end = end + blanks(rest);
        let start = before.trim_end_matches([' ', '\t']);
        if start.ends_with('\n') && after.get(end..)?.starts_with('\n') {
            let start = element.start - (before.len() - start.len());
            return Some(start..element.end + end + 1);
        }
        Some(element.start..element.end + end)
    }
}

/// The elements of a list as values and as they are written; a value alone is a list of one.
fn listed(new: &str) -> Option<Vec<(String, String)>> {
    let text = format!("x = {new}");
    let file = DeTable::parse(&text).ok()?;
    let value = file.get_ref().get("x")?;
    let one = std::slice::from_ref(value);
    let elements = match value.get_ref() {
        DeValue::Array(values) => values.iter().collect(),
        _ => one.iter().collect::<Vec<_>>(),
    };
    let written = elements.into_iter().map(|value| {
        let written = text.get(value.span())?.to_owned();
        Some((plain(value.get_ref()), written))
    });
    written.collect()
}

/// The longest run of elements that both have in the same order: where each is in the one and in the other.
fn common(old: &[String], new: &[(String, String)]) -> Vec<(usize, usize)> {
    let mut rows = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    let at = |rows: &[Vec<usize>], i: usize, j: usize| {
        let row = rows.get(i).and_then(|row| row.get(j));
        row.copied().unwrap_or_default()
    };
    let same = |i: usize, j: usize| match (old.get(i), new.get(j)) {
        (Some(old), Some((new, _))) => old == new,
        _ => false,
    };
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let best = if same(i, j) {
                at(&rows, i + 1, j + 1) + 1
            } else {
                at(&rows, i + 1, j).max(at(&rows, i, j + 1))
            };
            if let Some(cell) = rows.get_mut(i).and_then(|row| row.get_mut(j)) {
                *cell = best;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut found = Vec::new();
    while i < old.len() && j < new.len() {
        if same(i, j) {
            found.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if at(&rows, i + 1, j) >= at(&rows, i, j + 1) {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::app::state::settings::{Entry, put};

    fn entry(name: &str, value: Option<&str>) -> Entry {
        let (table, key) = match name.split_once('.') {
            Some((_, key)) => (Some("keys"), key),
            None => (None, name),
        };
        Entry {
            table,
            key: key.to_owned(),
            value: value.map(str::to_owned),
        }
    }

    fn check(text: &str, name: &str, value: &str, expected: &str) {
        let (found, _) = put(text, &entry(name, Some(value))).expect(text);
        assert_eq!(found, expected);
    }

    fn refused(text: &str, name: &str, value: Option<&str>) {
        let error = put(text, &entry(name, value)).expect_err(text).to_string();
        assert!(
            error.contains("would be lost; change it by hand"),
            "{error}"
        );
    }

    const COLUMNS: &str = "columns = [ # mine\n  \"line\", # number\n  # of the position\n  \"id\",\n  \"bm\",\n  # the end\n]\n";

    #[test]
    fn the_comments_in_a_list_stay_with_the_elements_that_stay() {
        check(
            COLUMNS,
            "columns",
            r#"["line", "ce", "id"]"#,
            "columns = [ # mine\n  \"line\", \"ce\", # number\n  # of the position\n  \"id\",\n  # the end\n]\n",
        );
        check(
            COLUMNS,
            "columns",
            r#"["side", "line", "id", "dm", "acd"]"#,
            "columns = [ # mine\n  \"side\", \"line\", # number\n  # of the position\n  \"id\",\n  \"dm\", \"acd\",\n  # the end\n]\n",
        );
        check(
            "[keys]\nsave = [ # mine\n  'Ctrl-S', 'F2']\n",
            "keys.save",
            "\"F5\"",
            "[keys]\nsave = [ # mine\n  \"F5\", ]\n",
        );
        check(
            "columns = [ # none\n]\n",
            "columns",
            "[\"id\"]",
            "columns = [\"id\" # none\n]\n",
        );
        check(
            "columns = [\"#\", 'id'] # a sign\n",
            "columns",
            "[\"id\"]",
            "columns = [\"id\"] # a sign\n",
        );
    }

    #[test]
    fn a_comment_of_an_element_that_goes_is_not_deleted_unasked() {
        refused(COLUMNS, "columns", Some(r#"["id", "bm"]"#));
        refused(COLUMNS, "columns", Some(r#"["line", "bm"]"#));
        refused(COLUMNS, "columns", Some(r#"["id", "line"]"#));
        refused(COLUMNS, "columns", None);
        refused(
            "[keys]\nsave = { board = [ # mine\n  'F5' ] }\n",
            "keys.save",
            Some("\"F6\""),
        );
    }
}
