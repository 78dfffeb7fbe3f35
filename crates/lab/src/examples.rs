//! Examples to learn from, as a file: positions of Birds of a Feather and whether they can be won.
//!
//! It is a table of comma-separated values under two lines of comment, and data frames read it: `deal` is the number of
//! the deal, `choice` counts the positions on the way whose children are of both kinds (0 is the deal itself), and the six
//! features are those of Kucharski, Deihim and Ergezer (2019).

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::FeatureSpec;
use kibitzer_games::birds::Birds;
use kibitzer_learn::data::birds::Choice;
use kibitzer_learn::features::Features;
use kibitzer_learn::features::birds::Six;

use crate::files;
use crate::parquet_table::Column;

pub use kibitzer_learn::data::birds::Trail;

const FIRST: &str = "# kibitzer examples 1";

/// Writes the examples of deals.
///
/// # Errors
/// If the file cannot be written; it appears whole or not at all.
pub fn write(path: &Path, trails: &[(u64, Trail)]) -> Result<()> {
    let rows: usize = trails.iter().map(|(_, trail)| trail.examples().count()).sum();
    let mut text = format!("{FIRST}\n# {rows} rows\ndeal,choice,solvable,position,{}\n", names().join(","));
    for (deal, trail) in trails {
        let mut line = |choice: usize, board: &Birds, solvable: bool| {
            let mut numbers = Vec::new();
            Six.measure(board, &mut numbers);
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            writeln!(text, "{deal},{choice},{},{board},{}", u8::from(solvable), numbers.join(","))
                .expect("a String takes any text");
        };
        line(0, &trail.start, trail.solvable);
        for (index, choice) in trail.choices.iter().enumerate() {
            choice.children.iter().for_each(|(board, solvable)| line(index + 1, board, *solvable));
        }
    }
    files::write_atomically(path, text.as_bytes())
}

/// The same as columns of a table, with other features if asked for.
#[must_use]
pub fn columns(trails: &[(u64, Trail)], features: FeatureSpec) -> Vec<(String, Column)> {
    let (mut deals, mut choices, mut labels, mut positions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let names = features.columns();
    let mut cells: Vec<Vec<Option<f64>>> = vec![Vec::new(); names.len()];
    let mut row = Vec::new();
    let mut add = |deal: u64, choice: usize, board: &Birds, solvable: bool| {
        deals.push(deal);
        choices.push(choice as u64);
        labels.push(u64::from(solvable));
        positions.push(board.to_string());
        row.clear();
        features.measure(board, &mut row);
        for (column, number) in cells.iter_mut().zip(&row) {
            column.push(Some(f64::from(*number)));
        }
    };
    for (deal, trail) in trails {
        add(*deal, 0, &trail.start, trail.solvable);
        for (index, choice) in trail.choices.iter().enumerate() {
            choice.children.iter().for_each(|(board, solvable)| add(*deal, index + 1, board, *solvable));
        }
    }
    let facts = [
        ("deal", Column::Whole(deals)),
        ("choice", Column::Whole(choices)),
        ("solvable", Column::Whole(labels)),
        ("position", Column::Text(positions)),
    ];
    let facts = facts.into_iter().map(|(name, column)| (name.to_string(), column));
    facts.chain(names.into_iter().zip(cells.into_iter().map(Column::Number))).collect()
}

fn names() -> Vec<String> {
    Features::<Birds>::names(&Six)
}

/// Reads what [`write()`] wrote. The features are computed anew.
///
/// # Errors
/// If the file cannot be read, is of another version, was cut short or changed; with its line.
pub fn read(path: &Path) -> Result<Vec<(u64, Trail)>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).map_err(|(line, problem)| anyhow::anyhow!("{}, line {line}: {problem}", path.display()))
}

