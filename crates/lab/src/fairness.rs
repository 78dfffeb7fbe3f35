//! How fair the openings of a game are: an engine plays itself from each of them, many times.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::{Budget, Cancel, DuelRoom, GameSpec, Outcome, Player, SolverSpec, SplitMix, TextThinker};
use thiserror::Error;

use crate::in_order::{Spread, in_order};
use crate::progress::Progress;
use crate::stats::Score;
use crate::tables::{Table, grouped};

/// Games of an engine against itself from all openings.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The game, which is for two. Its openings are played without a swap.
    pub game: GameSpec,
    /// Who plays.
    pub engine: SolverSpec,
    /// How many games from each opening.
    pub games: u64,
    /// Where the luck of each game comes from.
    pub seed: u64,
    /// The limits of each move.
    pub budget: Budget,
    /// How many games are played at the same time.
    pub threads: NonZeroUsize,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// An engine that plays every game of an opening alike.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} has no seed, so that it would play the same game again and again")]
pub struct NoLuck(String);

/// What came of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningScore {
    /// The opening and the moves that are its images by a symmetry of the board.
    pub moves: Vec<String>,
    /// The games of the first player.
    pub score: Score,
}

impl OpeningScore {
    /// The first of the moves.
    #[must_use]
    pub fn name(&self) -> &str {
        self.moves.first().map_or("", String::as_str)
    }

    /// What the first player can hope for where the second may swap: the worse of the two sides.
    #[must_use]
    pub fn with_swap(&self) -> f64 {
        self.score.value().min(1.0 - self.score.value())
    }
}

impl SelfPlay {
    /// Whether the games would differ.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self) -> Result<(), NoLuck> {
        self.engine.with_seed(0).map(|_| ()).ok_or_else(|| NoLuck(self.engine.brief()))
    }

    /// Plays the games: the openings in the order of the board, each with all its images.
    ///
    /// # Errors
    /// If the game is not for two, the engine has no luck, or it was cancelled.
    pub fn run(&self, cancel: &Cancel) -> Result<Vec<OpeningScore>> {
        let room = self.game.without_swap().duel()?;
        let score = Score::default();
        let classes = room.classes(room.start())?;
        let mut openings: Vec<_> = classes.into_iter().map(|moves| OpeningScore { moves, score }).collect();
        let names: Vec<String> = openings.iter().map(|opening| opening.name().to_string()).collect();
        let total = self.games * names.len() as u64;
        let progress = if self.is_watched { Progress::of(total, "games") } else { Progress::silent() };
        let mut played = 0;
        let spread = Spread { batch: NonZeroUsize::MIN, ..Spread::of(total, self.threads) };
        in_order(
            (0..names.len()).flat_map(|index| (0..self.games).map(move |game| (index, game))),
            spread,
            cancel,
            || (),
            |(), (index, game)| Ok((index, self.play(room.as_ref(), &names[index], (index as u64, game), cancel)?)),
            |outcome: Result<(usize, Option<Outcome>)>| {
                let (index, outcome) = outcome?;
                let Some(outcome) = outcome else { return Ok(()) };
                progress.advance(1);
                played += 1;
                let score = &mut openings[index].score;
                match outcome {
                    Outcome::Win(Player::One) => score.won += 1,
                    Outcome::Draw => score.drawn += 1,
                    Outcome::Win(Player::Two) => score.lost += 1,
                }
                anyhow::Ok(())
            },
        )?;
        progress.finish();
        if played != total {
            bail!("cancelled");
        }
        Ok(openings)
    }

    /// One game; how it ended, unless it was cancelled. Each side thinks for itself.
    fn play(&self, room: &dyn DuelRoom, opening: &str, job: (u64, u64), cancel: &Cancel) -> Result<Option<Outcome>> {
        let mut seeds = SplitMix::new(self.seed ^ job.0.rotate_left(48) ^ job.1.rotate_left(16));
        let mut side = || -> Result<Box<dyn TextThinker>> {
            let spec = self.engine.with_seed(seeds.next_u64()).ok_or_else(|| NoLuck(self.engine.brief()))?;
            Ok(room.thinker(&spec))
        };
        let mut sides = [side()?, side()?];
        let mut position = room.play(room.start(), opening)?;
        loop {
            let situation = room.look(&position)?;
            if situation.outcome.is_some() {
                return Ok(situation.outcome);
            }
            let thinker = &mut sides[usize::from(situation.to_move == Player::Two)];
            let analysis = thinker.think(&position, self.budget, &mut cancel.clone())?.verdict;
            if cancel.flag.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let best = analysis.moves.first().context("the game goes on")?;
            position = room.play(&position, &best.mv)?;
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// The openings with the highest number first.
fn sorted(openings: &[OpeningScore], number: impl Fn(&OpeningScore) -> f64) -> Vec<&OpeningScore> {
    let mut sorted: Vec<_> = openings.iter().collect();
    sorted.sort_by(|a, b| number(b).total_cmp(&number(a)));
    sorted
}

/// The openings as a table, those that are fairest where the second player may swap first.
#[must_use]
pub fn table(openings: &[OpeningScore]) -> Table {
    let mut table =
        Table::new(["opening", "images", "games", "won", "drawn", "lost", "first player", "95% interval", "with swap"]);
    for opening in sorted(openings, OpeningScore::with_swap) {
        let score = opening.score;
        let (low, high) = score.wilson();
        table.row([
            opening.name().to_string(),
            opening.moves.len().to_string(),
            grouped(score.games()),
            grouped(score.won),
            grouped(score.drawn),
            grouped(score.lost),
            percent(score.value()),
            format!("{} to {}", percent(low), percent(high)),
            percent(opening.with_swap()),
        ]);
    }
    table
}

/// What the games say of the two rules: of the best opening without a swap, and of the fairest with one.
#[must_use]
pub fn summary(openings: &[OpeningScore]) -> String {
    let (best, fairest) =
        (sorted(openings, |opening| opening.score.value()), sorted(openings, OpeningScore::with_swap));
    let (Some(best), Some(fairest)) = (best.first(), fairest.first()) else { return String::new() };
    let all = openings.iter().fold(Score::default(), |sum, opening| sum.plus(opening.score));
    let told = |score: Score| {
        let (low, high) = score.wilson();
        format!("{} of the points (95% interval {} to {})", percent(score.value()), percent(low), percent(high))
    };
    let also = openings.iter().filter(|opening| {
        let (low, high) = opening.score.wilson();
        opening.name() != fairest.name() && low <= 0.5 && 0.5 <= high
    });
    let also: Vec<&str> = also.map(OpeningScore::name).collect();
    let others = match also.as_slice() {
        [] => "no other opening has an interval around one half".to_string(),
        names => format!("intervals around one half have also {}", names.join(", ")),
    };
    format!(
        "Without swapping, the first player gets {} with {}, and {} over all openings.\n\
         With swapping, the fairest opening is {}, where the first player gets {}; {others}.\n",
        told(best.score),
        best.name(),
        told(all),
        fairest.name(),
        told(fairest.score)
    )
}
