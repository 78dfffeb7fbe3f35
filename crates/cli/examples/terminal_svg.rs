//! Draws the picture of the README: runs a few commands and shows them in a terminal, as SVG.
//!
//! `cargo run --release -p kibitzer-cli --example terminal_svg -- docs/terminal.svg`

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// What is typed. Durations are left out of what is printed, so that the picture repeats.
const SESSION: &[&str] = &[
    "solve birds --seed 80431",
    "solve birds --seed 1163 --certificate deal-1163.proof",
    "verify birds --certificate deal-1163.proof",
    "census birds --seeds 0..=100000 --out birds",
];

const COLUMNS: usize = 92;
/// In tenths of a pixel: what the usual fonts have at this size.
const CELL_TENTHS: usize = 84;
const LINE_HEIGHT: usize = 17;
const FONT_SIZE: usize = 14;
const PADDING: usize = 20;
const TITLE_BAR: usize = 36;

const STYLE: &str = "\
    text{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace}\
    .window{fill:#16181d}.bar{fill:#23262e}.title{fill:#8b919e;font-family:system-ui,sans-serif}\
    .plain{fill:#d3d7de}.dim{fill:#6c7380}.prompt{fill:#6cb6ff}.typed{fill:#ffffff;font-weight:600}\
    .good{fill:#7ee787;font-weight:600}.bad{fill:#ff8f87;font-weight:600}.red{fill:#ff8f87}";

/// A stretch of text in one look.
struct Span {
    class: &'static str,
    text: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: terminal_svg FILE")?;
    let folder = tempfile::tempdir()?;
    let mut lines = Vec::new();
    for typed in SESSION {
        if !lines.is_empty() {
            lines.push(Vec::new());
        }
        lines.push(vec![span("prompt", "$ "), span("typed", &format!("kibitzer {typed}"))]);
        lines.extend(output(typed, folder.path())?.lines().map(look));
    }
    std::fs::write(path, svg(&lines))?;
    Ok(())
}

/// What a command prints, run by cargo so that it is the program as it is now.
fn output(typed: &str, folder: &Path) -> Result<String, Box<dyn Error>> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let cargo = ["run", "--quiet", "--release", "--bin", "kibitzer", "--manifest-path", manifest, "--"];
    let run = Command::new(env!("CARGO")).args(cargo).args(typed.split(' ')).current_dir(folder).output()?;
    if !run.status.success() {
        return Err(format!("kibitzer {typed}: {}", String::from_utf8_lossy(&run.stderr)).into());
    }
    let text = String::from_utf8(run.stdout)?;
    let timeless = |line: &str| match line.split_once(" expanded in ") {
        Some((start, _)) => format!("{start} expanded"),
        None => line.to_string(),
    };
    Ok(text.lines().map(timeless).collect::<Vec<_>>().join("\n"))
}

fn span(class: &'static str, text: &str) -> Span {
    Span { class, text: text.to_string() }
}

/// Verdicts coloured as on a terminal, red suits in red, the lines of tables dimmed.
fn look(line: &str) -> Vec<Span> {
    for (word, class) in [("solved", "good"), ("accepted", "good"), ("unsolvable", "bad")] {
        if let Some(rest) = line.strip_prefix(word) {
            return vec![span(class, word), span("plain", rest)];
        }
    }
    let is_board = line.split_whitespace().all(|cell| cell.len() == 2 && cell.ends_with(['C', 'D', 'H', 'S']));
    let is_frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let mut spans: Vec<Span> = Vec::new();
    for word in line.split_inclusive(|c: char| c.is_whitespace() || is_frame(c)) {
        let class = match word {
            _ if word.starts_with(is_frame) => "dim",
            _ if is_board && word.trim_end().ends_with(['D', 'H']) => "red",
            _ => "plain",
        };
        match spans.last_mut() {
            Some(last) if last.class == class => last.text += word,
            _ => spans.push(span(class, word)),
        }
    }
    spans
}

fn svg(lines: &[Vec<Span>]) -> String {
    let width = COLUMNS * CELL_TENTHS / 10 + 2 * PADDING;
    let height = TITLE_BAR + lines.len() * LINE_HEIGHT + 2 * PADDING;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-size=\"{FONT_SIZE}\" role=\"img\">\n\
         <title>Kibitzer in a terminal</title>\n<style>{STYLE}</style>\n\
         <rect class=\"window\" width=\"{width}\" height=\"{height}\" rx=\"10\"/>\n\
         <path class=\"bar\" d=\"M0 {TITLE_BAR}V10a10 10 0 0 1 10-10h{}a10 10 0 0 1 10 10v{}z\"/>\n",
        width - 20,
        TITLE_BAR - 10,
    );
    for (place, colour) in [(20, "#ff5f57"), (40, "#febc2e"), (60, "#28c840")] {
        put(&mut svg, &format!("<circle cx=\"{place}\" cy=\"{}\" r=\"6\" fill=\"{colour}\"/>", TITLE_BAR / 2));
    }
    let middle = format!("x=\"{}\" y=\"{}\" text-anchor=\"middle\"", width / 2, TITLE_BAR / 2 + 5);
    put(&mut svg, &format!("<text class=\"title\" {middle}>kibitzer</text>"));
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = TITLE_BAR + PADDING + number * LINE_HEIGHT + FONT_SIZE;
        put(&mut svg, &draw(line, y));
    }
    svg + "</svg>\n"
}

/// One line of the terminal. Each piece has its place and is as wide as its letters are many, whatever the font.
fn draw(line: &[Span], y: usize) -> String {
    let mut text = format!("<text y=\"{y}\">");
    let mut column = 0;
    for Span { class, text: letters } in line {
        for (start, piece) in pieces(letters) {
            let x = pixels(10 * PADDING + (column + start) * CELL_TENTHS);
            let length = pixels(piece.chars().count() * CELL_TENTHS);
            let piece = piece.replace('&', "&amp;").replace('<', "&lt;");
            let place = format!("x=\"{x}\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\"");
            text.extend(["<tspan class=\"", class, "\" ", &place, ">", &piece, "</tspan>"]);
        }
        column += letters.chars().count();
    }
    text + "</text>"
}

/// Tenths of a pixel as SVG wants them.
fn pixels(tenths: usize) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The text between two spaces or more, each piece with its column: programs that draw SVG disagree about such spaces.
fn pieces(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut column) = (Vec::new(), 0);
    for piece in text.split("  ") {
        let indent = piece.len() - piece.trim_start().len();
        if !piece.trim().is_empty() {
            found.push((column + indent, piece.trim()));
        }
        column += piece.chars().count() + 2;
    }
    found
}

fn put(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("a String takes any text");
}
