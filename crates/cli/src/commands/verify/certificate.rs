//! `--certificate`: checks a proof in a file.

use std::fs;
use std::path::Path;

use kibitzer_catalog::{Claim, Proved, Refused, Room};
use kibitzer_lab::tables::grouped;

use crate::args::Format;
use crate::failure::misuse;
use crate::json::Object;
use crate::output::counted;
use crate::style::{Colour, Style};

/// What the file proves, or why it does not; `expected` is the position that it must be about, if any.
pub(super) fn verdict(room: &Room, path: &Path, expected: Option<&str>, format: Format) -> anyhow::Result<String> {
    let file = fs::read(path).map_err(|problem| misuse(format!("--certificate {}: {problem}", path.display())))?;
    let checked = match room {
        Room::Puzzle(room) => room.check_certificate(&file),
        Room::Duel(room) if room.certifies() => room.check_certificate(&file),
        Room::Duel(room) => return Err(misuse(format!("there are no certificates of {}", room.game()))),
    };
    let checked = checked.and_then(|proved| match expected {
        Some(position) if !is_same(room, position, &proved.position) => {
            let line = if matches!(room, Room::Duel(_)) { 3 } else { 2 };
            Err(Refused { line, reason: format!("the proof is about {}", proved.position) })
        }
        _ => Ok(proved),
    });
    Ok(match format {
        Format::Text => text(&checked),
        Format::Json => json(room, &checked),
    })
}

/// Whether two texts are of one position; the moves of a duel may come in another order.
fn is_same(room: &Room, one: &str, other: &str) -> bool {
    match room {
        Room::Puzzle(_) => one == other,
        Room::Duel(room) => room.is_same(one, other).unwrap_or(false),
    }
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
        Ok(Proved { position, claim: Claim::Duel { verdict, turns, replies, longest } }) => {
            let (turns, replies) = (counted(*turns, "turn"), grouped(replies));
            format!(
                "{accepted}: a {verdict} for the side to move, shown by a strategy for {turns} which answers {replies} \
                 replies and looks at most {longest} moves ahead\n{position}"
            )
        }
        Err(refused) => format!("{}: {refused}", style.paint("refused", Colour::Red)),
    }
}

fn json(room: &Room, checked: &Result<Proved, Refused>) -> String {
    let object = Object::new().text("game", room.game());
    let object = match checked {
        Ok(Proved { position, claim }) => {
            let object = object.text("position", position).plain("accepted", true);
            match claim {
                Claim::Solved { moves } => object.text("verdict", "solved").texts("moves", moves),
                Claim::Unsolvable { positions } => object.text("verdict", "unsolvable").plain("positions", positions),
                Claim::Duel { verdict, turns, replies, longest } => {
                    let object = object.text("verdict", verdict).plain("turns", turns);
                    object.plain("replies", replies).plain("longest", longest)
                }
            }
        }
        Err(Refused { line, reason }) => object.plain("accepted", false).plain("line", line).text("reason", reason),
    };
    object.line()
}
