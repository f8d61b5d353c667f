//! Whole skills interviews by the built-in interviewer, with people who say more or less than they were asked.

use super::gaps_rules::with_resume;
use crate::behaviours;
use crate::sections::skills_of;
use crate::world::{World, gaps_guide};
use colloquy_core::Phase;
use colloquy_schema::{Attribute, GapQuestion, Interviewer, Setup};
use serde_json::json;

/// The beginning of an interview on a résumé that has one skill, or these.
fn begun(skills: &str) -> World {
    let setup = Setup {
        interviewer: Interviewer::Scripted,
        ..with_resume(&["Skills\n", skills, "\n"].concat())
    };
    World::new(gaps_guide(), setup, Vec::new())
}

fn question(world: &World) -> String {
    world
        .view()
        .question
        .map(|question| question.text)
        .unwrap_or_default()
}

fn gap(world: &World) -> Option<GapQuestion> {
    let question = world.view().question?;
    question
        .of_kind
        .gap
        .filter(|gap| !gap.attributes.is_empty())
}

/// Answers until a question asks for how long it is; false where the interview ends before.
fn until_timed(world: &mut World, skill: &str) -> bool {
    for _ in 0..20 {
        if world.view().phase != Phase::Answering {
            return false;
        }
        match gap(world) {
            Some(gap) if gap.skill == skill && gap.attributes[0] == Attribute::Duration => {
                return true;
            }
            _ => world.answer(
                "The hardest was moving forty machines over one night, with two colleagues.",
            ),
        }
    }
    false
}

fn duration(world: &World, skill: &str) -> String {
    let skills = skills_of(&world.interview);
    let found = skills.iter().find(|found| found.skill == skill);
    found.map_or(String::new(), |found| found.attributes[0].value.clone())
}

