//! Findings across answers: places, lists, duplicates, limits, themes.

use colloquy_findings::{Limits, PhraseOptions, extract, phrases, recommendations};

fn themes(texts: &[&str]) -> Vec<String> {
    extract(texts, None)
        .themes
        .into_iter()
        .map(|theme| format!("{} {}", theme.text, theme.count))
        .collect()
}

#[test]
fn a_finding_names_its_place() {
    let texts = [
        "Nothing here.",
        "Straße zuerst. I realized that it’s late. - I should go home now!\n* I want to sleep more",
    ];
    let findings = extract(&texts, None);
    let insights: Vec<&str> = findings
        .insights
        .iter()
        .map(|finding| finding.text.as_str())
        .collect();
    let actions: Vec<&str> = findings
        .actions
        .iter()
        .map(|finding| finding.text.as_str())
        .collect();
    assert_eq!(insights, ["I realized that it’s late."]);
    assert_eq!(actions, ["I should go home now!", "I want to sleep more"]);
    for finding in findings.insights.iter().chain(&findings.actions) {
        assert_eq!(finding.answer, 1);
        assert_eq!(finding.text, texts[1][finding.start..finding.end]);
    }
}

#[test]
fn what_was_thought_once_is_kept_with_what_is_thought_now() {
    let whole =
        "I used to believe good systems need no attention. Now I think attention is the system.";
    let insights = |text: &str| -> Vec<String> {
        let findings = extract(&[text], None);
        findings.insights.into_iter().map(|one| one.text).collect()
    };
    assert_eq!(
        insights(&format!("It ran for years. {whole} That is all.")),
        [whole]
    );
    let but = "I used to believe it was luck. But today I see the work in it.";
    assert_eq!(insights(but), [but]);
    // What stands between, asks, or is another answer is no second half.
    for text in [
        "I used to believe it was luck. It was raining. Now I have to go.",
        "I used to believe it was luck. Now what is it?",
    ] {
        assert_eq!(insights(text), ["I used to believe it was luck."]);
    }
    let apart = extract(
        &["I used to believe it was luck.", "Now I see the work."],
        None,
    );
    assert_eq!(apart.insights.len(), 1);
    // A thing that was learned is whole without what comes after it.
    assert_eq!(
        insights("I learned that it is not luck at all. Now I drink tea."),
        ["I learned that it is not luck at all."]
    );
}

#[test]
fn a_sentence_can_be_both() {
    let findings = extract(&["I realized that I should listen more."], None);
    assert_eq!((findings.insights.len(), findings.actions.len()), (1, 1));
}

#[test]
fn the_shortest_findings_are_measured_in_characters() {
    let shows = |text: &str| {
        let findings = extract(&[text], None);
        (findings.insights.len(), findings.actions.len())
    };
    assert_eq!(
        shows("I learned that éé é."),
        (1, 0),
        "20 characters, more bytes"
    );
    assert_eq!(shows("I learned that éé é"), (0, 0), "19 characters");
    assert_eq!(shows("I should do éé."), (0, 1), "15 characters");
    assert_eq!(shows("I should do éé"), (0, 0), "14 characters");
}

#[test]
fn duplicates_are_kept_once() {
    let findings = extract(
        &[
            "I should call Ann today.",
            "**I SHOULD** call Ann — today!",
            "I’ll call Ann today. I'll call Ann today",
        ],
        None,
    );
    let actions: Vec<(&str, usize)> = findings
        .actions
        .iter()
        .map(|finding| (finding.text.as_str(), finding.answer))
        .collect();
    assert_eq!(
        actions,
        [("I should call Ann today.", 0), ("I’ll call Ann today.", 2)]
    );
}

#[test]
fn limits_keep_the_first_and_none_keeps_all() {
    let answers: Vec<String> =
        (0..30).map(|i| format!("I learned that number {i} matters. I should count to {i} again. Topic{i} group{i}. Topic{i} group{i}.")).collect();
    let texts: Vec<&str> = answers.iter().map(String::as_str).collect();
    let limited = extract(&texts, Some(Limits::default()));
    assert_eq!(
        (
            limited.insights.len(),
            limited.actions.len(),
            limited.themes.len()
        ),
        (5, 10, 8)
    );
    let all = extract(&texts, None);
    assert_eq!((all.insights.len(), all.actions.len()), (30, 30));
    assert!(all.themes.len() >= 30);
    assert_eq!(limited.insights, all.insights[..5]);
    assert_eq!(limited.themes, all.themes[..8]);
}

