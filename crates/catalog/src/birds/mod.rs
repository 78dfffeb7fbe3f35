//! Birds of a Feather in the catalog.

mod searches;

use std::sync::Arc;

use kibitzer_core::Game;
use kibitzer_exact::birds::certificate::{self, Accepted, Unproved};
use kibitzer_exact::birds::checker::{Checker, Rule, Solvability};
use kibitzer_exact::birds::level::{Difficulty, Level, Leveler};
use kibitzer_games::birds::{BadSize, Birds, Flight, Size, deal};
use kibitzer_games::cards::{Card, DealNumber};
use kibitzer_learn::birds::{FastOrder, RegressionOrder, Variant, shipped};
use kibitzer_learn::models::Library;
use kibitzer_search::{Budget, Observer, Stop, Verdict};

use crate::algorithm::Algorithm;
use crate::certificate::{Claim, NoCertificate, Proved, Refused};
use crate::game::{GameListing, GameSpec};
use crate::layout::{CardLayout, Pile, Place, Step};
use crate::options::{BadSpec, Kind, Parameter};
use crate::shelf::Shelf;

/// Birds of a Feather, of any size or of one.
#[derive(Clone, Debug)]
pub(crate) struct BirdsShelf {
    size: Option<Size>,
    /// Those that come along if `None`.
    models: Option<Arc<Library>>,
}

impl BirdsShelf {
    pub(crate) const fn new(size: Option<Size>) -> BirdsShelf {
        BirdsShelf { size, models: None }
    }

    pub(crate) const LISTING: GameListing = GameListing {
        name: "birds",
        title: "Birds of a Feather",
        help: "Birds of a Feather, a solitaire: gather all cards into one stack",
        parameters: &[
            Parameter { name: "rows", kind: Kind::Whole { default: 4, range: 1..=7 }, help: "the rows of the board" },
            Parameter { name: "cols", kind: Kind::Whole { default: 4, range: 1..=7 }, help: "the columns" },
        ],
        read: |options| {
            let Some(options) = options else { return Ok(GameSpec::Birds { size: None }) };
            let length = |name| usize::try_from(options.whole(name)).expect("at most 7");
            let (rows, columns) = (length("rows"), length("cols"));
            let size = Size::new(rows, columns).ok_or_else(|| BadSpec::Together {
                owner: Self::LISTING.name.to_string(),
                problem: BadSize { rows, columns }.to_string(),
            })?;
            Ok(GameSpec::Birds { size: Some(size) })
        },
    };
}

impl Shelf for BirdsShelf {
    type Puzzle = Birds;
    type Leveler = Leveler;

    const ALGORITHMS: &'static [Algorithm<Birds>] = searches::ALGORITHMS;
    const LAST_SEED: u64 = DealNumber::LAST as u64;
    /// Each move takes one stack away, and one is left at the end.
    const SOLUTIONS_HAVE_ONE_LENGTH: bool = true;

    fn game(&self) -> GameSpec {
        GameSpec::Birds { size: self.size }
    }

    fn deal(&self, seed: u64) -> Birds {
        let number = DealNumber::try_from(seed).expect("the seed is at most LAST_SEED");
        deal(self.size.unwrap_or(Size::STANDARD), number)
    }

    fn admit(&self, position: &Birds) -> Result<(), String> {
        let found = position.size();
        match self.size {
            Some(size) if size != found => Err(format!(
                "the board has {} x {} cells, but {} asks for {} x {}",
                found.rows(),
                found.columns(),
                Shelf::game(self),
                size.rows(),
                size.columns()
            )),
            _ => Ok(()),
        }
    }

    fn models(&self) -> &Library {
        self.models.as_deref().unwrap_or_else(|| shipped())
    }