behaviours! {
    fn a_length_of_time_in_any_form_is_asked_for_once() {
        for (answer, kept) in [
            ("In January 2024, at home, for a certificate.", "January 2024"),
            ("2021.", "2021"),
            ("Since the autumn of 2019.", "2019"),
            ("Eight months, on and off.", "Eight months"),
            ("Months, I would say: about eight of them.", "about eight"),
            ("Months.", "Months"),
            ("Only at home, for fun.", "at home"),
            ("I said so in the form: 2022, with the new boss.", "2022"),
        ] {
            let mut world = begun("Active Directory (basics), Docker");
            assert!(until_timed(&mut world, "Active Directory"), "{}", question(&world));
            world.answer(answer);
            assert!(!until_timed(&mut world, "Active Directory"), "{answer}: {}", question(&world));
            assert!(duration(&world, "Active Directory").contains(kept), "{answer}: {}", duration(&world, "Active Directory"));
        }
    }

    fn who_has_none_of_a_skill_is_believed() {
        for answer in [
            "None. Zero years. As I said, one tutorial, in March.",
            "Never used it, to be honest.",
            "Zero.",
            "I have only done it from a video.",
            "No experience with it at all, my colleague put it there.",
            "I only read about it.",
        ] {
            let mut world = begun("Active Directory (basics), Docker");
            assert!(until_timed(&mut world, "Active Directory"), "{}", question(&world));
            world.answer(answer);
            let kept = duration(&world, "Active Directory");
            assert!(kept.starts_with('0') || kept.starts_with("none"), "{answer}: {kept}");
            while world.view().phase == Phase::Answering {
                let asked = gap(&world).map(|gap| gap.skill);
                assert_ne!(asked.as_deref(), Some("Active Directory"), "{answer}: {}", question(&world));
                world.answer("Five years, in a team of four.");
            }
        }
    }

    fn a_skill_that_is_named_to_be_denied_is_no_new_gap() {
        let mut world = begun("Docker");
        world.answer("Two years, and Kubernetes I have only done from a tutorial.");
        while world.view().phase == Phase::Answering {
            assert!(!question(&world).contains("Kubernetes"), "{}", question(&world));
            world.answer("The images got too big, so I rebuilt forty of them on my own.");
        }
    }

    fn a_wish_is_asked_about_once_in_place_of_the_next_attribute() {
        for (answer, words) in [
            ("It would be better to ask me what I did when a real user rang me, because there I have something.", "what you did when a real user rang you"),
            ("Ask me about the repair café.", "the repair café"),
            ("Five years. You should ask me about my choir, I lead it.", "your choir"),
            ("I'd rather you asked how I taught my sister.", "how you taught your sister"),
        ] {
            let mut world = begun("Active Directory, Docker, Excel");
            world.answer(answer);
            let wished = question(&world);
            assert!(wished.contains(words) && gap(&world).is_none(), "{answer} {wished}");
            world.answer("A man came who could not print his wife's card, and I stayed until nine.");
            let next = question(&world);
            assert!(!next.contains(words) && gap(&world).is_some(), "{next}");
        }
    }

    fn a_skill_begins_with_what_was_done_and_nothing_is_asked_of_each_in_turn() {
        let mut world = begun("Python, SQL, Docker, Kafka");
        let mut asked: Vec<GapQuestion> = Vec::new();
        while world.view().phase == Phase::Answering && asked.len() < 9 {
            asked.extend(gap(&world));
            world.answer("We rebuilt the whole thing over one summer because the old one fell over each night.");
        }
        for (at, gap) in asked.iter().enumerate() {
            assert_eq!(gap.attributes.len(), 1, "{gap:?}");
            let is_first = at == 0 || asked[at - 1].skill != gap.skill;
            assert_eq!(is_first, gap.attributes[0] == Attribute::Depth, "{at}: {gap:?}");
        }
        // Behind the story of two skills, the same is not asked in the same order.
        let rest = |skill: &str| -> Vec<Attribute> {
            let of = asked.iter().filter(|gap| gap.skill == skill);
            of.skip(1).map(|gap| gap.attributes[0]).collect()
        };
        let (first, second) = (rest("Python"), rest("SQL"));
        assert!(!first.is_empty() && !second.is_empty(), "{asked:?}");
        assert!(first[0] != second[0] && first != second, "{asked:?}");
    }

    fn a_question_behind_a_story_refers_to_it_and_names_no_skill() {
        let mut world = begun("Python, SQL");
        world.answer("We rebuilt the whole thing over one summer because the old one fell over each night.");
        let text = question(&world);
        assert!(!text.contains("Python") && text.split(' ').count() >= 4, "{text}");
        let mut world = begun("Python, SQL");
        world.answer("Reports.");
        assert!(question(&world).contains("Python"), "{}", question(&world));
    }

    fn before_the_end_it_is_asked_once_what_was_left_out() {
        let mut world = begun("Python");
        let is_last = |world: &World| {
            let gap = world.view().question.and_then(|question| question.of_kind.gap);
            gap.is_some_and(|gap| gap.skill.is_empty())
        };
        while !is_last(&world) {
            assert_eq!(world.view().phase, Phase::Answering);
            world.answer("Five years, on my own, and it ran every night for three hundred people.");
        }
        world.answer("You never asked about Kubernetes, which I ran for two years.");
        assert_eq!(gap(&world).map(|gap| gap.skill).as_deref(), Some("Kubernetes"), "{}", question(&world));
        for _ in 0..10 {
            if world.view().phase != Phase::Answering {
                break;
            }
            assert!(!is_last(&world), "{}", question(&world));
            world.answer("Two years, in a team of three, for some forty services that had to stay up.");
        }
        assert_ne!(world.view().phase, Phase::Answering);
    }

    fn a_refusal_of_a_reaction_closes_the_skill() {
        let mut world = begun("Python, SQL");
        world.answer("It went wrong in 2016 and somebody was hurt, and I do not like to speak about it.");
        let reaction = question(&world);
        world.answer("I said I don't like to speak about it.");
        for _ in 0..12 {
            if world.view().phase != Phase::Answering {
                break;
            }
            let asked = gap(&world).map(|gap| gap.skill);
            assert_ne!(asked.as_deref(), Some("Python"), "{reaction} {}", question(&world));
            world.answer("Five years, in a team of four.");
        }
    }

    fn a_skill_that_a_refusal_names_is_closed_and_one_that_a_story_names_is_not() {
        for (answer, closes) in [
            ("Five years. And I'd rather not talk about SQL, I signed something.", true),
            ("Five years, and enough of SQL, please.", true),
            ("Five years, and I don't go to SQL for that, there we leave SQL running over night.", false),
        ] {
            let mut world = begun("Python, SQL");
            world.answer(answer);
            let mut asked = false;
            for _ in 0..12 {
                if world.view().phase != Phase::Answering {
                    break;
                }
                asked |= gap(&world).is_some_and(|gap| gap.skill == "SQL");
                world.answer("We rebuilt the whole thing over one summer, the four of us.");
            }
            assert_eq!(asked, !closes, "{answer}");
        }
    }

    fn who_asks_why_is_answered_and_asked_on() {
        let mut world = begun("Python, SQL");
        world.answer("Mostly reports for the board, every month, on my own. Why do you need to know that?");
        let text = question(&world);
        assert!(text.contains("table of your skills") && text.ends_with('?'), "{text}");
        assert!(gap(&world).is_some(), "{text}");
    }

    fn the_last_question_is_what_somebody_would_add() {
        let mut guide = gaps_guide();
        guide["strategy"]["max_questions"] = json!(5);
        let setup = Setup {
            interviewer: Interviewer::Scripted,
            ..with_resume("Skills\nDocker, Excel, Python\n")
        };
        let mut world = World::new(guide, setup, Vec::new());
        let mut asked = Vec::new();
        while world.view().phase == Phase::Answering {
            asked.push(question(&world));
            world.answer("We moved forty machines over one night, with two colleagues, and I decided the order.");
        }
        assert_eq!(asked.len(), 5, "{asked:#?}");
        assert!(["Docker", "Excel", "Python"].iter().all(|skill| !asked[4].contains(skill)), "{asked:#?}");
        assert!(gap(&world).is_none());
    }

    fn what_is_said_in_confidence_is_kept_as_no_skill() {
        let mut world = begun("Docker, Excel");
        world.answer("Seven years, but please don't put that into the record.");
        let text = question(&world);
        assert!(["no use", "stays out", "leave that out"].iter().any(|words| text.contains(words)), "{text}");
        for skill in skills_of(&world.interview) {
            assert!(skill.attributes.iter().all(|one| !one.value.contains("Seven")), "{}", skill.skill);
        }
    }
}
