//! What a study of openings has found so far, in a file, so that it can go on another day.
//!
//! ```text
//! game yavalath:side=4
//! answer c3 f5 win
//! spent c3 23500442 74400000
//! ```
//!
//! An answer has its value for the first player; what was spent on an opening is in positions and in microseconds of
//! the processor. Several runs may share a file, and files of one game can be put together: what was spent adds up. `#`
//! starts a comment, which is gone when the file is next written.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use kibitzer_catalog::Value;

use super::Opening;
use crate::files::{Lock, write_atomically};

/// A file of notes that several runs may share.
#[derive(Debug)]
pub(super) struct Notes {
    path: PathBuf,
    game: String,
    /// What was spent on each opening when the file was last looked at.
    spent: Vec<(u64, Duration)>,
}

const VALUES: [(Value, &str); 3] = [(Value::Win, "win"), (Value::Draw, "draw"), (Value::Loss, "loss")];

impl Notes {
    /// Reads a file, if there is one, into openings of which nothing is known yet; all of the game.
    ///
    /// # Errors
    /// If it cannot be read, is of another game, names what is no opening or answer, or contradicts itself; the message
    /// names the line.
    pub(super) fn read(path: &Path, game: &str, openings: &mut [Opening]) -> Result<Notes> {
        let folder = folder_of(path);
        if !folder.is_dir() {
            bail!("{} is not a folder: notes cannot be kept there", folder.display());
        }
        let mut notes = Notes { path: path.to_path_buf(), game: game.to_string(), spent: Vec::new() };
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
                take(&words, openings)
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
            for (reply, value) in &opening.replies {
                if let Some((_, word)) = VALUES.into_iter().find(|(known, _)| Some(*known) == *value) {
                    let _ = writeln!(text, "answer {} {reply} {word}", opening.name);
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
fn take(words: &[&str], openings: &mut [Opening]) -> Result<()> {
    let ["answer" | "spent", name, ..] = words else {
        bail!("'{}' is not a note of openings", words.join(" "));
    };
    let Some(opening) = openings.iter_mut().find(|opening| opening.name == *name) else {
        bail!("'{name}' is not an opening, or an image of one that has another name");
    };
    match *words {
        ["answer", _, reply, value] => {
            let Some((value, _)) = VALUES.into_iter().find(|(_, word)| *word == value) else {
                bail!("'{value}' is not win, draw or loss");
            };
            let Some((_, known)) = opening.replies.iter_mut().find(|(found, _)| found == reply) else {
                bail!("'{reply}' is not one of the answers to {name}");
            };
            if known.is_some_and(|known| known != value) {
                bail!("the answer {reply} to {name} has another value elsewhere");
            }
            *known = Some(value);
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

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings() -> Vec<Opening> {
        let replies = vec![("b1".to_string(), None), ("c1".to_string(), None)];
        let opening = |name: &str| Opening {
            name: name.to_string(),
            images: 1,
            replies: replies.clone(),
            value: None,
            expanded: 0,
            time: Duration::ZERO,
        };
        vec![opening("a1"), opening("a2")]
    }

    #[test]
    fn runs_that_share_notes_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        std::fs::write(&path, "game g # yes\n\nanswer a1 c1 loss\nspent a1 5 7\nspent a1 6 8\n").unwrap();
        let (mut mine, mut yours) = (openings(), openings());
        let mut my_notes = Notes::read(&path, "g", &mut mine).unwrap();
        let mut your_notes = Notes::read(&path, "g", &mut yours).unwrap();
        assert_eq!((mine[0].value, mine[0].expanded, mine[0].time), (Some(Value::Loss), 11, Duration::from_micros(15)));
        assert_eq!(mine[1], openings()[1]);
        mine[1].replies[0].1 = Some(Value::Draw);
        mine[1].expanded += 100;
        yours[1].replies[1].1 = Some(Value::Win);
        yours[1].expanded += 1_000;
        yours[0].expanded += 4;
        my_notes.share(&mut mine).unwrap();
        your_notes.share(&mut yours).unwrap();
        my_notes.share(&mut mine).unwrap();
        assert_eq!(mine, yours);
        assert_eq!((mine[0].expanded, mine[1].expanded, mine[1].value), (15, 1_100, Some(Value::Draw)));
        let mut again = openings();
        Notes::read(&path, "g", &mut again).unwrap();
        assert_eq!(again, mine);
    }

    #[test]
    fn bad_notes_name_the_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        let says = |text: &str| {
            std::fs::write(&path, text).unwrap();
            format!("{:#}", Notes::read(&path, "g", &mut openings()).unwrap_err())
        };
        assert!(says("game h\n").ends_with("line 1: notes of h, not of g"));
        assert!(says("answer a1 c1 loss\n").ends_with("line 1: a line 'game g' should come first"));
        assert!(says("game g\nanswer a1 d1 loss\n").ends_with("line 2: 'd1' is not one of the answers to a1"));
        assert!(says("game g\nanswer a1 c1 lost\n").ends_with("line 2: 'lost' is not win, draw or loss"));
        assert!(
            says("game g\nanswer a1 c1 win\nanswer a1 c1 loss\n").contains("line 3: the answer c1 to a1 has another")
        );
        assert!(says("game g\nspent a1 x 1\n").ends_with("line 2: 'x' is not a whole number"));
        assert!(says("game g\nanswer a1\n").ends_with("line 2: 'answer a1' is not a note of openings"));
    }
}
