//! Files of pictures: the flags `--svg`, `--animate` and `--theme`, and what they write.

use std::path::{Path, PathBuf};

use clap::Arg;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use patience_draw::theme::Theme;
use patience_kit::{Line, Position};
use patience_workbench::pictures::{film, player};

use crate::output::write_file;

/// The value of `--animate` in help.
pub(crate) const FILM: &str = "FILE.svg|FILE.html";

/// A file for a game: a film, or a player in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FilmFile {
    /// An animated SVG.
    Svg(PathBuf),
    /// The player.
    Html(PathBuf),
}

/// Reads a file for a game; its extension decides what is written.
pub(crate) fn film_file(name: &str) -> Result<FilmFile, String> {
    let path = PathBuf::from(name);
    let extension = path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase);
    match extension.as_deref() {
        Some("svg") => Ok(FilmFile::Svg(path)),
        Some("html" | "htm") => Ok(FilmFile::Html(path)),
        _ => {
            Err("expected a file name that ends in .svg (an animated picture) or .html (a player)"
                .to_owned())
        }
    }
}

/// The flag of a film.
pub(crate) fn animate(help: &'static str) -> Arg {
    Arg::new("animate").long("animate").value_name(FILM).value_parser(film_file).help(help)
}

/// The flag of the theme.
pub(crate) fn theme() -> Arg {
    Arg::new("theme")
        .long("theme")
        .value_name("NAME")
        .value_parser(theme_parser())
        .default_value(Theme::default().name())
        .help("The colours of pictures and animations")
}

/// Reads the name of a theme.
pub(crate) fn theme_parser() -> impl TypedValueParser<Value = Theme> {
    let value = |theme: Theme| PossibleValue::new(theme.name()).help(theme.summary());
    let names = PossibleValuesParser::new(Theme::ALL.map(value));
    names.map(|name| Theme::named(&name).unwrap_or_default())
}

/// Writes a picture of a position.
pub(crate) fn write_picture(
    path: &Path,
    position: &dyn Position,
    theme: Theme,
) -> anyhow::Result<()> {
    write_file(path, &theme.apply(&position.svg()))
}

/// Writes a line of play: the title and the line below it head the page of a player.
pub(crate) fn write_film(
    target: &FilmFile,
    heading: (&str, &str),
    line: &dyn Line,
    theme: Theme,
) -> anyhow::Result<()> {
    match target {
        FilmFile::Svg(path) => write_file(path, &film(line, theme)),
        FilmFile::Html(path) => write_file(path, &player(heading, line, theme)),
    }
}
