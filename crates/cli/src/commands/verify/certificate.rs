//! `--certificate`: checks a proof in a file.

use std::fs;
use std::path::Path;

use kibitzer_catalog::{Claim, Proved, PuzzleRoom, Refused};

use crate::args::Format;
use crate::failure::misuse;
use crate::json::Object;
use crate::output::counted;
use crate::style::{Colour, Style};

/// What the file proves, or why it does not; `expected` is the position that it must be about, if any.
pub(super) fn verdict(
    room: &dyn PuzzleRoom,
    path: &Path,
    expected: Option<&str>,
    format: Format,
) -> anyhow::Result<String> {
    let file = fs::read(path).map_err(|problem| misuse(format!("--certificate {}: {problem}", path.display())))?;
    let checked = room.check_certificate(&file).and_then(|proved| match expected {
        Some(position) if position != proved.position => {
            Err(Refused { line: 2, reason: format!("the proof is about {}", proved.position) })
        }
        _ => Ok(proved),
    });
    Ok(match format {
        Format::Text => text(&checked),
        Format::Json => json(room, &checked),
    })
}

fn text(checked: &Result<Proved, Refused>) -> String {
    let style = Style::of_stdout();
    let accepted = style.paint("accepted", Colour::Green);
    match checked {
        Ok(Proved { position, claim: Claim::Solved { moves } }) => {
            format!("{accepted}: this position is solved\n{position}\n{}", moves.join(" "))
        }
        Ok(Proved { position, claim: Claim::Unsolvable { positions } }) => {
            // A position may be lost at a glance.
            let shown =
                if *positions > 0 { format!(", shown by {}", counted(*positions, "position")) } else { String::new() };
            format!("{accepted}: this position is unsolvable{shown}\n{position}")
        }
        Err(refused) => format!("{}: {refused}", style.paint("refused", Colour::Red)),
    }
}

fn json(room: &dyn PuzzleRoom, checked: &Result<Proved, Refused>) -> String {
    let object = Object::new().text("game", room.game());
    let object = match checked {
        Ok(Proved { position, claim }) => {
            let object = object.text("position", position).plain("accepted", true);
            match claim {
                Claim::Solved { moves } => object.text("verdict", "solved").texts("moves", moves),
                Claim::Unsolvable { positions } => object.text("verdict", "unsolvable").plain("positions", positions),
            }
        }
        Err(Refused { line, reason }) => object.plain("accepted", false).plain("line", line).text("reason", reason),
    };
    object.line()
}
