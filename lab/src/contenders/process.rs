//! Runs a contender as a child process and exchanges messages with it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use contender::message::{Answer, Bytes, Hello, PreparedAnswer, Request, Sampled};

use super::Binary;
use crate::machine;

/// The time limit of one request. A contender that takes longer has failed.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(600);

/// An error of a contender.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContenderError {
    /// The process has ended or sent an invalid message.
    #[error("{0}")]
    Broken(String),
    /// The contender reported an error. It accepts further requests.
    #[error("{0}")]
    Refused(String),
}

/// A running contender.
pub(crate) struct Process {
    pub(crate) child: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    pub(crate) hello: Hello,
}

impl Process {
    /// Starts a contender for this many threads, pinned to as many cores.
    pub(crate) fn start(binary: &Binary, threads: usize) -> Result<Self, ContenderError> {
        let mut words: Vec<OsString> = Vec::new();
        if machine::can_pin() {
            words.extend(["taskset", "--cpu-list", &machine::cores_for(threads)].map(OsString::from));
        }
        words.extend_from_slice(&binary.runner);
        words.push(binary.program.clone().into());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(&binary.arguments);
        command.envs(binary.environment.iter().map(|(name, value)| (name, value)));
        command.env("RAYON_NUM_THREADS", threads.to_string()).env("GOMAXPROCS", threads.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.spawn().map_err(|error| ContenderError::Broken(format!("does not start: {error}")))?;
        let requests = child.stdin.take().expect("standard input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let (sender, answers) = mpsc::channel();
        // The thread ends with the child's output, or when the receiver is dropped.
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)).ok();
        });
        let hello = Hello {
            contender: String::new(),
            version: String::new(),
            offers: Default::default(),
            operations: Vec::new(),
        };
        let mut process = Self { child, requests, answers, hello };
        process.hello = parse(&process.receive()?)?;
        Ok(process)
    }

    /// Prepares a workload.
    pub(crate) fn prepare(
        &mut self,
        workload: &str,
        input: &str,
        threads: usize,
    ) -> Result<PreparedAnswer, ContenderError> {
        let request = Request::Prepare { prepare: workload.to_owned(), input: input.to_owned(), threads };
        match self.exchange(&request)? {
            Answer::Prepared { prepared } => Ok(prepared),
            other => Err(unexpected(&other)),
        }
    }

    /// Runs iterations of the prepared workload.
    pub(crate) fn sample(&mut self, iterations: u64) -> Result<Sampled, ContenderError> {
        match self.exchange(&Request::Sample { sample: iterations })? {
            Answer::Sampled(sampled) => Ok(sampled),
            other => Err(unexpected(&other)),
        }
    }

    /// Computes the results of an operation for each case.
    pub(crate) fn compute(
        &mut self,
        operation: &str,
        cases: &[Vec<Bytes>],
    ) -> Result<Vec<Option<Vec<Bytes>>>, ContenderError> {
        let request = Request::Compute { compute: operation.to_owned(), cases: cases.to_vec() };
        match self.exchange(&request)? {
            Answer::Computed { results } if results.len() == cases.len() => Ok(results),
            other => Err(unexpected(&other)),
        }
    }

    fn exchange(&mut self, request: &Request) -> Result<Answer, ContenderError> {
        let mut line = serde_json::to_vec(request).expect("requests are plain data");
        line.push(b'\n');
        self.requests
            .write_all(&line)
            .map_err(|error| ContenderError::Broken(format!("sending a request failed: {error}")))?;
        match parse(&self.receive()?)? {
            Answer::Error { error } => Err(ContenderError::Refused(error)),
            answer => Ok(answer),
        }
    }

    fn receive(&mut self) -> Result<String, ContenderError> {
        self.answers.recv_timeout(REQUEST_TIMEOUT).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                ContenderError::Broken(format!("no answer in {} s", REQUEST_TIMEOUT.as_secs()))
            }
            RecvTimeoutError::Disconnected => ContenderError::Broken(format!("ended: {}", self.end())),
        })
    }

    /// The exit status of a process that has closed its output, or a note that it runs on without output.
    fn end(&mut self) -> String {
        for _ in 0..100 {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(10)),
                Ok(Some(status)) => return status.to_string(),
                Err(error) => return error.to_string(),
            }
        }
        "no more output".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        self.child.kill().and_then(|()| self.child.wait()).ok();
    }
}

fn parse<T: serde::de::DeserializeOwned>(line: &str) -> Result<T, ContenderError> {
    let start: String = line.chars().take(120).collect();
    serde_json::from_str(line)
        .map_err(|error| ContenderError::Broken(format!("invalid answer: {error}: {start}")))
}

fn unexpected(answer: &Answer) -> ContenderError {
    let text: String = format!("{answer:?}").chars().take(120).collect();
    ContenderError::Broken(format!("unexpected answer: {text}"))
}
