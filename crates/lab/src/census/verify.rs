//! The audit of a census: stored solutions are replayed and a sample of the refutations is proved again. Where solutions are
//! not stored, some of the solved deals are decided again, and what is found then is replayed.
//!
//! Deals, moves and goals come from the rules of the game, whoever found the solution. Nothing of a refutation is taken
//! from the solver that made the rows: it comes from plain depth-first search that prunes nothing, the slow twin of the
//! exact solver, or where no such search could end, from a proof that is written anew and read by a checker with rules
//! of its own.

use std::fmt::{self, Display};

use anyhow::Result;
use kibitzer_core::{Game, Puzzle, SplitMix};
use kibitzer_search::{Solver, Stop, Verdict};

use crate::tables::{Table, grouped};
use crate::{Finding, parallel};

use super::parts::Part;
use super::read::Columns;
use super::rows::Row;
use super::summary::Reading;
use super::{Census, Keep, Subject};

/// About so many solved deals are decided again where their solutions are not kept.
const DECIDED_AGAIN: u64 = 10_000;

/// What an audit looked at, and what it found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Rows read.
    pub rows: u64,
    /// Solutions replayed to their goal.
    pub replayed: u64,
    /// Deals that are plainly unsolvable, by a look at the board.
    pub plain: u64,
    /// Refutations that need a search.
    pub refutations: u64,
    /// Those of them that the twin has proved again.
    pub proved: u64,
    /// Those that the twin gave up on.
    pub abandoned: Vec<u64>,
    /// Rows that say nothing.
    pub unknown: u64,
    /// All that is wrong, in the order of the seeds.
    pub mismatches: Vec<Mismatch>,
}

