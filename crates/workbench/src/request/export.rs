//! Games as files: positions and lines in every format, pictures, pages, links.

use patience_draw::theme::Theme;
use patience_kit::{CODE, Fault, Kit, Line, Named, Play, Position, Values, link};
use serde_json::{Value, json};

use super::desk::Desk;
use super::message::Export;
use super::scene::Table;
use crate::review::not_allowed;
use crate::{find, pictures};

/// Formats that every puzzle has.
const COMMON: [(&str, &str, &str); 6] = [
    ("json", "application/json", "json"),
    ("svg", "image/svg+xml", "svg"),
    ("animation", "image/svg+xml", "svg"),
    ("player", "text/html", "html"),
    ("link", "text/plain", "txt"),
    ("code", "text/plain", "txt"),
];

/// A game in a format.
pub(super) fn export(desk: &Desk, asked: &Export) -> Result<Value, Fault> {
    let Export { puzzle, position, moves, format, of, name, theme } = asked;
    desk.caps().check_moves(moves.len())?;
    let theme = match theme.as_deref() {
        None => Theme::default(),
        Some(name) => Theme::named(name).ok_or_else(|| {
            Fault::unknown("theme", name, Theme::ALL.into_iter().map(Theme::name))
        })?,
    };
    let kit = find(puzzle)?;
    let table = desk.table(puzzle, position)?;
    let common = COMMON.iter().find(|(known, ..)| known == format && of.is_none());
    if let Table::Hidden(..) = table {
        return match common {
            Some(&("svg", kind, extension)) => {
                let table = moves.iter().try_fold(table, |table, mv| table.play(mv))?;
                let svg = table.look(|seen| theme.apply(&seen.svg()));
                Ok(file(kit, name.as_deref(), &svg, kind, extension))
            }
            _ => Err(Fault::input(
                "a game with hidden pieces can be written as `svg` only: give it up with `reveal`",
            )),
        };
    }
    let (_, start) = table.open("export")?;
    let Play { line, end, refused, .. } = start.replay(&moves.join(" "), &Values::default())?;
    if let Some(refused) = refused {
        return Err(not_allowed(&refused));
    }
    let game = Exported { kit, name: name.as_deref(), start: &*start, line: &*line, end: &*end };
    let Some(&(known, kind, extension)) = common else {
        let text = game.listed(format, of.as_deref())?;
        let is_json = text.trim_start().starts_with(['{', '[']);
        let (kind, extension) =
            if is_json { ("application/json", "json") } else { ("text/plain", "txt") };
        return Ok(file(kit, game.name, &text, kind, extension));
    };
    Ok(file(kit, game.name, &game.common(known, theme)?, kind, extension))
}

/// A game to be written.
struct Exported<'a> {
    kit: &'static dyn Kit,
    name: Option<&'a str>,
    start: &'a dyn Position,
    line: &'a dyn Line,
    end: &'a dyn Position,
}

impl Exported<'_> {
    /// The game in a format that every puzzle has.
    fn common(&self, format: &str, theme: Theme) -> Result<String, Fault> {
        let about = self.kit.about();
        Ok(match format {
            "svg" => theme.apply(&self.end.svg()),
            "animation" => pictures::film(self.line, theme),
            "player" => {
                let title = match self.name {
                    Some(name) => format!("{}: {} {name}", about.title, about.one),
                    None => about.title.to_owned(),
                };
                pictures::player((&title, &about.describe(&self.line.lengths())), self.line, theme)
            }
            "link" => {
                let moves = self.line.notation();
                let code = self.start.code();
                let is_meant = |name: &&str| {
                    !name.contains(|it: char| it.is_whitespace() || it == '/')
                        && crate::read(self.kit, name, &Values::default())
                            .is_ok_and(|read| read.code() == code)
                };
                let start = self.name.filter(is_meant).unwrap_or(&code);
                if moves.is_empty() { start.to_owned() } else { link(start, &moves) }
            }
            "code" => self.end.write(CODE.name)?,
            _ => {
                let game = json!({
                    "puzzle": about.name,
                    "instance": self.name,
                    "code": self.start.code(),
                    "position": self.start.write(about.exchange)?,
                    "moves": self.line.notation(),
                });
                format!("{game:#}\n")
            }
        })
    }

    /// The game in a format of the puzzle: of positions first, then of moves.
    fn listed(&self, format: &str, of: Option<&str>) -> Result<String, Fault> {
        let about = self.kit.about();
        let has = |list: &[Named]| list.iter().any(|named| named.name == format);
        let (wants_position, wants_moves) = match of {
            None => (true, true),
            Some("position") => (true, false),
            Some("moves") => (false, true),
            Some(other) => {
                return Err(Fault::unknown("part of a game", other, ["position", "moves"]));
            }
        };
        if wants_position && (has(about.formats) || format == about.exchange) {
            return self.end.write(format).map(|text| without_colours(&text));
        }
        if wants_moves && has(about.line_formats) {
            return Ok(without_colours(&self.line.render(format)));
        }
        let common = COMMON.iter().map(|&(name, ..)| name).filter(|_| of.is_none());
        let positions = about.formats.iter().filter(|_| wants_position);
        let moves = about.line_formats.iter().filter(|_| wants_moves);
        let known = positions.chain(moves).map(|named| named.name).chain(common);
        Err(Fault::unknown("format", format, known))
    }
}

/// A text without the colours of terminals.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    plain
}

/// A file as an answer.
pub(super) fn file(
    kit: &dyn Kit,
    name: Option<&str>,
    text: &str,
    kind: &str,
    extension: &str,
) -> Value {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let name: String =
        name.unwrap_or_default().chars().filter(|it| is_plain(*it)).take(40).collect();
    let puzzle = kit.about().name;
    let name = if name.is_empty() { puzzle.to_owned() } else { format!("{puzzle}-{name}") };
    json!({ "text": text, "type": kind, "name": format!("{name}.{extension}") })
}

#[cfg(test)]
mod tests {
    use super::without_colours;

    #[test]
    fn a_file_has_no_colours() {
        assert_eq!(without_colours("KS \u{1b}[91m7D\u{1b}[0m  AD\n"), "KS 7D  AD\n");
        assert_eq!(without_colours("plain"), "plain");
        assert_eq!(without_colours("cut \u{1b}[91"), "cut ");
    }
}
