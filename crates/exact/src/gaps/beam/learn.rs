//! Experimental.
use super::super::board::{Board, Frame, GAP, is_first, is_lowest};
pub const N: usize = 48;
pub fn features(frame: Frame, b: &Board) -> [f32; N] {
    let mut x = [0f32; N];
    let highest = frame.ranks() - 1;
    let rows = frame.rows;
    let mut has_first_gap = false;
    for row in 0..rows { has_first_gap |= b.at(16 * row) == GAP; }
    let gap_right = |cell: u8| b.at(cell + 1) == GAP;
    let mut lengths = [0f32; 4];
    for row in 0..rows {
        let first = b.at(16 * row);
        if first == GAP { x[0] += 1.0; continue; }
        if is_lowest(first) {
            let l = (1..=highest).find(|a| b.at(16 * row + a) != first + a).unwrap_or(highest + 1);
            let lf = f32::from(l);
            lengths[usize::from(row)] = lf;
            x[1] += lf / 12.0; x[2] += lf * lf / 144.0;
            if l > highest { x[3] += 1.0; continue; }
            let c = b.at(16 * row + l);
            if c == GAP { x[4] += 1.0; } else {
                let free = if is_lowest(c) { has_first_gap } else { gap_right(b.place(c - 1)) };
                if free { x[5] += 1.0; }
                if c & 15 == highest { x[6] += 1.0; }
                x[7] += f32::from(c & 15) / 12.0;
                if is_lowest(c) { x[42] += 1.0; }
            }
            let n = b.place(first + l);
            if is_first(n) { x[10] += 1.0; } else {
                let left = b.at(n - 1);
                if left == GAP { x[8] += 1.0; } else if left & 15 == highest { x[9] += 1.0; }
                if n & 15 > highest { x[43] += 1.0; }
            }
            if first & 15 == 0 { x[38] += 1.0; }
        } else {
            x[11] += f32::from(first & 15) / 12.0; x[12] += 1.0;
            let p = b.place(first - 1);
            if gap_right(p) { x[13] += 1.0; }
            let r = b.at(p + 1);
            if r != GAP && r & 15 == highest && p & 15 <= highest { x[14] += 1.0; }
            if p & 15 > highest { x[15] += 1.0; }
            if first & 15 == highest { x[16] += 1.0; }
            if is_first(p) { x[44] += 1.0; }
        }
    }
    let mut live = 0; let mut dead = 0;
    for &gap in &b.gaps[..usize::from(rows)] {
        if is_first(gap) { continue; }
        let left = b.at(gap - 1);
        if left == GAP { x[17] += 1.0; dead += 1; if gap & 15 > highest { x[45] += 1.0; } }
        else if left & 15 == highest { if gap & 15 > highest { x[18] += 1.0; } else { x[19] += 1.0; dead += 1; } }
        else {
            live += 1;
            x[20] += 1.0;
            let next = b.place(left + 1);
            if is_first(next) { x[22] += 1.0; } else { let l2 = b.at(next - 1); if l2 == GAP || l2 & 15 == highest { x[23] += 1.0; } }
            let start = gap & 0x30; let f = left & 0x30;
            if left & 15 == (gap - 1) & 15 && (start..gap).zip(f..).all(|(cell, card)| b.at(cell) == card) { x[21] += 1.0; }
        }
        x[24] += f32::from(gap & 15) / 12.0;
    }
    if live == 0 { x[25] = 1.0; } else if live == 1 { x[26] = 1.0; }
    x[27] = (dead * dead) as f32 / 4.0;
    for card in frame.cards() {
        let p = b.place(card);
        if card & 15 != highest && b.at(p + 1) == card + 1 { x[28] += 0.1; if p & 15 == card & 15 { x[29] += 0.1; } }
        if p & 15 == card & 15 { x[30] += 0.1; }
        if p & 15 > highest && card & 15 != highest { x[39] += 1.0; }
        let d = f32::from(p & 15) - f32::from(card & 15);
        if d > 0.0 { x[46] += d / 48.0; } else { x[47] -= d / 48.0; }
    }
    let mut places = [[0f32; 4]; 4];
    for card in frame.cards() { let p = b.place(card); if p & 15 == card & 15 { places[usize::from(card >> 4)][usize::from(p >> 4)] += 0.1; } }
    let mut best = 0f32;
    for a in 0..4 { for c in 0..4 { if c == a { continue; } for d in 0..4 { if d == a || d == c { continue; } let e = 6 - a - c - d; best = best.max(places[0][a] + places[1][c] + places[2][d] + places[3][e]); } } }
    x[31] = best;
    for suit in 0..rows {
        let k = b.place(16 * suit + highest);
        x[32] += f32::from(k & 15) / 12.0;
        if k & 15 > highest { x[33] += 1.0; } else if k & 15 == highest { x[34] += 1.0; } else if is_first(k) { x[35] += 1.0; }
        let l = b.place(16 * suit);
        if !is_first(l) { x[37] += f32::from(l & 15) / 12.0; let left = b.at(l - 1); if left == GAP || left & 15 == highest { x[36] += 1.0; } }
    }
    lengths.sort_by(f32::total_cmp);
    x[40] = lengths[3] / 12.0; x[41] = lengths[2] / 12.0;
    x
}
