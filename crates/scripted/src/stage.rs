//! One turn of a staged interview (seed 000): what was told so far by the seed's own table, whether the stage may be left,
//! and the next question at its depth.

use crate::answer::{Echo, best_echo};
use crate::cases::{promises, tells_case, tells_process};
use crate::choose::{Source, sentences};
use crate::clean::{clean, cut};
use crate::content::{Kind, Topic};
use crate::cues::Cue;
use crate::memory::hash;
use crate::moves::{Mind, SUBSTANTIVE_WORDS};
use crate::pattern::{LABEL, Slots, fill, things};
use colloquy_findings::{Limits, extract, normal_form, word_count};
use colloquy_schema::{Engagement, Reaction, StageAsk, StagedQuestion};

/// Completeness from which a stage may end, and the depth it must have reached (seed 000).
const COMPLETE: usize = 80;
const DEEP: u8 = 3;
/// Greatest depth of a question (seed 000).
const DEEPEST: u8 = 4;
/// Completeness while an objective is still open: seed 000 keeps the last band for stages that met all of them.
const NEARLY: usize = 89;
/// Insights of one stage that are weighed as valuable: rules cannot tell which of many are.
const VALUABLE: usize = 2;
/// Last answers of a stage that are searched for them: more than any guide that ships asks for. What earlier ones brought is in the
/// completeness that was reached.
const WEIGHED: usize = 12;
/// Most items that are kept as needing a follow-up.
const FOLLOW_UPS: usize = 5;
/// Most insights of one answer, and the longest, in characters.
const INSIGHTS: usize = 3;
const INSIGHT_CHARS: usize = 300;
/// Words of what is named before a question on something else.
const NAMED_WORDS: usize = 7;

/// What begins half a sentence: named alone it leaves one waiting.
const CONDITIONS: [&str; 6] = ["If", "if", "When", "when", "Because", "because"];

/// What was told, as an envelope reports it.
struct Told {
    completeness: usize,
    examples: usize,
    follow_up: Vec<String>,
    insights: Vec<String>,
}

/// What is said next.
struct Next {
    text: String,
    depth: u8,
    ready: bool,
}

impl Next {
    fn open(text: String, depth: u8) -> Next {
        let ready = false;
        Next { text, depth, ready }
    }
}

/// Returns what is said, and the envelope it is said in.
pub(crate) fn envelope(mind: &Mind, ask: &StageAsk) -> (String, String) {
    let told = told(mind, ask);
    let next = next(mind, ask, &told);
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    // Texts and lists of texts always serialise. The response stands first: it streams while the rest is not there yet.
    let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let list = |list: &[String]| serde_json::to_string(list).unwrap_or_default();
    let reply = [
        "{\"interview_stage\":",
        &text(stage),
        ",\"response\":",
        &text(&next.text),
        ",\"metadata\":{\"question_depth\":",
        &next.depth.to_string(),
        ",\"completeness\":",
        &told.completeness.to_string(),
        ",\"engagement_level\":\"",
        ask.engagement.name(),
        "\"},\"internal_tracking\":{\"key_insights\":",
        &list(&told.insights),
        ",\"examples_collected\":",
        &told.examples.to_string(),
        ",\"follow_up_needed\":",
        &list(&told.follow_up),
        ",\"stage_transition_ready\":",
        if next.ready { "true" } else { "false" },
        "}}",
    ]
    .concat();
    (next.text, reply)
}

/// Reckons what was told: 20 for a subject with an answer of substance, 10 for a case, 5 for a way of working, 15 for an
/// insight (seed 000). Counted anew from the answers of the stage each time, so that an answer is never missed or counted twice.
fn told(mind: &Mind, ask: &StageAsk) -> Told {
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    let mut subjects = Vec::new();
    let mut here = Vec::new();
    let (mut sum, mut examples) = (0, ask.examples_before as usize);
    // A stage is left for good: its answers are the last ones. One that led out of a stage may not be counted yet; it is the last then.
    for (turn, answer) in mind.answers.iter().rev() {
        let of_stage = |staged: &&StagedQuestion| staged.stage == stage;
        let Some(staged) = turn.staged.as_ref().filter(of_stage) else {
            break;
        };
        let case = tells_case(answer);
        examples += usize::from(case);
        if here.len() < WEIGHED {
            here.push(*answer);
        }
        sum += 10 * usize::from(case) + 5 * usize::from(tells_process(answer));
        if word_count(answer) >= SUBSTANTIVE_WORDS && !subjects.contains(&staged.objective) {
            subjects.push(staged.objective);
        }
    }
    here.reverse();
    let valuable = extract(&here, Some(limits(VALUABLE))).insights.len();
    let most = if ask.objective.is_some() { NEARLY } else { 100 };
    let sum = (sum + 20 * subjects.len() + 15 * valuable).min(most);

    let last = match mind.last().map(|turn| &turn.reaction) {
        Some(Reaction::Answered(answer)) => answer.as_str(),
        _ => "",
    };
    let mut insights = Vec::new();
    for insight in extract(&[last], Some(limits(INSIGHTS))).insights {
        insights.push(insight.text.chars().take(INSIGHT_CHARS).collect());
    }
    // What a question took up is settled, whatever came back.
    let mut follow_up = ask.follow_up.clone();
    follow_up.extend(promises(last));
    follow_up.retain(|item| !mind.memory.touched_here(&quotable(item).1));
    follow_up.truncate(FOLLOW_UPS);
    Told {
        completeness: sum.max(usize::from(ask.completeness)),
        examples: examples.max(ask.examples as usize + usize::from(tells_case(last))),
        follow_up,
        insights,
    }
}

