//! `kibitzer census`: files that survive anything.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use insta::assert_snapshot;

use crate::run::{KIBITZER, Outcome, kibitzer, shell};

fn census(folder: &Path, more: &[&str]) -> Outcome {
    kibitzer(&[&["census", "birds", "--out", folder.to_str().expect("UTF-8")], more].concat())
}

/// The visible files of a folder and their bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry"));
    let files = entries.map(|entry| (entry.file_name().into_string().expect("UTF-8"), entry.path()));
    let visible = files.filter(|(name, _)| !name.starts_with('.'));
    visible.map(|(name, path)| (name, fs::read(path).expect("a file"))).collect()
}

fn modified(path: &Path) -> SystemTime {
    path.metadata().and_then(|metadata| metadata.modified()).expect("a file with a time")
}

/// The text with runs of spaces and of lines made short: the widest number decides how long they are.
fn without_widths(text: &str) -> String {
    let mut short = text.to_string();
    for run in ["  ", "──", "══"] {
        while short.contains(run) {
            short = short.replace(run, &run[..run.len() / 2]);
        }
    }
    short
}

#[test]
fn a_summary_and_a_list_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = census(folder.path(), &["--seeds", "0..=1000"]);
    assert!(first.err.contains("1,001 deals decided in"), "{}", first.err);
    let out = first.good();
    // The nodes change whenever the solver gets better; the verdicts do not.
    let (nodes, verdicts): (Vec<_>, Vec<_>) = out.lines().partition(|line| line.contains("nodes:"));
    assert_eq!(nodes.len(), 4);
    assert_snapshot!("summary", without_widths(&verdicts.join("\n")));
    let list = census(folder.path(), &["--seeds", "0..=1000", "--list", "unsolvable"]);
    assert_eq!((list.err.as_str(), list.out.as_str()), ("1,001 deals were decided before\n", "10\n190\n397\n520\n"));
    let json = census(folder.path(), &["--seeds", "0..=1000", "--format", "json"]).good();
    let json: serde_json::Value = serde_json::from_str(&json).expect("one object");
    let file = fs::read_to_string(folder.path().join("summary.json")).expect("a summary");
    assert_eq!(json, serde_json::from_str::<serde_json::Value>(&file).expect("JSON"));
    assert_eq!((&json["unsolvable"]["count"], &json["complete"]), (&4.into(), &true.into()));
}

#[test]
fn a_table_goes_into_a_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("README.md");
    fs::write(&page, "# A\n<!-- results:begin -->\n<!-- results:end -->\nB\n").expect("a writable folder");
    let into = format!("{}#results", page.display());
    let args = ["--seeds", "0..100", "--format", "markdown", "--into", &into];
    let table = census(&folder.path().join("census"), &args).good();
    let text = fs::read_to_string(&page).expect("the document");
    assert_eq!(text, format!("# A\n<!-- results:begin -->\n{table}<!-- results:end -->\nB\n"));
    let none =
        census(&folder.path().join("census"), &["--seeds", "0..100", "--into", &format!("{}#other", page.display())]);
    // Told before any deal is looked at.
    assert!(none.misused().contains("README.md: there is no line <!-- other:begin -->"));
}

#[test]
fn an_audit_passes_and_names_what_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["--seeds", "0..=600", "--verify"];
    assert_snapshot!("audit", census(folder.path(), &args).good());
    let part = folder.path().join("part-0000000000.parquet");
    let mut bytes = fs::read(&part).expect("a part");
    bytes[1000] ^= 4;
    fs::write(&part, &bytes).expect("a writable folder");
    let run = census(folder.path(), &args);
    assert_eq!(run.status, Some(1));
    let message = format!("error: {}: its checksum does not match: it was cut short or damaged\n", part.display());
    assert!(run.err.ends_with(&message), "{}", run.err);
    assert!(fs::read(&part).expect("a part") == bytes, "an audit mends nothing");
    let run = census(folder.path(), &["--seeds", "0..=600"]);
    assert!(run.err.contains("cut short or damaged; it is computed again\n"), "{}", run.err);
    census(folder.path(), &args).good();
}

