//! From a study to a guide: the owner's words over those that ship. The same study gives the same guide, byte by byte.

use crate::study::{
    Accept, DeliverText, ProbesText, Study, TopicText, TopicTranslation, Translation,
};
use crate::words;
use colloquy_core::fill;
use colloquy_schema::{
    Condition, Deliver, EndWording, FILE_FORMATS, PlannedTopic, ProbeKind, Probes, TOPICS_SAYS,
    TopicMode, TopicPlan, TopicWording, TopicsEnd, TopicsWording, Typed, ValueTest, hash_hex,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Adaptive probes of an open question by default.
const PROBES: u32 = 2;
/// Refusals in a row that end an interview by default.
const REFUSALS: u32 = 3;
/// Most characters of a short text by default.
const SHORT_CHARS: u32 = 120;
/// Largest file by default, in MB.
const FILE_MB: u32 = 10;
/// Bytes of a MB, as a form of files counts them.
const MB: u32 = 1 << 20;

/// The type of a topic's answer.
pub(crate) fn answer(topic: &TopicText) -> Typed {
    let options = || {
        topic
            .options
            .iter()
            .map(|option| option.id())
            .collect::<Vec<String>>()
    };
    match topic.kind.as_deref() {
        Some("single") => Typed::Single { options: options() },
        Some("multiple") => {
            let options = options();
            Typed::Multiple {
                least: topic.least.unwrap_or(1),
                most: topic.most.unwrap_or(options.len() as u32),
                options,
            }
        }
        Some("scale") => Typed::Scale {
            from: topic.from.unwrap_or(0),
            to: topic.to.unwrap_or(10),
        },
        Some("ranking") => Typed::Ranking { options: options() },
        Some("number") => Typed::Number {
            min: topic.min,
            max: topic.max,
            whole: topic.whole,
        },
        Some("date") => Typed::Date {
            earliest: topic.earliest.clone(),
            latest: topic.latest.clone(),
        },
        Some("yes_no") => Typed::YesNo,
        Some("short") => Typed::Short {
            max_chars: topic.max_chars.unwrap_or(SHORT_CHARS),
        },
        Some("file") => Typed::File {
            // In one order, and each once, however the study has them.
            formats: FILE_FORMATS
                .into_iter()
                .filter(|kind| {
                    topic.formats.is_empty() || topic.formats.iter().any(|own| own == kind)
                })
                .map(String::from)
                .collect(),
            max_bytes: topic.max_mb.unwrap_or(FILE_MB) * MB,
        },
        _ => Typed::Open,
    }
}

/// The condition that an acceptable answer satisfies.
pub(crate) fn accept(id: &str, given: &Accept) -> Condition {
    let test = |test: ValueTest| {
        Condition::Test(Box::new(ValueTest {
            value: id.into(),
            ..test
        }))
    };
    match given {
        Accept::Values(values) => test(ValueTest {
            any_of: Some(values.clone()),
            ..ValueTest::default()
        }),
        Accept::Range { at_least, at_most } => Condition::All {
            all: vec![
                test(ValueTest {
                    at_least: at_least.clone(),
                    ..ValueTest::default()
                }),
                test(ValueTest {
                    at_most: at_most.clone(),
                    ..ValueTest::default()
                }),
            ],
        },
    }
}

/// The probes of a topic. In a standardised interview adaptive ones are the first neutral ones of the language, the same for everybody.
fn probes(study: &Study, topic: &TopicText) -> Probes {
    let open = answer(topic) == Typed::Open;
    match &topic.probes {
        None if topic.accept.is_some() || !open => Probes::None,
        Some(ProbesText::None(_)) | Some(ProbesText::Adaptive(0)) => Probes::None,
        Some(ProbesText::Fixed(sentences)) => Probes::Fixed(sentences.len() as u32),
        given => {
            let count = match given {
                Some(ProbesText::Adaptive(count)) => *count,
                _ => PROBES,
            };
            match study.mode {
                TopicMode::Adaptive => Probes::Adaptive(count),
                TopicMode::Standardised => Probes::Fixed(count.min(neutral(topic).len() as u32)),
            }
        }
    }
}

/// Kinds of the neutral probes that stand for adaptive ones in a standardised interview, in their order.
fn neutral(topic: &TopicText) -> &'static [ProbeKind] {
    ProbeKind::of_depth(topic.depth.unwrap_or(3))
}

