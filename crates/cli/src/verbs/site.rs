//! `patience site`: the page as files for any host, with engines that run in the browser.

use std::path::PathBuf;

use clap::Args;
use patience_web::{SiteError, site, write_site};

use crate::exit::Exit;
use crate::output::say;

pub(crate) const EXAMPLES: &str = "Examples:
  scripts/wasm && patience site public/        (in a clone of the sources)
  patience site public/ --wasm engines/

A release has the site as an archive of its own. It needs no server of its own: copy the folder to any host, below any path. Browsers open it offline after the first visit. They do \
not open it from a disk without a host: `python3 -m http.server --directory public` is one.";

/// Arguments of `site`.
#[derive(Debug, Args)]
pub(crate) struct SiteArgs {
    /// The folder to write: a new one, an empty one, or an older site
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// The folder of the engines, which scripts/wasm of the sources builds
    #[arg(long, value_name = "FOLDER", default_value = "target/wasm-page")]
    wasm: PathBuf,
}

pub(crate) fn run(args: &SiteArgs) -> anyhow::Result<Exit> {
    let files = site(&args.wasm).map_err(failed)?;
    let bytes = write_site(&args.out, &files).map_err(failed)?;
    let megabytes = bytes as f64 / 1e6;
    say(format_args!("{}: {} files, {megabytes:.1} MB", args.out.display(), files.len()));
    Ok(Exit::Done)
}

fn failed(error: SiteError) -> anyhow::Error {
    match error {
        SiteError::Io { .. } | SiteError::NoPlace { .. } => error.into(),
        _ => Exit::bad_input(error),
    }
}
