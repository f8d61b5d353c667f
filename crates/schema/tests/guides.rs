//! Holds the guides that ship to what they must say: the stages of the expert interview, examples that satisfy their contracts, and slots
//! only where the engine fills them in.

use colloquy_schema::contract::check;
use colloquy_schema::{Contract, Guide, OnboardingWording, Strategy, Wording};
use serde_json::Value;

const STAGED: &str = include_str!("../../../pkg/guides/staged.json");
const ADVICE: &str = include_str!("../../../pkg/guides/advice.json");
const GAPS: &str = include_str!("../../../pkg/guides/gaps.json");
const ONBOARDING: &str = include_str!("../../../pkg/guides/onboarding.json");
const REFLECTIVE: &str = include_str!("../../../pkg/guides/reflective.json");

fn guide(text: &str) -> Guide {
    Guide::read(&serde_json::from_str(text).unwrap()).unwrap()
}

/// A guide in every language that there is.
#[allow(clippy::disallowed_methods, clippy::disallowed_types)]
fn in_each_language(id: &str) -> Vec<Guide> {
    let folder = [env!("CARGO_MANIFEST_DIR"), "/../../pkg/guides"].concat();
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if name.split('.').next() == Some(id) {
            texts.push(std::fs::read_to_string(&path).unwrap());
        }
    }
    texts.iter().map(|text| guide(text)).collect()
}

/// Every guide in every language that there is.
fn all() -> impl Iterator<Item = Guide> {
    let ids = ["reflective", "staged", "advice", "gaps", "onboarding"];
    ids.into_iter().flat_map(in_each_language)
}

/// The examples in a prompt: lines that are a JSON object.
fn examples(prompt: &str, contract: Contract) -> Vec<Value> {
    let lines = prompt.lines().filter(|line| line.starts_with('{'));
    let values: Vec<Value> = lines
        .filter(|line| !line.starts_with("{so_far}") && !line.starts_with("{issues}"))
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    for value in &values {
        let issues = check(contract, value);
        assert!(issues.is_empty(), "{issues:?} in {value}");
    }
    values
}

/// The `{slots}` of a text, each once.
fn slots(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for part in text.split('{').skip(1) {
        let name = part.split('}').next().unwrap();
        if part.contains('}') && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
            out.push(name);
        }
    }
    out.sort();
    out.dedup();
    out
}

/// Every quote in a reading.
fn quoted(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            out.extend(map.get("quote").and_then(Value::as_str).map(String::from));
            map.values().for_each(|inner| quoted(inner, out));
        }
        Value::Array(list) => list.iter().for_each(|inner| quoted(inner, out)),
        _ => {}
    }
}

/// The words of a guide; a translated one has no English.
fn words(guide: &Guide) -> &Wording {
    guide.wording("en").1
}

#[test]
fn the_staged_guide_has_the_promised_stages() {
    let guide = guide(STAGED);
    let Strategy::Staged(staged) = &guide.strategy else {
        panic!("a staged guide");
    };
    let found: Vec<(&str, (u32, u32))> = staged
        .stages
        .iter()
        .map(|stage| (stage.id.as_str(), stage.minutes))
        .collect();
    let seed = [
        ("greeting", (3, 5)),
        ("profiling", (10, 10)),
        ("essence", (15, 15)),
        ("operations", (20, 20)),
        ("expertise_map", (20, 20)),
        ("failure_modes", (20, 20)),
        ("mastery", (15, 15)),
        ("growth_path", (15, 15)),
        ("wrap_up", (5, 5)),
    ];
    assert_eq!(found, seed);
    assert!(
        staged
            .stages
            .iter()
            .map(|stage| stage.examples)
            .sum::<u32>()
            >= 15
    );
    assert!((45..=60).contains(&guide.max_questions()));
    assert!(guide.limits.questions >= Some(guide.max_questions()));
    for (stage, words) in staged.stages.iter().zip(words(&guide).kind.stages.iter()) {
        let objectives = words.objectives.len() as u32;
        assert!((2..=5).contains(&objectives), "{}", stage.id);
        // Every objective, two questions deeper, and the reply that says ready comes before the last question.
        assert!(
            objectives + 2 < stage.max_questions,
            "{} cannot end as ready",
            stage.id
        );
    }
}

