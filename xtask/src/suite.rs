//! Suites of named steps: their order, headings, times, what they skip, and how they fail.

use std::cell::{Cell, RefCell};
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::process::{Failure, Outcome, Running, Task, processor_seconds};

/// A step: its name on the command line, its subject in the output, and what it does.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) subject: &'static str,
    pub(crate) run: fn(&Context) -> Outcome,
}

/// Steps in their order.
pub(crate) struct Suite {
    pub(crate) steps: &'static [Step],
    pub(crate) end: End,
}

/// What a suite prints after its last step.
pub(crate) enum End {
    /// The time of each step, below this heading.
    Times(&'static str),
    /// What was skipped, with the exit code 3. Otherwise the heading `success`.
    Skipped,
    Nothing,
}

/// The exit code of a suite or a command that skipped something.
pub(crate) const SKIPPED: i32 = 3;

/// What the steps of a run share.
pub(crate) struct Context {
    /// The root of the repository, which is the working directory.
    pub(crate) root: PathBuf,
    /// A folder for outputs, removed at the end.
    pub(crate) out: PathBuf,
    /// Test data of others.
    pub(crate) data: Option<PathBuf>,
    /// The arguments of the suite: paths of checkouts.
    pub(crate) arguments: Vec<PathBuf>,
    /// Whether all steps run, in their order.
    pub(crate) is_whole: Cell<bool>,
    /// Whether this run has built the command with the tests.
    pub(crate) is_built: Cell<bool>,
    /// What runs beside the steps: its subject and its process. It writes into `beside_log`.
    pub(crate) beside: RefCell<Option<(&'static str, Running)>>,
    /// Variables of all commands.
    environment: RefCell<Vec<(String, OsString)>>,
    skipped: RefCell<Vec<String>>,
    start: Cell<Instant>,
    headings: RefCell<Vec<Heading>>,
}

/// The subject of a step, with the seconds at its start: since the suite began, and of processors.
struct Heading {
    seconds: u64,
    processors: u64,
    subject: String,
}

impl Context {
    pub(crate) fn new(root: PathBuf) -> Outcome<Self> {
        let out = std::env::temp_dir().join(format!("vorpal-ci-{}", std::process::id()));
        std::fs::DirBuilder::new().mode(0o700).create(&out)?;
        // Tests require the test data if VORPAL_DATA is set, so it is set whenever the data is present.
        let beside = root.join("../shared/data");
        let given = std::env::var_os("VORPAL_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
        let data = given.or_else(|| beside.canonicalize().ok());
        let context = Self {
            root,
            out,
            data,
            arguments: Vec::new(),
            is_whole: Cell::new(true),
            is_built: Cell::new(false),
            beside: RefCell::default(),
            environment: RefCell::default(),
            skipped: RefCell::default(),
            start: Cell::new(Instant::now()),
            headings: RefCell::default(),
        };
        // Nothing is built twice here, so incremental builds are off.
        context.export("CARGO_INCREMENTAL", "0");
        if let Some(data) = &context.data {
            context.export("VORPAL_DATA", data);
        }
        Ok(context)
    }

    /// Sets a variable of all later commands.
    pub(crate) fn export(&self, name: &str, value: impl AsRef<OsStr>) {
        self.environment.borrow_mut().push((name.into(), value.as_ref().into()));
    }

    /// The command of a line.
    pub(crate) fn command(&self, line: impl AsRef<str>) -> Task {
        self.with_variables(Task::new(line))
    }

    fn with_variables(&self, task: Task) -> Task {
        self.environment.borrow().iter().fold(task, |task, (name, value)| task.env(name, value))
    }

    /// This program with other arguments.
    pub(crate) fn again(&self, arguments: &str) -> Outcome<Task> {
        let program = std::env::current_exe()?;
        Ok(self.with_variables(Task::of(program)).args(arguments.split_whitespace()))
    }

    /// The build of the command by the tests: optimised, with debug assertions.
    pub(crate) fn vorpal(&self) -> Outcome<String> {
        if !self.is_built.replace(true) {
            self.command("cargo build --locked --quiet -p vorpal-cli").run()?;
        }
        Ok("target/debug/vorpal".into())
    }

    /// Announces a step, after a look at what runs beside it.
    pub(crate) fn heading(&self, subject: &str) -> Outcome {
        self.check_beside()?;
        let seconds = self.start.get().elapsed().as_secs();
        let processors = processor_seconds()?;
        self.headings.borrow_mut().push(Heading { seconds, processors, subject: subject.into() });
        println!("\n== {subject} (after {}:{:02})", seconds / 60, seconds % 60);
        Ok(())
    }

    /// The output of what runs beside the steps.
    pub(crate) fn beside_log(&self) -> PathBuf {
        self.out.join("beside.log")
    }

    /// Fails if what runs beside the steps has failed.
    pub(crate) fn check_beside(&self) -> Outcome {
        let mut beside = self.beside.borrow_mut();
        let Some((subject, running)) = beside.as_mut() else { return Ok(()) };
        match running.ended()? {
            None | Some(0) => Ok(()),
            Some(code) => {
                print!("{}", std::fs::read_to_string(self.beside_log())?);
                Err(Failure { message: format!("failed: {subject}, with exit code {code}"), code })
            }
        }
    }

    /// Reports that something is skipped.
    pub(crate) fn skip(&self, what: &str) {
        println!("SKIPPED: {what}");
        self.skipped.borrow_mut().push(what.into());
    }

    /// Judges the exit code of a command that skipped something, or one of whose contenders failed, if it is 3; its
    /// output has the reason.
    pub(crate) fn complete(&self, what: &str, code: i32) -> Outcome {
        match code {
            0 => Ok(()),
            SKIPPED => {
                self.skipped.borrow_mut().push(format!("in part or as a whole: {what}"));
                Ok(())
            }
            code => Err(Failure { message: format!("failed with exit code {code}: {what}"), code }),
        }
    }

    /// Prints how long each step took, and the time of processors of its commands. What ran beside the steps counts in
    /// the step that waited for it.
    fn print_times(&self) {
        let headings = self.headings.borrow();
        println!("seconds  of processors");
        for [step, next] in headings.array_windows() {
            let (seconds, processors) = (next.seconds - step.seconds, next.processors - step.processors);
            println!("{seconds:7}  {processors:13}  {}", step.subject);
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.beside.borrow_mut().take();
        let _ = std::fs::remove_dir_all(&self.out);
    }
}

impl Suite {
    /// Prints the names and subjects of the steps.
    pub(crate) fn print_list(&self) {
        let width = self.steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
        for Step { name, subject, .. } in self.steps {
            println!("{name:width$}  {subject}");
        }
    }

    /// Runs the steps of these names, or all. The result is the exit code.
    pub(crate) fn run(&self, context: &Context, names: &[String]) -> Outcome<i32> {
        if let Some(name) = names.iter().find(|name| self.steps.iter().all(|step| step.name != **name)) {
            return Err(Failure { message: format!("there is no step {name}: --list shows them"), code: 2 });
        }
        context.is_whole.set(names.is_empty());
        for step in self.steps {
            if names.is_empty() || names.iter().any(|name| name == step.name) {
                context.heading(step.subject)?;
                (step.run)(context)?;
            }
        }
        match self.end {
            End::Times(heading) => {
                context.heading(heading)?;
                context.print_times();
                Ok(0)
            }
            End::Nothing => Ok(0),
            End::Skipped if context.skipped.borrow().is_empty() => {
                context.heading("success")?;
                Ok(0)
            }
            End::Skipped => {
                context.heading("SKIPPED, so not passed")?;
                context.skipped.borrow().iter().for_each(|what| println!("{what}"));
                Ok(SKIPPED)
            }
        }
    }

    /// Runs steps within a step of another suite, with a clock of their own.
    pub(crate) fn run_within(&self, context: &Context, names: &[&str]) -> Outcome {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let headings = context.headings.take();
        let (start, is_whole) = (context.start.replace(Instant::now()), context.is_whole.get());
        let result = self.run(context, &names);
        context.headings.replace(headings);
        context.start.set(start);
        context.is_whole.set(is_whole);
        result.map(|_| ())
    }
}

/// The lines `FOLDER TARGET` of the given lists of `.ci/tests`.
pub(crate) fn listed(root: &Path, lists: &[&str]) -> Outcome<Vec<(String, String)>> {
    let text = std::fs::read_to_string(root.join(".ci/tests"))?;
    let mut found = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if words.next().is_some_and(|list| lists.contains(&list)) {
            let folder = words.next().unwrap_or_default();
            found.extend(words.map(|target| (folder.to_string(), target.to_string())));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Context, End, Outcome, SKIPPED, Step, Suite};
    use crate::process::Failure;

    #[test]
    fn names_of_steps_differ_and_have_no_spaces() {
        use crate::{arm64, bindings, blst_users, dist, lab, more, run};
        for suite in [
            run::SUITE,
            more::SUITE,
            bindings::SUITE,
            lab::SUITE,
            arm64::ALL,
            arm64::CHECK,
            blst_users::SUITE,
            dist::SUITE,
            dist::install::SUITE,
        ] {
            let names: BTreeSet<&str> = suite.steps.iter().map(|step| step.name).collect();
            assert_eq!(names.len(), suite.steps.len(), "{names:?}");
            assert!(names.iter().all(|name| !name.contains(' ')), "{names:?}");
        }
    }

    const SUITE: Suite = Suite {
        steps: &[
            Step { name: "right", subject: "a step that succeeds", run: |_| Ok(()) },
            Step { name: "skips", subject: "a step that skips", run: skips },
            Step { name: "wrong", subject: "a step that fails", run: wrong },
            Step { name: "never", subject: "a step after it", run: never },
        ],
        end: End::Skipped,
    };

    fn skips(context: &Context) -> Outcome {
        context.complete("a command that succeeds", 0)?;
        context.complete("a command that skips", SKIPPED)
    }

    fn wrong(_: &Context) -> Outcome {
        Err(Failure { message: "planted".into(), code: 7 })
    }

    fn never(context: &Context) -> Outcome {
        context.complete("a command that fails", 5)
    }

    #[test]
    fn the_first_failure_ends_a_suite_and_skipped_is_not_passed() -> Outcome {
        let context = Context::new(std::env::current_dir()?)?;
        let out = context.out.clone();
        assert!(out.exists());
        let run = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_string()).collect();
            SUITE.run(&context, &names).map_err(|failure| failure.code)
        };
        assert_eq!(run(&["right"]), Ok(0));
        assert_eq!(run(&["unknown", "wrong"]), Err(2));
        assert_eq!(run(&["never"]), Err(5));
        assert_eq!(run(&[]), Err(7));
        assert_eq!(run(&["right", "skips"]), Ok(SKIPPED));
        drop(context);
        assert!(!out.exists());
        Ok(())
    }
}
