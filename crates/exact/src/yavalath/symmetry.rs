//! One number for a position and its eleven images.

use kibitzer_games::yavalath::{Cells, IMAGES, Side};

use super::position::Position;

/// The bytes of a set of cells.
const BYTES: usize = 12;
/// How many bits a [`Code`] has at most: a digit of base three for each of 61 cells.
pub(super) const CODE_BITS: u32 = 97;

/// A number that positions share exactly if one is an image of the other: the cells as digits of base three.
pub(super) type Code = u128;

/// Tables that turn boards by bytes.
pub(super) struct Symmetry {
    /// For each image and each byte of a board, and for each content of it, the turned cells, numbered in the order of reading.
    turned: Box<[[u64; 256]]>,
    /// A byte read in base three.
    ternary: [u16; 256],
}

impl Symmetry {
    pub(super) fn new(side: Side) -> Symmetry {
        let index_of = |bit: usize| (0..side.size()).find(|index| side.nth(*index) == bit).expect("on the board");
        let mut turned = vec![[0; 256]; IMAGES * BYTES].into_boxed_slice();
        for (place, contents) in turned.iter_mut().enumerate() {
            let (which, byte) = (place / BYTES, place % BYTES);
            for (content, cells) in contents.iter_mut().enumerate() {
                let bits = (0..8).filter(|bit| content >> bit & 1 == 1).map(|bit| 8 * byte + bit);
                let on_board = bits.filter(|bit| side.cells() >> bit & 1 == 1);
                *cells = on_board.fold(0, |cells, bit| cells | 1 << index_of(side.image(bit, which)));
            }
        }
        let mut ternary = [0; 256];
        for (byte, digits) in (0_u8..=255).zip(&mut ternary) {
            *digits = (0..8).rev().fold(0, |sum, bit| 3 * sum + u16::from(byte >> bit & 1));
        }
        Symmetry { turned, ternary }
    }

    #[inline]
    fn image(&self, cells: Cells, which: usize) -> u64 {
        let bytes = cells.to_le_bytes();
        self.turned[which * BYTES..][..BYTES]
            .iter()
            .zip(bytes)
            .fold(0, |image, (contents, byte)| image | contents[usize::from(byte)])
    }

    /// The code of a position, and by which image it was found.
    #[inline]
    pub(super) fn code(&self, position: &Position) -> (Code, usize) {
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
}
