//! How pieces are drawn.

/// The style of the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// Images, in a terminal that shows them; sextants where it does not, or under a menu.
    Images,
    /// Block art of six pixels a cell (Unicode 13's sextants) where the squares are large enough;
    /// terminals of the last years draw these themselves.
    Sextants,
    /// Block art of four pixels a cell, which nearly every font has.
    #[default]
    Quadrants,
    /// Chess figures, one a square, at every size.
    Figures,
    /// Letters, `P` white and `p` black, at every size.
    Letters,
}
