//! The one call that an interviewer gets: read the last answer, say what it covers, and word a probe.

use super::Topics;
use super::plan::{has_probe, open};
use crate::kinds::{Apart, Plan, ShownText, conversation};
use crate::session::{Exchange, Session};
use crate::wording::{cut, data, fill};
use colloquy_schema::{
    Contract, OpenTopic, ProbeKind, Probes, Purpose, QuestionKind, Reaction, TOPICS_SAYS,
    TopicMode, TopicsAsk,
};
use serde_json::{Value, json};

/// Longest answer in the call, in bytes.
const ANSWER_BYTES: usize = 8_000;

/// Plans the call for a question of a topic that was just answered.
pub(super) fn plan(kind: &Topics, session: &Session, last: &Exchange, place: usize) -> Plan {
    let (topic, standing) = (&kind.plan.topics[place], &kind.state.topics[place]);
    let words = &kind.words.topics[&topic.id];
    // A standardised interview puts the same to everybody: it is read for what cannot wait alone.
    let standardised = kind.plan.mode == TopicMode::Standardised;
    let adaptive = !standardised
        && matches!(topic.probes, Probes::Adaptive(_))
        && has_probe(kind, session, place);
    let left = if adaptive {
        topic.probes.most() - standing.probes
    } else {
        0
    };
    let exchanges = standing.questions.iter();
    let exchanges = exchanges.filter_map(|number| session.exchanges.get(*number as usize - 1));
    let mut turns = Vec::new();
    let mut answers = Vec::new();
    for exchange in exchanges {
        let answer = match (&exchange.reaction, &exchange.filled) {
            (Some(Reaction::Answered(text)), _) => text.clone(),
            (Some(Reaction::Filled), Some(filled)) => filled.items.join(", "),
            _ => continue,
        };
        answers.push(exchange.question.number);
        turns.push((exchange.question.text.clone(), answer));
    }
    let open = open(kind, place).filter(|_| !standardised);
    let open = open.map(|place| {
        let topic = &kind.plan.topics[place];
        let words = &kind.words.topics[&topic.id];
        OpenTopic {
            id: topic.id.clone(),
            title: words.title.clone(),
            ask: words.ask.clone(),
            listen_for: words.listen_for.clone(),
        }
    });
    let open: Vec<OpenTopic> = open.collect();
    // A reaction of the interviewer's costs a question like a probe. What is read only for what cannot wait brings no other.
    // So does what was read as a value: “something else” may be an option.
    let number = Some(last.question.number);
    let valued = standing.value.is_some() && standing.valued_at == number;
    let reacts = (adaptive || !open.is_empty()) && !valued;
    let says = if last.answer_text().is_empty() || !reacts || !super::plan::has_room(kind, session)
    {
        0
    } else {
        TOPICS_SAYS.saturating_sub(kind.state.says)
    };
    let ask = TopicsAsk {
        topic: topic.id.clone(),
        title: words.title.clone(),
        listen_for: words.listen_for.clone(),
        turns,
        probes_left: left,
        kinds: ProbeKind::of_depth(topic.depth).to_vec(),
        put: standing.kinds.clone(),
        says_left: says,
        open,
    };
    let instruction = instruction(kind, &ask);
    let asked = conversation::ask(
        session,
        QuestionKind::FollowUp,
        Purpose::Topics(Box::new(ask)),
    );
    Plan {
        step: ["read:", &last.question.number.to_string()].concat(),
        contract: Contract::Envelope,
        shown: ShownText::Nothing,
        state: String::new(),
        instruction,
        apart: Some(Apart {
            system: kind.words.system.clone(),
            answers,
        }),
        ..conversation::planned(session, asked)
    }
}

fn instruction(kind: &Topics, ask: &TopicsAsk) -> String {
    let mut turns = String::new();
    for (question, answer) in &ask.turns {
        turns.extend([
            question,
            "\n",
            &data("answer", &cut(answer, ANSWER_BYTES)),
            "\n\n",
        ]);
    }
    let mut open = String::new();
    for topic in &ask.open {
        open.extend(["- ", &topic.id, ": ", &topic.ask]);
        if !topic.listen_for.is_empty() {
            open.extend([" (", &topic.listen_for.join("; "), ")"]);
        }
        open.push('\n');
    }
    let kinds: Vec<&str> = ask.kinds.iter().map(|kind| kind.name()).collect();
    let listen = ask.listen_for.join("; ");
    let title = if ask.title.is_empty() {
        &ask.topic
    } else {
        &ask.title
    };
    fill(
        &kind.words.turn,
        &[
            ("topic", title),
            ("listen", &listen),
            ("turns", turns.trim_end()),
            ("left", &ask.probes_left.to_string()),
            ("kinds", &kinds.join(", ")),
            ("open", open.trim_end()),
        ],
    )
}

/// The schema of the reply.
pub(super) fn schema(kind: &Topics) -> Value {
    // Values, as lists of any other type would be written by code that the base of the engine then has for this kind.
    let ids = kind.plan.topics.iter().map(|topic| topic.id.as_str());
    let ids: Value = ids.collect();
    let kinds: Value = ProbeKind::ALL.iter().map(|kind| kind.name()).collect();
    json!({
        "type": "object",
        "properties": {
            "covered": {
                "type": "array",
                "maxItems": 10,
                "items": {
                    "type": "object",
                    "properties": {
                        "topic": { "type": "string", "enum": ids },
                        "quote": { "type": "string", "minLength": 1, "maxLength": 1000 }
                    },
                    "required": ["topic", "quote"],
                    "additionalProperties": false
                }
            },
            "refused": { "type": "boolean" },
            "stop": { "type": "boolean" },
            "enough": { "type": "boolean" },
            "kind": { "type": "string", "enum": kinds },
            "question": { "type": "string", "maxLength": 1000 },
            "say": { "type": "string", "maxLength": 1000 },
            "lead": { "type": "string", "maxLength": 400 }
        },
        "required": ["covered", "enough"],
        "additionalProperties": false
    })
}
