//! Moves as sources and targets on a board, and steps of the cursor.

use patience_kit::{Area, MoveInfo, Place, View};

/// A direction of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
    Left,
    Right,
}

/// The index of a place by its id.
pub(super) fn index(view: &View, id: &str) -> Option<usize> {
    view.places.iter().position(|place| place.id == id)
}

/// The place whose piece covers a place: itself, or another one with a large piece.
pub(super) fn owner(view: &View, at: usize) -> usize {
    let Some(place) = view.places.get(at).filter(|place| place.pieces.is_empty()) else {
        return at;
    };
    let covers = |other: &Place| {
        other.pieces.last().is_some_and(|piece| {
            let area = Area {
                width: 2 * u16::from(piece.size.0),
                height: u16::from(piece.size.1),
                ..other.area
            };
            piece.size != (1, 1) && area.overlaps(&place.area)
        })
    };
    view.places.iter().position(covers).unwrap_or(at)
}

/// Where a person sees a move end: for a large piece, the cell of its front end.
pub(super) fn landing(view: &View, mv: &MoveInfo) -> Option<usize> {
    let to = index(view, &mv.to)?;
    let (from, goal) = (view.places.get(index(view, &mv.from)?)?, view.places.get(to)?);
    let Some(piece) = from.pieces.iter().find(|piece| piece.id == mv.piece) else {
        return Some(to);
    };
    let ahead = |is_forward: bool, size: u8| {
        if is_forward { u16::from(size.saturating_sub(1)) } else { 0 }
    };
    let left = goal.area.left + 2 * ahead(from.area.left < goal.area.left, piece.size.0);
    let top = goal.area.top + ahead(from.area.top < goal.area.top, piece.size.1);
    let front =
        view.places.iter().position(|place| (place.area.left, place.area.top) == (left, top));
    front.or(Some(to))
}

/// The moves from a place, each with the index of the place where it ends.
pub(super) fn moves_from(view: &View, legal: &[MoveInfo], at: usize) -> Vec<(usize, MoveInfo)> {
    let Some(place) = view.places.get(at) else { return Vec::new() };
    let mine = legal.iter().filter(|mv| mv.from == place.id);
    mine.filter_map(|mv| Some((landing(view, mv)?, mv.clone()))).collect()
}

/// The next place in a direction, or the same one at the edge of the board.
pub(super) fn step(view: &View, at: usize, way: Way) -> usize {
    let Some(here) = view.places.get(at) else { return at };
    // Rows count twice: they are as high as a cell is wide.
    let middle = |place: &Place| {
        (i32::from(2 * place.area.left + place.area.width), 4 * i32::from(place.area.top))
    };
    let (x, y) = middle(here);
    let distance = |place: &Place| {
        let (dx, dy) = (middle(place).0 - x, middle(place).1 - y);
        let (ahead, aside) = match way {
            Way::Up => (-dy, dx),
            Way::Down => (dy, dx),
            Way::Left => (-dx, dy),
            Way::Right => (dx, dy),
        };
        (0 < ahead).then(|| ahead + 4 * aside.abs())
    };
    let others = view.places.iter().enumerate().filter(|(_, place)| !place.solid);
    let next = others.filter_map(|(index, place)| Some((distance(place)?, index))).min();
    next.map_or(at, |(_, index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_kit::Values;
    use patience_workbench::{find, read};

    fn view(puzzle: &str, text: &str) -> (View, Vec<MoveInfo>) {
        let position = read(find(puzzle).unwrap(), text, &Values::default()).unwrap();
        (position.view(), position.moves())
    }

    fn walk(view: &View, from: &str, way: Way) -> String {
        view.places[step(view, index(view, from).unwrap(), way)].id.clone()
    }

    #[test]
    fn the_cursor_walks_over_cells_foundations_and_columns() {
        let (view, _) = view("freecell", "617");
        assert_eq!(walk(&view, "a", Way::Right), "b");
        assert_eq!(walk(&view, "d", Way::Right), "hC");
        assert_eq!(walk(&view, "a", Way::Left), "a");
        assert_eq!(walk(&view, "a", Way::Down), "1");
        assert_eq!(walk(&view, "8", Way::Up), "hS");
        assert_eq!(walk(&view, "3", Way::Left), "2");
    }

    #[test]
    fn every_place_can_be_reached_by_arrow_keys() {
        for (puzzle, text) in [
            ("freecell", "617"),
            ("klondike", "1"),
            ("peg", "english"),
            ("peg", "triangle15"),
            ("tiles", "1"),
            ("rushhour", "JAM01"),
        ] {
            let (view, _) = view(puzzle, text);
            let mut reached = vec![false; view.places.len()];
            let mut open = vec![0];
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut reached[at], true) {
                    let ways = [Way::Up, Way::Down, Way::Left, Way::Right];
                    open.extend(ways.map(|way| step(&view, at, way)));
                }
            }
            for (place, is_reached) in view.places.iter().zip(reached) {
                assert_eq!(is_reached, !place.solid, "{puzzle} {text}: {}", place.id);
            }
        }
    }

    #[test]
    fn a_large_piece_is_moved_by_the_cell_of_its_front_end() {
        // The car A stands in the first two of four cells.
        let (view, legal) = view("rushhour", "AA../....");
        let at = |id: &str| index(&view, id).unwrap();
        let second = view.places[1].id.clone();
        assert_eq!(owner(&view, at(&second)), 0);
        let moves = moves_from(&view, &legal, 0);
        let landings: Vec<(usize, &str)> =
            moves.iter().map(|(to, mv)| (*to, mv.text.as_str())).collect();
        assert_eq!(landings, [(2, "A+1"), (3, "A+2")]);
    }
}
