//! The results as Markdown: one table, and what it says.

use std::fmt::{self, Display, Formatter, Write};

use crate::{Elo, Footprint, Score};

/// What was measured of one contender.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// Whether it is Kibitzer's.
    pub is_ours: bool,
    /// Playouts in a CPU-second from the empty board.
    pub empty_rate: f64,
    /// The same from a position in the middle of a game.
    pub midgame_rate: f64,
    /// Its memory.
    pub footprint: Footprint,
    /// How each of ours, in the order of the rows, fared against it; `None` where they did not meet.
    pub scores: Vec<Option<Score>>,
}

/// The table.
#[must_use]
pub fn markdown(rows: &[Row]) -> String {
    let mut header = vec![
        "engine".to_string(),
        "playouts a CPU-second, empty board".to_string(),
        "the same, midgame".to_string(),
        "bytes a node".to_string(),
        "bytes a playout".to_string(),
    ];
    let ours = rows.iter().filter(|row| row.is_ours);
    header.extend(ours.map(|row| format!("{} against it", row.name)));
    let mut lines = vec![header];
    for row in rows {
        let mut line = vec![
            row.name.clone(),
            grouped(row.empty_rate),
            grouped(row.midgame_rate),
            format!("{:.1}", row.footprint.bytes_a_node),
            format!("{:.1}", row.footprint.bytes_a_playout),
        ];
        line.extend(row.scores.iter().map(|score| score.as_ref().map_or_else(String::new, Score::to_string)));
        lines.push(line);
    }
    aligned(&lines)
}

/// Wins, draws and losses, and what they say.
impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Elo { difference, low, high } = self.elo();
        let Score { wins, draws, losses, .. } = self;
        write!(f, "+{wins} ={draws} -{losses}: {} ({} to {})", signed(difference), signed(low), signed(high))
    }
}

fn signed(points: f64) -> String {
    // No difference has no sign either.
    let points = points + 0.0;
    if points.is_infinite() { format!("{}∞", if points > 0.0 { '+' } else { '-' }) } else { format!("{points:+.0}") }
}

/// A whole number with its thousands apart.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Cells in columns: the first to the left, the others to the right.
fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(&widths).enumerate();
        let padded = cells.map(
            |(column, (cell, &width))| {
                if column == 0 { format!(" {cell:<width$} ") } else { format!(" {cell:>width$} ") }
            },
        );
        text += &between_bars(padded);
        if number == 0 {
            let rules = widths.iter().enumerate();
            let rules = rules.map(|(column, width)| "-".repeat(width + 1) + if column == 0 { "-" } else { ":" });
            text += &between_bars(rules);
        }
    }
    text
}

fn between_bars(cells: impl Iterator<Item = String>) -> String {
    format!("|{}|\n", cells.collect::<Vec<_>>().join("|"))
}

/// Where ours are not ahead, one line each; or that there is no such place.
#[must_use]
pub fn comparison(rows: &[Row]) -> String {
    let (ours, rivals): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.is_ours);
    let mut behind = Vec::new();
    for (index, our) in ours.iter().enumerate() {
        for rival in &rivals {
            let gains = [
                ("playouts from the empty board", our.empty_rate / rival.empty_rate),
                ("playouts from the midgame", our.midgame_rate / rival.midgame_rate),
            ];
            let costs = [
                ("bytes a node", our.footprint.bytes_a_node / rival.footprint.bytes_a_node),
                ("bytes a playout", our.footprint.bytes_a_playout / rival.footprint.bytes_a_playout),
            ];
            let too_few = gains.into_iter().filter(|(_, ratio)| *ratio <= 1.0);
            let too_many = costs.into_iter().filter(|(_, ratio)| *ratio >= 1.0);
            for (measure, ratio) in too_few.chain(too_many) {
                behind.push(format!("{}: {ratio:.2} times the {measure} of {}", our.name, rival.name));
            }
            let Some(score) = rival.scores.get(index).and_then(Option::as_ref) else { continue };
            let elo = score.elo();
            if elo.high < 0.0 {
                behind.push(format!("{}: weaker than {}", our.name, rival.name));
            } else if elo.low <= 0.0 {
                behind.push(format!("{}: so many games do not tell it from {}", our.name, rival.name));
            }
        }
    }
    if behind.is_empty() {
        return "Kibitzer is ahead in every column.\n".to_string();
    }
    let mut text = "Kibitzer is ahead in every column, but for these:\n\n".to_string();
    for line in behind {
        writeln!(text, "- {line}").expect("text can be written to");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, is_ours: bool, rate: f64, pairs: Option<[f64; 2]>) -> Row {
        let footprint = Footprint { bytes_a_node: 32.0, bytes_a_playout: 1e8 / rate };
        let score = pairs.map(|pairs| Score { wins: 1, draws: 2, losses: 1, pairs: pairs.to_vec() });
        Row { name: name.into(), is_ours, empty_rate: rate, midgame_rate: 2.0 * rate, footprint, scores: vec![score] }
    }

    #[test]
    fn what_is_not_ahead_is_said() {
        let rows = [row("ours", true, 2_000_000.0, None), row("theirs", false, 1_000_000.0, Some([0.5, 0.5]))];
        let said = comparison(&rows);
        let expected =
            ["- ours: 1.00 times the bytes a node of theirs", "- ours: so many games do not tell it from theirs"];
        assert_eq!(said.lines().skip(2).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_table_has_a_line_for_each() {
        let rows = [row("ours", true, 2_000_000.0, None), row("theirs", false, 1_000_000.0, Some([0.5, 0.5]))];
        let table = markdown(&rows);
        assert_eq!(table.lines().count(), 4);
        assert!(table.contains("2,000,000") && table.contains("+1 =2 -1: +0 ("), "{table}");
    }
}
