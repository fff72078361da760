//! The report of experiments: one self-contained page with tables, charts and pictures.

use patience_draw::chart::{COLOURS, Chart, ScaleKind, Series};
use patience_draw::html::{self, Columns};
use patience_kit::{Fault, grouped};

use crate::experiment::{Experiment, Scale};
use crate::measure::Measure;
use crate::record::CaseRecord;
use crate::run::Lab;
use crate::summary::Summary;
use crate::table::Grid;

/// Points of a curve of nodes.
const POINTS: usize = 100;

/// Series of one chart.
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
        let mut inside = html::paragraph(&summary.about) + &table(&summary.grid());
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
            inside += &nodes_chart(&records).figure();
        }
        if let Some(chart) = layers_chart(&records) {
            inside += &chart.figure();
        }
        if experiment.rows.iter().any(|row| row.player.is_some()) {
            inside += &rates_chart(summary).figure();
        }
        if let Some(arms) = &summary.arms {
            inside += &table(&arms.grid());
            inside += &html::paragraph(&arms.legend());
            for line in arms.differences() {
                inside += &html::paragraph(&line);
            }
            let has_curve = arms.arms.iter().filter(|arm| !arm.curve.is_empty());
            let curves = has_curve.map(|arm| (arm.name.as_str(), arm.curve.clone()));
            for chart in learning_charts(&curves.collect::<Vec<_>>()) {
                inside += &chart.figure();
            }
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

/// How many nodes are enough for a share of the cases.
pub(crate) fn nodes_chart(records: &[(&str, Vec<CaseRecord>)]) -> Chart<'static> {
    let series = records.iter().take(MOST_SERIES).enumerate().map(|(colour, (name, records))| {
        let solved = records.iter().filter(|it| it.outcome.is_success());
        let mut nodes: Vec<u64> = solved.map(|it| it.nodes.max(1)).collect();
        nodes.sort_unstable();
        let every = nodes.len().div_ceil(POINTS).max(1);
        let points = (1..=nodes.len()).filter(|count| count % every == 0 || *count == nodes.len());
        let points = points
            .map(|count| (100.0 * count as f64 / records.len() as f64, nodes[count - 1] as f64));
        Series::steps(name, colour, points.collect())
    });
    Chart {
        title: "Solved cases and the nodes that they take",
        x: "solved in %",
        y: "nodes",
        scale: ScaleKind::Log,
        series: series.collect(),
        notes: Vec::new(),
    }
}

/// The layers of each row's largest layered search.
fn layers_chart(records: &[(&str, Vec<CaseRecord>)]) -> Option<Chart<'static>> {
    let largest = records.iter().filter_map(|(name, records)| {
        let layered = records.iter().filter(|record| !record.layers.is_empty());
        Some((*name, layered.max_by_key(|record| record.nodes)?))
    });
    let series: Vec<Series> = largest
        .take(MOST_SERIES)
        .enumerate()
        .map(|(colour, (name, record))| {
            // An empty layer has no place on a logarithmic axis.
            let states = record.layers.iter().map(|&states| states.max(1) as f64);
            let points = (0..record.layers.len()).map(|layer| layer as f64 + 1.0).zip(states);
            Series::line(&format!("{name}: {}", record.case), colour, points.collect())
        })
        .collect();
    (!series.is_empty()).then(|| Chart {
        title: "States of each layer, last pass of each row's largest search",
        x: "layer",
        y: "states",
        scale: ScaleKind::Log,
        series,
        notes: Vec::new(),
    })
}

/// Win rates with their intervals, and what a game costs.
fn rates_chart(summary: &Summary) -> Chart<'static> {
    let rows = summary.rows.iter().filter_map(|row| {
        let (rate, seconds) =
            (row.figures.get(&Measure::Rate)?, row.figures.get(&Measure::Seconds)?);
        Some((row.name.as_str(), *rate, seconds.value))
    });
    let series = rows.enumerate().map(|(at, (name, rate, seconds))| {
        let points = [rate.low, rate.value, rate.high].map(|rate| (rate, seconds));
        Series::line(name, at % COLOURS, points.to_vec())
    });
    Chart {
        title: "Games won, with intervals, and CPU seconds a game",
        x: "won in %",
        y: "CPU seconds",
        scale: ScaleKind::Log,
        series: series.collect(),
        notes: Vec::new(),
    }
}

/// Learning curves by name: medians over seeds, with bands from quartile to quartile; a few arms a chart.
pub(crate) fn learning_charts(curves: &[(&str, Vec<[f64; 4]>)]) -> Vec<Chart<'static>> {
    const ARMS: usize = 4;
    let charts = curves.chunks(ARMS).map(|arms| {
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
