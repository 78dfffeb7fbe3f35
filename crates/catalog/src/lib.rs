#![doc = include_str!("../README.md")]

mod algorithm;
mod answer;
mod birds;
mod card_board;
mod certificate;
mod connect4;
mod duel;
mod features;
mod game;
mod gaps;
mod layout;
mod learners;
mod level;
mod mcts;
mod options;
mod predictors;
mod room;
mod shelf;
mod trace;
mod yavalath;

pub use algorithm::{Listing, SolverSpec};
pub use answer::{Answer, Ending, Replay};
pub use card_board::{CardBoard, CardCell, CardContent, CardFace, Fits, Suit};
pub use certificate::{Claim, NoCertificate, Proved, Refused};
pub use duel::{
    BadFile, BadMove, Board, DuelReplay, DuelRoom, Judgement, Resumed, Row, Situation, Square, Strength, TextDecider,
    TextThinker, Threat, Turn,
};
pub use features::FeatureSpec;
pub use game::{GameListing, GameSpec, Room, WrongKind};
pub use gaps::GapsRules;
pub use layout::{CardLayout, Pile, Place, Step};
pub use learners::{LearnerSpec, PositionModel};
pub use level::{Level, NoLevel, TextLeveler};
pub use options::{BadSpec, Kind, Parameter, Setting};
pub use predictors::{LabelledDeal, Labels, Predictor, PredictorSpec};
pub use room::{BadLine, BadPosition, BadSeed, PuzzleRoom, SolveError, TextHeuristic, TextSolver};

pub use kibitzer_core::{Outcome, Player, SplitMix, Value};
pub use kibitzer_search::{
    Analysis, Branch, Budget, Cancel, Decision, Insight, Ranked, Report, Stats, Stop, TreeSize, Verdict, Watch, Weight,
};

/// The documents that show Rust compile and run.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/adding-a-search.md")]
    mod adding_a_search {}
}
