//! Boards of the catalog as they travel.

use kibitzer_catalog::{
    self as catalog, CardBoard, CardContent, CardLayout, DuelRoom, Ending, Fits, Outcome, Place, Player, PuzzleRoom,
    Room, Square,
};

use crate::advice::words::number;
use crate::refusal::Refusal;
use crate::sessions::Session;
use crate::wire::answers::{LegalMove, Look, State};
use crate::wire::board::{Board, BoardKind, Card, Cell, Threat};

/// All that there is to see of a position.
pub(crate) fn look(session: &Session) -> Result<Look, Refusal> {
    match &session.room {
        Room::Puzzle(room) => puzzle(room.as_ref(), session),
        Room::Duel(room) => duel(room.as_ref(), session),
    }
}

fn id(row: usize, column: usize) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

fn puzzle(room: &dyn PuzzleRoom, session: &Session) -> Result<Look, Refusal> {
    let layout = room.layout(&session.position).map_err(Refusal::bad)?;
    let drawn = room.board(&session.position).map_err(Refusal::bad)?;
    let is_won = room.replay(&session.position, "").map_err(Refusal::bad)?.ending == Ending::Goal;
    let place = |place: Place| Some(id(place.row, place.column));
    let legal =
        layout.steps.iter().map(|step| LegalMove { mv: step.mv.clone(), from: place(step.from), to: place(step.to) });
    let legal: Vec<_> = legal.collect();
    let state = match () {
        () if is_won => State::Won,
        () if legal.is_empty() => State::Stuck,
        () => State::Playing,
    };
    Ok(Look {
        game: room.game().to_string(),
        start: session.start.clone(),
        moves: session.moves.clone(),
        position: session.position.clone(),
        board: cards(&layout, drawn.as_ref()),
        legal,
        to_move: None,
        state,
        winner: None,
        redeals: Some(room.redeals()).filter(|redeals| *redeals > 0),
        remark: None,
    })
}

fn cards(layout: &CardLayout, drawn: Option<&CardBoard>) -> Board {
    let cell = |row: usize, column: usize| {
        let pile = layout.rows[row][column].as_ref();
        let content = drawn.map(|drawn| &drawn.rows[row][column].content);
        Cell {
            card: pile.map(|pile| card(&pile.card)),
            size: pile.and_then(|pile| u32::try_from(pile.size).ok()),
            settled: matches!(content, Some(CardContent::Card { is_settled: true, .. })),
            wants: if let Some(CardContent::Gap { fits }) = content { wants(fits) } else { None },
            ..empty(row, column, 0)
        }
    };
    let columns = layout.rows.first().map_or(0, Vec::len);
    let cells = (0..layout.rows.len()).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Board {
        kind: BoardKind::Cards,
        rows: layout.rows.len(),
        columns,
        cells: cells.map(|(row, column)| cell(row, column)).collect(),
        row_labels: Vec::new(),
        column_labels: Vec::new(),
    }
}

/// What a gap waits for: a card, `any 2`, or `any card`; nothing where nothing fits.
fn wants(fits: &Fits) -> Option<String> {
    match fits {
        Fits::Nothing => None,
        Fits::Card(face) => Some(face.name.clone()),
        Fits::Rank(rank) => Some(format!("any {rank}")),
        Fits::Any => Some("any card".to_string()),
    }
}

/// A card by its name: the rank, then the suit.
fn card(name: &str) -> Card {
    let suit = name.chars().next_back().map(String::from).unwrap_or_default();
    Card { name: name.to_string(), rank: name.strip_suffix(&suit).unwrap_or(name).to_string(), suit }
}

/// A cell with nothing on it, moved to the right by so many halves.
#[expect(clippy::cast_precision_loss, reason = "boards are small")]
fn empty(row: usize, column: usize, halves: usize) -> Cell {
    Cell { id: id(row, column), row, column, x: column as f64 + halves as f64 / 2.0, ..Cell::default() }
}

fn duel(room: &dyn DuelRoom, session: &Session) -> Result<Look, Refusal> {
    let situation = room.look(&session.position).map_err(Refusal::bad)?;
    let squares = || {
        let rows = situation.board.rows.iter().enumerate();
        rows.flat_map(|(row, line)| line.squares.iter().enumerate().map(move |(column, square)| (row, column, square)))
    };
    let legal = situation.moves.iter().map(|mv| {
        let target = squares().find(|(_, _, square)| square.target.as_ref() == Some(mv));
        LegalMove { mv: mv.clone(), from: None, to: target.map(|(row, column, _)| id(row, column)) }
    });
    let (state, winner) = match situation.outcome {
        None => (State::Playing, None),
        Some(Outcome::Draw) => (State::Draw, None),
        Some(Outcome::Win(player)) => (State::Won, Some(number(player))),
    };
    Ok(Look {
        game: room.game().to_string(),
        start: session.start.clone(),
        moves: session.moves.clone(),
        position: session.position.clone(),
        legal: legal.collect(),
        board: stones(&situation.board, situation.to_move),
        to_move: Some(number(situation.to_move)),
        state,
        winner,
        redeals: None,
        remark: situation.remark,
    })
}

fn stones(board: &catalog::Board, to_move: Player) -> Board {
    let is_shifted = board.rows.iter().any(|row| row.indent > 0);
    let cell = |row: usize, column: usize, square: &Square| {
        let line = &board.rows[row];
        let name = (!line.label.is_empty()).then(|| format!("{}{}", line.label, column + 1));
        Cell {
            name,
            owner: square.owner.map(number),
            last: square.is_last,
            winning: square.is_winning,
            threat: square.threat(to_move).map(|found| threat(found, to_move)),
            ..empty(row, column, line.indent)
        }
    };
    let rows = board.rows.iter().enumerate();
    let cells = rows.flat_map(|(row, line)| {
        let squares = line.squares.iter().enumerate();
        squares.map(move |(column, square)| cell(row, column, square))
    });
    Board {
        kind: if is_shifted { BoardKind::Hexagons } else { BoardKind::Columns },
        rows: board.rows.len(),
        columns: board.rows.iter().map(|row| row.squares.len()).max().unwrap_or(0),
        cells: cells.collect(),
        row_labels: board.rows.iter().map(|row| row.label.clone()).filter(|label| !label.is_empty()).collect(),
        column_labels: board.labels.clone(),
    }
}

fn threat(threat: catalog::Threat, to_move: Player) -> Threat {
    match threat {
        catalog::Threat::Wins(player) if player == to_move => Threat::Wins,
        catalog::Threat::Wins(_) => Threat::OtherWins,
        catalog::Threat::WinsForBoth => Threat::BothWin,
        catalog::Threat::Loses => Threat::Loses,
        catalog::Threat::Traps => Threat::Traps,
    }
}
