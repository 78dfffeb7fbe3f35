//! `kibitzer reproduce`: experiments, run again.

use std::path::Path;

use anyhow::bail;
use kibitzer_lab::experiment::{Experiment, Journal, Report, Run, built_in, find, write_chapter, write_results};
use kibitzer_lab::record;
use kibitzer_lab::tables::Table;

use crate::args::{ReproduceArgs, TableFormat};
use crate::failure::misuse;
use crate::interrupt::cancel_on_interrupt;
use crate::json::Object;
use crate::output;

use super::table;

/// Runs the experiments, or lists them.
pub(crate) fn run(args: &ReproduceArgs) -> anyhow::Result<()> {
    let names: Vec<&str> = match (&args.ids[..], &args.write) {
        ([], None) => return list(args.format),
        ([], Some(_)) => built_in().collect(),
        (ids, _) => ids.iter().map(String::as_str).collect(),
    };
    // All specs are read before any is run.
    let experiments = names.into_iter().map(find).collect::<anyhow::Result<Vec<_>>>();
    let experiments = experiments.map_err(|problem| misuse(format!("{problem:#}")))?;
    for experiment in &experiments {
        reproduce(experiment, args)?;
    }
    Ok(())
}

fn list(format: TableFormat) -> anyhow::Result<()> {
    let experiments = built_in().map(find).collect::<anyhow::Result<Vec<_>>>()?;
    let lines = match format {
        TableFormat::Json => {
            let object = |experiment: &Experiment| {
                Object::new().text("id", &experiment.id).text("title", &experiment.title).line() + "\n"
            };
            experiments.iter().map(object).collect()
        }
        TableFormat::Text => {
            let width = experiments.iter().map(|experiment| experiment.id.len()).max().unwrap_or(0);
            let line = |experiment: &Experiment| format!("{:<width$}  {}\n", experiment.id, experiment.title);
            let lines: String = experiments.iter().map(line).collect();
            format!("{lines}\nRun one with `kibitzer reproduce ID`, or a sample of it with --quick.\n")
        }
        TableFormat::Markdown => {
            let mut table = Table::new(["experiment", "what it is"]);
            for experiment in &experiments {
                table.row([&experiment.id, &experiment.title]);
            }
            table.to_markdown()
        }
    };
    output::print(lines)
}

fn reproduce(experiment: &Experiment, args: &ReproduceArgs) -> anyhow::Result<()> {
    let folder_of = |id: &str| args.out.join(format!("{id}{}", if args.quick { "-quick" } else { "" }));
    // Another experiment may have measured what is told here.
    let measured = experiment.measured();
    let (folder, own) = (folder_of(&measured.id), folder_of(&experiment.id));
    let journal = Journal::open(&folder, measured, args.fresh)?;
    let cancel = cancel_on_interrupt()?;
    let threads = args.threads.threads();
    let run = Run { experiment: measured, is_quick: args.quick, threads, is_watched: true, cancel };
    let records = run.run(Some(&journal))?;
    if !records.is_whole {
        bail!(
            "{}: ended early; {} records are in {}, and the same command goes on",
            experiment.id,
            records.records.len(),
            folder.display()
        );
    }
    if records.kept == records.records.len() {
        eprintln!("{}: measured before, in {}; --fresh measures anew", experiment.id, folder.display());
    }
    let report = Report::new(experiment, &records, args.quick);
    // Whoever reads the table may leave; the files are kept all the same.
    let kept = write(&report, args.write.as_deref(), &own);
    let printed = match args.format {
        TableFormat::Json => {
            let lines: String = report.objects().iter().map(|row| record::to_json_line(row) + "\n").collect();
            output::print(lines)
        }
        TableFormat::Markdown => output::print(format!("## {}\n\n{}\n", experiment.id, report.chapter(&[]))),
        TableFormat::Text => output::print(format!(
            "{}\n\n{}\n{}\n{}\n",
            experiment.title,
            table::text(&report.table()),
            report.deals(),
            experiment.differs
        )),
    };
    kept.and(printed)
}

fn write(report: &Report<'_>, document: Option<&Path>, folder: &Path) -> anyhow::Result<()> {
    write_results(report, folder)?;
    document.map_or(Ok(()), |document| write_chapter(report, document))
}
