//! One interview with a persona, from consent to its end.

use crate::personas::{Asked, PERSONAS, Persona, Reacts, Respondent};
use colloquy_core::kinds::topics::SIMULATED;
use colloquy_core::{Begin, Command, Effect, Event, Interview, Misuse, Opening, kinds};
use colloquy_schema::{
    Call, Fact, Interviewer, PlannedTopic, Prices, RawReply, Reaction, Record, ReplyMode, Setup,
    TopicPlan, TopicRole, TopicsFact, Typed,
};
use colloquy_scripted::{FRENCH, GERMAN, Hearing, Language, SPANISH};
use serde_json::{Map, Value, json};

/// Most things that happen in an interview: more is a circle.
const STEPS: u32 = 5_000;

/// What an interview is led with.
#[derive(Clone, Copy, Debug)]
pub struct Lead<'a> {
    /// The compiled study.
    pub guide: &'a Value,
    /// The plan of the guide that is led.
    pub plan: &'a TopicPlan,
    /// BCP 47 tag of the respondent's language; empty for that of the study.
    pub locale: &'a str,
    /// Values that the host hands in.
    pub values: Option<&'a Map<String, Value>>,
    /// The respondent.
    pub persona: Persona,
    /// Seed of both.
    pub seed: u64,
    /// True for the page to be reloaded before every question, and while a call runs.
    pub reloads: bool,
    /// True for values to be changed after they were given.
    pub amends: bool,
    /// True where a model leads: calls are rendered, and cost.
    pub by_model: bool,
}

impl<'a> Lead<'a> {
    /// The first persona with seed 0, led by the built-in interviewer in the language of the study, without values of a host.
    pub fn new(guide: &'a Value, plan: &'a TopicPlan) -> Lead<'a> {
        Lead {
            guide,
            plan,
            locale: "",
            values: None,
            persona: PERSONAS[0],
            seed: 0,
            reloads: false,
            amends: false,
            by_model: false,
        }
    }
}

/// An interview that was led.
#[derive(Clone, Debug)]
pub struct Run {
    /// The respondent.
    pub persona: Persona,
    /// Seed of both.
    pub seed: u64,
    /// Every question with the reaction to it.
    pub turns: Vec<Turn>,
    /// Outcome of the interview.
    pub outcome: Value,
    /// What it took by the respondent's clock, in milliseconds.
    pub took_ms: u64,
    /// True when it came to its end.
    pub ended: bool,
    /// Every record.
    pub records: Vec<Record>,
    /// How many records were stored after each append: where a page can be closed.
    pub stored: Vec<usize>,
}

/// One question with the reaction to it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The question.
    pub question: String,
    /// Id of its topic.
    pub topic: String,
    /// What it did there.
    pub role: TopicRole,
    /// What the respondent did.
    pub reacted: Reacts,
    /// Value that was changed before: number of its question, and what it was changed to.
    pub changed: Option<(u32, Value)>,
}

/// The built-in interviewer of a language, as it answers calls. What it hears is English where the language is none of its own.
pub fn builtin(language: &str) -> impl FnMut(&Call) -> RawReply + use<> {
    let tag = language.split(['-', '_']).next().unwrap_or_default();
    let known = [&GERMAN, &SPANISH, &FRENCH];
    let own: Vec<&'static Language> = known
        .into_iter()
        .filter(|known| known.tag.eq_ignore_ascii_case(tag))
        .collect();
    let hearing = Hearing::with(&own);
    move |call| colloquy_scripted::respond(&call.ask, &hearing)
}

/// Does what an interview asks for until it waits for the respondent, or is over.
///
/// # Errors
/// What the interview refuses, which is none of what it asked for.
pub fn serve(
    interview: &mut Interview,
    now: u64,
    interviewer: &mut dyn FnMut(&Call) -> RawReply,
) -> Result<(), Misuse> {
    while let Some(effect) = interview.poll_effect() {
        let event = match effect {
            Effect::Append { id, .. } => Event::Saved { id },
            Effect::AskModel { id, call, .. } => Event::ModelDone {
                id,
                reply: interviewer(&call),
            },
            _ => continue,
        };
        interview.handle(now, event)?;
    }
    Ok(())
}

/// Where reactions come from.
enum Reacting<'a> {
    /// A persona.
    Persona(Respondent),
    /// An earlier interview: one reaction for each question.
    Recorded(&'a [Turn]),
}

/// Leads one interview to its end.
///
/// # Panics
/// Where the guide is none of the kind `topics`: what [`compile`](crate::compile) makes of a study always is.
pub fn led(lead: &Lead<'_>, interviewer: &mut dyn FnMut(&Call) -> RawReply) -> Run {
    let mut leading = Leading::begin(lead);
    while leading.turn(lead, interviewer) {}
    leading.finish(lead)
}