#[test]
fn examples_in_prompts_satisfy_their_contracts() {
    for staged in in_each_language("staged") {
        let envelopes = examples(&words(&staged).prompts.instructed, Contract::Envelope);
        assert_eq!(envelopes.len(), 2);
        let ready: Vec<&Value> = envelopes
            .iter()
            .map(|value| &value["internal_tracking"]["stage_transition_ready"])
            .collect();
        assert_eq!(ready, [&Value::Bool(false), &Value::Bool(true)]);
    }
    for guide in all().filter(|guide| guide.id != "staged") {
        let questions = examples(&words(&guide).prompts.instructed, Contract::Question);
        assert_eq!(questions.len(), 2, "{}", guide.id);
    }
    for gaps in in_each_language("gaps") {
        let readings = examples(&words(&gaps).kind.gaps.analysis, Contract::Skills);
        let answers: Vec<&Value> = readings.iter().map(|value| &value["answer"]).collect();
        assert_eq!(answers[0], &Value::Null, "the first is of a résumé");
        assert_eq!(answers[1]["kind"], "partial");
        assert_eq!(answers[2]["kind"], "clarification");
        // A value whose words are not in the text is thrown away: the examples must not show one.
        let parts: Vec<&str> = words(&gaps)
            .kind
            .gaps
            .analysis
            .lines()
            .filter(|line| !line.starts_with('{'))
            .collect();
        let text = parts.concat();
        let mut quotes = Vec::new();
        readings.iter().for_each(|value| quoted(value, &mut quotes));
        assert!(quotes.len() > 10);
        for quote in quotes {
            assert!(text.contains(&quote), "{quote}");
        }
    }
    for advice in in_each_language("advice") {
        let outcome = &words(&advice).prompts.outcome;
        let whole = examples(&outcome.whole, Contract::Advice);
        assert_eq!(whole.len(), 2);
        assert!(whole[0]["action"].is_object() && whole[1]["action"].is_null());
        let parts = [
            (Contract::AdvicePart1, 2),
            (Contract::AdvicePart2, 1),
            (Contract::AdvicePart3, 1),
        ];
        for (text, (contract, count)) in outcome.parts.iter().zip(parts) {
            assert_eq!(examples(text, contract).len(), count, "{}", contract.name());
        }
    }
}

#[test]
fn system_prompts_are_the_same_bytes_for_every_call() {
    for guide in all() {
        let words = words(&guide);
        for (id, template) in words.templates.iter() {
            assert!(slots(&template.system).is_empty(), "{} {id}", guide.id);
        }
        for rules in [&words.prompts.instructed, &words.prompts.strict] {
            assert!(slots(rules).is_empty(), "{}", guide.id);
        }
        // Nor do they show a bare schema, which models echo.
        for prompt in [
            &words.prompts.instructed,
            &words.prompts.outcome.whole,
            &words.kind.gaps.analysis,
        ] {
            assert!(!prompt.contains("\"type\": \"object\"") && !prompt.contains("\"properties\""));
        }
    }
}

#[test]
fn slots_are_those_that_are_filled_in() {
    let staged = guide(STAGED);
    let prompts = &words(&staged).kind.stage_prompts;
    let state = [
        "completeness",
        "depth",
        "examples",
        "examples_needed",
        "follow_up",
        "objectives",
        "purpose",
        "questions_left",
        "stage",
        "title",
    ];
    assert_eq!(slots(&prompts.state), state);
    assert_eq!(
        slots(&prompts.ready),
        ["next", "next_objective", "next_purpose", "next_title"]
    );
    assert_eq!(slots(&prompts.not_ready), ["missing"]);
    let template = words(&staged).templates.get("expert").unwrap();
    for text in [&template.initial, &template.topic, &template.follow_up] {
        assert_eq!(slots(text), ["objective"]);
    }
    assert!(slots(&template.conclusion).is_empty());
    let advice = guide(ADVICE);
    let outcome = &words(&advice).prompts.outcome;
    assert!(slots(&outcome.parts[0]).is_empty());
    assert_eq!(slots(&outcome.parts[1]), ["so_far"]);
    assert_eq!(slots(&outcome.parts[2]), ["so_far"]);
    assert_eq!(slots(&outcome.retry), ["issues"]);
    let gaps = guide(GAPS);
    let gaps = &words(&gaps).kind.gaps;
    assert_eq!(slots(&gaps.resume), ["known", "part", "parts", "text"]);
    assert_eq!(slots(&gaps.answer), ["asked", "known", "question", "text"]);
    assert_eq!(slots(&gaps.state), ["completeness", "known", "open"]);
    assert_eq!(slots(&gaps.target), ["asked", "lead", "skill"]);
    assert_eq!(slots(&gaps.retry), ["issues"]);
    assert_eq!(slots(&gaps.and), ["x", "y"]);
    assert_eq!(slots(&gaps.plain), ["clauses", "skill"]);
    for text in [
        &gaps.analysis,
        &gaps.tool,
        &gaps.read_first,
        &gaps.skills,
        &gaps.explanation,
        &gaps.example,
        &gaps.plain_skills,
        &gaps.closing_complete,
        &gaps.closing_disengaged,
        &gaps.closing_no_gaps,
    ] {
        assert!(slots(text).is_empty(), "{text}");
    }
    for text in [REFLECTIVE, STAGED, ADVICE, GAPS, ONBOARDING] {
        let guide = guide(text);
        assert_eq!(slots(&words(&guide).prompts.retry), ["issues"]);
        assert_eq!(slots(&words(&guide).again), ["question"]);
        assert_eq!(slots(&words(&guide).closing_limit), ["limit"]);
    }
}

