//! The arguments of `kibitzer tune`.

use clap::{Args, ValueEnum};
use kibitzer_catalog::GameSpec;
use kibitzer_lab::tune::{Goal, Vary};

use super::{BudgetArgs, Seeds, ShuffleArgs, TableArgs, ThreadArgs, game};

/// What is better, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalWord {
    /// Fewer positions; a deal that is given up counts ten times.
    Nodes,
    /// Less CPU time; a deal that is given up counts ten times.
    Time,
    /// More deals solved.
    Solved,
    /// More points against the options one began with, in games for two.
    Score,
}

impl From<GoalWord> for Goal {
    fn from(word: GoalWord) -> Goal {
        match word {
            GoalWord::Nodes => Goal::Nodes,
            GoalWord::Time => Goal::Time,
            GoalWord::Solved => Goal::Solved,
            GoalWord::Score => Goal::Score,
        }
    }
}

/// Choose numeric options of an algorithm by trial on some deals, and judge the choice on others.
///
/// Half of the candidates are spread over the ranges, the others around the best of these; the worse half is given up
/// again and again while the others see more deals. What is found is then set beside the options one began with, on
/// deals that no candidate has seen, and it is said whether it is better. Same command, same choice, unless time counts.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TuneArgs {
    /// The game, with options after a colon: birds, connect4.
    #[arg(value_parser = game)]
    pub(crate) game: GameSpec,
    /// The algorithm, with the options to begin with.
    #[arg(long, value_name = "ALGORITHM")]
    pub(crate) with: String,
    /// An option and its range: moves=0.5..4, or c=0.01..2,log to try factors. Several may be given.
    #[arg(long, value_name = "OPTION=A..B", required = true)]
    pub(crate) vary: Vec<Vary>,
    /// The deals to choose on; in games for two, numbers of pairs of games.
    #[arg(long, value_name = "A..B")]
    pub(crate) train: Seeds,
    /// The deals to judge on, others than those.
    #[arg(long, value_name = "A..B")]
    pub(crate) test: Seeds,
    #[command(flatten)]
    pub(crate) shuffle: ShuffleArgs,
    /// What is better [default: nodes; score in games for two].
    #[arg(long, value_enum)]
    pub(crate) goal: Option<GoalWord>,
    /// How many candidates to try.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(crate) trials: u32,
    /// Where the candidates come from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer tune birds --with best-first --vary moves=0.5..4 --train 0..50 --test 100..150
  kibitzer tune birds --with best-first --vary moves=1..4 --train 0..10 --test 10..30 --goal time
  kibitzer tune connect4 --with mcts:iterations=9 --vary c=1..3 --train 0..10 --test 10..20";
