//! The loop that receives requests and sends answers.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::allocations;
use crate::columns::Columns;
use crate::message::{Answer, PreparedAnswer, Request, Sampled};
use crate::prepared::{Clock, Prepared, nanoseconds};
use crate::registry::{Contender, Input};

/// An iteration shorter than this is repeated to count allocations.
const SHORT: Duration = Duration::from_millis(2);
const SEVERAL: u64 = 16;

impl Contender {
    /// Answers requests on standard input until the input ends.
    pub fn serve(self) {
        let result = self.converse(io::stdin().lock(), io::stdout().lock());
        // The lab has ended, so nothing can receive the error.
        drop(result);
    }

    /// Answers requests between any two streams.
    ///
    /// # Errors
    /// If reading or writing a stream fails.
    pub fn converse(&self, requests: impl BufRead, mut answers: impl Write) -> io::Result<()> {
        let mut current = None;
        send(&mut answers, &self.hello())?;
        for line in requests.lines() {
            let answer = match serde_json::from_str(&line?) {
                Ok(request) => self.answer(request, &mut current),
                Err(error) => Err(format!("invalid request: {error}")),
            };
            send(&mut answers, &answer.unwrap_or_else(|error| Answer::Error { error }))?;
        }
        Ok(())
    }

    fn answer(&self, request: Request, current: &mut Option<Prepared>) -> Result<Answer, String> {
        match request {
            Request::Prepare { prepare, input, threads } => {
                *current = None;
                let mut prepared = self.prepare(&prepare, Path::new(&input), threads)?;
                let answer = prepared.answer();
                *current = Some(prepared);
                Ok(Answer::Prepared { prepared: answer })
            }
            Request::Sample { sample } => {
                Ok(Answer::Sampled(current.as_mut().ok_or("no workload is prepared")?.sample(sample)))
            }
            Request::Compute { compute, cases } => {
                let operation = self.operations.get(&compute).ok_or(format!("no operation {compute}"))?;
                Ok(Answer::Computed { results: cases.iter().map(|arguments| operation(arguments)).collect() })
            }
        }
    }

    fn prepare(&self, workload: &str, path: &Path, threads: usize) -> Result<Prepared, String> {
        let offer = self.offers.get(workload).ok_or(format!("no workload {workload}"))?;
        let columns = Columns::read(path).map_err(|error| error.to_string())?;
        let input = Input { columns, threads };
        (offer.prepare)(&input).map_err(|refusal| format!("{workload}: {}: {refusal}", path.display()))
    }
}

impl Prepared {
    fn answer(&mut self) -> PreparedAnswer {
        let mut count = |iterations| {
            let start = Instant::now();
            let allocations = allocations::during(|| (self.run)(iterations, &mut Clock::default()));
            (allocations as f64 / (iterations * self.items) as f64, start.elapsed())
        };
        // One iteration may process one row of many, so short iterations are averaged.
        let (mut allocations, time) = count(1);
        if time < SHORT {
            (allocations, _) = count(SEVERAL);
        }
        PreparedAnswer {
            result: std::mem::take(&mut self.result),
            items: self.items,
            facts: self.facts.clone(),
            allocs: Some(allocations),
        }
    }

    fn sample(&mut self, iterations: u64) -> Sampled {
        // Other contenders have replaced the contents of caches and branch predictors. A single long iteration warms up
        // by itself.
        if iterations > 1 {
            (self.run)(iterations.div_ceil(10), &mut Clock::default());
        }
        let mut clock = Clock::default();
        let start = Instant::now();
        (self.run)(iterations, &mut clock);
        Sampled { ns: nanoseconds(start), parts: clock.parts }
    }
}

fn send(answers: &mut impl Write, answer: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    answers.write_all(&line)?;
    answers.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Column;
    use crate::registry::Refusal;

    fn doubler() -> Contender {
        let mut contender = Contender::new("doubler", "1");
        contender.operation("double", |arguments| {
            let [byte] = arguments.first()?.0[..] else { return None };
            Some(vec![byte.checked_mul(2)?])
        });
        contender.offer("double.all", "u8 + u8", |input| {
            let rows = input.arrays::<1>(0)?;
            if rows.is_empty() {
                return Err(Refusal("no rows".to_owned()));
            }
            let result: Vec<Vec<u8>> = rows.iter().map(|[byte]| vec![byte + byte]).collect();
            Ok(Prepared::with_parts(rows.len(), result, |iterations, clock| {
                for _ in 0..iterations {
                    clock.part("only", || std::hint::black_box(1));
                }
            })
            .fact("rows", rows.len() as f64))
        });
        contender
    }

    fn conversation(requests: &str) -> Vec<String> {
        let mut answers = Vec::new();
        doubler().converse(requests.as_bytes(), &mut answers).unwrap();
        String::from_utf8(answers).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn requests_are_answered_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("input");
        Columns(vec![Column::new([[1u8], [5]])]).write(&path).unwrap();
        let requests = [
            r#"{"compute":"double","cases":[["03"],["ff"],[]]}"#.to_owned(),
            format!(r#"{{"prepare":"double.all","input":"{}","threads":1}}"#, path.display()),
            r#"{"sample":20}"#.to_owned(),
        ];
        let answers = conversation(&requests.join("\n"));
        assert_eq!(
            answers[0],
            r#"{"contender":"doubler","version":"1","offers":{"double.all":"u8 + u8"},"operations":["double"]}"#
        );
        assert_eq!(answers[1], r#"{"results":[["06"],null,null]}"#);
        assert_eq!(
            answers[2],
            r#"{"prepared":{"result":["02","0a"],"items":2,"facts":{"rows":2.0},"allocs":0.0}}"#
        );
        let Answer::Sampled(Sampled { ns, parts }) = serde_json::from_str(&answers[3]).unwrap() else {
            panic!("no sample: {}", answers[3])
        };
        assert!(ns >= parts["only"]);
    }

    #[test]
    fn a_sample_runs_a_tenth_more_iterations_unless_there_is_one() {
        let total = std::rc::Rc::new(std::cell::Cell::new(0));
        let counter = std::rc::Rc::clone(&total);
        let mut prepared =
            Prepared::new(1, [vec![0]], move |iterations| counter.set(counter.get() + iterations));
        for (iterations, runs) in [(0, 0), (1, 1), (2, 3), (10, 11), (909, 1000)] {
            total.set(0);
            prepared.sample(iterations);
            assert_eq!(total.get(), runs, "{iterations}");
        }
    }

    #[test]
    fn invalid_requests_get_error_answers() {
        for (request, error) in [
            ("nonsense", "invalid request"),
            (r#"{"sample":1}"#, "no workload is prepared"),
            (r#"{"compute":"halve","cases":[]}"#, "no operation halve"),
            (r#"{"prepare":"all","input":"x","threads":1}"#, "no workload all"),
            (r#"{"prepare":"double.all","input":"/no/such","threads":1}"#, "/no/such: No such file"),
        ] {
            let answer = &conversation(request)[1];
            assert!(answer.contains(r#"{"error":""#) && answer.contains(error), "{request}: {answer}");
        }
    }
}
