//! Advice beside the faults: what makes an interview worse, or will surprise its owner, by stable codes.

mod branches;
mod wording;

use crate::compile::{compile, plan};
use crate::study::{ProbesText, Study};
use crate::words;
use colloquy_findings::is_function_word;
use colloquy_schema::{Guide, Limits, Prices, Probes, TOPICS_SAYS, Typed};
use serde::Serialize;

/// Minutes from which an interview is long.
const LONG: u32 = 30;

/// Questions before a must-ask from which it comes late.
const LATE: u32 = 25;

/// One piece of advice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lint {
    /// Stable code: `unreachable_topic`, `branch_without_default`, `leading`, `loaded`, `hypothetical`, `double_barrelled`,
    /// `reading_level`, `duplicate_topics`, `missing_consent`, `missing_translation`, `no_must_ask`, `engine_words`, `late_must_ask`,
    /// `long_interview`.
    pub code: &'static str,
    /// Where, as a path such as `topics[2].ask`.
    pub path: String,
    /// What it is about, and what to do instead.
    pub message: String,
}

/// The longest interview that a study allows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Longest {
    /// Questions, probes included.
    pub questions: u32,
    /// Minutes, by what the study says of its topics, else by two for a question in words, one for a probe and half a one for a value.
    pub minutes: u32,
    /// Replies of a model.
    pub replies: u32,
    /// Tokens that are sent to a model.
    pub input_tokens: u64,
    /// Tokens that a model writes.
    pub output_tokens: u64,
    /// Cost in USD; absent without prices.
    pub cost_usd: Option<f64>,
}

/// Computes the longest interview: no respondent and no model makes it longer.
pub fn longest(study: &Study, prices: Option<Prices>) -> Longest {
    let plan = plan(study);
    let mut half_minutes = 0;
    for ((_, topic, _), planned) in study.questions().zip(&plan.topics) {
        let asking = match (topic.minutes, &planned.answer) {
            (Some(minutes), _) => {
                half_minutes += 2 * minutes;
                continue;
            }
            (None, Typed::Open) => 4,
            (None, _) => 1,
        };
        half_minutes += asking + 2 * planned.probes.most();
    }
    let minutes = half_minutes.div_ceil(2);
    let minutes = study.stop.minutes.map_or(minutes, |most| most.min(minutes));
    // A study that was read compiles to a guide that can be read; a test holds it.
    let bound = Guide::read(&compile(study)).map(|guide| guide.longest(&Limits::default(), prices));
    let questions = plan
        .longest(TOPICS_SAYS)
        .min(study.stop.questions.unwrap_or(u32::MAX));
    let standardised = plan.mode == colloquy_schema::TopicMode::Standardised;
    let (replies, input, output, cost) = match bound {
        Ok(bound) if !standardised => (
            bound.replies,
            bound.input_tokens,
            bound.output_tokens,
            bound.cost_usd,
        ),
        _ => (0, 0, 0, prices.map(|_| 0.0)),
    };
    Longest {
        questions,
        minutes,
        replies,
        input_tokens: input,
        output_tokens: output,
        cost_usd: cost,
    }
}

/// Gives advice on a study that was read, in the order of its places.
pub fn lint(study: &Study) -> Vec<Lint> {
    let mut lints = Vec::new();
    let mut say = |code: &'static str, path: String, message: String| {
        lints.push(Lint {
            code,
            path,
            message,
        })
    };
    consent(study, &mut say);
    for (place, (_, topic, screening)) in study.questions().enumerate() {
        let path = path_of(study, place);
        let typed = topic.kind.is_some();
        wording::judge(
            &study.language,
            &topic.ask,
            typed,
            &format!("{path}.ask"),
            &mut say,
        );
        if let Some(ProbesText::Fixed(probes)) = &topic.probes {
            for (place, probe) in probes.iter().enumerate() {
                wording::judge(
                    &study.language,
                    probe,
                    false,
                    &format!("{path}.probes[{place}]"),
                    &mut say,
                );
            }
        }
        let _ = screening;
    }
    duplicates(study, &mut say);
    branches::judge(study, &mut say);
    musts(study, &mut say);
    translations(study, &mut say);
    let first = std::iter::once((&study.language, "language".to_string()));
    let others = study.translations.keys();
    let others = others.map(|tag| (tag, format!("translations.{tag}")));
    for (tag, path) in first.chain(others).filter(|(tag, _)| !words::ships(tag)) {
        let message = format!(
            "the engine has no words of its own in {tag}: its prompts, probes and closing words are English"
        );
        say("engine_words", path, message);
    }
    let longest = longest(study, None);
    if longest.minutes > LONG {
        let message = format!(
            "takes up to {} minutes and {} questions: most people leave before",
            longest.minutes, longest.questions
        );
        say("long_interview", "topics".into(), message);
    }
    lints
}

