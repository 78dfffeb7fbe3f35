//! A rich description of a position, for models that may take their time.

use kibitzer_games::birds::Birds;
use kibitzer_games::bits::members;

use crate::features::Features;

use super::Glance;
use super::graphs::{Graphs, Rows, components, cuts, reach, strangers};

/// Some seventy numbers: degrees in the three graphs, cut cards and cut cells, flights that split nothing, histograms of
/// suits, ranks, rows and columns, and how many positions after one move are not dead at sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board;

/// Degrees from here on are counted together.
const MOST_DEGREE: usize = 7;
/// The longest rows and columns that are listed.
const LISTED_LINES: usize = 4;

impl Features<Birds> for Board {
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut list = |words: &[&str]| names.extend(words.iter().map(ToString::to_string));
        list(&["stacks", "moves", "pairs", "lines", "strangers_card", "strangers_cell", "strangers_legal"]);
        list(&["parts_card", "parts_cell", "parts_legal", "alone_legal", "largest_legal"]);
        list(&["cut_cards", "cut_cells", "cut_both", "cut_legal"]);
        list(&["safe_flights", "safe_birds", "safe_targets", "safe_parts", "stuck"]);
        list(&["children", "live_children", "best_child_safe", "second_child_safe", "sum_child_safe"]);
        list(&["leaf_cards", "leaf_cards_in_line", "leaf_cards_one_holder", "far_pairs", "weak_edges", "triangles"]);
        for graph in ["card", "cell", "legal"] {
            names.extend((0..=MOST_DEGREE).map(|degree| format!("{graph}_degree_{degree}")));
        }
        names.extend((0..4).map(|place| format!("suit_{place}")));
        names.extend((1..=4).map(|size| format!("ranks_of_{size}")));
        names.push("rank_gaps".to_string());
        for line in ["row", "column"] {
            names.extend((0..LISTED_LINES).map(|place| format!("{line}_{place}")));
        }
        names
    }

    fn measure(&self, state: &Birds, out: &mut Vec<f32>) {
        let graphs = Graphs::new(state);
        let glance = Glance::new(state);
        let mut push = |count: u32| out.push(exact(count));
        connection(&graphs, &mut push);
        flights(&graphs, &mut push);
        shape(&graphs, &mut push);
        for rows in [&graphs.card, &graphs.cell, &graphs.legal] {
            let mut histogram = [0; MOST_DEGREE + 1];
            for vertex in members(graphs.all) {
                histogram[(rows[vertex].count_ones() as usize).min(MOST_DEGREE)] += 1;
            }
            histogram.into_iter().for_each(&mut push);
        }
        faces(&glance, &mut push);
        lines(state, &mut push);
    }
}

#[expect(clippy::cast_precision_loss, reason = "the counts of a board are below 2^24")]
fn exact(count: u32) -> f32 {
    count as f32
}

fn degree_sum(rows: &Rows, all: u64) -> u32 {
    members(all).map(|vertex| rows[vertex].count_ones()).sum()
}

/// Edges, parts and cuts of the three graphs.
fn connection(graphs: &Graphs, push: &mut impl FnMut(u32)) {
    let Graphs { all, card, cell, legal } = graphs;
    push(all.count_ones());
    push(degree_sum(legal, *all));
    push(degree_sum(card, *all));
    push(degree_sum(cell, *all));
    for rows in [card, cell, legal] {
        push(strangers(rows, *all));
    }
    for rows in [card, cell, legal] {
        push(components(rows, *all));
    }
    push(alone(legal, *all));
    push(members(*all).map(|vertex| reach(legal, 1 << vertex, *all).count_ones()).max().unwrap_or(0));
    let (cut_cards, cut_cells) = (cuts(card, *all), cuts(cell, *all));
    push(cut_cards.count_ones());
    push(cut_cells.count_ones());
    push((cut_cards & cut_cells).count_ones());
    push(cuts(legal, *all).count_ones());
}

fn alone(rows: &Rows, all: u64) -> u32 {
    exact_count(members(all).filter(|&vertex| rows[vertex] == 0).count())
}

fn exact_count(count: usize) -> u32 {
    u32::try_from(count).expect("a board has few of anything")
}

/// The flights that neither leave a cut cell nor cover a cut card, as rows: from each vertex, onto which others.
fn safe_rows(graphs: &Graphs) -> Rows {
    let (cut_cards, cut_cells) = (cuts(&graphs.card, graphs.all), cuts(&graphs.cell, graphs.all));
    let mut safe = graphs.legal;
    for (vertex, row) in safe.iter_mut().enumerate() {
        *row = if cut_cells >> vertex & 1 == 1 { 0 } else { *row & !cut_cards };
    }
    safe
}

