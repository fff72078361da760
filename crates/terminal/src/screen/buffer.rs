//! A screen as letters in memory: what is drawn, before a terminal shows it.

/// How a letter looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tone {
    #[default]
    Plain,
    /// Titles and keys.
    Strong,
    /// Empty places and other things of little weight.
    Faint,
    RedCard,
    BlackCard,
    /// The back of a card.
    Back,
    /// A piece that is no card.
    Neutral,
    /// Such a piece that covers several cells.
    Body,
    /// The piece that the goal is about.
    Accent,
    /// The cursor, and what is selected.
    Cursor,
    /// Where the selected piece can go.
    Target,
}

/// A rectangle of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Buffer {
    pub(super) width: u16,
    pub(super) height: u16,
    cells: Vec<(char, Tone)>,
}

impl Buffer {
    pub(super) fn new(width: u16, height: u16) -> Self {
        let count = usize::from(width) * usize::from(height);
        Self { width, height, cells: vec![(' ', Tone::Plain); count] }
    }

    /// Puts a letter; outside nothing happens.
    pub(super) fn put(&mut self, x: u16, y: u16, letter: char, tone: Tone) {
        if x < self.width && y < self.height {
            let at = usize::from(y) * usize::from(self.width) + usize::from(x);
            if let Some(cell) = self.cells.get_mut(at) {
                *cell = (letter, tone);
            }
        }
    }

    /// Writes a text, which ends at the right edge.
    pub(super) fn write(&mut self, x: u16, y: u16, text: &str, tone: Tone) {
        for (at, letter) in (x..self.width).zip(text.chars()) {
            self.put(at, y, letter, tone);
        }
    }

    /// Writes a text into the middle of a field of one line, whose other letters become spaces.
    pub(super) fn centre(&mut self, x: u16, y: u16, width: u16, text: &str, tone: Tone) {
        let length = u16::try_from(text.chars().count()).unwrap_or(width).min(width);
        for at in 0..width {
            self.put(x.saturating_add(at), y, ' ', tone);
        }
        let text: String = text.chars().take(usize::from(length)).collect();
        self.write(x.saturating_add((width - length).div_ceil(2)), y, &text, tone);
    }

    /// The rows, each as runs of one tone.
    pub(super) fn rows(&self) -> Vec<Vec<(Tone, String)>> {
        let row = |cells: &[(char, Tone)]| {
            let mut runs: Vec<(Tone, String)> = Vec::new();
            for &(letter, tone) in cells {
                match runs.last_mut() {
                    Some((known, text)) if *known == tone => text.push(letter),
                    _ => runs.push((tone, letter.to_string())),
                }
            }
            runs
        };
        self.cells.chunks(usize::from(self.width).max(1)).map(row).collect()
    }

    /// The letters, without spaces at the ends of lines.
    #[cfg(test)]
    pub(super) fn text(&self) -> String {
        let line = |runs: Vec<(Tone, String)>| {
            let text: String = runs.into_iter().map(|(_, text)| text).collect();
            format!("{}\n", text.trim_end())
        };
        self.rows().into_iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_is_not_drawn() {
        let mut buffer = Buffer::new(4, 2);
        buffer.write(2, 0, "abc", Tone::Plain);
        buffer.put(9, 9, 'x', Tone::Plain);
        buffer.centre(0, 1, 4, "5♦", Tone::RedCard);
        assert_eq!(buffer.text(), "  ab\n 5♦\n");
        assert_eq!(buffer.rows()[1], [(Tone::RedCard, " 5♦ ".to_owned())]);
    }
}
