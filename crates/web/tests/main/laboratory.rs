//! Experiments with their tables and plots.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::client::SERVICE;

#[test]
fn experiments_have_the_papers_table_beside_ours() {
    let list = SERVICE.get("/api/experiments").good();
    let experiments = list["experiments"].as_array().unwrap();
    assert!(experiments.len() >= 16);
    for entry in experiments {
        let shown = SERVICE.get(&format!("/api/experiments/{}", entry["id"].as_str().unwrap())).good();
        assert_eq!(shown["title"], entry["title"]);
        assert_eq!(shown["table"].is_object(), entry["has_results"].as_bool().unwrap(), "{shown}");
        if let Some(table) = shown["table"].as_object() {
            let columns = table["columns"].as_array().unwrap().len();
            let rows = table["rows"].as_array().unwrap();
            assert!(!rows.is_empty() && rows.iter().all(|row| row.as_array().unwrap().len() == columns), "{shown}");
            assert!(
                shown["deals"].is_string() && shown["command"].as_str().unwrap().starts_with("kibitzer reproduce ")
            );
        }
        for plot in shown["plots"].as_array().unwrap() {
            let drawing = SERVICE.get(plot.as_str().unwrap());
            assert_eq!((drawing.status, drawing.header("content-type")), (200, Some("image/svg+xml")));
        }
    }
    let table = SERVICE.get("/api/experiments/roberson2019-table1").good();
    assert_eq!(table["table"]["columns"][1]["is_paper"], true);
    assert_eq!(table["paper"]["year"], 2019);
    assert_eq!(table["table"]["rows"][0][1], "387.43");
}

#[test]
fn others_do_not_exist() {
    for path in [
        "/api/experiments/magic",
        "/api/experiments/..%2f..%2fCargo.toml",
        "/api/experiments/x.toml",
        "/api/experiments/roberson2019-table1/plots/9",
        "/api/experiments/roberson2019-table1/plots/0",
        "/api/experiments/magic/plots/1",
    ] {
        SERVICE.get(path).problem(404);
    }
}

#[test]
fn every_plot_and_every_file_of_the_page_is_in_the_binary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = SERVICE.get("/api/experiments").good();
    let shown = |entry: &Value| SERVICE.get(&format!("/api/experiments/{}", entry["id"].as_str().unwrap())).good();
    let plots: usize = list["experiments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| shown(entry)["plots"].as_array().unwrap().len())
        .sum();
    assert_eq!(plots, fs::read_dir(root.join("../../docs/results")).unwrap().count(), "plots shown, and files");
    visit(&root.join("page"), "", &mut |name| {
        assert_eq!(SERVICE.get(&format!("/{name}")).status, 200, "{name}");
    });
}

fn visit(folder: &Path, before: &str, check: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let name = format!("{before}{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            visit(&entry.path(), &format!("{name}/"), check);
        } else {
            check(&name);
        }
    }
}
