//! One turn of a staged interview: the progress so far, whether the stage may be left, and the next question at its depth.

use crate::acts::Act;
use crate::answer::{Echo, best_echo};
use crate::ask::Ask;
use crate::cases::promises;
use crate::cases::{tells_case, tells_process};
use crate::choose::{Source, sentences};
use crate::clean::{clean, cut};
use crate::content::{Kind, Topic};
use crate::cues::Cue;
use crate::hash::hash;
use crate::pattern::{LABEL, Slots, fill, things};
use crate::questioner::{Questioner, SUBSTANTIVE_WORDS};
use crate::reactions::Move;
use crate::reply::{refused, text};
use crate::said::Said;
use colloquy_findings::{Limits, extract, normal_form, word_count};
use colloquy_schema::{Engagement, Purpose, RawReply, Reaction, StageAsk, StagedQuestion, codec};

/// Completeness from which a stage may end, and the depth it must have reached.
const COMPLETE: usize = 80;
const DEEP: u8 = 3;
/// Greatest depth of a question, as the contract `envelope` has it.
const DEEPEST: u8 = 4;
/// Completeness while an objective is still open: the last band is for stages that covered all of them.
const NEARLY: usize = 89;
/// Insights of one stage that are weighed as valuable: rules do not know which of many are.
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

/// How far the stage is, as an envelope reports it.
struct Progress {
    completeness: usize,
    examples: usize,
    follow_up: Vec<String>,
    insights: Vec<String>,
}

/// The next words to the respondent.
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

/// Returns the reply to an ask of a staged interview, an envelope. Empty for any other ask.
///
/// A stage is called ready only when nothing is lacking that [`StageAsk::missing`] names, the last answer counted in; the reply
/// that says so in the last stage closes the interview and asks nothing.
pub(crate) fn respond(ask: &Ask) -> RawReply {
    let Purpose::Stage(wanted) = &ask.purpose else {
        return RawReply::default();
    };
    let refused = refused(ask, |first| {
        envelope(&Questioner::new(first, None), wanted).0
    });
    let questioner = Questioner::new(ask, refused.as_deref());
    text(envelope(&questioner, wanted).1)
}

/// Returns the response, and the envelope around it.
fn envelope(questioner: &Questioner, ask: &StageAsk) -> (String, String) {
    let progress = progress(questioner, ask);
    let next = next(questioner, ask, &progress);
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    // Texts and lists of texts always serialise. The response stands first: it streams while the rest is not there yet.
    let text = |text: &str| codec::text(&text);
    let list = |list: &[String]| codec::text(&list);
    let reply = [
        "{\"interview_stage\":",
        &text(stage),
        ",\"response\":",
        &text(&next.text),
        ",\"metadata\":{\"question_depth\":",
        &next.depth.to_string(),
        ",\"completeness\":",
        &progress.completeness.to_string(),
        ",\"engagement_level\":\"",
        ask.engagement.name(),
        "\"},\"internal_tracking\":{\"key_insights\":",
        &list(&progress.insights),
        ",\"examples_collected\":",
        &progress.examples.to_string(),
        ",\"follow_up_needed\":",
        &list(&progress.follow_up),
        ",\"stage_transition_ready\":",
        if next.ready { "true" } else { "false" },
        "}}",
    ]
    .concat();
    (next.text, reply)
}

