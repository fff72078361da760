//! Charts, their axes and their numbers.

use patience_draw::chart::{Chart, Scale, ScaleKind, Series, readable, tick_labels};

fn chart(series: Vec<Series>) -> Chart<'static> {
    Chart {
        title: "A <chart>",
        x: "generation",
        y: "nodes",
        scale: ScaleKind::Linear,
        series,
        notes: Vec::new(),
    }
}

fn ups(count: u32) -> Vec<(f64, f64)> {
    (0..count).map(|at| (f64::from(at), f64::from(at))).collect()
}

fn classes<'a>(document: &'a roxmltree::Document<'_>, class: &str) -> Vec<&'a str> {
    let shapes = document.descendants().filter_map(|node| Some((node, node.attribute("class")?)));
    let wanted = shapes.filter(|(_, found)| *found == class);
    wanted.map(|(node, _)| node.attribute("d").unwrap_or_default()).collect()
}

#[test]
fn lines_go_from_the_lower_left_to_the_upper_right_corner() {
    let figure = chart(vec![Series::line("one", 0, ups(3))]).figure();
    let document = roxmltree::Document::parse(&figure).unwrap();
    assert_eq!(classes(&document, "line c0"), ["M66.0 280.0L346.0 146.0L626.0 12.0"]);
}

#[test]
fn steps_stay_until_they_change() {
    let figure = chart(vec![Series::steps("one", 9, ups(2))]).figure();
    let document = roxmltree::Document::parse(&figure).unwrap();
    assert_eq!(classes(&document, "line c1"), ["M66.0 280.0H626.0V12.0"]);
}

#[test]
fn bands_are_stacked() {
    let even = |share| vec![(0.0, share), (1.0, share)];
    let areas = vec![Series::area("one", 0, even(25.0)), Series::area("two", 1, even(75.0))];
    let figure = chart(areas).figure();
    let document = roxmltree::Document::parse(&figure).unwrap();
    assert_eq!(classes(&document, "area c0"), ["M66.0 213.0L626.0 213.0L626.0 280.0L66.0 280.0Z"]);
    assert_eq!(classes(&document, "area c1"), ["M66.0 12.0L626.0 12.0L626.0 213.0L66.0 213.0Z"]);
}

#[test]
fn values_without_a_position_leave_a_gap_and_isolated_points_are_dots() {
    let points = vec![(0.0, 10.0), (1.0, 0.0), (2.0, 10.0), (3.0, 100.0)];
    let log = Chart { scale: ScaleKind::Log, ..chart(vec![Series::line("one", 0, points)]) };
    let figure = log.figure();
    let document = roxmltree::Document::parse(&figure).unwrap();
    let path = classes(&document, "line c0")[0];
    assert_eq!((path.matches('M').count(), path.matches('L').count()), (2, 1));
    assert_eq!(classes(&document, "dot c0").len(), 1);
}

#[test]
fn a_single_point_is_visible() {
    let one = vec![(0.0, 5.0)];
    let series = vec![
        Series::line("line", 0, one.clone()),
        Series::steps("steps", 1, one.clone()),
        Series::area("area", 2, one),
    ];
    let figure = chart(series).figure();
    let document = roxmltree::Document::parse(&figure).unwrap();
    assert_eq!(classes(&document, "dot c0").len(), 1);
    assert!(classes(&document, "line c1")[0].ends_with("H626.0V12.0"));
    assert!(classes(&document, "area c2")[0].contains("L626.0"));
}

#[test]
fn the_band_of_a_single_point_is_a_bar() {
    let one = Series::line("one", 3, vec![(0.0, 50.0)]).with_band(vec![(0.0, 0.0, 100.0)]);
    let figure = chart(vec![one]).figure();
    let document = roxmltree::Document::parse(&figure).unwrap();
    assert_eq!(classes(&document, "bar c3"), ["M66.0 280.0V12.0"]);
    assert!(classes(&document, "band c3").is_empty());
}

#[test]
fn a_chart_without_values_says_so() {
    let unsolved = vec![Series::line("one", 0, vec![(0.0, 0.0), (1.0, 0.0)])];
    for series in [vec![], vec![Series::line("one", 0, Vec::new())], unsolved] {
        let figure = Chart { scale: ScaleKind::Log, ..chart(series) }.figure();
        assert!(figure.contains("nothing to plot") && !figure.contains("<svg"));
        assert!(roxmltree::Document::parse(&figure).is_ok());
    }
}

