//! The player: escaped, complete, and without references; and the marks that it stops at.

use std::collections::HashSet;

use patience_draw::film::{Clock, Film};
use patience_draw::player::{Game, page};

const HOSTILE: &str = "</script><script>alert(\"1\")</script>&\u{0}'";

fn film(moves: usize, counts: Option<Vec<usize>>) -> String {
    let film = Film::new(&"content", moves, &[], 0.5);
    let film = counts.into_iter().fold(film, Film::counting);
    film.opening(300, 200) + &film.subtitles(300, 200) + "</svg>\n"
}

fn hostile_page() -> String {
    let moves = vec![HOSTILE.to_owned(), "12".to_owned()];
    let words = vec!["one".to_owned(), "12".to_owned()];
    let film = film(2, None);
    let game =
        Game { title: HOSTILE, about: HOSTILE, film: &film, notation: &moves, words: &words };
    page(&game)
}

/// The page without its script, as XML.
fn markup(page: &str) -> String {
    let (before, rest) = page.split_once("<script>\n").unwrap();
    let (_, after) = rest.split_once("</script>").unwrap();
    format!("{}{after}", before.strip_prefix("<!DOCTYPE html>\n").unwrap())
}

#[test]
fn hostile_text_stays_text() {
    let markup = markup(&hostile_page());
    let document = roxmltree::Document::parse(&markup).unwrap();
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    let shown = HOSTILE.replace('\0', "\u{fffd}");
    for name in ["title", "h1", "p"] {
        let node = document.descendants().find(|node| node.has_tag_name(name)).unwrap();
        assert_eq!(node.text(), Some(shown.as_str()), "{name}");
    }
    let names: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("b"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(names, ["Start", shown.as_str(), "12"]);
}

#[test]
fn words_that_repeat_the_notation_are_left_out() {
    assert_eq!(hostile_page().matches("class=\"words\"").count(), 1);
}

#[test]
fn a_page_loads_nothing() {
    let page = hostile_page().replace("http://www.w3.org/2000/svg", "");
    for other in ["http", "//", "url(", "@import", "<link", "<img", "src=", "href=", "fetch("] {
        // Comments of the script.
        let found = page.lines().filter(|line| !line.trim_start().starts_with("//"));
        let found: Vec<&str> = found.filter(|line| line.contains(other)).collect();
        assert!(found.is_empty(), "{other}: {found:?}");
    }
}

#[test]
fn ids_are_unique_and_every_id_that_the_script_asks_for_is_there() {
    let page = hostile_page();
    let markup = markup(&page);
    let document = roxmltree::Document::parse(&markup).unwrap();
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let unique: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    // The page's own ids cannot be those of a picture.
    assert!(ids.iter().filter(|id| id.starts_with("player")).count() + 1 == ids.len());
    for name in page.split("byId(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(unique.contains(format!("player-{name}").as_str()), "{name}");
    }
}

fn marks(film: &str) -> Vec<f64> {
    let document = roxmltree::Document::parse(film).unwrap();
    let marks = document.root_element().attribute("data-marks").unwrap();
    marks.split(' ').map(|mark| mark.parse().unwrap()).collect()
}

#[test]
fn a_mark_for_every_position() {
    assert_eq!(marks(&film(0, None)), [1.475]);
    assert_eq!(marks(&film(3, None)), [1.475, 1.975, 2.475, 2.975]);
    // Two moves, the first of two frames.
    assert_eq!(marks(&film(3, Some(vec![1, 1, 2]))), [1.475, 2.475, 2.975]);
}

#[test]
fn at_a_mark_everything_has_landed() {
    for pace in [0.02, 0.3, 0.6, 5.0] {
        let clock = Clock::new(9, pace);
        for turns in 1..12 {
            let (_, lands) = clock.flight(3, turns - 1, turns);
            assert!(
                lands <= clock.rest(4) + 1e-9 && clock.rest(4) < clock.start(4),
                "{pace} {turns}"
            );
        }
    }
}
