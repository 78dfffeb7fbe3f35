//! The checker: the rules of the game once more, from the standard library alone, and nothing of the solver's.
//!
//! Whoever trusts this file and the lemma in [`super`] needs to trust nothing else in the workspace.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::error::Error;
use std::fmt::{self, Display};
use std::rc::Rc;

/// The first line of a file, without its game.
pub(super) const TITLE: &str = "kibitzer certificate 1";
/// The name of the game.
pub(super) const GAME: &str = "birds";
/// The 64 characters that stand for six bits each.
pub(super) const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// The characters of a full line of members.
pub(super) const LINE: usize = 100;

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The position that is decided.
    pub position: String,
    /// What is proved of it.
    pub claim: Claim,
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It can be won.
    Solved {
        /// By these moves.
        moves: Vec<String>,
    },
    /// It cannot be won.
    Unsolvable {
        /// The members of the closed set.
        positions: u64,
    },
}

/// Why a certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl Error for Refused {}

fn refuse<T>(line: usize, why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { line, why: why.into() })
}

/// FNV-1a. Each step maps the sums one to one, and the bytes one to one: a single byte that is changed always shows.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Checks a certificate, the whole content of a file.
///
/// # Errors
/// If anything in it is not as [the format](super) wants it, or does not prove what it says.
pub fn check(file: &[u8]) -> Result<Accepted, Refused> {
    let text = str::from_utf8(file).map_err(|problem| {
        let line = file[..problem.valid_up_to()].split(|&byte| byte == b'\n').count();
        Refused { line, why: "this is not text".to_string() }
    })?;
    let lines: Vec<&str> = text.split('\n').collect();
    check_title(lines[0])?;
    let [inner @ .., seal, ""] = &lines[..] else { return refuse(lines.len(), "the file is cut short") };
    let sealed = &file[..file.len() - seal.len() - 1];
    if *seal != format!("checksum {:016x}", checksum(sealed)) {
        return refuse(lines.len() - 1, "the file is damaged: this is not its checksum");
    }
    let field = |line: usize, name: &str| match inner.get(line - 1).and_then(|text| text.strip_prefix(name)) {
        Some(rest) => Ok(rest),
        None => refuse(line, format!("'{name}' is expected here")),
    };
    let position = field(2, "position ")?;
    let rules = Rules::read(position).map_err(|why| Refused { line: 2, why })?;
    let claim = match field(3, "verdict ")? {
        "solved" => {
            let moves = field(4, "moves")?;
            if inner.len() > 4 {
                return refuse(5, "nothing but the checksum is expected here");
            }
            rules.replay(moves).map_err(|why| Refused { line: 4, why })?
        }
        "unsolvable" => {
            let positions = field(4, "positions ")?;
            let members = rules.exhaust(&mut Bits::new(&inner[4..]))?;
            if positions != members.to_string() {
                return refuse(4, format!("there are {members} positions, not {positions}"));
            }
            Claim::Unsolvable { positions: members }
        }
        other => return refuse(3, format!("'{other}' is no verdict of a certificate")),
    };
    Ok(Accepted { position: position.to_string(), claim })
}

fn check_title(found: &str) -> Result<(), Refused> {
    let Some((title, game)) = found.rsplit_once(' ') else { return refuse(1, "this is not a certificate") };
    match title.strip_prefix("kibitzer certificate ") {
        None => refuse(1, "this is not a certificate"),
        Some(version) if title != TITLE => refuse(1, format!("version '{version}' is not known, only 1")),
        Some(_) if game != GAME => refuse(1, format!("this is a certificate of '{game}', not of {GAME}")),
        Some(_) => Ok(()),
    }
}

/// The bits that name the members, with the line they stand on.
struct Bits<'a> {
    lines: &'a [&'a str],
    /// The number of bits that have been read.
    read: usize,
}