/// Something in the files that is not so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mismatch {
    /// The seed; `None` where a whole file is wrong.
    pub seed: Option<u64>,
    /// The file.
    pub file: String,
    /// What is wrong.
    pub problem: String,
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seed {
            Some(seed) => write!(f, "{}: seed {seed}: {}", self.file, self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

#[derive(Default)]
struct Audit {
    check: Check,
    /// The refutations that need a search.
    hard: Vec<u64>,
}

impl<S: Subject> Census<S> {
    /// Reads everything back. Of the refutations that need a search, `sample` are proved again, chosen by `luck`.
    ///
    /// # Errors
    /// Only if the machine fails; what is wrong in the files is in [`Check::mismatches`].
    pub fn verify(&self, sample: usize, luck: u64) -> Result<Check> {
        let progress = self.progress(self.seeds.end - self.seeds.start, "deals checked");
        let parts = Part::all(&self.seeds, self.part_size);
        let audits = parallel::for_each(self.threads, parts, Audit::default, |audit, part| {
            self.audit(&part, audit);
            progress.advance(part.len());
            Ok(())
        })?;
        progress.finish();
        let Audit { mut check, mut hard } = audits.into_iter().fold(Audit::default(), Audit::merge);
        check.refutations = hard.len() as u64;
        hard.sort_unstable();
        SplitMix::new(luck).shuffle(&mut hard);
        hard.truncate(sample);
        self.prove_again(&hard, &mut check)?;
        if self.keep == Keep::Unsolved {
            self.decide_some_again(luck, &mut check)?;
        }
        check.mismatches.sort();
        check.mismatches.dedup();
        check.abandoned.sort_unstable();
        Ok(check)
    }

    fn audit(&self, part: &Part, audit: &mut Audit) {
        let file = self.folder.join(part.file_name()).display().to_string();
        let mut wrong = |seed: Option<u64>, problem: String| {
            audit.check.mismatches.push(Mismatch { seed, file: file.clone(), problem });
        };
        let rows = match self.reading(part, Columns::All) {
            Reading::Rows(rows) => rows,
            Reading::Missing => return wrong(None, format!("{file}: the file is missing")),
            Reading::Damaged(reason) => return wrong(None, reason),
        };
        for row in self.within(&rows) {
            audit.check.rows += 1;
            let deal = self.subject.deal(row.seed);
            if !self.subject.features(&deal).into_iter().eq(row.features()) {
                wrong(Some(row.seed), "the features are not those of the deal".to_string());
            }
            match (row.finding, examine::<S>(&row, &deal)) {
                (_, Err(problem)) => wrong(Some(row.seed), problem),
                (Finding::Solved, Ok(())) => audit.check.replayed += 1,
                (Finding::Unknown, Ok(())) => audit.check.unknown += 1,
                (Finding::Unsolvable, Ok(())) if self.subject.is_plain(&deal) => audit.check.plain += 1,
                (Finding::Unsolvable, Ok(())) => audit.hard.push(row.seed),
            }
        }
        // The reader has seen that seeds follow each other, so a gap can only be at an end.
        if rows.seeds.start > part.seeds.start || rows.seeds.end < part.seeds.end {
            wrong(None, format!("{file}: some of the seeds {}..{} are missing", part.seeds.start, part.seeds.end));
        }
    }

    /// Decides some of the solved deals again whose solutions are not kept, in each part as many.
    fn decide_some_again(&self, luck: u64, check: &mut Check) -> Result<()> {
        let parts = (self.seeds.end - 1) / self.part_size - self.seeds.start / self.part_size + 1;
        let count = DECIDED_AGAIN.div_ceil(parts);
        let progress = self.progress(parts, "files checked by deciding again");
        let start = || (self.subject.solver(), Vec::new(), 0);
        let all = Part::all(&self.seeds, self.part_size);
        let states = parallel::for_each(self.threads, all, start, |(solver, wrong, replayed), part| {
            // A part that cannot be read was named before.
            if let Reading::Rows(rows) = self.reading(&part, Columns::Counts) {
                let mut stream = SplitMix::new(luck ^ part.number);
                let held = rows.seeds.start.max(part.seeds.start)..rows.seeds.end.min(part.seeds.end);
                let width = usize::try_from(held.end.saturating_sub(held.start)).unwrap_or(usize::MAX);
                for _ in (0..count).filter(|_| width > 0) {
                    let seed = held.start + stream.below(width) as u64;
                    if rows.listed.binary_search(&seed).is_ok() {
                        continue;
                    }
                    let deal = self.subject.deal(seed);
                    match solver.solve(&deal, self.budget, &mut ()).verdict {
                        Verdict::Solved(moves) if S::wins(&deal, &moves) => *replayed += 1,
                        // A limit of time ends searches where it likes.
                        Verdict::Unknown(Stop::Time) => (),
                        verdict => wrong.push(self.mismatch(seed, not_solved(&verdict))),
                    }
                }
            }
            progress.advance(1);
            Ok(())
        })?;
        progress.finish();
        for (_, wrong, replayed) in states {
            check.mismatches.extend(wrong);
            check.replayed += replayed;
        }
        Ok(())
    }

    fn mismatch(&self, seed: u64, problem: String) -> Mismatch {
        let part = Part::all(&(seed..seed + 1), self.part_size).next().expect("a seed has a part");
        Mismatch { seed: Some(seed), file: self.folder.join(part.file_name()).display().to_string(), problem }
    }

    fn prove_again(&self, seeds: &[u64], check: &mut Check) -> Result<()> {
        let progress = self.progress(seeds.len() as u64, "refutations proved again");
        let verdicts = parallel::for_each(self.threads, seeds, Vec::new, |verdicts, &seed| {
            verdicts.push((seed, self.subject.judge(&self.subject.deal(seed))));
            progress.advance(1);
            Ok(())
        })?;
        progress.finish();
        for (seed, finding) in verdicts.into_iter().flatten() {
            match finding {
                Ok(Finding::Unsolvable) => check.proved += 1,
                Ok(Finding::Unknown) => check.abandoned.push(seed),
                wrong => {
                    let solved = || "the deal is called unsolvable, but it can be won".to_string();
                    let problem = wrong.err().unwrap_or_else(solved);
                    check.mismatches.push(self.mismatch(seed, problem));
                }
            }
        }
        Ok(())
    }
}

/// What is wrong with a deal that counts as solved.
fn not_solved<M>(verdict: &Verdict<M>) -> String {
    match Finding::from(verdict) {
        Finding::Solved => "the solution that was found now does not win".to_string(),
        finding => format!("the deal counts as solved, and is found to be {finding}"),
    }
}

/// Replays the solution, if the row has one.
fn examine<S: Subject>(row: &Row<'_>, deal: &S::Puzzle) -> Result<(), String> {
    let Some((moves, length)) = row.solution else {
        return Ok(());
    };
    let mut position = deal.clone();
    let mut played = 0;
    for word in moves.split(' ').filter(|word| !word.is_empty()) {
        let mv: <S::Puzzle as Game>::Move = word.parse().map_err(|_| format!("'{word}' is not a move"))?;
        position.try_play(mv).map_err(|illegal| illegal.to_string())?;
        played += 1;
    }
    match () {
        () if !position.is_goal() => Err(format!("the solution ends at {position}")),
        () if played != length => Err(format!("the solution has {played} moves, not {length}")),
        () => Ok(()),
    }
}

impl Audit {
    fn merge(mut self, other: Audit) -> Audit {
        self.check.rows += other.check.rows;
        self.check.replayed += other.check.replayed;
        self.check.plain += other.check.plain;
        self.check.unknown += other.check.unknown;
        self.check.mismatches.extend(other.check.mismatches);
        self.hard.extend(other.hard);
        self
    }
}

impl Check {
    /// The audit as a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(["checked", "deals"]);
        let rows = [
            ("rows read", self.rows),
            ("solutions replayed", self.replayed),
            ("refuted at sight", self.plain),
            ("refuted by search", self.refutations),
            ("of these proved again", self.proved),
            ("of these given up", self.abandoned.len() as u64),
            ("unknown", self.unknown),
            ("mismatches", self.mismatches.len() as u64),
        ];
        for (name, count) in rows {
            table.row([name.to_string(), grouped(count)]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::{NonZeroU64, NonZeroUsize};

    use kibitzer_games::birds::Size;
    use kibitzer_search::Budget;

    use crate::census::rows::Rows;
    use crate::census::write::encode;
    use crate::census::{BirdsDeals, Columns, Damaged, Shard};

    use super::*;

    /// A census of ten small boards whose file was made anew, checksum and all, after `lie` has changed its rows.
    fn found(lie: impl FnOnce(&mut Rows)) -> Vec<(Option<u64>, String)> {
        found_among(Keep::All, lie)
    }

    /// The same, with rows for some of the deals.
    fn found_among(keep: Keep, lie: impl FnOnce(&mut Rows)) -> Vec<(Option<u64>, String)> {
        let folder = tempfile::tempdir().expect("a folder");
        let census = Census {
            subject: BirdsDeals { size: Size::new(3, 3).expect("a size") },
            seeds: 0..10,
            folder: folder.path().to_path_buf(),
            part_size: NonZeroU64::new(10).expect("not zero"),
            keep,
            shard: Shard::WHOLE,
            threads: NonZeroUsize::MIN,
            budget: Budget::default(),
            damaged: Damaged::Mend,
            is_watched: false,
        };
        census.run().expect("a writable folder");
        let part = Part { number: 0, seeds: 0..10 };
        let mut rows = census.file(&part).and_then(|file| file.rows(Columns::All)).expect("a part");
        lie(&mut rows);
        let bytes = encode(&census.heading(), &part.seeds, &[rows]).expect("rows");
        fs::write(folder.path().join(part.file_name()), bytes).expect("a writable folder");
        let check = census.verify(usize::MAX, 0).expect("a readable folder");
        check.mismatches.into_iter().map(|mismatch| (mismatch.seed, mismatch.problem)).collect()
    }

    /// The first row with a solution.
    fn first_solved(rows: &Rows) -> usize {
        rows.lengths.iter().position(Option::is_some).expect("some deal is solvable")
    }

    /// Writes the solutions anew, one of them changed.
    fn rewrite(rows: &mut Rows, index: usize, change: impl Fn(&str) -> String) {
        let texts: Vec<_> = (0..rows.len()).map(|row| rows.solutions.get(row).to_string()).collect();
        rows.solutions = crate::census::rows::Texts::default();
        for (row, text) in texts.iter().enumerate() {
            let text = if row == index { change(text) } else { text.clone() };
            rows.solutions.open().push_str(&text);
            rows.solutions.end();
        }
    }

    #[test]
    fn the_truth_passes() {
        assert_eq!(found(|_| ()), []);
    }

    #[test]
    fn a_solution_that_is_wrong_is_named_by_its_seed() {
        let solved = |change: fn(&str) -> String| {
            let found = found(|rows| rewrite(rows, first_solved(rows), change));
            assert!(found.len() == 1 && found[0].0.is_some(), "{found:?}");
            found[0].1.clone()
        };
        assert!(solved(|text| format!("{} KS-KS", &text[..text.len() - 6])).contains("is not a legal move here"));
        assert!(solved(|text| text[..text.len() - 6].to_string()).starts_with("the solution ends at "));
        assert_eq!(solved(|text| text.replace('-', "+")).chars().next(), Some('\''));
    }

    #[test]
    fn a_wrong_length_or_feature_is_named() {
        let found_length = found(|rows| {
            let index = first_solved(rows);
            rows.lengths[index] = Some(9);
        });
        assert_eq!(found_length[0].1, "the solution has 8 moves, not 9");
        let found_feature = found(|rows| rows.features[1][4] = Some(99));
        assert_eq!(found_feature, [(Some(4), "the features are not those of the deal".to_string())]);
    }

    #[test]
    fn a_false_refutation_is_found_by_the_twin() {
        let found = found(|rows| {
            let index = first_solved(rows);
            rows.findings[index] = Finding::Unsolvable;
            rows.lengths[index] = None;
            rewrite(rows, index, |_| String::new());
        });
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1, "the deal is called unsolvable, but it can be won");
    }

    #[test]
    fn a_false_solution_is_found_where_none_are_kept() {
        assert_eq!(found_among(Keep::Unsolved, |_| ()), []);
        let mut seed = 0;
        let found = found_among(Keep::Unsolved, |rows| {
            seed = rows.listed.remove(0);
            rows.findings.remove(0);
            rows.lengths.remove(0);
            for column in &mut rows.features {
                column.remove(0);
            }
            rows.rest.nodes.add(rows.nodes.remove(0));
            rows.rest.hardest = Some((rows.rest.nodes.max().expect("a deal"), seed));
        });
        let told = "the deal counts as solved, and is found to be unsolvable";
        assert_eq!(found, [(Some(seed), told.to_string())]);
    }
}
