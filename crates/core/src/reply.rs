//! Judges a whole reply against its contract: the first candidate that satisfies it wins, and every fault is reported.

use crate::kind::{Plan, Reply, ShownText};
use crate::mend::{inner_quotes, unwrapped};
use crate::quotes::Text;
use crate::session::{Exchange, Session};
use colloquy_findings::fold;
use colloquy_jsonstream::{Candidate, Limits, ReadReply, RepairKind, read};
use colloquy_schema::contract::{
    self,
    rules::{first_question, question_marks},
};
use colloquy_schema::{Contract, Interviewer, Issue, QuestionReply, RawReply, StopReason};
use serde_json::Value;

/// Shortest and longest question, in characters.
const QUESTION_CHARS: (usize, usize) = (10, 2_000);

/// Words of a first question that can stand without the second one.
const ALONE_WORDS: usize = 3;
/// Words from which on a quotation must have been written by somebody.
const QUOTED_WORDS: usize = 4;
/// What takes leave, in letters without case or accents.
const FAREWELLS: [&str; 12] = [
    "take care",
    "goodbye",
    "everything we need",
    "everything i need",
    "all we need",
    "all i need",
    "end of the interview",
    "end of our",
    "thank you for your time",
    "auf wiedersehen",
    "hasta luego",
    "au revoir",
];

/// A reply with what is wrong with it.
#[derive(Default)]
pub(crate) struct Judged {
    /// The value, when a candidate can be used.
    pub(crate) value: Option<Reply>,
    /// Plain prose that would work as one question.
    pub(crate) prose: Option<String>,
    /// True when something is wrong that keeps nobody from using the value: such a reply is asked for again only while
    /// nothing of it was shown.
    pub(crate) breach: bool,
    pub(crate) issues: Vec<Issue>,
    pub(crate) repairs: Vec<String>,
}

/// Reads and judges a reply: the stop reason first, then one candidate after the other. The first one without a fault
/// wins, else the first one that can be used.
pub(crate) fn judge(session: &Session, plan: &Plan, raw: &RawReply) -> Judged {
    let judged = judged_as_it_is(session, plan, raw);
    let nothing = judged.value.is_none() && raw.stop != StopReason::Refusal;
    let text = plan.shown.key().filter(|_| nothing);
    let Some(text) = text.and_then(|key| inner_quotes(&raw.text, key)) else {
        return judged;
    };
    let raw = RawReply {
        text,
        ..raw.clone()
    };
    let mut mended = judged_as_it_is(session, plan, &raw);
    if mended.value.is_none() {
        return judged;
    }
    mended.repairs.push("inner_quotes".into());
    mended
}

fn judged_as_it_is(session: &Session, plan: &Plan, raw: &RawReply) -> Judged {
    let mut judged = Judged::default();
    if raw.stop == StopReason::Refusal {
        let message = "the model refused; reply within the rules";
        Issue::report(&mut judged.issues, "", "refusal", message, None);
        return judged;
    }
    let schema = schema_of(session, plan.contract);
    let reply = read(&raw.text, Limits::default());
    for candidate in &reply.candidates {
        let one = candidate_judged(session, plan, &schema, raw.stop, candidate);
        // The best reading's faults are the ones to mend.
        let better = one.value.is_some() && (judged.value.is_none() || !one.breach);
        let whole = one.value.is_some() && !one.breach;
        if better || (judged.value.is_none() && judged.issues.is_empty()) {
            judged = one;
        }
        if whole {
            return judged;
        }
    }
    if reply.candidates.is_empty() {
        let message = "must be one JSON object and nothing else";
        Issue::report(&mut judged.issues, "", "json", message, None);
    }
    if judged.value.is_none() && matches!(plan.shown, ShownText::Question(_)) {
        judged.prose = prose(session, &reply);
    }
    judged
}

/// The full JSON Schema of a contract in this session; none is known here of a guide's own.
pub(crate) fn schema_of(session: &Session, contract: Contract) -> Value {
    match contract {
        Contract::Outcome => match &session.guide.outcome {
            Some(schema) => schema.as_ref().clone(),
            None => Value::Null,
        },
        _ => session.kind.schema(contract),
    }
}

fn candidate_judged(
    session: &Session,
    plan: &Plan,
    schema: &Value,
    stop: StopReason,
    candidate: &Candidate,
) -> Judged {
    let mut judged = Judged::default();
    let contract = plan.contract;
    let cut = stop == StopReason::MaxTokens
        && candidate
            .repairs
            .list
            .iter()
            .any(|repair| repair.kind == RepairKind::Truncated);
    let mut value = unwrapped(schema, candidate.value.clone());
    let goes_on = cut
        .then(|| session.kind.mend_cut(contract, &mut value))
        .flatten();
    for text in session.attempts.cut.iter().rev() {
        let earlier = read(text, Limits::default()).candidates.into_iter().next();
        if let Some(mut earlier) = earlier.map(|candidate| candidate.value)
            && session.kind.mend_cut(contract, &mut earlier).is_some()
        {
            session.kind.join_cut(contract, earlier, &mut value);
        }
    }
    let (mut value, mut issues) = match (contract, &session.validator) {
        (Contract::Outcome, Some(validator)) => validator.read(value),
        // Strict modes ask for every key: what is optional here comes as null there.
        _ => contract::read(schema, contract::without_nulls(schema, value)),
    };
    let usable = goes_on.is_some() && !contract::faults(&issues);
    if cut {
        let message = match goes_on.as_deref() {
            None | Some("") => "was cut off by the token limit; say it in fewer words".into(),
            Some(last) => [
                "was cut off by the token limit after ",
                last,
                "; what came before that is kept, so reply with what comes after it only",
            ]
            .concat(),
        };
        Issue::report(&mut issues, "", "truncated", &message, None);
    }
    let sound = usable || !contract::faults(&issues);
    judged.value = match plan.shown {
        ShownText::Question(key) => match text_of(session, &value, key, &mut issues) {
            Some(question) if contract == Contract::Question => sound.then(|| {
                let follow_up = value["follow_up"].as_bool().unwrap_or_default();
                Reply::Question(QuestionReply {
                    follow_up,
                    question,
                })
            }),
            Some(text) if !cut => {
                value[key] = text.into();
                let kind = &session.kind;
                let usable = kind.judge_reply(session, contract, &value, &mut issues);
                usable.then_some(Reply::Value(value))
            }
            _ => None,
        },
        _ => sound.then_some(Reply::Value(value)),
    };
    let harmless = |issue: &Issue| {
        matches!(
            issue.rule.as_str(),
            "unknown_key" | "no_question" | "second_question"
        )
    };
    judged.breach = issues.iter().any(|issue| !harmless(issue));
    judged.repairs = candidate
        .repairs
        .codes()
        .into_iter()
        .map(String::from)
        .collect();
    judged.issues = issues;
    judged
}