/// Reckons the progress: 20 for a subject with an answer of substance, 10 for a case, 5 for a way of working, 15 for an
/// insight. Counted anew from the answers of the stage each time, so that an answer is never missed or counted twice.
fn progress(questioner: &Questioner, ask: &StageAsk) -> Progress {
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    let mut subjects = Vec::new();
    let mut here = Vec::new();
    let (mut sum, mut examples) = (0, ask.examples_before as usize);
    // A stage is left for good: its answers are the last ones. One that led out of a stage may not be counted yet; it is the last then.
    for said in questioner.answers.iter().rev() {
        let of_stage = |staged: &&StagedQuestion| staged.stage == stage;
        let answer = said.text;
        let Some(staged) = said.turn.staged.as_ref().filter(of_stage) else {
            break;
        };
        let case = tells_case(answer);
        examples += usize::from(case);
        if here.len() < WEIGHED {
            here.push(said.telling.as_str());
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

    let last = match questioner.last().map(|turn| &turn.reaction) {
        Some(Reaction::Answered(_)) => questioner.answers.last().map_or("", |said| &said.telling),
        _ => "",
    };
    let mut insights = Vec::new();
    for insight in extract(&[last], Some(limits(INSIGHTS))).insights {
        insights.push(insight.text.chars().take(INSIGHT_CHARS).collect());
    }
    // What a question took up is settled, whatever came back.
    let mut follow_up = ask.follow_up.clone();
    follow_up.extend(promises(last));
    follow_up.retain(|item| !questioner.memory.touched_here(&quotable(item).1));
    follow_up.truncate(FOLLOW_UPS);
    Progress {
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
    let key = Topic::new(Kind::Earlier, text.clone()).map(|topic| topic.key);
    (text, key.unwrap_or_default())
}

fn next(questioner: &Questioner, ask: &StageAsk, progress: &Progress) -> Next {
    if let Some(Move::Say(text)) = &questioner.reaction {
        // It opens no objective: at depth 1 it would stand for the next one.
        let depth = if ask.depth == 0 { 1 } else { ask.depth.max(2) };
        return Next::open(text.clone(), depth);
    }
    let turns = matches!(questioner.reaction, Some(Move::Turn(_)));
    let needed = ask
        .stages
        .get(ask.current)
        .map_or(0, |stage| stage.examples);
    let lacks_examples = progress.examples < (ask.examples_before + needed) as usize;
    let ready = ask.asked_in_stage > 0
        && ask.objective.is_none()
        && ask.deepest >= DEEP
        && progress.completeness >= COMPLETE
        && !lacks_examples
        && progress.follow_up.is_empty();
    if ready {
        let after = ask.current + 1;
        let (text, depth) = if after < ask.stages.len() {
            (questioner.led(topic(questioner, ask, after, 0)), 1)
        } else {
            (closing(questioner), ask.depth.max(1))
        };
        return Next { text, depth, ready };
    }
    // Going deeper must leave a question for each objective nobody asked about.
    let most = ask
        .stages
        .get(ask.current)
        .map_or(0, |stage| stage.max_questions);
    let left = most.saturating_sub(ask.asked_in_stage) as usize;
    let open = open_objectives(questioner, ask);
    if ask.depth > 0 && left > open && !turns {
        let room = left - open > 1;
        if let Some((text, depth)) = deeper(questioner, ask, progress, lacks_examples, room) {
            return Next::open(questioner.led(text), depth);
        }
    }
    let text = match ask.objective {
        Some(place) => topic(questioner, ask, ask.current, place),
        None => more(questioner, ask, lacks_examples),
    };
    Next::open(questioner.led(text), 1)
}

/// How many objectives of the stage no question was put for.
fn open_objectives(questioner: &Questioner, ask: &StageAsk) -> usize {
    if ask.objective.is_none() {
        return 0;
    }
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    let all = ask
        .wording
        .get(ask.current)
        .map_or(0, |words| words.objectives.len());
    let is_asked = |place: &usize| {
        questioner.ask.history.iter().any(|turn| {
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
    questioner: &Questioner,
    ask: &StageAsk,
    progress: &Progress,
    lacks_examples: bool,
    room: bool,
) -> Option<(String, u8)> {
    let turn = questioner.last()?;
    let Reaction::Answered(answer) = &turn.reaction else {
        return None;
    };
    let telling = questioner.answers.last().map_or("", |said| &said.telling);
    let count = word_count(answer);
    let asks_back = answer.trim_end().ends_with('?') && count <= 15;
    let must = ask.objective.is_none();
    if asks_back || count < SUBSTANTIVE_WORDS {
        // The same again, smaller, is a first follow-up: at depth 1 it would stand for the next objective.
        let smaller = questioner.gentle(turn, telling, asks_back);
        return smaller.map(|text| (text, ask.depth.max(2)));
    }
    let chooser = questioner.chooser("", false);
    let depth = ask.depth + 1;
    if let Some(item) = progress.follow_up.first() {
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
    let echo =
        best_echo(telling, &normal_form(&turn.question), &questioner.wishes).filter(|echo| {
            echo.score >= 8 && !questioner.memory.touched_here(&normal_form(&echo.text))
        });
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
fn topic(questioner: &Questioner, ask: &StageAsk, stage: usize, place: u8) -> String {
    let id = ask.stages.get(stage).map_or("", |stage| &stage.id);
    let own = [id, ".", &place.to_string()].concat();
    let label = title(ask, stage);
    let enters = questioner.last().is_some() && (stage != ask.current || ask.asked_in_stage == 0);
    let lead = lead(questioner, enters.then_some(label.as_str()));
    let chooser = questioner.chooser(&lead, false);
    let source = Source::names(labelled(&label), 0, &own);
    let more = Source::names(labelled(&label), 0, "more");
    chooser
        .choose(&[source], false)
        .or_else(|| chooser.choose_any(&[more, source]))
        .unwrap_or_else(|| crate::last_resort::question(&questioner.memory, questioner.salt))
}

/// A question where every objective was asked about and something is lacking all the same.
fn more(questioner: &Questioner, ask: &StageAsk, lacks_examples: bool) -> String {
    let label = title(ask, ask.current);
    let lead = lead(questioner, None);
    let chooser = questioner.chooser(&lead, false);
    let earlier = questioner.earlier();
    let mut sources = Vec::new();
    let own = if lacks_examples {
        "more.example"
    } else {
        "more"
    };
    sources.push(Source::names(labelled(&label), 420, own));
    earlier
        .iter()
        .for_each(|(_, topic)| sources.push(Source::of(topic, 410)));
    chooser
        .choose_any(&sources)
        .unwrap_or_else(|| crate::last_resort::question(&questioner.memory, questioner.salt))
}

/// The last words: no question, but what stood out.
fn closing(questioner: &Questioner) -> String {
    let mut best: Option<Echo> = None;
    for said in &questioner.answers {
        let asked = normal_form(&said.turn.question);
        let echo = best_echo(&said.telling, &asked, &questioner.wishes)
            .filter(|echo| word_count(&echo.text) <= 10 && !echo.text.ends_with('…'));
        if let Some(echo) = echo
            && best.as_ref().is_none_or(|best| echo.score > best.score)
        {
            best = Some(echo);
        }
    }
    // Where something hurt or was refused, nothing stands out that could be named.
    let hurt = |said: &Said| said.heard.has(Act::Distress) || said.heard.has(Act::Crisis);
    let best = best.filter(|_| !questioner.answers.iter().any(hurt));
    let x = best.map(|echo| echo.text).unwrap_or_default();
    let name = if x.is_empty() { "close.plain" } else { "close" };
    pick(questioner, name, &things(&x, ""))
        .unwrap_or_else(|| "Thank you for everything that you told in this conversation.".into())
}

/// What leads from the last answer to another subject, or into the stage of a title.
fn lead(questioner: &Questioner, enters: Option<&str>) -> String {
    if let Some(label) = enters {
        return pick(questioner, "lead.stage", &labelled(label)).unwrap_or_default();
    }
    // Named every time it would be a habit that is soon heard.
    if let Some(said) = questioner.answers.last()
        && questioner.reaction.is_none()
        && questioner
            .last()
            .is_some_and(|last| last.number == said.turn.number)
        && hash(questioner.salt, "name").is_multiple_of(2)
        && !questioner.wishes.brief
        && let Some(echo) = best_echo(
            &said.telling,
            &normal_form(&said.turn.question),
            &questioner.wishes,
        )
        && word_count(&echo.text) <= NAMED_WORDS
        && word_count(said.text) >= SUBSTANTIVE_WORDS
        && echo.score >= 8
        && !CONDITIONS.contains(&echo.text.split(' ').next().unwrap_or_default())
        && !questioner.memory.touched_here(&normal_form(&echo.text))
        && let Some(lead) = pick(questioner, "lead.echo", &things(&echo.text, ""))
    {
        return lead;
    }
    questioner.lead().0.to_string()
}

/// Picks a sentence of a use by chance of the session, the least used first, and fills it.
fn pick(questioner: &Questioner, name: &str, slots: &Slots) -> Option<String> {
    let worn = |line: &&str| {
        let tie = (hash(questioner.salt, line) >> 48) as u32;
        questioner.memory.uses_here(line) << 16 | tie
    };
    let line = sentences(questioner.ask, name)
        .into_iter()
        .min_by_key(worn)?;
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
