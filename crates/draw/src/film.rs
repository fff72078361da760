//! What moving pictures of all puzzles share: a name, a clock, captions. CSS keyframes, no script.

use std::fmt::{Debug, Write as _};

use super::{MARGIN, escape};

/// Height of the strip with the captions.
pub const CAPTIONS: u32 = 46;
/// Width of the move counter.
const COUNTER: u32 = 96;
/// About the width of a letter of a caption.
const LETTER: u32 = 9;

/// A moving picture, but for what moves.
pub struct Film<'a> {
    /// A name that another picture in the same page does not have.
    pub id: String,
    /// When each move happens.
    pub clock: Clock,
    captions: &'a [String],
    /// What the counter shows from each frame on, the last is the whole; none where every frame is a move.
    counts: Option<Vec<usize>>,
}

impl<'a> Film<'a> {
    /// A film of some moves, `pace` seconds a move; `content` is all that tells it from other films.
    pub fn new(content: &impl Debug, moves: usize, captions: &'a [String], pace: f64) -> Self {
        let clock = Clock::new(moves, pace);
        let id = name(&format!("{content:?}{captions:?}{}", clock.pace));
        Self { id, clock, captions, counts: None }
    }

    /// The same film with a counter of moves that are several frames long: which move each frame belongs to, from 1.
    #[must_use]
    pub fn counting(self, counts: Vec<usize>) -> Self {
        Self { counts: Some(counts), ..self }
    }

    /// What the counter shows after so many frames.
    fn count(&self, frames: usize) -> usize {
        let Some(counts) = &self.counts else { return frames };
        frames.checked_sub(1).and_then(|at| counts.get(at)).copied().unwrap_or(0)
    }

    /// The attribute by which an element moves as keyframes of that number say; it begins with a space.
    #[must_use]
    pub fn moves(&self, number: usize) -> String {
        format!(r#" style="animation-name:{}-{number}""#, self.id)
    }

    /// When everything appears, moves and disappears: `piece` selects what moves within elements of class `table`, and `keyframes` are
    /// those of each number.
    pub fn style(
        &self,
        table: &str,
        piece: &str,
        keyframes: impl Iterator<Item = String>,
    ) -> String {
        let Self { id, clock, .. } = self;
        let moves = clock.moves;
        let total = format!("{:.2}", clock.total());
        let at = |time| clock.percent(time);
        let (first, last) = (at(clock.start(0)), at(clock.start(moves)));
        let (fade, dark) = (at(clock.total() - 2.0 * Clock::FADE), at(clock.total() - Clock::FADE));
        let mut out = format!(
            "<style>\n@media (prefers-reduced-motion:no-preference){{\n\
             #{id} .{table} {piece}{{animation:{total}s step-end infinite}}\n\
             #{id} .{table}{{animation:{id}-fade {total}s linear infinite}}\n\
             #{id} .captions{{animation:{id}-captions {total}s step-end infinite}}\n\
             #{id} .progress{{animation:{id}-progress {total}s step-end infinite}}\n}}\n\
             @keyframes {id}-fade{{{fade}{{opacity:1}}{dark},to{{opacity:0}}}}\n"
        );
        if 0 < moves {
            let height = moves * CAPTIONS as usize;
            let _ = write!(
                out,
                "@keyframes {id}-captions{{{first}{{transform:translateY(0);animation-timing-function:steps({moves},start)}}\
                 {last}{{transform:translateY(-{height}px)}}}}\n\
                 @keyframes {id}-progress{{{first}{{transform:scaleX(0);animation-timing-function:linear}}\
                 {last}{{transform:none}}}}\n"
            );
        }
        for (number, frames) in keyframes.enumerate() {
            if !frames.is_empty() {
                let _ = writeln!(out, "@keyframes {id}-{number}{{{frames}}}");
            }
        }
        out + "</style>\n"
    }

    /// A counter and the caption of every frame below each other, behind a slit through which one is seen; and how far the game is.
    pub fn subtitles(&self, width: u32, y: u32) -> String {
        let (moves, all) = (self.clock.moves, self.count(self.clock.moves));
        let bar = width - 2 * MARGIN;
        let most = (width.saturating_sub(2 * MARGIN + COUNTER) / LETTER) as usize;
        let mut out = format!(
            "<svg y=\"{y}\" width=\"{width}\" height=\"{CAPTIONS}\" fill=\"#fff\" font-size=\"17\">\n\
             <g class=\"captions\">\n"
        );
        for mv in 0..=moves {
            let caption = mv.checked_sub(1).and_then(|index| self.captions.get(index));
            let caption = caption.map_or("", String::as_str);
            let mut shown = escape(&caption.chars().take(most).collect::<String>());
            if caption.chars().nth(most).is_some() {
                shown.push('…');
            }
            let (x, y) = (MARGIN + COUNTER, mv * CAPTIONS as usize + 20);
            let count = self.count(mv);
            let _ = writeln!(
                out,
                r#"<text x="{MARGIN}" y="{y}"><tspan fill-opacity=".65">{count} / {all}</tspan><tspan x="{x}">{shown}</tspan></text>"#
            );
        }
        let _ = writeln!(
            out,
            r##"</g>
<g transform="translate({MARGIN} {})" fill="#e9b949"><rect width="{bar}" height="3" rx="1.5" fill="#000" fill-opacity=".25"/><rect class="progress" width="{bar}" height="3" rx="1.5" transform="scale(0 1)"/></g>
</svg>"##,
            CAPTIONS - 10
        );
        out
    }
}

/// A name made from a text.
fn name(text: &str) -> String {
    // FNV-1a.
    let mix = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("p{:08x}", text.bytes().fold(0x811c_9dc5, mix))
}

/// When things happen, in seconds.
pub struct Clock {
    moves: usize,
    pace: f64,
}

impl Clock {
    /// How long the first frame is seen before the first move.
    const LEAD: f64 = 1.5;
    /// How long the last frame is seen; it fades towards the end.
    const PAUSE: f64 = 3.5;
    const FADE: f64 = 0.6;
    /// Nothing is longer than this on its way, however slow the pace.
    const FLIGHT: f64 = 0.5;

    /// A clock for some moves, `pace` seconds each, within sensible bounds.
    #[must_use]
    pub fn new(moves: usize, pace: f64) -> Self {
        let pace = if pace.is_nan() { 1.0 } else { pace.clamp(0.02, 60.0) };
        Self { moves, pace }
    }

    /// When a move begins; the first is move 0.
    #[must_use]
    pub fn start(&self, mv: usize) -> f64 {
        Self::LEAD + mv as f64 * self.pace
    }

    /// How long the whole film is.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.start(self.moves) + Self::PAUSE
    }

    /// When what moves in turn `turn` of `turns` sets out and lands.
    #[must_use]
    pub fn flight(&self, mv: usize, turn: usize, turns: usize) -> (f64, f64) {
        // Two turns follow each other; more of them overlap.
        let share = if turns <= 1 { 0.75 } else { 0.45 };
        let length = (share * self.pace).min(Self::FLIGHT);
        let apart = (0.9 * self.pace - length) / (turns.max(2) - 1) as f64;
        let departure = self.start(mv) + turn as f64 * apart.min(length);
        (departure, departure + length)
    }

    /// A time as keyframes write it.
    #[must_use]
    pub fn percent(&self, time: f64) -> String {
        let text = format!("{:.3}", 100.0 * time / self.total());
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }
}
