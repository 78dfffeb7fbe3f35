//! What models read of positions of Birds of a Feather, by name.

use std::fmt::{self, Display};
use std::str::FromStr;

use kibitzer_games::birds::Birds;
use kibitzer_learn::features::birds::{Board, DealVariables, Six, Variables};
use kibitzer_learn::features::{Features, Polynomial};

use crate::options::{BadSpec, list};
use crate::room::BadPosition;

/// A list of named numbers of a position, read from its name, such as `six`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSpec {
    /// The six of Kucharski, Deihim and Ergezer (2019).
    Six,
    /// Their 83 products.
    Cubic,
    /// Some seventy numbers of the board.
    Board,
    /// The three of Hoshino and Kahn (2019), which are about deals.
    Deal,
    /// The same of both graphs, and more.
    Stackability,
}

impl FeatureSpec {
    /// All of them.
    pub const ALL: [FeatureSpec; 5] =
        [FeatureSpec::Six, FeatureSpec::Cubic, FeatureSpec::Board, FeatureSpec::Deal, FeatureSpec::Stackability];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FeatureSpec::Six => "six",
            FeatureSpec::Cubic => "cubic",
            FeatureSpec::Board => "board",
            FeatureSpec::Deal => "deal",
            FeatureSpec::Stackability => "stackability",
        }
    }

    /// What each number is called.
    #[must_use]
    pub fn columns(self) -> Vec<String> {
        self.features().names()
    }

    /// Appends the numbers of a position.
    pub fn measure(self, position: &Birds, out: &mut Vec<f32>) {
        self.features().measure(position, out);
    }

    /// Appends the numbers of a position that is written.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn measure_text(self, position: &str, out: &mut Vec<f32>) -> Result<(), BadPosition> {
        let position: Birds = position.parse().map_err(BadPosition::of)?;
        self.measure(&position, out);
        Ok(())
    }

    fn features(self) -> &'static dyn Features<Birds> {
        match self {
            FeatureSpec::Six => &Six,
            FeatureSpec::Cubic => &Polynomial(Six),
            FeatureSpec::Board => &Board,
            FeatureSpec::Deal => &DealVariables(Variables::Paper),
            FeatureSpec::Stackability => &DealVariables(Variables::Stackability),
        }
    }
}

impl FromStr for FeatureSpec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<FeatureSpec, BadSpec> {
        FeatureSpec::ALL.into_iter().find(|spec| spec.name() == text).ok_or_else(|| BadSpec::Name {
            what: "set of features",
            found: text.to_string(),
            known: list(FeatureSpec::ALL.into_iter().map(FeatureSpec::name)),
        })
    }
}

impl Display for FeatureSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_reads_back_and_has_a_number_for_each_name() {
        for spec in FeatureSpec::ALL {
            assert_eq!(spec.to_string().parse(), Ok(spec));
            let mut row = Vec::new();
            spec.measure_text("8C 7S / 2D 8D", &mut row).expect("a position");
            assert_eq!(row.len(), spec.columns().len(), "{spec}");
        }
        let error = "seven".parse::<FeatureSpec>().expect_err("no such set").to_string();
        assert_eq!(error, "there is no set of features 'seven', only six, cubic, board, deal and stackability");
        assert!(FeatureSpec::Six.measure_text("8X", &mut Vec::new()).is_err());
    }
}
