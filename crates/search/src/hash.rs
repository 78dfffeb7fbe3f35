//! The hash of keys in [`Table`](crate::Table).

use std::hash::{Hash, Hasher};

/// Two odd words without structure: digits of pi after the point.
const SEED: u64 = 0x2437_F6A8_885A_308D;
const FACTOR: u64 = 0x1319_8A2E_0370_7345;

/// 32 bits of which each depends on all of the key. The table splits by the low bits and compares them all.
pub(crate) fn hash<K: Hash>(key: &K) -> u32 {
    let mut hasher = FoldHasher(SEED);
    key.hash(&mut hasher);
    let folded = fold(hasher.0, FACTOR);
    #[expect(clippy::cast_possible_truncation, reason = "32 good bits are wanted")]
    let low = folded as u32;
    low
}

/// Multiplies to 128 bits and folds the halves together: unlike a 64-bit product, whose low bits never hear of the high
/// bits of a word, this mixes upwards and downwards. Bitboards often differ in high bits alone.
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the product are wanted")]
    let (low, high) = (wide as u64, (wide >> 64) as u64);
    low ^ high
}

struct FoldHasher(u64);

impl FoldHasher {
    fn add(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, FACTOR).wrapping_add(SEED);
    }
}

impl Hasher for FoldHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.add(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.add(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_that_differ_in_high_bits_alone_spread() {
        // With a 64-bit product per word these 65,536 keys would have but 256 hashes.
        let keys = (0..1_u64 << 16).map(|n| [(n & 0xFF) << 56, (n >> 8) << 56]);
        let hashes: HashSet<u32> = keys.clone().map(|key| hash(&key)).collect();
        let low_bytes: HashSet<u32> = keys.take(4096).map(|key| hash(&key) & 0xFFF).collect();
        assert!(hashes.len() > 65_500, "{}", hashes.len());
        // 4096 balls into 4096 urns leave 1/e of them empty.
        assert!((2450..=2730).contains(&low_bytes.len()), "{}", low_bytes.len());
    }

    #[test]
    fn every_byte_of_a_slice_counts() {
        let zero = [0_u8; 13];
        let hashes: HashSet<u32> = (0..13)
            .map(|place| {
                let mut bytes = zero;
                bytes[place] = 1;
                hash(&bytes)
            })
            .chain([hash(&zero)])
            .collect();
        assert_eq!(hashes.len(), 14);
    }
}
