//! `colloquy study …`.

use crate::Failed;
use crate::table::table;
use crate::terminal;
use colloquy_schema::{Issue, Prices, Setup};
use colloquy_study::personas::{PERSONAS, Persona};
use colloquy_study::simulate::{Report, Run, fixed_probes, report, simulate};
use colloquy_study::{Study, compile, lint, longest, read_text};
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use std::thread::{self, ScopedJoinHandle};

/// What stands behind a command.
struct Options<'a> {
    file: &'a str,
    out: Option<&'a str>,
    json: bool,
    runs: u32,
    seed: u64,
    personas: Vec<Persona>,
    prices: Option<Prices>,
    locale: &'a str,
    values: Map<String, Value>,
}

fn options<'a>(args: &[&'a str]) -> Result<Options<'a>, Failed> {
    let mut options = Options {
        file: "",
        out: None,
        json: false,
        runs: 50,
        seed: 1,
        personas: Vec::new(),
        prices: None,
        locale: "",
        values: Map::new(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut next = || args.next().copied().ok_or(Failed::Usage);
        match *arg {
            "--json" => options.json = true,
            "-o" => options.out = Some(next()?),
            "--runs" => options.runs = next()?.parse().map_err(|_| Failed::Usage)?,
            "--seed" => options.seed = next()?.parse().map_err(|_| Failed::Usage)?,
            "--prices" => {
                let (input, output) = next()?.split_once(',').ok_or(Failed::Usage)?;
                let number = |text: &str| text.trim().parse().map_err(|_| Failed::Usage);
                options.prices = Some(Prices {
                    input: number(input)?,
                    output: number(output)?,
                    ..Prices::default()
                });
            }
            "--locale" => options.locale = next()?,
            "--value" => {
                let (name, text) = next()?.split_once('=').ok_or(Failed::Usage)?;
                // What is not valid JSON is a text.
                let value = serde_json::from_str(text).unwrap_or_else(|_| text.into());
                options.values.insert(name.into(), value);
            }
            "--persona" => {
                let name = next()?;
                let known = PERSONAS.map(Persona::name).join(", ");
                let persona = Persona::named(name)
                    .ok_or_else(|| Failed::Other(format!("there is no persona {name}: {known}")))?;
                options.personas.push(persona);
            }
            file if options.file.is_empty() && (file == "-" || !file.starts_with('-')) => {
                options.file = file
            }
            _ => return Err(Failed::Usage),
        }
    }
    if options.file.is_empty() {
        Err(Failed::Usage)
    } else {
        Ok(options)
    }
}

/// Runs a command.
pub(crate) fn command(name: &str, args: &[&str], out: &mut dyn Write) -> Result<(), Failed> {
    if !["check", "compile", "try", "simulate"].contains(&name) {
        return Err(Failed::Usage);
    }
    let options = options(args)?;
    let text = text(options.file)?;
    let study = match read_text(&text) {
        Ok(study) => study,
        Err(faults) => return refused(&options, &faults, out),
    };
    match name {
        "check" => check(&study, &options, out),
        "compile" => {
            let guide = serde_json::to_string_pretty(&compile(&study)).unwrap_or_default();
            match options.out {
                Some(path) => std::fs::write(path, guide + "\n")
                    .map_err(|error| Failed::Other(format!("{path}: {error}"))),
                None => Ok(writeln!(out, "{guide}")?),
            }
        }
        "try" => {
            let setup = Setup {
                seed: options.seed,
                locale: options.locale.into(),
                metadata: options.values,
                // The built-in interviewer costs nothing: a limit on the cost needs a price all the same.
                prices: Some(Prices::default()),
                ..Setup::default()
            };
            terminal::lead(&study, setup, &mut std::io::stdin().lock(), out)
        }
        _ => simulated(&study, &options, out),
    }
}

fn text(file: &str) -> Result<String, Failed> {
    let mut text = String::new();
    let read = match file {
        "-" => std::io::stdin().read_to_string(&mut text).map(|_| ()),
        path => std::fs::read_to_string(path).map(|read| text = read),
    };
    read.map_err(|error| Failed::Other(format!("{file}: {error}")))?;
    Ok(text)
}

