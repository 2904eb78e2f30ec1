use crate::exchange::import::*;
use crate::exchange::pgn::GameText;

#[track_caller]
fn check(template: &str, expected: &str) {
    let text = GameText {
        number: 41,
        ..GameText::of(b"[White \"A \\\"x\\\"\"]\n1. e4 e5 2. d4")
    };
    let game = Game::read(text, None).expect("a game");
    let found = match template.parse::<IdTemplate>() {
        Ok(template) => template.of(&game, 2),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected);
}

#[test]
fn names_stand_for_numbers_and_tags() {
    check("{White}-{Black}.{ply}", "A \"x\"-?.2");
    check("{game:04}/{ply:02} {move}{side}", "0042/02 2w");
    check("plain", "plain");
}

#[test]
fn an_invalid_template_has_a_reason() {
    check(
        "{White",
        "expected `{` and `}` around each name in `{White`",
    );
    check(
        "{no tag}",
        "expected ply, game, move, side or a tag such as White between braces, found `no tag`",
    );
    check(
        "{side:2}",
        "expected ply, game, move, side or a tag such as White between braces, found `side:2`",
    );
}
