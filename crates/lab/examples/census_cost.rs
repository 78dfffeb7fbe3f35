//! What larger censuses cost: decides a sample of each game on one thread and tells what more deals would take.
//!
//! `cargo run --release -p kibitzer-lab --example census_cost docs/scale.md` writes both tables into that document, too;
//! `--quick` takes samples too small to rely on.

use std::ops::Range;
use std::path::Path;

use anyhow::Result;
use kibitzer_lab::census::{Cost, Keep};
use kibitzer_lab::tables::replace_section;
use kibitzer_search::Budget;

/// A sample: the game, which of its deals have rows, its seeds, the limit in nodes, and the deals that one would like to decide.
type Sample = (&'static str, Keep, Range<u64>, Option<u64>, u64);

const SAMPLES: [Sample; 5] = [
    ("birds", Keep::All, 0..262_144, None, 1 << 31),
    ("birds", Keep::Unsolved, 0..1 << 20, None, 1 << 31),
    ("gaps:first=suit", Keep::All, 0..256, Some(100_000), 10_000_000),
    ("gaps:first=any", Keep::All, 0..256, Some(100_000), 10_000_000),
    ("gaps:first=lowest", Keep::All, 0..256, Some(10_000), 10_000_000),
];

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_quick = arguments.iter().any(|argument| argument == "--quick");
    let folder = std::env::temp_dir().join(format!("kibitzer-census-cost-{}", std::process::id()));
    let mut costs = Vec::new();
    for (index, (game, keep, seeds, nodes, _)) in SAMPLES.into_iter().enumerate() {
        let seeds = if is_quick { seeds.start..seeds.start + 4 } else { seeds };
        let budget = Budget { nodes, ..Budget::default() };
        costs.push(Cost::measure(game.parse()?, keep, seeds, budget, &folder.join(index.to_string()))?);
    }
    std::fs::remove_dir_all(&folder)?;
    let larger: Vec<_> = costs.iter().zip(SAMPLES).map(|(cost, (.., deals))| (cost, deals)).collect();
    let tables = [("samples", Cost::samples(&costs)), ("plan", Cost::plan(&larger))];
    for (name, table) in tables {
        println!("{}", table.to_text());
        if let Some(document) = arguments.iter().find(|argument| *argument != "--quick") {
            replace_section(Path::new(document), name, &table.to_markdown())?;
        }
    }
    Ok(())
}
