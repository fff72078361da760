//! The server: binds, accepts connections, and stops when it is told to.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use patience_core::Cancel;
use patience_workbench::request::{Desk, system_entropy};
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::guard::{LocalAddress, guard};
use crate::page::Source;
use crate::pool::Pool;
use crate::runs::{self, Runs};
use crate::stream::TimedStream;
use crate::{api, openapi};

/// How often the server looks whether it must stop.
const TICK: Duration = Duration::from_millis(100);

/// The number of connections that are open at once. Others wait until one closes.
const MOST_CONNECTIONS: usize = 512;

/// Positions of hidden games that are kept; the oldest are forgotten first.
const MOST_GAMES: usize = 20_000;

/// Clients that read run folders at once, and clients that follow them.
const MOST_READERS: usize = 16;
const MOST_FOLLOWERS: usize = 64;

/// What a server needs to know.
///
/// ```
/// use std::time::Duration;
/// # use patience_web::{Options, Server};
///
/// let options = Options { port: 0, time: Duration::from_secs(5), ..Options::default() };
/// let address = Server::bind(&options)?.address()?;
/// assert!(address.ip().is_loopback());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to bind to.
    pub bind: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Names by which clients may call the server, besides `localhost` and its address.
    pub hosts: Vec<String>,
    /// Threads for searches.
    pub threads: usize,
    /// The longest time of a search.
    pub time: Duration,
    /// Bytes for all searches together.
    pub memory: u64,
    /// Searches that may wait for a thread.
    pub queue: usize,
    /// Folders to follow: runs of evolution, records of experiments, or folders of these.
    pub runs: Vec<PathBuf>,
    /// A folder with the files of the page, instead of those in the program.
    pub page: Option<PathBuf>,
    /// How long clients may take.
    pub timeouts: Timeouts,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 8617,
            hosts: Vec::new(),
            threads: 2,
            time: Duration::from_mins(1),
            memory: 2 << 30,
            queue: 32,
            runs: Vec::new(),
            page: None,
            timeouts: Timeouts::default(),
        }
    }
}

/// How long clients may take.
///
/// ```
/// use std::io::Read;
/// use std::net::TcpStream;
/// use std::thread;
/// use std::time::{Duration, Instant};
/// use patience_core::Cancel;
/// use patience_web::{Options, Server, Timeouts};
///
/// let timeouts = Timeouts { head: Duration::from_millis(100), ..Timeouts::default() };
/// let server = Server::bind(&Options { port: 0, timeouts, ..Options::default() })?;
/// let (address, stop) = (server.address()?, Cancel::new());
/// let switch = stop.clone();
/// let thread = thread::spawn(move || server.run(&switch));
///
/// // A client that sends nothing is sent away.
/// let begun = Instant::now();
/// TcpStream::connect(address)?.read_to_end(&mut Vec::new())?;
/// assert!(begun.elapsed() < Timeouts::default().head);
///
/// stop.cancel();
/// thread.join().expect("a server that ends")?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// To send the head of a request, also after the request before.
    pub head: Duration,
    /// To send the body of a request.
    pub body: Duration,
    /// To read more of an answer.
    pub write: Duration,
    /// For everything to end after the server was told to stop.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let head = Duration::from_secs(15);
        Self { head, body: head, write: Duration::from_secs(30), stop: Duration::from_secs(3) }
    }
}

/// What requests share.
pub(crate) struct Shared {
    pub(crate) hosts: Vec<String>,
    pub(crate) page: Source,
    /// Threads for requests that take no search.
    pub(crate) quick: Pool,
    /// Threads for searches.
    pub(crate) searches: Pool,
    /// Answers requests, and keeps hidden games.
    pub(crate) desk: Arc<Desk>,
    /// The folders to follow.
    pub(crate) runs: Runs,
    /// Clients that read folders at once.
    pub(crate) readers: Arc<Semaphore>,
    /// Clients that follow folders.
    pub(crate) followers: Arc<Semaphore>,
    pub(crate) timeouts: Timeouts,
    /// Turned when the server stops.
    pub(crate) stop: Cancel,
}