    fn set_models(&mut self, library: Library) -> Result<(), String> {
        if let Some(variant) =
            Variant::ALL.iter().find(|variant| RegressionOrder::from_library(&library, **variant).is_none())
        {
            return Err(format!("it does not hold the models of {}", variant.name()));
        }
        if FastOrder::from_library(&library).is_none() {
            return Err("it does not hold the models of learned-dfs".to_string());
        }
        self.models = Some(Arc::new(library));
        Ok(())
    }

    fn has_levels(&self) -> Result<(), String> {
        match self.size {
            None | Some(Size::STANDARD) => Ok(()),
            Some(_) => Err("levels are measured on boards of 4 x 4 cells only".to_string()),
        }
    }

    fn level(
        &self,
        leveler: &mut Leveler,
        position: &Birds,
        observer: &mut dyn Observer<Birds>,
    ) -> Result<Option<Level>, Stop> {
        Ok(leveler.measure(position, observer)?.map(Difficulty::level))
    }

    fn certify(
        &self,
        position: &Birds,
        verdict: &Verdict<Flight>,
        budget: Budget,
        observer: &mut dyn Observer<Birds>,
    ) -> Result<Vec<u8>, NoCertificate> {
        let certificate = certificate::prove(position, verdict, budget, observer).map_err(|problem| match problem {
            Unproved::Stopped(stop) => NoCertificate::Stopped(stop),
            Unproved::Wrong => NoCertificate::Wrong,
        })?;
        let mut file = Vec::new();
        certificate.write(&mut file).expect("memory takes everything");
        Ok(file)
    }

    fn check_certificate(&self, file: &[u8]) -> Result<Proved, Refused> {
        match certificate::check(file) {
            Ok(Accepted { position, claim }) => {
                let claim = match claim {
                    certificate::Claim::Solved { moves } => Claim::Solved { moves },
                    certificate::Claim::Unsolvable { positions } => Claim::Unsolvable { positions },
                };
                Ok(Proved { position, claim })
            }
            Err(refused) => Err(Refused { line: refused.line, reason: refused.why }),
        }
    }

    fn layout(&self, position: &Birds) -> CardLayout {
        let size = position.size();
        let mut rows = vec![vec![None; size.columns()]; size.rows()];
        for (row, column, stack) in position.stacks() {
            rows[row][column] = Some(Pile { card: stack.top.to_string(), size: stack.size.get().into() });
        }
        let place = |card: Card| {
            let (row, column, _) = position.stacks().find(|(_, _, stack)| stack.top == card)?;
            Some(Place { row, column })
        };
        let step =
            |flight: Flight| Some(Step { mv: flight.to_string(), from: place(flight.bird)?, to: place(flight.onto)? });
        CardLayout { rows, steps: position.moves().filter_map(step).collect() }
    }

    fn doom(&self, position: &Birds) -> Option<String> {
        let Solvability::Unsolvable(rule) = Checker::ALL.check(position) else { return None };
        let words = match rule {
            Rule::Stranded => "some stacks share no row and no column with the others",
            Rule::SeparatedFlock => "some cards match none of the others",
            Rule::Lynchpin => "a card that keeps the stacks together would have to fly",
            Rule::Articulation => "a card that keeps the stacks together can neither fly nor be covered",
            Rule::Ending => "so few stacks cannot be gathered any more",
        };
        Some(words.to_string())
    }

    fn objection(&self, position: &Birds, flight: Flight) -> String {
        let Flight { bird, onto } = flight;
        let place = |card: Card| position.stacks().find(|(_, _, stack)| stack.top == card);
        let (Some((row, column, _)), Some((onto_row, onto_column, _))) = (place(bird), place(onto)) else {
            let missing = if place(bird).is_none() { bird } else { onto };
            return format!("{missing} is not on top of a stack");
        };
        if bird == onto {
            "a stack cannot fly onto itself".to_string()
        } else if row != onto_row && column != onto_column {
            format!("{bird} and {onto} are neither in one row nor in one column")
        } else {
            format!("{bird} and {onto} are neither of one suit nor next to each other in rank")
        }
    }
}
