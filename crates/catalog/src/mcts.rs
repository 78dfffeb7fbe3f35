//! Monte Carlo tree search in the catalog, the same for every game for two.

use std::fmt::Debug;
use std::num::NonZeroUsize;

use kibitzer_core::{Duel, Payoff, SplitMix, Transposing};
use kibitzer_search::mcts::{
    Backup, Choose, Decisive, Finish, Mcts, MctsThinker, Mean, Parallel, Playout, Proofs, Select, Settings, Ucb1,
    Ucb1Tuned, Uniform, Urgency, WhenFull,
};
use kibitzer_search::{Decider, Thinker};

use crate::algorithm::Listing;
use crate::options::{Kind, Options, Parameter};

const ITERATIONS: Parameter = Parameter {
    name: "iterations",
    kind: Kind::Whole { default: 0, range: 0..=u64::MAX },
    help: "playouts for one position, beside other limits; 0: only those",
};

const C: Parameter = Parameter {
    name: "c",
    kind: Kind::Real { default: 1.0, range: 0.0..=100.0 },
    help: "the weight of moves that are little known",
};

const SELECT: Parameter = Parameter {
    name: "select",
    kind: Kind::Word { words: &["ucb1", "ucb1-tuned"] },
    help: "which move to try next; tuned looks at the variance, too",
};

const PLAYOUT: Parameter = Parameter {
    name: "playout",
    kind: Kind::Word { words: &["decisive", "uniform"] },
    help: "decisive: wins at once where it can, and stops who would",
};

const PROOFS: Parameter = Parameter {
    name: "proofs",
    kind: Kind::Word { words: &["on", "off"] },
    help: "on: wins, draws and losses that are proved flow up the tree",
};

const SHARE: Parameter = Parameter {
    name: "share",
    kind: Kind::Word { words: &["off", "on"] },
    help: "on: lines that meet share their nodes",
};

const FPU: Parameter = Parameter {
    name: "fpu",
    kind: Kind::Real { default: 0.0, range: -100.0..=100.0 },
    help: "the score of moves never tried; 0: each is tried once first",
};

const EXPAND: Parameter = Parameter {
    name: "expand",
    kind: Kind::Whole { default: 1, range: 1..=1000 },
    help: "visits after which a node gets children; more: less memory",
};

const CHOOSE: Parameter = Parameter {
    name: "choose",
    kind: Kind::Word { words: &["visits", "value"] },
    help: "which move is best in the end",
};

const TREES: Parameter = Parameter {
    name: "trees",
    kind: Kind::Whole { default: 1, range: 1..=256 },
    help: "trees that threads grow apart; the result repeats",
};

const THREADS: Parameter = Parameter {
    name: "threads",
    kind: Kind::Whole { default: 1, range: 1..=256 },
    help: "threads that grow one tree; the result does not repeat",
};

const SEED: Parameter = Parameter {
    name: "seed",
    kind: Kind::Whole { default: 0, range: 0..=u64::MAX },
    help: "where its luck comes from",
};

/// As a search that weighs moves.
pub(crate) const LISTING: Listing = Listing {
    name: "mcts",
    help: "Monte Carlo tree search with proofs",
    source: "Kocsis & Szepesvári 2006; Winands, Björnsson & Saito 2008",
    parameters: &[ITERATIONS, C, SELECT, PLAYOUT, PROOFS, SHARE, FPU, EXPAND, CHOOSE, TREES, THREADS, SEED],
};

/// As a search that decides: with proofs, or it would never know.
pub(crate) const DECIDING: Listing =
    Listing { parameters: &[ITERATIONS, C, SELECT, PLAYOUT, SHARE, FPU, EXPAND, TREES, THREADS, SEED], ..LISTING };

/// The search without anything that was added to it since, as a student would write it.
pub(crate) const PLAIN: Listing = Listing {
    name: "uct",
    help: "the plain tree search: no proofs, playouts at random, the move of the highest mean",
    source: "Kocsis & Szepesvári 2006",
    parameters: &[ITERATIONS, SHARE, SEED],
};

/// What a draw counts in the plain search, for whoever has it.
const PLAIN_DRAW: f32 = -0.1;

/// A game that this search fits.
pub(crate) trait Fits:
    Duel + Payoff<Move: Send + Sync> + Transposing<Identity: Send + Sync> + Send + Sync + 'static
{
}

impl<D> Fits for D where D: Duel + Payoff<Move: Send + Sync> + Transposing<Identity: Send + Sync> + Send + Sync + 'static
{}

/// The thinker of these options.
pub(crate) fn thinker<D: Fits>(options: &Options) -> Box<dyn Thinker<D>> {
    let settings = Settings { choose: chooses(options), ..settings(options) };
    match options.word(PROOFS.name) {
        "off" => choose_select::<D, _, AsThinker>(options, Mean, settings),
        _ => choose_select::<D, _, AsThinker>(options, Proofs(Mean), settings),
    }
}

/// The decider of these options.
pub(crate) fn decider<D: Fits>(options: &Options) -> Box<dyn Decider<D>> {
    // A full tree proves nothing more that a search in it could find soon.
    let settings = Settings { when_full: WhenFull::Stop, ..settings(options) };
    choose_select::<D, _, AsDecider>(options, Proofs(Mean), settings)
}