#[test]
fn tooltips_show_all_values_of_an_x() {
    let mut chart = chart(vec![
        Series::line("a & b", 0, ups(3)),
        Series::line("other", 1, vec![(2.0, 1234.4)]),
    ]);
    chart.notes.push((2.0, "<b>".to_owned()));
    let figure = chart.figure();
    let document = roxmltree::Document::parse(&figure).unwrap();
    let titles: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("rect"))
        .filter_map(|node| node.first_element_child()?.text())
        .collect();
    assert_eq!(titles[0], "generation 0\na & b: 0");
    assert_eq!(titles[2], "generation 2\na & b: 2\nother: 1,234\n<b>");
}

#[test]
fn long_series_have_a_bounded_number_of_tooltips() {
    let figure = chart(vec![Series::line("one", 0, ups(10_000))]).figure();
    assert!(figure.matches("<rect").count() <= 240);
}

fn ticks(kind: ScaleKind, values: &[f64]) -> Vec<String> {
    let scale = Scale::new(kind, values.iter().copied(), 5);
    tick_labels(scale.ticks())
}

#[test]
fn linear_scales_go_from_zero_to_a_round_number() {
    assert_eq!(ticks(ScaleKind::Linear, &[0.37, 0.6]), ["0", "0.2", "0.4", "0.6"]);
    assert_eq!(ticks(ScaleKind::Linear, &[47.0]), ["0", "10", "20", "30", "40", "50"]);
    assert_eq!(ticks(ScaleKind::Linear, &[-3.0, 4.0]), ["-4", "-2", "0", "2", "4"]);
    assert_eq!(ticks(ScaleKind::Linear, &[100.0]), ["0", "20", "40", "60", "80", "100"]);
}

#[test]
fn integer_scales_have_ticks_at_whole_numbers_within_their_range() {
    assert_eq!(ticks(ScaleKind::Integer, &[0.0, 299.0]), ["0", "100", "200"]);
    assert_eq!(ticks(ScaleKind::Integer, &[0.0, 2.0]), ["0", "1", "2"]);
    assert_eq!(ticks(ScaleKind::Integer, &[7.0]), ["7", "8"]);
}

#[test]
fn log_scales_have_ticks_at_one_two_five_or_at_powers_of_ten() {
    assert_eq!(ticks(ScaleKind::Log, &[300.0, 1800.0]), ["200", "500", "1,000", "2,000"]);
    assert_eq!(
        ticks(ScaleKind::Log, &[12.0, 7e6]),
        ["10", "100", "1k", "10k", "100k", "1M", "10M"]
    );
    assert_eq!(ticks(ScaleKind::Log, &[10.0]), ["10", "20"]);
}

#[test]
fn positions_are_shares_of_the_axis() {
    let linear = Scale::new(ScaleKind::Linear, [10.0].into_iter(), 5);
    assert_eq!(linear.position(2.5), Some(0.25));
    let log = Scale::new(ScaleKind::Log, [10.0, 1000.0].into_iter(), 5);
    assert!((log.position(100.0).unwrap() - 0.5).abs() < 1e-9);
    assert_eq!(log.position(0.0), None);
    assert_eq!(linear.position(f64::NAN), None);
}

#[test]
fn no_values_and_extreme_values_still_give_a_scale() {
    for kind in [ScaleKind::Linear, ScaleKind::Integer, ScaleKind::Log] {
        for values in [&[][..], &[f64::NAN, f64::INFINITY], &[1e308, -1e308], &[1e15, 1e-8]] {
            let scale = Scale::new(kind, values.iter().copied(), 5);
            assert!((2..=60).contains(&scale.ticks().len()), "{kind:?} {values:?} {scale:?}");
            let share = scale.position(values.first().copied().unwrap_or(0.0)).unwrap_or(0.0);
            assert!((0.0..=1.0).contains(&share));
        }
    }
}

#[test]
fn numbers_are_short_and_readable() {
    assert_eq!(tick_labels(&[-1500.0, 0.25, 300.0, 2e4]), ["-1,500", "0.25", "300", "20,000"]);
    assert_eq!(tick_labels(&[0.0, 2e4, 1.5e6, 3e9]), ["0", "20k", "1.5M", "3G"]);
    assert_eq!(
        [0.12345, 31.25, 999.96, 1_234_567.8, 0.0].map(readable),
        ["0.123", "31.2", "1000", "1,234,568", "0"]
    );
}
