//! Variables and literals as numbers.

use std::ops::Not;

/// A variable, true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Literal(pub(super) u32);

impl Literal {
    /// The variable, true.
    pub(super) fn positive(variable: usize) -> Self {
        Self(u32::try_from(variable).expect("far fewer variables than numbers") << 1)
    }

    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}
