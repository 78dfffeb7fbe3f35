//! Examples of Birds of a Feather: positions in which the choice of the move decides.

use kibitzer_core::{Game, Puzzle, SplitMix};
use kibitzer_games::birds::Birds;

use crate::features::Features;

use super::Dataset;

/// A position and all its children, some of which can be won and some not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The positions after each legal move, in the order of the moves, and whether each can be won.
    pub children: Vec<(Birds, bool)>,
}

/// What is met on one way from a deal to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The deal itself.
    pub start: Birds,
    /// Whether it can be won.
    pub solvable: bool,
    /// The positions on the way that have children of both kinds, from the start to the end.
    pub choices: Vec<Choice>,
}

impl Trail {
    /// Follows a random child that can be won, until the end. Where all children can be won, none is kept: nothing is
    /// to be learned there. This is how Neller's generator works, on which two papers rest: Roberson and Sperduto (2019),
    /// and Kucharski, Deihim and Ergezer (2019). `is_solvable` must be right.
    pub fn follow(start: &Birds, luck: &mut SplitMix, mut is_solvable: impl FnMut(&Birds) -> bool) -> Trail {
        let mut trail = Trail { start: *start, solvable: is_solvable(start), choices: Vec::new() };
        let mut state = *start;
        while trail.solvable && !state.is_goal() {
            let children: Vec<(Birds, bool)> = state
                .moves()
                .map(|mv| {
                    let child = state.after(mv);
                    (child, is_solvable(&child))
                })
                .collect();
            let won: Vec<Birds> = children.iter().filter(|(_, won)| *won).map(|(child, _)| *child).collect();
            if won.is_empty() {
                // Only a wrong answer leads here: the state was called solvable.
                break;
            }
            state = won[luck.below(won.len())];
            if won.len() < children.len() {
                trail.choices.push(Choice { children });
            }
        }
        trail
    }

    /// All positions kept, the deal first, and whether each can be won.
    pub fn examples(&self) -> impl Iterator<Item = (&Birds, bool)> {
        let children = self.choices.iter().flat_map(|choice| &choice.children);
        [(&self.start, self.solvable)].into_iter().chain(children.map(|(child, won)| (child, *won)))
    }

    /// Adds the examples with this many stacks to a table.
    pub fn measure(
        &self,
        features: &impl Features<Birds>,
        stacks: impl std::ops::RangeBounds<u32>,
        table: &mut Dataset,
    ) {
        for (board, won) in self.examples().filter(|(board, _)| stacks.contains(&board.stack_count())) {
            table.push_with(won, |row| features.measure(board, row));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use kibitzer_games::birds::{Size, deal};
    use kibitzer_games::cards::DealNumber;

    use super::*;

    /// The slow oracle: tries everything.
    fn can_be_won(board: &Birds, known: &mut HashMap<<Birds as Game>::Key, bool>) -> bool {
        if board.is_goal() {
            return true;
        }
        if let Some(&won) = known.get(&board.key()) {
            return won;
        }
        let won = board.moves().any(|mv| can_be_won(&board.after(mv), known));
        known.insert(board.key(), won);
        won
    }

    #[test]
    fn choices_are_mixed_and_lead_from_the_deal_to_the_end() {
        let mut kept = 0;
        for number in 0..60 {
            let start = deal(Size::new(3, 3).expect("a board"), DealNumber::try_from(number).expect("small"));
            let mut known = HashMap::new();
            let trail = Trail::follow(&start, &mut SplitMix::new(number), |board| can_be_won(board, &mut known));
            assert_eq!(trail.solvable, can_be_won(&start, &mut known));
            assert!(trail.solvable || trail.choices.is_empty());
            let mut stacks = start.stack_count();
            for choice in &trail.choices {
                assert!(choice.children.iter().any(|(_, won)| *won) && choice.children.iter().any(|(_, won)| !won));
                assert!(choice.children.iter().all(|(board, won)| can_be_won(board, &mut known) == *won));
                assert!(choice.children[0].0.stack_count() < stacks);
                stacks = choice.children[0].0.stack_count();
                kept += choice.children.len();
            }
            assert_eq!(trail.examples().count(), 1 + trail.choices.iter().map(|c| c.children.len()).sum::<usize>());
        }
        assert!(kept > 500, "only {kept} children were kept");
    }

    #[test]
    fn a_wrong_oracle_ends_the_trail_and_does_no_harm() {
        let start: Birds = "AC 7D / 3H KS".parse().expect("a board");
        let trail = Trail::follow(&start, &mut SplitMix::new(0), |_| true);
        assert!(trail.choices.is_empty());
    }
}
