//! `kibitzer census --status`: how far it is.

use std::num::NonZeroU64;
use std::path::Path;

use kibitzer_lab::census::{status, status_table};
use kibitzer_lab::record;

use crate::args::{CensusArgs, TableFormat};
use crate::commands::table;
use crate::output;

/// Looks at the folder and prints what it sees.
pub(super) fn run(folder: &Path, args: &CensusArgs) -> anyhow::Result<()> {
    let status = status(folder, args.shards.and_then(NonZeroU64::new))?;
    match args.table.format {
        TableFormat::Json => output::print(format!("{}\n", record::to_json_line(&status))),
        format @ (TableFormat::Text | TableFormat::Markdown) => {
            table::print(&status_table(&status), &format!("{}\n", status.notes().join("\n")), format)
        }
    }
}
