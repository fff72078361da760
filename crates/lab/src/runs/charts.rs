//! Charts of a run by generation, and of several runs side by side.

use patience_draw::chart::{COLOURS, Chart, ScaleKind, Series};
use patience_learn::Generation;

use crate::stats::quantile;

/// Grey, for what matters least.
const GREY: usize = COLOURS - 1;

/// The charts of a run, as HTML figures; none before its first generation is over.
///
/// ```
/// use patience_lab::runs::charts;
/// use patience_learn::Generation;
///
/// let log: Vec<Generation> = (0..5).map(|number| Generation::example(number, Vec::new())).collect();
/// let figures = charts(&log);
/// assert!(figures[0].starts_with("<figure") && figures[0].contains("Fitness"));
/// assert!(charts(&[]).is_empty());
/// ```
#[must_use]
pub fn charts(log: &[Generation]) -> Vec<String> {
    if log.is_empty() {
        return Vec::new();
    }
    let series = |value: &dyn Fn(&Generation) -> f64| -> Vec<(f64, f64)> {
        log.iter().map(|it| (f64::from(it.generation), value(it))).collect()
    };
    let plot = |title, y, series| Chart {
        title,
        x: "generation",
        y,
        scale: ScaleKind::Linear,
        series,
        notes: stages(log),
    };
    let band = log.iter().map(|it| (f64::from(it.generation), it.worst, it.best)).collect();
    let fitness = vec![
        Series::line("worst", GREY, series(&|it| it.worst)),
        Series::line("mean", 2, series(&|it| it.mean)).with_band(band),
        Series::line("best", 0, series(&|it| it.best)),
        Series::line("best, on validation", 1, series(&|it| it.validation.fitness)),
        Series::steps("champion, on validation", 3, series(&|it| it.champion.validation.fitness)),
    ];
    let solved = |it: &Generation| 100.0 * it.solved as f64 / it.searches.max(1) as f64;
    let one = |name, colour, points| vec![Series::line(name, colour, points)];
    let nodes = one("mean nodes", 4, series(&|it| it.nodes));
    let mut plots = vec![
        plot("Fitness", "fitness", fitness),
        plot("Searches solved", "share of all searches, %", one("solved", 2, series(&solved))),
        Chart {
            scale: ScaleKind::Log,
            ..plot("Nodes of a solved search", "mean nodes (log scale)", nodes)
        },
        plot(
            "Diversity",
            "different genomes",
            one("different genomes", 6, series(&|it| it.distinct as f64)),
        ),
        plot("Size", "nodes and weights of a genome", one("mean size", 5, series(&|it| it.size))),
    ];
    let fired = fired(log);
    if 1 < fired.len() {
        plots.insert(1, plot("Rules of the best genome", "share of all decisions, %", fired));
    }
    if log.iter().any(|it| !it.stage.is_empty()) {
        let stage = vec![Series::steps("stage", 3, stage_numbers(log))];
        plots.push(plot("Curriculum", "stage", stage));
    }
    plots.iter().map(Chart::figure).collect()
}

/// How often each rule decided; the default last.
fn fired(log: &[Generation]) -> Vec<Series> {
    let rules = log.iter().map(|it| it.fired.len()).max().unwrap_or(0);
    let area = |rule: usize| {
        let is_default = rule + 1 == rules;
        let name = if is_default { "default".to_owned() } else { format!("rule {}", rule + 1) };
        let colour = if is_default { GREY } else { rule % GREY };
        let point = |it: &Generation| {
            let share = it.fired.get(rule).copied().unwrap_or(0.0);
            (f64::from(it.generation), 100.0 * share)
        };
        Series::area(&name, colour, log.iter().map(point).collect())
    };
    (0..rules).map(area).collect()
}