/// The plain search: mean + sqrt(0.5 ln N / n), a win counts 1, a draw -0.1 and a loss -1.
pub(crate) fn plain<D: Fits>(options: &Options) -> Box<dyn Thinker<D>> {
    let settings = Settings {
        choose: Choose::Value,
        draw: PLAIN_DRAW,
        seed: options.whole(SEED.name),
        playouts: playouts(options),
        ..Settings::default()
    };
    let select = Ucb1 { exploration: std::f32::consts::FRAC_1_SQRT_2 };
    <AsThinker as Wrap<D>>::wrap(Mcts { settings, ..Mcts::new(select, Playing::Uniform, Mean) }, is_shared(options))
}

/// What a search is wrapped as.
trait Wrap<D: Fits> {
    type Wrapped;

    fn wrap<S: Word + Select<D>, P: Word + Playout<D>, B: Word + Backup>(
        mcts: Mcts<S, P, B>,
        is_shared: bool,
    ) -> Self::Wrapped;
}

/// A part of a search.
trait Word: Debug + Copy + Send + Sync + 'static {}

impl<W: Debug + Copy + Send + Sync + 'static> Word for W {}

struct AsThinker;

impl<D: Fits> Wrap<D> for AsThinker {
    type Wrapped = Box<dyn Thinker<D>>;

    fn wrap<S: Word + Select<D>, P: Word + Playout<D>, B: Word + Backup>(
        mcts: Mcts<S, P, B>,
        is_shared: bool,
    ) -> Self::Wrapped {
        if is_shared { Box::new(MctsThinker::new(mcts.together())) } else { Box::new(MctsThinker::new(mcts)) }
    }
}

struct AsDecider;

impl<D: Fits> Wrap<D> for AsDecider {
    type Wrapped = Box<dyn Decider<D>>;

    fn wrap<S: Word + Select<D>, P: Word + Playout<D>, B: Word + Backup>(
        mcts: Mcts<S, P, B>,
        is_shared: bool,
    ) -> Self::Wrapped {
        if is_shared { Box::new(MctsThinker::new(mcts.together())) } else { Box::new(MctsThinker::new(mcts)) }
    }
}

fn choose_select<D: Fits, B: Word + Backup, W: Wrap<D>>(
    options: &Options,
    backup: B,
    settings: Settings,
) -> W::Wrapped {
    #[expect(clippy::cast_possible_truncation, reason = "a weight needs no more than f32 holds")]
    let exploration = options.real(C.name) as f32;
    let is_shared = is_shared(options);
    let playout = match options.word(PLAYOUT.name) {
        "uniform" => Playing::Uniform,
        _ => Playing::Decisive,
    };
    match options.word(SELECT.name) {
        "ucb1-tuned" => W::wrap(Mcts { settings, ..Mcts::new(Ucb1Tuned { exploration }, playout, backup) }, is_shared),
        _ => W::wrap(Mcts { settings, ..Mcts::new(Ucb1 { exploration }, playout, backup) }, is_shared),
    }
}

/// A playout that is chosen at run time: one look for a whole playout, and half as many engines to build.
#[derive(Clone, Copy, Debug)]
enum Playing {
    Uniform,
    Decisive,
}

impl<G: Payoff> Playout<G> for Playing {
    #[inline]
    fn play(&self, position: G, stream: &mut SplitMix, seen: impl FnMut(G::Move)) -> Finish {
        match self {
            Playing::Uniform => Uniform.play(position, stream, seen),
            Playing::Decisive => Decisive.play(position, stream, seen),
        }
    }
}

fn settings(options: &Options) -> Settings {
    #[expect(clippy::cast_possible_truncation, reason = "a score needs no more than f32 holds")]
    let urgency = match options.real(FPU.name) as f32 {
        0.0 => Urgency::EachOnce,
        score => Urgency::Score(score),
    };
    let count = |parameter: Parameter| {
        usize::try_from(options.whole(parameter.name)).ok().and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN)
    };
    let parallel = match (count(TREES).get(), count(THREADS).get()) {
        (1, 1) => Parallel::One,
        (_, 1) => Parallel::Trees(count(TREES)),
        (_, _) => Parallel::Threads(count(THREADS)),
    };
    Settings {
        urgency,
        parallel,
        expand_at: u32::try_from(options.whole(EXPAND.name)).unwrap_or(1),
        seed: options.whole(SEED.name),
        playouts: playouts(options),
        ..Settings::default()
    }
}

fn playouts(options: &Options) -> Option<u64> {
    Some(options.whole(ITERATIONS.name)).filter(|playouts| *playouts > 0)
}

fn is_shared(options: &Options) -> bool {
    options.word(SHARE.name) == "on"
}

fn chooses(options: &Options) -> Choose {
    match options.word(CHOOSE.name) {
        "value" => Choose::Value,
        _ => Choose::Visits,
    }
}

/// Options that contradict each other.
pub(crate) fn check(options: &Options) -> Result<(), String> {
    if options.whole(TREES.name) > 1 && options.whole(THREADS.name) > 1 {
        return Err("trees and threads exclude each other".to_string());
    }
    Ok(())
}
