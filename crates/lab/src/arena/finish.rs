//! How a match ended.

use std::time::Duration;

use crate::record::{MatchResult, PlayedGame, SideResult, to_json_line};
use crate::stats::Elo;
use crate::tables::{Table, grouped};

use super::play::Spent;
use super::{Contestant, Fault, GameRecord, Match, Side};

/// The games of a match, and what they say.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The games in their order.
    pub games: Vec<GameRecord>,
    /// The fault after which the match was given up.
    pub lost: Option<Fault>,
    /// Whether it was cancelled.
    pub is_cancelled: bool,
    game: String,
    players: [String; 2],
    names: [String; 2],
    is_program: [bool; 2],
    asked: u64,
    seed: u64,
}

impl Finish {
    pub(super) fn new(arena: &Match) -> Finish {
        Finish {
            games: Vec::new(),
            lost: None,
            is_cancelled: false,
            game: arena.game.to_string(),
            players: arena.players.each_ref().map(ToString::to_string),
            names: arena.players.each_ref().map(Contestant::brief),
            is_program: arena.players.each_ref().map(|player| matches!(player, Contestant::Program(_))),
            asked: arena.games,
            seed: arena.seed,
        }
    }

    pub(super) fn add(&mut self, record: GameRecord) {
        self.games.push(record);
    }

    /// How many games were to be played.
    #[must_use]
    pub const fn asked(&self) -> u64 {
        self.asked
    }

    /// The faults of programs, in the order of the games.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.games.iter().filter_map(|record| record.fault.as_ref())
    }

    /// Games that a won, that nobody did, and that b won.
    #[must_use]
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for record in &self.games {
            counts[match record.winner {
                Some(Side::A) => 0,
                None => 1,
                Some(Side::B) => 2,
            }] += 1;
        }
        counts
    }

    /// How much stronger a is, from its score in each pair of games.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let score = |record: &GameRecord| match record.winner {
            Some(Side::A) => 1.0,
            None => 0.5,
            Some(Side::B) => 0.0,
        };
        // The two games of a pair stand side by side, since they come in order. A game without its pair says who began.
        Elo::of_pairs(self.games.chunks_exact(2).map(|pair| pair.iter().map(score).sum::<f64>() / 2.0))
    }

    /// The share of the points of a; none without a game.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let [won, drawn, lost] = self.counts().map(crate::stats::as_f64);
        (!self.games.is_empty()).then(|| (won + drawn / 2.0) / (won + drawn + lost))
    }

    fn spent(&self, side: usize) -> Spent {
        let mut sum = Spent::default();
        for record in &self.games {
            sum.moves += record.spent[side].moves;
            sum.wall += record.spent[side].wall;
            sum.cpu += record.spent[side].cpu;
        }
        sum
    }

    /// One row for each side.
    #[must_use]
    pub fn table(&self) -> Table {
        let games = self.games.len();
        let title = format!("{}, {games} game{}", self.game, if games == 1 { "" } else { "s" });
        let mut table = Table::new([title.as_str(), "won", "drawn", "lost", "score", "time a move", "processor time"]);
        let [won, drawn, lost] = self.counts();
        let score = self.score();
        let rows = [(0, [won, drawn, lost], score), (1, [lost, drawn, won], score.map(|score| 1.0 - score))];
        for (side, counts, score) in rows {
            let spent = self.spent(side);
            let a_move = |time: Duration| match u32::try_from(spent.moves) {
                Ok(moves @ 1..) => format!("{:.1?}", time / moves),
                _ => "-".to_string(),
            };
            let name = format!("{}: {}", ["a", "b"][side], self.names[side]);
            let [won, drawn, lost] = counts.map(grouped);
            let score = score.map_or("-".to_string(), |score| format!("{:.1}%", score * 100.0));
            let cpu = if self.is_program[side] { "-".to_string() } else { a_move(spent.cpu) };
            table.row([name, won, drawn, lost, score, a_move(spent.wall), cpu]);
        }
        table
    }

    /// The numbers as JSON, on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let [wins, draws, losses] = self.counts();
        let elo = self.elo();
        let finite = |number: f64| number.is_finite().then_some(number);
        let side = |side: usize| {
            let spent = self.spent(side);
            let a_move = |time: Duration| time.as_secs_f64() * 1e6 / crate::stats::as_f64(spent.moves.max(1));
            SideResult {
                player: self.players[side].clone(),
                moves: spent.moves,
                mean_micros: a_move(spent.wall),
                mean_cpu_micros: (!self.is_program[side]).then(|| a_move(spent.cpu)),
                faults: self.faults().filter(|fault| fault.by as usize == side).count(),
            }
        };
        to_json_line(&MatchResult {
            game: self.game.clone(),
            seed: self.seed,
            asked: self.asked,
            games: self.games.len(),
            wins,
            draws,
            losses,
            score: self.score(),
            score_low: elo.score.map(|_| elo.score_interval.0),
            score_high: elo.score.map(|_| elo.score_interval.1),
            elo: elo.difference.and_then(finite),
            elo_low: finite(elo.interval.0),
            elo_high: finite(elo.interval.1),
            a: side(0),
            b: side(1),
        })
    }

    /// One game a line, as JSON. Without times, so that it repeats.
    #[must_use]
    pub fn record(&self) -> String {
        let line = |record: &GameRecord| {
            let game = PlayedGame {
                number: record.number,
                first: record.first.word(),
                opening: record.opening.clone(),
                position: record.position.clone(),
                winner: record.winner.map(Side::word),
                fault: record.fault.as_ref().map(|fault| fault.reason.clone()),
            };
            to_json_line(&game) + "\n"
        };
        self.games.iter().map(line).collect()
    }
}
