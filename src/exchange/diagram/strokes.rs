//! Letters as strokes, for pictures without fonts: printable ASCII and the letters of Western and Central Europe, on
//! a field 4 wide, capitals 6 high.

/// The distance from one letter to the next.
const ADVANCE: f64 = 5.6;
pub(super) const HEIGHT: f64 = 6.0;

/// The table of letters, one per line: a letter and its strokes (corners as digits of column and row, a blank between
/// strokes; rows 7 and 8 are below the line); signs that stand `over` small letters, or `across` or below any, and
/// pairs of a letter without and with the sign; or replacement texts (`as`).
const LETTERS: &str = include_str!("../../../assets/letters.txt");

/// The strokes of a box, for unknown letters.
const BOX: &str = "0006464000";

/// Returns the rest of each line that begins with this word.
fn lines(word: &str) -> impl Iterator<Item = &'static str> {
    LETTERS
        .lines()
        .filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
}

fn strokes_of(letter: char) -> Option<&'static str> {
    lines(letter.encode_utf8(&mut [0; 4])).next()
}

pub(super) fn width(text: &str) -> f64 {
    // A text is at most as long as a label.
    #[allow(clippy::cast_precision_loss)]
    let count = text.chars().count() as f64;
    (count * ADVANCE - (ADVANCE - 4.0)).max(0.0)
}

/// Returns a text as the data of an SVG path, from its upper left corner.
pub(super) fn path(text: &str) -> String {
    let mut path = String::new();
    let mut left = 0.0;
    for char in text.chars() {
        let (letter, sign, is_over) = accented(char).unwrap_or((char, "", false));
        // A capital, and a sign above it, is two rows higher than a small letter.
        let rise = if is_over && letter.is_uppercase() {
            2.0
        } else {
            0.0
        };
        if letter != ' ' {
            draw(strokes_of(letter).unwrap_or(BOX), (left, 0.0), &mut path);
        }
        draw(sign, (left, -rise), &mut path);
        left += ADVANCE;
    }
    path
}

fn draw(strokes: &str, (left, top): (f64, f64), path: &mut String) {
    for stroke in strokes.split(' ').filter(|stroke| stroke.len() > 3) {
        let mut command = 'M';
        for corner in stroke.as_bytes().chunks_exact(2) {
            let digit = |at: usize| {
                corner
                    .get(at)
                    .map_or(0.0, |byte| f64::from(byte.saturating_sub(b'0')))
            };
            path.push_str(&format!(
                "{command}{:.1} {}",
                left + digit(0),
                top + digit(1)
            ));
            command = 'L';
        }
        // A dot gets a length, so that every program draws it.
        path.push_str("h.01");
    }
}

/// Returns the letter without its sign, the strokes of the sign, and true if it is over the letter.
fn accented(char: char) -> Option<(char, &'static str, bool)> {
    let over = lines("over").map(|line| (line, true));
    let across = lines("across").map(|line| (line, false));
    over.chain(across).find_map(|(line, is_over)| {
        let (strokes, pairs) = line.rsplit_once(' ')?;
        let pairs: Vec<_> = pairs.chars().collect();
        pairs.chunks(2).find_map(|pair| match pair {
            [letter, with] if *with == char => Some((*letter, strokes, is_over)),
            _ => None,
        })
    })
}

/// Returns a text with some letters spelled as several, and plain signs for typographic ones.
pub(super) fn spelled(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        match lines("as").find_map(|line| line.strip_prefix(char)) {
            _ if char.is_whitespace() => plain.push(' '),
            Some(other) => plain.push_str(other.trim_start()),
            None => plain.push(char),
        }
    }
    plain
}

#[cfg(any(feature = "pictures", test))]
pub(super) fn lacks(text: &str) -> bool {
    let has = |char| char == ' ' || strokes_of(char).is_some() || accented(char).is_some();
    !spelled(text).chars().all(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_latin_1_have_strokes_and_others_are_reported() {
        for char in ('À'..='ÿ').filter(|char| *char != '÷') {
            assert!(!lacks(&char.to_string()), "{char}");
        }
        assert!(!lacks("Müller – Świątek, „Łódź“"));
        assert!(lacks("Жи") && lacks("中文"));
        let strokes = |text: &str| path(text).matches('M').count();
        assert_eq!(strokes("ü"), strokes("u") + 2);
        assert_eq!(strokes("í"), strokes("i"));
        assert_ne!(path("é"), path("è"));
    }
}
