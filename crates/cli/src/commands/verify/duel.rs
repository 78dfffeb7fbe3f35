//! What is said of a line of play in a game for two.

use kibitzer_catalog::{DuelReplay, DuelRoom, Outcome, Player};

use crate::json::Object;
use crate::style::{Colour, Style};

use super::{illegal, legal_moves};

pub(super) fn text(room: &dyn DuelRoom, replay: &DuelReplay) -> anyhow::Result<String> {
    let DuelReplay { moves, played, position, illegal: reason, outcome } = replay;
    if let Some(reason) = reason {
        return Ok(illegal(*played, &moves[*played], reason, position));
    }
    let (style, legal, situation) = (Style::of_stdout(), legal_moves(*played), room.look(position)?);
    let Some(outcome) = outcome else {
        let word = style.paint("not over", Colour::Yellow);
        return Ok(format!("{word}: {legal}, and the {} player is to move at\n{position}", ordinal(situation.to_move)));
    };
    let word = match outcome {
        Outcome::Win(player) => style.paint(&format!("won by the {} player", ordinal(*player)), Colour::Green),
        Outcome::Draw => style.paint("drawn", Colour::Yellow),
    };
    let remark = situation.remark.map(|remark| format!("; {remark}")).unwrap_or_default();
    Ok(format!("{word}: {legal}, and the game is over{remark}"))
}

pub(super) fn json(room: &dyn DuelRoom, start: &str, replay: &DuelReplay) -> String {
    let winner = match replay.outcome {
        Some(Outcome::Win(Player::One)) => Some(1),
        Some(Outcome::Win(Player::Two)) => Some(2),
        Some(Outcome::Draw) | None => None,
    };
    Object::new()
        .text("game", room.game())
        .text("position", start)
        .texts("moves", &replay.moves)
        .plain("legal", replay.illegal.is_none())
        .plain("over", replay.outcome.is_some())
        .maybe(winner, |object, winner| object.plain("winner", winner))
        .plain("played", replay.played)
        .text("end", &replay.position)
        .maybe(replay.illegal.as_ref(), |object, reason| {
            object.text("illegal", &replay.moves[replay.played]).text("reason", reason)
        })
        .line()
}

fn ordinal(player: Player) -> &'static str {
    match player {
        Player::One => "first",
        Player::Two => "second",
    }
}
