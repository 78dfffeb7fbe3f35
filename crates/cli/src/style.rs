//! Colours, where the reader is a person who wants them.

use std::io::{IsTerminal, stdout};

/// How verdicts are coloured on standard output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    is_coloured: bool,
}

/// The colour of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Green,
    Red,
    Yellow,
}

impl Style {
    /// Coloured on a terminal, unless `NO_COLOR` is set to anything at all (<https://no-color.org>).
    pub(crate) fn of_stdout() -> Style {
        let is_forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Style { is_coloured: stdout().is_terminal() && !is_forbidden }
    }

    /// Whether there are colours.
    pub(crate) fn is_coloured(self) -> bool {
        self.is_coloured
    }

    /// The text in a colour, or as it is.
    pub(crate) fn paint(self, text: &str, colour: Colour) -> String {
        let code = match colour {
            Colour::Green => 32,
            Colour::Red => 31,
            Colour::Yellow => 33,
        };
        if self.is_coloured { format!("\x1b[1;{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}
