//! The board and its rules.

use kibitzer_core::{Duel, Game, Outcome, Payoff, Player, SplitMix, Symmetric, Transposing, Value};

use super::geometry::{Cell, Cells, IMAGES, Side};
use super::lines::{completing, fours, has_four, makes_three, threes, tripling};

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Puts a stone on a cell.
    Place(Cell),
    /// Takes over the first stone, instead of answering it.
    Swap,
}

/// A position of Yavalath.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Yavalath {
    /// The stones of the side to move.
    own: Cells,
    /// The stones of the other side.
    other: Cells,
    side: Side,
    /// Whether the second player may take over the first stone.
    has_swap: bool,
    /// Whether that happened.
    is_swapped: bool,
    /// How it ended for the side to move.
    ended: Option<Value>,
}

/// What decides the future of a position: of its twelve images the one with the smallest numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct YavalathKey {
    own: Cells,
    other: Cells,
    side: Side,
    may_swap: Option<bool>,
}

/// What tells one position from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct YavalathIdentity {
    own: Cells,
    other: Cells,
    rules: (Side, bool, bool),
}

impl Default for Yavalath {
    /// The empty standard board, without swapping.
    fn default() -> Self {
        Yavalath::new(Side::FIVE, false)
    }
}

impl Yavalath {
    /// An empty board.
    #[must_use]
    pub const fn new(side: Side, has_swap: bool) -> Yavalath {
        Yavalath { own: 0, other: 0, side, has_swap, is_swapped: false, ended: None }
    }

    /// The side of the board.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Whether the second player may take over the first stone.
    #[must_use]
    pub const fn has_swap(&self) -> bool {
        self.has_swap
    }

    /// Whether the second player did.
    #[must_use]
    pub const fn is_swapped(&self) -> bool {
        self.is_swapped
    }

    /// The stones of the side to move.
    #[must_use]
    #[inline]
    pub const fn own(&self) -> Cells {
        self.own
    }

    /// The stones of the side that is not to move.
    #[must_use]
    #[inline]
    pub const fn other(&self) -> Cells {
        self.other
    }

    /// The free cells.
    #[must_use]
    #[inline]
    pub const fn free(&self) -> Cells {
        self.side.cells() & !(self.own | self.other)
    }

    /// How many stones are on the board.
    #[must_use]
    pub const fn stones(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    /// How many moves have been made, swapping included.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.stones() + self.is_swapped as u32
    }

    /// The stones of one player.
    #[must_use]
    pub fn stones_of(&self, player: Player) -> Cells {
        if player == self.to_move() { self.own } else { self.other }
    }

    /// Whose stone lies on a cell of the board.
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        let bit = 1 << self.side.bit(cell);
        [self.to_move(), !self.to_move()].into_iter().find(|player| self.stones_of(*player) & bit != 0)
    }

    /// The cells of the line that ended the game, to show to a person; none while it goes on or where it is drawn.
    #[must_use]
    pub fn ending_line(&self) -> Cells {
        let line = fours(self.other);
        if line == 0 { threes(self.other) } else { line }
    }

    /// Whether the side to move may take over the first stone.
    #[must_use]
    #[inline]
    pub const fn may_swap(&self) -> bool {
        self.has_swap && !self.is_swapped && self.own == 0 && self.other != 0
    }

    /// The turn that puts a stone on the cell of a bit.
    #[must_use]
    #[inline]
    pub const fn place(&self, bit: usize) -> Turn {
        Turn::Place(self.side.cell(bit))
    }

    /// The same position before the stone of one cell came; see [`text`](super::text).
    pub(super) const fn without_last(&self, bit: usize) -> Yavalath {
        Yavalath { own: self.other & !(1 << bit), other: self.own, ended: None, ..*self }
    }

    /// One of a set of cells, each equally likely.
    #[inline]
    fn any_of(&self, cells: Cells, stream: &mut SplitMix) -> Turn {
        self.place(nth_bit(cells, stream.below(cells.count_ones() as usize)))
    }

    /// The bit of one of the free cells; there must be one.
    #[inline(always)]
    fn any_free(&self, stream: &mut SplitMix) -> usize {
        // Most cells are free in most games, so the first cell that comes to mind will often do.
        const TRIES: u32 = 8;
        let taken = self.own | self.other;
        for _ in 0..TRIES {
            let bit = self.side.nth(stream.below(self.side.size()));
            if !has(taken, bit) {
                return bit;
            }
        }
        self.any_counted(stream)
    }

    /// The same by counting them. Apart from the rest, which is small enough to become part of its caller.
    #[inline(never)]
    fn any_counted(&self, stream: &mut SplitMix) -> usize {
        let free = self.free();
        nth_bit(free, stream.below(free.count_ones() as usize))
    }

    /// Puts a stone of the side to move on the free cell of a bit.
    #[inline]
    fn put(&mut self, bit: usize) {
        let mover = self.own | 1 << bit;
        self.own = self.other;
        self.other = mover;
        // Four wins even where it also makes three elsewhere.
        self.ended = if makes_three(mover, bit) {
            Some(if has_four(mover) { Value::Loss } else { Value::Win })
        } else if self.free() == 0 {
            Some(Value::Draw)
        } else {
            None
        };
    }
}

