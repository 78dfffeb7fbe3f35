//! The house: which crate may know which, and what every crate has.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::docs::root;

/// Who may use whom. A new arrow is a decision: it is made here and in ARCHITECTURE.md.
const ARROWS: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("games", &["core"]),
    ("search", &["core"]),
    ("exact", &["core", "games", "search"]),
    ("learn", &["core", "games"]),
    ("catalog", &["core", "exact", "games", "learn", "search"]),
    ("lab", &["catalog", "core", "exact", "games", "learn", "search"]),
    ("python", &["catalog", "lab"]),
    ("web", &["catalog", "lab"]),
    ("cli", &["catalog", "lab", "web"]),
];

/// Who may use whom in tests, benches and examples, beyond that.
const TEST_ARROWS: &[(&str, &[&str])] = &[("learn", &["exact", "search"])];

/// The files that are longer than this are too long.
const MOST_LINES: usize = 600;

/// The packages that cargo tells of, asked with these options.
fn metadata(options: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version", "1"])
        .args(options)
        .current_dir(root())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    metadata["packages"].as_array().expect("a list of packages").clone()
}

/// Our own packages.
fn packages() -> Vec<Value> {
    metadata(&["--no-deps"])
}

/// All packages that this machine builds, foreign ones among them. Those of other platforms need not have been fetched.
fn all_packages() -> Vec<Value> {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc starts");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    metadata(&["--locked", "--filter-platform", host])
}

fn name(package: &Value) -> String {
    let name = package["name"].as_str().expect("packages have names");
    name.strip_prefix("kibitzer-").expect("all packages are ours").to_string()
}

/// The crates that each crate uses, in its tests only or otherwise.
fn arrows(packages: &[Value], in_tests: bool) -> BTreeMap<String, Vec<String>> {
    let ours = |dependency: &Value| {
        let is_for_tests = dependency["kind"] == "dev";
        let name = dependency["name"].as_str()?.strip_prefix("kibitzer-")?;
        (is_for_tests == in_tests).then(|| name.to_string())
    };
    let of = |package: &Value| {
        let mut used: Vec<_> = package["dependencies"].as_array().into_iter().flatten().filter_map(ours).collect();
        used.sort();
        (name(package), used)
    };
    packages.iter().map(of).collect()
}

fn expected(list: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
    list.iter().map(|(from, to)| (from.to_string(), to.iter().map(ToString::to_string).collect())).collect()
}

#[test]
fn no_arrow_between_crates_is_new() {
    assert_eq!(arrows(&packages(), false), expected(ARROWS));
}

#[test]
fn no_arrow_of_a_test_is_new() {
    let mut found = arrows(&packages(), true);
    found.retain(|_, used| !used.is_empty());
    assert_eq!(found, expected(TEST_ARROWS));
}

#[test]
fn core_depends_on_nothing_at_all() {
    let packages = packages();
    let core = packages.iter().find(|package| name(package) == "core").expect("core exists");
    assert_eq!(core["dependencies"], Value::Array(Vec::new()));
}

#[test]
fn every_crate_says_what_it_is() {
    for (crate_name, _) in ARROWS {
        let folder = root().join("crates").join(crate_name);
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_else(|e| panic!("{crate_name}: {e}"));
        assert!(readme.starts_with(&format!("# kibitzer-{crate_name}\n")), "{crate_name}: {readme}");
        assert!(readme.contains("Arrows:"), "the README of {crate_name} names no arrows");
    }
}

#[test]
fn no_source_file_is_an_everything_file() {
    let mut seen = 0;
    for (crate_name, _) in ARROWS {
        visit(&root().join("crates").join(crate_name).join("src"), &mut |path| {
            let lines = fs::read_to_string(path).expect("sources are text").lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines, the limit is {MOST_LINES}", path.display());
            seen += 1;
        });
    }
    assert!(seen > 50, "only {seen} files were found");
}

fn visit(folder: &Path, check: &mut impl FnMut(&Path)) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            visit(&path, check);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            check(&path);
        }
    }
}

/// The three numbers of a version such as 1.89 or 1.89.0.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = [0; 3];
    for (number, text) in numbers.iter_mut().zip(text.split('.')) {
        *number = text.parse().expect("a number");
    }
    numbers
}

#[test]
fn nothing_asks_for_a_newer_rust_than_we_do() {
    let packages = all_packages();
    let asks = |package: &Value| package["rust_version"].as_str().map(version);
    let ours = packages.iter().find(|package| package["name"] == "kibitzer-core").and_then(asks).expect("a version");
    for package in &packages {
        assert!(asks(package).unwrap_or_default() <= ours, "{}", package["name"]);
    }
    assert!(packages.len() > 50, "foreign packages are among them");
}