type Say<'a> = dyn FnMut(&'static str, String, String) + 'a;

fn path_of(study: &Study, place: usize) -> String {
    match place.checked_sub(study.screening.len()) {
        None => format!("screening[{place}]"),
        Some(place) => format!("topics[{place}]"),
    }
}

fn consent(study: &Study, say: &mut Say<'_>) {
    let Some(consent) = &study.consent else {
        let message =
            "is missing: say what is asked, who reads the answers, and how long they are kept";
        return say("missing_consent", "consent".into(), message.into());
    };
    for (key, part) in [
        ("asked", &consent.asked),
        ("recipients", &consent.recipients),
        ("kept", &consent.kept),
    ] {
        if part.is_none() {
            say(
                "missing_consent",
                format!("consent.{key}"),
                "is missing: the engine says that it is not known".into(),
            );
        }
    }
}

/// Words of a text that carry it, without their usual endings.
fn stems(text: &str) -> Vec<String> {
    let form = colloquy_findings::normal_form(text);
    let mut out: Vec<String> = Vec::new();
    for word in form.split(' ') {
        let mut stem = word;
        for end in ["ing", "ed", "es", "s", "e"] {
            if let Some(short) = word.strip_suffix(end).filter(|short| short.len() > 3) {
                stem = short;
                break;
            }
        }
        if !word.is_empty() && !is_function_word(word) && !out.iter().any(|other| other == stem) {
            out.push(stem.into());
        }
    }
    out
}

/// Two topics that ask the same: most words that carry them are in both.
fn duplicates(study: &Study, say: &mut Say<'_>) {
    let all: Vec<Vec<String>> = study
        .questions()
        .map(|(_, topic, _)| stems(&topic.ask))
        .collect();
    for (place, own) in all.iter().enumerate() {
        for (other, before) in all[..place].iter().enumerate() {
            let shared = own.iter().filter(|stem| before.contains(stem)).count();
            let least = own.len().min(before.len());
            let all = own.len() + before.len() - shared;
            if least >= 2 && shared * 10 >= all * 6 {
                let message = format!("asks nearly the same as {}", path_of(study, other));
                say(
                    "duplicate_topics",
                    format!("{}.ask", path_of(study, place)),
                    message,
                );
            }
        }
    }
}

fn musts(study: &Study, say: &mut Say<'_>) {
    if !study.topics.iter().any(|topic| topic.must) {
        say(
            "no_must_ask",
            "topics".into(),
            "none is a must: a short interview may miss what matters most".into(),
        );
    }
    let plan = plan(study);
    let mut before = 0;
    for ((place, topic), planned) in study
        .topics
        .iter()
        .enumerate()
        .zip(plan.topics.iter().skip(study.screening.len()))
    {
        if topic.must && before > LATE {
            let message =
                format!("comes after up to {before} questions: put what must be asked earlier");
            say("late_must_ask", format!("topics[{place}]"), message);
        }
        before += 1 + match planned.probes {
            Probes::None => 0,
            probes => probes.most(),
        };
    }
}

fn translations(study: &Study, say: &mut Say<'_>) {
    for (tag, own) in &study.translations {
        let mut missing = |path: String| {
            say(
                "missing_translation",
                format!("translations.{tag}.{path}"),
                "is missing: the first language or the engine stands in".into(),
            );
        };
        if own.title.is_none() {
            missing("title".into());
        }
        if study.welcome.is_some() && own.welcome.is_none() {
            missing("welcome".into());
        }
        if study.consent.is_some() && own.consent.is_none() {
            missing("consent".into());
        }
        if study.closing.is_some() && own.closing.is_none() && !own.ends.contains_key("complete") {
            missing("closing".into());
        }
        if !study.never_ask.is_empty() && own.never_ask.is_empty() {
            missing("never_ask".into());
        }
        for name in study.words.keys() {
            if !own.words.contains_key(name) {
                missing(format!("words.{name}"));
            }
        }
        for (id, topic, _) in study.questions() {
            let words = own.topics.get(&id);
            let path = format!("topics.{id}");
            if words.is_none_or(|words| words.ask.is_none()) {
                missing(format!("{path}.ask"));
            }
            let fixed = matches!(topic.probes, Some(ProbesText::Fixed(_)));
            if fixed && words.is_none_or(|words| words.probes.is_empty()) {
                missing(format!("{path}.probes"));
            }
            let labels = topic
                .options
                .iter()
                .map(|option| option.id())
                .chain(topic.labels.keys().cloned());
            for label in labels {
                if words.is_none_or(|words| !words.labels.contains_key(&label)) {
                    missing(format!("{path}.labels.{label}"));
                }
            }
        }
    }
}