/// Opens an interview from some of its records, as a page does that was closed after them, and leads it to its end. The respondent
/// reacts as in `before`, by the number of the question.
///
/// # Panics
/// Where the records are none of a session.
pub fn resumed(
    lead: &Lead<'_>,
    records: &[Record],
    before: &[Turn],
    interviewer: &mut dyn FnMut(&Call) -> RawReply,
) -> Run {
    let now = records.last().map_or(0, |record| record.at);
    let opened = kinds::restore(records.to_vec(), Opening::default(), now);
    let interview = opened.expect("the records of a session open it");
    let mut leading = Leading::new(interview, now, Reacting::Recorded(before));
    while leading.turn(lead, interviewer) {}
    leading.finish(lead)
}

/// An interview that is led turn by turn, so that others have their turn in between.
pub(super) struct Leading<'a> {
    interview: Interview,
    now: u64,
    reacting: Reacting<'a>,
    turns: Vec<Turn>,
    stored: Vec<usize>,
    /// Turns so far, those without a question as well.
    steps: u32,
    ended: bool,
}

impl<'a> Leading<'a> {
    /// Begins an interview with the persona.
    pub(super) fn begin(lead: &Lead<'_>) -> Leading<'a> {
        let now = 1_700_000_000_000;
        let mut metadata = lead.values.cloned().unwrap_or_default();
        metadata.insert(SIMULATED.into(), json!(lead.persona.name()));
        let begin = Begin {
            session: format!(
                "00000000-0000-4000-8000-{:012x}",
                lead.seed & 0xFFFF_FFFF_FFFF
            ),
            guide: lead.guide.clone(),
            setup: Setup {
                seed: lead.seed,
                locale: lead.locale.into(),
                metadata,
                prices: Some(prices_of(lead)),
                interviewer: interviewer_of(lead),
                ..Setup::default()
            },
            validator: None,
            notes: None,
        };
        let interview = kinds::begin(begin, now).expect("a compiled study begins");
        let respondent = Respondent::new(lead.persona, lead.seed);
        Leading::new(interview, now, Reacting::Persona(respondent))
    }

    fn new(mut interview: Interview, now: u64, reacting: Reacting<'a>) -> Leading<'a> {
        if !interview.session().consented {
            hand(&mut interview, now, Event::Consent);
        }
        Leading {
            interview,
            now,
            reacting,
            turns: Vec::new(),
            stored: Vec::new(),
            steps: 0,
            ended: false,
        }
    }

    /// Leads on to the next question and the reaction to it. False when that was the last.
    pub(super) fn turn(
        &mut self,
        lead: &Lead<'_>,
        interviewer: &mut dyn FnMut(&Call) -> RawReply,
    ) -> bool {
        self.steps += 1;
        if self.steps > STEPS {
            return false;
        }
        self.settle(lead, interviewer);
        if self.interview.session().closed.is_some() {
            self.ended = true;
            return false;
        }
        let Some(turn) = turn(lead, &self.interview, &mut self.reacting) else {
            return false;
        };
        if let Some((question, value)) = &turn.changed {
            let edit = json!({ "question": question, "value": value });
            let changed = self.interview.handle(self.now, Event::Edit(edit));
            changed.expect("a value that was given can be changed");
        }
        self.now += Respondent::takes(&turn.reacted);
        let event = match &turn.reacted {
            Reacts::Says(text) => Event::Answer { text: text.clone() },
            Reacts::Fills(value) => Event::SettleForm {
                token: self
                    .interview
                    .view()
                    .form
                    .map(|form| form.token)
                    .unwrap_or_default(),
                value: json!({ "data": { "value": value } }),
            },
            Reacts::Skips => Event::Command(Command::Skip),
            Reacts::Declines => Event::Command(Command::Decline),
        };
        if self.interview.handle(self.now, event).is_err() {
            return false;
        }
        self.turns.push(turn);
        true
    }

    /// Does what the interview asks for until it waits for the respondent, or is over.
    fn settle(&mut self, lead: &Lead<'_>, interviewer: &mut dyn FnMut(&Call) -> RawReply) {
        let (interview, now) = (&mut self.interview, self.now);
        if lead.reloads {
            reload(interview, now);
        }
        let mut interrupts = lead.reloads;
        while let Some(effect) = interview.poll_effect() {
            match effect {
                Effect::Append { id, records, .. } => {
                    let stored = records.last().map(|record| record.seq as usize + 1);
                    self.stored.extend(stored);
                    hand(interview, now, Event::Saved { id });
                }
                Effect::AskModel { .. } if std::mem::take(&mut interrupts) => {
                    reload(interview, now);
                }
                Effect::AskModel { id, call, .. } => {
                    let reply = interviewer(&call);
                    hand(interview, now, Event::ModelDone { id, reply });
                }
                _ => {}
            }
        }
    }

    /// Returns what came of it.
    pub(super) fn finish(self, lead: &Lead<'_>) -> Run {
        let session = self.interview.session();
        Run {
            persona: lead.persona,
            seed: lead.seed,
            outcome: session.summary().outcome.unwrap_or_default(),
            took_ms: session.updated_at - session.started_at,
            ended: self.ended,
            records: self.interview.records().to_vec(),
            turns: self.turns,
            stored: self.stored,
        }
    }
}

/// The open question with the reaction to it; none where nothing is asked, or nothing is told to react with.
fn turn(lead: &Lead<'_>, interview: &Interview, reacting: &mut Reacting<'_>) -> Option<Turn> {
    let open = interview.session().open_question()?;
    let (question, number) = (open.question.text.clone(), open.question.number);
    let (topic, role) = put_for(interview.records(), number);
    let planned = lead.plan.topics.iter().find(|planned| planned.id == topic);
    let (reacted, changed) = match reacting {
        Reacting::Recorded(turns) => {
            let turn = turns.get(number as usize - 1)?;
            (turn.reacted.clone(), turn.changed.clone())
        }
        Reacting::Persona(respondent) => {
            let changed = lead.amends.then(|| change(lead, interview, respondent));
            let form = interview.view().form.is_some();
            let typed = planned
                .filter(|_| form)
                .map_or(Typed::Open, |planned| planned.answer.clone());
            let later = later(lead, interview, &topic);
            let mut reacted = respondent.react(&Asked {
                question: &question,
                answer: &typed,
                later: &later,
                probes: role == TopicRole::Probe,
            });
            if let (Some(planned), Reacts::Fills(value)) = (planned, &mut reacted) {
                *value = fitting(planned, value.clone(), lead.seed);
            }
            (reacted, changed.flatten())
        }
    };
    Some(Turn {
        question,
        topic,
        role,
        reacted,
        changed,
    })
}

/// A value that the respondent changes now: one in three times, any that was filled in.
fn change(
    lead: &Lead<'_>,
    interview: &Interview,
    respondent: &mut Respondent,
) -> Option<(u32, Value)> {
    let filled: Vec<u32> = interview
        .session()
        .exchanges
        .iter()
        .filter(|exchange| exchange.reaction == Some(Reaction::Filled))
        .map(|exchange| exchange.question.number)
        .collect();
    let number = respondent.looks_back(&filled)?;
    let (topic, _) = put_for(interview.records(), number);
    let planned = lead.plan.topics.iter().find(|planned| planned.id == topic);
    Some((number, respondent.value(&planned?.answer)))
}

/// What a model would cost, so that a limit on the cost is one; the built-in interviewer costs nothing.
fn prices_of(lead: &Lead<'_>) -> Prices {
    if !lead.by_model {
        return Prices::default();
    }
    Prices {
        input: 3.0,
        output: 15.0,
        ..Prices::default()
    }
}

fn interviewer_of(lead: &Lead<'_>) -> Interviewer {
    if !lead.by_model {
        return Interviewer::Scripted;
    }
    Interviewer::Model {
        dialect: "openai".into(),
        name: "simulated".into(),
        reply_mode: ReplyMode::Instructed,
        max_tokens: None,
        effort: None,
    }
}

/// Opens the session anew from its records, as a page does.
fn reload(interview: &mut Interview, now: u64) {
    let opened = kinds::restore(interview.records().to_vec(), Opening::default(), now);
    *interview = opened.expect("the records of a session open it");
}

fn hand(interview: &mut Interview, now: u64, event: Event) {
    // What is handed in here was asked for, so that it is never refused.
    let _ = interview.handle(now, event);
}

/// Most respondents pass the screening: one in five does not.
fn fitting(planned: &PlannedTopic, value: Value, seed: u64) -> Value {
    let Some(accept) = &planned.accept else {
        return value;
    };
    if seed.is_multiple_of(5) {
        return value;
    }
    let mut named = Vec::new();
    accept.tests("", &mut |_, test| {
        named.extend(
            test.any_of
                .iter()
                .flatten()
                .chain(&test.at_least)
                .chain(&test.at_most)
                .cloned(),
        );
    });
    let fits = |value: &Value| accept.holds(&|_| Some(value.clone()));
    if fits(&value) {
        return value;
    }
    named.into_iter().find(fits).unwrap_or(value)
}

/// What the last question was put for, by the records.
fn put_for(records: &[Record], number: u32) -> (String, TopicRole) {
    let asked = |record: &Record| matches!(&record.fact, Fact::Asked(question) if question.number == number);
    let place = records.iter().rposition(asked).unwrap_or(0);
    let put = records[..place]
        .iter()
        .rev()
        .find_map(|record| match TopicsFact::of(&record.fact) {
            Some(TopicsFact::Put { topic, role, .. }) => Some((topic, role)),
            _ => None,
        });
    put.unwrap_or((String::new(), TopicRole::Ask))
}

/// Questions in words that come after a topic.
fn later(lead: &Lead<'_>, interview: &Interview, topic: &str) -> Vec<String> {
    let (_, words) = interview.session().guide.wording("");
    let behind = lead
        .plan
        .topics
        .iter()
        .skip_while(|planned| planned.id != topic)
        .skip(1);
    let wordy = behind.filter(|planned| !planned.answer.has_value());
    let asks = wordy.filter_map(|planned| words.kind.topics["topics"][&planned.id]["ask"].as_str());
    asks.map(String::from).collect()
}
