//! What comes of a skills interview: its file replays to the same result, and what one answer alone said of skills is gone
//! from all of it once that answer is removed, while everything else stays.

use super::gaps_rules::with_resume;
use crate::behaviours;
use crate::random::Random;
use crate::reader::{calls, obliging, read, text};
use crate::sections::{corrects, skills_of};
use crate::world::{Act, World, gaps_guide, opening};
use colloquy_archive::{Format, export, redact, session_file};
use colloquy_core::kinds::gaps::{SkillSource, SkillView};
use colloquy_core::{Command, Event, Interview, Phase};
use colloquy_schema::{Attribute, Call, Interviewer, Purpose, RawReply, Record, SkillsEdit};
use serde_json::json;

/// Every format that text is written in.
pub(super) const FORMATS: [&str; 7] = [
    "markdown",
    "narrative",
    "qa",
    "html",
    "csv",
    "skills-csv",
    "json",
];
const RESUME: &str = "[Python duration=5y] [Docker@0.6] [SQL scale=huge] [C++@0.5]";

fn exports(interview: &Interview) -> Vec<String> {
    let formats = FORMATS.iter().filter_map(|name| Format::parse(name));
    formats
        .map(|format| export(interview.session(), format))
        .collect()
}

/// A model that hands the answer to its tool word for word, and says in its question what it has heard.
fn talkative(call: &Call) -> RawReply {
    let last = call
        .ask
        .history
        .last()
        .and_then(|turn| match &turn.reaction {
            colloquy_schema::Reaction::Answered(text) => Some(text.as_str()),
            _ => None,
        });
    match &call.ask.purpose {
        Purpose::Skills(ask) => {
            let mut value = read(ask);
            for skill in value["skills"].as_array_mut().into_iter().flatten() {
                if skill["name"] == "it" {
                    skill["name"] = ask.skill.as_str().into();
                }
            }
            text(&value.to_string())
        }
        Purpose::Question if !call.tools.is_empty() => {
            calls(&[("call", json!({ "answer_text": last.unwrap_or("nothing") }))])
        }
        Purpose::Gap(ask) => {
            let question = format!(
                "You said “{}”. Number {}: what more of {}?",
                last.unwrap_or("nothing"),
                call.ask.number,
                ask.gap.skill
            );
            text(&json!({ "follow_up": false, "question": question }).to_string())
        }
        _ => obliging(call),
    }
}

/// A mark that only answer `number` has in it.
fn mark(number: u32) -> String {
    format!("q{number}z")
}

/// An answer to the open question: some of what was asked, values of other skills, skills of its own, "the same as".
fn answer(world: &World, random: &mut Random) -> String {
    let view = world.view();
    let question = view.question.expect("an open question");
    let mark = mark(question.number);
    let gap = question.of_kind.gap.expect("a gap");
    let mut out = String::new();
    if !gap.skill.is_empty() {
        out.push_str("[it");
        for (n, attribute) in gap.attributes.iter().enumerate() {
            match random.below(4) {
                0 => {}
                // One of three words: anything else would not be a reading.
                _ if *attribute == Attribute::ProductionVsPrototype => {
                    out.push_str(" production_vs_prototype=both");
                }
                1 => out.push_str(&format!(" {}=@Python", attribute.name())),
                _ => out.push_str(&format!(" {}={n}{mark}", attribute.name())),
            }
        }
        out.push(']');
    }
    if random.below(3) == 0 {
        out.push_str(&format!(" [Own_{mark} depth={mark} scale=@Python]"));
    }
    if random.below(4) == 0 {
        out.push_str(&format!(" [Brief{mark}]"));
    }
    // A skill that another answer named is called by its name nowhere else: then it is that answer's secret.
    let skills = skills_of(&world.interview);
    if let Some(other) = skills.iter().rfind(|skill| !skill.skill.contains('z'))
        && random.below(3) == 0
    {
        let name = other.skill.replace(' ', "_");
        out.push_str(&format!(" [{name} autonomy=a{mark} duration=@{}]", name));
    }
    if random.below(5) == 0 {
        out.push_str(" {partial}");
    }
    out
}

/// A session of at most so many questions, with corrections in between.
fn session(random: &mut Random, model: bool, turns: usize) -> World {
    let mut setup = with_resume(RESUME);
    if !model {
        setup.interviewer = Interviewer::Scripted;
    }
    let mut guide = gaps_guide();
    guide["strategy"]["complete"] = json!(100);
    let mut world = World::new(guide, setup, vec![Act::Agent(talkative)]);
    for _ in 0..turns {
        world.settle();
        if world.view().phase != Phase::Answering {
            break;
        }
        match random.below(12) {
            0 => world.command(Command::Skip),
            1 => world.command(Command::Decline),
            _ => {
                let answer = answer(&world, random);
                world.answer(if answer.is_empty() { "well" } else { &answer });
            }
        }
        let skills = skills_of(&world.interview);
        if random.below(6) == 0 && world.view().can.edit {
            let skill = random.pick(&skills).skill.clone();
            let edit = match random.below(3) {
                0 => SkillsEdit::Strike { skill },
                1 => SkillsEdit::Rename {
                    to: format!("{skill} II"),
                    skill,
                },
                _ => SkillsEdit::Set {
                    skill,
                    attribute: Attribute::Scale,
                    value: "my own word".into(),
                },
            };
            world.event(corrects(edit));
        }
    }
    world
}

fn redacted(world: &World, question: u32) -> (Vec<Record>, Interview) {
    let mut records = world.interview.records().to_vec();
    for changed in redact(&records, question) {
        let place = changed.seq as usize;
        records[place] = changed;
    }
    assert_eq!(
        redact(&records, question),
        [],
        "a second time changes nothing"
    );
    let interview =
        colloquy_core::kinds::restore(records.clone(), opening(), world.now).expect("it restores");
    (records, interview)
}

