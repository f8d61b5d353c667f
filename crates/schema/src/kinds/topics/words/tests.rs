//! Answers as people write them.

use super::*;
use crate::Typed;
use serde_json::json;

fn labels() -> BTreeMap<String, String> {
    let pairs = [
        ("growth", "Growth and learning"),
        ("pay", "The pay"),
        ("boss", "My manager"),
        ("other", "Something else"),
    ];
    pairs
        .map(|(id, label)| (id.to_string(), label.to_string()))
        .into()
}

fn read(typed: &Typed, words: &str) -> Value {
    let labels = match typed {
        Typed::Single { .. } | Typed::Multiple { .. } => labels(),
        _ => BTreeMap::new(),
    };
    let yes_no = ["Yes".to_string(), "No".into()];
    typed.of_words(words, &labels, &yes_no).unwrap_or_default()
}

#[test]
fn yes_and_no_are_read_at_the_beginning() {
    for (words, expected) in [
        ("Yes, I did.", json!(true)),
        ("yes i did, 15 to 31", json!(true)),
        ("yep, twice", json!(true)),
        ("of course", json!(true)),
        ("no, never", json!(false)),
        ("no. maybe if karin goes lol", json!(false)),
        ("not really", json!(false)),
        ("Ja, zweimal", json!(true)),
        ("nein, nie", json!(false)),
        ("Sí, claro", json!(true)),
        ("oui, deux fois", json!(true)),
        ("non", json!(false)),
        ("نعم، مرتين", json!(true)),
        ("yes and no", json!(null)),
        ("no idea", json!(null)),
        ("no lo sé", json!(null)),
        ("No, I'd rather not say", json!(null)),
        ("yes?", json!(null)),
        ("well, it depends", json!(null)),
        ("si tengo tiempo", json!(null)),
    ] {
        assert_eq!(read(&Typed::YesNo, words), expected, "{words}");
    }
}

#[test]
fn a_number_is_read_with_its_unit_and_a_hedge() {
    let hours = Typed::Number {
        min: Some(0.0),
        max: Some(168.0),
        whole: false,
    };
    for (words, expected) in [
        ("about 3", json!(3)),
        ("3 hours", json!(3)),
        ("3h", json!(3)),
        ("3 or 4", json!(3)),
        ("15-20 a week", json!(15)),
        ("2,5 Stunden", json!(2.5)),
        ("seven", json!(7)),
        ("one", json!(1)),
        ("Thirty-eight. I just said that.", json!(38)),
        ("forty one or so", json!(41)),
        ("achtunddreißig", json!(38)),
        ("treinta y ocho", json!(38)),
        ("thirty, and my son is six", json!(null)),
        ("etwa drei", json!(3)),
        ("unas cinco horas", json!(5)),
        ("two on Mondays, five on Fridays", json!(null)),
        (
            "Seventy-three. Seventy-four on the ninth of May.",
            json!(73),
        ),
        ("a lot", json!(null)),
        ("the first one", json!(null)),
        ("not 3", json!(null)),
        ("3 or what?", json!(null)),
    ] {
        assert_eq!(read(&hours, words), expected, "{words}");
    }
    let year = Typed::Number {
        min: Some(1900.0),
        max: Some(2026.0),
        whole: true,
    };
    for (words, expected) in [
        (
            "Nineteen thirty-eight. October, in the middle of a strike.",
            json!(1938),
        ),
        ("nineteen sixty", json!(1960)),
        ("neunzehnhundertachtunddreißig", json!(1938)),
        ("nineteen", json!(null)),
        ("1938", json!(1938)),
    ] {
        assert_eq!(read(&year, words), expected, "{words}");
    }
    let scale = Typed::Scale { from: 0, to: 10 };
    for (words, expected) in [
        ("maybe a 7", json!(7)),
        ("7/10", json!(7)),
        ("7 out of 10", json!(7)),
        ("7 von 10", json!(7)),
        ("between 6 and 7", json!(6)),
        ("entre 6 y 7", json!(6)),
        ("10", json!(10)),
        ("4/5", json!(null)),
        ("11 at least", json!(null)),
        ("7 for the food, 3 for the rest", json!(null)),
    ] {
        assert_eq!(read(&scale, words), expected, "{words}");
    }
}

#[test]
fn an_option_is_named_by_its_label_or_its_own_word() {
    let single = Typed::Single {
        options: ["growth", "pay", "boss", "other"].map(String::from).into(),
    };
    for (words, expected) in [
        ("growth i guess", json!("growth")),
        ("mostly the pay", json!("pay")),
        ("my manager, honestly", json!("boss")),
        ("not the pay, my manager", json!("boss")),
        ("learning", json!("growth")),
        ("growth or the pay", json!(null)),
        ("something", json!(null)),
        ("not growth", json!(null)),
        ("the pay?", json!(null)),
    ] {
        assert_eq!(read(&single, words), expected, "{words}");
    }
    let multiple = Typed::Multiple {
        options: ["growth", "pay", "boss", "other"].map(String::from).into(),
        least: 1,
        most: 4,
    };
    assert_eq!(
        read(&multiple, "growth and the pay"),
        json!(["growth", "pay"])
    );
    assert_eq!(read(&multiple, "growth, the pay and my dog"), json!(null));
}

#[test]
fn a_day_is_read_as_people_write_it() {
    let date = Typed::Date {
        earliest: None,
        latest: Some("2026-12-31".into()),
    };
    for (words, expected) in [
        ("since march 2019", json!("2019-03-01")),
        ("3 March 2019", json!("2019-03-03")),
        ("March 3rd, 2019", json!("2019-03-03")),
        ("am 3. März 2019", json!("2019-03-03")),
        ("31.01.2020", json!("2020-01-31")),
        ("el 3 de marzo de 2019", json!("2019-03-03")),
        ("le 3 août 2019", json!("2019-08-03")),
        ("in 2019", json!(null)),
        ("from March 2019 to May 2020", json!(null)),
        ("in may", json!(null)),
        ("March 2031", json!(null)),
    ] {
        assert_eq!(read(&date, words), expected, "{words}");
    }
}
