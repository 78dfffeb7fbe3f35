//! A census on a cluster: the script, a real Slurm with two nodes on this machine, and a node that dies in the middle.

mod cluster;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::census::files;
use crate::docs::root;
use crate::run::{KIBITZER, Outcome, finish, kibitzer};

use cluster::{Cluster, Node, wait_until};

/// Sixty-four shards of one part or two, each a fraction of a second of work; the range cuts the parts at both ends. Without
/// a limit a few deals would take seconds each.
const GAME: [&str; 5] = ["gaps:rows=4,cols=5", "--max-nodes", "2000", "--seeds", "100..24000"];
const SHARDS: u64 = 64;
const PARTS: u64 = 94;

/// A census that the script takes care of.
struct Work<'a> {
    cluster: &'a Cluster,
    dir: PathBuf,
}

impl Work<'_> {
    fn script(&self, action: &str, args: &[&str]) -> Outcome {
        let mut command = Command::new(root().join("scripts/census-on-slurm"));
        command.arg(action).arg(&self.dir).args(args).env("KIBITZER", KIBITZER);
        // Slurm would put a lost task back by itself, after two minutes.
        command.env("SLURM_CONF", self.cluster.conf()).env("CENSUS_SBATCH", "--no-requeue");
        finish(&mut command, b"")
    }

    fn status(&self) -> Value {
        let dir = self.dir.to_str().expect("UTF-8");
        let text = kibitzer(&["census", "--status", dir, "--shards", "64", "--format", "json"]).good();
        serde_json::from_str(&text).expect("one object")
    }

    fn has_part(&self, number: u64) -> bool {
        self.dir.join(format!("part-{number:010}.parquet")).exists()
    }

    fn is_finished(&self, shard: u64) -> bool {
        (0..PARTS).filter(|part| part % SHARDS == shard - 1).all(|part| self.has_part(part))
    }

    /// Kills a node while it is at work on a shard, and gives that shard.
    fn kill_in_the_middle(&self, node: &mut Node) -> u64 {
        wait_until("a tenth is done", || self.status()["parts"]["done"].as_u64() >= Some(PARTS / 10));
        let mut lost = None;
        wait_until("the node is in the middle of a shard", || {
            for task in self.cluster.tasks(node.name) {
                // A task that stands still cannot end before the node does.
                task.signal("STOP");
                if !self.is_finished(task.shard) {
                    lost = Some(task.shard);
                    return true;
                }
                task.signal("CONT");
            }
            false
        });
        self.cluster.kill(node);
        lost.expect("a task was stopped")
    }
}

#[test]
#[ignore = "needs Slurm: apt-get install slurmctld slurmd slurm-client munge"]
fn a_census_survives_the_death_of_a_node() {
    if let Some(reason) = cluster::is_impossible() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{reason}");
        eprintln!("skipped: {reason}");
        return;
    }
    let (cluster, [mut one, _two]) = Cluster::start();
    let work = Work { cluster: &cluster, dir: cluster.folder().join("census") };

    let submitted = work.script("submit", &[&["64"], &GAME[..]].concat()).good();
    assert!(submitted.starts_with("Submitted batch job "), "{submitted}");
    let again = work.script("submit", &[&["64"], &GAME[..]].concat());
    assert_eq!(again.status, Some(2), "{again:?}");
    let lost = work.kill_in_the_middle(&mut one);
    wait_until("Slurm has noticed", || cluster.state(&one).starts_with("down"));
    cluster.bring_back(&mut one);
    let watched = work.script("watch", &["1"]).good();
    assert!(watched.contains("gaps:rows=4,cols=5, seeds 100..=23999"), "{watched}");

    let status = work.status();
    assert_eq!(status["shards"]["waiting"]["list"], lost.to_string(), "{status}");
    let merged = work.script("merge", &[]);
    assert_eq!(merged.status, Some(1), "{merged:?}");
    assert!(merged.err.contains(" are missing, "), "{merged:?}");

    let requeued = work.script("requeue", &[]).good();
    assert!(requeued.starts_with("Submitted batch job "), "{requeued}");
    assert_eq!(work.script("requeue", &[]).good(), "nothing to submit\n", "it is in the queue");
    work.script("watch", &["1"]).good();
    assert!(work.is_finished(lost), "{}", work.status());
    assert_eq!(work.script("requeue", &[]).good(), "nothing to submit\n");

    let merged = work.script("merge", &[]).good();
    let single = cluster.folder().join("single");
    let alone = kibitzer(&[&["census"], &GAME[..], &["--out", single.to_str().expect("UTF-8")]].concat()).good();
    assert_eq!(merged, alone);
    assert!(files(&work.dir) == files(&single), "the files are those of one machine");
    assert_eq!(files(&single).len() as u64, PARTS + 2);
    assert_logs_are_plain(&work.dir);
}

/// Every task has said what it did, and none complained.
fn assert_logs_are_plain(dir: &Path) {
    for shard in 1..=SHARDS {
        let log = fs::read_to_string(dir.join(format!(".slurm/{shard}.log"))).expect("the log of a task");
        assert!(log.contains("deals") && !log.contains("error"), "shard {shard}: {log}");
    }
}
