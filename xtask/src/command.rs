//! Running other programs: announced, streamed while they run, and captured for what follows.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};

/// Tells the person in one line what happens next, and why.
pub fn say(text: &str) {
    println!("• {text}");
}

/// What a streamed program left behind.
pub struct Finished {
    pub success: bool,
    /// Standard output, then standard error.
    pub text: String,
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
    let mut bytes = Vec::new();
    for reader in [stdout, stderr].into_iter().flatten() {
        bytes.extend(reader.join().unwrap_or_default());
        bytes.push(b'\n');
    }
    let success = child.wait().with_context(|| format!("lost `{line}`"))?.success();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Finished { success, text })
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

fn copy<R, W>(mut from: R, mut to: W) -> thread::JoinHandle<Vec<u8>>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    thread::spawn(move || {
        let mut all = Vec::new();
        let mut chunk = [0; 8192];
        while let Ok(length @ 1..) = from.read(&mut chunk) {
            all.extend_from_slice(&chunk[..length]);
            // A closed terminal must not lose the capture.
            let _ = to.write_all(&chunk[..length]).and_then(|()| to.flush());
        }
        all
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
        assert_eq!(finished.text, "out\n\nerr\n\n");
    }

    #[test]
    fn failure_is_reported_with_the_command() {
        assert!(!stream(&mut shell("exit 3")).unwrap().success);
        assert_eq!(run(&mut shell("exit 3")).unwrap_err().to_string(), "`sh -c exit 3` failed");
        let error = output(&mut shell("echo why >&2; exit 3")).unwrap_err().to_string();
        assert!(error.ends_with("failed\nwhy"), "{error}");
    }
}
