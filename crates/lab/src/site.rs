//! The report of experiments: one self-contained page with tables, charts and pictures.

use patience_draw::chart::{COLOURS, Chart, ScaleKind, Series};
use patience_draw::html::{self, Columns};
use patience_kit::{Fault, grouped};

use crate::experiment::{Experiment, Scale};
use crate::measure::Measure;
use crate::record::CaseRecord;
use crate::run::Lab;
use crate::stats::Estimate;
use crate::summary::Summary;
use crate::table::Grid;

/// Points of a curve of nodes.
const POINTS: usize = 100;

/// Series of one chart: each has a colour of its own.
const MOST_SERIES: usize = COLOURS;

/// Pictures of an experiment.
const PICTURES: usize = 3;

impl Lab<'_> {
    /// The files of the report by name.
    pub fn site(
        &self,
        experiments: &[Experiment],
        summaries: &[Summary],
        scale: Scale,
    ) -> Result<Vec<(String, String)>, Fault> {
        let mut inside = String::new();
        for (experiment, summary) in experiments.iter().zip(summaries) {
            inside += &self.section(experiment, summary, scale)?;
        }
        let about = format!(
            "Scale {}. Intervals are of 99 %: Wilson for shares, bootstrap for means. A search that reached a limit is censored: its nodes are no count.",
            scale.name()
        );
        Ok(vec![("index.html".to_owned(), html::page("Experiments", &about, &inside))])
    }

    fn section(
        &self,
        experiment: &Experiment,
        summary: &Summary,
        scale: Scale,
    ) -> Result<String, Fault> {
        let mut inside = html::prose(&summary.about) + &table(&summary.grid());
        if let Some(cases) = summary.case_grid() {
            inside += &html::paragraph("By case, ours / published:");
            inside += &table(&cases);
        }
        for (name, sentence) in summary.comparisons() {
            inside += &html::paragraph(&format!("{name}, against its control: {sentence}."));
        }
        let mut records = Vec::new();
        for row in &experiment.rows {
            records.push((row.name.as_str(), self.records(experiment, row, scale)?.0));
        }
        records.retain(|(_, records)| !records.is_empty());
        let is_game = |records: &[CaseRecord]| records.iter().all(|it| it.lengths.is_empty());
        if !records.iter().all(|(_, records)| is_game(records)) {
            inside.extend(nodes_charts(&records).iter().map(Chart::figure));
        }
        inside.extend(layers_charts(&records).iter().map(Chart::figure));
        if experiment.rows.iter().any(|row| row.player.is_some()) {
            inside.extend(rates_charts(summary).iter().map(Chart::figure));
        }
        if let Some(arms) = &summary.arms {
            inside += &table(&arms.grid());
            inside += &html::prose(&arms.legend());
            inside += &arms.without_differences().map(html::paragraph).unwrap_or_default();
            for line in arms.differences() {
                inside += &html::paragraph(&line);
            }
            let has_curve = arms.arms.iter().filter(|arm| !arm.curve.is_empty());
            let curves = has_curve.map(|arm| (arm.name.as_str(), arm.curve.clone()));
            inside.extend(learning_charts(&curves.collect::<Vec<_>>()).iter().map(Chart::figure));
        }
        inside += &pictures(experiment, scale, &records)?;
        Ok(html::section(&summary.headline(), &inside))
    }
}

/// The cases of the first row that take most nodes.
fn pictures(
    experiment: &Experiment,
    scale: Scale,
    records: &[(&str, Vec<CaseRecord>)],
) -> Result<String, Fault> {
    let searched = records.iter().find(|(name, _)| {
        experiment.rows.iter().any(|row| row.name == *name && row.player.is_none())
    });
    let Some((name, records)) = searched else { return Ok(String::new()) };
    let Some(row) = experiment.rows.iter().find(|row| row.name == *name) else {
        return Ok(String::new());
    };
    let mut hardest: Vec<&CaseRecord> = records.iter().collect();
    hardest.sort_by_key(|record| std::cmp::Reverse(record.nodes));
    hardest.truncate(PICTURES);
    let mut figures = String::new();
    for instance in experiment.instances(row, scale)? {
        let instance = instance?;
        let Some(record) = hardest.iter().find(|it| it.case == instance.name) else { continue };
        let bound = if record.outcome.is_censored() { "more than " } else { "" };
        let caption = format!("{}: {bound}{} nodes of {name}", record.case, grouped(record.nodes));
        let (caption, svg) = (patience_draw::escape(&caption), instance.position.svg());
        let parts = ["<figure>\n<figcaption>", &caption, "</figcaption>\n", &svg, "</figure>\n"];
        figures.extend(parts);
    }
    Ok(figures)
}

fn table(grid: &Grid) -> String {
    let head: Vec<&str> = grid.head.iter().map(String::as_str).collect();
    html::table(&head, &grid.rows, Columns::Figures)
}

/// How many nodes are enough for a share of the cases; a chart has up to eight rows.
pub(crate) fn nodes_charts(records: &[(&str, Vec<CaseRecord>)]) -> Vec<Chart<'static>> {
    let charts = balanced(records, MOST_SERIES).map(|records| Chart {
        title: "Solved cases and the nodes that they take",
        x: "solved in %",
        y: "nodes",
        scale: ScaleKind::Log,
        series: records
            .iter()
            .enumerate()
            .map(|(colour, (name, records))| nodes_series(name, colour, records))
            .collect(),
        notes: Vec::new(),
    });
    charts.collect()
}

