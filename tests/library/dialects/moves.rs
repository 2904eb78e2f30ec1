//! Dialects in real files: notations of moves.

use super::{KEPT, check};

#[test]
fn moves_in_every_notation() {
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm e1d2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm e1g1;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Ke1-d2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh1-h8+;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2, Kf2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 Kf2;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kf2 Kd2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 Kf2;",
        "unsorted-operands",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 Kd2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "duplicate-move",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2!;",
        KEPT,
        "move-annotation",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2 !?;",
        KEPT,
        "move-annotation",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - pm Kd2 {168};",
        KEPT,
        "move-annotation",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - pv Kd2 {a b} Kd7;",
        KEPT,
        "move-annotation",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;",
        "move-spelling",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 +;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;",
        "detached-check",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8 #;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;",
        "detached-check false-mate-sign",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8#;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;",
        "false-mate-sign",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8++;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm 0-0;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O+;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;",
        "move-spelling",
    );
    check(
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8q;",
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8=Q+;",
        "move-not-san",
    );
    check(
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8 = Q;",
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8=Q+;",
        "move-not-san",
    );
    check(
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8=Q;",
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8=Q+;",
        "move-spelling",
    );
    check(
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8(Q);",
        "7k/P7/8/8/8/8/8/4K3 w - - bm a8=Q+;",
        "move-not-san",
    );
    check("4k3/8/8/8/8/8/8/R3K2R w - - bm Rag1;", KEPT, "move-illegal");
    check(
        "4k3/8/8/8/8/8/8/R3K2R w - - bm Rf1;",
        "4k3/8/8/8/8/8/8/R3K2R w - - bm Rf1;",
        "",
    );
    check(
        "4k3/8/8/8/8/8/R7/4K2R w - - bm Rh2;",
        KEPT,
        "move-ambiguous",
    );
    check(
        "4k3/8/8/8/8/8/R7/4K2R w - - bm R1h2;",
        "4k3/8/8/8/8/8/R7/4K2R w - - bm Rhh2;",
        "move-spelling",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - pv 1. Kd2 Kd7 2. Kd3;",
        "4k3/8/8/8/8/8/8/4K2R w K - pv Kd2 Kd7 Kd3;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - pv 1.Kd2 Kd7 2.Kd3;",
        "4k3/8/8/8/8/8/8/4K2R w K - pv Kd2 Kd7 Kd3;",
        "move-not-san",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - pv Kd2 Kd5 Ke3;",
        KEPT,
        "move-illegal",
    );
    check("4k3/8/8/8/8/8/8/4K2R w K - bm Qd2;", KEPT, "move-illegal");
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm best;",
        KEPT,
        "move-unreadable",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K - bm \"Kd2\";",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "quoted-move",
    );
    check(
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - bm ed5;",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - bm exd5;",
        "move-not-san",
    );
    check(
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - bm e4d5;",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - bm exd5;",
        "move-not-san",
    );
}
