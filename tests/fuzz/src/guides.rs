//! Guides: the bytes are one as JSON, or a built-in one and damage to it.

use crate::course;
use crate::input::{Input, random};
use crate::model;
use colloquy_archive::{Format, calls_of, export};
use colloquy_core::{Validate, check_guide};
use colloquy_schema::{Issue, Prices};
use colloquy_tests::onboarding::small_guide;
use colloquy_tests::world::{
    Act, World, advice_guide, gaps_guide, guide, limits, onboarding_guide, opening, scripted,
    staged_guide, with_model,
};
use serde_json::Value;
use std::rc::Rc;
use std::sync::LazyLock;

/// The guides that ship, and a small one for every limit of an onboarding interview.
static GUIDES: LazyLock<[Value; 6]> = LazyLock::new(|| {
    [
        guide(),
        staged_guide(),
        advice_guide(),
        gaps_guide(),
        onboarding_guide(),
        small_guide(),
    ]
});

/// Takes any value of a guide's own contract.
#[derive(Debug)]
struct Anything;

impl Validate for Anything {
    fn check(&self, _: &Value) -> Vec<Issue> {
        Vec::new()
    }
}

/// A guide that ships, by its place.
pub(crate) fn built_in(place: usize) -> Value {
    GUIDES[place % GUIDES.len()].clone()
}

/// Judges a guide; one that is accepted has a bound, and an interview under it ends within that.
pub(crate) fn check(bytes: &[u8]) {
    let guide = if bytes.first() == Some(&b'{') {
        let Ok(guide) = serde_json::from_slice(bytes) else {
            return;
        };
        guide
    } else {
        let mut input = Input::new(bytes);
        let mut guide = built_in(input.below(GUIDES.len()));
        crate::edits::edit(&mut guide, &mut input);
        guide
    };
    let mut random = random(bytes);
    let hosts = limits(|limits| limits.questions = Some(1 + random.below(6) as u32));
    let prices = Prices {
        input: 3.0,
        output: 15.0,
        ..Prices::default()
    };
    let longest = match check_guide(&guide, &hosts, Some(prices)) {
        Ok(longest) => longest,
        Err(faults) => {
            assert!(!faults.is_empty(), "a refusal says why");
            assert!(
                faults
                    .iter()
                    .all(|fault| !fault.rule.is_empty() && !fault.message.is_empty())
            );
            return;
        }
    };
    assert!(longest.questions <= 6 && longest.replies > 0);
    assert!(
        longest
            .cost_usd
            .is_some_and(|cost| cost.is_finite() && cost >= 0.0)
    );
    let (mut setup, acts) = match random.below(2) {
        0 => (scripted(), Vec::new()),
        _ => (with_model(), vec![Act::Agent(model::says)]),
    };
    model::reads(bytes);
    setup.limits = hosts;
    setup.prices = Some(prices);
    let validator: Rc<dyn Validate> = Rc::new(Anything);
    let mut world = World::with_validator(guide, setup, acts, Some(validator));
    course::ends(&mut world, 4 * longest.questions + 100);
    assert!(world.view().figures.questions <= longest.questions);
    let replied = calls_of(world.interview.records())
        .iter()
        .filter(|call| call.outcome == "replied")
        .count();
    assert!(
        replied as u32 <= longest.replies,
        "{replied} replies of {}",
        longest.replies
    );
    let again = colloquy_core::kinds::restore(world.stored.clone(), opening(), world.now)
        .expect("it restores");
    for format in FORMATS {
        assert_eq!(
            export(again.session(), format),
            export(world.interview.session(), format),
            "{format:?}"
        );
    }
}

/// Every way to write a session down.
pub(crate) const FORMATS: [Format; 7] = [
    Format::Structured,
    Format::Narrative,
    Format::Qa,
    Format::Html,
    Format::Csv,
    Format::Table("skills-csv"),
    Format::Json,
];
