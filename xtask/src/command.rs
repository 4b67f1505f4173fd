//! Running other programs: announced, streamed while they run, and captured for what follows.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// Tells the person in one line what happens next, and why.
pub fn say(text: &str) {
    println!("• {text}");
}

/// What a streamed program left behind.
#[derive(Debug, Default)]
pub struct Finished {
    pub success: bool,
    pub stdout: String,
    pub stderr: String,
    /// How much of the standard output, in bytes, was there so many seconds after the start.
    pub arrivals: Vec<(usize, f64)>,
}

impl Finished {
    /// Standard output, then standard error.
    pub fn text(&self) -> String {
        format!("{}\n{}\n", self.stdout, self.stderr)
    }

    /// The lines of the standard output, each with the second at which its end came.
    pub fn lines(&self) -> impl Iterator<Item = (&str, f64)> {
        let mut end = 0;
        let mut next = 0;
        self.stdout.split_inclusive('\n').map(move |line| {
            end += line.len();
            while next + 1 < self.arrivals.len() && self.arrivals[next].0 < end {
                next += 1;
            }
            (line.trim_end(), self.arrivals.get(next).map_or(0.0, |(_, at)| *at))
        })
    }
}

/// Runs a program, shows its output as it comes and returns a copy of it.
pub fn stream(command: &mut Command) -> Result<Finished> {
    let line = line(command);
    println!("  $ {line}");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{line}`"))?;
    let stdout = child.stdout.take().map(|pipe| copy(pipe, std::io::stdout()));
    let stderr = child.stderr.take().map(|pipe| copy(pipe, std::io::stderr()));
    let [(stdout, arrivals), (stderr, _)] =
        [stdout, stderr].map(|reader| reader.and_then(|reader| reader.join().ok()).unwrap_or_default());
    let success = child.wait().with_context(|| format!("lost `{line}`"))?.success();
    Ok(Finished { success, stdout: text(&stdout), stderr: text(&stderr), arrivals })
}

/// Bytes as text, of the same length but for what is no text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Streams a program whose failure ends the command.
pub fn run(command: &mut Command) -> Result<()> {
    if !stream(command)?.success {
        bail!("`{}` failed", line(command));
    }
    Ok(())
}

/// Runs a program quietly and returns its standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` failed\n{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What came, and how much of it at which second.
type Copied = (Vec<u8>, Vec<(usize, f64)>);

fn copy<R, W>(mut from: R, mut to: W) -> thread::JoinHandle<Copied>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    thread::spawn(move || {
        let start = Instant::now();
        let (mut all, mut arrivals) = Copied::default();
        let mut chunk = [0; 8192];
        while let Ok(length @ 1..) = from.read(&mut chunk) {
            all.extend_from_slice(&chunk[..length]);
            arrivals.push((all.len(), start.elapsed().as_secs_f64()));
            // A closed terminal must not lose the capture.
            let _ = to.write_all(&chunk[..length]).and_then(|()| to.flush());
        }
        (all, arrivals)
    })
}

fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn both_streams_are_captured() {
        let finished = stream(&mut shell("echo out; echo err >&2")).unwrap();
        assert!(finished.success);
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("out\n", "err\n"));
    }

    #[test]
    fn lines_have_the_time_at_which_they_came() {
        let finished = stream(&mut shell("echo one; sleep 0.3; echo two; echo three")).unwrap();
        let lines: Vec<_> = finished.lines().collect();
        assert_eq!(lines.iter().map(|(line, _)| *line).collect::<Vec<_>>(), ["one", "two", "three"]);
        assert!(lines[1].1 - lines[0].1 > 0.2, "{lines:?}");
    }

    #[test]
    fn failure_is_reported_with_the_command() {
        assert!(!stream(&mut shell("exit 3")).unwrap().success);
        assert_eq!(run(&mut shell("exit 3")).unwrap_err().to_string(), "`sh -c exit 3` failed");
        let error = output(&mut shell("echo why >&2; exit 3")).unwrap_err().to_string();
        assert!(error.ends_with("failed\nwhy"), "{error}");
    }
}
