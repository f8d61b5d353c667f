//! Commands that a respondent types: a word after a slash, alone on the first line.

use crate::event::Command;
use colloquy_findings::letters;

/// What a typed text is.
#[derive(Debug, PartialEq)]
pub(crate) enum Typed<'a> {
    /// Nothing but white space: nothing happens.
    Empty,
    /// An answer.
    Answer(&'a str),
    /// A command.
    Command(Command),
    /// Asks for the list of commands.
    Help,
    /// Letters after a slash that are no command.
    Unknown(&'a str),
}

/// Reads a typed text. `/usr/bin` and `/skip this` are answers, and so is a command with more lines below:
/// what was written there would be lost.
pub(crate) fn read(text: &str) -> Typed<'_> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Typed::Empty;
    }
    let mut lines = trimmed.lines();
    let first = lines.next().unwrap_or_default().trim();
    let word = match first.strip_prefix('/') {
        Some(word)
            if !word.is_empty()
                && word.chars().all(letters::is_alphabetic)
                && lines.next().is_none() =>
        {
            word
        }
        _ => return Typed::Answer(trimmed),
    };
    match word.to_ascii_lowercase().as_str() {
        "skip" => Typed::Command(Command::Skip),
        "done" => Typed::Command(Command::Finish),
        "pause" | "quit" => Typed::Command(Command::Pause),
        "help" => Typed::Help,
        _ => Typed::Unknown(first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_alone_on_the_first_line() {
        assert_eq!(read(" /skip \n"), Typed::Command(Command::Skip));
        assert_eq!(read("/Done"), Typed::Command(Command::Finish));
        assert_eq!(read("/quit"), Typed::Command(Command::Pause));
        assert_eq!(read("/help"), Typed::Help);
        assert_eq!(read("/halp"), Typed::Unknown("/halp"));
        assert_eq!(read("/usr/bin"), Typed::Answer("/usr/bin"));
        assert_eq!(read("/skip this"), Typed::Answer("/skip this"));
        assert_eq!(read("/5"), Typed::Answer("/5"));
        assert_eq!(read("   \n "), Typed::Empty);
    }

    #[test]
    fn an_answer_that_only_begins_like_a_command_is_never_lost() {
        assert_eq!(
            read("/skip\nbut also this"),
            Typed::Answer("/skip\nbut also this")
        );
    }
}
