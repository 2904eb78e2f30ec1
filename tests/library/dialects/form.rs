//! Dialects in real files: semicolons, strings, stray text, byte-order marks and line ends.

use super::{KEPT, check, check_operations};

#[test]
fn semicolons_and_dashes() {
    check(
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01\0\n",
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";\n",
        "stray-semicolon detached-check extra-space unquoted-string missing-last-semicolon nul-byte",
    );
    check(
        "4k3/8/8/8/8/8/8/4K2R w K -; bm Kd2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "stray-semicolon",
    );
    check_operations("bm Kd2;; id \"x\";", "bm Kd2; id \"x\";", "stray-semicolon");
    check_operations("- bm Kd2;", "bm Kd2;", "stray-dash");
    check_operations(
        "bm Kd2; -; id \"x\";",
        "bm Kd2; id \"x\";",
        "stray-dash stray-semicolon",
    );
    check_operations("bm Kd2", "bm Kd2;", "missing-last-semicolon");
    check_operations(
        "bm Rh8+ dm 26",
        "bm Rh8+; dm 26;",
        "missing-semicolon missing-last-semicolon",
    );
    check_operations(
        "id \"x\" bm Kd2 c0 \"y\";",
        "bm Kd2; c0 \"y\"; id \"x\";",
        "missing-semicolon unsorted-operations missing-semicolon",
    );
    check_operations("Foo 1 bm Kd2;", KEPT, "swallowed-operation");
    check_operations("id x bm Kd2;", KEPT, "unquoted-string swallowed-operation");
    check_operations("noop 1 bm Kd2;", "noop 1 bm Kd2;", "");
    check_operations(
        "bm Kd2;id \"x\";",
        "bm Kd2; id \"x\";",
        "no-space-after-semicolon",
    );
}

#[test]
fn strings_and_quotes() {
    check_operations(
        "id WAC 001; bm Kd2;",
        "bm Kd2; id \"WAC 001\";",
        "unquoted-string unsorted-operations",
    );
    check_operations(
        "bm Kd2; c0 1141; c1 score: 57.362%; ",
        "bm Kd2; c0 \"1141\"; c1 \"score: 57.362%\";",
        "unquoted-string extra-space",
    );
    check_operations("id \"a\" b;", KEPT, "operand-count");
    check_operations("id \"a\\\"b\";", KEPT, "broken-quote");
    check_operations("Dir \"C:\\\";", "Dir \"C:\\\";", "");
    check_operations("id \"open;", KEPT, "broken-quote");
    check_operations("id foo\"bar;", KEPT, "broken-quote");
    check_operations("c0;", "c0;", "");
    check_operations("id \"a\tb\";", "id \"a\tb\";", "control-character");
    check_operations("id \"Zürich\";", "id \"Zürich\";", "non-ascii");
}

#[test]
fn text_that_is_not_an_operation() {
    check_operations("0 4; v=-385", KEPT, "fen-clocks stray-semicolon stray-text");
    check_operations("bm #1; PV: e1d8;", KEPT, "mate-in-bm stray-text");
    check_operations(
        "startpos; cdb eval: 21;",
        "cdb eval: 21; startpos;",
        "unknown-opcode unsorted-operations",
    );
    check_operations("??? what;", KEPT, "stray-text");
    check_operations("7up 1;", KEPT, "bad-opcode");
    check_operations("x 1;", "x 1;", "short-opcode unknown-opcode");
    check_operations("bn Kd2;", "bn Kd2;", "unknown-opcode");
}

#[test]
fn marks_blanks_and_line_ends() {
    check(
        "\u{feff}4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\n",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\n",
        "byte-order-mark",
    );
    check("\u{feff}# comment\n", "# comment\n", "byte-order-mark");
    check_operations("bm Kd2;\0\r\n", "bm Kd2;\r\n", "nul-byte");
    check("\0\n", "\n", "nul-byte");
    check_operations("bm Kd2;\x1a", "bm Kd2;", "ctrl-z");
    check("\x1a", "", "ctrl-z");
    check_operations("bm Kd2;\r\r\n", "bm Kd2;\r\n", "cr-cr-lf");
    check_operations("bm Kd2;\r", "bm Kd2;\r", "");
    check(
        "4k3/8/8/8/8/8/8/4K2R\tw K -\tbm Kd2;",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;",
        "tab",
    );
    check(
        " 4k3/8/8/8/8/8/8/4K2R  w K - bm Kd2 ; \n",
        "4k3/8/8/8/8/8/8/4K2R w K - bm Kd2;\n",
        "extra-space",
    );
    check(
        "version https://git-lfs.github.com/spec/v1",
        KEPT,
        "not-epd",
    );
    check("4\x00k\x003\x00/\x008\x00/\x00", KEPT, "not-epd");
    check("  # indented comment  \n", "  # indented comment  \n", "");
    check("// slashes\n", "// slashes\n", "");
    check("; semicolon\n", "; semicolon\n", "");
    check("   \n", "   \n", "");
    check("startpos", KEPT, "bad-placement");
    check(
        "hello have a nice day w - -0 1; garbage",
        KEPT,
        "bad-placement",
    );
}
