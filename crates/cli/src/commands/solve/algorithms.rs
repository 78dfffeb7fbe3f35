//! `--with help`: the searches that fit a game.

use std::io::{Write, stdout};

use kibitzer_catalog::{Kind, Listing, PuzzleRoom};

/// Where the second column begins.
const INDENT: usize = 24;
/// Where lines end.
const WIDTH: usize = 80;

/// Prints the table.
pub(super) fn print(room: &dyn PuzzleRoom) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "Searches for {}: --with NAME, or --with NAME:option=value,option=value\n", room.game().name())?;
    for (index, listing) in room.algorithms().iter().enumerate() {
        let Listing { name, help, source, parameters } = listing;
        let default = if index == 0 { " (default)" } else { "" };
        out.write_all(row(&format!("{name}{default}"), &format!("{help} [{source}]")).as_bytes())?;
        for parameter in *parameters {
            let option = format!("  {}={}", parameter.name, values(&parameter.kind));
            out.write_all(row(&option, parameter.help).as_bytes())?;
        }
    }
    writeln!(out, "\nWhere there is a choice of words or a range of numbers, the default comes first.")?;
    Ok(())
}

/// The default, then what else may be written.
fn values(kind: &Kind) -> String {
    match kind {
        Kind::Whole { default, range } => format!("{default} ({} to {})", range.start(), range.end()),
        Kind::Real { default, range } => format!("{default} ({} to {})", range.start(), range.end()),
        Kind::Word { words } => words.join("|"),
    }
}

/// Two columns, the second one wrapped.
fn row(left: &str, right: &str) -> String {
    let mut lines = vec![format!("{left:INDENT$}")];
    let mut width = INDENT;
    for word in right.split(' ') {
        let is_first = width == INDENT;
        if !is_first && width + 1 + word.len() > WIDTH {
            lines.push(" ".repeat(INDENT));
            width = INDENT;
        }
        let gap = if width == INDENT { "" } else { " " };
        let line = lines.last_mut().expect("there is a first line");
        line.push_str(gap);
        line.push_str(word);
        width = line.chars().count();
    }
    lines.join("\n") + "\n"
}
