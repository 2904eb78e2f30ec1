use super::*;

mod contrast;

#[test]
fn without_colour_no_role_names_one() {
    let theme = Theme::new(Background::Dark, Depth::None);
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
    let theme = Theme::new(Background::Light, Depth::None);
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
    let theme = Theme::new(Background::Dark, Depth::Sixteen);
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

/// The sixteen colours on a ground that is painted.
fn grounded(background: Background) -> Theme {
    Theme {
        grounded: true,
        ..Theme::new(background, Depth::Sixteen)
    }
}

#[test]
fn a_ground_that_was_chosen_is_painted_and_text_has_a_colour_for_it() {
    let light = grounded(Background::Light);
    for role in [Role::Screen, Role::Overlay] {
        let style = light.style(role);
        assert_eq!(
            (style.fg, style.bg),
            (Some(Color::Black), Some(Color::White))
        );
    }
    let dark = light.on_other_ground().style(Role::Screen);
    assert_eq!((dark.fg, dark.bg), (Some(Color::White), Some(Color::Black)));
    for background in [Background::Dark, Background::Light] {
        let theme = grounded(background);
        for &role in Role::ALL {
            let style = theme.style(role);
            assert_ne!(style.fg, Some(Color::Reset), "{role:?}");
            assert_ne!(style.bg, Some(Color::Reset), "{role:?}");
        }
    }
}

#[test]
fn an_underline_has_no_colour_where_the_terminal_would_blink_instead() {
    let theme = Theme {
        plain_underlines: true,
        ..Theme::new(Background::Dark, Depth::Sixteen)
    };
    let style = theme.underline(Role::Error);
    assert_eq!(style.underline_color, None);
    assert!(style.add_modifier.contains(Modifier::UNDERLINED));
}
