//! The kibitzer command.
fn main() {}
