use super::super::{Edit, EditTarget};
use super::*;
use crate::epd::ReadOptions;

fn turned(mirror: Mirror, line: &str) -> Option<String> {
    let change = Edit::Mirror(mirror);
    let line = change
        .of(&EditTarget::of_line(
            &ReadOptions::default(),
            line.as_bytes(),
            0,
            0,
        ))
        .ok()??;
    Some(String::from_utf8(line).unwrap())
}

const CASTLE: &str = "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 bm O-O-O dxe3; ce 20; pv dxe3 O-O+;\n";

#[test]
fn mirroring_colours_changes_rights_squares_and_moves() {
    let text = "4k2r/8/8/3Pp3/8/8/8/R3K3 w Qk e6 bm O-O-O dxe6; ce 20; pv dxe6 O-O;\n";
    let line = CASTLE.replace("O-O+", "O-O");
    assert_eq!(turned(Mirror::Colours, &line).as_deref(), Some(text));
}

#[test]
fn a_record_of_chess960_stays_one_in_a_classical_file() {
    let line = "4k3/8/8/8/8/8/8/1R1K2R1 w GB - bm O-O;\n";
    let text = "1r1k2r1/8/8/8/8/8/8/4K3 b gb - bm O-O;\n";
    assert_eq!(turned(Mirror::Colours, line).as_deref(), Some(text));
}

#[test]
fn files_are_mirrored_only_without_castling_rights() {
    assert_eq!(turned(Mirror::Sides, CASTLE), None);
    let text = "4k3/8/8/8/8/8/P7/4K3 w - - bm a4; id \"x\";\n";
    let flipped = "3k4/8/8/8/8/8/7P/3K4 w - - bm h4; id \"x\";\n";
    assert_eq!(turned(Mirror::Sides, text).as_deref(), Some(flipped));
}

#[test]
fn mirroring_twice_restores_the_record() {
    for mirror in [Mirror::Colours, Mirror::Sides] {
        let line = "4k3/8/8/8/8/8/P7/4K3 w - - bm Kd2 a4; pv a4 Kd7 a5;\n";
        let once = turned(mirror, line).unwrap();
        assert_eq!(turned(mirror, &once).as_deref(), Some(line));
    }
}

fn refused(mirror: Mirror, line: &str) -> String {
    let change = Edit::Mirror(mirror);
    let refusal = change.of(&EditTarget::of_line(
        &ReadOptions::default(),
        line.as_bytes(),
        0,
        0,
    ));
    refusal.expect_err(line).to_string()
}

#[test]
fn points_stay_with_their_moves() {
    let text = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; c0 \"f5=10, Be5+=2\"; \
                c7 \"f5 Be5+\"; c8 \"10 2\"; c9 \"f4f5 d4e5\"; Ubm f4f5;\n";
    let once = "3r2k1/1p2q2p/5bp1/pPPb1p2/P2N2P1/Q3P2P/3N4/1KR5 b - - bm f4; c0 \"f4=10, Be4+=2\"; \
                c7 \"f4 Be4+\"; c8 \"10 2\"; c9 \"f5f4 d5e4\"; Ubm f5f4;\n";
    assert_eq!(turned(Mirror::Colours, text).as_deref(), Some(once));
    assert_eq!(turned(Mirror::Colours, once).as_deref(), Some(text));
    // Other comments stay unchanged, even if they mention moves.
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"e4 wins\"; c9 \"1-0\";\n";
    let once = "4k3/4p3/8/8/8/8/8/4K3 b - - bm e5; c0 \"e4 wins\"; c9 \"1-0\";\n";
    assert_eq!(turned(Mirror::Colours, text).as_deref(), Some(once));
}

#[test]
fn castling_letters_of_rook_files_are_kept() {
    let text = "bn1qkb1r/pprppppp/8/2p5/2PPP1n1/8/PPR2PPP/BN1QKBNR w Hh - bm e5;\n";
    let once = "bn1qkbnr/ppr2ppp/8/2ppp1N1/2P5/8/PPRPPPPP/BN1QKB1R b Hh - bm e4;\n";
    assert_eq!(turned(Mirror::Colours, text).as_deref(), Some(once));
    assert_eq!(turned(Mirror::Colours, once).as_deref(), Some(text));
}

#[test]
fn text_other_than_moves_is_unchanged() {
    let text = "4k3/8/8/8/8/8/4P3/4K3  w - -  id \"x\";c0 \"y\" ; bm e4   Kd2 ;  pv 1. e4  Kd7; hmvc 3; X e4\r\n";
    let once = "4k3/4p3/8/8/8/8/8/4K3  b - -  id \"x\";c0 \"y\" ; bm e5   Kd7 ;  pv 1. e5  Kd2; hmvc 3; X e4\r\n";
    assert_eq!(turned(Mirror::Colours, text).as_deref(), Some(once));
}

#[test]
fn a_record_left_unchanged_has_a_reason() {
    let check = |line: &str, expected: &str| {
        let found = refused(Mirror::Colours, line);
        assert!(found.contains(expected), "{line}: {found}");
    };
    check("8/8/8/8/8/8/8/4K3 w - -\n", "missing-king");
    check("4k3/8/8/8/8/8/8/4K3 w - - bm Kd8;\n", "move-illegal");
    check("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; v=-3;\n", "stray-text");
    check("4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;\n", "castling-impossible");
    check(
        "4k3/8/8/8/8/8/8/4K3 w - - c0 \"Kd8=10\";\n",
        "points-disagree",
    );
    assert_eq!(
        refused(Mirror::Sides, CASTLE),
        "castling rights can't be mirrored"
    );
    // An operation that reads differently in another position overwrote its neighbour.
    for line in [
        "4k3/8/8/8/8/8/4P3/4K3 w - - ;D1 6 ;D2 30 ;id \"x\";\n",
        "4k3/8/8/8/8/8/4P3/4K3 w - - -,6,30; id \"x\"; bm e4;\n",
    ] {
        let options = ReadOptions::default();
        let image =
            Edit::Mirror(Mirror::Colours).of(&EditTarget::of_line(&options, line.as_bytes(), 0, 0));
        if let Ok(Some(image)) = image {
            let image = Record::read(&image, &options);
            let id = image.operation("id").map(|id| image.operands_text(id));
            assert_eq!(id.as_deref(), Some("x"), "{line}");
        }
    }
}

#[test]
fn ambiguous_records_are_left_alone() {
    assert_eq!(turned(Mirror::Colours, "8/8/8/8/8/8/8/4K3 w - -\n"), None);
    assert_eq!(
        turned(Mirror::Colours, "4k3/8/8/8/8/8/8/4K3 w - - bm Kd8;\n"),
        None
    );
}
