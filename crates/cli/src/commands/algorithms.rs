//! `--with help`: the searches that fit a game.

use kibitzer_catalog::{GameSpec, Kind, Listing, Parameter};

use crate::output::print;

/// Where the second column begins.
const INDENT: usize = 24;
/// Where lines end.
const WIDTH: usize = 80;

/// Prints the table.
pub(super) fn show(game: GameSpec, listings: &[Listing]) -> anyhow::Result<()> {
    let game = game.listing();
    let mut text = format!("Searches for {}: --with NAME, or --with NAME:option=value,option=value\n\n", game.name);
    for (index, listing) in listings.iter().enumerate() {
        text.push_str(&entry(listing, if index == 0 { " (default)" } else { "" }));
    }
    if !game.parameters.is_empty() {
        text.extend(["\nOptions of the game: ", game.name, ":option=value,option=value\n\n"]);
        text.push_str(&options(game.parameters));
    }
    print(text + DEFAULTS)
}

/// Prints the ways to learn.
pub(super) fn show_learners(game: GameSpec, listings: &[Listing]) -> anyhow::Result<()> {
    let head = format!("Models for {game}: --with NAME, or --with NAME:option=value,option=value\n\n");
    print(head + &listings.iter().map(|listing| entry(listing, "")).collect::<String>() + DEFAULTS)
}

const DEFAULTS: &str = "\nDefaults come first: before the other words, or before the range of numbers.\n";

/// A name, what it is, and its options.
fn entry(listing: &Listing, default: &str) -> String {
    let Listing { name, help, source, parameters } = listing;
    row(&format!("{name}{default}"), &format!("{help} [{source}]")) + &options(parameters)
}

/// A row for each option.
fn options(parameters: &[Parameter]) -> String {
    let option = |parameter: &Parameter| format!("  {}={}", parameter.name, values(&parameter.kind));
    let rows: Vec<_> = parameters.iter().map(|parameter| row(&option(parameter), parameter.help)).collect();
    rows.concat()
}

/// The default, then what else may be written.
fn values(kind: &Kind) -> String {
    match kind {
        Kind::Whole { default, range } if *range.end() == u64::MAX => format!("{default} (or more)"),
        Kind::Whole { default, range } => format!("{default} ({} to {})", range.start(), range.end()),
        Kind::Real { default, range } => format!("{default} ({} to {})", range.start(), range.end()),
        Kind::Word { words } => words.join("|"),
        Kind::Counted { word, counted, .. } => {
            counted.iter().fold((*word).to_string(), |words, counted| format!("{words}|{counted}-N"))
        }
    }
}

/// Two columns, the second one wrapped; it begins on a line of its own where the first is too wide.
fn row(left: &str, right: &str) -> String {
    let mut lines = vec![format!("{left:INDENT$}")];
    if left.len() >= INDENT {
        lines.push(" ".repeat(INDENT));
    }
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
