//! What can be chosen for a diagram.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::exchange::diagram::{Package, Theme};

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Letters in a grid
    #[default]
    Text,
    /// Figures in a grid
    Unicode,
    /// A table of Markdown
    Markdown,
    /// Commands for LaTeX; with --sheet a whole document
    Latex,
    /// A page that needs nothing else
    Html,
    /// A vector drawing
    Svg,
    /// A picture of pixels
    Png,
}

/// The values of `--seen`.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum SeenFrom {
    /// White
    #[default]
    White,
    /// Black
    Black,
    /// The side to move
    Mover,
}

impl ValueEnum for Theme {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// The values of `--package`.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum PackageName {
    /// Arrows
    #[default]
    Chessboard,
    /// Arrows, and a game that can go on
    Xskak,
    /// No arrows
    Skak,
}

impl Format {
    /// What a file of it is named.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Text | Self::Unicode => "txt",
            Self::Markdown => "md",
            Self::Latex => "tex",
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

impl From<PackageName> for Package {
    fn from(name: PackageName) -> Self {
        match name {
            PackageName::Chessboard => Self::Chessboard,
            PackageName::Xskak => Self::Xskak,
            PackageName::Skak => Self::Skak,
        }
    }
}
