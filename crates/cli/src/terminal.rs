//! An interview in a terminal, led by the built-in interviewer.

use crate::Failed;
use colloquy_core::{Begin, Command, Event, FormKind, Interview, kinds};
use colloquy_schema::{Setup, mime_of};
use colloquy_study::simulate::{builtin, serve};
use colloquy_study::{Study, compile};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

const HELP: &str = "(An empty line sends nothing; /skip passes over, /no refuses, /quit ends.)";

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// Leads an interview over what is read from `input`, and writes its outcome at the end.
pub(crate) fn lead(
    study: &Study,
    setup: Setup,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Failed> {
    let language = match setup.locale.as_str() {
        "" => study.language.clone(),
        locale => locale.to_string(),
    };
    let begin = Begin {
        session: "00000000-0000-4000-8000-000000000000".into(),
        guide: compile(study),
        setup,
        validator: None,
        notes: None,
    };
    let failed = |misuse: colloquy_core::Misuse| Failed::Other(misuse.message().into());
    let mut interview = kinds::begin(begin, now()).map_err(failed)?;
    let mut interviewer = builtin(&language);
    let view = interview.view();
    writeln!(out, "{}\n\n{}\n", view.guide_title, view.welcome)?;
    if let Some(consent) = &view.consent {
        writeln!(
            out,
            "{}\n{}\n{}\n",
            consent.asked, consent.recipients, consent.kept
        )?;
        interview.handle(now(), Event::Consent).map_err(failed)?;
    }
    writeln!(out, "{HELP}\n")?;
    let mut shown = 0;
    loop {
        serve(&mut interview, now(), &mut interviewer).map_err(failed)?;
        let view = interview.view();
        let Some(question) = view.question.as_ref().filter(|_| view.closed.is_none()) else {
            break;
        };
        if question.number != shown {
            shown = question.number;
            writeln!(out, "{shown}. {}", question.text)?;
            if let Some(form) = &view.form {
                choices(&form.kind, out)?;
            }
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            interview
                .handle(now(), Event::Command(Command::Finish))
                .map_err(failed)?;
            continue;
        }
        let event = match line.trim() {
            "" => continue,
            "/no" => Event::Command(Command::Decline),
            "/quit" => Event::Command(Command::Finish),
            text => read(&interview, text),
        };
        if let Err(misuse) = interview.handle(now(), event) {
            let details: Vec<&str> = misuse
                .details()
                .iter()
                .map(|issue| issue.message.as_str())
                .collect();
            writeln!(out, "({})", details.join("; "))?;
        }
    }
    let outcome = interview.session().summary().outcome.unwrap_or_default();
    writeln!(
        out,
        "\n{}\n\n{}",
        interview.view().closing,
        serde_json::to_string_pretty(&outcome).unwrap_or_default()
    )?;
    Ok(())
}

/// Writes what there is to choose from.
fn choices(kind: &FormKind, out: &mut dyn Write) -> Result<(), Failed> {
    if let FormKind::Upload { accepts, .. } = kind {
        let kinds = accepts.join(", ");
        writeln!(
            out,
            "   (a file: {kinds}; none is taken here, write its name to try it)"
        )?;
    }
    let FormKind::Host { schema, .. } = kind else {
        return Ok(());
    };
    let value = &schema["properties"]["value"];
    let options = value["oneOf"]
        .as_array()
        .or_else(|| value["items"]["oneOf"].as_array());
    for option in options.into_iter().flatten() {
        writeln!(out, "   - {}", option["title"].as_str().unwrap_or_default())?;
    }
    if let (Some(from), Some(to)) = (value["minimum"].as_i64(), value["maximum"].as_i64()) {
        writeln!(out, "   ({from} to {to})")?;
    }
    match value["x-answer"].as_str() {
        Some("multiple") => writeln!(out, "   (several, with commas between them)")?,
        Some("ranking") => writeln!(
            out,
            "   (all of them in your order, with commas between them)"
        )?,
        Some("date") => writeln!(out, "   (a day such as 2026-01-31)")?,
        Some("yes_no") => writeln!(
            out,
            "   ({})",
            value["labels"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(" / ")
        )?,
        _ => {}
    }
    Ok(())
}

/// What a line does: it fills in a form of numbers and texts, stands for a file by its name, and answers everything else in words, which the
/// engine reads.
fn read(interview: &Interview, text: &str) -> Event {
    let form = interview.view().form.filter(|_| !text.starts_with('/'));
    let value = form.as_ref().and_then(|form| match &form.kind {
        FormKind::Host { schema, .. } => {
            let short = schema["properties"]["value"]["x-answer"] == "short";
            short.then(|| json!(text))
        }
        FormKind::Upload { accepts, .. } => {
            let is_named = |kind: &&String| text.ends_with(&[".", kind].concat());
            let kind = accepts.iter().find(is_named)?;
            let place = interview.session().records;
            Some(json!({
                "storageUrl": format!("colloquy-file:00000000-0000-4000-8000-{place:012x}"),
                "name": text, "mimeType": mime_of(kind), "size": 0,
            }))
        }
        _ => None,
    });
    match form.zip(value) {
        Some((form, value)) => Event::SettleForm {
            token: form.token,
            value: json!({ "data": { "value": value } }),
        },
        None => Event::Answer { text: text.into() },
    }
}
