//! How far a stage is: what its answers told, counted anew each time.

use crate::cases::{promises, tells_case, tells_process};
use crate::clean::{bounded, clean, cut};
use crate::cues::says;
use crate::language::Words;
use crate::memory::padded;
use crate::narrative::event;
use crate::pattern::made_from;
use crate::questioner::{Questioner, SUBSTANTIVE_WORDS};
use crate::said::Said;
use colloquy_findings::{Limits, word_count};
use colloquy_schema::{Reaction, StageAsk, StagedQuestion};

/// Bytes of an answer that are searched.
const ANSWER_BYTES: usize = 4_000;
/// Completeness from which a stage may end.
pub(super) const COMPLETE: usize = 80;
/// Least words of an answer that can tell an objective it was not asked for.
const TELLING_WORDS: usize = 25;
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
/// Words of an item that is named.
const ITEM_WORDS: usize = 13;

/// How far the stage is, as an envelope reports it.
pub(super) struct Progress {
    pub(super) completeness: usize,
    pub(super) examples: usize,
    pub(super) follow_up: Vec<String>,
    pub(super) insights: Vec<String>,
    /// Places of the objectives that answers told without being asked.
    pub(super) told: Vec<u8>,
}

/// Reckons the progress: what completes a stage when each objective has an answer of substance, 10 for a case, 5 for a way of
/// working, 15 for an insight. Counted anew from the answers of the stage each time, so that an answer is never missed or counted twice.
pub(super) fn progress(questioner: &Questioner, ask: &StageAsk) -> Progress {
    let lists = questioner.ask.words;
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    let mut subjects = Vec::new();
    let mut here = Vec::new();
    let all = objectives(ask);
    let mut told = Vec::new();
    let (mut sum, mut examples) = (0, ask.examples_before as usize);
    // A stage is left for good: its answers are the last ones. One that led out of a stage may not be counted yet; it is the last then.
    for said in questioner.answers.iter().rev() {
        let of_stage = |staged: &&StagedQuestion| staged.stage == stage;
        let answer = said.text;
        let Some(staged) = said.turn.of_kind.staged.as_ref().filter(of_stage) else {
            break;
        };
        let case = tells_case(lists, answer);
        examples += usize::from(case);
        if here.len() < WEIGHED {
            here.push(said.telling.as_str());
        }
        sum += 10 * usize::from(case) + 5 * usize::from(tells_process(lists, answer));
        if word_count(answer) >= TELLING_WORDS {
            told.extend((0..all).filter(|place| tells(questioner, said, stage, *place)));
        }
        if word_count(answer) >= SUBSTANTIVE_WORDS && !subjects.contains(&staged.objective) {
            subjects.push(staged.objective);
        }
    }
    told.extend((0..all).filter(|place| is_known(questioner, stage, *place)));
    here.reverse();
    told.sort_unstable();
    told.dedup();
    told.iter().for_each(|place| {
        if !subjects.contains(place) {
            subjects.push(*place);
        }
    });
    let valuable = questioner
        .ask
        .hearing
        .extract(lists, &here, limits(VALUABLE))
        .insights
        .len();
    let most = match undone(ask, &told) {
        Some(_) => NEARLY,
        None => 100,
    };
    let all = usize::from(all.max(1));
    let covered = COMPLETE * subjects.len().min(all) / all;
    let sum = (sum + covered + 15 * valuable).min(most);

    let last = match questioner.last().map(|turn| &turn.reaction) {
        Some(Reaction::Answered(_)) => questioner.answers.last().map_or("", |said| &said.telling),
        _ => "",
    };
    let mut insights = Vec::new();
    for insight in questioner
        .ask
        .hearing
        .extract(lists, &[last], limits(INSIGHTS))
        .insights
    {
        insights.push(insight.text.chars().take(INSIGHT_CHARS).collect());
    }
    // What a question took up is settled, whatever came back.
    let mut follow_up = ask.follow_up.clone();
    follow_up.retain(|item| !is_settled(questioner, item));
    follow_up.extend(promises(lists, last));
    follow_up.truncate(FOLLOW_UPS);
    Progress {
        completeness: sum.max(usize::from(ask.completeness)),
        examples: examples.max(ask.examples as usize + usize::from(tells_case(lists, last))),
        follow_up,
        insights,
        told,
    }
}

/// The first objective of the stage that nobody asked about, and no answer told.
pub(super) fn undone(ask: &StageAsk, told: &[u8]) -> Option<u8> {
    (0..objectives(ask)).find(|place| !ask.done.contains(place) && !told.contains(place))
}

/// How many objectives the stage has.
pub(super) fn objectives(ask: &StageAsk) -> u8 {
    let words = ask.wording.get(ask.current);
    words.map_or(0, |words| words.objectives.len()) as u8
}

/// True for an answer that tells an objective by what it does, as the guide's bank names it: rules of thumb were told where a rule stands,
/// whatever was asked for, and `1:story` counts a long account of an event in reply to the second objective.
fn tells(questioner: &Questioner, said: &Said, stage: &str, place: u8) -> bool {
    let own = [stage, ".", &place.to_string(), ".told"].concat();
    let acts = questioner.ask.sentences(&own);
    let heard = said.heard.acts();
    let asked = said.turn.of_kind.staged.as_ref();
    let asked = asked.map(|staged| staged.objective);
    acts.iter().any(|name| match name.split_once(':') {
        Some((of, _)) => of.parse().ok() == asked && is_story(questioner.ask.words, said),
        None => heard.iter().any(|act| act.name() == *name),
    })
}

/// True for more than one thing that happened.
fn is_story(lists: &Words, said: &Said) -> bool {
    event(lists, said).is_some_and(|(_, story)| story)
}

/// True where an answer of any stage covers an objective, by the phrases for it in the guide's bank (`profiling.0.known`): who “began at
/// sixteen” is not asked how it began.
pub(super) fn is_known(questioner: &Questioner, stage: &str, place: u8) -> bool {
    let lists = questioner.ask.words;
    let phrases = [stage, ".", &place.to_string(), ".known"].concat();
    let phrases = questioner.ask.sentences(&phrases);
    let mut answers = questioner.answers.iter();
    answers.any(|said| {
        let form = lists.padded(bounded(&said.telling, ANSWER_BYTES));
        phrases.iter().any(|phrase| says(&form, phrase))
    })
}

/// The first objective of a stage that no answer covers yet; the first one where all are covered.
pub(super) fn first(questioner: &Questioner, ask: &StageAsk, stage: usize) -> u8 {
    let id = ask.stages.get(stage).map_or("", |stage| &stage.id);
    let words = ask.wording.get(stage);
    let all = words.map_or(0, |words| words.objectives.len()) as u8;
    let mut open = (0..all).filter(|place| !is_known(questioner, id, *place));
    open.next().unwrap_or_default()
}

fn limits(insights: usize) -> Limits {
    Limits {
        insights,
        actions: 0,
        recommendations: 0,
        themes: 0,
    }
}

/// True when the last question took an item up: a promise without its words, another item by its name.
fn is_settled(questioner: &Questioner, item: &str) -> bool {
    let taken = |line: &&str| {
        let asked = questioner.last().map_or("", |turn| &turn.question);
        made_from(asked, line)
    };
    let lines = questioner.ask.sentences("promise");
    lines.iter().any(taken) || questioner.memory.touched_here(&padded(&named(item)))
}

/// An item as it is named.
pub(super) fn named(item: &str) -> String {
    cut(&clean(item), ITEM_WORDS).unwrap_or_default()
}