/// Whether a set has the cell of a bit; quicker than shifting all of it.
#[inline]
const fn has(cells: Cells, bit: usize) -> bool {
    #[expect(clippy::cast_possible_truncation, reason = "one half of the board, then the other")]
    let half = if bit < 64 { cells as u64 } else { (cells >> 64) as u64 };
    half >> (bit % 64) & 1 == 1
}

/// The bit of the member of a set with this index, counted from the lowest.
#[inline]
const fn nth_bit(cells: Cells, index: usize) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    let low = cells as u64;
    let sums = sums_of_bytes(low);
    let count = (sums >> 56) as usize;
    if index < count {
        nth_of_word(low, sums, index)
    } else {
        let high = (cells >> 64) as u64;
        64 + nth_of_word(high, sums_of_bytes(high), index - count)
    }
}

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// In each byte, how many bits are set in this byte of a word and those below.
const fn sums_of_bytes(word: u64) -> u64 {
    let pairs = word - (word >> 1 & (0x55 * ONES));
    let fours = (pairs & (0x33 * ONES)) + (pairs >> 2 & (0x33 * ONES));
    ((fours + (fours >> 4)) & (0x0f * ONES)).wrapping_mul(ONES)
}

/// The same for one word, which has that many bits: first the byte, by looking at all sums at once, then the bit.
const fn nth_of_word(word: u64, sums: u64, index: usize) -> usize {
    // A byte's high bit stays where its sum is not above the index; neither is as large as 128.
    let passed = (((index as u64 * ONES) | (0x80 * ONES)) - sums) & (0x80 * ONES);
    let start = 8 * ((passed >> 7).wrapping_mul(ONES) >> 56) as usize;
    let mut left = index - (sums << 8 >> start & 0xff) as usize;
    let mut rest = word >> start;
    while left > 0 {
        rest &= rest - 1;
        left -= 1;
    }
    start + rest.trailing_zeros() as usize
}

/// The members of a set, lowest first.
fn members(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (cells != 0).then(|| cells.trailing_zeros() as usize)?;
        cells &= cells - 1;
        Some(first)
    })
}

impl Game for Yavalath {
    type Move = Turn;
    type Key = YavalathKey;

    /// The cells in the order of reading, then the swap.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = Turn> {
        let (free, may_swap) = if self.ended.is_some() { (0, false) } else { (self.free(), self.may_swap()) };
        members(free).map(|bit| self.place(bit)).chain(may_swap.then_some(Turn::Swap))
    }

    #[inline]
    fn play(&mut self, turn: Turn) {
        match turn {
            Turn::Place(cell) => {
                let bit = self.side.bit(cell);
                debug_assert!(self.ended.is_none() && self.free() >> bit & 1 == 1, "{turn} is illegal");
                self.put(bit);
            }
            Turn::Swap => {
                debug_assert!(self.may_swap(), "swapping is for the second move");
                // The stone stays, and is now that of the player who is not to move.
                self.is_swapped = true;
            }
        }
    }

    fn key(&self) -> YavalathKey {
        // Once two stones are there, nobody can swap any more.
        let may_swap = (self.stones() < 2).then_some(self.has_swap && !self.is_swapped);
        let images =
            (0..IMAGES).map(|which| (turned(self.side, self.own, which), turned(self.side, self.other, which)));
        let (own, other) = images.min().expect("there are twelve");
        YavalathKey { own, other, side: self.side, may_swap }
    }
}

