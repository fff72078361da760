//! `POST /api`: a request of the workbench, answered as JSON or as a stream of events.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body::Body as _;
use patience_core::Cancel;
use patience_workbench::request::{Caps, Progress, Request as Message};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::events::{EVENT_STREAM, event, stream};
use crate::server::Shared;

/// The longest request.
pub(crate) const MOST_BYTES: usize = 128 << 10;

/// The most states of a search, whatever the request says.
const MOST_NODES: u64 = 2_000_000_000;

/// The most instances that a request makes or prints.
const MOST_INSTANCES: usize = 100;

/// The longest game.
const MOST_MOVES: usize = 10_000;

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
    let pool = if is_search(&text) { &shared.searches } else { &shared.quick };
    let (cancel, desk) = (Cancel::new(), Arc::clone(&shared.desk));
    let guard = CancelOnDrop(cancel.clone());
    if has_type(&head.headers, &header::ACCEPT, EVENT_STREAM) {
        let (sender, response) = stream(guard);
        let switch = cancel.clone();
        let queued = pool.queue(&cancel, move || {
            let mut progress = Progress::new(|message| {
                // A client that reads slowly misses some. The last place is for the answer.
                if 1 < sender.capacity() {
                    let _ = sender.try_send(event("progress", &message));
                }
            });
            let answer = desk.answer_text(&text, &switch, &mut progress);
            // Progress leaves room for it; whoever has gone needs no answer.
            let _ = sender.try_send(event("answer", &answer));
        });
        return if queued.is_ok() { response } else { busy() };
    }
    let (sender, receiver) = oneshot::channel();
    let switch = cancel.clone();
    let queued = pool.queue(&cancel, move || {
        let _ = sender.send(desk.answer_text(&text, &switch, &mut ()));
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

pub(crate) fn busy() -> Response {
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

/// Whether a request may search. Others have threads of their own, so that the board answers while searches run. What is no request is
/// refused quickly, too.
fn is_search(text: &str) -> bool {
    match serde_json::from_str(text) {
        Ok(Message::Deal(deal)) => deal.winnable || deal.grade.is_some(),
        Ok(
            Message::Judge { .. }
            | Message::Hint { .. }
            | Message::Review { .. }
            | Message::Solve { .. }
            | Message::Grade { .. }
            | Message::Generate { .. }
            | Message::Daily { .. }
            | Message::Sheet { .. },
        ) => true,
        Ok(
            Message::Puzzles {}
            | Message::About { .. }
            | Message::Read { .. }
            | Message::Open { .. }
            | Message::Scene(_)
            | Message::Reveal(_)
            | Message::Moves(_)
            | Message::View(_)
            | Message::Svg(_)
            | Message::Play { .. }
            | Message::Export(_),
        )
        | Err(_) => false,
    }
}

/// What a request may ask for at most.
pub(crate) fn caps(time: Duration, memory: u64) -> Caps {
    Caps {
        time: Some(time),
        nodes: Some(MOST_NODES),
        memory: Some(memory),
        count: Some(MOST_INSTANCES),
        text: Some(MOST_BYTES),
        moves: Some(MOST_MOVES),
        threads: Some(1),
        no_files: true,
    }
}
