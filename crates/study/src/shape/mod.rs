//! The shape of a study: one table, from which the reader and the published schema are made.

mod questions;
mod schema;
mod table;
mod walk;

pub use schema::schema;
pub(crate) use table::STUDY;
pub(crate) use walk::walk;

/// What a value must look like.
pub(crate) enum Shape {
    /// A text of so many characters, at least one of them no space.
    Text { max: usize, form: Form },
    /// A whole number.
    Int { min: i64, max: i64 },
    /// A number.
    Number { min: f64, max: f64 },
    /// True or false.
    Flag,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// A text or a number, true or false.
    Scalar,
    /// A list.
    List {
        item: &'static Shape,
        min: usize,
        max: usize,
    },
    /// An object with keys of the author's.
    Map {
        value: &'static Shape,
        max: usize,
        key: Form,
    },
    /// An object with known keys.
    Object(&'static Object),
    /// An object whose keys depend on one of them, which may be left out for the first where that is `usual`.
    Tagged {
        key: &'static str,
        usual: bool,
        variants: &'static [(&'static str, &'static Object)],
    },
    /// An object that is known by a key that it has; the last is for the rest.
    ByKey(&'static [(&'static str, &'static Object)]),
    /// What it is depends on its JSON type: text, number, list, object.
    ByType {
        text: Option<&'static Shape>,
        number: Option<&'static Shape>,
        list: Option<&'static Shape>,
        object: Option<&'static Shape>,
    },
}

/// An object with known keys.
pub(crate) struct Object {
    /// Name in the schema.
    pub(crate) name: &'static str,
    /// What it is.
    pub(crate) about: &'static str,
    /// Its keys, in groups that objects share.
    pub(crate) groups: &'static [&'static [Field]],
    /// How many keys it must have, where that is set.
    pub(crate) keys: Option<(usize, usize)>,
}

/// One key.
pub(crate) struct Field {
    pub(crate) key: &'static str,
    pub(crate) required: bool,
    pub(crate) shape: &'static Shape,
    pub(crate) about: &'static str,
}

/// What a text must be besides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Nothing.
    Any,
    /// Lower-case letters, digits, `-` and `_`, up to 64.
    Id,
    /// The same without `_`.
    Name,
    /// A BCP 47 tag.
    Tag,
    /// A day such as `2026-01-31`.
    Day,
    /// An address with `https://`.
    Address,
    /// A whole number.
    Point,
}

impl Form {
    /// Its regular expression; none for any text with something in it.
    pub(crate) fn pattern(self) -> &'static str {
        match self {
            Form::Any => "\\S",
            Form::Id => "^[a-z0-9_-]+$",
            Form::Name => "^[a-z0-9-]+$",
            Form::Tag => "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
            Form::Day => "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            Form::Address => "^https://[^\\s]+$",
            Form::Point => "^-?[0-9]{1,4}$",
        }
    }

    /// True for a text that the expression matches.
    pub(crate) fn fits(self, text: &str) -> bool {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        match self {
            Form::Any => text.contains(|c| !is_space(c)),
            Form::Id => !text.is_empty() && text.bytes().all(|b| plain(b) || b == b'_'),
            Form::Name => !text.is_empty() && text.bytes().all(plain),
            Form::Tag => {
                let mut parts = text.split('-');
                let first = parts.next().unwrap_or_default();
                (2..=3).contains(&first.len())
                    && first.bytes().all(|b| b.is_ascii_alphabetic())
                    && parts.all(|part| {
                        (2..=8).contains(&part.len())
                            && part.bytes().all(|b| b.is_ascii_alphanumeric())
                    })
            }
            Form::Day => {
                text.len() == 10
                    && text.bytes().enumerate().all(|(place, b)| match place {
                        4 | 7 => b == b'-',
                        _ => b.is_ascii_digit(),
                    })
            }
            Form::Address => text
                .strip_prefix("https://")
                .is_some_and(|rest| !rest.is_empty() && !rest.contains(is_space)),
            Form::Point => {
                let digits = text.strip_prefix('-').unwrap_or(text);
                (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
            }
        }
    }

    /// What it is in words.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Form::Any => "must not be empty",
            Form::Id => "must be lower-case letters, digits, - and _",
            Form::Name => "must be lower-case letters, digits and -",
            Form::Tag => "must be a language tag such as en or pt-BR",
            Form::Day => "must be a day such as 2026-01-31",
            Form::Address => "must be an address with https://",
            Form::Point => "must be a whole number",
        }
    }
}

/// White space as JSON Schema's expressions have it.
fn is_space(c: char) -> bool {
    c.is_whitespace() && c != '\u{85}' || c == '\u{feff}'
}

impl Object {
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'static Field> {
        self.groups.iter().flat_map(|group| group.iter())
    }
}
