//! Advice to others beside insights and actions: what is shown once, and how many.

use colloquy_findings::{Limits, extract, recommendations};

#[test]
fn advice_to_others_is_a_list_of_its_own() {
    let texts = [
        "Make sure the smoker is lit before you lift the lid. I learned that you should never open a hive in wind.",
        "Always check the queen first. You should never trust one warm day. I want to sort the frames this week.",
        "Make sure the smoker is lit before you lift the lid.",
    ];
    let found = extract(&texts, None);
    let places = |list: &[colloquy_schema::Finding]| {
        let mut places = Vec::new();
        for finding in list {
            assert_eq!(
                &texts[finding.answer][finding.start..finding.end],
                finding.text
            );
            places.push((finding.answer, finding.text.clone()));
        }
        places
    };
    // What is an insight or an action is not shown twice.
    assert_eq!(
        places(&found.insights),
        [
            (
                0,
                "I learned that you should never open a hive in wind.".into()
            ),
            (1, "Always check the queen first.".into())
        ]
    );
    assert_eq!(
        places(&found.recommendations),
        [
            (
                0,
                "Make sure the smoker is lit before you lift the lid.".into()
            ),
            (1, "You should never trust one warm day.".into())
        ]
    );
    let all = recommendations(&texts, None);
    assert_eq!(all.len(), 4, "by themselves they are searched for: {all:?}");
    assert_eq!(extract(&texts, Some(Limits::default())), found);
    let none = Limits {
        recommendations: 0,
        ..Limits::default()
    };
    assert_eq!(
        extract(&texts, Some(none)).recommendations,
        [],
        "nobody asked for them"
    );
}

#[test]
fn more_recommendations_than_the_limit_keep_the_strongest() {
    let texts: Vec<String> = (0..8)
        .map(|n| format!("You should always ask for invoice number {n}."))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(extract(&texts, None).recommendations.len(), 8);
    let five = extract(&texts, Some(Limits::default())).recommendations;
    assert_eq!((five.len(), five[4].answer), (5, 4));
}
