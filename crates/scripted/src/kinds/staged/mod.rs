//! One turn of a staged interview: the progress so far, whether the stage may be left, and the next question at its depth.

mod progress;

use crate::acts::Act;
use crate::ask::Ask;
use crate::cases::tells_case;
use crate::choose::Source;
use crate::clean::{clean, cut};
use crate::hash::hash;
use crate::opening::Frame;
use crate::pattern::{LABEL, Slots, made_from, things};
use crate::questioner::probe::{STRONG, is_event, kind};
use crate::questioner::{MOST_STAYED, Questioner, RICH_WORDS, SUBSTANTIVE_WORDS};
use crate::reactions::{Move, is_reaction};
use crate::reply::{refused, text};
use crate::said::Said;
use colloquy_findings::word_count;
use colloquy_schema::{Purpose, RawReply, Reaction, StageAsk, codec};
use progress::{COMPLETE, Progress, first, named, objectives, progress, undone};

/// Depth at which a thread asks for the reasoning.
const DEEP: u8 = 3;
/// Greatest depth of a question, as the contract `envelope` has it.
const DEEPEST: u8 = 4;
/// From this weight on an answer is stayed with although the stage has its thread.
const WORTHY: u32 = 8;

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

/// Returns the reply to the first ask: it opens the first objective.
pub(crate) fn open(ask: &Ask) -> Option<RawReply> {
    let Purpose::Stage(wanted) = &ask.purpose else {
        return None;
    };
    let id = &wanted.stages.get(wanted.current)?.id;
    let own = [id, ".0"].concat();
    let frame = Frame::new(ask, None);
    let titled = Source::names(frame.titled(), 0, "open.title");
    let chooser = frame.chooser("");
    let question = chooser
        .choose(&[titled], false)
        .or_else(|| chooser.choose(&[Source::plain(0, &own)], false))?;
    let progress = Progress {
        completeness: usize::from(wanted.completeness),
        examples: wanted.examples_before.max(wanted.examples) as usize,
        follow_up: wanted.follow_up.clone(),
        insights: Vec::new(),
        told: Vec::new(),
    };
    Some(text(written(wanted, &Next::open(question, 1), &progress)))
}

/// Returns the response, and the envelope around it.
fn envelope(questioner: &Questioner, ask: &StageAsk) -> (String, String) {
    let progress = progress(questioner, ask);
    let next = next(questioner, ask, &progress);
    let reply = written(ask, &next, &progress);
    (next.text, reply)
}

/// Writes an envelope.
fn written(ask: &StageAsk, next: &Next, progress: &Progress) -> String {
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    // Texts and lists of texts always serialise. The response stands first: it streams while the rest is not there yet.
    let text = |text: &str| codec::text(&text);
    let list = |list: &[String]| codec::text(&list);
    let new = progress
        .told
        .iter()
        .filter(|place| !ask.done.contains(place));
    let told: Vec<u32> = new.map(|place| u32::from(*place) + 1).collect();
    [
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
        ",\"objectives_told\":",
        &codec::text(&told),
        ",\"stage_transition_ready\":",
        if next.ready { "true" } else { "false" },
        "}}",
    ]
    .concat()
}

