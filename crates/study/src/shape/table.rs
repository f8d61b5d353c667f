//! The table: every key of a study with its bounds.

use super::questions::*;
use super::{Form, Object, Shape};
use crate::study::STUDY_SCHEMA;

static CONSENT: Object = Object {
    name: "consent",
    about: "What the respondent agrees to before anything is stored or sent.",
    groups: &[&[
        may("asked", &PARAGRAPH, "What is asked, and what for."),
        may("recipients", &PARAGRAPH, "Who reads the answers."),
        may("kept", &PARAGRAPH, "How long they are kept, and where."),
    ]],
    keys: Some((1, 3)),
};
static HANDED_IN: Object = Object {
    name: "handed_in",
    about: "A value that the host hands in.",
    groups: &[&[
        must("name", &ID, "Name, as conditions and addresses have it."),
        must(
            "type",
            &Shape::Choice(&["short", "number", "yes_no", "date", "single"]),
            "Its type.",
        ),
        may("options", &OPTIONS, "Options of a single one."),
    ]],
    keys: None,
};
static STOP: Object = Object {
    name: "stop",
    about: "When it stops. Must-asks are put all the same, while the respondent does not refuse again and again.",
    groups: &[&[
        may(
            "minutes",
            &Shape::Int { min: 1, max: 600 },
            "Minutes after which only must-asks are put.",
        ),
        may(
            "questions",
            &Shape::Int { min: 1, max: 500 },
            "Most questions, probes included.",
        ),
        may(
            "refusals",
            &Shape::Int { min: 1, max: 20 },
            "Refusals in a row; 3 by default.",
        ),
        may(
            "tokens",
            &Shape::Int {
                min: 10_000,
                max: 100_000_000,
            },
            "Most tokens of a model.",
        ),
        may(
            "cost_usd",
            &Shape::Number { min: 0.0, max: 1e6 },
            "Most a model may cost in USD; needs the host's prices.",
        ),
    ]],
    keys: None,
};
static END: Object = Object {
    name: "end",
    about: "One way of ending.",
    groups: &[&[
        may("words", &PARAGRAPH, "Closing words."),
        may(
            "redirect",
            &ADDRESS,
            "Address to go on to, with {session} and {value.<name>}.",
        ),
    ]],
    keys: None,
};
static ONE_END: Shape = Shape::Object(&END);
static ENDS: Object = Object {
    name: "ends",
    about: "Words and address of each end.",
    groups: &[&[
        may("complete", &ONE_END, "Every topic is over."),
        may(
            "screened_out",
            &ONE_END,
            "A screening question was answered otherwise.",
        ),
        may(
            "quota_full",
            &ONE_END,
            "There are enough respondents of this kind.",
        ),
        may(
            "stopped",
            &ONE_END,
            "A stop rule, a limit or the respondent ended it.",
        ),
    ]],
    keys: None,
};
static END_WORDS: Object = Object {
    name: "end_words",
    about: "Closing words of each end.",
    groups: &[&[
        may("complete", &PARAGRAPH, "Every topic is over."),
        may(
            "screened_out",
            &PARAGRAPH,
            "A screening question was answered otherwise.",
        ),
        may(
            "quota_full",
            &PARAGRAPH,
            "There are enough respondents of this kind.",
        ),
        may(
            "stopped",
            &PARAGRAPH,
            "A stop rule, a limit or the respondent ended it.",
        ),
    ]],
    keys: None,
};
static WORDS: Shape = Shape::Map {
    value: &PARAGRAPH,
    max: 50,
    key: Form::Id,
};
static DELIVER: Object = Object {
    name: "deliver",
    about: "How results are delivered. The engine sends nothing: the outcome says it, and the host does it.",
    groups: &[&[
        may(
            "formats",
            &Shape::List {
                item: &Shape::Choice(&[
                    "structured",
                    "narrative",
                    "qa",
                    "html",
                    "csv",
                    "json",
                    "session",
                ]),
                min: 1,
                max: 7,
            },
            "Formats of the results; json by default.",
        ),
        may(
            "to",
            &ADDRESS,
            "Address that they go to; the host's own by default.",
        ),
        may(
            "ends",
            &Shape::List {
                item: &Shape::Choice(&["complete", "screened_out", "quota_full", "stopped"]),
                min: 1,
                max: 4,
            },
            "Ends whose interviews are delivered; complete and stopped by default.",
        ),
    ]],
    keys: None,
};
static TOPIC_TRANSLATION: Object = Object {
    name: "topic_translation",
    about: "The words of a topic or screening question in another language.",
    groups: &[&[
        may("ask", &SENTENCE, "The question."),
        may("title", &TITLE, "Title."),
        may("check", &SENTENCE, "The question as a check."),
        may(
            "probes",
            &Shape::List {
                item: &SENTENCE,
                min: 1,
                max: 10,
            },
            "Fixed probes, as many as in the first language.",
        ),
        may(
            "labels",
            &Shape::Map {
                value: &LABEL,
                max: 101,
                key: Form::Any,
            },
            "Labels of options or points, by id or number.",
        ),
        may(
            "message",
            &PARAGRAPH,
            "Closing words of a screening question.",
        ),
    ]],
    keys: None,
};
static TRANSLATION: Object = Object {
    name: "translation",
    about: "The author's words in another language.",
    groups: &[&[
        may("title", &LABEL, "Title."),
        may("welcome", &PARAGRAPH, "Shown above the first question."),
        may("closing", &PARAGRAPH, "Shown when every topic is over."),
        may(
            "consent",
            &Shape::Object(&CONSENT),
            "What the respondent agrees to.",
        ),
        may(
            "topics",
            &Shape::Map {
                value: &Shape::Object(&TOPIC_TRANSLATION),
                max: 200,
                key: Form::Id,
            },
            "Words of topics and screening questions, by id.",
        ),
        may("ends", &Shape::Object(&END_WORDS), "Closing words of ends."),
        may("never_ask", &SENTENCES, "What is never asked about."),
        may(
            "words",
            &WORDS,
            "Sentences of the engine that are replaced, by name.",
        ),
    ]],
    keys: None,
};
static MODEL: Object = Object {
    name: "model",
    about: "How a model is run.",
    groups: &[&[
        may(
            "max_tokens",
            &Shape::Int {
                min: 50,
                max: 8_000,
            },
            "Most tokens of a reply; 400 by default.",
        ),
        may(
            "temperature",
            &Shape::Number { min: 0.0, max: 2.0 },
            "0 to 2; 0.4 by default.",
        ),
        may("top_p", &Shape::Number { min: 0.0, max: 1.0 }, "0 to 1."),
    ]],
    keys: None,
};