/// A set of cells seen through a symmetry.
fn turned(side: Side, cells: Cells, which: usize) -> Cells {
    members(cells).fold(0, |image, bit| image | 1 << side.image(bit, which))
}

impl Duel for Yavalath {
    fn to_move(&self) -> Player {
        if self.plies().is_multiple_of(2) { Player::One } else { Player::Two }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|ended| match ended {
            Value::Win => Outcome::Win(self.to_move()),
            Value::Draw => Outcome::Draw,
            Value::Loss => Outcome::Win(!self.to_move()),
        })
    }
}

impl Payoff for Yavalath {
    const ALTERNATES: bool = true;

    #[inline]
    fn ended(&self) -> Option<Value> {
        self.ended
    }

    #[inline]
    fn nth_move(&self, index: usize) -> Turn {
        let free = self.free();
        if index < free.count_ones() as usize { self.place(nth_bit(free, index)) } else { Turn::Swap }
    }

    #[inline]
    fn random_move(&self, stream: &mut SplitMix) -> Option<Turn> {
        if self.ended.is_some() {
            return None;
        }
        if self.may_swap() && stream.below(self.side.size()) == 0 {
            return Some(Turn::Swap);
        }
        Some(self.place(self.any_free(stream)))
    }

    /// Without a name for the cell, unless somebody asks for it.
    #[expect(clippy::inline_always, reason = "the loop of a playout keeps the board in registers")]
    #[inline(always)]
    fn play_random_move(&mut self, stream: &mut SplitMix) -> Option<Turn> {
        if self.ended.is_some() {
            return None;
        }
        if self.may_swap() && stream.below(self.side.size()) == 0 {
            self.play(Turn::Swap);
            return Some(Turn::Swap);
        }
        let bit = self.any_free(stream);
        self.put(bit);
        Some(self.place(bit))
    }

    /// Makes four; else stops the one four that the other side can make, unless that makes three; else avoids making
    /// three; else moves at random.
    #[inline]
    fn decisive_move(&self, stream: &mut SplitMix) -> Option<Turn> {
        if self.ended.is_some() {
            return None;
        }
        let free = self.free();
        let wins = completing(self.own) & free;
        if wins != 0 {
            return Some(self.any_of(wins, stream));
        }
        let threats = completing(self.other) & free;
        let answers = if threats == 0 { free } else { threats };
        let can_stop = threats & threats.wrapping_sub(1) == 0;
        let safe = if can_stop { answers & !tripling(self.own) } else { 0 };
        Some(if safe == 0 { self.place(self.any_free(stream)) } else { self.any_of(safe, stream) })
    }
}

impl Transposing for Yavalath {
    type Identity = YavalathIdentity;

    #[inline]
    fn identity(&self) -> YavalathIdentity {
        // After the second stone the swap is history, but it still tells whose turn it is.
        YavalathIdentity { own: self.own, other: self.other, rules: (self.side, self.has_swap, self.is_swapped) }
    }
}

impl Symmetric for Yavalath {
    const IMAGES: usize = IMAGES;

    fn image(&self, which: usize) -> Self {
        let turned = |cells| turned(self.side, cells, which);
        Yavalath { own: turned(self.own), other: turned(self.other), ..*self }
    }

    fn image_of_move(&self, turn: Turn, which: usize) -> Turn {
        match turn {
            Turn::Place(cell) => self.place(self.side.image(self.side.bit(cell), which)),
            Turn::Swap => Turn::Swap,
        }
    }
}
