//! `kibitzer census --status` and `--merge`: censuses that are there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::Value;

use crate::census::files;
use crate::run::{KIBITZER, Outcome, shell};

/// Runs `kibitzer census` with these arguments in a folder.
fn census(args: &str, folder: &Path) -> Outcome {
    shell(&format!("kibitzer census {args}"), folder)
}

fn status(folder: &Path) -> Value {
    let text = census("--status dir --format json", folder).good();
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).expect("one object")
}

#[test]
fn status_tells_what_is_done_and_what_waits() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "gaps:rows=2,cols=4 --seeds 100..900 --out dir";
    census(&format!("{game} --prepare"), folder.path()).good();
    assert_snapshot!("status_prepared", census("--status dir --shards 3", folder.path()).good());
    let run = census(&format!("{game} --shard 2/3 --no-summary"), folder.path());
    assert_eq!((run.out.as_str(), run.status), ("", Some(0)));
    assert!(!folder.path().join("dir/summary.json").exists());
    let now = status(folder.path());
    assert_eq!(now["deals"], serde_json::json!({"all": 800, "done": 256, "running": 0, "missing": 544}));
    assert_eq!(now["shards"]["waiting"], serde_json::json!({"count": 2, "list": "1,3"}));
    assert_eq!((&now["rate"], &now["remaining_seconds"]), (&Value::Null, &Value::Null));
    census(game, folder.path()).good();
    let done = census("--status dir --shards 3 --format markdown", folder.path()).good();
    assert!(done.contains("| done ") && done.contains("all parts are there"), "{done}");
}

#[test]
fn status_sees_a_shard_at_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(KIBITZER);
    command.args(["census", "birds", "--seeds", "0..100000000", "--out", "dir", "--shard", "2/2", "--threads", "1"]);
    command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the binary starts");
    let patience = Instant::now() + Duration::from_secs(60);
    let is_begun = || folder.path().join("dir/.shard-2-of-2.lock").exists();
    while !is_begun() {
        assert!(Instant::now() < patience, "no shard begins");
        thread::sleep(Duration::from_millis(5));
    }
    let mut seen = status(folder.path());
    // The file of the lock is there a moment before it is held.
    while seen["shards"]["running"]["list"] != "2" && Instant::now() < patience {
        seen = status(folder.path());
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("a killed process");
    assert_eq!(seen["shards"]["running"], serde_json::json!({"count": 1, "list": "2"}), "{seen}");
    assert_eq!(seen["shards"]["waiting"]["list"], "1");
    assert_eq!((&seen["parts"]["all"], &seen["parts"]["missing"]), (&1526.into(), &763.into()), "{seen}");
    let after = census("--status dir", folder.path()).good();
    assert!(after.contains("nobody is at work\nshards waiting, of 2: 1-2\n"), "{after}");
}

#[test]
fn merging_makes_what_one_machine_would_have_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let decide = |seeds: &str, out: &str| {
        census(&format!("gaps:rows=3,cols=4 --max-nodes 9 --seeds {seeds} --out {out}"), folder.path()).good()
    };
    decide("0..300", "one");
    decide("300..700", "two");
    let single = decide("0..700", "single");
    let merged = census("--merge one two --out whole", folder.path()).good();
    assert_eq!(merged, single);
    assert!(files(&folder.path().join("whole")) == files(&folder.path().join("single")));
    let json = census("--merge whole --format json", folder.path()).good();
    assert_eq!(serde_json::from_str::<Value>(&json).expect("one object")["deals"], 700);
}

#[test]
fn what_keeps_folders_from_being_whole_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let decide = |args: &str| census(&format!("gaps:rows=2,cols=4 {args}"), folder.path()).good();
    decide("--seeds 0..600 --out one");
    decide("--seeds 500..900 --out two");
    let flawed = |args: &str| {
        let run = census(args, folder.path());
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(!folder.path().join("whole").exists());
        run.err
    };
    let twice = flawed("--merge one two --out whole");
    assert_eq!(
        twice,
        "the seeds 512..600 are there twice, 88: in one/part-0000000002.parquet and two/part-0000000002.parquet\n\
         error: the seeds 500..512 are there twice, 12: in one/part-0000000001.parquet and \
         two/part-0000000001.parquet (and 1 more)\n"
    );
    fs::remove_file(folder.path().join("one/part-0000000001.parquet")).expect("a part");
    assert_eq!(flawed("--merge one"), "error: the seeds 256..512 are missing, 256\n");
    fs::write(folder.path().join("one/part-0000000001.parquet"), "a poem").expect("a writable folder");
    let damaged = flawed("--merge one");
    assert!(damaged.contains("error: one/part-0000000001.parquet: its checksum does not match"), "{damaged}");
}

#[test]
fn wrong_folders_and_options_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    census("gaps:rows=2,cols=4 --seeds 0..9 --out one", folder.path()).good();
    census("gaps:rows=2,cols=4 --seeds 9..20 --out two --max-nodes 5", folder.path()).good();
    let wrong = |args: &str| census(args, folder.path()).misused().lines().next().expect("a message").to_string();
    assert_eq!(
        wrong("--merge one two --out whole"),
        "error: --merge: the limit of two is max-nodes=5, that of one is none: these are two censuses"
    );
    assert_eq!(
        wrong("--merge one none"),
        "error: --merge: several folders are merged into a new one, which --out names"
    );
    assert_eq!(wrong("--status none"), "error: --status: none holds no census: there is no census.json");
    assert_eq!(wrong("--merge none"), "error: --merge: none holds no census: there is no census.json");
    assert_eq!(wrong("--merge one --out two"), "error: --out: two is there already and not empty: name a new folder");
    assert_eq!(
        wrong("--merge one --into README.md#a"),
        "error: --into: cannot read README.md: No such file or directory (os error 2)"
    );
    for args in
        ["birds --status one", "--status one --seeds 0..9", "--status one --merge one", "--status one --max-nodes 5"]
    {
        assert!(wrong(args).contains("cannot be used with"), "{args}");
    }
    assert!(wrong("--merge one --shard 1/2").contains("cannot be used with"));
    assert!(wrong("--status one --shards 0").contains("0 is not in 1..=1048576"));
    assert!(wrong("--shards 3").contains("required"), "and --status or a game");
    assert!(wrong("birds --seeds 0..9").contains("required arguments were not provided"));
    assert!(!folder.path().join("whole").exists());
}
