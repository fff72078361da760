//! The routes under `/api/runs`: a list, one folder, several side by side, and events when they change.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use patience_draw::html::CHART_STYLE;
use patience_lab::runs::{compare, quartiles};
use patience_learn::Generation;
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::folders::{Followed, Runs};
use super::state::log_of;
use crate::api::{busy, failure, json_text};
use crate::events::{event, stream};
use crate::server::Shared;

/// How often folders are looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// After as many looks without a change, a comment shows that the connection lives.
const QUIET_LOOKS: u32 = 15;

/// The most runs side by side.
const MOST_COMPARED: usize = 16;

/// The routes of run folders.
pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/runs", get(list))
        .route("/api/runs/events", get(list_events))
        .route("/api/runs/compare", get(compared))
        .route("/api/runs/{id}", get(one))
        .route("/api/runs/{id}/events", get(one_events))
        .route("/charts.css", get(chart_style))
}

async fn list(State(shared): State<Arc<Shared>>) -> Response {
    answer(&shared, |runs| Some(json!({ "ok": runs.list() }))).await
}

async fn one(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    answer(&shared, move |runs| Some(json!({ "ok": *runs.state(&runs.find(&id)?) }))).await
}

async fn compared(State(shared): State<Arc<Shared>>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let ids = query.split('&').filter_map(|pair| pair.strip_prefix("id="));
    let ids: Vec<String> = ids.take(MOST_COMPARED).map(str::to_owned).collect();
    answer(&shared, move |runs| {
        let found = ids.iter().map(|id| runs.find(id)).collect::<Option<Vec<_>>>()?;
        Some(side_by_side(runs, &found))
    })
    .await
}

/// Runs of policies side by side.
fn side_by_side(runs: &Runs, found: &[Followed]) -> Value {
    let mut logs: Vec<(&str, Vec<Generation>)> = Vec::new();
    for followed in found {
        match log_of(followed) {
            Ok((_, log)) => logs.push((&followed.name, log)),
            Err(message) => return json!({ "error": { "message": message } }),
        }
    }
    let named: Vec<(&str, &[Generation])> =
        logs.iter().map(|(name, log)| (*name, &**log)).collect();
    let all: Vec<&[Generation]> = named.iter().map(|(_, log)| *log).collect();
    let mut charts = compare(&named);
    if let Some(chart) = quartiles(&all) {
        charts.insert(0, chart);
    }
    let runs: Vec<Value> = found
        .iter()
        .map(|followed| {
            let state = runs.state(followed);
            let (about, facts) = (&state["about"], &state["facts"]);
            json!({ "id": followed.id, "name": followed.name, "about": about, "facts": facts })
        })
        .collect();
    json!({ "ok": { "runs": runs, "charts": charts } })
}

async fn list_events(State(shared): State<Arc<Shared>>) -> Response {
    follow(shared, |runs| Some(runs.stamp()), |runs| Some(runs.list())).await
}

async fn one_events(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    let again = id.clone();
    let stamp = move |runs: &Runs| Some(runs.find(&id)?.stamp());
    let state = move |runs: &Runs| Some((*runs.state(&runs.find(&again)?)).clone());
    follow(shared, stamp, state).await
}

/// The style of charts, which reports share, for the page of runs alone.
async fn chart_style() -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/css; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, format!(".runs {{\n{CHART_STYLE}}}\n")).into_response()
}

/// Reads folders on another thread, and answers; `None` is a folder that there is not.
async fn answer(
    shared: &Arc<Shared>,
    read: impl FnOnce(&Runs) -> Option<Value> + Send + 'static,
) -> Response {
    let Ok(permit) = Arc::clone(&shared.readers).try_acquire_owned() else { return busy() };
    let shared = Arc::clone(shared);
    let read = spawn_blocking(move || {
        let _permit: OwnedSemaphorePermit = permit;
        read(&shared.runs)
    });
    match read.await {
        Ok(Some(value)) => json_text(&value),
        Ok(None) => failure(StatusCode::NOT_FOUND, "there is no such run"),
        Err(_) => failure(StatusCode::INTERNAL_SERVER_ERROR, "internal error: no answer"),
    }
}

/// Sends an event at once, and whenever the stamp changes, until the client goes or the folder is no more.
async fn follow(
    shared: Arc<Shared>,
    stamp: impl Fn(&Runs) -> Option<u64> + Send + Sync + 'static,
    state: impl Fn(&Runs) -> Option<Value> + Send + Sync + 'static,
) -> Response {
    let Ok(permit) = Arc::clone(&shared.followers).try_acquire_owned() else { return busy() };
    let (stamp, state) = (Arc::new(stamp), Arc::new(state));
    let first = Arc::clone(&shared);
    let is_there = {
        let stamp = Arc::clone(&stamp);
        spawn_blocking(move || stamp(&first.runs))
    };
    if !matches!(is_there.await, Ok(Some(_))) {
        return failure(StatusCode::NOT_FOUND, "there is no such run");
    }
    let (sender, response) = stream(permit);
    tokio::spawn(async move {
        let (mut before, mut quiet) = (None, 0);
        while !shared.stop.is_cancelled() && !sender.is_closed() {
            let (shared, stamp, state) =
                (Arc::clone(&shared), Arc::clone(&stamp), Arc::clone(&state));
            let look = spawn_blocking(move || {
                let now = stamp(&shared.runs)?;
                let changed = (before != Some(now)).then(|| state(&shared.runs));
                Some((now, changed.flatten()))
            });
            let Ok(Some((now, changed))) = look.await else { break };
            before = Some(now);
            quiet = if changed.is_some() { 0 } else { quiet + 1 };
            let message = match changed {
                Some(state) => event("state", &state),
                None if quiet % QUIET_LOOKS == 0 => Bytes::from_static(b": nothing new\n\n"),
                None => Bytes::new(),
            };
            if !message.is_empty() && sender.send(message).await.is_err() {
                break;
            }
            sleep(INTERVAL).await;
        }
    });
    response
}
