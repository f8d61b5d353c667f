//! A JSON text as a tree that borrows from it, read strictly.
//!
//! The checks read the tree and the provider reads the bytes, so both must see the same. What parsers disagree about is
//! refused: a key twice in one object, invalid UTF-8, lone surrogates, anything after the value.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

/// The most values in one text, containers and keys' values alike. A conversation has some thousands; each takes 32
/// bytes here, so that a small body cannot become a large tree.
const VALUES: usize = 100_000;

/// One JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    /// A number without fraction or exponent that is not negative.
    Count(u64),
    /// Any other number.
    Number,
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// Reads a whole text.
    ///
    /// # Errors
    /// With a sentence on what is wrong and where, for syntax, for a key that stands twice in one object, for nesting
    /// deeper than 128 levels, and for more than 100,000 values.
    pub(crate) fn read(text: &'a [u8]) -> Result<Self, String> {
        let left = Cell::new(VALUES);
        let mut reader = serde_json::Deserializer::from_slice(text);
        let value = Seed(&left)
            .deserialize(&mut reader)
            .and_then(|value| reader.end().map(|()| value));
        value.map_err(|error| error.to_string())
    }

    /// The fields of an object, else none.
    pub(crate) fn fields(&self) -> &[(Cow<'a, str>, Json<'a>)] {
        match self {
            Json::Object(fields) => fields,
            _ => &[],
        }
    }

    /// The value of a field of an object.
    pub(crate) fn get(&self, key: &str) -> Option<&Json<'a>> {
        self.fields()
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The text, when it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, when it is a whole one of 0 or more.
    pub(crate) fn count(&self) -> Option<u64> {
        match self {
            Json::Count(count) => Some(*count),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
struct Seed<'c>(&'c Cell<usize>);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Json<'de>, D::Error> {
        let left = self.0.get();
        if left == 0 {
            return Err(D::Error::custom("more than 100,000 values"));
        }
        self.0.set(left - 1);
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Json<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Count(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json<'de>, E> {
        Ok(Json::Number)
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, Json<'de>)> = Vec::new();
        while let Some(key) = map.next_key_seed(Key)? {
            fields.push((key, map.next_value_seed(self)?));
        }
        match repeated(&fields) {
            Some(key) => {
                let key: String = key.chars().take(60).collect();
                Err(A::Error::custom(format_args!(
                    "the key {key:?} stands twice in one object"
                )))
            }
            None => Ok(Json::Object(fields)),
        }
    }
}

struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: serde::Deserializer<'de>>(
        self,
        reader: D,
    ) -> Result<Cow<'de, str>, D::Error> {
        reader.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(value.to_owned()))
    }
}

fn repeated<'f>(fields: &'f [(Cow<'_, str>, Json<'_>)]) -> Option<&'f str> {
    if fields.len() <= 8 {
        let twice = |at: usize| fields[..at].iter().any(|(name, _)| *name == fields[at].0);
        return (1..fields.len())
            .find(|at| twice(*at))
            .map(|at| &*fields[at].0);
    }
    let mut names: Vec<&str> = fields.iter().map(|(name, _)| &**name).collect();
    names.sort_unstable();
    names
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn a_key_twice_is_refused_however_it_is_spelt_and_however_deep() {
        for text in [
            r#"{"a":1,"a":2}"#,
            r#"{"model":1,"b":2,"mod\u0065l":3}"#,
            r#"{"x":[{"y":{"a":1,"a":1}}]}"#,
            r#"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"c":2}"#,
        ] {
            assert!(
                Json::read(text.as_bytes()).unwrap_err().contains("twice"),
                "{text}"
            );
        }
        assert!(Json::read(br#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#).is_ok());
    }

    #[test]
    fn what_parsers_disagree_about_is_refused() {
        let deep = [b"[".repeat(200), b"]".repeat(200)].concat();
        let many = ["[", &"0,".repeat(100_001), "0]"].concat();
        let texts: [&[u8]; 9] = [
            b"",
            b"{} {}",
            b"{\"a\":NaN}",
            b"{'a':1}",
            b"{\"a\":1,}",
            b"\xef\xbb\xbf{}",
            b"{\"a\":\"\\ud800\"}",
            b"{\"a\":\"\xff\"}",
            b"{\"a\":\"\n\"}",
        ];
        for text in texts.into_iter().chain([&deep[..], many.as_bytes()]) {
            assert!(
                Json::read(text).is_err(),
                "{:?}",
                String::from_utf8_lossy(&text[..text.len().min(30)])
            );
        }
    }

    #[test]
    fn only_whole_numbers_of_nought_and_more_count() {
        let value = Json::read(b"[1, 0, -1, 1.0, 1e3, 18446744073709551616]").unwrap();
        let Json::List(items) = value else {
            panic!("a list")
        };
        let counts: Vec<_> = items.iter().map(Json::count).collect();
        assert_eq!(counts, [Some(1), Some(0), None, None, None, None]);
    }
}