#[test]
fn a_skills_guide_words_six_attributes_and_leads_in_plain_sentences() {
    let guide = guide(GAPS);
    let Strategy::Gaps(gaps) = &guide.strategy else {
        panic!("a skills guide");
    };
    assert_eq!((gaps.complete, gaps.disengaged, gaps.probes), (60, 3, 3));
    // A name in two lists would make two skills the same that are not.
    let mut names: Vec<String> = gaps
        .aliases
        .iter()
        .flatten()
        .map(|n| n.to_lowercase())
        .collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
    let words = &words(&guide).kind.gaps;
    assert_eq!(words.attributes.len(), 6);
    for attribute in &words.attributes {
        let clause = &attribute.clause;
        assert!(
            clause.split(' ').count() <= 14 && !clause.contains('?'),
            "{clause}"
        );
        assert!(clause.starts_with(char::is_lowercase), "{clause}");
        let meant = &attribute.explanation;
        assert!(
            meant.ends_with('.') && !meant.contains('?') && meant.split(' ').count() <= 14,
            "{meant}"
        );
        let example = &attribute.example;
        assert!(
            !example.contains(['?', '“']) && example.split(' ').count() <= 12,
            "{example}"
        );
    }
    for leads in [
        &words.closed_one,
        &words.closed_many,
        &words.topic_new,
        &words.topic_back,
    ] {
        assert!(leads.len() >= 4);
        for lead in leads {
            assert_eq!(slots(lead), ["x"], "{lead}");
            assert!((2..=14).contains(&lead.split(' ').count()), "{lead}");
            assert!(lead.ends_with('.') && !lead.contains('?'), "{lead}");
        }
    }
}

#[test]
fn an_onboarding_guide_can_end_well_within_its_limits() {
    let guide = guide(ONBOARDING);
    let Strategy::Onboarding(onboarding) = &guide.strategy else {
        panic!("an onboarding guide");
    };
    let phases: Vec<&str> = onboarding.phases.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(phases, ["core_facts", "deep_dive", "writing_corpus"]);
    assert!(guide.limits.questions >= Some(guide.max_questions()));
    for phase in onboarding.phases.iter() {
        // A choice, a file, and two forms for each objective that is approved.
        let approved = phase.objectives.iter().filter(|o| o.can_be_validated());
        assert!(
            phase.max_forms as usize >= 2 + 2 * approved.count(),
            "{}",
            phase.id
        );
    }
    let words = &words(&guide).kind.onboarding;
    let state = [
        "files",
        "forms",
        "instructions",
        "kept",
        "objectives",
        "phase",
        "purpose",
        "turns",
    ];
    assert_eq!(slots(&words.state), state);
    for text in [
        &words.begin,
        &words.ask_now,
        &words.lead_upload,
        &words.lead_contact,
        &words.no_form,
    ] {
        assert!(slots(text).is_empty(), "{text}");
    }
    assert_eq!(slots(&words.lead_validation), ["label"]);
    assert_eq!(slots(&words.plain), ["label"]);
    assert_eq!(slots(&words.closing_partial), ["labels"]);
    assert_eq!(words.tools.len(), 8);
    assert!(words.tools.iter().all(|text| text.split(' ').count() > 20));
    assert_eq!(words.data.len(), 8);
    assert!(announces(words, "please fill in the form below"));
    for guide in in_each_language("onboarding") {
        // What the engine and the built-in interviewer say themselves must not announce a form that is not there.
        let (locale, words) = guide.wording("en");
        let uses = words.bank.uses.iter();
        let own = uses
            .flat_map(|entry| &entry.sentences)
            .chain([&words.kind.onboarding.plain]);
        for line in own {
            let announced = announces(&words.kind.onboarding, &line.to_lowercase());
            assert!(!announced, "{locale}: {line}");
        }
    }
}

fn announces(words: &OnboardingWording, text: &str) -> bool {
    words.announces.iter().any(|cue| text.contains(cue))
}