impl<'a> Bits<'a> {
    fn new(lines: &'a [&'a str]) -> Self {
        Self { lines, read: 0 }
    }

    /// The line of the file on which the next bit stands.
    fn line(&self) -> usize {
        5 + self.read / 6 / LINE
    }

    fn next(&mut self) -> Result<bool, Refused> {
        let (line, character) = (self.read / 6 / LINE, self.read / 6 % LINE);
        let Some(code) = self.lines.get(line).and_then(|text| text.as_bytes().get(character)) else {
            return refuse(self.line(), "the members end too early");
        };
        let Some(value) = ALPHABET.iter().position(|letter| letter == code) else {
            return refuse(self.line(), format!("'{}' stands for no bits", char::from(*code)));
        };
        let bit = value >> (5 - self.read % 6) & 1;
        self.read += 1;
        Ok(bit == 1)
    }

    /// That nothing follows but the zeros that fill the last character.
    fn finish(&mut self) -> Result<(), Refused> {
        while !self.read.is_multiple_of(6) {
            if self.next()? {
                return refuse(self.line(), "the last character is not filled up with zeros");
            }
        }
        let (full, rest) = (self.read / 6 / LINE, self.read / 6 % LINE);
        let length = |number: usize| match number.cmp(&full) {
            Ordering::Less => LINE,
            Ordering::Equal => rest,
            Ordering::Greater => 0,
        };
        let wrong = (0..).zip(self.lines).find(|&(number, text)| text.is_empty() || text.len() != length(number));
        match wrong {
            Some((number, _)) => refuse(5 + number, "there is more than the members"),
            None => Ok(()),
        }
    }
}

/// What lies on each cell, row by row: 0 nothing, else one more than four times the rank plus the suit.
type Board = Rc<[u8]>;

/// The game from one position on.
struct Rules {
    start: Board,
    /// For each cell, the others of its row and its column.
    in_line: Vec<u64>,
    /// For each number of a card, those of the cards that go with it.
    friends: Vec<u64>,
}

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";

impl Rules {
    /// Reads a position such as `8C -- / 2Dx3 8D`.
    fn read(text: &str) -> Result<Rules, String> {
        let rows: Vec<Vec<&str>> = text.split(" / ").map(|row| row.split(' ').collect()).collect();
        let columns = rows[0].len();
        if rows.len() > 7 || columns > 7 || rows.iter().any(|row| row.len() != columns) {
            return Err("this is no board of at most 7 rows and 7 columns".to_string());
        }
        let start = rows.iter().flatten().map(|cell| read_cell(cell)).collect::<Result<Board, String>>()?;
        let tops: Vec<u8> = start.iter().copied().filter(|&card| card > 0).collect();
        if tops.is_empty() || tops.iter().collect::<HashSet<_>>().len() < tops.len() {
            return Err("there is no card on the board, or one twice".to_string());
        }
        let line = |a: usize, b: usize| a / columns == b / columns || a % columns == b % columns;
        let in_line = pairs(start.len(), line);
        // Cards count from 1, so number 0 is given nobody.
        let (rank, suit) = (|card: usize| (card - 1) / 4, |card: usize| (card - 1) % 4);
        let go = |a: usize, b: usize| a > 0 && b > 0 && (suit(a) == suit(b) || rank(a).abs_diff(rank(b)) <= 1);
        Ok(Rules { start, in_line, friends: pairs(53, go) })
    }