/// What can be played, and what can be played after that.
fn flights(graphs: &Graphs, push: &mut impl FnMut(u32)) {
    let safe = safe_rows(graphs);
    let targets = safe.iter().fold(0, |targets, row| targets | row);
    let birds =
        members(graphs.all).filter(|&vertex| safe[vertex] != 0).fold(0_u64, |birds, vertex| birds | 1 << vertex);
    push(degree_sum(&safe, graphs.all));
    push(birds.count_ones());
    push(targets.count_ones());
    let mut either = safe;
    for from in members(graphs.all) {
        members(safe[from]).for_each(|to| either[to] |= 1 << from);
    }
    push(components(&either, graphs.all));
    push(alone(&either, graphs.all));
    let (mut live, mut best, mut second, mut sum) = (0, 0, 0, 0);
    for from in members(graphs.all) {
        for to in members(safe[from]) {
            let next = graphs.after(from, to);
            if next.is_dead() {
                continue;
            }
            let next_safe = if next.all.is_power_of_two() { 1 } else { degree_sum(&safe_rows(&next), next.all) };
            live += 1;
            sum += next_safe;
            if next_safe > best {
                second = best;
                best = next_safe;
            } else {
                second = second.max(next_safe);
            }
        }
    }
    push(degree_sum(&graphs.legal, graphs.all));
    push(live);
    push(best);
    push(second);
    push(sum);
}

/// Cards with a single partner, compatible pairs that are far apart, and how dense the card graph is.
fn shape(graphs: &Graphs, push: &mut impl FnMut(u32)) {
    let Graphs { all, card, cell, .. } = graphs;
    let leaves: Vec<usize> = members(*all).filter(|&vertex| card[vertex].is_power_of_two()).collect();
    push(exact_count(leaves.len()));
    push(exact_count(leaves.iter().filter(|&&leaf| card[leaf] & cell[leaf] != 0).count()));
    push(leaves.iter().fold(0, |holders, &leaf| holders | card[leaf]).count_ones());
    // Compatible, not in line, and no occupied cell is in line with both.
    let far = |a: usize, b: usize| cell[a] >> b & 1 == 0 && cell[a] & cell[b] == 0;
    let count = |test: &dyn Fn(usize, usize) -> bool| {
        let edges = members(*all).flat_map(|a| members(card[a] & (u64::MAX << a)).map(move |b| (a, b)));
        exact_count(edges.filter(|&(a, b)| test(a, b)).count())
    };
    push(count(&far));
    push(count(&|a, b| card[a] & card[b] == 0));
    let triangles: u32 =
        members(*all).flat_map(|a| members(card[a]).map(move |b| (card[a] & card[b]).count_ones())).sum();
    push(triangles / 6);
}

/// Suits from the largest to the smallest, ranks by size, and ranks that part the deck: without a card between others.
fn faces(glance: &Glance<'_>, push: &mut impl FnMut(u32)) {
    let mut suits = glance.suits();
    suits.sort_unstable_by(|a, b| b.cmp(a));
    suits.into_iter().for_each(&mut *push);
    let ranks = glance.ranks();
    for size in 1..=4 {
        push(exact_count(ranks.iter().filter(|&&count| count == size).count()));
    }
    let used: Vec<usize> = (0..ranks.len()).filter(|&rank| ranks[rank] > 0).collect();
    push(exact_count(used.windows(2).filter(|pair| pair[1] - pair[0] > 1).count()));
}

/// The sizes of rows and columns, of the two readings the one that is larger, so that turning the board changes nothing.
fn lines(state: &Birds, push: &mut impl FnMut(u32)) {
    let mut sizes = [[0_u32; 7]; 2];
    for (row, column, _) in state.stacks() {
        sizes[0][row] += 1;
        sizes[1][column] += 1;
    }
    for lines in &mut sizes {
        lines.sort_unstable_by(|a, b| b.cmp(a));
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.iter().flat_map(|lines| &lines[..LISTED_LINES]).for_each(|&size| push(size));
}

#[cfg(test)]
mod tests {
    use kibitzer_core::Symmetric;

    use super::super::glance::tests::positions;
    use super::*;

    fn row(board: &Birds) -> Vec<f32> {
        let mut row = Vec::new();
        Board.measure(board, &mut row);
        row
    }

    #[test]
    fn there_is_a_number_for_each_name_and_symmetry_changes_none() {
        for board in positions(60) {
            let numbers = row(&board);
            assert_eq!(numbers.len(), Board.names().len());
            for image in 1..Birds::IMAGES {
                assert_eq!(row(&board.image(image)), numbers, "{board}");
            }
        }
    }

    #[test]
    fn a_board_that_is_nearly_won_is_read_rightly() {
        let board: Birds = "8C 7S / -- 8D".parse().expect("a board");
        let numbers = row(&board);
        let value = |name: &str| numbers[Board.names().iter().position(|other| other == name).expect("a feature")];
        assert_eq!(value("stacks"), 3.0);
        assert_eq!(value("moves"), 4.0);
        assert_eq!(value("pairs"), 6.0);
        // 7S lies on the cell that joins the others.
        assert_eq!((value("cut_cells"), value("cut_cards")), (1.0, 0.0));
        assert_eq!((value("safe_flights"), value("live_children")), (2.0, 2.0));
        assert_eq!(value("triangles"), 1.0);
        assert_eq!((value("suit_0"), value("ranks_of_2"), value("row_0")), (1.0, 1.0, 2.0));
    }
}