fn next(questioner: &Questioner, ask: &StageAsk, progress: &Progress) -> Next {
    if let Some(Move::Say(text)) = &questioner.reaction {
        // It opens no objective: at depth 1 it would stand for the next one.
        let depth = if ask.depth == 0 { 1 } else { ask.depth.max(2) };
        return Next::open(text.clone(), depth);
    }
    if let Some(Move::Return(_)) = &questioner.reaction
        && let Some(text) = questioner.returned()
    {
        return Next::open(questioner.led(text), ask.depth.max(2));
    }
    let turns = matches!(questioner.reaction, Some(Move::Turn(_) | Move::Return(_)));
    let (needed, deep, most) = ask.stages.get(ask.current).map_or((0, 0, 0), |stage| {
        (stage.examples, stage.depth, stage.max_questions)
    });
    let lacks_examples = progress.examples < (ask.examples_before + needed) as usize;
    let undone = undone(ask, &progress.told);
    let mut open = open_objectives(questioner, ask);
    open.retain(|place| !progress.told.contains(place));
    let left = most.saturating_sub(ask.asked_in_stage) as usize;
    let ready = ask.asked_in_stage > 0
        && undone.is_none()
        && open.is_empty()
        && ask.deepest >= deep
        && progress.completeness >= COMPLETE
        && !lacks_examples
        && progress.follow_up.is_empty();
    // A story that has just been told is not cut into by the next stage.
    if ready && left > 0 && ask.depth < DEEP && !turns {
        let wants = Wants {
            lacks_examples: false,
            last: false,
            room: left,
            deep: 0,
        };
        if let Some((text, depth)) = deeper(questioner, ask, progress, &wants) {
            return Next::open(questioner.led(questioner.behind(text)), depth);
        }
    }
    // Without a question left, the engine takes what comes for the first question of the next stage, or for the closing.
    if ready || left == 0 {
        let after = ask.current + 1;
        let (text, depth) = if after < ask.stages.len() {
            let place = first(questioner, ask, after);
            (questioner.led(topic(questioner, ask, after, place)), 1)
        } else {
            (closing(questioner), ask.depth.max(1))
        };
        return Next { text, depth, ready };
    }
    // Going deeper must leave a question for each objective nobody asked about.
    if ask.depth > 0 && left > open.len() && !turns {
        let wants = Wants {
            lacks_examples,
            last: open.is_empty(),
            room: left - open.len(),
            deep,
        };
        if let Some((text, depth)) = deeper(questioner, ask, progress, &wants) {
            return Next::open(questioner.led(questioner.behind(text)), depth);
        }
    }
    let text = match open.first().copied().or(undone) {
        Some(place) => topic(questioner, ask, ask.current, place),
        None => more(questioner, ask, lacks_examples),
    };
    Next::open(questioner.led(text), 1)
}

/// The objectives of the stage that nobody asked about. The engine counts one as asked when anything was said in its place, such as a
/// word of assent to a refusal.
fn open_objectives(questioner: &Questioner, ask: &StageAsk) -> Vec<u8> {
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    let all = objectives(ask);
    let made = |question: &str, place: u8| {
        let own = [stage, ".", &place.to_string()].concat();
        let lines = questioner.ask.sentences(&own);
        lines.iter().any(|line| made_from(question, line))
    };
    let mut open: Vec<u8> = (0..all).collect();
    for turn in questioner.ask.history.iter() {
        let here = turn
            .of_kind
            .staged
            .as_ref()
            .filter(|staged| staged.stage == stage);
        let Some(staged) = here.filter(|staged| staged.depth == 1) else {
            continue;
        };
        let asked = (0..all).find(|place| made(&turn.question, *place));
        let other = || (!is_reaction(questioner.ask, &turn.question)).then_some(staged.objective);
        let asked = asked.or_else(other);
        open.retain(|place| Some(*place) != asked);
    }
    open
}

/// What there is to weigh before going deeper.
struct Wants {
    lacks_examples: bool,
    /// Every objective of the stage was asked about.
    last: bool,
    /// Questions beyond those that the open objectives need.
    room: usize,
    /// Depth that the stage is to reach.
    deep: u8,
}

