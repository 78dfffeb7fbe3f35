//! `kibitzer man`: manual pages.

use clap::CommandFactory;
use clap_mangen::Man;
use kibitzer_lab::files::{make_folder, write_atomically};

use crate::args::{Cli, ManArgs};
use crate::output::print;

/// Prints the main page, or writes all pages to a folder.
pub(crate) fn run(args: &ManArgs) -> anyhow::Result<()> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    let Some(folder) = &args.out else {
        return print(page(&root)?);
    };
    make_folder(folder)?;
    write_atomically(&folder.join("kibitzer.1"), &page(&root)?)?;
    for command in root.get_subcommands() {
        write_atomically(&folder.join(format!("kibitzer-{}.1", command.get_name())), &page(command)?)?;
    }
    Ok(())
}

fn page(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
