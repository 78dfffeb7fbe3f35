//! One number for a position and its eleven images.

use std::marker::PhantomData;

use kibitzer_games::yavalath::{Cells, IMAGES, Side};

use super::essence::{Essence, MOST_SPARE, Prospects};
use super::position::Position;
use super::word::Word;

/// How many bits a [`Symmetry::code`] has at most: a digit of base three for each of 61 cells.
const CODE_BITS: u32 = 97;

/// A number for a position and its images.
pub(super) type Code = u128;

/// Tables that turn boards by bytes.
pub(super) struct Symmetry<W = Cells> {
    /// For each image and each byte of a board, and for each content of it, the turned cells, numbered in the order of reading.
    turned: Box<[[u64; 256]]>,
    /// A byte read in base three.
    ternary: [u16; 256],
    /// A byte read in base six.
    senary: [u32; 256],
    side: Side,
    word: PhantomData<W>,
}

impl<W: Word> Symmetry<W> {
    pub(super) fn new(side: Side) -> Symmetry<W> {
        let index_of = |bit: usize| (0..side.size()).find(|index| side.nth(*index) == bit).expect("on the board");
        let mut turned = vec![[0; 256]; IMAGES * W::BYTES].into_boxed_slice();
        for (place, contents) in turned.iter_mut().enumerate() {
            let (which, byte) = (place / W::BYTES, place % W::BYTES);
            for (content, cells) in contents.iter_mut().enumerate() {
                let set = W::from_number((content as u128) << (8 * byte)).widened() & side.cells();
                let on_board = (0..Cells::BITS as usize).filter(|bit| set >> bit & 1 == 1);
                *cells = on_board.fold(0, |cells, bit| cells | 1 << index_of(side.image(bit, which)));
            }
        }
        let mut ternary = [0; 256];
        for (byte, digits) in (0_u8..=255).zip(&mut ternary) {
            *digits = (0..8).rev().fold(0, |sum, bit| 3 * sum + u16::from(byte >> bit & 1));
        }
        let mut senary = [0; 256];
        for (byte, digits) in (0_u8..=255).zip(&mut senary) {
            *digits = (0..8).rev().fold(0, |sum, bit| 6 * sum + u32::from(byte >> bit & 1));
        }
        Symmetry { turned, ternary, senary, side, word: PhantomData }
    }

    /// How many bits a [`key`](Symmetry::key) has at most.
    #[expect(clippy::cast_possible_truncation, reason = "at most 61")]
    pub(super) const fn key_bits(side: Side) -> u32 {
        if has_classes(side) { (6_u128.pow(side.size() as u32) * REST).ilog2() + 1 } else { CODE_BITS }
    }

    /// A number that positions share only if they have the same value and the same side hunts.
    #[inline]
    pub(super) fn key(&self, position: &Position<W>, is_hunter: bool) -> Code {
        if has_classes(self.side) {
            self.class(&Prospects::new(position).essence(position), is_hunter)
        } else {
            // The number of stones tells who hunts.
            self.code(position).0
        }
    }

    #[inline]
    fn image(&self, cells: W, which: usize) -> u64 {
        let bytes = cells.number().to_le_bytes();
        self.turned[which * W::BYTES..][..W::BYTES]
            .iter()
            .zip(bytes)
            .fold(0, |image, (contents, byte)| image | contents[usize::from(byte)])
    }

    /// A number that positions share exactly if one is an image of the other: the cells as digits of base three; and by which image it was found.
    #[inline]
    pub(super) fn code(&self, position: &Position<W>) -> (Code, usize) {
        let (mut own, mut other, mut best) = (u64::MAX, u64::MAX, 0);
        for which in 0..IMAGES {
            let image = self.image(position.own, which);
            if image > own {
                continue;
            }
            let other_image = self.image(position.other, which);
            if image < own || other_image < other {
                (own, other, best) = (image, other_image, which);
            }
        }
        (self.packed(own, other), best)
    }

    /// Digits 1 for own stones, 2 for the other side's.
    #[inline]
    fn packed(&self, own: u64, other: u64) -> Code {
        const HALF: u128 = 3_u128.pow(32);
        let digits = |shift: u32| {
            let byte = |cells: u64| u64::from(self.ternary[(cells >> shift & 0xFF) as usize]);
            byte(own) + 2 * byte(other)
        };
        let half = |from: u32| [24, 16, 8, 0].into_iter().fold(0, |sum, at| sum * 6561 + digits(from + at));
        u128::from(half(32)) * HALF + u128::from(half(0))
    }

    /// A number that essences share exactly if one is an image of the other and the same side hunts, on boards of up to
    /// 37 cells.
    #[inline]
    pub(super) fn class(&self, essence: &Essence<W>, is_hunter: bool) -> Code {
        let both = essence.for_own & essence.for_other;
        let planes = [both, essence.own, essence.other, essence.for_own & !both, essence.for_other & !both];
        let mut least = [u64::MAX; 5];
        for which in 0..IMAGES {
            let mut is_less = false;
            let mut images = [0; 5];
            for ((image, plane), least) in images.iter_mut().zip(planes).zip(least) {
                *image = self.image(plane, which);
                if !is_less && *image > least {
                    break;
                }
                is_less |= *image < least;
            }
            if is_less {
                least = images;
            }
        }
        let digits = |shift: u32| {
            let byte = |cells: u64| u64::from(self.senary[(cells >> shift & 0xFF) as usize]);
            least.into_iter().zip(1..).map(|(cells, digit)| digit * byte(cells)).sum::<u64>()
        };
        let low = u128::from(digits(8) * EIGHT + digits(0));
        let high = u128::from(digits(24) * EIGHT + digits(16));
        let cells = (u128::from(digits(32)) * SIXTEEN + high) * SIXTEEN + low;
        let spare = (essence.spare + MOST_SPARE).cast_unsigned();
        let more = spare << 3 | u32::from(essence.is_odd) << 2 | u32::from(essence.is_sealed) << 1;
        cells * REST + u128::from(more | u32::from(is_hunter))
    }
}

/// Whether a class fits a [`Code`] with room to spare.
const fn has_classes(side: Side) -> bool {
    side.size() <= 37
}

const EIGHT: u64 = 6_u64.pow(8);
const SIXTEEN: u128 = 6_u128.pow(16);
/// Seven numbers of spare moves, and three bits.
const REST: u128 = 7 << 3;
