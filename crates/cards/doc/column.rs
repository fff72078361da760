use patience_cards::Card;
use patience_cards::svg::table::{Rows, TableLayout, listed, small, strip};
use patience_cards::svg::{Shape, timeline::PlacedCard};

/// A game of one column.
pub struct Column(Rows);

impl TableLayout for Column {
    type Position = Vec<Card>;
    type Pile = ();

    const NAMES: (&'static str, &'static str) = ("column", "moves");

    fn of(positions: &[Vec<Card>]) -> Self {
        let longest = positions.iter().map(Vec::len).max().unwrap_or(0);
        Self(Rows::new(0, 1, strip(longest) * small(longest)))
    }
    fn size(&self) -> (u32, u32) {
        self.0.size
    }
    fn piles(&self) -> impl Iterator<Item = ()> + use<> {
        std::iter::once(())
    }
    fn place(&self, (): ()) -> (u32, u32) {
        self.0.column(0)
    }
    fn area(&self, (): ()) -> (u32, u32) {
        self.0.column_area()
    }
    fn shape((): ()) -> Shape {
        Shape::Place
    }
    fn id((): ()) -> String {
        "column".to_owned()
    }
    fn name((): ()) -> Option<String> {
        Some("1".to_owned())
    }
    fn lying(&self, cards: &Vec<Card>, (): ()) -> Vec<PlacedCard> {
        let (x, y) = self.place(());
        let face = |(depth, &card)| PlacedCard::face(card, (x, y + depth * strip(cards.len())));
        (0..).zip(cards).map(face).collect()
    }
    fn note(cards: &Vec<Card>, (): ()) -> Option<String> {
        (9 < cards.len()).then(|| cards.len().to_string())
    }
    fn describe(cards: &Vec<Card>, (): ()) -> String {
        format!("Column: {}", listed(cards))
    }
}
