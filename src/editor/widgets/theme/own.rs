//! The colours of a person's own theme file, over those of the table of roles.

use ratatui::style::{Color, Style};

use super::{Background, Depth, Role, Theme, sixteen};
use crate::editor::state::settings::{Colour, Colours, RoleName, ThemeFile};

/// Text and ground that a theme file gives to each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own([Colours; Role::ALL.len()]);

impl Own {
    /// Returns the colours of a theme file.
    pub fn of(file: &ThemeFile) -> Self {
        let mut own = Self::default();
        for (at, colours) in &file.colours {
            if let Some(row) = own.0.get_mut(*at) {
                *row = *colours;
            }
        }
        own
    }

    /// A style with the role's own colours over it.
    pub(super) fn over(&self, style: Style, role: Role, depth: Depth, for_images: bool) -> Style {
        let (text, ground) = self.0.get(role as usize).copied().unwrap_or_default();
        let shown = |colour: Option<Colour>| match colour? {
            Colour::Rgb(red, green, blue) => Some(depth.reduce(Color::Rgb(red, green, blue))),
            // An image has no colours that the terminal defines: it gets what they usually are.
            Colour::Named(at) => Some(sixteen(at, for_images)),
            Colour::Default => (!for_images).then_some(Color::Reset),
        };
        let style = shown(text).map_or(style, |color| style.fg(color));
        shown(ground).map_or(style, |color| style.bg(color))
    }
}

impl Default for Own {
    fn default() -> Self {
        Self([(None, None); Role::ALL.len()])
    }
}

/// Returns the names of the roles in theme files.
pub fn role_names() -> Vec<RoleName> {
    let roles = Role::ALL.iter().map(|role| RoleName {
        name: role.name(),
        is_ground: role.is_ground(),
    });
    roles.collect()
}

/// A theme file to begin with: every role with what it is and the colours of the built-in theme.
pub fn template(background: Background) -> String {
    let theme = Theme::new(background, Depth::Full);
    let base = match background {
        Background::Dark => "dark",
        Background::Light => "light",
    };
    let mut text = format!("base = \"{base}\"\n");
    for &role in Role::ALL {
        let style = theme.style(role);
        let [fg, bg] = [style.fg, style.bg].map(|color| match color {
            Some(Color::Rgb(red, green, blue)) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
            _ => None,
        });
        let value = match (fg, bg) {
            (Some(fg), Some(bg)) => format!("{fg} on {bg}"),
            (fg, bg) => fg.or(bg).unwrap_or_default(),
        };
        text += &format!("\n# {}\n{} = \"{value}\"\n", role.about(), role.name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Modifier;

    fn own(text: &str, depth: Depth) -> Theme {
        let file = ThemeFile::read("mine", text.as_bytes(), &role_names());
        assert_eq!(file.mistakes, [], "{text}");
        Theme {
            own: Own::of(&file),
            ..Theme::new(Background::Dark, depth)
        }
    }

    #[test]
    fn the_file_to_begin_with_names_every_role_and_looks_as_the_theme_does() {
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

    #[test]
    fn the_other_ground_has_its_own_colours_and_the_way_back_those_of_the_file() {
        let theme = own("accent = '#ff0000'", Depth::Full);
        let other = theme.on_other_ground();
        let light = Theme::new(Background::Light, Depth::Full);
        assert_eq!(other.fg(Role::Accent), light.fg(Role::Accent));
        assert_eq!(other.on_other_ground(), theme);
    }
}
