//! What the catalog has, as it travels.

use kibitzer_catalog::{self as catalog, GameSpec, Kind, Level, Listing, Room};

use crate::wire::listing::{Catalog, Engine, Game, GameKind, Limits, Parameter, Search, Values};
use crate::wire::requests::{RaceDeals, RaceNodes, Steps, WatchTime};
use crate::wire::text::Patience;

/// Whole numbers beyond this are not exact for all who read JSON.
const MOST: u64 = (1 << 53) - 1;

const LEVELS: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

/// All games.
pub(crate) fn catalog() -> Catalog {
    let games = GameSpec::GAMES.iter().filter_map(|listing| {
        let room = listing.name.parse::<GameSpec>().ok()?.room();
        let options = listing.parameters.iter().map(parameter).collect();
        let plain = Game {
            name: listing.name.to_string(),
            title: listing.title.to_string(),
            kind: GameKind::Puzzle,
            help: listing.help.to_string(),
            options,
            start: None,
            last_seed: None,
            levels: Vec::new(),
            redeals: 0,
            engines: Vec::new(),
            searches: Vec::new(),
            solvers: Vec::new(),
        };
        Some(filled(plain, &room))
    });
    let limits = Limits {
        answer_seconds: Patience::LONGEST,
        watch_seconds: WatchTime::LONGEST,
        step_nodes: Steps::LARGEST,
        race_deals: RaceDeals::LARGEST,
        race_nodes: RaceNodes::LARGEST,
    };
    Catalog { version: env!("CARGO_PKG_VERSION").to_string(), games: games.collect(), limits }
}

fn filled(game: Game, room: &Room) -> Game {
    match room {
        Room::Puzzle(room) => {
            let levels = if room.leveler().is_ok() { &LEVELS[..] } else { &[] };
            let searches: Vec<Search> = room.algorithms().iter().map(search).collect();
            Game {
                last_seed: Some(room.last_seed().min(MOST)),
                redeals: room.redeals(),
                levels: levels.iter().map(ToString::to_string).collect(),
                searches: searches.clone(),
                solvers: searches,
                ..game
            }
        }
        Room::Duel(room) => {
            let engine = |strength: &catalog::Strength| Engine {
                level: strength.name.to_string(),
                with: strength.spec.to_string(),
            };
            Game {
                kind: GameKind::Duel,
                start: Some(room.start().to_string()),
                engines: room.strengths().iter().map(engine).collect(),
                searches: room.thinkers().iter().map(search).collect(),
                solvers: room.deciders().iter().map(search).collect(),
                ..game
            }
        }
    }
}

fn search(listing: &Listing) -> Search {
    Search {
        name: listing.name.to_string(),
        help: listing.help.to_string(),
        source: listing.source.to_string(),
        options: listing.parameters.iter().map(parameter).collect(),
    }
}

fn parameter(parameter: &catalog::Parameter) -> Parameter {
    let values = match &parameter.kind {
        Kind::Whole { default, range } => {
            Values::Whole { default: (*default).min(MOST), min: *range.start(), max: (*range.end()).min(MOST) }
        }
        Kind::Real { default, range } => Values::Real { default: *default, min: *range.start(), max: *range.end() },
        Kind::Word { words } => {
            Values::Word { default: words[0].to_string(), words: words.iter().map(ToString::to_string).collect() }
        }
        Kind::Counted { word, counted, most } => Values::Counted {
            default: (*word).to_string(),
            words: counted.iter().map(ToString::to_string).collect(),
            max: (*most).min(MOST),
        },
    };
    Parameter { name: parameter.name.to_string(), help: parameter.help.to_string(), values }
}
