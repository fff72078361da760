//! The player: a game as one HTML file with controls and a list of its moves.
//!
//! The page holds an animated picture of [`film`](crate::film) and drives its animations by one number, the time. Nothing in it knows a puzzle.

use std::fmt::Write as _;

use crate::escape;

/// The style sheet.
const STYLE: &str = include_str!("player.css");
/// The script.
const SCRIPT: &str = include_str!("player.js");

/// A game to be watched.
///
/// ```
/// use patience_draw::film::Film;
/// use patience_draw::player::{Game, page};
///
/// let (notation, words) = (["1h".to_owned()], ["the ace goes home".to_owned()]);
/// let film = Film::new(&notation, 1, &notation, 1.0);
/// let svg = film.opening(400, 300) + "</svg>\n";
/// let game = Game { title: "Deal 1", about: "won", film: &svg, notation: &notation, words: &words };
/// assert!(page(&game).contains("the ace goes home"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// What is played: the puzzle and its instance.
    pub title: &'a str,
    /// A line about the game, such as how it ends; may be empty.
    pub about: &'a str,
    /// Its film, from [`Film::opening`](crate::film::Film::opening) on.
    pub film: &'a str,
    /// The moves in notation.
    pub notation: &'a [String],
    /// The moves in words; where they equal the notation, they are left out.
    pub words: &'a [String],
}

/// The page of a game. Every text is escaped.
///
/// ```
/// use patience_draw::player::{Game, page};
///
/// let moves = ["1a".to_owned()];
/// let film = r#"<svg xmlns="http://www.w3.org/2000/svg" data-board="1 1" data-marks="1.0 2.0"></svg>"#;
/// let game = Game { title: "A & B", about: "", film, notation: &moves, words: &moves };
/// assert!(page(&game).contains("<title>A &amp; B</title>"));
/// ```
#[must_use]
pub fn page(game: &Game<'_>) -> String {
    let (title, about, version) =
        (escape(game.title), escape(game.about), env!("CARGO_PKG_VERSION"));
    let (film, moves, last) = (game.film, moves(game), game.notation.len());
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>
{STYLE}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{about}</p>
</header>
<main id="player">
<section class="stage" aria-label="Board">
<div class="film">
{film}</div>
<p class="now"><span id="player-counter">0 / {last}</span><span id="player-caption" aria-live="polite">Start</span></p>
<input id="player-seek" type="range" min="0" max="{last}" step="any" value="0" aria-label="Position in the game"/>
<div class="controls" role="group" aria-label="Playback">
<button type="button" id="player-first" aria-label="First position" title="First position (Home)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 5v14M19 5 9 12l10 7z"/></svg></button>
<button type="button" id="player-back" aria-label="One move back" title="One move back (←)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M16 5 6 12l10 7z"/></svg></button>
<button type="button" id="player-play" aria-label="Play" title="Play or pause (space)"><svg viewBox="0 0 24 24" aria-hidden="true"><path class="go" d="M7 4l13 8-13 8z"/><path class="halt" d="M8 5v14M16 5v14"/></svg></button>
<button type="button" id="player-step" aria-label="One move forward" title="One move forward (→)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5l10 7-10 7z"/></svg></button>
<button type="button" id="player-last" aria-label="Last position" title="Last position (End)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M18 5v14M5 5l10 7-10 7z"/></svg></button>
<label class="speed" title="Speed (+ and -)">Speed <select id="player-speed"></select></label>
</div>
<p class="keys">Keys: <kbd>space</kbd> plays and pauses, <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> <kbd>End</kbd> jump, <kbd>+</kbd> <kbd>-</kbd> change the speed.</p>
</section>
<section class="list" aria-label="Moves">
<h2>Moves</h2>
<ol id="player-moves" start="0">
{moves}</ol>
</section>
</main>
<noscript><p>Without scripts, the game plays from its start to its end.</p></noscript>
<footer><p>Made by patience {version}.</p></footer>
<script>
{SCRIPT}</script>
</body>
</html>
"#
    )
}

/// The start and every move, as items of the list.
fn moves(game: &Game<'_>) -> String {
    let mut out = item(0, "Start", None);
    for (at, notation) in game.notation.iter().enumerate() {
        let words = game.words.get(at).filter(|words| *words != notation);
        out += &item(at + 1, notation, words.map(String::as_str));
    }
    out
}

fn item(number: usize, name: &str, words: Option<&str>) -> String {
    let mut out = format!(
        r#"<li><button type="button" data-move="{number}" tabindex="-1"><span class="number">{number}</span> <b>{}</b>"#,
        escape(name)
    );
    if let Some(words) = words {
        // Writing to a string cannot fail.
        let _ = write!(out, " <span class=\"words\">{}</span>", escape(words));
    }
    out + "</button></li>\n"
}
