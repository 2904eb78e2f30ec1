use super::*;
use crate::epd::ReadOptions;

#[track_caller]
fn check(line: &str, form: Form, expected: Result<&str, &str>) {
    let record = Record::read(line.as_bytes(), &ReadOptions::default());
    let text = form.text(&record, &Look::default());
    let text = text.as_deref().map_err(|reason| reason.as_ref());
    assert_eq!(text, expected, "{} of {line}", form.name());
}

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3  w - - bm e4 e3; pv Kd2 Ke7 Ke3; hmvc 3; id \"pawn\";";

#[test]
fn every_form_equals_the_output_of_its_writer() {
    for (form, expected) in [
        (Form::Fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 3 1"),
        (
            Form::Epd,
            "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3 e4; hmvc 3; id \"pawn\"; pv Kd2 Ke7 Ke3;",
        ),
        (Form::Position, "4k3/8/8/8/8/8/4P3/4K3 w - -"),
        (Form::Raw, PAWN),
        (Form::Uci, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 3 1"),
        (Form::BestMoves, "e3 e4"),
        (Form::BestMovesUci, "e2e3 e2e4"),
        (Form::Line, "Kd2 Ke7 Ke3"),
        (Form::LineUci, "e1d2 e8e7 d2e3"),
        (Form::LegalMoves, "Kd1 Kd2 Kf1 Kf2 e3 e4"),
        (Form::Id, "pawn"),
        (
            Form::Link,
            "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_3_1",
        ),
    ] {
        check(PAWN, form, Ok(expected));
    }
}

#[test]
fn a_missing_form_has_a_reason() {
    let bare = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    check(bare, Form::BestMoves, Err("no bm"));
    check(bare, Form::Line, Err("no pv"));
    check(bare, Form::Id, Err("no id"));
    let illegal = "4k3/8/8/8/8/8/4P3/4K3 w - - bm Qa8; pv Qa8;";
    check(illegal, Form::BestMoves, Err("no bm with legal moves"));
    check(illegal, Form::Line, Err("no pv with legal moves"));
    check(illegal, Form::Epd, Err("left unchanged: move-illegal"));
    check(
        "8/8/8/8/8/8/8/8 w - -",
        Form::LegalMoves,
        Err("not a legal position"),
    );
    check("# comment", Form::Fen, Err("not a record"));
    check("# comment", Form::Svg, Err("not a record"));
    check("# comment", Form::Raw, Ok("# comment"));
    check("4k3/8 w - -", Form::Fen, Err("no readable position"));
    check("4k3/8 w - -", Form::Text, Err("no readable placement"));
    check(
        "k7/2Q5/1K6/8/8/8/8/8 b - -",
        Form::LegalMoves,
        Err("no legal moves"),
    );
}

#[test]
fn a_link_to_a_chess960_position_names_the_variant() {
    check(
        "1rk4r/8/8/8/8/8/8/1RK4R w HBhb -",
        Form::Link,
        Ok("https://lichess.org/analysis/chess960/1rk4r/8/8/8/8/8/8/1RK4R_w_HBhb_-_0_1"),
    );
}

#[test]
fn a_link_may_have_the_position_as_a_query_value() {
    let record = Record::read(b"4k3/8/8/8/8/8/4P3/4K3 w - -", &ReadOptions::default());
    let expected = "https://www.chess.com/analysis?fen=4k3%2F8%2F8%2F8%2F8%2F8%2F4P3%2F4K3%20w%20-%20-%200%201";
    let template = "https://www.chess.com/analysis?fen={fen:query}";
    assert_eq!(link(&record, template).as_deref(), Some(expected));
}

#[test]
fn a_link_template_is_an_address_with_a_place_for_the_position() {
    for good in [LINK, "http://x.org/?fen={fen:query}"] {
        assert_eq!(check_link(good), Ok(()));
    }
    for bad in [
        "",
        "lichess.org/{fen}",
        "https://x.org/",
        "https://x.org/{fen} y",
        "javascript:{fen}",
    ] {
        assert_eq!(check_link(bad), Err(LinkError), "{bad}");
    }
}

fn written(lines: &[&str], form: Form) -> Result<FormOutput, String> {
    let mut writer = Writer::new(form, Look::default());
    for line in lines {
        writer.add(&Record::read(line.as_bytes(), &ReadOptions::default()));
    }
    writer.finish()
}

#[test]
fn many_records_are_one_per_line_and_skipped_ones_are_counted() {
    let other = "8/8/8/8/8/8/8/K1k5 w - - id \"b\";";
    let ids = written(&[PAWN, "8/8/8/8/8/8/8/K1k5 w - -", other, "# x"], Form::Id);
    let ids = ids.expect("two ids");
    assert_eq!(ids.bytes, b"pawn\nb\n");
    assert_eq!((ids.records, ids.skipped), (2, 2));
    assert_eq!(ids.reason.as_deref(), Some("no id"));
    assert_eq!(written(&[PAWN], Form::Id).expect("an id").bytes, b"pawn");
    let none = written(&["# x"], Form::Fen);
    assert_eq!(none, Err("not a record".into()));
}

#[test]
fn many_diagrams_are_one_document_or_drawing() {
    for (form, begins, boards) in [
        (Form::Html, "<!DOCTYPE html>", "<figure>"),
        (Form::Svg, "<svg", "<g "),
        (Form::Latex, "\\documentclass", "\\chessboard["),
        (Form::Markdown, "| | a |", "| **1** "),
        (Form::Text, "8  .", "\n1  "),
    ] {
        let made = written(&[PAWN, PAWN], form).expect("two boards");
        let text = String::from_utf8(made.bytes).expect("text");
        assert!(text.starts_with(begins), "{}: {text}", form.name());
        assert!(text.matches(boards).count() >= 2, "{}", form.name());
    }
}

#[cfg(feature = "pictures")]
#[test]
fn a_picture_is_png() {
    let made = written(&[PAWN, PAWN], Form::Png).expect("a picture");
    assert!(made.bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn bytes_that_are_not_utf_8_are_copied_unchanged() {
    let mut writer = Writer::new(Form::Raw, Look::default());
    let line = b"8/8/8/8/8/8/8/K1k5 w - - id \"M\xfcller\";\r\n";
    writer.add(&Record::read(line, &ReadOptions::default()));
    let written = writer.finish().expect("a line");
    assert_eq!(written.bytes, b"8/8/8/8/8/8/8/K1k5 w - - id \"M\xfcller\";");
}

#[test]
fn names_read_back() {
    for form in Form::ALL {
        assert_eq!(Form::named(form.name()), Some(form));
    }
    assert_eq!(Form::named("FEN"), None);
}
