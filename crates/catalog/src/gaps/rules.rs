//! The options of Gaps: rules, sizes and deals.

use std::fmt;

use kibitzer_games::gaps::{Dealer, First, Removed, Shuffle, Size};

use crate::game::{GameListing, GameSpec};
use crate::options::{BadSpec, Kind, Options, Parameter};

use super::GapsShelf;

/// The rules of Gaps and how it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapsRules {
    /// Which cards may enter the first column.
    pub first: First,
    /// The size asked for. Without one, deals have the standard size and positions any.
    pub size: Option<Size>,
    /// Which cards make way for the gaps of a deal.
    pub removed: Removed,
    /// How a deal is shuffled.
    pub shuffle: Shuffle,
    /// How often whoever plays may deal anew. Searches know nothing of that.
    pub redeals: u32,
}

/// More swaps or moves than this change nothing but the time it takes.
const MOST_STEPS: u64 = 1_000_000;

const FIRST: Parameter = Parameter {
    name: "first",
    kind: Kind::Word { words: &["lowest", "any", "suit"] },
    help: "what may enter the first column: a card of the lowest rank, any card, or the lowest of the row's suit",
};

const ROWS: Parameter =
    Parameter { name: "rows", kind: Kind::Whole { default: 4, range: 1..=4 }, help: "the rows of the board" };

const COLUMNS: Parameter =
    Parameter { name: "cols", kind: Kind::Whole { default: 13, range: 1..=13 }, help: "the columns" };

const REMOVED: Parameter = Parameter {
    name: "removed",
    kind: Kind::Word { words: &["aces", "highest"] },
    help: "the cards that make way for the gaps of a deal; with first=any it is highest unless written",
};

const SHUFFLE: Parameter = Parameter {
    name: "shuffle",
    kind: Kind::Counted { word: "full", counted: &["swaps", "legal"], most: MOST_STEPS },
    help: "how a deal is mixed: fully, by N swaps of a card with a gap, or by N moves played backward",
};

const REDEALS: Parameter = Parameter {
    name: "redeals",
    kind: Kind::Whole { default: 0, range: 0..=99 },
    help: "how often whoever plays may deal anew",
};

impl GapsShelf {
    pub(crate) const LISTING: GameListing = GameListing {
        name: "gaps",
        title: "Gaps",
        help: "Gaps, a solitaire, also called Montana: one suit in order in each row",
        parameters: &[FIRST, ROWS, COLUMNS, REMOVED, SHUFFLE, REDEALS],
        read: |options| {
            Ok(GameSpec::Gaps(options.map_or_else(GapsRules::default, |options| GapsRules::read(&options))))
        },
    };
}

/// What a rule deals where nothing else is said: the paper that has `first=any` removes the highest cards.
const fn usually_removed(first: First) -> Removed {
    match first {
        First::Any => Removed::Highest,
        First::Lowest | First::Suit => Removed::Aces,
    }
}

impl Default for GapsRules {
    fn default() -> GapsRules {
        let first = First::default();
        GapsRules { first, size: None, removed: usually_removed(first), shuffle: Shuffle::default(), redeals: 0 }
    }
}

impl GapsRules {
    fn read(options: &Options) -> GapsRules {
        let first = match options.word(FIRST.name) {
            "any" => First::Any,
            "suit" => First::Suit,
            _ => First::Lowest,
        };
        let length = |parameter: Parameter| usize::try_from(options.whole(parameter.name)).expect("at most 13");
        let is_sized = options.is_written(ROWS.name) || options.is_written(COLUMNS.name);
        let removed = match options.word(REMOVED.name) {
            _ if !options.is_written(REMOVED.name) => usually_removed(first),
            "highest" => Removed::Highest,
            _ => Removed::Aces,
        };
        let shuffle = match options.counted(SHUFFLE.name) {
            ("swaps", Some(count)) => Shuffle::Swaps(steps(count)),
            ("legal", Some(count)) => Shuffle::Legal(steps(count)),
            _ => Shuffle::Full,
        };
        GapsRules {
            first,
            size: is_sized.then(|| Size::new(length(ROWS), length(COLUMNS)).expect("the ranges are those of boards")),
            removed,
            shuffle,
            redeals: u32::try_from(options.whole(REDEALS.name)).expect("at most 99"),
        }
    }

    /// What deals by these rules.
    #[must_use]
    pub fn dealer(self) -> Dealer {
        Dealer {
            size: self.size.unwrap_or(Size::STANDARD),
            first: self.first,
            removed: self.removed,
            shuffle: self.shuffle,
        }
    }

    /// The same rules with another shuffle, written as `full`, `swaps:N` or `legal:N`.
    pub(crate) fn with_shuffle(self, text: &str) -> Result<GapsRules, BadSpec> {
        let bad = |problem: String| BadSpec::Together { owner: GapsShelf::LISTING.name.to_string(), problem };
        let shuffle: Shuffle = text.parse().map_err(|problem| bad(format!("{problem}")))?;
        match shuffle {
            Shuffle::Swaps(count) | Shuffle::Legal(count) if u64::from(count) > MOST_STEPS => {
                Err(bad(format!("'{text}' is more than {MOST_STEPS} steps")))
            }
            _ => Ok(GapsRules { shuffle, ..self }),
        }
    }

    /// The options that are not those that hold where nothing is written.
    pub(crate) fn write_options(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = GapsRules::default();
        let mut options = Vec::new();
        if self.first != usual.first {
            options.push(format!("{}={}", FIRST.name, self.first));
        }
        if let Some(size) = self.size {
            options.push(format!("{}={},{}={}", ROWS.name, size.rows(), COLUMNS.name, size.columns()));
        }
        if self.removed != usually_removed(self.first) {
            let word = match self.removed {
                Removed::Aces => "aces",
                Removed::Highest => "highest",
            };
            options.push(format!("{}={word}", REMOVED.name));
        }
        match self.shuffle {
            Shuffle::Full => {}
            Shuffle::Swaps(count) => options.push(format!("{}=swaps-{count}", SHUFFLE.name)),
            Shuffle::Legal(count) => options.push(format!("{}=legal-{count}", SHUFFLE.name)),
        }
        if self.redeals != usual.redeals {
            options.push(format!("{}={}", REDEALS.name, self.redeals));
        }
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}

fn steps(count: u64) -> u32 {
    u32::try_from(count).expect("at most a million")
}
