//! The searches that need no knowledge and are listed with every game for two.

use kibitzer_core::Duel;
use kibitzer_search::{AlphaBeta, Decider, RandomMover, Thinker};

use crate::algorithm::Listing;
use crate::options::{Kind, Options, Parameter};

use super::{DeciderEntry, ThinkerEntry};

/// Where the luck of a search comes from.
pub(crate) const SEED: Parameter = Parameter {
    name: "seed",
    kind: Kind::Whole { default: 0, range: 0..=u64::MAX },
    help: "where its luck comes from",
};

/// How far alpha-beta looks ahead unless told otherwise, in a game of at most so many moves.
pub(crate) const fn depth(default: u64, most: u64) -> Parameter {
    Parameter { name: "depth", kind: Kind::Whole { default, range: 1..=most }, help: "how many moves it looks ahead" }
}

fn depth_of(options: &Options) -> u32 {
    u32::try_from(options.whole("depth")).expect("no game has so many moves")
}

/// Alpha-beta that decides.
pub(crate) const fn alpha_beta_decider<D: Duel>() -> DeciderEntry<D>
where
    AlphaBeta: Decider<D>,
{
    DeciderEntry {
        listing: Listing {
            name: "alpha-beta",
            help: "alpha-beta with iterative deepening and a table, to the end of the game",
            source: "Knuth & Moore 1975",
            parameters: &[],
        },
        check: None,
        build: |_| Box::new(AlphaBeta { depth: None, seed: 0 }),
    }
}

/// Alpha-beta that weighs moves; its parameters are a [`depth`] and [`SEED`].
pub(crate) const fn alpha_beta<D: Duel>(parameters: &'static [Parameter]) -> ThinkerEntry<D>
where
    AlphaBeta: Thinker<D>,
{
    ThinkerEntry {
        listing: Listing {
            name: "alpha-beta",
            help: "alpha-beta with iterative deepening and a table; beyond its depth it sees nothing",
            source: "Knuth & Moore 1975",
            parameters,
        },
        check: None,
        saves: false,
        build: |options| Box::new(AlphaBeta { depth: Some(depth_of(options)), seed: options.whole(SEED.name) }),
    }
}

/// Whoever moves at random.
pub(crate) const fn random<D: Duel>() -> ThinkerEntry<D>
where
    RandomMover: Thinker<D>,
{
    ThinkerEntry {
        listing: Listing {
            name: "random",
            help: "any move, without a thought",
            source: "baseline",
            parameters: &[SEED],
        },
        check: None,
        saves: false,
        build: |options| Box::new(RandomMover { seed: options.whole(SEED.name) }),
    }
}