fn parse(text: &str) -> Result<Vec<(u64, Trail)>, (usize, String)> {
    let mut lines = (1..).zip(text.lines());
    let mut head = |expected: &str| match lines.next() {
        Some((number, found)) => Ok((number, found.to_string())),
        None => Err((1, format!("expected `{expected}`, and the file has ended"))),
    };
    let (number, first) = head(FIRST)?;
    if first != FIRST {
        return Err((number, format!("expected `{FIRST}`, found `{first}`")));
    }
    let (number, second) = head("# N rows")?;
    let rows = second.strip_prefix("# ").and_then(|rest| rest.strip_suffix(" rows")).and_then(|rows| rows.parse().ok());
    let rows: usize = rows.ok_or_else(|| (number, format!("expected `# N rows`, found `{second}`")))?;
    let (number, header) = head("deal,choice,...")?;
    if header != format!("deal,choice,solvable,position,{}", names().join(",")) {
        return Err((number, format!("these are other columns: `{header}`")));
    }
    let mut trails: Vec<(u64, Trail)> = Vec::new();
    let (mut found, mut last) = (0, 3);
    for (number, line) in lines {
        add(line, &mut trails).map_err(|problem| (number, format!("{problem:#}")))?;
        (found, last) = (found + 1, number);
    }
    if found != rows {
        return Err((last + 1, format!("the file has {found} of {rows} rows: it was cut short or added to")));
    }
    Ok(trails)
}

fn add(line: &str, trails: &mut Vec<(u64, Trail)>) -> Result<()> {
    let cells: Vec<&str> = line.split(',').collect();
    let [deal, choice, solvable, position, ..] = cells[..] else { bail!("a row has {} cells", 4 + names().len()) };
    if cells.len() != 4 + names().len() {
        bail!("a row has {} cells, not {}", 4 + names().len(), cells.len());
    }
    let deal: u64 = deal.parse().with_context(|| format!("`{deal}` is not the number of a deal"))?;
    let choice: usize = choice.parse().with_context(|| format!("`{choice}` is not the number of a choice"))?;
    let board: Birds = position.parse().with_context(|| format!("`{position}` is not a position"))?;
    let solvable = match solvable {
        "0" => false,
        "1" => true,
        other => bail!("solvable is 0 or 1, not `{other}`"),
    };
    if choice == 0 {
        trails.push((deal, Trail { start: board, solvable, choices: Vec::new() }));
        return Ok(());
    }
    let Some((_, trail)) = trails.last_mut().filter(|(other, _)| *other == deal) else {
        bail!("deal {deal} does not begin with its choice 0");
    };
    if choice == trail.choices.len() + 1 {
        trail.choices.push(Choice { children: Vec::new() });
    }
    let known = trail.choices.len();
    let Some(open) = trail.choices.last_mut().filter(|_| choice == known) else {
        bail!("choice {choice} does not follow choice {known}");
    };
    open.children.push((board, solvable));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::measure::trails;
    use crate::progress::Progress;

    fn examples() -> Vec<(u64, Trail)> {
        let seeds = [3, 4, 9];
        let found = trails(&seeds, NonZeroUsize::MIN, &Progress::silent()).expect("there are such deals");
        seeds.into_iter().zip(found).collect()
    }

    #[test]
    fn columns_hold_what_the_file_does() {
        let columns = columns(&examples(), FeatureSpec::Six);
        let mut header: Vec<String> = ["deal", "choice", "solvable", "position"].map(String::from).to_vec();
        header.extend(names());
        assert_eq!(columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), header);
        let rows: usize = examples().iter().map(|(_, trail)| trail.examples().count()).sum();
        let Column::Whole(deals) = &columns[0].1 else { panic!("numbers of deals are whole") };
        assert_eq!((deals.len(), deals[0], deals[rows - 1]), (rows, 3, 9));
        assert!(crate::parquet_table::to_parquet(&columns).is_ok());
    }

    #[test]
    fn examples_read_back_and_a_damaged_file_is_refused_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("examples.csv");
        write(&path, &examples()).expect("a writable folder");
        assert_eq!(read(&path).expect("just written"), examples());
        let text = std::fs::read_to_string(&path).expect("just written");
        let says = |text: &str| parse(text).expect_err("it is damaged");
        let lines = text.lines().count();
        let cut = text.lines().take(lines - 1).collect::<Vec<_>>().join("\n");
        assert_eq!(says(&cut).0, lines);
        assert!(says(&cut).1.ends_with("it was cut short or added to"), "{:?}", says(&cut));
        assert_eq!(says(&text[..text.len() - 3]), (lines, "a row has 10 cells, not 9".to_string()).clone());
        assert_eq!(says(&text.replacen("examples 1", "examples 2", 1)).0, 1);
        assert_eq!(says(""), (1, "expected `# kibitzer examples 1`, and the file has ended".to_string()));
        assert_eq!(says(&text.replacen("3,1,", "3,2,", 1)).0, 5);
    }
}