/// Returns the text that is shown to the respondent, when it can be; what is wrong with it is reported in any case.
fn text_of(session: &Session, value: &Value, key: &str, issues: &mut Vec<Issue>) -> Option<String> {
    let whole = value.get(key)?.as_str()?.trim();
    let text = one_question(whole);
    let mut usable = (QUESTION_CHARS.0..=QUESTION_CHARS.1).contains(&text.chars().count());
    let mut report = |rule: &str, message: &str| {
        Issue::report(issues, key, rule, message, value.get(key));
    };
    if session.kind.is_repetition(session, text) {
        report("repeated", "was put before; ask something else");
        usable = false;
    }
    // Raw JSON, markup or a code fence is never shown to a respondent, even where it is a string in the right place.
    if text.starts_with(['{', '[', '<', '`']) || text.contains("\":") {
        report("plain_text", "must be plain text");
        usable = false;
    }
    if let Some((rule, message)) = session.kind.judge_question(session, text) {
        report(rule, message);
    }
    match question_marks(text) {
        0 if says_farewell(text) => {
            report(
                "farewell",
                "ends the interview, which is not yours to end; put a question",
            );
            usable = false;
        }
        0 => report("no_question", "has no question mark"),
        1 if text.len() < whole.len() => {
            report(
                "second_question",
                "puts a second question, which is left out",
            );
        }
        1 => {}
        _ => report(
            "one_question",
            "must be one question, with one question mark",
        ),
    }
    if let Some(quote) = invented(session, text) {
        let message = [
            "quotes “",
            quote,
            "”, which was not written; quote word by word or not at all",
        ];
        report("invented_quote", &message.concat());
        usable = false;
    }
    usable.then(|| text.into())
}

/// Returns a text up to the end of its first question where it puts more than one. A first question that is too short to stand alone, as
/// in “Why? What made you stay?”, is left with what follows.
fn one_question(text: &str) -> &str {
    match first_question(text) {
        Some(end)
            if question_marks(text) > 1
                && text[..end].split_whitespace().count() >= ALONE_WORDS =>
        {
            &text[..end]
        }
        _ => text,
    }
}

/// True for a text that takes leave: the interview decides when it is over, and a farewell cannot be answered.
fn says_farewell(text: &str) -> bool {
    let text = fold(text);
    FAREWELLS.iter().any(|words| text.contains(words))
}

/// Returns a quotation of the question that stands neither in the answers nor in the material: words that nobody wrote must not be put
/// into the respondent's mouth. Up to three words are a name or a term. The built-in interviewer quotes by construction.
fn invented<'a>(session: &Session, text: &'a str) -> Option<&'a str> {
    if session.interviewer == Interviewer::Scripted {
        return None;
    }
    let quotations = text.split('“').skip(1);
    let quotations = quotations.filter_map(|rest| rest.split_once('”').map(|(quote, _)| quote));
    let mut long = quotations
        .filter(|quote| quote.split_whitespace().count() >= QUOTED_WORDS)
        .peekable();
    long.peek()?;
    let setup = &session.setup;
    let answers = session.exchanges.iter().map(Exchange::answer_text);
    let questions = session
        .exchanges
        .iter()
        .map(|one| one.question.text.as_str());
    let notes = setup.material.texts.iter().map(|text| text.text.as_str());
    let title = setup.material.title.iter().map(String::as_str);
    let earlier = setup
        .digest
        .iter()
        .flat_map(|one| [&one.question, &one.answer]);
    let sources: Vec<Text> = answers
        .chain(questions)
        .chain(notes)
        .chain(title)
        .chain(earlier.map(String::as_str))
        .map(Text::of)
        .collect();
    // What is left out of the middle is marked by dots.
    let found = |quote: &str| {
        let mut pieces = quote
            .split(['…', '[', ']'])
            .flat_map(|piece| piece.split("..."));
        pieces.all(|piece| {
            piece.split_whitespace().count() < 2 || sources.iter().any(|text| text.holds(piece))
        })
    };
    long.find(|quote| !found(quote))
}

/// Plain prose works as a question when it is one question of fitting length that was not put before, and nothing in it
/// began as JSON: raw JSON is never shown to a respondent.
fn prose(session: &Session, reply: &ReadReply) -> Option<String> {
    let text = reply.plain_prose()?.trim();
    let chars = text.chars().count();
    let fits = (QUESTION_CHARS.0..=QUESTION_CHARS.1).contains(&chars) && question_marks(text) == 1;
    let clean = !text.contains(['{', '}', '<', '`']) && !session.kind.is_repetition(session, text);
    (fits && clean).then(|| text.to_string())
}