/// A server that is bound to its address.
///
/// ```
/// use std::io::{Read, Write};
/// use std::net::TcpStream;
/// use std::thread;
/// use patience_core::Cancel;
/// use patience_web::{Options, Server};
///
/// let server = Server::bind(&Options { port: 0, ..Options::default() })?;
/// let (address, stop) = (server.address()?, Cancel::new());
/// let switch = stop.clone();
/// let thread = thread::spawn(move || server.run(&switch));
///
/// let mut client = TcpStream::connect(address)?;
/// write!(client, "GET /api/server HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
/// let mut answer = String::new();
/// client.read_to_string(&mut answer)?;
/// assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""running":0"#));
///
/// stop.cancel();
/// thread.join().expect("a server that ends")?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

impl Server {
    /// Binds to the address, and starts the threads.
    pub fn bind(options: &Options) -> io::Result<Self> {
        let page = Source::new(options.page.as_deref())?;
        let listener = TcpListener::bind((options.bind, options.port))?;
        listener.set_nonblocking(true)?;
        let threads = options.threads.max(1);
        // All searches together stay below the bound.
        let memory = options.memory / threads as u64;
        let desk = Desk::new(system_entropy(), MOST_GAMES);
        let shared = Shared {
            hosts: options.hosts.clone(),
            page,
            quick: Pool::start("quick", 2, 64)?,
            searches: Pool::start("search", threads, options.queue)?,
            desk: Arc::new(desk.with_caps(api::caps(options.time, memory))),
            runs: Runs::new(&options.runs)?,
            readers: Arc::new(Semaphore::new(MOST_READERS)),
            followers: Arc::new(Semaphore::new(MOST_FOLLOWERS)),
            timeouts: options.timeouts,
            stop: Cancel::new(),
        };
        Ok(Self { listener, shared: Arc::new(shared) })
    }

    /// The address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the switch is turned, then stops searches, finishes answers and returns.
    pub fn run(self, stop: &Cancel) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(4)
            .build()?;
        let result = runtime.block_on(serve(self, stop));
        runtime.shutdown_background();
        result
    }
}

async fn serve(server: Server, stop: &Cancel) -> io::Result<()> {
    let Server { listener, shared } = server;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let service = TowerToHyperService::new(routes(&shared));
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(shared.timeouts.head);
    http.max_headers(64).max_buf_size(64 << 10);
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    while !stop.is_cancelled() {
        let Ok(Ok(place)) = timeout(TICK, Arc::clone(&connections).acquire_owned()).await else {
            continue;
        };
        let stream = match timeout(TICK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            Ok(Err(_)) => {
                // The client has gone, or the machine has no more sockets for now.
                sleep(TICK).await;
                continue;
            }
            Err(_) => continue,
        };
        let Ok(local) = stream.local_addr() else { continue };
        // Answers are short: waiting for more of them gains nothing.
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(LocalAddress(local));
            service.call(request)
        });
        let connection = {
            let stream = TimedStream::new(stream, shared.timeouts.write);
            graceful.watch(http.serve_connection(TokioIo::new(stream), service))
        };
        tokio::spawn(async move {
            // Whatever goes wrong is the client's: it has gone, was too slow, or spoke no HTTP.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    shared.stop.cancel();
    shared.quick.close();
    shared.searches.close();
    let end = Instant::now() + shared.timeouts.stop;
    let _ = timeout(shared.timeouts.stop, graceful.shutdown()).await;
    while !shared.searches.has_ended() && Instant::now() < end {
        sleep(TICK).await;
    }
    Ok(())
}

fn routes(shared: &Arc<Shared>) -> Router {
    Router::new()
        .route("/api", post(api::answer))
        .route("/api/server", get(about))
        .route("/api/openapi.json", get(openapi::answer))
        .merge(runs::routes())
        .fallback(page)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(shared), guard))
        .with_state(Arc::clone(shared))
}

/// What the server offers, and how busy it is.
async fn about(State(shared): State<Arc<Shared>>) -> Response {
    let (running, waiting) = shared.searches.load();
    api::json_text(&json!({
        "ok": {
            "version": env!("CARGO_PKG_VERSION"),
            "runs": shared.runs.count(),
            "searches": { "running": running, "waiting": waiting },
        },
    }))
}

/// A file of the page.
async fn page(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (method, uri, headers): (_, &Uri, &HeaderMap) =
        (request.method(), request.uri(), request.headers());
    if method != axum::http::Method::GET && method != axum::http::Method::HEAD {
        return api::failure(StatusCode::METHOD_NOT_ALLOWED, "files can only be read");
    }
    match shared.page.answer(uri.path(), headers).await {
        Some(response) => response.into_response(),
        None => api::failure(StatusCode::NOT_FOUND, "there is no such file"),
    }
}
