//! The respondent's word on the skills wins, at any time.

use super::gaps_rules::{gap, with_resume};
use crate::behaviours;
use crate::reader::obliging;
use crate::sections::{corrects, section, skills_of};
use crate::world::{Act, World, gaps_guide, guide, scripted};
use colloquy_core::kinds::gaps::{GapsView, SkillSource};
use colloquy_core::{Command, Event, Misuse, Phase};
use colloquy_schema::{Attribute, Fact, GapsFact, KindFact, SkillsEdit};
use serde_json::Value;

fn world(resume: &str) -> World {
    World::new(
        gaps_guide(),
        with_resume(resume),
        vec![Act::Agent(obliging)],
    )
}

fn strike(skill: &str) -> SkillsEdit {
    SkillsEdit::Strike {
        skill: skill.into(),
    }
}

fn add(skill: &str) -> SkillsEdit {
    SkillsEdit::Add {
        skill: skill.into(),
    }
}

fn rename(skill: &str, to: &str) -> SkillsEdit {
    SkillsEdit::Rename {
        skill: skill.into(),
        to: to.into(),
    }
}

fn set(skill: &str, attribute: Attribute, value: &str) -> SkillsEdit {
    SkillsEdit::Set {
        skill: skill.into(),
        attribute,
        value: value.into(),
    }
}

fn edit(world: &mut World, edit: SkillsEdit) {
    world.event(corrects(edit));
}

fn refused(world: &mut World, edit: SkillsEdit) -> String {
    let before = world.stored.len();
    let misuse: Result<(), Misuse> = world.try_event(corrects(edit));
    assert_eq!(world.stored.len(), before, "nothing is recorded");
    misuse.expect_err("it is refused").code().into()
}

fn names(world: &World) -> Vec<String> {
    skills_of(&world.interview)
        .into_iter()
        .map(|skill| skill.skill)
        .collect()
}

behaviours! {
    fn a_struck_skill_is_gone_and_stays_gone_when_it_is_named_again() {
        let mut world = world("[Java] [Python]");
        edit(&mut world, strike("Java"));
        assert_eq!(names(&world), ["Python"]);
        assert_eq!(section::<GapsView>(&world.view()).of, 6);
        world.answer("[Java duration=3y depth=1] [Python duration=1]");
        assert_eq!(names(&world), ["Python"]);
        assert_eq!(section::<GapsView>(&world.view()).refused, 1);
        assert_eq!(gap(&world)["skill"], "Python");
        edit(&mut world, add("Java"));
        assert_eq!(names(&world), ["Java", "Python"]);
    }

    fn a_value_the_respondent_set_is_not_overwritten_and_not_asked_for() {
        let mut world = world("[Python]");
        edit(&mut world, set("Python", Attribute::Duration, " 12  years "));
        edit(&mut world, set("Python", Attribute::Scale, ""));
        world.answer("[Python duration=3y depth=1 scale=9]");
        let python = &skills_of(&world.interview)[0];
        assert_eq!(python.attributes[0].value, "12 years");
        assert_eq!(python.attributes[0].source, Some(SkillSource::Respondent));
        assert_eq!(python.attributes[3].value, "", "what was cleared stays cleared");
        assert_eq!(gap(&world)["attributes"], serde_json::json!(["autonomy"]));
    }

    fn the_review_shows_the_skills_and_corrections_reach_the_result() {
        let mut world = world("[Python duration=1] [Wrong]");
        world.command(Command::Finish);
        assert_eq!(world.view().phase, Phase::Review);
        assert!(world.view().can.edit);
        edit(&mut world, strike("Wrong"));
        edit(&mut world, rename("Python", "Python 3"));
        edit(&mut world, add("Welding"));
        edit(&mut world, set("Welding", Attribute::ProductionVsPrototype, "production"));
        world.command(Command::Finish);
        let outcome = world.interview.summary().outcome.expect("an outcome");
        let skills = outcome["skills"].as_array().expect("a list");
        assert_eq!(skills.len(), 2);
        assert_eq!(skills[0]["skill"], "Python 3");
        assert_eq!(skills[0]["attributes"]["duration"]["quote"], "duration=1");
        assert_eq!(skills[0]["attributes"]["duration"]["source"], "resume");
        assert_eq!(skills[1]["skill"], "Welding");
        assert_eq!(skills[1]["source"], "respondent");
        assert_eq!(outcome["closed"], "asked_for");
        assert!(!world.view().can.edit);
        assert_eq!(refused(&mut world, add("Late")), "not_now");
        let (records, before) = (world.stored.clone(), outcome);
        world.reload();
        assert_eq!(world.interview.summary().outcome, Some(before));
        assert!(records.iter().any(|record| matches!(record.fact, Fact::Kind(KindFact::Gaps(GapsFact::SkillsEdited(_))))));
    }

    fn corrections_that_cannot_be_are_refused_with_a_code() {
        let mut world = world("[Python] [JavaScript]");
        assert_eq!(refused(&mut world, strike("Rust")), "no_such_skill");
        assert_eq!(refused(&mut world, rename("Rust", "Go")), "no_such_skill");
        assert_eq!(refused(&mut world, set("python", Attribute::Depth, "x")), "no_such_skill");
        assert_eq!(refused(&mut world, add(" \n ")), "not_now");
        assert_eq!(refused(&mut world, add("python")), "not_now");
        assert_eq!(refused(&mut world, add("JS")), "not_now");
        assert_eq!(refused(&mut world, rename("Python", "javascript")), "not_now");
        assert_eq!(refused(&mut world, add(&"x".repeat(81))), "not_now");
        assert_eq!(refused(&mut world, set("Python", Attribute::Depth, &"x".repeat(201))), "not_now");
        edit(&mut world, rename("Python", "python"));
        assert_eq!(names(&world), ["python", "JavaScript"]);
        let mut other = World::new(guide(), scripted(), vec![]);
        assert!(!other.view().can.edit);
        assert_eq!(refused(&mut other, add("Python")), "not_now");
    }

    fn progress_never_goes_back_whatever_is_struck_or_named() {
        let mut world = world("[Python duration=1 depth=1 autonomy=1]");
        let mut least = world.view().progress.percent;
        assert!(least > 0);
        for step in 0..4 {
            match step {
                0 => edit(&mut world, add("Rust")),
                1 => edit(&mut world, strike("Python")),
                2 => edit(&mut world, add("Zig")),
                _ => world.answer("[Rust duration=1]"),
            }
            let now = world.view().progress.percent;
            assert!(now >= least, "step {step}: {now} after {least}");
            least = now;
        }
    }

    fn another_session_on_the_same_resume_may_ask_the_same() {
        let mut setup = with_resume("[Python]");
        let first = world("[Python]").view().question.expect("a question").text;
        setup.asked_before = vec![first.clone()];
        let again = World::new(gaps_guide(), setup, vec![Act::Agent(obliging)]);
        assert_eq!(again.view().question.expect("a question").text, first);
    }

    fn amending_and_skipping_leave_what_was_read() {
        let mut world = world("[Python]");
        world.answer("[Python duration=3y depth=1]");
        world.event(Event::Amend { question: 1, text: "I meant four years".into() });
        assert_eq!(skills_of(&world.interview)[0].attributes[0].value, "3y");
        let skills: Vec<Value> = skills_of(&world.interview).iter().map(|skill| serde_json::to_value(skill).expect("JSON")).collect();
        world.reload();
        let again: Vec<Value> = skills_of(&world.interview).iter().map(|skill| serde_json::to_value(skill).expect("JSON")).collect();
        assert_eq!(skills, again);
    }
}