/// The whole document.
pub(crate) static STUDY: Object = Object {
    name: "study",
    about: "",
    groups: &[&[
        may(
            "$schema",
            &text(2_000),
            "Address of this schema, for editors; not read.",
        ),
        may(
            "schema",
            &Shape::Choice(&[STUDY_SCHEMA]),
            "Version of the format.",
        ),
        must("id", &NAME, "Name of the study."),
        may("version", &text(32), "The owner's own version."),
        must("language", &TAG, "Language that it is written in."),
        must("title", &LABEL, "Title, as the respondent reads it."),
        must(
            "goal",
            &PARAGRAPH,
            "What it is for; the interviewer reads it.",
        ),
        may("audience", &SENTENCE, "Who is asked."),
        may("research_questions", &SENTENCES, "What is to be found out."),
        may("welcome", &PARAGRAPH, "Shown above the first question."),
        may(
            "consent",
            &Shape::Object(&CONSENT),
            "What the respondent agrees to.",
        ),
        may("closing", &PARAGRAPH, "Shown when every topic is over."),
        may(
            "values",
            &Shape::List {
                item: &Shape::Object(&HANDED_IN),
                min: 0,
                max: 50,
            },
            "Values that the host hands in.",
        ),
        may(
            "screening",
            &Shape::List {
                item: &SCREENING_OF_TYPE,
                min: 0,
                max: 20,
            },
            "Questions before everything else.",
        ),
        may(
            "full_when",
            &CONDITION,
            "When it holds after the screening, the quota is full.",
        ),
        must(
            "topics",
            &Shape::List {
                item: &TOPIC_OF_TYPE,
                min: 1,
                max: 100,
            },
            "The topics, in their order.",
        ),
        may("never_ask", &SENTENCES, "What is never asked about."),
        may("stop", &Shape::Object(&STOP), "When it stops."),
        may(
            "mode",
            &Shape::Choice(&["adaptive", "standardised"]),
            "adaptive by default; standardised puts the same questions and probes to everybody.",
        ),
        may(
            "ends",
            &Shape::Object(&ENDS),
            "Words and address of each end.",
        ),
        may(
            "translations",
            &Shape::Map {
                value: &Shape::Object(&TRANSLATION),
                max: 20,
                key: Form::Tag,
            },
            "The author's words in other languages.",
        ),
        may(
            "words",
            &WORDS,
            "Sentences of the engine that are replaced, by name, in the language of the study.",
        ),
        may(
            "deliver",
            &Shape::Object(&DELIVER),
            "How results are delivered; the host's matter where it is left out.",
        ),
        may("model", &Shape::Object(&MODEL), "How a model is run."),
    ]],
    keys: None,
};