    /// Plays moves such as ` 7S-8C 8D-2D`, each with a space before it, to the end.
    fn replay(&self, text: &str) -> Result<Claim, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let ["", moves @ ..] = &words[..] else { return Err(format!("'{text}' is no list of moves")) };
        let mut board = self.start.clone();
        for word in moves {
            let find = |card: &str| read_card(card).and_then(|card| board.iter().position(|&top| top == card));
            let cells = word.split_once('-').and_then(|(bird, onto)| Some((find(bird)?, find(onto)?)));
            match cells.filter(|cells| self.moves(&board).any(|legal| legal == *cells)) {
                Some((from, to)) => board = after(&board, from, to),
                None => return Err(format!("'{word}' is not a legal move")),
            }
        }
        match board.iter().filter(|&&card| card > 0).count() {
            1 => Ok(Claim::Solved { moves: moves.iter().map(ToString::to_string).collect() }),
            stacks => Err(format!("{stacks} stacks are left at the end")),
        }
    }

    /// Reads the members, as many as there are after each number of moves, and checks that all play stays among them.
    fn exhaust(&self, bits: &mut Bits<'_>) -> Result<u64, Refused> {
        let mut layer = if self.falls_apart(&self.start) { Vec::new() } else { vec![self.start.clone()] };
        let mut members = layer.len() as u64;
        while !layer.is_empty() {
            let (mut list, mut set) = (Vec::new(), HashSet::new());
            for board in layer {
                if board.iter().filter(|&&card| card > 0).count() == 1 {
                    return refuse(bits.line(), "a member is won");
                }
                for (from, to) in self.moves(&board) {
                    let next = after(&board, from, to);
                    if self.falls_apart(&next) {
                        continue;
                    }
                    let line = bits.line();
                    match (bits.next()?, set.contains(&next)) {
                        (false, true) => {}
                        (true, false) => {
                            set.insert(next.clone());
                            list.push(next);
                        }
                        (false, false) => return refuse(line, "a move leads to a position that is not a member"),
                        (true, true) => return refuse(line, "a member is listed twice"),
                    }
                }
            }
            members += list.len() as u64;
            layer = list;
        }
        bits.finish()?;
        Ok(members)
    }

    /// The legal moves: from cell to cell.
    fn moves(&self, board: &Board) -> impl Iterator<Item = (usize, usize)> {
        let legal = |from: usize, to: usize| {
            let (bird, onto) = (usize::from(board[from]), usize::from(board[to]));
            has(self.in_line[from], to) && has(self.friends[bird], onto)
        };
        (0..board.len())
            .flat_map(move |from| (0..board.len()).map(move |to| (from, to)))
            .filter(move |&(a, b)| legal(a, b))
    }

    /// Whether the card graph or the rook graph is disconnected.
    fn falls_apart(&self, board: &Board) -> bool {
        let occupied = (0..board.len()).filter(|&cell| board[cell] > 0);
        let cards = occupied.clone().fold(0, |set, cell| set | 1 << board[cell]);
        let cells = occupied.fold(0, |set, cell| set | 1 << cell);
        is_disconnected(cards, &self.friends) || is_disconnected(cells, &self.in_line)
    }
}

/// For each number below `count`, the set of the other numbers that are related to it.
fn pairs(count: usize, related: impl Fn(usize, usize) -> bool) -> Vec<u64> {
    let others = |a: usize| (0..count).filter(|&b| a != b && related(a, b)).fold(0, |set, b| set | 1 << b);
    (0..count).map(others).collect()
}

fn has(set: u64, number: usize) -> bool {
    set >> number & 1 == 1
}

/// Whether some of a set cannot be reached from its smallest member by steps within it.
fn is_disconnected(set: u64, neighbours: &[u64]) -> bool {
    let mut reached = set & set.wrapping_neg();
    let mut fresh = reached;
    while fresh != 0 {
        let found = neighbours[fresh.trailing_zeros() as usize] & set & !reached;
        reached |= found;
        fresh = fresh & (fresh - 1) | found;
    }
    reached != set
}

fn after(board: &Board, from: usize, to: usize) -> Board {
    let mut next = board.to_vec();
    next[to] = next[from];
    next[from] = 0;
    next.into()
}

fn read_card(text: &str) -> Option<u8> {
    let &[rank, suit] = text.as_bytes() else { return None };
    let (rank, suit) = (RANKS.find(char::from(rank))?, SUITS.find(char::from(suit))?);
    u8::try_from(4 * rank + suit + 1).ok()
}

/// Reads `--`, `8C` or `8Cx3`. How many cards a stack has does not matter for what can be reached.
fn read_cell(text: &str) -> Result<u8, String> {
    if text == "--" {
        return Ok(0);
    }
    let (card, size) = match text.split_once('x') {
        Some((card, size)) => (card, size.parse().unwrap_or(0)),
        None => (text, 1),
    };
    read_card(card).filter(|_| (1..=49).contains(&size)).ok_or_else(|| format!("'{text}' is not a stack"))
}