/// What is asked, in which order, and within which bounds.
pub(crate) fn plan(study: &Study) -> TopicPlan {
    let topics = study
        .questions()
        .map(|(id, topic, screening)| PlannedTopic {
            answer: answer(topic),
            must: topic.must,
            probes: probes(study, topic),
            depth: topic.depth.unwrap_or(3),
            when: topic.when.clone(),
            accept: topic
                .accept
                .as_ref()
                .filter(|_| screening)
                .map(|given| accept(&id, given)),
            id,
        });
    let values = study.values.iter().map(|value| {
        let topic = TopicText {
            kind: Some(value.kind.clone()),
            options: value.options.clone(),
            max_chars: Some(500),
            ..TopicText::default()
        };
        (value.name.clone(), answer(&topic))
    });
    TopicPlan {
        study: hash_hex(&serde_json::to_string(study).unwrap_or_default()),
        mode: study.mode,
        refusals: study.stop.refusals.unwrap_or(REFUSALS),
        minutes: study.stop.minutes,
        values: values.collect(),
        full_when: study.full_when.clone(),
        deliver: study.deliver.as_ref().map(deliver),
        topics: topics.collect(),
    }
}

fn deliver(given: &DeliverText) -> Deliver {
    let mut formats = given.formats.clone();
    if formats.is_empty() {
        formats.push("json".into());
    }
    let mut ends = given.ends.clone();
    if ends.is_empty() {
        ends = vec![TopicsEnd::Complete, TopicsEnd::Stopped];
    }
    Deliver {
        formats,
        to: given.to.clone().unwrap_or_default(),
        ends,
    }
}

/// How many questions must be asked at most.
pub(crate) fn needed(study: &Study) -> u32 {
    let must = study.topics.iter().filter(|topic| topic.must);
    (study.screening.len() + must.count()) as u32
}

/// Compiles a study that was read to a guide document.
pub fn compile(study: &Study) -> Value {
    let plan = plan(study);
    let mut locales = serde_json::Map::new();
    let own = Translation::default();
    locales.insert(
        study.language.clone(),
        locale(study, &plan, &study.language, &own),
    );
    for (tag, translation) in &study.translations {
        locales.insert(tag.clone(), locale(study, &plan, tag, translation));
    }
    let mut limits =
        json!({ "questions": study.stop.questions.unwrap_or(500), "answer_chars": 50_000 });
    if let Some(tokens) = study.stop.tokens {
        limits["tokens"] = tokens.into();
    }
    if let Some(cost) = study.stop.cost_usd {
        limits["cost_usd"] = json!(cost);
    }
    let setting = |key: &str| {
        study
            .model
            .as_ref()
            .and_then(|model| model.get(key))
            .cloned()
    };
    let mut model = json!({ "max_tokens": setting("max_tokens").unwrap_or(400.into()) });
    if let Some(top_p) = setting("top_p") {
        model["top_p"] = top_p;
    }
    let temperature = setting("temperature").unwrap_or(json!(0.4));
    json!({
        "schema": colloquy_schema::GUIDE_SCHEMA,
        "id": study.id,
        "version": study.version.as_deref().unwrap_or("1"),
        "strategy": {
            "kind": "topics",
            "max_questions": plan.longest(TOPICS_SAYS),
            "templates": [{ "id": "study", "temperature": temperature }],
            "plan": plan,
        },
        "limits": limits,
        "model": model,
        "locales": locales,
    })
}

