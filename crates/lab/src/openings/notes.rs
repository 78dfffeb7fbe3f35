//! What a study of openings has found so far, in a file, so that it can go on another day.
//!
//! ```text
//! game yavalath:side=4
//! answer c3 f5 win
//! spent c3 23500442 74400000
//! ```
//!
//! An answer has its value for the first player; what was spent on an opening is in positions and in microseconds of
//! the processor. Such files can be put together: what was spent adds up. `#` starts a comment.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use kibitzer_catalog::Value;

use super::Opening;
use crate::files::write_atomically;

/// A file of notes, and what of it belongs to openings that are not looked at now.
#[derive(Debug)]
pub(super) struct Notes {
    path: PathBuf,
    game: String,
    kept: String,
}

const VALUES: [(Value, &str); 3] = [(Value::Win, "win"), (Value::Draw, "draw"), (Value::Loss, "loss")];

impl Notes {
    /// Reads a file, if there is one, into the openings.
    ///
    /// # Errors
    /// If it cannot be read, is of another game, or contradicts itself; the message names the line.
    pub(super) fn read(path: &Path, game: &str, openings: &mut [Opening]) -> Result<Notes> {
        let mut notes = Notes { path: path.to_path_buf(), game: game.to_string(), kept: String::new() };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(notes),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let mut is_of_game = false;
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
            let read = if let ["game", name] = words[..] {
                is_of_game = name == game;
                if is_of_game { Ok(()) } else { Err(anyhow::anyhow!("notes of {name}, not of {game}")) }
            } else if words.is_empty() {
                Ok(())
            } else if is_of_game {
                notes.take(&words, openings)
            } else {
                Err(anyhow::anyhow!("a line 'game {game}' should come first"))
            };
            read.with_context(|| format!("{}, line {}", path.display(), number + 1))?;
        }
        for opening in openings {
            opening.settle();
        }
        Ok(notes)
    }

    /// Takes a line into its opening.
    fn take(&mut self, words: &[&str], openings: &mut [Opening]) -> Result<()> {
        match *words {
            ["answer", name, reply, value] => {
                let Some((value, _)) = VALUES.into_iter().find(|(_, word)| *word == value) else {
                    bail!("'{value}' is not win, draw or loss");
                };
                if let Some(opening) = openings.iter_mut().find(|opening| opening.name == name) {
                    let Some((_, known)) = opening.replies.iter_mut().find(|(found, _)| found == reply) else {
                        bail!("'{reply}' is not one of the answers to {name}");
                    };
                    if known.is_some_and(|known| known != value) {
                        bail!("the answer {reply} to {name} has another value above");
                    }
                    *known = Some(value);
                    return Ok(());
                }
            }
            ["spent", name, positions, micros] => {
                let number =
                    |text: &str| text.parse::<u64>().map_err(|_| anyhow::anyhow!("'{text}' is not a whole number"));
                let (positions, micros) = (number(positions)?, number(micros)?);
                if let Some(opening) = openings.iter_mut().find(|opening| opening.name == name) {
                    opening.expanded = opening.expanded.saturating_add(positions);
                    opening.time = opening.time.saturating_add(Duration::from_micros(micros));
                    return Ok(());
                }
            }
            _ => bail!("'{}' is not a note of openings", words.join(" ")),
        }
        let _ = writeln!(self.kept, "{}", words.join(" "));
        Ok(())
    }

    /// Writes what is known now.
    ///
    /// # Errors
    /// If that cannot be done.
    pub(super) fn write(&self, openings: &[Opening]) -> Result<()> {
        let mut text = format!("game {}\n{}", self.game, self.kept);
        for opening in openings {
            for (reply, value) in &opening.replies {
                if let Some((_, word)) = VALUES.into_iter().find(|(known, _)| Some(*known) == *value) {
                    let _ = writeln!(text, "answer {} {reply} {word}", opening.name);
                }
            }
            let _ = writeln!(text, "spent {} {} {}", opening.name, opening.expanded, opening.time.as_micros());
        }
        write_atomically(&self.path, text.as_bytes())
    }
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
    fn what_is_written_is_read_and_other_openings_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        std::fs::write(&path, "game g # yes\n\nanswer a1 c1 loss\nanswer a3 x9 draw\nspent a1 5 7\nspent a1 6 8\n")
            .unwrap();
        let mut read = openings();
        let notes = Notes::read(&path, "g", &mut read).unwrap();
        assert_eq!(read[0].replies[1].1, Some(Value::Loss));
        assert_eq!((read[0].value, read[0].expanded, read[0].time), (Some(Value::Loss), 11, Duration::from_micros(15)));
        assert_eq!(read[1], openings()[1]);
        notes.write(&read).unwrap();
        let mut again = openings();
        Notes::read(&path, "g", &mut again).unwrap();
        assert_eq!(again, read);
        assert!(std::fs::read_to_string(&path).unwrap().contains("\nanswer a3 x9 draw\n"));
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
