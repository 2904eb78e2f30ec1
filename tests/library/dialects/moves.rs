//! Dialects in real files: notations of moves.

use super::{KEPT, check, check_operations};

#[test]
fn moves_in_every_notation() {
    check_operations("bm e1d2;", "bm Kd2;", "move-not-san");
    check_operations("bm e1g1;", "bm O-O;", "move-not-san");
    check_operations("bm Ke1-d2;", "bm Kd2;", "move-not-san");
    check_operations("bm Rh1-h8+;", "bm Rh8+;", "move-not-san");
    check_operations("bm Kd2, Kf2;", "bm Kd2 Kf2;", "move-not-san");
    check_operations("bm Kf2 Kd2;", "bm Kd2 Kf2;", "unsorted-operands");
    check_operations("bm Kd2 Kd2;", "bm Kd2;", "duplicate-move");
    check_operations("bm Kd2!;", KEPT, "move-annotation");
    check_operations("bm Kd2 !?;", KEPT, "move-annotation");
    check_operations("pm Kd2 {168};", KEPT, "move-annotation");
    check_operations("pv Kd2 {a b} Kd7;", KEPT, "move-annotation");
    check_operations("bm Rh8;", "bm Rh8+;", "move-spelling");
    check_operations("bm Rh8 +;", "bm Rh8+;", "detached-check");
    check_operations("bm Rh8 #;", "bm Rh8+;", "detached-check false-mate-sign");
    check_operations("bm Rh8#;", "bm Rh8+;", "false-mate-sign");
    check_operations("bm Rh8++;", "bm Rh8+;", "move-not-san");
    check_operations("bm 0-0;", "bm O-O;", "move-not-san");
    check_operations("bm O-O+;", "bm O-O;", "move-spelling");
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
    check_operations("pv 1. Kd2 Kd7 2. Kd3;", "pv Kd2 Kd7 Kd3;", "move-not-san");
    check_operations("pv 1.Kd2 Kd7 2.Kd3;", "pv Kd2 Kd7 Kd3;", "move-not-san");
    check_operations("pv Kd2 Kd5 Ke3;", KEPT, "move-illegal");
    check_operations("bm Qd2;", KEPT, "move-illegal");
    check_operations("bm best;", KEPT, "move-unreadable");
    check_operations("bm \"Kd2\";", "bm Kd2;", "quoted-move");
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
