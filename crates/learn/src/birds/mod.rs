//! Birds of a Feather, learned: orders of moves for searches, predictors of unsolvable deals.

mod order;
mod predict;
mod regression;
mod shipped;
mod training;

pub use order::{FastOrder, Joined};
pub use predict::{Balance, DealPredictor, PaperTree, fit_deal_tree};
pub use regression::{Band, RegressionOrder, Variant};
pub use shipped::shipped;
pub use training::{expand, fit_fast_order, fit_regressions};

/// Searches prefer small estimates; this is the estimate of a position that looks neither good nor bad.
const MIDDLE: i64 = 1 << 31;

/// An estimate that falls as the rank rises, within what a search can hold.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what fits")]
fn estimate(rank: i64) -> u32 {
    MIDDLE.saturating_sub(rank).clamp(1, i64::from(u32::MAX)) as u32
}