#[test]
fn several_answers_and_kinds_of_text() {
    let texts = [
        "Well, Dr. Ito made me think... I had no idea that bees dance! Should I keep bees? I don't think I should.",
        "> I should sell everything\n> I realized that the market is gone\n\nThat quote by Smith is odd.\n1. I will read p. 5 again.\n2. My wifi should work.",
        "She said “I need to stop. I want to go home. I realized it was over.” and left. I need to ask her why she left.",
    ];
    let findings = extract(&texts, None);
    let insights: Vec<&str> = findings
        .insights
        .iter()
        .map(|finding| finding.text.as_str())
        .collect();
    let actions: Vec<&str> = findings
        .actions
        .iter()
        .map(|finding| finding.text.as_str())
        .collect();
    assert_eq!(
        insights,
        ["Well, Dr. Ito made me think... I had no idea that bees dance!"]
    );
    assert_eq!(
        actions,
        ["I will read p. 5 again.", "I need to ask her why she left."]
    );
}

#[test]
fn themes_come_back_in_two_sentences() {
    assert_eq!(
        themes(&[
            "Remote work is hard. I like remote work.",
            "Remote work again"
        ]),
        ["Remote work 3"]
    );
    assert_eq!(
        themes(&["deep work and deep work"]),
        Vec::<String>::new(),
        "one sentence only"
    );
    assert_eq!(
        themes(&["deep work and deep work", "deep work"]),
        ["deep work 3"]
    );
    assert_eq!(
        themes(&["I think that it is so. I think that it is so."]),
        Vec::<String>::new()
    );
    assert_eq!(
        themes(&["Quality of life counts", "the quality of life here"]),
        ["Quality of life 2"]
    );
}

#[test]
fn a_longer_theme_replaces_the_shorter_ones_in_it() {
    assert_eq!(
        themes(&["Technical debt problem.", "A technical debt problem."]),
        ["Technical debt problem 2"]
    );
    assert_eq!(
        themes(&[
            "Technical debt problem.",
            "A technical debt problem.",
            "Technical debt!"
        ]),
        ["Technical debt problem 2"],
        "said once outside the longer one: not a theme of its own"
    );
    assert_eq!(
        themes(&[
            "Technical debt problem.",
            "A technical debt problem.",
            "Technical debt!",
            "No technical debt"
        ]),
        ["Technical debt 4", "Technical debt problem 2"]
    );
}

#[test]
fn themes_are_ordered_by_count_and_then_by_appearance() {
    let texts = [
        "green tea, black tea, white tea",
        "white tea. black tea. green tea.",
        "black tea",
    ];
    assert_eq!(
        themes(&texts),
        ["black tea 3", "green tea 2", "white tea 2"]
    );
}

#[test]
fn themes_hold_no_markup_address_or_punctuation() {
    assert_eq!(
        themes(&["**green** tea", "<b>green</b> <i>tea</i>", "`green tea`"]),
        ["green tea 3"]
    );
    assert_eq!(
        themes(&[
            "https://green.example/tea pot shop",
            "https://green.example/tea pot shop"
        ]),
        ["pot shop 2"]
    );
    assert_eq!(
        themes(&["green, tea", "green; tea", "green. Tea"]),
        ["green 3", "tea 3"],
        "words of several answers, and no phrase over punctuation"
    );
    assert_eq!(
        themes(&["> green tea\n> green tea", "x"]),
        Vec::<String>::new(),
        "quotations are not the respondent's"
    );
    assert_eq!(
        themes(&["the 30 people", "those 30 people", "30 people 40"]),
        Vec::<String>::new()
    );
}

#[test]
fn phrases_serve_other_needs() {
    let options = PhraseOptions {
        min_words: 1,
        max_words: 3,
        min_count: 1,
        min_sentences: 1,
        limit: 3,
    };
    let found = phrases(
        &["The lighthouse keeper. A lighthouse keeper and the sea, the sea, the sea."],
        options,
    );
    let found: Vec<(&str, u32, usize)> = found
        .iter()
        .map(|phrase| (phrase.text.as_str(), phrase.count, phrase.start))
        .collect();
    assert_eq!(found, [("sea", 3, 51), ("lighthouse keeper", 2, 4)]);
}

fn insights(texts: &[&str]) -> Vec<String> {
    let found = extract(texts, None).insights;
    found.into_iter().map(|finding| finding.text).collect()
}

fn actions(texts: &[&str]) -> Vec<String> {
    let found = extract(texts, None).actions;
    found.into_iter().map(|finding| finding.text).collect()
}

#[test]
fn text_without_full_stops_is_cut_into_clauses() {
    let dictated = "so we went up to the hut in the rain and my brother carried the ropes and I realized that nobody had checked \
        the weather and then we sat there for most of the day and played cards with the two women from the valley and they told \
        us about the winter when the bridge went and I will call the warden before the next trip and the soup was good too";
    let texts = [dictated.repeat(8)];
    let texts = [texts[0].as_str()];
    let (insights, actions) = (insights(&texts), actions(&texts));
    assert!(
        insights
            .iter()
            .any(|text| text.contains("I realized that nobody had checked the weather"))
    );
    assert!(
        actions
            .iter()
            .any(|text| text.contains("I will call the warden before the next trip"))
    );
    for text in insights.iter().chain(&actions) {
        assert!(text.len() <= 320, "{} bytes: {text}", text.len());
    }
}

