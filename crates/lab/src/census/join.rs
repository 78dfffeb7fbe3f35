//! What was kept of several censuses made one, where their seeds follow each other.
//!
//! Counts are added, and the mean of the nodes follows from the two sums. Quantiles follow only where they agree: if at least
//! half of the numbers of each of two sets do not exceed 9, and fewer than half of each stay below it, the same holds for
//! both sets together. Where they differ, nothing is written: a census over all of the seeds would have to count them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::Finding;
use crate::files;
use crate::record::{Nodes, Plain, Summary};
use crate::stats::as_f64;

use super::folder::{MANIFEST, SUMMARY};
use super::merge::{Flaw, Flaws, OWNER, is_free};
use super::publish::Publication;
use super::rest::harder;
use super::stored::Refused;
use super::summary::shares;

/// Whether a folder looks like what was kept of a census.
pub(super) fn is_publication(folder: &Path) -> bool {
    folder.join(SUMMARY).exists() && !folder.join(MANIFEST).exists()
}

/// Makes one publication of several in a new folder.
pub(super) fn run(folders: &[PathBuf], out: Option<&Path>) -> Result<Summary> {
    let Some(out) = out else {
        let folder = folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ");
        let reason = "it is what was kept of one, which --published reads".to_string();
        return Err(Refused::NoCensus { folder, reason }.into());
    };
    is_free(out)?;
    let mut kept = folders.iter().map(|folder| Publication::read(folder)).collect::<Result<Vec<_>>>()?;
    kept.sort_by_key(|publication| publication.summary.first_seed);
    for pair in kept.windows(2) {
        let [one, next] = pair else { continue };
        is_next(one, next)?;
    }
    let kept = kept.into_iter().map(Ok).reduce(|one, next| join(one?, next?));
    let Some(whole) = kept.transpose()? else { bail!("there is no folder to merge") };
    write(whole, out)
}

/// Writes a publication under another name, reads it back, and gives it its own.
fn write(whole: Publication, out: &Path) -> Result<Summary> {
    let folder = files::temporary(out, OWNER);
    let write = || {
        if folder.exists() {
            // A killed merge has left it.
            fs::remove_dir_all(&folder).with_context(|| format!("cannot clean {}", folder.display()))?;
        }
        files::make_folder(&folder)?;
        Publication { folder: folder.clone(), ..whole }.write()?;
        let summary = Publication::read(&folder)?.summary;
        files::rename_folder(&folder, out)?;
        Ok(summary)
    };
    let written = write();
    if written.is_err() {
        // If this fails, too, there is nothing more to say than the first error.
        let _ = fs::remove_dir_all(&folder);
    }
    written
}

/// Sees that two publications are of one census, and that the seeds of one follow those of the other.
fn is_next(one: &Publication, next: &Publication) -> Result<()> {
    let name = |publication: &Publication| publication.folder.display().to_string();
    let things = |Summary { game, limits, .. }: &Summary| [("game", game.clone()), ("limit", limits.clone())];
    for ((what, expected), (_, found)) in things(&one.summary).into_iter().zip(things(&next.summary)) {
        ensure!(found == expected, Refused::Unlike { what, folder: name(next), found, first: name(one), expected });
    }
    let (end, start) = (one.seeds().end, next.seeds().start);
    ensure!(end >= start, Flaws(vec![Flaw::Missing(end..start)]));
    let twice =
        || Flaw::Twice { seeds: start..end.min(next.seeds().end), files: [one, next].map(|kept| kept.folder.clone()) };
    ensure!(end == start, Flaws(vec![twice()]));
    Ok(())
}

fn join(one: Publication, next: Publication) -> Result<Publication> {
    let (a, b) = (&one.summary, &next.summary);
    let counts = Finding::ALL.map(|finding| a.count(finding).count + b.count(finding).count);
    let ([solved, unsolvable, unknown], winnable) = shares(counts);
    let deals = a.deals + b.deals;
    let same = |what: &str, of: fn(&Nodes) -> u64| -> Result<u64> {
        let [one_has, next_has] = [a, b].map(|summary| of(&summary.nodes));
        ensure!(
            one_has == next_has,
            "the {what} of the nodes is {one_has} in {} and {next_has} in {}: that of both does not follow from these",
            one.folder.display(),
            next.folder.display()
        );
        Ok(one_has)
    };
    // A mean is a sum over a count: rounding gives the sum back.
    let sum = |summary: &Summary| (summary.nodes.mean * as_f64(summary.deals)).round();
    let hardest = |summary: &Summary| Some((summary.nodes.max, summary.nodes.max_seed));
    let (max, max_seed) = harder(hardest(a), hardest(b)).unwrap_or_default();
    let nodes = Nodes {
        mean: (sum(a) + sum(b)) / as_f64(deals),
        median: same("median", |nodes| nodes.median)?,
        p99: same("99%", |nodes| nodes.p99)?,
        max,
        max_seed,
    };
    let plain = Plain { reason: a.plain.reason.clone(), count: a.plain.count + b.plain.count };
    let summary =
        Summary { last_seed: b.last_seed, deals, solved, unsolvable, unknown, winnable, plain, nodes, ..a.clone() };
    let unsolvable = [one.unsolvable, next.unsolvable].concat();
    let unknown = [one.unknown, next.unknown].concat();
    Ok(Publication { folder: one.folder, summary, unsolvable, unknown })
}
