//! A set of positions of the stash, by their exact numbers.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Numbers that have been seen.
pub(super) type Seen = HashSet<u128, BuildHasherDefault<Folding>>;

/// Multiplies each half by an odd number to 128 bits and folds it: the keys are ours, so nobody chooses them to collide.
#[derive(Default)]
pub(super) struct Folding(u64);

const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03];

fn fold(word: u64, factor: u64) -> u64 {
    let wide = u128::from(word) * u128::from(factor);
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the product are wanted")]
    let (low, high) = (wide as u64, (wide >> 64) as u64);
    low ^ high
}

impl Hasher for Folding {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = fold(self.0 ^ u64::from(byte), FACTORS[0]);
        }
    }

    fn write_u128(&mut self, number: u128) {
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of the number are wanted")]
        let (low, high) = (number as u64, (number >> 64) as u64);
        self.0 = fold(low ^ FACTORS[1], FACTORS[0]) ^ fold(high ^ FACTORS[0], FACTORS[1]);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