/// The stage of the curriculum in every generation, if it has stages.
fn stages(log: &[Generation]) -> Vec<(f64, String)> {
    let staged = log.iter().filter(|it| !it.stage.is_empty());
    staged.map(|it| (f64::from(it.generation), it.stage.clone())).collect()
}

/// Stages by number, from 1.
fn stage_numbers(log: &[Generation]) -> Vec<(f64, f64)> {
    let mut number = 0.0;
    let mut before = None;
    let mut count = |it: &Generation| {
        if before.as_ref() != Some(&it.stage) {
            number += 1.0;
            before = Some(it.stage.clone());
        }
        (f64::from(it.generation), number)
    };
    log.iter().map(&mut count).collect()
}

/// Charts of several runs, each with its name, as HTML figures.
///
/// ```
/// use patience_lab::runs::compare;
/// use patience_learn::Generation;
///
/// let log: Vec<Generation> = (0..5).map(|number| Generation::example(number, Vec::new())).collect();
/// let figures = compare(&[("weights", &log), ("formula", &log[..3])]);
/// // Each has a line for each run.
/// assert!(figures.iter().all(|it| it.contains("weights") && it.contains("formula")));
/// ```
#[must_use]
pub fn compare(runs: &[(&str, &[Generation])]) -> Vec<String> {
    let plot = |title, x, at: fn(&Generation) -> f64, value: fn(&Generation) -> f64| {
        let series = runs.iter().enumerate().map(|(at_run, (name, log))| {
            let points = log.iter().map(|it| (at(it), value(it)));
            Series::steps(name, at_run % COLOURS, points.collect())
        });
        let series = series.collect();
        Chart { title, x, y: "fitness", scale: ScaleKind::Linear, series, notes: Vec::new() }
            .figure()
    };
    let champion = |it: &Generation| it.champion.validation.fitness;
    let generation = |it: &Generation| f64::from(it.generation);
    let mut plots = vec![
        plot("Champion, on validation", "generation", generation, champion),
        plot("Best of the generation", "generation", generation, |it| it.best),
    ];
    // Logs of older versions have no evaluations.
    if runs.iter().flat_map(|(_, log)| *log).all(|it| 0 < it.evaluations) {
        let title = "Champion, on validation, by evaluations";
        plots.insert(0, plot(title, "evaluations", |it| it.evaluations as f64, champion));
    }
    plots
}

/// A chart of the median of several runs, with a band from quartile to quartile, as an HTML figure; `None` for fewer than three runs.
///
/// ```
/// use patience_lab::runs::quartiles;
/// use patience_learn::Generation;
///
/// let log: Vec<Generation> = (0..5).map(|number| Generation::example(number, Vec::new())).collect();
/// assert!(quartiles(&[&log, &log]).is_none());
/// // The chart ends with the shortest run.
/// assert!(quartiles(&[&log, &log, &log[..3]]).is_some_and(|figure| figure.contains("quartiles")));
/// ```
#[must_use]
pub fn quartiles(runs: &[&[Generation]]) -> Option<String> {
    if runs.len() < 3 {
        return None;
    }
    let last = runs.iter().map(|log| log.len()).min()?;
    let at = |generation: usize| {
        let values: Vec<f64> =
            runs.iter().map(|log| log[generation].champion.validation.fitness).collect();
        let share = |share| quantile(&values, share).unwrap_or(f64::NAN);
        (generation as f64, [share(0.25), share(0.5), share(0.75)])
    };
    let points: Vec<_> = (0..last).map(at).collect();
    let middle = points.iter().map(|&(x, [_, middle, _])| (x, middle)).collect();
    let band = points.iter().map(|&(x, [low, _, high])| (x, low, high)).collect();
    let chart = Chart {
        title: "Champion, on validation: median and quartiles of the runs",
        x: "generation",
        y: "fitness",
        scale: ScaleKind::Linear,
        series: vec![Series::line("median", 0, middle).with_band(band)],
        notes: Vec::new(),
    };
    Some(chart.figure())
}
