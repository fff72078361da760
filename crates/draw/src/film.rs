//! Animated SVG: an id, a clock, captions. CSS keyframes, no script.

use std::fmt::{Debug, Write as _};

use super::{MARGIN, escape, opening};

/// Height of the strip with the captions.
pub const CAPTIONS: u32 = 46;
/// Width of the move counter.
const COUNTER: u32 = 96;
/// Approximate width of a letter of a caption.
const LETTER: u32 = 9;

/// An animation, without the pieces that move.
///
/// ```
/// use patience_draw::film::Film;
///
/// // A disc that moves ten to the right.
/// let captions = ["right".to_owned()];
/// let film = Film::new(&"disc", 1, &captions, 1.0);
/// let (departs, lands) = film.clock.flight(0, 0, 1);
/// let at = |time| film.clock.percent(time);
/// let flight = format!("{}{{transform:none}}{}{{transform:translateX(10px)}}", at(departs), at(lands));
/// let mut svg = film.opening(100, 50);
/// svg += &film.style("discs", "circle", std::iter::once(flight));
/// svg += &format!("<g class=\"discs\"><circle r=\"4\"{}/></g>\n", film.moves(0));
/// svg += &film.subtitles(100, 50);
/// svg += "</svg>\n";
/// assert!(svg.contains(&format!("@keyframes {}-0", film.id)));
/// assert!(svg.contains(&format!("animation-name:{}-0", film.id)));
/// ```
pub struct Film<'a> {
    /// An id that is unique among the pictures of a page.
    pub id: String,
    /// When each move happens.
    pub clock: Clock,
    captions: &'a [String],
    /// The counter after each frame; `None` where every frame is a move.
    counts: Option<Vec<usize>>,
}

impl<'a> Film<'a> {
    /// A film of `moves` moves, `pace` seconds each; the id is a hash of `content`.
    ///
    /// ```
    /// use patience_draw::film::Film;
    ///
    /// // Two films of one page do not share their keyframes.
    /// assert_ne!(Film::new(&"one board", 3, &[], 1.0).id, Film::new(&"another board", 3, &[], 1.0).id);
    /// ```
    pub fn new(content: &impl Debug, moves: usize, captions: &'a [String], pace: f64) -> Self {
        let clock = Clock::new(moves, pace);
        let id = name(&format!("{content:?}{captions:?}{}", clock.pace));
        Self { id, clock, captions, counts: None }
    }

    /// The same film, for moves of several frames: `counts` is the move of each frame, from 1.
    ///
    /// ```
    /// use patience_draw::film::Film;
    ///
    /// // Two moves, the first of two frames.
    /// let film = Film::new(&"board", 3, &[], 1.0).counting(vec![1, 1, 2]);
    /// assert!(film.subtitles(400, 0).contains("1 / 2"));
    /// assert!(!film.subtitles(400, 0).contains("3 / "));
    /// ```
    #[must_use]
    pub fn counting(self, counts: Vec<usize>) -> Self {
        Self { counts: Some(counts), ..self }
    }

    /// The counter after a number of frames.
    fn count(&self, frames: usize) -> usize {
        let Some(counts) = &self.counts else { return frames };
        frames.checked_sub(1).and_then(|at| counts.get(at)).copied().unwrap_or(0)
    }

    /// The opening `svg` tag of a film with captions below a board of this size. It carries what a player needs: when each position rests,
    /// in seconds, and the size of the board.
    ///
    /// ```
    /// use patience_draw::film::{CAPTIONS, Film};
    ///
    /// // There is room for captions below the board.
    /// let opening = Film::new(&"board", 3, &[], 1.0).opening(400, 300);
    /// assert!(opening.contains(&format!("height=\"{}\"", 300 + CAPTIONS)));
    /// assert!(opening.contains("data-board=\"400 300\""));
    /// ```
    #[must_use]
    pub fn opening(&self, width: u32, height: u32) -> String {
        let marks: Vec<String> = self.marks().iter().map(|mark| format!("{mark:.3}")).collect();
        let attributes = format!(
            r#" id="{}" data-board="{width} {height}" data-marks="{}""#,
            self.id,
            marks.join(" ")
        );
        opening(width, height + CAPTIONS, &attributes)
    }

    /// When each position rests: the first, and that after every move.
    fn marks(&self) -> Vec<f64> {
        let frames = 0..=self.clock.moves;
        // The last frame of each move.
        let ends = frames.filter(|&frame| {
            frame == self.clock.moves || self.count(frame) < self.count(frame + 1)
        });
        ends.map(|frame| self.clock.rest(frame)).collect()
    }

