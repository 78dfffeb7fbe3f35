//! One small random stream, so that every library that needs luck is given a seed and needs no dependency.

/// `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
///
/// The stream of a seed never changes between releases: deals and tests rely on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix {
    state: u64,
}

impl SplitMix {
    /// The stream of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Where the stream is: a new stream of this seed goes on as this one would.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each equally likely.
    ///
    /// # Panics
    /// If `bound` is 0: there is no such number.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "nothing lies below 0");
        // Multiply and keep the high half (Lemire 2019); draws that would favour some numbers are rejected. They are below
        // the bound, so that few draws need the division that tells them.
        let bound = bound as u64;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(bound);
            #[expect(clippy::cast_possible_truncation, reason = "the two halves of the product are wanted")]
            let (low, high) = (wide as u64, (wide >> 64) as usize);
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return high;
            }
        }
    }

    /// Puts the items into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follows_the_published_stream() {
        // The reference outputs for seed 1234567, from the authors' C program as quoted by Rosetta Code.
        let mut stream = SplitMix::new(1_234_567);
        let drawn: Vec<u64> = (0..3).map(|_| stream.next_u64()).collect();
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn below_reaches_every_number_about_equally_often() {
        let mut stream = SplitMix::new(1);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[stream.below(7)] += 1;
        }
        // Binomial with mean 10,000 and deviation 93: five deviations either way.
        assert!(seen.iter().all(|count| (9_535..=10_465).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..52).collect();
        SplitMix::new(9).shuffle(&mut items);
        assert_ne!(items, (0..52).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..52).collect::<Vec<_>>());
    }
}
