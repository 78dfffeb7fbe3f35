//! What models read of a position: a fixed list of named numbers.

pub mod birds;

mod polynomial;

pub use polynomial::Polynomial;

/// A way to turn a position into numbers, always as many and always in the same order.
pub trait Features<P: ?Sized> {
    /// What each number is called; the names have no spaces, since they stand in model files.
    fn names(&self) -> Vec<String>;

    /// Appends the numbers of a position.
    fn measure(&self, state: &P, out: &mut Vec<f32>);
}

/// Two descriptions, one after the other.
impl<P: ?Sized, A: Features<P>, B: Features<P>> Features<P> for (A, B) {
    fn names(&self) -> Vec<String> {
        [self.0.names(), self.1.names()].concat()
    }

    fn measure(&self, state: &P, out: &mut Vec<f32>) {
        self.0.measure(state, out);
        self.1.measure(state, out);
    }
}
