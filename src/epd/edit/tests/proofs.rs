//! Tests that a proof accepts the requested change and nothing else.

use super::*;

fn is_proved(old: &str, changes: &[Change<'_>], new: &str) -> bool {
    let options = ReadOptions::default();
    let old = Record::read(old.as_bytes(), &options);
    let new = Record::read(new.as_bytes(), &options);
    prove(&old, changes, &new).is_ok()
}

#[test]
fn a_change_elsewhere_fails_the_proof() {
    let append = [Change::Add(b"ce", b"5")];
    let rename = [Change::Rename(0, b"am")];
    let set = [Change::Operands(0, b"Kd2")];
    let black = [Change::Side(Color::Black)];
    let no_rights = [Change::Castling("-")];
    for (old, changes, right, wrong) in [
        // The line's end, and the text before it.
        (
            "w K - bm Kd1;\n",
            &append,
            "w K - bm Kd1; ce 5;\n",
            "w K - bm Kd1; ce 5;\r\n",
        ),
        (
            "w K - bm Kd1; \n",
            &append,
            "w K - bm Kd1; ce 5; \n",
            "w K - bm Kd1; ce 5;\n",
        ),
        // Stray words.
        (
            "w K - ???; bm Kd1;",
            &append,
            "w K - ???; bm Kd1; ce 5;",
            "w K - bm Kd1; ce 5;",
        ),
        (
            "w K - ???; bm Kd1;",
            &append,
            "w K - ???; bm Kd1; ce 5;",
            "w K - ??; bm Kd1; ce 5;",
        ),
        // Fields and clocks that were not to change.
        (
            "w K - 3 7 bm Kd1;",
            &append,
            "w K - 3 7 bm Kd1; ce 5;",
            "w K - 3 8 bm Kd1; ce 5;",
        ),
        (
            "w K - 3 7 bm Kd1;",
            &append,
            "w K - 3 7 bm Kd1; ce 5;",
            "w K - bm Kd1; ce 5;",
        ),
        (
            "w K - bm Kd1;",
            &append,
            "w K - bm Kd1; ce 5;",
            "w - - bm Kd1; ce 5;",
        ),
        (
            "w K - bm Kd1;",
            &append,
            "w K - bm Kd1; ce 5;",
            "b K - bm Kd1; ce 5;",
        ),
        (
            "w K - 3 7 id \"x\";",
            &black,
            "b K - 3 7 id \"x\";",
            "b K - 4 7 id \"x\";",
        ),
        (
            "w K - 3 7 id \"x\";",
            &black,
            "b K - 3 7 id \"x\";",
            "b K - id \"x\";",
        ),
        (
            "w K - id \"x\";",
            &black,
            "b K - id \"x\";",
            "b - - id \"x\";",
        ),
        (
            "w K - id \"x\";",
            &black,
            "b K - id \"x\";",
            "b K e3 id \"x\";",
        ),
        (
            "w K - id \"x\";",
            &black,
            "b K - id \"x\";",
            "b K id \"x\";",
        ),
        // A field that was missing.
        ("w K", &black, "b K", "b K e3"),
        // The requested change.
        (
            "w K - id \"x\";",
            &black,
            "b K - id \"x\";",
            "w K - id \"x\";",
        ),
        (
            "w K - id \"x\";",
            &no_rights,
            "w - - id \"x\";",
            "w K - id \"x\";",
        ),
        (
            "w K - bm Kd1;",
            &append,
            "w K - bm Kd1; ce 5;",
            "w K - bm Kd1; ce 6;",
        ),
        (
            "w K - bm Kd1;",
            &append,
            "w K - bm Kd1; ce 5;",
            "w K - bm Kd1; acd 5;",
        ),
        (
            "w K - bm Kd1;",
            &append,
            "w K - bm Kd1; ce 5;",
            "w K - bm Kd1;",
        ),
        ("w K - bm Kd1;", &set, "w K - bm Kd2;", "w K - am Kd2;"),
        ("w K - bm Kd1;", &set, "w K - bm Kd2;", "w K - bm Kd1;"),
        ("w K - bm Kd1;", &rename, "w K - am Kd1;", "w K - am Kd2;"),
        ("w K - bm Kd1;", &rename, "w K - am Kd1;", "w K - bm Kd1;"),
        // Other operations, and their order.
        (
            "w K - bm Kd1; id \"x\";",
            &rename,
            "w K - am Kd1; id \"x\";",
            "w K - am Kd1; id \"y\";",
        ),
        (
            "w K - bm Kd1; id \"x\";",
            &rename,
            "w K - am Kd1; id \"x\";",
            "w K - id \"x\"; am Kd1;",
        ),
        (
            "w K - bm Kd1; id \"x\";",
            &rename,
            "w K - am Kd1; id \"x\";",
            "w K - am Kd1;",
        ),
        (
            "w K - id \"x\";",
            &black,
            "b K - id \"x\";",
            "b K - id \"y\";",
        ),
        (
            "w K - id \"x\";",
            &black,
            "b K - id \"x\";",
            "b K - c0 \"x\";",
        ),
        (
            "w K - id \"x\";",
            &black,
            "b K - id \"x\";",
            "b K - id \"x\"; ce 5;",
        ),
    ] {
        let on_board = |rest: &str| format!("4k3/8/8/8/8/8/4P3/4K2R {rest}");
        let (old, right, wrong) = (on_board(old), on_board(right), on_board(wrong));
        assert!(is_proved(&old, changes, &right), "{old:?} to {right:?}");
        assert!(!is_proved(&old, changes, &wrong), "{old:?} to {wrong:?}");
    }
}
