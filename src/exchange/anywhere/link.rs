//! The position in a link.

use super::is_position;

/// Returns the position in an address: in its path, with `_` for blanks, as at lichess.org, or as the query value
/// `fen`, as at chess.com. `None` if there is none.
pub fn fen_of_link(link: &str) -> Option<String> {
    let link = link.split('#').next().unwrap_or(link);
    let (path, query) = link.split_once('?').unwrap_or((link, ""));
    let mut values = query.split('&').filter_map(|pair| pair.split_once('='));
    if let Some((_, value)) = values.find(|(name, _)| name.eq_ignore_ascii_case("fen")) {
        let fen = decoded(&value.replace(['+', '_'], " "));
        return is_position(&fen).then_some(fen);
    }
    // The position begins at one of the slashes, and has seven of its own.
    let path = decoded(path).replace('_', " ");
    let slashes = path.match_indices('/').map(|(at, _)| at + 1);
    let mut tails = slashes.filter_map(|at| path.get(at..));
    let fen = tails.find(|tail| tail.matches('/').count() == 7 && is_position(tail))?;
    Some(fen.trim().to_owned())
}

/// Returns a text with percent-encoding decoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits = after
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