fn limits(insights: usize) -> Limits {
    Limits {
        insights,
        actions: 0,
        themes: 0,
    }
}

/// What can be quoted of an item, and by what it is found in a question.
fn quotable(item: &str) -> (String, String) {
    let text = cut(&clean(item), 13).unwrap_or_default();
    let key = Topic::new(Kind::Said, text.clone()).map(|topic| topic.key);
    (text, key.unwrap_or_default())
}

fn next(mind: &Mind, ask: &StageAsk, told: &Told) -> Next {
    let needed = ask
        .stages
        .get(ask.current)
        .map_or(0, |stage| stage.examples);
    let lacks_examples = told.examples < (ask.examples_before + needed) as usize;
    let ready = ask.asked_in_stage > 0
        && ask.objective.is_none()
        && ask.deepest >= DEEP
        && told.completeness >= COMPLETE
        && !lacks_examples
        && told.follow_up.is_empty();
    if ready {
        let after = ask.current + 1;
        let (text, depth) = if after < ask.stages.len() {
            (topic(mind, ask, after, 0), 1)
        } else {
            (closing(mind), ask.depth.max(1))
        };
        return Next { text, depth, ready };
    }
    // Going deeper must leave a question for each objective nobody asked about.
    let most = ask
        .stages
        .get(ask.current)
        .map_or(0, |stage| stage.max_questions);
    let left = most.saturating_sub(ask.asked_in_stage) as usize;
    let open = open_objectives(mind, ask);
    if ask.depth > 0 && left > open {
        let room = left - open > 1;
        if let Some((text, depth)) = deeper(mind, ask, told, lacks_examples, room) {
            return Next::open(text, depth);
        }
    }
    match ask.objective {
        Some(place) => Next::open(topic(mind, ask, ask.current, place), 1),
        None => Next::open(more(mind, ask, lacks_examples), 1),
    }
}

/// How many objectives of the stage no question was put for.
fn open_objectives(mind: &Mind, ask: &StageAsk) -> usize {
    if ask.objective.is_none() {
        return 0;
    }
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    let all = ask
        .wording
        .get(ask.current)
        .map_or(0, |words| words.objectives.len());
    let is_asked = |place: &usize| {
        mind.ask.history.iter().any(|turn| {
            let staged = turn.staged.as_ref();
            staged.is_some_and(|staged| {
                staged.stage == stage && usize::from(staged.objective) == *place
            })
        })
    };
    all - (0..all).filter(is_asked).count()
}

/// A question that goes deeper into the last answer, or makes it smaller, when that would add something.
fn deeper(
    mind: &Mind,
    ask: &StageAsk,
    told: &Told,
    lacks_examples: bool,
    room: bool,
) -> Option<(String, u8)> {
    let turn = mind.last()?;
    let Reaction::Answered(answer) = &turn.reaction else {
        return None;
    };
    let count = word_count(answer);
    let asks_back = answer.trim_end().ends_with('?') && count <= 15;
    let must = ask.objective.is_none();
    if asks_back || count < SUBSTANTIVE_WORDS {
        // The same again, smaller, is a first follow-up: at depth 1 it would stand for the next objective.
        let smaller = mind.gentle(turn, answer, asks_back);
        return smaller.map(|text| (text, ask.depth.max(2)));
    }
    let chooser = mind.chooser("", false);
    let depth = ask.depth + 1;
    if let Some(item) = told.follow_up.first() {
        let (item, _) = quotable(item);
        let source = Source::names(things(&item, ""), 0, "promise");
        let text = chooser.choose_any(&[source]);
        if let Some(text) = text {
            return Some((text, depth.min(DEEPEST)));
        }
    }
    if depth > DEEPEST {
        return None;
    }
    let case = tells_case(answer);
    let echo = best_echo(answer, &normal_form(&turn.question), &mind.wishes)
        .filter(|echo| echo.score >= 8 && !mind.memory.touched_here(&normal_form(&echo.text)));
    let strong = |echo: &Echo| echo.score >= 13 && echo.cue != Cue::Plain;
    let wanted = ask.deepest < DEEP
        || depth == 2 && lacks_examples && !case
        || room && ask.engagement != Engagement::Low && echo.as_ref().is_some_and(strong);
    // With nothing to quote only what was begun is gone on with: “how did you go about it” needs no more than the case before it.
    let bare = must || ask.deepest < DEEP && depth == DEEP;
    if !must && !(wanted && (bare || echo.is_some())) {
        return None;
    }
    let about = match depth {
        2 if case => "deep.case",
        2 => "deep.example",
        3 => "deep.how",
        _ => "deep.pattern",
    };
    let topic = echo.and_then(|echo| Topic::new(Kind::Echo, echo.text));
    let mut sources = Vec::new();
    if let Some(topic) = &topic {
        sources.push(Source::of(topic, 60).about(about, 0));
    }
    if bare {
        sources.push(Source::names(things("", ""), 600, about));
    }
    chooser.choose_any(&sources).map(|text| (text, depth))
}

