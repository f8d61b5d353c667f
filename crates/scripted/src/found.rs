//! Insights, actions, recommendations and themes, drawn from the answers by cues. Nothing is found in what was refused, nor in pain, complaints,
//! courtesies and other languages.

use crate::acts::Act;
use crate::hearing::Hearing;
use crate::kinds::quotable;
use crate::language::Language;
use crate::said::{Said, said_in};
use colloquy_findings::Limits;
use colloquy_schema::{Ask, Finding, Findings, Reaction, Turn, codec};
use serde_json::{Map, Value};

/// Longest text and quote, and longest theme, in characters: what the contract `findings` allows.
const TEXT_CHARS: usize = 500;
const THEME_CHARS: usize = 200;

/// What is no plan and no advice, but said to the interviewer.
const ASIDES: [Act; 6] = [
    Act::Stop,
    Act::Refusal,
    Act::Command,
    Act::Complaint,
    Act::Setting,
    Act::OtherSubject,
];

// Its constructors stand above the type: a hearing calls `found`, which hears by it.
impl Hearing {
    /// One that hears English, and what can hurt in German, Spanish and French.
    pub fn new() -> Hearing {
        Hearing::with(&[])
    }

    /// One that hears more languages beside. Which of them an interview is in, its locale says; one without a language here is heard as
    /// an English one.
    ///
    /// ```
    /// use colloquy_scripted::{GERMAN, Hearing};
    ///
    /// let hearing = Hearing::with(&[&GERMAN]);
    /// assert_eq!(format!("{hearing:?}"), r#"["en", "de"]"#);
    /// ```
    pub fn with(languages: &[&'static Language]) -> Hearing {
        Hearing::finding_by(found, languages)
    }
}

/// Finds insights, actions, recommendations to others and themes in an interview's answers, as `colloquy_core::FindByRules` says.
///
/// ```
/// use colloquy_schema::{KindQuestion, QuestionKind, Reaction, Turn};
///
/// let turn = |number, answer: &str| Turn {
///     number,
///     question: "What stayed with you of it?".into(),
///     kind: QuestionKind::Initial,
///     follow_up_depth: 0,
///     of_kind: KindQuestion::default(),
///     reaction: Reaction::Answered(answer.into()),
/// };
/// let turns = [
///     turn(1, "I realised that I never rest on purpose."),
///     turn(2, "My brother died in May. I realised that I had never rung him back."),
/// ];
/// let found = colloquy_scripted::find_by_rules(&turns, "en");
/// // What was told in pain is nobody's finding.
/// assert_eq!(found.insights.len(), 1);
/// assert_eq!(found.insights[0].text, "I realised that I never rest on purpose.");
/// ```
pub fn find_by_rules(turns: &[Turn], locale: &str) -> Findings {
    find(&Hearing::new(), turns, locale)
}

/// Makes what finds by rules in interviews in more languages than English: see [`Hearing::with`].
pub fn finder(
    languages: &[&'static Language],
) -> impl Fn(&[Turn], &str) -> Findings + 'static + use<> {
    let languages = languages.to_vec();
    move |turns, locale| find(&Hearing::with(&languages), turns, locale)
}

fn find(hearing: &Hearing, turns: &[Turn], locale: &str) -> Findings {
    let (answers, _) = said_in(turns, locale, hearing);
    let mut found = found_in(hearing, locale, &answers, None);
    found.quotable = quotable(hearing.words(locale).1, &answers);
    let places: Vec<usize> = turns
        .iter()
        .enumerate()
        .filter(|(_, turn)| matches!(turn.reaction, Reaction::Answered(_)))
        .map(|(at, _)| at)
        .collect();
    for list in [
        &mut found.insights,
        &mut found.actions,
        &mut found.recommendations,
    ] {
        // What may be spoken of is the answer with sentences left out: the finding has its place in the whole one.
        list.retain_mut(|finding| {
            let Some(start) = answers[finding.answer].text.find(&finding.text) else {
                return false;
            };
            finding.answer = places[finding.answer];
            finding.start = start;
            finding.end = start + finding.text.len();
            true
        });
    }
    for sentence in &mut found.quotable {
        sentence.answer = places[sentence.answer];
    }
    found
}

fn found_in(hearing: &Hearing, locale: &str, answers: &[Said], limits: Option<Limits>) -> Findings {
    let texts: Vec<&str> = answers.iter().map(|said| said.telling.as_str()).collect();
    let mut found = hearing.words(locale).1.extract(&texts, limits);
    for list in [&mut found.actions, &mut found.recommendations] {
        list.retain(|finding| !is_aside(hearing, locale, &finding.text));
    }
    found
}

/// True for a sentence that addresses the interviewer, such as “So please don't recommend that”: behind a long answer it is not heard as
/// more than a part of that, and has the words of a plan or of advice.
fn is_aside(hearing: &Hearing, locale: &str, sentence: &str) -> bool {
    let heard = hearing.hear(locale, "", sentence);
    ASIDES.iter().any(|act| heard.has(*act))
}

/// Returns what the answers show as the JSON text of a value that satisfies [`colloquy_schema::Contract::Findings`].
fn found(ask: &Ask, hearing: &Hearing) -> String {
    let (answers, _) = said_in(&ask.history, &ask.locale, hearing);
    let numbers: Vec<u32> = answers.iter().map(|said| said.turn.number).collect();
    // The contract has no recommendations.
    let limits = Limits {
        recommendations: 0,
        ..Limits::default()
    };
    let found = found_in(hearing, &ask.locale, &answers, Some(limits));
    let list = |findings: &[Finding]| {
        let mut out = Vec::new();
        for finding in findings {
            let text = first(&finding.text, TEXT_CHARS);
            let mut entry = Map::new();
            entry.insert("text".into(), text.clone().into());
            entry.insert("question".into(), numbers[finding.answer].into());
            entry.insert("quote".into(), text.into());
            out.push(Value::Object(entry));
        }
        Value::Array(out)
    };
    let mut themes = Vec::new();
    for theme in &found.themes {
        let mut entry = Map::new();
        entry.insert("text".into(), first(&theme.text, THEME_CHARS).into());
        entry.insert("count".into(), theme.count.into());
        themes.push(Value::Object(entry));
    }
    let mut out = Map::new();
    out.insert("insights".into(), list(&found.insights));
    out.insert("actions".into(), list(&found.actions));
    out.insert("themes".into(), Value::Array(themes));
    codec::text(&out)
}

fn first(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::find_by_rules;
    use colloquy_schema::{KindQuestion, QuestionKind, Reaction, Turn};

    #[test]
    fn what_is_said_to_the_interviewer_is_no_plan_and_no_advice() {
        let story = "We tried a rota for the phones last winter, and it moved every call into the lunch hour instead.";
        for aside in [
            "So please don't recommend that.",
            "I've told you all I have, I need to leave in ten minutes.",
            "I'd like to talk about what the next team should do, actually.",
        ] {
            let answer = [story, " ", story, " ", aside].concat();
            let turn = Turn {
                number: 1,
                question: "What else should I know?".into(),
                kind: QuestionKind::Initial,
                follow_up_depth: 0,
                of_kind: KindQuestion::default(),
                reaction: Reaction::Answered(answer),
            };
            let found = find_by_rules(&[turn], "en");
            let texts = found.actions.iter().chain(&found.recommendations);
            let texts: Vec<&str> = texts.map(|finding| &*finding.text).collect();
            assert!(texts.is_empty(), "{texts:?}");
        }
    }
}
