//! The openings of a game for two: what each first move and each answer to it is worth.

mod notes;
mod run;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use kibitzer_catalog::{Budget, DuelRoom, GameSpec, SolverSpec, Value};

use crate::tables::{Table, grouped};
use notes::Notes;

/// An answer is the second move of a game.
const ANSWERS: usize = 2;

/// A study of all openings.
#[derive(Clone, Debug)]
pub struct Study {
    /// The game.
    pub game: GameSpec,
    /// Who decides.
    pub decider: SolverSpec,
    /// Look at these openings only; none means all.
    pub only: Vec<String>,
    /// How many moves deep positions are asked about one by one: two for the answers themselves, more for what lies
    /// behind those that are open.
    pub plies: usize,
    /// The limits: nodes for each position that is asked about, time for the whole study, memory.
    pub budget: Budget,
    /// A file that keeps what is found, and what was found before.
    pub notes: Option<PathBuf>,
    /// Whether a bar shows how far it is.
    pub is_watched: bool,
}

/// A first move, and all that is its image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The move.
    pub name: String,
    /// How many moves are images of it, itself included.
    pub images: usize,
    /// The answers, one of each class of images.
    pub replies: Vec<Reply>,
    /// Its value for the first player, where it is known.
    pub value: Option<Value>,
    /// Positions looked at.
    pub expanded: u64,
    /// Processor time.
    pub time: Duration,
}

/// An answer to an opening, and all that is its image. Values are for the first player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub name: String,
    /// What it is worth, where it is known.
    pub value: Option<Value>,
    /// What lines of moves behind it are worth, where they were asked about; each is written with spaces.
    pub lines: BTreeMap<String, Value>,
}

impl Reply {
    const fn open(name: String) -> Reply {
        Reply { name, value: None, lines: BTreeMap::new() }
    }

    /// What is known of a line of moves behind it.
    fn value_of(&self, line: &[String]) -> Option<Value> {
        if line.is_empty() { self.value } else { self.lines.get(&line.join(" ")).copied() }
    }

    fn note(&mut self, line: &[String], value: Value) {
        if line.is_empty() {
            self.value = Some(value);
        } else {
            self.lines.insert(line.join(" "), value);
        }
    }
}

/// What a study found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Studied {
    /// The openings.
    pub openings: Vec<Opening>,
    /// Whether all of them were looked at.
    pub is_whole: bool,
}

impl Opening {
    fn settle(&mut self) {
        let values = || self.replies.iter().map(|reply| reply.value);
        self.value = if values().any(|value| value == Some(Value::Loss)) {
            Some(Value::Loss)
        } else {
            // The worst for the first player, if all are known.
            values().collect::<Option<Vec<Value>>>().and_then(|values| values.into_iter().min())
        };
    }

    fn count(&self, value: Option<Value>) -> usize {
        self.replies.iter().filter(|reply| reply.value == value).count()
    }
}

impl Study {
    /// Whether the openings that are to be looked at exist, and the notes can be read.
    ///
    /// # Errors
    /// If not, or the game is not for two.
    pub fn check(&self) -> Result<()> {
        let room = self.plain()?;
        self.wanted(&*room)?;
        self.read_notes(&*room, &mut openings(&*room)?)?;
        Ok(())
    }

    fn read_notes<'a>(&self, room: &'a dyn DuelRoom, openings: &mut [Opening]) -> Result<Option<Notes<'a>>> {
        let game = self.game.without_swap().to_string();
        self.notes.as_ref().map(|path| Notes::read(path, &game, room, openings)).transpose()
    }

    /// Which classes of openings are to be looked at.
    fn wanted(&self, room: &dyn DuelRoom) -> Result<Vec<bool>> {
        let wanted = self.only.iter().map(|name| room.play(room.start(), name)).collect::<Result<Vec<_>, _>>()?;
        let is_wanted = |name: &String| room.play(room.start(), name).is_ok_and(|after| wanted.contains(&after));
        let classes = room.classes(room.start())?;
        Ok(classes.iter().map(|class| wanted.is_empty() || class.iter().any(is_wanted)).collect())
    }

    /// The game without a swap, which would be one of the answers.
    fn plain(&self) -> Result<Box<dyn DuelRoom>> {
        Ok(self.game.without_swap().duel()?)
    }
}

/// All openings of a game, one of each class, of which nothing is known yet.
fn openings(room: &dyn DuelRoom) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for class in room.classes(room.start())? {
        let (name, images) = (class[0].clone(), class.len());
        let after = room.play(room.start(), &name)?;
        let replies = room.classes(&after)?.into_iter().map(|class| Reply::open(class[0].clone())).collect();
        openings.push(Opening { name, images, replies, value: None, expanded: 0, time: Duration::ZERO });
    }
    Ok(openings)
}

/// The value of the game for the first player, without and with a swap, where the openings tell it; `is_whole` says that
/// there are no others.
#[must_use]
pub fn values(openings: &[Opening], is_whole: bool) -> [Option<Value>; 2] {
    let known = |value: Value| openings.iter().any(|opening| opening.value == Some(value));
    let is_complete = is_whole && openings.iter().all(|opening| opening.value.is_some());
    let plain = if known(Value::Win) {
        Some(Value::Win)
    } else {
        let best = openings.iter().filter_map(|opening| opening.value).max();
        if is_complete { best } else { None }
    };
    // Whoever may swap takes what wins, so the first player can hope for a draw at most.
    let swapped = if known(Value::Draw) {
        Some(Value::Draw)
    } else if is_complete {
        Some(Value::Loss)
    } else {
        None
    };
    [plain, swapped]
}

