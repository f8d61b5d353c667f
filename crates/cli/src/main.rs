//! The program `colloquy`: what an owner does with a study at a terminal.

mod study;
mod table;
mod terminal;

use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "\
colloquy study check FILE [--prices IN,OUT] [--json]
                                          faults, advice, and the longest interview; prices in USD per million tokens
colloquy study compile FILE [-o OUT]      the guide that a study comes to
colloquy study try FILE [--seed N] [--locale TAG] [--value NAME=VALUE]…
                                          an interview in this terminal with the built-in interviewer
colloquy study simulate FILE [--runs N] [--seed N] [--persona NAME]… [--json]
                                          interviews with personas, and a report

A FILE of - is standard input. The exit status is 1 where a study has faults, and 2 for wrong use.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut out = std::io::stdout().lock();
    let done = match words.as_slice() {
        ["study", command, rest @ ..] => study::command(command, rest, &mut out),
        ["--version"] => writeln!(out, "colloquy {}", env!("CARGO_PKG_VERSION"))
            .map_err(|error| Failed::Other(error.to_string())),
        ["--help" | "help"] => {
            writeln!(out, "{USAGE}").map_err(|error| Failed::Other(error.to_string()))
        }
        _ => Err(Failed::Usage),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed::Faults) => ExitCode::from(1),
        Err(Failed::Usage) => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        Err(Failed::Other(why)) => {
            eprintln!("colloquy: {why}");
            ExitCode::from(1)
        }
    }
}

/// Why a command did not succeed.
enum Failed {
    /// The study has faults, which were listed.
    Faults,
    /// It was not called as it should be.
    Usage,
    /// Something else.
    Other(String),
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Failed {
        Failed::Other(error.to_string())
    }
}
