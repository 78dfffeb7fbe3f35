//! What of a position still matters.
//!
//! Write `A` for the stones of one side, `F` for the free cells and `S` for those where a stone would not make three. As
//! stones stay, `S` only shrinks. Whoever makes four does so in a gap of a line of four whose other cells he has, and
//! each of those is in `A` now or was in `S` when he took it; so the gap is in `L`, the free cells that complete four
//! together with `A ∪ S`. Hence a side ever plays in `S ∪ L` only, its *reach*: anywhere else it makes three, now and
//! later, and never four.
//!
//! Let `R` be `A` with the reach. Lines of three or four that a side completes one day lie in its `R`, or it has just lost
//! by leaving its reach. So a stone through which no line of three in `R` runs is *spent*: it is in the way of the other
//! side as a wall would be, and no more. A free cell out of reach of both sides is *sealed*, and a wall as well. The
//! rules go on with the stones that are not spent and the two reaches: they say which moves there are, which lines they
//! complete, and who is left without a move. One thing has to be added: that a cell is sealed, since a side without a
//! move loses if a cell is free, and else draws. So positions that agree in all this have the same value.
//!
//! A cell of a side's reach through which no line of three in its `R` runs is worth a move to it, and nothing else. Such
//! a cell is a *spare* move of this side if the other one cannot reach it, and *common* if it is such a cell for both.
//! Two common cells can be left out, and so can a spare move of each side: whoever has a plan for the rest answers the
//! one with the other, so that the plan goes on where it was; and if the rest is full, so is the board after both. No
//! answer is forced then, as a side that can make four at its turn does so in the rest, too. What matters is whether the
//! number of common cells is odd, and how many more spare moves a side has than the other.

use super::position::Position;
use super::word::Word;

/// No more spare moves than this are taken off the board.
pub(super) const MOST_SPARE: i32 = 3;

/// All of a position that its value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Essence<W> {
    /// The stones of the side to move that are not spent.
    pub(super) own: W,
    /// Those of the other side.
    pub(super) other: W,
    /// The reach of the side to move, without cells that are left out.
    pub(super) for_own: W,
    /// That of the other side.
    pub(super) for_other: W,
    /// How many spare moves the side to move has more than the other, of those that are left out.
    pub(super) spare: i32,
    /// Whether the number of common cells is odd; they are left out.
    pub(super) is_odd: bool,
    /// Whether a cell is sealed.
    pub(super) is_sealed: bool,
}

impl<W: Word> Essence<W> {
    /// Of no position: nothing is left, and yet a spare move is out of proportion.
    pub(super) fn none() -> Essence<W> {
        let [own, other, for_own, for_other] = [W::NONE; 4];
        Essence { own, other, for_own, for_other, spare: MOST_SPARE + 1, is_odd: false, is_sealed: false }
    }
}

/// One side of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect<W> {
    /// The cells it may still take.
    pub(super) reach: W,
    /// The cells where lines of three of its own may still run, with stones.
    pub(super) lively: W,
    /// Whether it may still make four.
    pub(super) has_hope: bool,
}

impl<W: Word> Prospect<W> {
    #[inline]
    pub(super) fn new(stones: W, free: W) -> Prospect<W> {
        let safe = free & !stones.tripling();
        let hopes = (stones | safe).completing() & free;
        let reach = safe | hopes;
        Prospect { reach, lively: (stones | reach).threes(), has_hope: !hopes.is_empty() }
    }
}

/// What is seen of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospects<W> {
    pub(super) own: Prospect<W>,
    pub(super) other: Prospect<W>,
}

impl<W: Word> Prospects<W> {
    #[inline]
    pub(super) fn new(position: &Position<W>) -> Prospects<W> {
        Prospects {
            own: Prospect::new(position.own, position.free),
            other: Prospect::new(position.other, position.free),
        }
    }

    /// The common cells.
    #[inline]
    pub(super) fn common(&self) -> W {
        self.own.reach & self.other.reach & !self.own.lively & !self.other.lively
    }

    /// The spare moves of the side to move.
    #[inline]
    pub(super) fn own_spare(&self) -> W {
        self.own.reach & !self.own.lively & !self.other.reach
    }

    /// Those of the other side.
    #[inline]
    pub(super) fn other_spare(&self) -> W {
        self.other.reach & !self.other.lively & !self.own.reach
    }

    /// The moves of the side to move that do no more than to pass.
    #[inline]
    pub(super) fn idle(&self) -> W {
        self.common() | self.own_spare()
    }

    /// The moves that are not left out, one for all that are the same.
    #[inline]
    pub(super) fn moves(&self) -> W {
        let (common, spare) = (self.common(), self.own_spare());
        let is_ahead = spare.count() > self.other_spare().count();
        let common = if common.count() % 2 == 1 { common.lowest() } else { W::NONE };
        let one_spare = if is_ahead { spare.lowest() } else { W::NONE };
        self.own.reach & !self.idle() | common | one_spare
    }

    /// Whether nothing is left but what can be left out.
    #[inline]
    pub(super) fn is_full(&self, position: &Position<W>) -> bool {
        let (common, mine, theirs) = (self.common(), self.own_spare(), self.other_spare());
        position.free == common | mine | theirs && common.count() % 2 == 0 && mine.count() == theirs.count()
    }

    /// All that matters.
    #[inline]
    pub(super) fn essence(&self, position: &Position<W>) -> Essence<W> {
        let (common, mut mine, mut theirs) = (self.common(), self.own_spare(), self.other_spare());
        let balance = mine.count().cast_signed() - theirs.count().cast_signed();
        // What is too many to be counted stays.
        for _ in MOST_SPARE..balance {
            mine ^= mine.lowest();
        }
        for _ in MOST_SPARE..-balance {
            theirs ^= theirs.lowest();
        }
        let left_out = common | mine | theirs;
        Essence {
            own: position.own & self.own.lively,
            other: position.other & self.other.lively,
            for_own: self.own.reach & !left_out,
            for_other: self.other.reach & !left_out,
            spare: balance.clamp(-MOST_SPARE, MOST_SPARE),
            is_odd: common.count() % 2 == 1,
            is_sealed: !(position.free & !self.own.reach & !self.other.reach).is_empty(),
        }
    }
}

#[cfg(test)]
mod tests;
