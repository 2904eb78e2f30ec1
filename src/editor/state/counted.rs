//! Which values were counted last.

use crate::suite::Order;
use crate::suite::field::Fields;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// Of which fields.
    pub(crate) fields: Fields,
    /// In which order they were listed.
    pub(crate) order: Order,
}
