//! `kibitzer verify`: replays moves and checks proofs.

mod certificate;
mod duel;

use kibitzer_catalog::{Ending, PuzzleRoom, Replay, Room};

use crate::args::{Format, VerifyArgs};
use crate::failure::misuse;
use crate::json::Object;
use crate::output::print;
use crate::style::{Colour, Style};

/// Replays the moves, or checks the proof, and says what became of it.
pub(crate) fn run(args: &VerifyArgs) -> anyhow::Result<()> {
    let room = args.game.room();
    let position = args.position.as_deref().map(|text| room.read(text).map_err(misuse)).transpose()?;
    let line = match (&args.certificate, position) {
        (Some(path), position) => certificate::verdict(&room, path, position.as_deref(), args.format)?,
        (None, Some(position)) => match &room {
            Room::Puzzle(room) => {
                let replay = room.replay(&position, &args.moves.join(" ")).map_err(misuse)?;
                match args.format {
                    Format::Json => json(room.as_ref(), &position, &replay),
                    Format::Text => text(room.as_ref(), &replay)?,
                }
            }
            Room::Duel(room) => {
                let replay = room.replay(&position, &args.moves.join(" ")).map_err(misuse)?;
                match args.format {
                    Format::Json => duel::json(room.as_ref(), &position, &replay),
                    Format::Text => duel::text(room.as_ref(), &replay)?,
                }
            }
        },
        (None, None) => return Err(misuse("name a position and moves, or a file with --certificate")),
    };
    print(line + "\n")
}

fn text(room: &dyn PuzzleRoom, replay: &Replay) -> anyhow::Result<String> {
    let Replay { moves, played, position, ending } = replay;
    let style = Style::of_stdout();
    let legal = legal_moves(*played);
    Ok(match ending {
        Ending::Goal => format!("{}: {legal}, and the last one reaches the goal", style.paint("won", Colour::Green)),
        Ending::Short => {
            let left = match room.legal_moves(position)?.len() {
                0 => "no move is left".to_string(),
                1 => "1 move is left".to_string(),
                count => format!("{count} moves are left"),
            };
            let word = style.paint("not won", Colour::Yellow);
            format!("{word}: {legal}, but the goal is not reached; {left} at\n{position}")
        }
        Ending::Illegal { reason } => illegal(*played, &moves[*played], reason, position),
    })
}

fn legal_moves(played: usize) -> String {
    format!("{played} legal move{}", if played == 1 { "" } else { "s" })
}

/// What is said of a move after so many that were played.
fn illegal(played: usize, mv: &str, reason: &str, position: &str) -> String {
    let word = Style::of_stdout().paint("illegal", Colour::Red);
    format!("{word}: move {}, {mv}: {reason} at\n{position}", played + 1)
}

fn json(room: &dyn PuzzleRoom, start: &str, replay: &Replay) -> String {
    let object = Object::new()
        .text("game", room.game())
        .text("position", start)
        .texts("moves", &replay.moves)
        .plain("legal", !matches!(replay.ending, Ending::Illegal { .. }))
        .plain("goal", replay.ending == Ending::Goal)
        .plain("played", replay.played)
        .text("end", &replay.position);
    let object = match &replay.ending {
        Ending::Illegal { reason } => object.text("illegal", &replay.moves[replay.played]).text("reason", reason),
        Ending::Goal | Ending::Short => object,
    };
    object.line()
}