fn start(folder: &Path, seeds: &str) -> Child {
    let mut command = Command::new(KIBITZER);
    command.args(["census", "birds", "--seeds", seeds, "--out"]).arg(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary starts")
}

#[test]
fn a_killed_census_continues_where_it_was() {
    // The first part is cut by the range and short, so that it is finished soon; the second is killed half-way.
    let (seeds, folders) = ("65000..132000", [0; 2].map(|_| tempfile::tempdir().expect("a folder")));
    let [folder, reference] = folders.each_ref().map(tempfile::TempDir::path);
    let first = folder.join("part-0000000000.parquet");
    let mut child = start(folder, seeds);
    let patience = Instant::now() + Duration::from_secs(60);
    while !first.exists() {
        assert!(Instant::now() < patience, "no part appears");
        thread::sleep(Duration::from_millis(5));
    }
    for millis in [30, 150] {
        thread::sleep(Duration::from_millis(millis));
        child.kill().expect("SIGKILL");
        child.wait().expect("a killed process");
        child = start(folder, seeds);
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("a killed process");
    let finished = modified(&first);
    let leftover = folder.join(".part-0000000001.parquet.1-of-1.tmp");
    fs::write(&leftover, "half a part").expect("a writable folder");
    let run = census(folder, &["--seeds", seeds]);
    assert!(run.err.contains("536 were decided before"), "{}", run.err);
    let out = run.good();
    assert_eq!((modified(&first), leftover.exists()), (finished, false));
    assert_eq!(out, census(reference, &["--seeds", seeds, "--threads", "1"]).good());
    assert!(files(folder) == files(reference), "the files are those of a run that nobody disturbed");
}

#[test]
fn shards_share_a_folder() {
    let [folder, reference] = [0; 2].map(|_| tempfile::tempdir().expect("a folder"));
    let seeds = ["--seeds", "65300..65800"];
    let one = census(folder.path(), &[&seeds[..], &["--shard", "2/2"]].concat());
    assert!(one.err.contains("not complete: 236 seeds are missing"), "{}", one.err);
    assert!(fs::read_to_string(folder.path().join("summary.json")).expect("a summary").contains("\"complete\": false"));
    census(folder.path(), &[&seeds[..], &["--shard", "1/2"]].concat()).good();
    census(reference.path(), &seeds).good();
    assert!(files(folder.path()) == files(reference.path()));
}

#[test]
fn another_game_needs_another_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    census(folder.path(), &["--seeds", "0..10"]).good();
    let before = files(folder.path());
    let other = ["census", "birds:rows=5,cols=5", "--seeds", "0..10", "--out", folder.path().to_str().expect("UTF-8")];
    let err = kibitzer(&other).misused();
    assert!(err.contains("holds a census whose game is birds, not birds:rows=5,cols=5: use another folder"), "{err}");
    let err = census(folder.path(), &["--seeds", "0..10", "--max-nodes", "5"]).misused();
    assert!(err.contains("whose limit is none, not max-nodes=5"), "{err}");
    assert!(files(folder.path()) == before);
    kibitzer(&["census", "birds:rows=4,cols=4", "--seeds", "0..10", "--out", other[5]]).good();
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let run = census(Path::new("/dev/null/census"), &["--seeds", "0..10"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert!(run.err.starts_with("error: cannot make the folder /dev/null/census: "), "{run:?}");
}

#[test]
fn wrong_options_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = |more: &[&str]| census(folder.path(), more).misused().lines().next().expect("a message").to_string();
    assert_eq!(
        wrong(&["--seeds", "0..9", "--shard", "0/2"]),
        "error: invalid value '0/2' for '--shard <I/N>': '0/2' is not a shard: write 1/4 for the first of four, up to 4/4"
    );
    assert!(
        wrong(&["--seeds", "0..=2147483648"]).ends_with("--seeds: 2147483648 is not a seed: they end at 2147483647")
    );
    assert!(wrong(&["--seeds", "5..5"]).ends_with("the range 5..5 is empty"));
    assert!(wrong(&["--seeds", "0..9", "--list", "solved", "--verify"]).contains("cannot be used with"));
    assert!(wrong(&["--seeds", "0..9", "--into", "README.md"]).contains("'README.md' is not a section"));
    assert!(files(folder.path()).is_empty());
}

/// What `run` left in the folder `full`: one message that names the file, and neither a part nor a temporary.
fn was_refused(run: &Outcome, folder: &Path) {
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.err.contains("error: cannot write full/part-0000000000.parquet: "), "{run:?}");
    let entries = folder.join("full").read_dir().expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let parts: Vec<_> = entries.filter(|name| name.to_string_lossy().contains("part")).collect();
    assert!(parts.is_empty(), "{parts:?}");
}

#[test]
fn a_file_that_may_not_grow_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().expect("a folder");
    // The shell counts in units of 1 KiB. The signal must be ignored for the write to fail instead.
    let line = "trap '' XFSZ; ulimit -f 8; kibitzer census birds --seeds 0..2000 --out full";
    was_refused(&shell(line, folder.path()), folder.path());
    assert!(shell("kibitzer census birds --seeds 0..2000 --out full", folder.path()).good().contains("2,000"));
}

