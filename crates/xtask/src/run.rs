//! Runs other programs: quietly with a log and a clock, or in the open.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::project::Project;

/// How often a step that is not watched on a terminal reports that it still runs.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Shows one long step: its name, a clock while it runs, how long it took.
///
/// # Errors
/// Those of the step.
pub(crate) fn step<T>(title: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let live = std::io::stdout().is_terminal();
    let (done, ticks) = channel::<()>();
    let name = title.to_owned();
    let clock = std::thread::spawn(move || {
        let pace = if live {
            Duration::from_secs(1)
        } else {
            HEARTBEAT
        };
        if live {
            print!("  {name}…");
            let _ = std::io::stdout().flush();
        } else {
            println!("  {name}…");
        }
        while let Err(RecvTimeoutError::Timeout) = ticks.recv_timeout(pace) {
            let seconds = start.elapsed().as_secs();
            if live {
                print!("\r  {name}… {seconds} s");
                let _ = std::io::stdout().flush();
            } else {
                println!("  {name}… {seconds} s");
            }
        }
    });
    let result = work();
    drop(done);
    let _ = clock.join();
    let word = if result.is_ok() { "done" } else { "failed" };
    let lead = if live { "\r" } else { "" };
    println!(
        "{lead}  {title}: {word} in {:.1} s",
        start.elapsed().as_secs_f32()
    );
    result
}

/// Runs a program with its output in a log; a failure shows the log's end.
///
/// # Errors
/// When it cannot be started or does not succeed.
pub(crate) fn quiet(project: &Project, log: &str, command: &mut Command) -> Result<()> {
    let path = project.work("logs").join(format!("{log}.log"));
    fs::create_dir_all(project.work("logs"))?;
    let file = File::create(&path).with_context(|| format!("creating {}", path.display()))?;
    let status = command
        .stdin(Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file)
        .status()
        .with_context(|| format!("starting {}", shown(command)))?;
    if status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let tail = lines[lines.len().saturating_sub(60)..].join("\n");
    bail!(
        "{status} from {}\n{tail}\n(all of it: {})",
        shown(command),
        path.display()
    );
}

/// Runs a program that prints to the terminal itself.
///
/// # Errors
/// When it cannot be started or does not succeed.
pub(crate) fn loud(command: &mut Command) -> Result<()> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("starting {}", shown(command)))?;
    if !status.success() {
        bail!("{status} from {}", shown(command));
    }
    Ok(())
}

/// Runs a program in the open and shows each line of its output to `read` too.
///
/// # Errors
/// When it cannot be started or does not succeed.
pub(crate) fn counted(command: &mut Command, mut read: impl FnMut(&str)) -> Result<()> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", shown(command)))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            println!("{line}");
            read(&line);
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("{status} from {}", shown(command));
    }
    Ok(())
}

/// Returns the output of a program, trimmed.
///
/// # Errors
/// When it cannot be started or does not succeed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("starting {}", shown(command)))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{} from {}\n{errors}", output.status, shown(command));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs a program for at most so long; one that takes longer is ended and counts as failed.
///
/// # Errors
/// When it cannot be started, does not succeed, or takes too long.
pub(crate) fn within(limit: Duration, command: &mut Command) -> Result<()> {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("starting {}", shown(command)))?;
    loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(());
            }
            bail!("{status} from {}", shown(command));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            bail!("{} took longer than {} s", shown(command), limit.as_secs());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Returns whether a program can be found on the path.
pub(crate) fn which(program: &str) -> Option<std::path::PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|dir| dir.join(program))
        .find(|path| path.is_file())
}

fn shown(command: &Command) -> String {
    let mut text = format!("`{}", command.get_program().to_string_lossy());
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text.push('`');
    text
}
