//! Benchmarks: commands of ours and of installed peers, in turn, and ratios of their CPU times.

use std::path::Path;
use std::process::{Command, Stdio};

use patience_files::MOST_SETTINGS;
use patience_kit::Fault;
use serde::Deserialize;

use crate::stats::quantile;

/// A benchmark as a file.
///
/// ```
/// use std::path::Path;
///
/// use patience_lab::{Bench, render_timings};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("peers.toml");
/// std::fs::write(&path, "title = 'Peers'\n[[run]]\nname = 'a peer'\ncommand = ['no-such-solver']\ninstall = 'from its site'")?;
/// let bench = Bench::read(&path)?;
/// assert_eq!((&bench.title[..], bench.runs.len()), ("Peers", 1));
/// # // CPU times of other programs need Linux.
/// # if cfg!(target_os = "linux") {
/// let timings = bench.run(Path::new("patience"), 3, &mut |_, seconds| assert_eq!(seconds, None))?;
/// assert_eq!(render_timings(&timings), "a peer  skipped: it is not installed (from its site)\n");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bench {
    /// One line.
    pub title: String,
    /// The commands; ratios are relative to the first.
    #[serde(rename = "run")]
    pub runs: Vec<BenchRun>,
}

/// A command of a benchmark.
///
/// ```
/// use patience_lab::BenchRun;
///
/// let run = r#"{ "name": "fast", "command": ["patience", "solve", "freecell", "1..=100"] }"#;
/// let run: BenchRun = serde_json::from_str(run)?;
/// assert_eq!((run.command.len(), run.install), (4, None));
/// // Unknown keys are refused.
/// assert!(serde_json::from_str::<BenchRun>(r#"{ "name": "fast", "command": [], "round": 3 }"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchRun {
    /// The name.
    pub name: String,
    /// The program and its arguments; the program `patience` is this one.
    pub command: Vec<String>,
    /// How to install the program, if it is not there.
    #[serde(default)]
    pub install: Option<String>,
}

/// What a command took.
///
/// ```
/// use patience_lab::{Timing, render_timings};
///
/// let timing = |seconds| Timing { name: "peer".into(), seconds, install: None };
/// let text = |seconds| render_timings(&[timing(seconds)]);
/// assert_eq!(text(Some(vec![2.0, 1.0, 4.0])), "peer  2.00 s (2.00, 1.00, 4.00), ratio 1.00\n");
/// assert_eq!(text(None), "peer  skipped: it is not installed (not installed)\n");
/// ```
#[derive(Clone, Debug)]
pub struct Timing {
    /// The name of the run.
    pub name: String,
    /// CPU seconds of each round; `None` if the program is not installed.
    pub seconds: Option<Vec<f64>>,
    /// How to install it.
    pub install: Option<String>,
}

impl Bench {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let name = path.display().to_string();
        let text = patience_files::read_text(path, MOST_SETTINGS)
            .map_err(|error| Fault::input(patience_files::unreadable(&name, &error)))?;
        toml::from_str(&text).map_err(|error| Fault::input(format_args!("{name}: {error}")))
    }

    /// Runs all commands in turn, `rounds` times. `own` is the path of this program; `done` hears of every run.
    pub fn run(
        &self,
        own: &Path,
        rounds: u32,
        done: &mut dyn FnMut(&str, Option<f64>),
    ) -> Result<Vec<Timing>, Fault> {
        let mut timings: Vec<Timing> = self
            .runs
            .iter()
            .map(|run| Timing {
                name: run.name.clone(),
                seconds: Some(Vec::new()),
                install: run.install.clone(),
            })
            .collect();
        for _ in 0..rounds {
            for (run, timing) in self.runs.iter().zip(&mut timings) {
                let Some(seconds) = &mut timing.seconds else { continue };
                match run.time(own)? {
                    Some(time) => {
                        seconds.push(time);
                        done(&run.name, Some(time));
                    }
                    None => {
                        done(&run.name, None);
                        timing.seconds = None;
                    }
                }
            }
        }
        Ok(timings)
    }
}

impl BenchRun {
    /// CPU seconds of one run; `None` if the program is not installed.
    fn time(&self, own: &Path) -> Result<Option<f64>, Fault> {
        let wrong = |what: String| Fault::environment(format_args!("{}: {what}", self.name));
        let [program, arguments @ ..] = &self.command[..] else {
            return Err(Fault::input(format_args!("{}: the command is empty", self.name)));
        };
        let program = if program == "patience" { own } else { Path::new(program) };
        let before = children_seconds().map_err(&wrong)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let status = match command.status() {
            Ok(status) => status,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(error.to_string())),
        };
        if !status.success() {
            return Err(wrong(format!("it ended with {status}")));
        }
        Ok(Some(children_seconds().map_err(&wrong)? - before))
    }
}

/// CPU seconds of all ended children, as Linux counts them: in hundredths.
fn children_seconds() -> Result<f64, String> {
    let text = std::fs::read_to_string("/proc/self/stat")
        .map_err(|error| format!("CPU times of other programs need Linux: {error}"))?;
    // The name of the program comes second, in brackets, and may have spaces.
    let fields: Vec<&str> =
        text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok());
    match (ticks(13), ticks(14)) {
        (Some(user), Some(system)) => Ok((user + system) / 100.0),
        _ => Err("cannot read /proc/self/stat".to_owned()),
    }
}

/// The timings as text: medians, and ratios to the first run.
///
/// ```
/// use patience_lab::{Timing, render_timings};
///
/// let timing = |name: &str, seconds: [f64; 3]| Timing { name: name.into(), seconds: Some(seconds.into()), install: None };
/// let text = render_timings(&[timing("ours", [1.0, 4.0, 2.0]), timing("peer", [5.0, 3.0, 4.0])]);
/// // Medians, all rounds, and the ratio to the first.
/// assert_eq!(text.lines().nth(1), Some("peer  4.00 s (5.00, 3.00, 4.00), ratio 2.00"));
/// ```
#[must_use]
pub fn render(timings: &[Timing]) -> String {
    let median = |timing: &Timing| quantile(timing.seconds.as_deref()?, 0.5);
    let first = timings.first().and_then(median);
    let width = timings.iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
    let lines = timings.iter().map(|timing| {
        let name = &timing.name;
        let pad = " ".repeat(width - name.chars().count());
        let Some(seconds) = &timing.seconds else {
            let install = timing.install.as_deref().unwrap_or("not installed");
            return format!("{name}{pad}  skipped: it is not installed ({install})\n");
        };
        let rounds: Vec<String> = seconds.iter().map(|it| format!("{it:.2}")).collect();
        let middle = median(timing).unwrap_or(0.0);
        let ratio = first.filter(|first| 0.0 < *first).map(|first| middle / first);
        let ratio = ratio.map_or_else(String::new, |ratio| format!(", ratio {ratio:.2}"));
        format!("{name}{pad}  {middle:.2} s ({}){ratio}\n", rounds.join(", "))
    });
    lines.collect()
}
