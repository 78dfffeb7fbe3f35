//! What a study of openings has found so far, in a file, so that it can go on another day.
//!
//! ```text
//! game yavalath:side=4
//! answer c3 f5 win
//! line c3 d4 a1 loss
//! spent c3 23500442 74400000
//! ```
//!
//! An answer has its value for the first player, and so has a line of moves that begins with an opening and an answer;
//! what was spent on an opening is in positions and in microseconds of the processor. Several runs may share a file, and
//! files of one game can be put together: what was spent adds up. `#` starts a comment, which is gone when the file is
//! next written.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use kibitzer_catalog::{DuelRoom, Value};

use super::{Opening, Reply};
use crate::files::{Lock, write_atomically};

/// A file of notes that several runs may share.
pub(super) struct Notes<'a> {
    path: PathBuf,
    game: String,
    room: &'a dyn DuelRoom,
    /// What was spent on each opening when the file was last looked at.
    spent: Vec<(u64, Duration)>,
}

const VALUES: [(Value, &str); 3] = [(Value::Win, "win"), (Value::Draw, "draw"), (Value::Loss, "loss")];

impl<'a> Notes<'a> {
    /// Reads a file, if there is one, into openings of which nothing is known yet; all of the game of this room.
    ///
    /// # Errors
    /// If it cannot be read, is of another game, names what is no opening or answer, or contradicts itself; the message
    /// names the line.
    pub(super) fn read(path: &Path, game: &str, room: &'a dyn DuelRoom, openings: &mut [Opening]) -> Result<Notes<'a>> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            bail!("{} is not a folder: notes cannot be kept there", folder.display());
        }
        let mut notes = Notes { path: path.to_path_buf(), game: game.to_string(), room, spent: Vec::new() };
        notes.take_all(openings)?;
        notes.remember(openings);
        Ok(notes)
    }

    /// Writes what is known, and learns what other runs have written meanwhile.
    ///
    /// # Errors
    /// If that cannot be done.
    pub(super) fn share(&mut self, openings: &mut [Opening]) -> Result<()> {
        let _lock = Lock::wait_for_folder(folder_of(&self.path))?;
        for (opening, (positions, time)) in openings.iter_mut().zip(&self.spent) {
            opening.expanded = opening.expanded.saturating_sub(*positions);
            opening.time = opening.time.saturating_sub(*time);
        }
        self.take_all(openings)?;
        self.remember(openings);
        write_atomically(&self.path, self.text(openings).as_bytes())
    }

    fn remember(&mut self, openings: &[Opening]) {
        self.spent = openings.iter().map(|opening| (opening.expanded, opening.time)).collect();
    }

    /// Adds what the file says to the openings.
    fn take_all(&self, openings: &mut [Opening]) -> Result<()> {
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", self.path.display())),
        };
        let mut is_of_game = false;
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
            let taken = if let ["game", name] = words[..] {
                is_of_game = name == self.game;
                if is_of_game { Ok(()) } else { Err(anyhow!("notes of {name}, not of {}", self.game)) }
            } else if words.is_empty() {
                Ok(())
            } else if is_of_game {
                take(&words, self.room, openings)
            } else {
                Err(anyhow!("a line 'game {}' should come first", self.game))
            };
            taken.with_context(|| format!("{}, line {}", self.path.display(), number + 1))?;
        }
        for opening in openings {
            opening.settle();
        }
        Ok(())
    }

    fn text(&self, openings: &[Opening]) -> String {
        let mut text = format!("game {}\n", self.game);
        for opening in openings {
            for Reply { name, value, lines } in &opening.replies {
                if let Some(value) = value {
                    let _ = writeln!(text, "answer {} {name} {}", opening.name, word(*value));
                }
                for (line, value) in lines {
                    let _ = writeln!(text, "line {} {name} {line} {}", opening.name, word(*value));
                }
            }
            if opening.expanded > 0 {
                let _ = writeln!(text, "spent {} {} {}", opening.name, opening.expanded, opening.time.as_micros());
            }
        }
        text
    }
}

/// Takes a line into its opening.
fn take(words: &[&str], room: &dyn DuelRoom, openings: &mut [Opening]) -> Result<()> {
    let ["answer" | "line" | "spent", name, ..] = words else {
        bail!("'{}' is not a note of openings", words.join(" "));
    };
    let Some(opening) = openings.iter_mut().find(|opening| opening.name == *name) else {
        bail!("'{name}' is not an opening, or an image of one that has another name");
    };
    match *words {
        ["answer", _, reply, value] => take_value(room, opening, (reply, &[]), value)?,
        ["line", _, reply, ref line @ .., value] if !line.is_empty() => {
            take_value(room, opening, (reply, line), value)?;
        }
        ["spent", _, positions, micros] => {
            let number = |text: &str| text.parse::<u64>().map_err(|_| anyhow!("'{text}' is not a whole number"));
            opening.expanded = opening.expanded.saturating_add(number(positions)?);
            opening.time = opening.time.saturating_add(Duration::from_micros(number(micros)?));
        }
        _ => bail!("'{}' is not a note of openings", words.join(" ")),
    }
    Ok(())
}

