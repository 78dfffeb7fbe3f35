//! The arguments of `kibitzer serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

/// Show the page in a browser: play, watch searches, read the experiments.
///
/// Prints the address once it listens, and serves until Ctrl-C. Only this machine can reach it unless --host says
/// otherwise. docs/api.md describes what it answers to programs.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// The port; 0 picks one that is free.
    #[arg(long, value_name = "P", default_value_t = 7474)]
    pub(crate) port: u16,
    /// The address to listen at; 0.0.0.0 lets other machines in.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) host: IpAddr,
    /// A name by which browsers may call it, beside its address and localhost; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Take the page from this folder, to work on it.
    #[arg(long, value_name = "DIR")]
    pub(crate) page_dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  kibitzer serve --port 0
  kibitzer serve --port 0 --host 0.0.0.0 --allow-host games.example";
