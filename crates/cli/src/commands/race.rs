//! `kibitzer race`: searches against each other on the same deals.

use std::path::Path;

use kibitzer_lab::plot::{self, Picture};
use kibitzer_lab::race::{Finish, Race};
use kibitzer_lab::{files, record};

use crate::args::{PlotFile, PlotKind, RaceArgs, TableFormat, checked_seed};
use crate::failure::misuse;
use crate::output;

use super::table;

/// Runs the race, prints its table, and writes what was asked for.
pub(crate) fn run(args: &RaceArgs) -> anyhow::Result<()> {
    let game = args.shuffle.game(args.game)?;
    let mut room = game.puzzle().map_err(misuse)?;
    table::check_into(&args.table)?;
    let models = args.models.read(&mut *room)?;
    checked_seed(room.as_ref(), "--seeds", args.seeds.last())?;
    let read = |text: &String| room.algorithm(text).map_err(|problem| misuse(format!("--with: {problem}")));
    let race = Race {
        game,
        seeds: args.seeds.range(),
        contenders: args.with.iter().map(read).collect::<Result<_, _>>()?,
        budget: args.budget.budget(),
        models,
        threads: args.threads.threads(),
        is_watched: true,
    };
    // Told before the work, not after.
    args.out.as_deref().map_or(Ok(()), files::make_folder)?;
    let finish = race.run()?;
    // Whoever reads the table may leave; the files are kept all the same.
    let kept = write(args, &finish);
    let printed = match args.table.format {
        TableFormat::Json => output::print(json_lines(&finish)),
        TableFormat::Text | TableFormat::Markdown => table::print(&finish.table(), "", args.table.format),
    };
    kept.and(printed)
}

/// Writes the files that were asked for.
fn write(args: &RaceArgs, finish: &Finish) -> anyhow::Result<()> {
    if args.plot.is_some() || args.out.is_some() {
        let picture = plot::race(finish)?;
        if let Some(PlotFile { path, kind }) = &args.plot {
            files::write_atomically(path, drawn(&picture, *kind))?;
        }
        args.out.as_deref().map_or(Ok(()), |folder| write_all(finish, &picture, folder))?;
    }
    table::write_into(&finish.table(), "", &args.table)
}

fn json_lines(finish: &Finish) -> String {
    finish.lanes().iter().map(record::to_json_line).flat_map(|line| [line, "\n".to_string()]).collect()
}

fn drawn(picture: &Picture, kind: PlotKind) -> &[u8] {
    match kind {
        PlotKind::Svg => picture.svg.as_bytes(),
        PlotKind::Png => &picture.png,
    }
}

fn write_all(finish: &Finish, picture: &Picture, folder: &Path) -> anyhow::Result<()> {
    let write = |name: &str, bytes: &[u8]| files::write_atomically(&folder.join(name), bytes);
    write("race.md", finish.table().to_markdown().as_bytes())?;
    write("race.json", json_lines(finish).as_bytes())?;
    write("race.svg", drawn(picture, PlotKind::Svg))?;
    write("race.png", drawn(picture, PlotKind::Png))?;
    write("deals.csv", finish.deals().as_bytes())
}
