//! `patience serve`: the page, and its server.

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use patience_web::{Options, Server};
use patience_workbench::batch;

use crate::exit::Exit;
use crate::output::say;
use crate::{interrupt, values};

pub(crate) const EXAMPLES: &str = "Examples:
  patience serve --open
  patience serve --port 8000 --runs runs/fast --runs runs/slow
  patience serve --bind 0.0.0.0 --host puzzles.example.org

The server answers whoever reaches its address. It binds to this machine only, unless --bind says otherwise.";

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The port; 0 for any free one
    #[arg(long, value_name = "PORT", default_value_t = 8617)]
    port: u16,

    /// The address to bind to
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,

    /// A name by which clients may call the server, besides localhost and its address
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    /// A folder to follow: a run of `evolve`, or records of `reproduce`; or a folder that holds such folders
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    runs: Vec<PathBuf>,

    /// Searches that run at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = values::threads())]
    threads: Option<usize>,

    /// Memory for all searches together, such as 4GB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = values::size)]
    memory: u64,

    /// The longest time of one search, such as 30s
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration)]
    time: Duration,

    /// Serve the files of the page from this folder instead of those in the program
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    for folder in args.page.iter().chain(&args.runs) {
        if !folder.is_dir() {
            return Err(Exit::bad_input(anyhow!("{} is not a folder", folder.display())));
        }
    }
    let options = Options {
        bind: args.bind,
        port: args.port,
        hosts: args.hosts.clone(),
        threads: args.threads.unwrap_or_else(batch::all_cores),
        time: args.time,
        memory: args.memory,
        runs: args.runs.clone(),
        page: args.page.clone(),
        ..Options::default()
    };
    let cancel = interrupt::cancel_on_interrupt()?;
    let server = Server::bind(&options).map_err(|error| {
        let address = SocketAddr::new(args.bind, args.port);
        let hint = match error.kind() {
            io::ErrorKind::AddrInUse => ". Another program uses the port: choose one with --port",
            _ => "",
        };
        anyhow!("cannot serve at {address}: {error}{hint}")
    })?;
    let address = format!("http://{}/", server.address()?);
    let mut out = anstream::stdout();
    writeln!(out, "{address}").and_then(|()| out.flush())?;
    say("Stop with Ctrl-C.");
    if !args.bind.is_loopback() {
        say("Other machines can reach this server.");
    }
    if args.open {
        open(&address);
    }
    server.run(&cancel).context("the server failed")?;
    Ok(Exit::Done)
}

/// Opens the browser; says so where that does not work.
fn open(address: &str) {
    let (program, before): (_, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        say(format_args!("cannot start {program} to open the page: {error}"));
    }
}