/// A question that stays with the last answer, or makes it easier, when that would add something.
fn deeper(
    questioner: &Questioner,
    ask: &StageAsk,
    progress: &Progress,
    wants: &Wants,
) -> Option<(String, u8)> {
    let turn = questioner.last()?;
    let Reaction::Answered(answer) = &turn.reaction else {
        return None;
    };
    if word_count(answer) < SUBSTANTIVE_WORDS {
        // At depth 1 it would stand for the next objective.
        return questioner.gentle().map(|text| (text, ask.depth.max(2)));
    }
    let depth = ask.depth + 1;
    if let Some(item) = progress.follow_up.first() {
        let own = questioner
            .answers
            .iter()
            .any(|said| said.text.contains(item.as_str()));
        let item = named(item);
        let text = if own {
            questioner.probe(&["promise"])
        } else {
            let source = Source::names(things(&item, ""), 0, "open");
            questioner.chooser("").choose_any(&[source])
        };
        if let Some(text) = text {
            return Some((text, depth.min(DEEPEST)));
        }
    }
    let said = questioner.answers.last()?;
    if depth > DEEPEST || !questioner.tells(said) {
        return None;
    }
    let (own, weight) = kind(questioner.ask.words, said);
    let case = tells_case(questioner.ask.words, answer);
    // Some objectives have probes of their own, as they are told about in another way: nobody noticed anything first on the way into
    // a trade.
    let place = turn.of_kind.staged.as_ref();
    let place = place.map_or(String::new(), |staged| {
        [&staged.stage, ".", &staged.objective.to_string(), ".probe"].concat()
    });
    let apart = !questioner.ask.sentences(&place).is_empty();
    // A stage needs one thread of three questions: the one that begins with the best answer, at the latest with the last.
    // A second question on a story must leave room for one on the next.
    let happened =
        is_event(own) && questioner.stayed() < MOST_STAYED && (depth == 2 || wants.room > 1);
    let rich = word_count(&said.telling) >= RICH_WORDS;
    let begins = depth == 2 && ask.deepest < wants.deep && wants.room > 1;
    let wanted = happened
        || begins && (weight >= STRONG && !apart || wants.last)
        || depth == DEEP && ask.deepest < wants.deep && (!apart || wants.last)
        || depth == 2 && wants.lacks_examples && !case
        || depth == 2 && weight >= WORTHY && !is_event(own) && wants.room > 1
        || depth == 2 && rich && wants.room > usize::from(ask.deepest < wants.deep)
        || depth == DEEP && weight >= WORTHY && !is_event(own) && wants.room > 1;
    if !wanted {
        return None;
    }
    // A rule and a sign are asked for a case by probes of their own.
    let general = weight < STRONG && !matches!(own, "probe.rule" | "probe.judgement");
    let example = wants.lacks_examples && !case && depth == 2 && general;
    let names = match depth {
        _ if happened => [own, "probe.case", "probe.any"],
        2 if apart && !case && weight < WORTHY && own != "probe.judgement" => {
            [place.as_str(), own, "probe.any"]
        }
        2 if example => ["probe.example", own, "probe.any"],
        2 => [own, "probe.any", "probe.deep"],
        _ if weight >= STRONG => [own, "probe.deep", "probe.any"],
        _ => ["probe.deep", own, "probe.any"],
    };
    let named = if happened && weight >= STRONG || example && wants.last {
        None
    } else {
        let named = questioner.coined().or_else(|| questioner.person());
        named.or_else(|| questioner.named_person())
    };
    let open = general && !apart || happened && questioner.stayed() == 0;
    let detail = || open.then(|| questioner.detail()).flatten();
    let text = named.or_else(detail).or_else(|| questioner.probe(&names))?;
    Some((text, depth))
}

