//! `kibitzer man`: manual pages.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};

/// Prints the main page, or writes all pages to a folder.
pub(crate) fn run(args: &ManArgs) -> anyhow::Result<()> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    let Some(folder) = &args.out else {
        return Ok(stdout().write_all(&page(&root)?)?);
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    write_whole(&folder.join("kibitzer.1"), &page(&root)?)?;
    for command in root.get_subcommands() {
        write_whole(&folder.join(format!("kibitzer-{}.1", command.get_name())), &page(command)?)?;
    }
    Ok(())
}

fn page(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}

/// Writes a file that appears whole or not at all.
fn write_whole(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let partial = path.with_extension("partial");
    let written = fs::write(&partial, contents).and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // The first error is the one worth telling.
        let _ = fs::remove_file(&partial);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