/// The words of a guide in one language.
fn locale(study: &Study, plan: &TopicPlan, tag: &str, own: &Translation) -> Value {
    let ships = words::of(tag);
    let text = |key: &str| ships[key].as_str().unwrap_or_default().to_string();
    // Sentences of another language replace nothing where the engine has its own in this one.
    let first = tag == study.language || !words::ships(tag);
    let mine = |key: &str| {
        let first = first.then(|| study.words.get(key)).flatten();
        own.words.get(key).or(first).cloned()
    };
    let replaced = |key: &str| mine(key).unwrap_or_else(|| text(key));
    let title = own.title.as_ref().unwrap_or(&study.title);
    let goal: String = study.goal.chars().take(1_500).collect();
    let welcome = own.welcome.clone().or_else(|| study.welcome.clone());
    let ends = ends(study, own, &ships);
    let closing = ends[&TopicsEnd::Complete].words.clone();
    let mut out = json!({
        "title": title,
        "description": fill(&replaced("description"), &[("goal", &goal)]),
        "welcome": welcome.unwrap_or_else(|| text("welcome")),
        "closing": closing,
        "closing_limit": replaced("closing_limit"),
        "again": replaced("again"),
        "again_first": replaced("again_first"),
        "again_last": replaced("again_last"),
        "prompts": ships["prompts"],
        "bank": {},
        "transcript": ships["transcript"],
    });
    for (name, _) in words::REPLACEABLE
        .iter()
        .filter(|(name, _)| name.starts_with("limit_"))
    {
        if let Some(words) = mine(name) {
            out["transcript"][name] = words.into();
        }
    }
    out["prompts"]["retry"] = ships["retry"].clone();
    for (name, sentences) in ships["bank"].as_object().into_iter().flatten() {
        out["bank"][name] = json!({ "any": sentences });
    }
    if let Some(consent) = own.consent.as_ref().or(study.consent.as_ref()) {
        let part = |given: &Option<String>, key: &str| given.clone().unwrap_or_else(|| text(key));
        out["consent"] = json!({
            "asked": part(&consent.asked, "consent_asked"),
            "recipients": part(&consent.recipients, "consent_recipients"),
            "kept": part(&consent.kept, "consent_kept"),
        });
    }
    let line = |key: &str, slot: &str, value: &str| {
        if value.is_empty() {
            String::new()
        } else {
            fill(&text(key), &[(slot, value)])
        }
    };
    let never = if own.never_ask.is_empty() {
        &study.never_ask
    } else {
        &own.never_ask
    };
    let system = fill(
        &text("system"),
        &[
            ("goal", study.goal.as_str()),
            (
                "audience",
                &line(
                    "audience",
                    "audience",
                    study.audience.as_deref().unwrap_or_default(),
                ),
            ),
            (
                "research",
                &line("research", "research", &study.research_questions.join("; ")),
            ),
            ("never", &line("never", "never", &never.join("; "))),
        ],
    );
    out["templates"] = json!({ "study": {
        "name": ships["template"]["name"], "description": ships["template"]["description"],
        "system": system, "initial": "-", "topic": "-", "follow_up": "-", "conclusion": "-",
    } });
    let yes_no = &ships["yes_no"];
    let yes_or_no = |key: &str, place: usize| {
        mine(key).unwrap_or_else(|| yes_no[place].as_str().unwrap_or_default().into())
    };
    let nothing = TopicTranslation::default();
    let topics = study
        .questions()
        .zip(&plan.topics)
        .map(|((id, topic, _), planned)| {
            let words = own.topics.get(&id).unwrap_or(&nothing);
            let standard = |kind: &ProbeKind| {
                mine(&["standardised_", kind.name()].concat()).unwrap_or_else(|| {
                    ships["standardised"][kind.name()]
                        .as_str()
                        .unwrap_or_default()
                        .into()
                })
            };
            (id, wording(topic, planned, words, &standard))
        });
    let wording = TopicsWording {
        topics: topics.collect(),
        ends,
        check: replaced("check"),
        check_untitled: replaced("check_untitled"),
        yes_no: [yes_or_no("yes", 0), yes_or_no("no", 1)],
        never: never.clone(),
        system,
        turn: text("turn"),
    };
    out["topics"] = json!(wording);
    out
}

fn ends(study: &Study, own: &Translation, ships: &Value) -> BTreeMap<TopicsEnd, EndWording> {
    let all = [
        TopicsEnd::Complete,
        TopicsEnd::ScreenedOut,
        TopicsEnd::QuotaFull,
        TopicsEnd::Stopped,
    ];
    let one = |end: TopicsEnd| {
        let given = study.ends.get(end.name());
        let closing = (end == TopicsEnd::Complete)
            .then(|| own.closing.clone().or_else(|| study.closing.clone()))
            .flatten();
        let words = own.ends.get(end.name()).cloned();
        let words = words
            .or_else(|| given.and_then(|given| given.words.clone()))
            .or(closing);
        let words = words.unwrap_or_else(|| {
            ships["ends"][end.name()]
                .as_str()
                .unwrap_or_default()
                .into()
        });
        let redirect = given
            .and_then(|given| given.redirect.clone())
            .unwrap_or_default();
        (end, EndWording { words, redirect })
    };
    all.into_iter().map(one).collect()
}

fn wording(
    topic: &TopicText,
    planned: &PlannedTopic,
    own: &TopicTranslation,
    standard: &dyn Fn(&ProbeKind) -> String,
) -> TopicWording {
    let either = |own: &Option<String>, first: &Option<String>| {
        own.clone().or_else(|| first.clone()).unwrap_or_default()
    };
    let mut labels: BTreeMap<String, String> = topic.labels.clone();
    for option in &topic.options {
        labels.insert(option.id(), option.label().into());
    }
    labels.extend(own.labels.clone());
    let probes = match (&topic.probes, planned.probes) {
        (Some(ProbesText::Fixed(_)), _) if !own.probes.is_empty() => own.probes.clone(),
        (Some(ProbesText::Fixed(sentences)), _) => sentences.clone(),
        (_, Probes::Fixed(count)) => {
            let kinds = neutral(topic).iter().take(count as usize);
            kinds.map(standard).collect()
        }
        _ => Vec::new(),
    };
    TopicWording {
        ask: own.ask.clone().unwrap_or_else(|| topic.ask.clone()),
        title: either(&own.title, &topic.title),
        check: either(&own.check, &topic.check),
        probes,
        listen_for: topic.listen_for.clone(),
        labels,
        message: either(&own.message, &topic.message),
    }
}