/// Every value with the words that show it and its place, but for those that a removed answer showed. What the respondent set
/// for a skill that this answer brought up goes with the skill.
fn values(skills: &[SkillView], but: u32) -> Vec<(String, String, Option<u32>)> {
    let mut out = Vec::new();
    for skill in skills {
        for one in &skill.attributes {
            let set = one.source == Some(SkillSource::Respondent) && skill.question == Some(but);
            let from_it = set || one.question == Some(but) || one.value.contains(&mark(but));
            if !one.value.is_empty() && !from_it {
                out.push((one.value.clone(), one.quote.clone(), one.question));
            }
        }
    }
    out
}

behaviours! {
    fn a_skills_session_replays_from_its_file_to_the_same_result_bit_for_bit() {
        for (seed, model) in [(1, true), (2, false), (3, true)] {
            let mut world = session(&mut Random::new(seed), model, 9);
            for finished in [false, true] {
                while finished && world.view().can.finish {
                    world.command(Command::Finish);
                }
                let file = session_file::write(world.interview.records(), None);
                let read = session_file::read(&file).expect("an exported file is read");
                assert_eq!(read.records, world.interview.records());
                let mut again = colloquy_core::kinds::restore(read.records, opening(), world.now).expect("it restores");
                again.find_by(colloquy_scripted::find_by_rules);
                world.interview.find_by(colloquy_scripted::find_by_rules);
                assert_eq!(exports(&again), exports(&world.interview));
                assert_eq!(session_file::write(&again.records()[..world.interview.records().len()], None), file);
                let skills = |interview: &Interview| serde_json::to_string(&skills_of(interview)).expect("JSON");
                assert_eq!(skills(&again), skills(&world.interview));
            }
        }
    }

    fn what_one_answer_said_of_skills_is_gone_and_all_else_stays() {
        let mut removed = 0;
        for seed in 0..12 {
            let mut random = Random::new(seed);
            let world = session(&mut random, seed % 2 == 0, 12);
            let count = world.interview.session().exchanges.len() as u32;
            // Three of its questions each: all of them would be the same again.
            for question in [1, 1 + count / 3, count.saturating_sub(1).max(1)] {
                if world.interview.session().exchanges[question as usize - 1].answer_text().is_empty() {
                    continue;
                }
                let place = format!("seed {seed}, question {question}");
                let before = skills_of(&world.interview);
                let (records, interview) = redacted(&world, question);
                let file = session_file::write(&records, None);
                let mark = mark(question);
                for text in exports(&interview).iter().chain([&file]) {
                    let at = text.find(&mark);
                    assert!(at.is_none(), "{place}: …{}…", at.map_or("", |at| &text[text.floor_char_boundary(at.saturating_sub(200))..at + mark.len()]));
                }
                session_file::read(&file).unwrap_or_else(|issues| panic!("{place}: {issues:?}"));
                assert_eq!(records.len(), world.interview.records().len());
                let after = skills_of(&interview);
                let left = values(&after, question);
                for value in values(&before, question) {
                    assert!(left.contains(&value), "{place}: {value:?} is lost");
                }
                for skill in &before {
                    let own = skill.skill.contains(&mark) || skill.question == Some(question) && skill.source == SkillSource::Answer;
                    assert!(own || after.iter().any(|other| other.skill == skill.skill), "{place}: {} is lost", skill.skill);
                }
                let mut names: Vec<&str> = after.iter().map(|skill| skill.skill.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), after.len(), "{place}: each skill has a name of its own");
                removed += 1;
            }
        }
        assert!(removed > 20, "{removed} answers were removed");
    }

    fn a_session_goes_on_after_an_answer_was_removed() {
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let mut world = session(&mut random, seed % 2 == 0, 5);
            let (records, _) = redacted(&world, 2);
            world.stored = records;
            world.reload();
            let before = world.view().exchanges;
            world.run(|_| Event::Answer { text: "[Python depth=deep]".into() });
            assert!(world.view().exchanges >= before);
        }
    }

    fn a_skill_that_one_answer_named_keeps_what_others_said_of_it_without_its_name() {
        let mut world = World::new(gaps_guide(), with_resume("[Python]"), vec![Act::Agent(talkative)]);
        // Named by one answer, spelled as the guide does not, and asked about afterwards.
        world.answer("[Python duration=5y depth=deep] [golang] [Zed]");
        let asked = |world: &World| world.view().question.and_then(|question| question.of_kind.gap).map(|gap| gap.skill);
        while asked(&world).is_some_and(|skill| skill != "Zed") {
            world.answer("{partial} well");
        }
        world.answer("[Zed duration=3y depth=basic]");
        assert!(skills_of(&world.interview).iter().any(|skill| skill.skill == "Go"));
        let number = world.view().exchanges;
        let (records, interview) = redacted(&world, 1);
        let skills = skills_of(&interview);
        let names: Vec<&str> = skills.iter().map(|skill| skill.skill.as_str()).collect();
        // The later answer says the name itself, so it stays.
        assert!(names.contains(&"Python") && names.contains(&"Zed"), "{names:?}");
        assert!(!names.contains(&"Go"), "{names:?}");
        assert!(!session_file::write(&records, None).contains("golang"));
        let zed = skills.iter().find(|skill| skill.skill == "Zed").expect("the skill");
        assert_eq!(zed.attributes[0].value, "3y");
        assert!(zed.question.is_some_and(|question| question < number + 1));
    }
}