/// A question that opens an objective.
fn topic(questioner: &Questioner, ask: &StageAsk, stage: usize, place: u8) -> String {
    let id = ask.stages.get(stage).map_or("", |stage| &stage.id);
    let own = [id, ".", &place.to_string()].concat();
    // What only reacts to an answer stands in a stage and does not open it.
    let opened = |turn: &colloquy_schema::Turn| {
        let staged = turn.of_kind.staged.as_ref();
        staged.is_some_and(|staged| staged.stage == *id)
            && !is_reaction(questioner.ask, &turn.question)
    };
    let history = &questioner.ask.history;
    let enters = !history.is_empty() && !history.iter().any(opened);
    // A reaction comes first, and the change of subject behind it; it leads to the first objective.
    let bridge = if enters && place == 0 {
        pick(questioner, &[id, ".lead"].concat())
    } else {
        None
    };
    let answered = matches!(
        questioner.last().map(|turn| &turn.reaction),
        Some(Reaction::Answered(_))
    );
    let bridge = match bridge {
        None if answered && questioner.reaction.is_none() => {
            pick(questioner, &[&own, ".lead"].concat())
        }
        bridge => bridge,
    };
    let mut lead = bridge.unwrap_or_else(|| questioner.lead()).to_string();
    if let Some(heavy) = questioner.acknowledged() {
        lead = [&heavy, " ", lead.as_str()].concat().trim_end().to_string();
    }
    let chooser = questioner.chooser(&lead);
    let label = title(ask, stage);
    let source = Source::plain(0, &own);
    let more = Source::names(labelled(&label), 0, "more");
    // What was said about the work before is not asked for.
    let titled = questioner.last().is_none().then(|| {
        let titled = Source::names(questioner.titled(), 0, "open.title");
        chooser.choose(&[titled], false)
    });
    let question = titled
        .flatten()
        .or_else(|| chooser.choose(&[source], false))
        .or_else(|| chooser.choose_any(&[more, source]));
    match question {
        Some(question) if questioner.acknowledged().is_none() => questioner.turning(question),
        Some(question) => question,
        None => crate::last_resort::question(questioner.ask, &questioner.memory, questioner.salt),
    }
}

/// A question where every objective was asked about and something is lacking all the same.
fn more(questioner: &Questioner, ask: &StageAsk, lacks_examples: bool) -> String {
    let label = title(ask, ask.current);
    let chooser = questioner.chooser(questioner.lead());
    let name = if lacks_examples {
        "more.example"
    } else {
        "more"
    };
    // What is left of the objectives' own sentences asks for another side of them.
    let own: Vec<String> = others(questioner, ask);
    let mut sources = vec![Source::names(labelled(&label), 0, name)];
    own.iter()
        .for_each(|name| sources.push(Source::plain(60, name)));
    sources.push(Source::names(labelled(&label), 120, "more"));
    chooser.choose_any(&sources).unwrap_or_else(|| {
        crate::last_resort::question(questioner.ask, &questioner.memory, questioner.salt)
    })
}

/// The uses of the stage's objectives that nobody refused.
fn others(questioner: &Questioner, ask: &StageAsk) -> Vec<String> {
    let stage = ask.stages.get(ask.current).map_or("", |stage| &stage.id);
    let mut out = Vec::new();
    for place in 0..objectives(ask) {
        let of = |turn: &&colloquy_schema::Turn| {
            let staged = turn.of_kind.staged.as_ref();
            staged.is_some_and(|staged| staged.stage == stage && staged.objective == place)
        };
        let history = &questioner.ask.history;
        let declined = history
            .iter()
            .filter(of)
            .any(|turn| turn.reaction == Reaction::Declined);
        let refused = |said: &&Said| said.heard.has(Act::Refusal) && of(&said.turn);
        if !declined && !questioner.answers.iter().any(|said| refused(&said)) {
            out.push([stage, ".", &place.to_string()].concat());
        }
    }
    out
}

/// The last words: no question. Where something hurt or was refused, nothing is made of it.
fn closing(questioner: &Questioner) -> String {
    let hurt = |said: &Said| {
        let acts = [Act::Crisis, Act::Distress, Act::Refusal, Act::Stop];
        acts.into_iter().any(|act| said.heard.has(act))
    };
    let name = if questioner.answers.iter().any(hurt) {
        "close.short"
    } else {
        "close"
    };
    let line = pick(questioner, name)
        .unwrap_or("Thank you for everything that you told in this conversation.");
    line.into()
}

/// Picks a sentence of a use by chance of the session, the least used first.
fn pick<'a>(questioner: &Questioner<'a>, name: &str) -> Option<&'a str> {
    let worn = |line: &&str| {
        let tie = (hash(questioner.salt, line) >> 48) as u32;
        questioner.memory.uses_here(line) << 16 | tie
    };
    questioner.ask.sentences(name).into_iter().min_by_key(worn)
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
