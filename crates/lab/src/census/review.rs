//! A publication read with doubt: some of its seeds, the deals beside them and others by chance are decided again.

use std::collections::BTreeSet;

use anyhow::Result;
use kibitzer_core::{Game, SplitMix};
use kibitzer_search::{Solver, Verdict};

use crate::tables::{Table, grouped};
use crate::{Finding, parallel};

use super::publish::Publication;
use super::{Census, Subject};

/// So many seeds that are listed are decided again, with their neighbours.
const LISTED: usize = 500;

/// So many seeds of the whole range are decided again.
const BY_CHANCE: usize = 2_000;

/// What a review looked at, and what it found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Deals decided again.
    pub decided: u64,
    /// Those of them that are listed as unsolvable or unknown.
    pub listed: u64,
    /// Refutations that plain search, or the checker of a proof, has confirmed.
    pub proved: u64,
    /// Those that it gave up on.
    pub abandoned: Vec<u64>,
    /// Deals that were known then and are not now, or the other way: a limit of time ends searches where it likes.
    pub half_known: u64,
    /// All that is wrong, of deals decided again and then of refutations, each in the order of the seeds.
    pub mismatches: Vec<String>,
}

impl<S: Subject> Census<S> {
    /// Decides deals of a publication again, chosen by `luck`: some that it lists, their neighbours, and some of the whole
    /// range. Of those it calls unsolvable `sample` are proved again by other means than the solver's.
    ///
    /// # Errors
    /// Only if the machine fails; what is wrong is in [`Review::mismatches`].
    pub fn review(&self, publication: &Publication, sample: usize, luck: u64) -> Result<Review> {
        let range = publication.seeds();
        let mut luck = SplitMix::new(luck);
        let mut chosen: Vec<u64> = publication.unsolvable.iter().chain(&publication.unknown).copied().collect();
        luck.shuffle(&mut chosen);
        chosen.truncate(LISTED);
        let mut seeds: BTreeSet<u64> = chosen.iter().flat_map(|&seed| seed.saturating_sub(1)..=seed + 1).collect();
        let width = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        seeds.extend((0..BY_CHANCE).map(|_| range.start + luck.below(width) as u64));
        seeds.retain(|seed| range.contains(seed));
        let mut refuted = publication.unsolvable.clone();
        luck.shuffle(&mut refuted);
        let needs_search = |seed: &u64| !self.subject.is_plain(&self.subject.deal(*seed));
        let again: Vec<u64> = refuted.into_iter().filter(needs_search).take(sample).collect();
        let mut review = Review::default();
        self.decide_again(&seeds, publication, &mut review)?;
        self.confirm(&again, &mut review)?;
        Ok(review)
    }

    fn decide_again(&self, seeds: &BTreeSet<u64>, publication: &Publication, review: &mut Review) -> Result<()> {
        let progress = self.progress(seeds.len() as u64, "deals decided again");
        let start = || (self.subject.solver(), Vec::new());
        let found = parallel::for_each(self.threads, seeds, start, |(solver, found), &seed| {
            let deal = self.subject.deal(seed);
            let verdict = solver.solve(&deal, self.budget, &mut ()).verdict;
            found.push((seed, Finding::from(&verdict), wins::<S>(&deal, &verdict)));
            progress.advance(1);
            Ok(())
        })?;
        progress.finish();
        let mut found: Vec<_> = found.into_iter().flat_map(|(_, found)| found).collect();
        found.sort_unstable_by_key(|(seed, ..)| *seed);
        for (seed, finding, wins) in found {
            let said = publication.finding(seed).expect("the seed is one of the range");
            review.decided += 1;
            review.listed += u64::from(said != Finding::Solved);
            if said != finding && [said, finding].contains(&Finding::Unknown) {
                review.half_known += 1;
            } else if said != finding {
                review.mismatches.push(format!("seed {seed} is said to be {said}, and found to be {finding}"));
            }
            if !wins {
                review.mismatches.push(format!("seed {seed}: the solution that was found now does not win"));
            }
        }
        Ok(())
    }

    fn confirm(&self, seeds: &[u64], review: &mut Review) -> Result<()> {
        let progress = self.progress(seeds.len() as u64, "refutations proved again");
        let judged = parallel::for_each(self.threads, seeds, Vec::new, |judged, &seed| {
            judged.push((seed, self.subject.judge(&self.subject.deal(seed))));
            progress.advance(1);
            Ok(())
        })?;
        progress.finish();
        let mut judged = judged.concat();
        judged.sort_unstable_by_key(|(seed, _)| *seed);
        for (seed, finding) in judged {
            match finding {
                Ok(Finding::Unsolvable) => review.proved += 1,
                Ok(Finding::Unknown) => review.abandoned.push(seed),
                Ok(Finding::Solved) => {
                    review.mismatches.push(format!("seed {seed} is said to be unsolvable, but it can be won"));
                }
                Err(problem) => review.mismatches.push(format!("seed {seed}: {problem}")),
            }
        }
        Ok(())
    }
}

/// Whether the moves of a solution, if there is one, are legal and end in the goal.
fn wins<S: Subject>(deal: &S::Puzzle, verdict: &Verdict<<S::Puzzle as Game>::Move>) -> bool {
    if let Verdict::Solved(moves) = verdict { S::wins(deal, moves) } else { true }
}

impl Review {
    /// The review as a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(["review", "deals"]);
        let rows = [
            ("decided again", self.decided),
            ("of them listed", self.listed),
            ("refutations proved again", self.proved),
            ("refutations not proved again", self.abandoned.len() as u64),
            ("known only then, or only now", self.half_known),
            ("mismatches", self.mismatches.len() as u64),
        ];
        for (name, count) in rows {
            table.row([name.to_string(), grouped(count)]);
        }
        table
    }
}
