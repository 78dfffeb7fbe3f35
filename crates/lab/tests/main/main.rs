//! The lab from outside, on small censuses with small parts.

mod census;
mod counts;
mod damage;
mod race;
mod verify;