/// Takes the value of an answer, or of a line of moves behind it.
fn take_value(room: &dyn DuelRoom, opening: &mut Opening, (reply, line): (&str, &[&str]), value: &str) -> Result<()> {
    let Some((value, _)) = VALUES.into_iter().find(|(_, word)| *word == value) else {
        bail!("'{value}' is not win, draw or loss");
    };
    let name = &opening.name;
    let Some(known) = opening.replies.iter_mut().find(|known| known.name == reply) else {
        bail!("'{reply}' is not one of the answers to {name}");
    };
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    if !line.is_empty() && known.value_of(&line).is_none() {
        let first = room.play(room.start(), name)?;
        check_line(room, room.play(&first, reply)?, &line)?;
    }
    if known.value_of(&line).is_some_and(|known| known != value) {
        let behind = if line.is_empty() { String::new() } else { format!(" with {} behind it", line.join(" ")) };
        bail!("the answer {reply} to {name}{behind} has another value elsewhere");
    }
    known.note(&line, value);
    Ok(())
}

/// Whether each move of a line is there, and is called by the name of its class.
fn check_line(room: &dyn DuelRoom, mut position: String, line: &[String]) -> Result<()> {
    for mv in line {
        if !room.classes(&position)?.iter().any(|class| class[0] == *mv) {
            bail!("'{mv}' is not a move after {position}, or an image of one that has another name");
        }
        position = room.play(&position, mv)?;
    }
    Ok(())
}

fn word(value: Value) -> &'static str {
    VALUES.into_iter().find(|(known, _)| *known == value).map_or("", |(_, word)| word)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use kibitzer_catalog::GameSpec;

    use super::*;

    const GAME: &str = "yavalath:side=3";

    fn room() -> Box<dyn DuelRoom> {
        GAME.parse::<GameSpec>().unwrap().duel().unwrap()
    }

    fn openings(room: &dyn DuelRoom) -> Vec<Opening> {
        super::super::openings(room).unwrap()
    }

    #[test]
    fn runs_that_share_notes_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        let text = format!("game {GAME} # yes\n\nanswer a1 b3 loss\nspent a1 5 7\nspent a1 6 8\n");
        std::fs::write(&path, text).unwrap();
        let room = room();
        let (mut mine, mut yours) = (openings(&*room), openings(&*room));
        let mut my_notes = Notes::read(&path, GAME, &*room, &mut mine).unwrap();
        let mut your_notes = Notes::read(&path, GAME, &*room, &mut yours).unwrap();
        assert_eq!((mine[0].value, mine[0].expanded, mine[0].time), (Some(Value::Loss), 11, Duration::from_micros(15)));
        assert_eq!(mine[1], openings(&*room)[1]);
        mine[1].replies[0].value = Some(Value::Draw);
        mine[1].replies[2].note(&["c3".to_string(), "e1".to_string()], Value::Win);
        mine[1].expanded += 100;
        yours[1].replies[1].value = Some(Value::Win);
        yours[1].expanded += 1_000;
        yours[0].expanded += 4;
        my_notes.share(&mut mine).unwrap();
        your_notes.share(&mut yours).unwrap();
        my_notes.share(&mut mine).unwrap();
        assert_eq!(mine, yours);
        assert_eq!((mine[0].expanded, mine[1].expanded), (15, 1_100));
        let known: Vec<_> = yours[1].replies[..3].iter().map(|reply| (reply.value, reply.lines.len())).collect();
        assert_eq!(known, [(Some(Value::Draw), 0), (Some(Value::Win), 0), (None, 1)]);
        let mut again = openings(&*room);
        Notes::read(&path, GAME, &*room, &mut again).unwrap();
        assert_eq!(again, mine);
    }

    #[test]
    fn bad_notes_name_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        let room = room();
        let says = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let read = Notes::read(&path, GAME, &*room, &mut openings(&*room)).map(|_| ());
            format!("{:#}", read.unwrap_err())
        };
        let after_title = |text: &str| says(&format!("game {GAME}\n{text}"));
        assert!(says("game h\n").ends_with("line 1: notes of h, not of yavalath:side=3"));
        assert!(says("answer a1 b3 loss\n").ends_with("line 1: a line 'game yavalath:side=3' should come first"));
        assert!(after_title("answer a1 z9 loss\n").ends_with("line 2: 'z9' is not one of the answers to a1"));
        assert!(after_title("answer a1 b3 lost\n").ends_with("line 2: 'lost' is not win, draw or loss"));
        let twice = after_title("answer a1 b3 win\nanswer a1 b3 loss\n");
        assert!(twice.ends_with("line 3: the answer b3 to a1 has another value elsewhere"), "{twice}");
        assert!(after_title("spent a1 x 1\n").ends_with("line 2: 'x' is not a whole number"));
        assert!(after_title("answer a1\n").ends_with("line 2: 'answer a1' is not a note of openings"));
        assert!(after_title("line a1 b3 win\n").ends_with("line 2: 'line a1 b3 win' is not a note of openings"));
        let taken = after_title("line a1 b3 c3 b3 win\n");
        assert!(taken.ends_with("line 2: 'b3' is not a move after a1 b3 c3, or an image of one that has another name"));
        let twice = after_title("line a1 b3 c3 e3 win\nline a1 b3 c3 e3 draw\n");
        assert!(twice.ends_with("line 3: the answer b3 to a1 with c3 e3 behind it has another value elsewhere"));
    }
}