fn nodes_series(name: &str, colour: usize, records: &[CaseRecord]) -> Series {
    let solved = records.iter().filter(|it| it.outcome.is_success());
    let mut nodes: Vec<u64> = solved.map(|it| it.nodes.max(1)).collect();
    nodes.sort_unstable();
    let every = nodes.len().div_ceil(POINTS).max(1);
    let points = (1..=nodes.len()).filter(|count| count % every == 0 || *count == nodes.len());
    let points =
        points.map(|count| (100.0 * count as f64 / records.len() as f64, nodes[count - 1] as f64));
    Series::steps(name, colour, points.collect())
}

/// As few parts as can be with at most `most` items each, of about equal sizes: none is left with a single series, which would have no legend.
fn balanced<T>(items: &[T], most: usize) -> impl Iterator<Item = &[T]> {
    let parts = items.len().div_ceil(most);
    (0..parts).map(move |part| &items[part * items.len() / parts..(part + 1) * items.len() / parts])
}

/// The layers of each row's largest layered search.
fn layers_charts(records: &[(&str, Vec<CaseRecord>)]) -> Vec<Chart<'static>> {
    let largest = records.iter().filter_map(|(name, records)| {
        let layered = records.iter().filter(|record| !record.layers.is_empty());
        Some((*name, layered.max_by_key(|record| record.nodes)?))
    });
    let largest: Vec<(&str, &CaseRecord)> = largest.collect();
    let charts = balanced(&largest, MOST_SERIES).map(|largest| {
        let series = largest.iter().enumerate().map(|(colour, (name, record))| {
            // An empty layer has no place on a logarithmic axis.
            let states = record.layers.iter().map(|&states| states.max(1) as f64);
            let points = (0..record.layers.len()).map(|layer| layer as f64 + 1.0).zip(states);
            Series::line(&format!("{name}: {}", record.case), colour, points.collect())
        });
        Chart {
            title: "States of each layer, last pass of each row's largest search",
            x: "layer",
            y: "states",
            scale: ScaleKind::Log,
            series: series.collect(),
            notes: Vec::new(),
        }
    });
    charts.collect()
}

/// Win rates with their intervals, and what a game costs.
fn rates_charts(summary: &Summary) -> Vec<Chart<'static>> {
    let rows = summary.rows.iter().filter_map(|row| {
        let (rate, seconds) =
            (row.figures.get(&Measure::Rate)?, row.figures.get(&Measure::Seconds)?);
        Some((row.name.as_str(), *rate, seconds.value))
    });
    let rows: Vec<(&str, Estimate, f64)> = rows.collect();
    let charts = balanced(&rows, MOST_SERIES).map(|rows| {
        let series = rows.iter().enumerate().map(|(colour, (name, rate, seconds))| {
            let points = [rate.low, rate.value, rate.high].map(|rate| (rate, *seconds));
            Series::line(name, colour, points.to_vec())
        });
        Chart {
            title: "Games won, with intervals, and CPU seconds a game",
            x: "won in %",
            y: "CPU seconds",
            scale: ScaleKind::Log,
            series: series.collect(),
            notes: Vec::new(),
        }
    });
    charts.collect()
}

/// Learning curves by name: medians over seeds, with bands from quartile to quartile; a few arms a chart. There are none where every run was
/// evaluated once: nothing was learnt that a curve could show, and the table has the figures.
pub(crate) fn learning_charts(curves: &[(&str, Vec<[f64; 4]>)]) -> Vec<Chart<'static>> {
    const ARMS: usize = 4;
    if curves.iter().all(|(_, curve)| curve.len() < 2) {
        return Vec::new();
    }
    let charts = balanced(curves, ARMS).map(|arms| {
        let series = arms.iter().enumerate().map(|(colour, (name, curve))| {
            let middle = curve.iter().map(|&[x, _, middle, _]| (x, middle)).collect();
            let band = curve.iter().map(|&[x, low, _, high]| (x, low, high)).collect();
            Series::line(name, colour, middle).with_band(band)
        });
        Chart {
            title: "Fitness of the champion on validation cases",
            x: "evaluation",
            y: "fitness, median and quartiles over seeds",
            scale: ScaleKind::Linear,
            series: series.collect(),
            notes: Vec::new(),
        }
    });
    charts.collect()
}

#[cfg(test)]
mod tests {
    use super::{balanced, learning_charts};

    #[test]
    fn charts_share_series_evenly() {
        for count in 2..100_usize {
            let items: Vec<usize> = (0..count).collect();
            let parts: Vec<&[usize]> = balanced(&items, 4).collect();
            assert_eq!(parts.concat(), items);
            assert_eq!(parts.len(), count.div_ceil(4));
            assert!(parts.iter().all(|part| (2..=4).contains(&part.len())), "{count}");
        }
        assert_eq!(balanced(&[0; 0], 4).count(), 0);
    }

    #[test]
    fn runs_of_one_generation_have_no_learning_curve() {
        let once = ("once", vec![[400.0, 0.2, 0.4, 0.5]]);
        let twice = ("twice", vec![[400.0, 0.2, 0.4, 0.5], [800.0, 0.3, 0.5, 0.6]]);
        assert!(learning_charts(&[once.clone(), once.clone()]).is_empty());
        // Beside a curve, a single evaluation has a place to compare.
        let charts = learning_charts(&[once, twice]);
        assert_eq!(charts[0].series.iter().map(|it| it.points.len()).collect::<Vec<_>>(), [1, 2]);
    }
}
