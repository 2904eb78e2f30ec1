use super::{Flow, Pieces};
use crate::suite::scan::{LARGEST_READ, LONGEST_HELD};
use crate::suite::testing::Slow;
use std::io::{self, Read};

fn lines_of(bytes: &[u8], step: usize) -> Vec<(u64, Vec<u8>)> {
    let mut all = Vec::new();
    Pieces::new(Slow(bytes, step))
        .each::<_, io::Error>(
            |piece| {
                piece
                    .lines()
                    .map(|(number, line)| (number, line.to_vec()))
                    .collect::<Vec<_>>()
            },
            |_, lines| {
                all.extend(lines);
                Ok(Flow::On)
            },
        )
        .expect("reading a slice");
    all
}

#[test]
fn lines_are_whole_ordered_and_numbered_for_any_read_size() {
    let text: Vec<u8> = (1..3000)
        .flat_map(|n| format!("line {n} {}\r\n", "x".repeat(n % 50)).into_bytes())
        .collect();
    for step in [97, 4096, 1 << 20] {
        let lines = lines_of(&text, step);
        assert_eq!(lines.len(), 2999);
        for (at, (number, line)) in lines.iter().enumerate() {
            assert_eq!(*number, at as u64 + 1);
            assert!(line.starts_with(format!("line {number} ").as_bytes()));
        }
        assert_eq!(
            lines
                .into_iter()
                .flat_map(|(_, line)| line)
                .collect::<Vec<_>>(),
            text
        );
    }
}

#[test]
fn a_last_line_without_an_end_and_blank_lines_are_lines() {
    let lines = lines_of(b"a\n\nb", 1);
    assert_eq!(
        lines,
        [
            (1, b"a\n".to_vec()),
            (2, b"\n".to_vec()),
            (3, b"b".to_vec())
        ]
    );
    assert!(lines_of(b"", 1).is_empty());
}

#[test]
fn cr_ends_the_lines_of_a_file_without_lf() {
    let lines = lines_of(b"a\rb\r\rc", 1);
    assert_eq!(
        lines,
        [
            (1, b"a\r".to_vec()),
            (2, b"b\r".to_vec()),
            (3, b"\r".to_vec()),
            (4, b"c".to_vec())
        ]
    );
}

#[test]
fn a_line_too_long_for_memory_comes_in_parts_without_loss() {
    for (end, step) in [
        ("\n", 1 << 20),
        ("\r\n", (1 << 20) - 1),
        ("\r", (1 << 20) - 1),
    ] {
        for last in ["", end] {
            let (short, long) = (format!("short{end}"), "x".repeat(3 * LONGEST_HELD));
            let text = format!("{short}{long}{end}{short}{long}{last}");
            let (mut all, mut numbers, mut most) = (Vec::new(), Vec::new(), 0);
            Pieces::new(Slow(text.as_bytes(), step))
                .each::<_, io::Error>(
                    |piece| piece.lines().map(|(number, _)| number).collect::<Vec<_>>(),
                    |piece, lines| {
                        assert!(!piece.continues || lines.is_empty());
                        assert!(!piece.is_open || lines.len() <= 1);
                        all.extend_from_slice(piece.bytes);
                        numbers.extend(lines);
                        most = most.max(piece.bytes.len());
                        Ok(Flow::On)
                    },
                )
                .expect("reading a slice");
            assert!(all == text.as_bytes(), "{end:?} {last:?}");
            assert_eq!(numbers, [1, 2, 3, 4], "{end:?} {last:?}");
            assert!(most <= LONGEST_HELD + LARGEST_READ, "{most}");
        }
    }
}

#[test]
fn peeked_input_is_still_read_in_full() {
    for step in [1, 3, 100] {
        let text = b"a\nbc\nd";
        let mut pieces = Pieces::new(Slow(text, step));
        assert!(pieces.first().expect("a slice").starts_with(b"a\n"));
        let mut lines = 0;
        let counted = pieces.each::<_, io::Error>(
            |piece| piece.lines().count(),
            |_, count| {
                lines += count;
                Ok(Flow::On)
            },
        );
        assert!(counted.is_ok() && lines == 3);
        let mut pieces = Pieces::new(Slow(text, step));
        pieces.first().expect("a slice");
        let mut read = Vec::new();
        pieces.into_read().read_to_end(&mut read).expect("a slice");
        assert_eq!(read, text);
    }
}

#[test]
fn stopping_early_leaves_the_rest_unread() {
    let text = b"a line\n".repeat(1 << 20);
    let mut taken = 0;
    Pieces::new(&text[..])
        .each::<_, io::Error>(
            |piece| piece.lines().count(),
            |_, _| {
                taken += 1;
                Ok(Flow::Stop)
            },
        )
        .expect("reading a slice");
    assert_eq!(taken, 1);
}
