//! The letters of a board in a text: how they are found, and errors with their places.

use std::fmt;

use crate::rules::board::{Axis, MAX_SIDE, MIN_SIDE, Vehicle};
use patience_core::text::{ParseError, Word};

/// The cells of a text and where in the text they stand.
pub(crate) struct Grid {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) cells: Vec<char>,
    /// The line and column of the text where each row begins.
    rows: Vec<(usize, usize)>,
}

impl Grid {
    pub(crate) fn read(text: &str) -> Result<Self, ParseError> {
        let lines: Vec<(usize, &str)> =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
        match lines[..] {
            [] => Err(ParseError {
                line: 1,
                column: 1,
                message: "expected a board, found nothing".to_owned(),
            }),
            [(number, line)] => Self::of_word(number, line),
            _ => Self::of_lines(&lines),
        }
    }

    /// A board in one word, with `/` between the rows unless it is square; numbers may stand around it.
    fn of_word(number: usize, line: &str) -> Result<Self, ParseError> {
        let words: Vec<_> = patience_core::text::words(number, line).collect();
        let is_number = |at: usize| {
            words.get(at).is_none_or(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let word = match words.len() {
            1 => words[0],
            2 | 3 if is_number(0) && is_number(2) => words[1],
            _ => {
                return Err(words[0].error(
                    "expected the cells of a board in one word, with the number of moves before it and the number of \
                     positions behind it at most",
                ));
            }
        };
        if word.text.contains('/') {
            return Self::of_rows(&word.split('/').collect::<Vec<_>>());
        }
        let cells: Vec<char> = word.text.chars().collect();
        let side = (MIN_SIDE..=MAX_SIDE).find(|&side| usize::from(side).pow(2) == cells.len());
        let Some(side) = side else {
            return Err(word.error(format!(
                "a board in one word is square, with {MIN_SIDE} to {MAX_SIDE} cells a side (36 letters for 6×6), but this one has \
                 {} letters",
                cells.len()
            )));
        };
        let rows =
            (0..usize::from(side)).map(|row| (number, word.column + row * usize::from(side)));
        Ok(Self { width: side, height: side, cells, rows: rows.collect() })
    }

    fn of_lines(lines: &[(usize, &str)]) -> Result<Self, ParseError> {
        let mut rows = Vec::with_capacity(lines.len());
        for &(line, text) in lines {
            let indent = text.chars().take_while(|letter| letter.is_whitespace()).count();
            rows.push(Word { text: text.trim(), line, column: indent + 1 });
        }
        Self::of_rows(&rows)
    }

    fn of_rows(lines: &[Word<'_>]) -> Result<Self, ParseError> {
        let first = &lines[0];
        let Some(height) =
            u8::try_from(lines.len()).ok().filter(|height| (MIN_SIDE..=MAX_SIDE).contains(height))
        else {
            let message = format!(
                "a board has {MIN_SIDE} to {MAX_SIDE} rows, but this one has {}",
                lines.len()
            );
            return Err(ParseError { line: first.line, column: 1, message });
        };
        let expected = first.text.chars().count();
        let mut cells = Vec::new();
        for row in lines {
            let found = row.text.chars().count();
            if found != expected {
                let message = "cells, but the first one has";
                return Err(row.error(format!("this row has {found} {message} {expected}")));
            }
            cells.extend(row.text.chars());
        }
        let width = u8::try_from(expected).ok();
        match width.filter(|width| (MIN_SIDE..=MAX_SIDE).contains(width)) {
            Some(width) => {
                let rows = lines.iter().map(|row| (row.line, row.column)).collect();
                Ok(Self { width, height, cells, rows })
            }
            None => {
                let message = format!(
                    "a board has {MIN_SIDE} to {MAX_SIDE} columns, but this one has {expected}"
                );
                Err(ParseError { line: first.line, column: 1, message })
            }
        }
    }

    /// The row and column of a cell.
    pub(crate) fn place(&self, index: usize) -> (u8, u8) {
        let width = usize::from(self.width);
        // At most 144 cells.
        #[allow(clippy::cast_possible_truncation)]
        let place = ((index / width) as u8, (index % width) as u8);
        place
    }

    /// An error that names a cell.
    pub(crate) fn error(&self, index: usize, message: impl fmt::Display) -> ParseError {
        let (row, column) = self.place(index);
        let (line, start) = self.rows[usize::from(row)];
        let message = format!("row {}, column {}: {message}", row + 1, column + 1);
        ParseError { line, column: start + usize::from(column), message }
    }

    /// The vehicle whose first cell is that of `index`.
    pub(crate) fn vehicle(&self, index: usize, letter: char) -> Result<Vehicle, ParseError> {
        let width = usize::from(self.width);
        let is_same = |at: usize| self.cells.get(at) == Some(&letter);
        let goes_right = !(index + 1).is_multiple_of(width) && is_same(index + 1);
        let goes_down = is_same(index + width);
        let (axis, stride) = match (goes_right, goes_down) {
            (true, true) => {
                return Err(self.error(
                    index,
                    format!("vehicle {letter} goes both right and down from here, but a vehicle is straight"),
                ));
            }
            (true, false) => (Axis::Horizontal, 1),
            (false, true) => (Axis::Vertical, width),
            (false, false) => {
                let elsewhere = (index + 1..self.cells.len()).find(|&at| is_same(at));
                let message = match elsewhere {
                    Some(at) => {
                        let (row, column) = self.place(at);
                        format!(
                            "vehicle {letter} is broken: it goes on at row {}, column {}",
                            row + 1,
                            column + 1
                        )
                    }
                    None => {
                        format!("vehicle {letter} has one cell, but a vehicle has at least two")
                    }
                };
                return Err(self.error(index, message));
            }
        };
        let room = match axis {
            Axis::Horizontal => width - index % width,
            Axis::Vertical => usize::from(self.height) - index / width,
        };
        let length = (1..room).take_while(|&at| is_same(index + at * stride)).count() + 1;
        let cells: Vec<usize> = (0..length).map(|at| index + at * stride).collect();
        if let Some(stray) = (0..self.cells.len()).find(|at| is_same(*at) && !cells.contains(at)) {
            let (row, column) = self.place(index);
            return Err(self.error(
                stray,
                format!(
                    "letter {letter} is used again: vehicle {letter} begins at row {}, column {} and does not reach here",
                    row + 1,
                    column + 1
                ),
            ));
        }
        let (row, column) = self.place(index);
        // At most twelve.
        #[allow(clippy::cast_possible_truncation)]
        let length = length as u8;
        Ok(Vehicle { letter, axis, row, column, length })
    }

    /// The vehicle that must reach the exit: the horizontal one of those that may be called so.
    pub(crate) fn target(&self, vehicles: &[Vehicle]) -> Result<usize, ParseError> {
        let find = |letter: char| vehicles.iter().position(|vehicle| vehicle.letter == letter);
        let is_horizontal = |&index: &usize| vehicles[index].axis == Axis::Horizontal;
        let cell = |index: usize| {
            let vehicle = vehicles[index];
            usize::from(vehicle.row) * usize::from(self.width) + usize::from(vehicle.column)
        };
        let named = [find('A'), find('X')];
        match named.map(|index| index.filter(is_horizontal)) {
            [Some(_), Some(other)] => Err(self.error(
                cell(other),
                "there are two targets, A and X, both horizontal: call one of them by another letter",
            )),
            [Some(target), None] | [None, Some(target)] => Ok(target),
            [None, None] => match named[0].or(named[1]) {
                Some(upright) => Err(self.error(
                    cell(upright),
                    format!(
                        "the target {} stands in a column, but it must stand in a row, since its exit is the right edge",
                        vehicles[upright].letter
                    ),
                )),
                None => Err(self.error(0, "there is no target: a horizontal vehicle called A or X")),
            },
        }
    }
}