#[test]
fn the_strongest_are_kept_in_the_order_of_the_texts() {
    let texts = [
        "I want to sort the cellar. I need to paint the gate. Tomorrow I will call the roofer, and next week I will pay her.",
    ];
    let limits = Limits {
        insights: 5,
        actions: 2,
        recommendations: 0,
        themes: 8,
    };
    let kept: Vec<String> = extract(&texts, Some(limits))
        .actions
        .into_iter()
        .map(|finding| finding.text)
        .collect();
    assert_eq!(
        kept,
        [
            "I want to sort the cellar.",
            "Tomorrow I will call the roofer, and next week I will pay her."
        ]
    );
}

#[test]
fn broken_expectations_and_rules_of_thumb_are_insights() {
    for text in [
        "The joints were not as hard to cut as I thought.",
        "We expected a quiet year, but the phone never stopped.",
        "People think it is about strength, but most of it is waiting.",
        "The trick is to stop before the glue sets.",
        "Never lend a chisel that you cannot replace.",
        "Never run an unbounded order on the old saw.",
        "When everybody says please, somebody is frightened.",
        "It only works if the eldest go first.",
        "Underestimated how long the varnish takes.",
    ] {
        assert_eq!(insights(&[text]), [text]);
    }
}

#[test]
fn plans_are_distinguished_from_habits_and_from_talk_about_the_talk() {
    for text in [
        "The chapter was dense but I will go over it, and need to practise.",
        "Tomorrow I ask her for the key.",
        "I usually walk, but I'll take the tram on Friday.",
    ] {
        assert_eq!(actions(&[text]), [text]);
    }
    for text in [
        "In winter I'll usually take the tram.",
        "If it rains I'll take the tram.",
        "I'm going to stop here if this keeps repeating.",
        "I want to know who has the key.",
        "You should try the tram.",
    ] {
        assert_eq!(actions(&[text]), Vec::<String>::new());
    }
}

#[test]
fn advice_to_others_is_no_action_of_ones_own() {
    let texts = [
        "People should respect their time more. I will respect mine. Set a goal and tell somebody.",
    ];
    let advice: Vec<String> = recommendations(&texts, None)
        .into_iter()
        .map(|finding| finding.text)
        .collect();
    assert_eq!(
        advice,
        [
            "People should respect their time more.",
            "Set a goal and tell somebody."
        ]
    );
    assert_eq!(actions(&texts), ["I will respect mine."]);
}

fn advice(text: &str) -> usize {
    recommendations(&[text], None).len()
}

#[test]
fn advice_stands_under_a_clause_or_behind_what_leads_it_in() {
    for text in [
        "If you travel in spring, book the ferry early.",
        "Before you sign anything, ask for the old invoices.",
        "Well, first, write the date on every jar.",
        "It is a long road, so break it up into your own stages.",
        "Don't wait until the roof leaks.",
        "Teams need to agree on one calendar.",
        "It's important to label the drawers.",
        "I'd strongly recommend a second key.",
        "It is worth calling them twice.",
        "Be honest with the neighbours.",
    ] {
        assert_eq!(advice(text), 1, "{text}");
    }
}

#[test]
fn what_is_told_of_depends_or_is_asked_of_the_interviewer_is_no_advice() {
    for text in [
        "If the roof leaks, we call the neighbours.",
        "He showed me how you should hold the saw.",
        "Work was quiet in the spring months.",
        "They should be coming back from the ferry.",
        "Let me think about the ferry.",
        "Please ask me something else.",
        "I make sure the drawers are labelled.",
        "You can sit, sleep, work or read on the ferry.",
        "Don't know what happened to the ferry.",
        "Have a nice day, all of you!",
    ] {
        assert_eq!(advice(text), 0, "{text}");
    }
}

#[test]
fn an_answer_that_is_a_bare_clause_is_an_insight() {
    for text in [
        "That most of the work is waiting.",
        "Maybe that nobody reads the second page.",
        "That I never ask them what they need.",
    ] {
        assert_eq!(extract(&[text], None).insights.len(), 1, "{text}");
    }
    for text in [
        "Now that most of the work is done, I rest.",
        "That lad on the night bus had a dog.",
        "That I can tell you without a note.",
    ] {
        assert_eq!(extract(&[text], None).insights.len(), 0, "{text}");
    }
}

#[test]
fn single_themes_are_shared_words_with_their_plurals() {
    assert_eq!(
        themes(&[
            "The hive was loud. Two hives were not.",
            "Every hive has its smell. In four years I lost eleven.",
            "For four years I listened.",
        ]),
        ["hive 3"]
    );
}

#[test]
fn a_cue_that_never_ends_is_one_finding() {
    for text in [
        "I will ",
        "we should tomorrow ",
        "never ",
        "I learned ",
        "not as ",
    ] {
        let text = text.repeat(4000);
        let findings = extract(&[&text], None);
        assert!(findings.actions.len() <= 1000 && findings.insights.len() <= 1000);
    }
}
