//! The searches on toys: small graphs written as text, and large ones that are never written down.

mod agreement;
mod best_first;
mod containers;
mod dfs;
mod duels;
mod endless;
mod ida_star;
mod limits;
mod memory;
mod ordered_dfs;
mod pancakes;
mod scored_tree;
mod toy;
