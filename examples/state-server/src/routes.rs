//! The requests and their answers, in JSON.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use vorpal::tree::{Error, Head, Key, Witness};

use crate::state::{Refused, State};

/// 32 bytes as hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes32(#[serde(with = "const_hex")] pub [u8; 32]);

/// A block: its writes, and the root after them if it is known.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    pub label: String,
    pub writes: Vec<(Bytes32, Option<Bytes32>)>,
    #[serde(default)]
    pub root: Option<Bytes32>,
}

/// The state after a number of blocks.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub blocks: u64,
    pub label: String,
    pub root: Bytes32,
}

impl From<Head> for Position {
    fn from(head: Head) -> Self {
        Self { blocks: head.blocks, label: head.label, root: Bytes32(head.root) }
    }
}

/// An error as its status and text.
pub struct Failure(StatusCode, String);

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Self(status, error) = self;
        (status, Json(serde_json::json!({ "error": error }))).into_response()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Label { .. } | Error::NoKeys | Error::TooManyKeys { .. } => StatusCode::BAD_REQUEST,
            Error::Rollback { .. } => StatusCode::CONFLICT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self(status, error.to_string())
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Root { found } => {
                let found = const_hex::encode_prefixed(found);
                Self(StatusCode::CONFLICT, format!("the root after the block is {found}; nothing was saved"))
            }
            Refused::Tree(error) => error.into(),
        }
    }
}

type Answer<T> = Result<Json<T>, Failure>;

/// Runs a request on a thread of its own: the tree computes, and waits for the disk.
async fn answer<T: Send + 'static, E: Into<Failure> + Send + 'static>(
    state: Arc<State>,
    request: impl FnOnce(&State) -> Result<T, E> + Send + 'static,
) -> Answer<T> {
    match spawn_blocking(move || request(&state)).await {
        Ok(result) => result.map(Json).map_err(Into::into),
        Err(panic) => Err(Failure(StatusCode::INTERNAL_SERVER_ERROR, panic.to_string())),
    }
}

async fn head(Shared(state): Shared<Arc<State>>) -> Answer<Position> {
    answer(state, |state| state.head().map(Position::from)).await
}

async fn value(Shared(state): Shared<Arc<State>>, Path(key): Path<Bytes32>) -> Answer<Option<Bytes32>> {
    answer(state, move |state| state.value(&Key::from(key.0)).map(|value| value.map(Bytes32))).await
}

async fn apply(Shared(state): Shared<Arc<State>>, Json(block): Json<Block>) -> Answer<Position> {
    answer(state, move |state| {
        let writes =
            block.writes.into_iter().map(|(key, value)| (Key::from(key.0), value.map(|value| value.0)));
        state.apply(&block.label, writes.collect(), block.root.map(|root| root.0)).map(Position::from)
    })
    .await
}

async fn rollback(Shared(state): Shared<Arc<State>>) -> Answer<Position> {
    answer(state, |state| state.rollback().map(Position::from)).await
}

async fn prove(Shared(state): Shared<Arc<State>>, Json(keys): Json<Vec<Bytes32>>) -> Answer<Witness> {
    answer(state, move |state| state.prove(keys.into_iter().map(|key| Key::from(key.0)).collect())).await
}

/// The routes of the server.
pub fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/head", get(head))
        .route("/values/{key}", get(value))
        .route("/blocks", post(apply))
        .route("/blocks/last", delete(rollback))
        .route("/proofs", post(prove))
        .with_state(state)
}
