//! The models that come with the program.

use std::sync::LazyLock;

use crate::models::Library;

static SHIPPED: LazyLock<Library> = LazyLock::new(|| {
    let text = include_str!("../../../../data/weights/birds.models");
    Library::read("data/weights/birds.models", text).expect("a test reads it")
});

/// The orders of moves, fitted to deals 0 to 4,999 by `kibitzer train birds --seeds 0..5000 --out data/weights/birds.models`.
#[must_use]
pub fn shipped() -> &'static Library {
    &SHIPPED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::birds::{FastOrder, RegressionOrder, Variant};

    #[test]
    fn every_order_is_there() {
        assert!(Variant::ALL.iter().all(|&variant| RegressionOrder::from_library(shipped(), variant).is_some()));
        assert!(FastOrder::from_library(shipped()).is_some());
        assert_eq!(Library::read("again", &shipped().to_string()).as_ref(), Ok(shipped()));
    }
}