    /// The attribute that attaches keyframes to an element; it begins with a space.
    ///
    /// ```
    /// use patience_draw::film::Film;
    ///
    /// let film = Film::new(&"board", 3, &[], 1.0);
    /// assert_eq!(film.moves(7), format!(" style=\"animation-name:{}-7\"", film.id));
    /// ```
    #[must_use]
    pub fn moves(&self, number: usize) -> String {
        format!(r#" style="animation-name:{}-{number}""#, self.id)
    }

    /// The style sheet: `piece` selects what moves within elements of class `table`; `keyframes` are numbered.
    ///
    /// ```
    /// use patience_draw::film::Film;
    ///
    /// let film = Film::new(&"board", 1, &[], 1.0);
    /// // The second piece does not move.
    /// let style = film.style("pegs", "circle", ["50%{visibility:hidden}".to_owned(), String::new()].into_iter());
    /// assert!(style.contains(&format!("@keyframes {}-0{{50%{{visibility:hidden}}}}", film.id)));
    /// assert!(!style.contains(&format!("@keyframes {}-1", film.id)));
    /// ```
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

    /// The strip with the move counter, the caption of the current frame and the progress bar.
    ///
    /// ```
    /// use patience_draw::film::Film;
    ///
    /// let captions = ["the ace goes home".to_owned()];
    /// let strip = Film::new(&"board", 1, &captions, 1.0).subtitles(400, 300);
    /// assert!(strip.contains("1 / 1") && strip.contains("the ace goes home"));
    /// ```
    pub fn subtitles(&self, width: u32, y: u32) -> String {
        let (moves, all) = (self.clock.moves, self.count(self.clock.moves));
        let bar = width - 2 * MARGIN;
        let most = (width.saturating_sub(2 * MARGIN + COUNTER) / LETTER) as usize;
        let mut out = format!(
            "<svg y=\"{y}\" width=\"{width}\" height=\"{CAPTIONS}\" class=\"label\" fill=\"#fff\" font-size=\"17\">\n\
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
<g transform="translate({MARGIN} {})" fill="#e9b949"><rect class="track" width="{bar}" height="3" rx="1.5" fill="#000" fill-opacity=".25"/><rect class="progress" width="{bar}" height="3" rx="1.5" transform="scale(0 1)"/></g>
</svg>"##,
            CAPTIONS - 10
        );
        out
    }
}

/// An id made from a text.
fn name(text: &str) -> String {
    // FNV-1a.
    let mix = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("p{:08x}", text.bytes().fold(0x811c_9dc5, mix))
}

/// When things happen, in seconds.
///
/// ```
/// use patience_draw::film::Clock;
///
/// let clock = Clock::new(2, 1.0);
/// assert!(clock.start(0) < clock.start(1) && clock.start(1) < clock.total());
/// let (departs, lands) = clock.flight(0, 0, 1);
/// // Everything has landed when the position rests, before the next move.
/// assert!(departs < lands && lands <= clock.rest(1) && clock.rest(1) < clock.start(1));
/// ```
pub struct Clock {
    moves: usize,
    pace: f64,
}

impl Clock {
    /// Seconds before the first move.
    const LEAD: f64 = 1.5;
    /// Seconds after the last move, including the fade.
    const PAUSE: f64 = 3.5;
    const FADE: f64 = 0.6;
    /// The share of a move that is left when everything has landed. It is less than flights leave.
    const REST: f64 = 0.05;
    /// The longest flight of a piece, at any pace.
    const FLIGHT: f64 = 0.5;

    /// A clock for `moves` moves of `pace` seconds each; the pace is clamped.
    ///
    /// ```
    /// use patience_draw::film::Clock;
    ///
    /// // Too slow a pace is clamped.
    /// assert_eq!(Clock::new(10, 1e9).total(), Clock::new(10, 60.0).total());
    /// ```
    #[must_use]
    pub fn new(moves: usize, pace: f64) -> Self {
        let pace = if pace.is_nan() { 1.0 } else { pace.clamp(0.02, 60.0) };
        Self { moves, pace }
    }

    /// When a move begins; the first is move 0.
    ///
    /// ```
    /// use patience_draw::film::Clock;
    ///
    /// let clock = Clock::new(3, 0.5);
    /// assert_eq!(clock.start(1) - clock.start(0), 0.5);
    /// ```
    #[must_use]
    pub fn start(&self, mv: usize) -> f64 {
        Self::LEAD + mv as f64 * self.pace
    }

    /// A moment between two moves: after `moves` of them, when everything has landed.
    ///
    /// ```
    /// use patience_draw::film::Clock;
    ///
    /// let clock = Clock::new(3, 0.5);
    /// assert!(clock.start(0) < clock.rest(1) && clock.rest(1) < clock.start(1));
    /// ```
    #[must_use]
    pub fn rest(&self, moves: usize) -> f64 {
        self.start(moves) - Self::REST * self.pace
    }

    /// The length of the film.
    ///
    /// ```
    /// use patience_draw::film::Clock;
    ///
    /// // The end stays visible for a while.
    /// let clock = Clock::new(3, 0.5);
    /// assert!(clock.start(3) < clock.total());
    /// ```
    #[must_use]
    pub fn total(&self) -> f64 {
        self.start(self.moves) + Self::PAUSE
    }

    /// Departure and arrival of the pieces of turn `turn` of `turns` within a move.
    ///
    /// ```
    /// use patience_draw::film::Clock;
    ///
    /// // Of two turns, the second begins when the first has landed or later.
    /// let clock = Clock::new(1, 1.0);
    /// let (first, second) = (clock.flight(0, 0, 2), clock.flight(0, 1, 2));
    /// assert!(first.1 <= second.0 && second.1 <= clock.start(1));
    /// ```
    #[must_use]
    pub fn flight(&self, mv: usize, turn: usize, turns: usize) -> (f64, f64) {
        // Two turns follow each other; more of them overlap.
        let share = if turns <= 1 { 0.75 } else { 0.45 };
        let length = (share * self.pace).min(Self::FLIGHT);
        let apart = (0.9 * self.pace - length) / (turns.max(2) - 1) as f64;
        let departure = self.start(mv) + turn as f64 * apart.min(length);
        (departure, departure + length)
    }

    /// A time as a percentage for keyframes.
    ///
    /// ```
    /// use patience_draw::film::Clock;
    ///
    /// let clock = Clock::new(3, 0.5);
    /// assert_eq!(clock.percent(clock.total() / 2.0), "50%");
    /// ```
    #[must_use]
    pub fn percent(&self, time: f64) -> String {
        let text = format!("{:.3}", 100.0 * time / self.total());
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    }
}