/// A question that opens an objective.
fn topic(mind: &Mind, ask: &StageAsk, stage: usize, place: u8) -> String {
    let id = ask.stages.get(stage).map_or("", |stage| &stage.id);
    let own = [id, ".", &place.to_string()].concat();
    let label = title(ask, stage);
    let enters = mind.last().is_some() && (stage != ask.current || ask.asked_in_stage == 0);
    let lead = lead(mind, enters.then_some(label.as_str()));
    let chooser = mind.chooser(&lead, false);
    let source = Source::names(labelled(&label), 0, &own);
    let spare = Source::names(labelled(&label), 0, "more");
    chooser
        .choose(&[source], false)
        .or_else(|| chooser.choose_any(&[spare, source]))
        .unwrap_or_else(|| crate::spare::question(&mind.memory, mind.salt))
}

/// A question where every objective was asked about and something is lacking all the same.
fn more(mind: &Mind, ask: &StageAsk, lacks_examples: bool) -> String {
    let label = title(ask, ask.current);
    let lead = lead(mind, None);
    let chooser = mind.chooser(&lead, false);
    let said = mind.said();
    let mut sources = Vec::new();
    let own = if lacks_examples {
        "more.example"
    } else {
        "more"
    };
    sources.push(Source::names(labelled(&label), 420, own));
    said.iter()
        .for_each(|(_, topic)| sources.push(Source::of(topic, 410)));
    chooser
        .choose_any(&sources)
        .unwrap_or_else(|| crate::spare::question(&mind.memory, mind.salt))
}

/// The last words: no question, but what stood out.
fn closing(mind: &Mind) -> String {
    let mut best: Option<Echo> = None;
    for (turn, answer) in &mind.answers {
        let echo = best_echo(answer, &normal_form(&turn.question), &mind.wishes)
            .filter(|echo| word_count(&echo.text) <= 10 && !echo.text.ends_with('…'));
        if let Some(echo) = echo
            && best.as_ref().is_none_or(|best| echo.score > best.score)
        {
            best = Some(echo);
        }
    }
    let x = best.map(|echo| echo.text).unwrap_or_default();
    let name = if x.is_empty() { "close.plain" } else { "close" };
    pick(mind, name, &things(&x, ""))
        .unwrap_or_else(|| "Thank you for everything that you told in this conversation.".into())
}

/// What leads from the last answer to another subject, or into the stage of a title.
fn lead(mind: &Mind, enters: Option<&str>) -> String {
    if let Some(label) = enters {
        return pick(mind, "lead.stage", &labelled(label)).unwrap_or_default();
    }
    // Named every time it would be a habit that is soon heard.
    if let Some((turn, answer)) = mind.answers.last()
        && mind.last().is_some_and(|last| last.number == turn.number)
        && hash(mind.salt, "name").is_multiple_of(2)
        && !mind.wishes.brief
        && let Some(echo) = best_echo(answer, &normal_form(&turn.question), &mind.wishes)
        && word_count(&echo.text) <= NAMED_WORDS
        && word_count(answer) >= SUBSTANTIVE_WORDS
        && echo.score >= 8
        && !CONDITIONS.contains(&echo.text.split(' ').next().unwrap_or_default())
        && !mind.memory.touched_here(&normal_form(&echo.text))
        && let Some(lead) = pick(mind, "lead.echo", &things(&echo.text, ""))
    {
        return lead;
    }
    mind.lead().0.to_string()
}

/// Picks a sentence of a use by chance of the session, the least used first, and fills it.
fn pick(mind: &Mind, name: &str, slots: &Slots) -> Option<String> {
    let worn = |line: &&str| {
        let tie = (hash(mind.salt, line) >> 48) as u32;
        mind.memory.uses_here(line) << 16 | tie
    };
    let line = sentences(mind.ask, name).into_iter().min_by_key(worn)?;
    fill(line, slots)
}

fn title(ask: &StageAsk, stage: usize) -> String {
    let title = ask.wording.get(stage).map_or("", |words| &words.title);
    cut(&clean(title), 8).unwrap_or_default()
}

fn labelled(label: &str) -> Slots<'_> {
    let mut slots = things("", "");
    slots[LABEL] = label;
    slots
}
