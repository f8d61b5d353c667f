//! What holds for any text.

use colloquy_resume::{Reading, read};
use colloquy_schema::contract::{Unknown, validate};
use colloquy_schema::{DataType, tools::schema};
use proptest::prelude::*;

/// Pieces that mean something to some rule, so that random texts reach the corners.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "Anna Meier\n",
        "Name: ",
        "Lebenslauf\n",
        "Curriculum Vitae of ",
        "# ",
        "## ",
        "**",
        "[a](https://b.example)",
        "a@b.example ",
        "+49 170 1234567 ",
        "(0",
        "linkedin.com/in/anna ",
        "https://",
        "www.a.example ",
        "Experience\n",
        "Education\n",
        "Languages\n",
        "Languages: ",
        "Summary\n",
        "Contact\n",
        "Skills\n",
        "Berufserfahrung\n",
        "Ausbildung\n",
        "Sprachen\n",
        "2019 – 2023 ",
        "2019 -",
        "03/2019 - heute ",
        "since 2020 ",
        "seit ",
        "Mar 2019 to present ",
        "2018–21",
        "2018/2019 ",
        "31.12.2019",
        "13/2019 ",
        "'14 to '18 ",
        "9999",
        "0000",
        "March – June 2019 ",
        "until 2018 ",
        "[ 01/03/2019 – Current ] ",
        "5 years 2 months\n",
        "Developer ",
        "Projektleiterin, ",
        "Acme GmbH, Kiel\n",
        "Acme, Inc.",
        "University of X ",
        "BSc ",
        "Bachelor of ",
        "Master of",
        "Physics (",
        "Diplom) ",
        "in ",
        "of ",
        "at ",
        "English ",
        "(native)",
        "Mother tongue(s): ",
        "24103 Kiel ",
        "Columbus, OH 43215 ",
        "Leeds LS6 2AB ",
        "Oslo, Norway ",
        ", Germany",
        "Remote ",
        "• ",
        "- ",
        "o ",
        "P R O F I L E\n",
        "|",
        "·",
        "\t",
        "    ",
        ",",
        ";",
        ":",
        ".",
        "(",
        ")",
        "[",
        "]",
        "–",
        "—",
        "/",
        "'",
        "@",
        "\n",
        "\r\n",
        "\n\n",
        "\u{2028}",
        "\u{b}",
        "\u{0}",
        "e\u{301}",
        "ß",
        "İ",
        "ẞ",
        "学",
        "👍",
        "\u{200d}",
        "\u{202e}",
        "½",
        "٣ ",
        "x",
        "{\"name\": 1}",
        "<b>",
        "Dear ",
        "we are looking for ",
    ])
    .prop_map(str::to_owned);
    prop_oneof![9 => known, 1 => any::<String>(), 1 => "[a-zA-Z0-9 ]{0,12}"]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..80).prop_map(|pieces| pieces.concat())
}

/// Holds a reading to what is promised of it.
fn holds(text: &str, reading: &Reading) {
    assert!((0.0..=1.0).contains(&reading.confidence));
    assert_eq!(reading.resume, reading.confidence >= 0.5);
    if !reading.resume {
        assert!(reading.profile.is_none() && reading.timeline.is_none());
    }
    let parts = [
        (&reading.profile, DataType::ApplicantProfile),
        (&reading.timeline, DataType::SkeletonTimeline),
    ];
    for (data, kind) in parts {
        if let Some(data) = data {
            let faults = validate(&schema(kind.schema_text()), data, Unknown::Refused);
            assert_eq!(faults, [], "{text:?} gives {data}");
        }
    }
    let json: serde_json::Value = serde_json::from_str(&reading.json()).expect("a reading is JSON");
    assert_eq!(json["resume"], reading.resume);
}

proptest! {
    #[test]
    fn any_text_gives_what_the_schemas_say(text in text(), year in any::<u32>()) {
        let reading = read(&text, year);
        holds(&text, &reading);
        prop_assert_eq!(read(&text, year), reading);
    }

    #[test]
    fn a_resume_with_anything_in_it_is_read(text in text()) {
        let resume = ["Lebenslauf\nAnna Meier\na@b.example\nExperience\n2019 - 2023 Developer, Acme\n2015 - 2019 Tester, Acme\n", &text].concat();
        holds(&resume, &read(&resume, 2026));
        let resume = [&text, "\nExperience\n2019 - 2023 Developer, Acme\n2015 - 2019 Tester, Acme\nEducation\n2010 - 2014 BSc Physics, University of Y\n"].concat();
        holds(&resume, &read(&resume, 2026));
    }
}

/// More of everything than the schemas allow.
#[test]
fn what_is_too_much_is_cut() {
    let long = "x".repeat(1_050);
    let name = "y".repeat(200);
    let mut text = format!("Lebenslauf\n{} {}\nanna@b.example\n", "Anna", "Meier");
    for number in 0..60 {
        text += &format!("linkedin.com/in/anna{number} github.com/anna{number}\n");
    }
    text += "Summary\n";
    text += &format!("{long} {long}\n").repeat(4);
    text += "Languages\n";
    text += &"English (native), German (fluent), French: basic\n".repeat(50);
    text += "Experience\n";
    for number in 0..80 {
        text += &format!("2019 - 2023 Developer {name}, Acme {number}\n");
        text += &format!("- {long}\n").repeat(if number == 0 { 55 } else { 0 });
    }
    text += "Education\n";
    text += &"2010 - 2014 BSc Physics, University of Y\n".repeat(100);
    text += &format!("Hobbies\n{}", "Chess\n".repeat(20_000));
    let reading = read(&text, 2026);
    assert!(reading.resume, "{}", reading.confidence);
    holds("too much", &reading);
    let timeline = reading.timeline.as_ref().expect("there is a timeline");
    let count = |name: &str| timeline[name].as_array().map_or(0, Vec::len);
    assert_eq!((count("work"), count("education")), (60, 30));
    let issues = &reading.timeline.as_ref().expect("there is a timeline")["issues"];
    let profile = &reading.profile.as_ref().expect("there is a profile")["issues"];
    assert!(issues.to_string().contains("text_cut"), "{issues}");
    assert!(profile.to_string().contains("text_cut"), "{profile}");
}
