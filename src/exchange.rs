//! The exchange room: readers and writers of other formats, one file a format.
//!
//! | format | read | written |
//! |---|---|---|
//! | games in PGN | [`import`], [`pgn`] | [`pgn::write`] |
//! | JSON, an object a line | `json::read` (feature `tables`) | [`json::write()`] |
//! | CSV, TSV | `table::Rows` (feature `tables`) | [`table::write_row`] |
//! | FEN | [`Record::read`](crate::epd::Record::read) | [`edit::fen`](crate::epd::edit::fen) |
//! | UCI's `position` | | [`uci::command`] |
//! | diagrams: text, Markdown, LaTeX, HTML, SVG | [`diagram::read`] | [`diagram`] |
//! | diagrams: PNG | | `diagram::png` (feature `pictures`) |
//! | reports: text, Markdown, HTML, CSV | | [`page`] |
//!
//! [`anywhere`] finds positions in any text, [`form`] has the forms in which a record can be copied, and
//! [`reply`](mod@reply) makes the next record of a game.

pub mod anywhere;
#[cfg(feature = "tables")]
mod built;
pub mod diagram;
pub mod form;
pub mod import;
pub mod json;
pub mod page;
pub mod pgn;
mod played;
pub mod reply;
pub mod table;
pub mod uci;

#[cfg(feature = "tables")]
pub use built::{FormatError, Numbered};
pub use played::Exported;
