//! A client that trusts no server: it verifies proofs against the root.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{DiskOptions, DiskStore, Key, Tree, Witness};

use crate::routes::{Bytes32, Position, router};
use crate::state::State;

/// A server on a free port, which ends with the runtime.
struct Server {
    address: SocketAddr,
    committer: Committer,
    _directory: TempDir,
    _runtime: tokio::runtime::Runtime,
}

impl Server {
    fn start() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let store =
            DiskStore::create(directory.path().join("tree"), DiskOptions::default()).expect("a store");
        let committer = Committer::with_window(&Basis::default(), 4).expect("tables");
        let state = Arc::new(State::new(Tree::over(store), committer.clone()));
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = listener.local_addr().expect("an address");
        runtime.spawn(async { axum::serve(listener, router(state)).await });
        Self { address, committer, _directory: directory, _runtime: runtime }
    }

    /// The status and the body of the answer.
    fn send(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let url = format!("http://{}{path}", self.address);
        let answer = match (method, body) {
            ("GET", _) => agent.get(url).call(),
            ("DELETE", _) => agent.delete(url).call(),
            (_, body) => agent.post(url).send_json(body),
        };
        let mut answer = answer.expect("an answer");
        (answer.status().as_u16(), answer.body_mut().read_json().unwrap_or(Value::Null))
    }

    fn head(&self) -> Position {
        serde_json::from_value(self.send("GET", "/head", None).1).expect("a position")
    }
}

fn bytes(byte: u8) -> Bytes32 {
    Bytes32([byte; 32])
}

#[test]
fn blocks_values_proofs_and_a_rollback() {
    let server = Server::start();
    let empty = server.head();
    assert_eq!((empty.blocks, empty.root), (0, bytes(0)));

    let block = json!({"label": "first", "writes": [[bytes(7), bytes(1)], [bytes(8), bytes(2)]]});
    assert_eq!(server.send("POST", "/blocks", Some(block)).0, 200);
    let first = server.head();
    assert_eq!((first.blocks, first.label.as_str()), (1, "first"));

    // The proof holds for a present and an absent key, without the server.
    let keys = json!([bytes(7), bytes(9)]);
    let (status, witness) = server.send("POST", "/proofs", Some(keys));
    assert_eq!(status, 200);
    let witness: Witness = serde_json::from_value(witness).expect("a witness");
    let part = witness.verify(&server.committer, &first.root.0).expect("a valid proof");
    assert_eq!(part.get(&Key::from([7; 32])), Ok(Some([1; 32])));
    assert_eq!(part.get(&Key::from([9; 32])), Ok(None));
    assert!(witness.verify(&server.committer, &[1; 32]).is_err(), "another root");

    // A block with a wrong root changes nothing; with the right one it is applied.
    let writes = json!([[bytes(7), null], [bytes(8), bytes(3)]]);
    let wrong = json!({"label": "second", "writes": writes, "root": first.root});
    let (status, answer) = server.send("POST", "/blocks", Some(wrong));
    assert_eq!(status, 409);
    assert_eq!(server.head(), first);
    assert_eq!(server.send("GET", &path(8), None), (200, json!(bytes(2))));
    let text = answer["error"].as_str().expect("a text");
    let root = text.split_whitespace().find_map(|word| word.strip_prefix("0x")).expect("a root");
    let right =
        json!({"label": "second", "writes": writes, "root": format!("0x{}", root.trim_end_matches(';'))});
    assert_eq!(server.send("POST", "/blocks", Some(right)).0, 200);
    assert_eq!(server.send("GET", &path(7), None), (200, Value::Null));
    assert_eq!(server.send("GET", &path(8), None), (200, json!(bytes(3))));

    assert_eq!(server.send("DELETE", "/blocks/last", None).0, 200);
    assert_eq!(server.head(), first);
    assert_eq!(server.send("DELETE", "/blocks/last", None).0, 200);
    assert_eq!(server.send("DELETE", "/blocks/last", None).0, 409, "no block is left");
    assert_eq!(server.head(), empty);
}

#[test]
fn wrong_requests_are_refused_and_change_nothing() {
    let server = Server::start();
    let long = format!("0x{}", "07".repeat(33));
    for (method, path, body, expected) in [
        ("GET", "/values/0x07", None, 400),
        ("GET", &*format!("/values/{long}"), None, 400),
        ("GET", "/nothing", None, 404),
        ("POST", "/proofs", Some(json!([])), 400),
        ("POST", "/proofs", Some(json!([long])), 422),
        ("POST", "/blocks", Some(json!({"label": "two\nlines", "writes": [[bytes(7), bytes(1)]]})), 400),
        ("POST", "/blocks", Some(json!({"label": "", "writes": [["0x", bytes(1)]]})), 422),
        ("POST", "/blocks", Some(json!({"label": "", "writes": [], "rooot": bytes(0)})), 422),
    ] {
        assert_eq!(server.send(method, path, body).0, expected, "{method} {path}");
    }
    assert_eq!(server.head().blocks, 0);
    assert_eq!(server.send("GET", &path(7), None), (200, Value::Null));
}

fn path(key: u8) -> String {
    format!("/values/{}", const_hex::encode_prefixed([key; 32]))
}