fn refused(options: &Options<'_>, faults: &[Issue], out: &mut dyn Write) -> Result<(), Failed> {
    if options.json {
        writeln!(
            out,
            "{}",
            json!({ "faults": faults, "lints": [], "longest": null })
        )?;
        return Err(Failed::Faults);
    }
    for fault in faults {
        let path = if fault.path.is_empty() {
            "(whole)"
        } else {
            &fault.path
        };
        let found = fault
            .value
            .as_ref()
            .map(|value| format!(", found {value}"))
            .unwrap_or_default();
        writeln!(
            out,
            "fault    {path}: {} [{}]{found}",
            fault.message, fault.rule
        )?;
    }
    writeln!(out, "{} faults", faults.len())?;
    Err(Failed::Faults)
}

fn check(study: &Study, options: &Options<'_>, out: &mut dyn Write) -> Result<(), Failed> {
    let (lints, longest) = (lint(study), longest(study, options.prices));
    if options.json {
        return Ok(writeln!(
            out,
            "{}",
            json!({ "faults": [], "lints": lints, "longest": longest })
        )?);
    }
    for lint in &lints {
        writeln!(
            out,
            "advice   {}: {} [{}]",
            lint.path, lint.message, lint.code
        )?;
    }
    let topics = study.topics.len();
    writeln!(
        out,
        "{}: {topics} topics, no faults, {} pieces of advice; the longest interview has {} questions and takes {} minutes",
        study.id,
        lints.len(),
        longest.questions,
        longest.minutes,
    )?;
    if longest.replies > 0 {
        writeln!(
            out,
            "with a model: {} replies at most, {} tokens sent and {} received",
            longest.replies, longest.input_tokens, longest.output_tokens
        )?;
        if let Some(cost) = longest.cost_usd {
            writeln!(out, "which cost {cost:.2} USD at most")?;
        }
    }
    Ok(())
}

/// Leads the interviews on as many cores as there are, in the order of their numbers.
fn led(study: &Study, options: &Options<'_>) -> Vec<Run> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let share = options.runs.div_ceil(cores).max(1);
    let personas = &options.personas;
    thread::scope(|scope| {
        let shares: Vec<_> = (0..options.runs)
            .step_by(share as usize)
            .map(|first| {
                let numbers = first..options.runs.min(first.saturating_add(share));
                scope.spawn(move || simulate(study, numbers, options.seed, personas))
            })
            .collect();
        let join = |share: ScopedJoinHandle<'_, Vec<Run>>| match share.join() {
            Ok(runs) => runs,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        shares.into_iter().flat_map(join).collect()
    })
}

fn simulated(study: &Study, options: &Options<'_>, out: &mut dyn Write) -> Result<(), Failed> {
    let runs = led(study, options);
    let fixed = fixed_probes(&compile(study), &study.language);
    let report = report(&runs, &fixed);
    if options.json {
        let text = serde_json::to_string_pretty(&report).unwrap_or_default();
        return Ok(writeln!(out, "{text}")?);
    }
    show(&report, longest(study, None).questions, out)
}

fn show(report: &Report, bound: u32, out: &mut dyn Write) -> Result<(), Failed> {
    let mut rows = vec![
        [
            "persona",
            "runs",
            "questions",
            "most",
            "minutes",
            "covered %",
            "must-asks %",
            "probes",
            "unanswered",
        ]
        .map(String::from)
        .to_vec(),
    ];
    for (name, row) in &report.personas {
        rows.push(vec![
            name.clone(),
            row.runs.to_string(),
            format!("{:.1}", row.questions),
            row.most_questions.to_string(),
            format!("{:.1}", row.minutes),
            format!("{:.1}", row.covered),
            format!("{:.1}", row.must_asks),
            row.probes.to_string(),
            row.unanswered_probes.to_string(),
        ]);
    }
    write!(out, "{}", table(&rows))?;
    let mut rows = vec![
        [
            "topic",
            "asked",
            "answered",
            "refused",
            "does not apply",
            "not reached",
        ]
        .map(String::from)
        .to_vec(),
    ];
    for (name, row) in &report.topics {
        let counts = [
            row.asked,
            row.answered,
            row.refused,
            row.not_applicable,
            row.not_reached,
        ];
        let counts = counts.iter().map(u32::to_string);
        rows.push([name.clone()].into_iter().chain(counts).collect());
    }
    write!(out, "\n{}", table(&rows))?;
    let ends: Vec<String> = report
        .ends
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    writeln!(
        out,
        "\nends: {}; dead ends: {}; the bound is {bound} questions",
        ends.join(", "),
        report.dead_ends
    )?;
    match report.repeated.as_slice() {
        [] => writeln!(out, "no question came twice in an interview")?,
        repeated => writeln!(out, "asked twice in an interview: {}", repeated.join(" | "))?,
    }
    Ok(())
}
