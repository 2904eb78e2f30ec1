use super::*;
use crate::exchange::diagram::Theme as BoardColours;

impl Theme {
    /// Returns the colour of a role's text; the terminal's own if it sets none.
    fn fg(&self, role: Role) -> Color {
        self.style(role).fg.unwrap_or(Color::Reset)
    }

    /// Returns the colour of a role's background; the terminal's own if it sets none.
    fn bg(&self, role: Role) -> Color {
        self.style(role).bg.unwrap_or(Color::Reset)
    }
}

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

fn grounded(background: Background) -> Theme {
    Theme {
        grounded: true,
        ..Theme::new(background, Depth::Sixteen)
    }
}

#[test]
fn a_chosen_background_is_painted_and_text_has_a_colour_for_it() {
    let light = grounded(Background::Light);
    for role in [Role::Screen, Role::Overlay] {
        let style = light.style(role);
        assert_eq!(
            (style.fg, style.bg),
            (Some(Color::Black), Some(Color::White))
        );
    }
    let dark = grounded(Background::Dark).style(Role::Screen);
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

// Every text on every background it occurs on, every piece and every sign on every square: the contrast that
// WCAG 2 requires, 4.5 for text and 3 for larger shapes. Checked in true colour, in the palette of 256, and
// with the sixteen colours as xterm and the Linux console define them.

type Rgb = (u8, u8, u8);

/// A terminal, by the colours that it displays.
#[derive(Clone, Copy, Debug)]
enum Screen {
    /// Colours are given by value, or in the fixed part of the palette.
    Fixed,
    Xterm,
    Console,
}

#[derive(Clone, Copy, Debug)]
struct ScreenTheme {
    theme: Theme,
    screen: Screen,
}

const XTERM: [u32; 16] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
    0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
const CONSOLE: [u32; 16] = [
    0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555,
    0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
];

fn index(color: Color) -> usize {
    let all = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    let at = all.iter().position(|&known| known == color);
    at.unwrap_or_else(|| panic!("{color:?} is none of the sixteen"))
}

fn hex(value: u32) -> Rgb {
    let [_, red, green, blue] = value.to_be_bytes();
    (red, green, blue)
}

impl ScreenTheme {
    fn all() -> Vec<Self> {
        let deep = [Depth::Full, Depth::Palette].map(|depth| (depth, Screen::Fixed));
        let few = [Screen::Xterm, Screen::Console].map(|screen| (Depth::Sixteen, screen));
        let kinds = deep.into_iter().chain(few);
        kinds
            .flat_map(|(depth, screen)| {
                [Background::Dark, Background::Light].map(|background| Self {
                    theme: Theme::new(background, depth),
                    screen,
                })
            })
            .collect()
    }

    fn is_deep(self) -> bool {
        matches!(self.screen, Screen::Fixed)
    }

    /// Returns the value of a colour, of text or of a background.
    fn value(self, color: Color, is_text: bool) -> Rgb {
        match (color, self.screen) {
            (Color::Rgb(red, green, blue), Screen::Fixed) => (red, green, blue),
            (Color::Indexed(index), Screen::Fixed) => of_index(index),
            (Color::Reset, Screen::Xterm | Screen::Console) => {
                let sixteen = match (self.theme.background, is_text) {
                    (Background::Dark, true) => Color::Gray,
                    (Background::Dark, false) | (Background::Light, true) => Color::Black,
                    (Background::Light, false) => Color::White,
                };
                self.value(sixteen, is_text)
            }
            (color, Screen::Xterm) => hex(XTERM[index(color)]),
            (color, Screen::Console) => hex(CONSOLE[index(color)]),
            (other, _) => panic!("{other:?} has no fixed value"),
        }
    }

    /// Returns the contrast of a role's text on another role's ground; text colours of `over` take precedence, as for
    /// a selected row.
    fn of_text(self, role: Role, over: Role) -> f64 {
        let screen = self.theme.style(Role::Screen);
        let style = screen
            .patch(self.theme.style(role))
            .patch(self.theme.style(over));
        contrast(
            self.value(style.fg.unwrap_or_default(), true),
            self.value(style.bg.unwrap_or_default(), false),
        )
    }

    /// Returns the backgrounds that a mark gives to both squares.
    fn squares(self, mark: Role) -> [Rgb; 2] {
        [Role::LightSquare, Role::DarkSquare].map(|square| {
            let style = self.theme.style(square).patch(self.theme.style(mark));
            self.value(style.bg.expect("squares have a ground"), false)
        })
    }

    fn text(self, role: Role) -> Rgb {
        self.value(self.theme.fg(role), true)
    }
}

/// Returns the relative luminance, 0.0 to 1.0 (WCAG 2).
fn luminance((red, green, blue): Rgb) -> f64 {
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

/// Returns the contrast ratio of two colours, 1.0 to 21.0 (WCAG 2).
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Collects all failures, so that one run shows them together.
#[derive(Default)]
struct Short(Vec<String>);

impl Short {
    fn check(&mut self, what: &str, ratio: f64, least: f64, seen: ScreenTheme) {
        if ratio < least {
            let (theme, screen) = (seen.theme, seen.screen);
            let place = format!("{:?} {:?} {screen:?}", theme.background, theme.depth);
            self.0
                .push(format!("{ratio:.2} of {least}: {what} ({place})"));
        }
    }

    fn done(self) {
        assert!(self.0.is_empty(), "\n{}", self.0.join("\n"));
    }
}

const TEXT: [Role; 20] = [
    Role::Screen,
    Role::Overlay,
    Role::Secondary,
    Role::Accent,
    Role::Title,
    Role::Heading,
    Role::Key,
    Role::Error,
    Role::Warning,
    Role::Hint,
    Role::Good,
    Role::Edited,
    Role::Mark,
    Role::Placement,
    Role::Fields,
    Role::Opcode,
    Role::Move,
    Role::Number,
    Role::Text,
    Role::Stray,
];

const MARKS: [Role; 8] = [
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
fn text_is_legible_on_every_background_it_occurs_on() {
    let mut short = Short::default();
    for seen in ScreenTheme::all() {
        for role in TEXT {
            for ground in [
                Role::Screen,
                Role::Overlay,
                Role::Selection,
                Role::SelectionAway,
                Role::Field,
            ] {
                // The background alone: text keeps its role if the background sets no text colour.
                let over = match ground {
                    Role::Screen | Role::Overlay | Role::Field if seen.is_deep() => {
                        let (text, ground_of) = (seen.text(role), seen.theme.bg(ground));
                        contrast(text, seen.value(ground_of, false))
                    }
                    Role::Screen | Role::Overlay | Role::Field => seen.of_text(role, role),
                    _ => seen.of_text(role, ground),
                };
                short.check(&format!("{role:?} on {ground:?}"), over, 4.5, seen);
            }
        }
        for role in [Role::Match, Role::Cursor, Role::Field] {
            short.check(&format!("{role:?}"), seen.of_text(role, role), 4.5, seen);
        }
    }
    short.done();
}

#[test]
fn borders_and_bars_can_be_seen() {
    let mut short = Short::default();
    for seen in ScreenTheme::all() {
        for ground in [Role::Screen, Role::Overlay] {
            let ratio = contrast(
                seen.text(Role::Faint),
                seen.value(seen.theme.bg(ground), false),
            );
            // The dark grey of the console is that close to its black.
            let least = if seen.is_deep() { 3.0 } else { 2.8 };
            short.check(&format!("Faint on {ground:?}"), ratio, least, seen);
        }
    }
    short.done();
}

fn boards() -> impl Iterator<Item = ScreenTheme> {
    ScreenTheme::all().into_iter().flat_map(|seen| {
        BoardColours::ALL.map(|board| ScreenTheme {
            theme: Theme {
                board,
                ..seen.theme
            },
            ..seen
        })
    })
}

#[test]
fn pieces_of_both_colours_are_clear_on_every_square() {
    let mut short = Short::default();
    for seen in boards() {
        for mark in MARKS {
            for ground in seen.squares(mark) {
                for piece in [Role::WhitePiece, Role::BlackPiece] {
                    let ratio = contrast(seen.text(piece), ground);
                    // None of the muted ones of the sixteen has more contrast to the console's black.
                    let least = if seen.is_deep() { 3.0 } else { 2.6 };
                    let what = format!("{piece:?} on {mark:?}, {:?}", seen.theme.board);
                    short.check(&what, ratio, least, seen);
                }
            }
        }
    }
    short.done();
}

#[test]
fn light_and_dark_squares_differ() {
    for seen in boards() {
        let [light, dark] = seen.squares(Role::SquareSign);
        let differ = contrast(light, dark) >= 1.5;
        let texture = seen.theme.texture(Role::LightSquare) != seen.theme.texture(Role::DarkSquare);
        assert!(differ || texture, "{seen:?}");
    }
}

#[test]
fn signs_and_lines_of_moves_stand_out_from_every_square_they_cross() {
    let mut short = Short::default();
    for seen in boards() {
        for sign in [
            Role::BestLine,
            Role::AvoidLine,
            Role::LookedLine,
            Role::SquareSign,
        ] {
            for mark in [
                Role::LightSquare,
                Role::DarkSquare,
                Role::BestSquare,
                Role::AvoidSquare,
            ] {
                for ground in seen.squares(mark) {
                    let ratio = contrast(seen.text(sign), ground);
                    let what = format!("{sign:?} on {mark:?}, {:?}", seen.theme.board);
                    // A light line on a light square is recognised mainly by its shape and width.
                    short.check(&what, ratio, 2.2, seen);
                }
            }
        }
    }
    short.done();
}

#[test]
fn images_of_pieces_are_clear_by_their_body_or_their_outline() {
    use crate::exchange::diagram::{BLACK, BLACK_LINES, OUTLINE};
    let value = |text: &str| {
        let number = text.strip_prefix('#').expect("a colour of SVG");
        hex(u32::from_str_radix(number, 16).expect("six digits"))
    };
    let (outline, black) = (value(OUTLINE), value(BLACK));
    let mut short = Short::default();
    for seen in boards().filter(|seen| seen.theme.depth == Depth::Full) {
        let seen = ScreenTheme {
            theme: seen.theme.for_images(),
            ..seen
        };
        let board = seen.theme.board;
        for mark in MARKS {
            for ground in seen.squares(mark) {
                let white = contrast((255, 255, 255), ground).max(contrast(outline, ground));
                short.check(&format!("white on {mark:?}, {board:?}"), white, 3.0, seen);
                let black = contrast(black, ground);
                short.check(&format!("black on {mark:?}, {board:?}"), black, 3.0, seen);
            }
        }
        // Lines and signs have the outline, and a high contrast to it.
        for sign in [
            Role::BestLine,
            Role::AvoidLine,
            Role::LookedLine,
            Role::SquareSign,
        ] {
            let ratio = contrast(seen.text(sign), outline);
            short.check(&format!("{sign:?} in its outline"), ratio, 4.5, seen);
        }
        let inside = contrast(value(BLACK_LINES), black);
        short.check("the lines of a black piece", inside, 4.5, seen);
    }
    short.done();
}

fn own(text: &str, depth: Depth) -> Theme {
    let file = ThemeFile::read("mine", text.as_bytes(), &role_names());
    assert_eq!(file.mistakes, [], "{text}");
    Theme {
        own: Own::of(&file),
        ..Theme::new(Background::Dark, depth)
    }
}

#[test]
fn the_template_names_every_role_and_looks_like_the_theme() {
    for background in [Background::Dark, Background::Light] {
        let text = template(background);
        let file = ThemeFile::read("mine", text.as_bytes(), &role_names());
        assert_eq!(
            (file.mistakes.len(), file.colours.len()),
            (0, Role::ALL.len())
        );
        let built_in = Theme::new(background, Depth::Full);
        let theme = Theme {
            own: Own::of(&file),
            ..built_in
        };
        for &role in Role::ALL {
            assert_eq!(theme.style(role), built_in.style(role), "{role:?}");
        }
    }
}

#[test]
fn a_role_of_a_file_has_its_colour_at_every_depth_and_none_without_colour() {
    let text = "accent = '#ff0000'\nselection = '#ffffff'\nerror = 'bright-blue on default'";
    for (depth, accent, ground) in [
        (
            Depth::Full,
            Color::Rgb(255, 0, 0),
            Color::Rgb(255, 255, 255),
        ),
        (Depth::Palette, Color::Indexed(196), Color::Indexed(231)),
        (Depth::Sixteen, Color::LightRed, Color::White),
    ] {
        let theme = own(text, depth);
        assert_eq!(theme.fg(Role::Accent), accent);
        assert_eq!(theme.bg(Role::Selection), ground);
        assert_eq!(theme.style(Role::Error).fg, Some(Color::LightBlue));
        assert_eq!(theme.style(Role::Error).bg, Some(Color::Reset));
        let usual = Theme::new(Background::Dark, depth);
        assert_eq!(theme.style(Role::Hint), usual.style(Role::Hint));
    }
    let plain = own(text, Depth::None);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    assert_eq!(plain.style(Role::Accent), bold);
}

#[test]
fn squares_of_a_file_are_those_of_the_images_too_whatever_the_board() {
    let theme = own(
        "light-square = 'white'\ndark-square = '#102030'",
        Depth::Palette,
    );
    let images = theme.for_images();
    assert_eq!(images.bg(Role::LightSquare), Color::Rgb(229, 229, 229));
    assert_eq!(images.bg(Role::DarkSquare), Color::Rgb(16, 32, 48));
    assert_eq!(theme.bg(Role::LightSquare), Color::Gray);
}