#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = "mkdir full && mount -t tmpfs -o size=64k tmpfs full";
    if shell(&format!("unshare -rm bash -c '{disk}' && rmdir full"), folder.path()).status != Some(0) {
        eprintln!("skipped: this system lets nobody mount a small disk");
        return;
    }
    // The listing is made inside, where the disk is mounted.
    let census = "kibitzer census birds --seeds 0..2000 --out full; status=$?; ls -A full > listing; exit $status";
    let run = shell(&format!("unshare -rm bash -c '{disk}; {census}'"), folder.path());
    assert!(run.err.contains("No space left on device"), "{run:?}");
    was_refused(&run, folder.path());
    let listing = fs::read_to_string(folder.path().join("listing")).expect("a listing");
    assert!(listing.contains("census.json") && !listing.contains("part"), "{listing}");
}

#[test]
fn a_manifest_with_impossible_seeds_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    shell("kibitzer census birds --seeds 0..20 --out birds", folder.path()).good();
    let manifest = folder.path().join("birds/census.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    for last in [u64::MAX, 1 << 31] {
        let changed = text.replace("\"last_seed\": 19", &format!("\"last_seed\": {last}"));
        assert_ne!(changed, text);
        fs::write(&manifest, changed).expect("a file");
        let run = shell("kibitzer census birds --seeds 0..20 --out birds", folder.path());
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.contains("census.json: the seeds 0 to"), "{run:?}");
    }
}

#[test]
fn rows_for_unsolved_deals_alone_tell_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let census = |args: &str| shell(&format!("kibitzer census birds --seeds 0..=1000 {args}"), folder.path());
    let [all, unsolved] = ["--out all", "--out unsolved --keep unsolved"].map(|args| {
        let list = census(&format!("{args} --list unsolvable")).good();
        (census(args).good(), census(&format!("{args} --format json")).good(), list)
    });
    assert_eq!(all, unsolved);
    assert_eq!(all.2, "10\n190\n397\n520\n");
    let audit = census("--out unsolved --keep unsolved --verify --sample 0").good();
    assert!(audit.contains("mismatches") && audit.contains("solutions replayed"), "{audit}");
    let status = shell("kibitzer census --status unsolved", folder.path()).good();
    assert!(status.contains("all parts are there"), "{status}");
    shell("kibitzer census --merge unsolved", folder.path()).good();
    for (args, told) in [
        ("--out unsolved", "whose file format is that of --keep unsolved, not that of --keep all: use another folder"),
        ("--out all --keep unsolved", "that of --keep all, not that of --keep unsolved"),
        ("--out unsolved --keep some", "invalid value 'some'"),
    ] {
        let message = census(args).misused();
        assert!(message.contains(told), "{args}: {message}");
    }
    let cut = shell("kibitzer census birds --seeds 0..900 --out unsolved --keep unsolved", folder.path()).misused();
    assert!(cut.contains("holds the seeds 0..=1000 and keeps only unsolved deals"), "{cut}");
    let both = shell("kibitzer census --merge unsolved all --out whole", folder.path()).misused();
    assert!(both.contains("these are two censuses"), "{both}");
}
