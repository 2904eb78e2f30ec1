//! The terminal's clipboard: OSC 52, and its way through tmux and screen, which keep what they don't
//! know to themselves unless it is wrapped.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::editor::state::copying::CopyHow;

/// The most bytes of a text: with its base64 the sequence stays under the 100,000 bytes that terminals
/// take at least.
pub const MOST: usize = 74_994;

/// Bytes of a piece of what screen hands on: it takes 768 at most.
const PIECE: usize = 240;

/// The way of a text to the terminal, as the environment says. Over ssh only the terminal's name is left of it.
pub fn way(value: impl Fn(&str) -> Option<String>) -> CopyHow {
    let is_set = |name: &str| value(name).is_some_and(|value| !value.is_empty());
    let terminal = value("TERM").unwrap_or_default();
    if is_set("TMUX") || terminal.starts_with("tmux") {
        CopyHow::Tmux
    } else if is_set("STY") || terminal.starts_with("screen") {
        CopyHow::Screen
    } else {
        CopyHow::Terminal
    }
}

/// The sequence that hands a text to the terminal's clipboard; `None` where the text is too long.
///
/// For tmux it stands there twice: as it is, for a tmux that sets clipboards itself (`set-clipboard on`),
/// and wrapped, for one that lets sequences through (`allow-passthrough on`). The other one is ignored.
pub fn sequence(text: &str, how: CopyHow) -> Option<String> {
    if text.len() > MOST {
        return None;
    }
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    Some(match how {
        CopyHow::Clipboard | CopyHow::Terminal => plain,
        CopyHow::Tmux => {
            let doubled = plain.replace('\x1b', "\x1b\x1b");
            format!("{plain}\x1bPtmux;{doubled}\x1b\\")
        }
        CopyHow::Screen => {
            let mut wrapped = String::with_capacity(plain.len() + plain.len() / 40 + 8);
            let mut rest = plain.as_str();
            while !rest.is_empty() {
                // All of it is ASCII.
                let (piece, after) = rest.split_at(PIECE.min(rest.len()));
                wrapped.push_str("\x1bP");
                wrapped.push_str(piece);
                wrapped.push_str("\x1b\\");
                rest = after;
            }
            wrapped
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_sequence_that_tmux_and_screen_hand_on() {
        for (how, expected) in [
            (CopyHow::Terminal, "\x1b]52;c;ZTQ=\x07"),
            (
                CopyHow::Tmux,
                "\x1b]52;c;ZTQ=\x07\x1bPtmux;\x1b\x1b]52;c;ZTQ=\x07\x1b\\",
            ),
            (CopyHow::Screen, "\x1bP\x1b]52;c;ZTQ=\x07\x1b\\"),
        ] {
            assert_eq!(sequence("e4", how).as_deref(), Some(expected));
        }
    }

    #[test]
    fn screen_hands_a_long_text_on_in_pieces_that_are_the_sequence_again() {
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n".repeat(100);
        let wrapped = sequence(&text, CopyHow::Screen).expect("short enough");
        let mut whole = String::new();
        for piece in wrapped.split_inclusive("\x1b\\") {
            assert!(piece.len() <= 768);
            let inside = piece.strip_prefix("\x1bP").expect("a piece");
            whole.push_str(inside.strip_suffix("\x1b\\").expect("its end"));
        }
        assert_eq!(Some(whole), sequence(&text, CopyHow::Terminal));
    }

    #[test]
    fn the_longest_text_stays_under_a_hundred_thousand_bytes() {
        let longest = sequence(&"x".repeat(MOST), CopyHow::Terminal).expect("the longest");
        assert!(longest.len() <= 100_000, "{}", longest.len());
        assert_eq!(sequence(&"x".repeat(MOST + 1), CopyHow::Terminal), None);
        assert_eq!(sequence(&"é".repeat(MOST / 2 + 1), CopyHow::Tmux), None);
    }

    #[test]
    fn what_stands_between_is_told_by_the_environment() {
        for (set, expected) in [
            (&[("TERM", "xterm-256color")][..], CopyHow::Terminal),
            (&[], CopyHow::Terminal),
            (
                &[("TERM", "screen-256color"), ("TMUX", "/run/x,1,0")],
                CopyHow::Tmux,
            ),
            (&[("TERM", "tmux-256color")], CopyHow::Tmux),
            (
                &[("TERM", "screen.xterm-256color"), ("STY", "1.pts")],
                CopyHow::Screen,
            ),
            (&[("TERM", "screen")], CopyHow::Screen),
            (&[("TERM", "xterm"), ("TMUX", "")], CopyHow::Terminal),
        ] {
            let value = |name: &str| {
                let mut set = set.iter();
                set.find(|(of, _)| *of == name)
                    .map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(way(value), expected, "{set:?}");
        }
    }
}
