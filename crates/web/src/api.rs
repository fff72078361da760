//! `POST /api`: a request of the workbench, answered as JSON or as a stream of events.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body::Body as _;
use patience_core::{Cancel, Event, Observer, Stats};
use patience_workbench::request::answer_text;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::events::{EVENT_STREAM, event, stream};
use crate::server::Shared;

/// The longest request.
pub(crate) const MOST_BYTES: usize = 128 << 10;

/// Requests that take no search. They have threads of their own, so that the board answers while searches run.
const QUICK: [&str; 10] =
    ["puzzles", "about", "read", "moves", "view", "svg", "scene", "play", "open", "reveal"];

/// The time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// When a client may ask a busy server again, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// A failure as the answers of the workbench carry it.
pub(crate) fn failure(status: StatusCode, message: &str) -> Response {
    (status, json_text(&json!({ "error": { "message": message } }))).into_response()
}

/// JSON with its headers. Answers depend on the request and are not kept.
pub(crate) fn json_text(value: &Value) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, value.to_string()).into_response()
}

/// Turns a switch when it is dropped: the client has gone, or has its answer.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Answers a request.
pub(crate) async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if !has_type(&head.headers, &header::CONTENT_TYPE, "application/json") {
        let message = "expected a request with Content-Type: application/json";
        return failure(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
    }
    let text = match read(body, shared.timeouts.body).await {
        Ok(text) => text,
        Err(response) => return response,
    };
    let pool = if is_quick(&text) { &shared.quick } else { &shared.searches };
    let cancel = Cancel::new();
    let guard = CancelOnDrop(cancel.clone());
    if has_type(&head.headers, &header::ACCEPT, EVENT_STREAM) {
        let (sender, response) = stream(guard);
        let switch = cancel.clone();
        let queued = pool.queue(&cancel, move || {
            let mut progress = Progress { sender: sender.clone(), last: Instant::now() };
            let answer = answer_text(&text, &switch, &mut progress);
            // Progress leaves room for it; whoever has gone needs no answer.
            let _ = sender.try_send(event("answer", &answer));
        });
        return if queued.is_ok() { response } else { busy() };
    }
    let (sender, receiver) = oneshot::channel();
    let switch = cancel.clone();
    let queued = pool.queue(&cancel, move || {
        let _ = sender.send(answer_text(&text, &switch, &mut ()));
    });
    if queued.is_err() {
        return busy();
    }
    let response = match receiver.await {
        Ok(answer) => json_text(&answer),
        Err(_) if shared.stop.is_cancelled() => {
            failure(StatusCode::SERVICE_UNAVAILABLE, "the server stops")
        }
        Err(_) => failure(StatusCode::INTERNAL_SERVER_ERROR, "internal error: no answer"),
    };
    drop(guard);
    response
}

async fn read(body: Body, patience: Duration) -> Result<String, Response> {
    let is_long =
        usize::try_from(body.size_hint().lower()).map_or(true, |least| MOST_BYTES < least);
    let too_long = || {
        let message = format!("expected a request of at most {MOST_BYTES} bytes");
        failure(StatusCode::PAYLOAD_TOO_LARGE, &message)
    };
    if is_long {
        return Err(too_long());
    }
    let bytes = match timeout(patience, to_bytes(body, MOST_BYTES)).await {
        Err(_) => return Err(failure(StatusCode::REQUEST_TIMEOUT, "the request took too long")),
        Ok(Err(_)) => return Err(too_long()),
        Ok(Ok(bytes)) => bytes,
    };
    String::from_utf8(bytes.into())
        .map_err(|_| failure(StatusCode::BAD_REQUEST, "expected a request in UTF-8"))
}

fn busy() -> Response {
    let message = "busy: too many requests wait; ask again in a second";
    let answer = json!({ "error": { "message": message }, "busy": true });
    let headers = [(header::RETRY_AFTER, RETRY_AFTER)];
    (StatusCode::SERVICE_UNAVAILABLE, headers, json_text(&answer)).into_response()
}

/// Whether a header names a media type, with or without parameters.
fn has_type(headers: &HeaderMap, name: &header::HeaderName, wanted: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|value| {
        value.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(wanted))
    })
}

/// Whether a request takes no search. What is no request is refused quickly, too.
fn is_quick(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind<'a> {
        #[serde(borrow, rename = "do")]
        name: std::borrow::Cow<'a, str>,
    }
    serde_json::from_str::<Kind<'_>>(text).map_or(true, |kind| QUICK.contains(&&*kind.name))
}

/// Sends progress to the client, a few times a second.
struct Progress {
    sender: Sender<bytes::Bytes>,
    last: Instant,
}

impl Observer for Progress {
    fn observe(&mut self, _: Event, stats: &Stats) {
        // A client that reads slowly misses some. The last place is for the answer.
        if self.last.elapsed() < PROGRESS_INTERVAL || self.sender.capacity() < 2 {
            return;
        }
        self.last = Instant::now();
        let progress = json!({
            "progress": {
                "seconds": stats.elapsed.as_secs_f64(),
                "expanded": stats.expanded,
                "generated": stats.generated,
                "memory": stats.peak_bytes,
            },
        });
        let _ = self.sender.try_send(event("progress", &progress));
    }
}