/// The openings as a table.
#[must_use]
pub fn table(openings: &[Opening]) -> Table {
    let mut table = Table::new([
        "opening",
        "images",
        "first player",
        "answers",
        "lose",
        "draw",
        "win",
        "open",
        "not needed",
        "positions",
        "CPU s",
    ]);
    for opening in openings {
        let word = match opening.value {
            Some(Value::Win) => "wins",
            Some(Value::Draw) => "draws",
            Some(Value::Loss) => "loses",
            None => "?",
        };
        table.row([
            opening.name.clone(),
            opening.images.to_string(),
            word.to_string(),
            opening.replies.len().to_string(),
            opening.count(Some(Value::Win)).to_string(),
            opening.count(Some(Value::Draw)).to_string(),
            opening.count(Some(Value::Loss)).to_string(),
            if opening.value.is_none() { opening.count(None) } else { 0 }.to_string(),
            if opening.value.is_some() { opening.count(None) } else { 0 }.to_string(),
            grouped(opening.expanded),
            format!("{:.1}", opening.time.as_secs_f64()),
        ]);
    }
    table
}

/// What each answer is worth, opening by opening, in words.
#[must_use]
pub fn answers(openings: &[Opening]) -> Vec<String> {
    let mut lines = Vec::new();
    for opening in openings {
        let named = |value: Option<Value>| {
            let named = opening.replies.iter().filter(|reply| reply.value == value);
            named.map(|reply| reply.name.as_str()).collect::<Vec<_>>().join(" ")
        };
        let kinds = [
            ("lose", Some(Value::Win)),
            ("draw", Some(Value::Draw)),
            ("win", Some(Value::Loss)),
            (if opening.value.is_some() { "not needed" } else { "open" }, None),
        ];
        let kinds = kinds.map(|(word, value)| (word, named(value)));
        let told: Vec<String> = kinds
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(word, names)| format!("{word}: {names}"))
            .collect();
        lines.push(format!("{}: {}", opening.name, told.join("; ")));
        let is_open = |reply: &&Reply| opening.value.is_none() && reply.value.is_none() && !reply.lines.is_empty();
        lines.extend(opening.replies.iter().filter(is_open).map(|reply| behind(opening, reply)));
    }
    lines
}

/// What is known behind an answer that is open, in words.
fn behind(opening: &Opening, reply: &Reply) -> String {
    let kinds = [("wins", Value::Win), ("draws", Value::Draw), ("loses", Value::Loss)].map(|(word, value)| {
        let named = reply.lines.iter().filter(|(_, found)| **found == value).map(|(line, _)| line.as_str());
        (word, named.collect::<Vec<_>>().join(", "))
    });
    let told = kinds.iter().filter(|(_, lines)| !lines.is_empty()).map(|(word, lines)| format!("{word} after {lines}"));
    format!("{} {}: the first player {}", opening.name, reply.name, told.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(name: &str, values: &[Option<Value>]) -> Opening {
        let reply = |value: &Option<Value>| Reply { value: *value, ..Reply::open("x".to_string()) };
        let replies = values.iter().map(reply).collect();
        let time = Duration::ZERO;
        let mut opening = Opening { name: name.to_string(), images: 1, replies, value: None, expanded: 0, time };
        opening.settle();
        opening
    }

    #[test]
    fn an_opening_is_as_good_as_the_best_answer_leaves_it() {
        let value = |values: &[Option<Value>]| opening("a", values).value;
        assert_eq!(value(&[Some(Value::Win), Some(Value::Win)]), Some(Value::Win));
        assert_eq!(value(&[Some(Value::Win), Some(Value::Draw)]), Some(Value::Draw));
        assert_eq!(value(&[Some(Value::Win), None]), None);
        assert_eq!(value(&[Some(Value::Draw), None]), None);
        assert_eq!(value(&[Some(Value::Loss), None]), Some(Value::Loss));
    }

    #[test]
    fn what_is_known_behind_an_answer_is_told_while_it_is_open() {
        let mut studied = opening("a", &[Some(Value::Win), None]);
        for (line, value) in [("c e", Value::Win), ("b", Value::Loss), ("d", Value::Loss)] {
            studied.replies[1].lines.insert(line.to_string(), value);
        }
        let behind = "a x: the first player wins after c e; loses after b, d";
        assert_eq!(answers(&[studied.clone()]), ["a: lose: x; open: x", behind]);
        studied.replies[1].value = Some(Value::Loss);
        studied.settle();
        assert_eq!(answers(&[studied]), ["a: lose: x; win: x"]);
    }

    #[test]
    fn a_part_of_the_openings_tells_only_what_the_rest_cannot_change() {
        let (win, loss, draw, open) = (
            opening("a", &[Some(Value::Win)]),
            opening("b", &[Some(Value::Loss)]),
            opening("c", &[Some(Value::Draw)]),
            opening("d", &[None]),
        );
        let told = |openings: &[&Opening], is_whole| {
            values(&openings.iter().map(|opening| (*opening).clone()).collect::<Vec<_>>(), is_whole)
        };
        assert_eq!(told(&[], false), [None, None]);
        assert_eq!(told(&[&win], false), [Some(Value::Win), None]);
        assert_eq!(told(&[&loss], false), [None, None]);
        assert_eq!(told(&[&draw], false), [None, Some(Value::Draw)]);
        assert_eq!(told(&[&win, &loss], true), [Some(Value::Win), Some(Value::Loss)]);
        assert_eq!(told(&[&win, &open], true), [Some(Value::Win), None]);
        assert_eq!(told(&[&loss], true), [Some(Value::Loss), Some(Value::Loss)]);
        assert_eq!(told(&[&loss, &draw], true), [Some(Value::Draw), Some(Value::Draw)]);
        assert_eq!(told(&[&loss, &open], true), [None, None]);
    }
}
