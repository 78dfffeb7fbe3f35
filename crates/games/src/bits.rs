//! Sets of small numbers held in one word.

/// The members of a set, smallest first.
///
/// ```
/// assert_eq!(kibitzer_games::bits::members(0b1001_0010).collect::<Vec<_>>(), [1, 4, 7]);
/// ```
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
