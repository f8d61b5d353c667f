//! What each form of declaration is written as and read from.

use colloquy_schema::codec::{self, Codec, Encode, Flat};
use serde_json::{Value, json};

#[derive(Codec, Clone, Debug, Default, PartialEq)]
struct Place {
    town: String,
    #[codec(optional)]
    floor: u32,
    #[codec(skip_empty, rename = "postCode")]
    post_code: Option<String>,
    #[codec(flat)]
    further: Further,
}

#[derive(Flat, Clone, Debug, Default, PartialEq)]
struct Further {
    lift: Option<String>,
    stairs: Option<u32>,
}

#[derive(Codec, Clone, Debug, PartialEq)]
enum Event {
    Moved {
        to: Place,
    },
    Stayed {},
    Gone,
    #[codec(rename = "spoke_of")]
    Spoke(Place),
    #[codec(other)]
    Unknown(Value),
}

#[derive(Encode)]
struct Shown<'a> {
    name: &'a str,
}

fn both<T: codec::Encode + codec::Decode + PartialEq + std::fmt::Debug>(value: &T, text: &str) {
    assert_eq!(codec::text(value), text);
    assert_eq!(codec::read_text::<T>(text).as_ref(), Some(value));
}

#[test]
fn fields_are_written_in_the_order_of_their_declaration() {
    let mut place = Place {
        town: "Holm".into(),
        ..Place::default()
    };
    both(&place, r#"{"town":"Holm","floor":0}"#);
    place.post_code = Some("24113".into());
    place.further.stairs = Some(3);
    both(
        &place,
        r#"{"town":"Holm","floor":0,"postCode":"24113","stairs":3}"#,
    );
}

#[test]
fn only_what_is_required_must_be_there() {
    let read = codec::read_text::<Place>;
    assert_eq!(read(r#"{"town":"Holm"}"#).map(|place| place.floor), Some(0));
    assert_eq!(read(r#"{"floor":2}"#), None);
    assert_eq!(read(r#"{"town":2}"#), None);
}

#[test]
fn a_variant_is_an_object_whose_one_key_is_its_kind() {
    let place = Place {
        town: "Holm".into(),
        ..Place::default()
    };
    let moved = Event::Moved { to: place.clone() };
    both(&moved, r#"{"moved":{"to":{"town":"Holm","floor":0}}}"#);
    both(&Event::Stayed {}, r#"{"stayed":{}}"#);
    both(&Event::Gone, r#""gone""#);
    both(
        &Event::Spoke(place),
        r#"{"spoke_of":{"town":"Holm","floor":0}}"#,
    );
    let later = json!({ "flown": { "where": 7 } });
    let unknown = Event::Unknown(later.clone());
    assert_eq!(codec::text(&unknown), later.to_string());
    assert_eq!(codec::read(later), Ok(unknown));
}

#[test]
fn serde_reads_and_writes_the_same() {
    let event = Event::Moved {
        to: Place::default(),
    };
    let value = serde_json::to_value(&event).expect("it is written");
    assert_eq!(
        value,
        json!({ "moved": { "to": { "town": "", "floor": 0 } } })
    );
    assert_eq!(
        serde_json::from_value::<Event>(value).expect("it is read"),
        event
    );
}

#[test]
fn what_is_only_written_may_borrow() {
    assert_eq!(codec::text(&Shown { name: "Ines" }), r#"{"name":"Ines"}"#);
}
