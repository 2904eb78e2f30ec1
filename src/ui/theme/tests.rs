use super::*;

fn rgb(color: Color) -> (u8, u8, u8) {
    match color {
        Color::Rgb(red, green, blue) => (red, green, blue),
        Color::Indexed(index) => depth::of_index(index),
        other => panic!("{other:?} has no fixed value"),
    }
}

/// Relative luminance, 0.0 to 1.0 (WCAG 2).
fn luminance(color: Color) -> f64 {
    let (red, green, blue) = rgb(color);
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.03928 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// The contrast ratio of two colours, 1.0 to 21.0 (WCAG 2).
fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn deep_themes() -> impl Iterator<Item = Theme> {
    [Shade::Dark, Shade::Light].into_iter().flat_map(|shade| {
        [Depth::Full, Depth::Palette]
            .into_iter()
            .map(move |depth| Theme::new(shade, depth))
    })
}

const SQUARES: [Role; 8] = [
    Role::LightSquare,
    Role::DarkSquare,
    Role::CursorSquare,
    Role::PickedSquare,
    Role::ProblemSquare,
    Role::BestSquare,
    Role::AvoidSquare,
    Role::LastSquare,
];

#[test]
fn pieces_of_both_colours_are_clear_on_every_square() {
    for theme in deep_themes() {
        for square in SQUARES {
            for piece in [Role::WhitePiece, Role::BlackPiece] {
                let ratio = contrast(theme.fg(piece), theme.bg(square));
                assert!(
                    ratio >= 3.0,
                    "{piece:?} on {square:?}: {ratio:.2} in {theme:?}"
                );
            }
        }
    }
}

#[test]
fn light_and_dark_squares_differ() {
    for theme in deep_themes() {
        let ratio = contrast(theme.bg(Role::LightSquare), theme.bg(Role::DarkSquare));
        assert!(ratio >= 1.5, "{ratio:.2} in {theme:?}");
    }
}

#[test]
fn text_can_be_read_on_every_ground_it_stands_on() {
    let text = [
        (Role::Screen, 6.0),
        (Role::Heading, 6.0),
        (Role::Secondary, 3.0),
        (Role::Accent, 4.0),
        (Role::Title, 4.0),
        (Role::Key, 4.0),
        (Role::Error, 3.5),
        (Role::Warning, 4.0),
        (Role::Hint, 4.0),
        (Role::Good, 4.0),
        (Role::Edited, 4.0),
        (Role::Mark, 3.0),
        (Role::Opcode, 4.0),
        (Role::Move, 6.0),
        (Role::Number, 4.0),
        (Role::Text, 4.0),
        (Role::Fields, 4.0),
    ];
    let grounds = [
        Role::Screen,
        Role::Overlay,
        Role::Selection,
        Role::SelectionAway,
    ];
    for theme in deep_themes() {
        for (role, least) in text {
            for ground in grounds {
                let ratio = contrast(theme.fg(role), theme.bg(ground));
                assert!(
                    ratio >= least,
                    "{role:?} on {ground:?}: {ratio:.2} in {theme:?}"
                );
            }
        }
        for role in [Role::Match, Role::Cursor, Role::Field] {
            let ratio = contrast(theme.fg(role), theme.bg(role));
            assert!(ratio >= 4.5, "{role:?}: {ratio:.2} in {theme:?}");
        }
    }
}

#[test]
fn without_colour_no_role_names_one() {
    let theme = Theme::new(Shade::Dark, Depth::None);
    for &role in Role::ALL {
        let style = theme.style(role);
        assert_eq!(
            (style.fg, style.bg, style.underline_color),
            (None, None, None),
            "{role:?}"
        );
        assert_eq!(theme.underline(role).underline_color, None, "{role:?}");
    }
}

#[test]
fn without_colour_selection_cursor_and_focus_still_show() {
    let theme = Theme::new(Shade::Light, Depth::None);
    for role in [
        Role::Selection,
        Role::SelectionAway,
        Role::Cursor,
        Role::Accent,
        Role::Match,
        Role::Error,
        Role::Edited,
    ] {
        assert!(!theme.style(role).add_modifier.is_empty(), "{role:?}");
    }
}

#[test]
fn the_sixteen_colours_are_the_terminals_own() {
    let theme = Theme::new(Shade::Dark, Depth::Sixteen);
    for &role in Role::ALL {
        let style = theme.style(role);
        for color in [style.fg, style.bg].into_iter().flatten() {
            assert!(
                !matches!(color, Color::Rgb(..) | Color::Indexed(_)),
                "{role:?}: {color:?}"
            );
        }
    }
}

#[test]
fn an_underline_has_no_colour_where_the_terminal_would_blink_instead() {
    let theme = Theme::new(Shade::Dark, Depth::Sixteen).with_plain_underlines(true);
    let style = theme.underline(Role::Error);
    assert_eq!(style.underline_color, None);
    assert!(style.add_modifier.contains(Modifier::UNDERLINED));
}

#[test]
fn lines_of_moves_stand_out_from_every_square_they_cross() {
    let grounds = [
        Role::LightSquare,
        Role::DarkSquare,
        Role::BestSquare,
        Role::AvoidSquare,
    ];
    for theme in deep_themes() {
        for line in [Role::BestLine, Role::AvoidLine] {
            for ground in grounds {
                let ratio = contrast(theme.fg(line), theme.bg(ground));
                assert!(
                    ratio >= 1.7,
                    "{line:?} on {ground:?}: {ratio:.2} in {theme:?}"
                );
            }
        }
    }
}
