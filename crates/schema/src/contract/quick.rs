//! What a model that keeps to its contract sends, read and judged in one pass.
//!
//! The walker says what is wrong with any value, and takes many times as long as reading it. Most replies have nothing wrong: this
//! reads strict JSON side by side with the schema, and gives up at the first thing that is not as it should be. Whoever asked then
//! takes the long way, so the verdicts and the faults are those of the walker; a test holds the two together.

use crate::strict::Cursor;
use serde_json::{Map, Value};

/// Most bytes of a text; a longer one takes the long way, where a reader's own limit is reported.
const MOST_BYTES: usize = 1 << 20;

const NULL: u8 = 1;
const BOOLEAN: u8 = 1 << 1;
const INTEGER: u8 = 1 << 2;
const STRING: u8 = 1 << 3;
const ARRAY: u8 = 1 << 4;
const OBJECT: u8 = 1 << 5;

/// A schema made ready to read by.
pub struct Quick(Node);

/// What one value must be.
struct Node {
    kinds: u8,
    /// Of a string, in characters.
    length: (usize, usize),
    /// Of a number.
    range: (i64, i64),
    /// Of an array.
    count: (usize, usize),
    /// The strings there may be; none where any may.
    choices: Vec<Box<str>>,
    item: Option<Box<Node>>,
    /// Keys with the quotation mark behind them, as they stand in a text.
    fields: Vec<(Box<str>, Node)>,
    /// One bit for each field that must be there.
    required: u64,
}

impl Quick {
    /// Makes a schema ready; none for one with alternatives, with constants, or that allows keys it does not name.
    pub fn new(schema: &Value) -> Option<Quick> {
        node(schema).map(Quick)
    }

    /// Reads a text that is one strict JSON value, white space around it aside, and satisfies the schema with nothing to be said
    /// of it: what [`read`](super::read) gives without an issue.
    ///
    /// None says nothing about the text: escapes of code units and numbers with a fraction take the long way too.
    pub fn read(&self, text: &str) -> Option<Value> {
        let mut at = At(Cursor::new(text));
        if text.len() > MOST_BYTES {
            return None;
        }
        let value = at.value(&self.0)?;
        at.next().is_none().then_some(value)
    }
}

fn node(schema: &Value) -> Option<Node> {
    let schema = schema.as_object()?;
    if ["anyOf", "const"]
        .iter()
        .any(|key| schema.contains_key(*key))
    {
        return None;
    }
    let kinds = match schema.get("type")? {
        Value::Array(kinds) => kinds
            .iter()
            .try_fold(0, |all, one| Some(all | kind(one)?))?,
        one => kind(one)?,
    };
    let limit = |key: &str, or: usize| match schema.get(key) {
        Some(limit) => limit.as_u64().map(|limit| limit as usize),
        None => Some(or),
    };
    let bound = |key: &str, or: i64| schema.get(key).map_or(Some(or), Value::as_i64);
    let choices = match schema.get("enum") {
        Some(choices) => {
            let texts = choices.as_array()?.iter();
            texts
                .map(|choice| Some(choice.as_str()?.into()))
                .collect::<Option<_>>()?
        }
        None => Vec::new(),
    };
    // A choice between strings says no to everything else.
    if !choices.is_empty() && kinds != STRING {
        return None;
    }
    let mut fields = Vec::new();
    let mut required = 0;
    let mut item = None;
    if kinds & OBJECT != 0 {
        if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
            return None;
        }
        let properties = schema.get("properties")?.as_object()?;
        let names: Vec<&Value> = match schema.get("required") {
            Some(names) => names.as_array()?.iter().collect(),
            None => Vec::new(),
        };
        let named = |key: &str| names.iter().any(|name| *name == key);
        let known = |name: &&Value| {
            name.as_str()
                .is_some_and(|name| properties.contains_key(name))
        };
        if properties.len() > 64 || !names.iter().all(known) {
            return None;
        }
        for (place, (key, schema)) in properties.iter().enumerate() {
            required |= u64::from(named(key)) << place;
            fields.push(([key, "\""].concat().into(), node(schema)?));
        }
    }
    if kinds & ARRAY != 0 {
        item = Some(Box::new(node(schema.get("items")?)?));
    }
    Some(Node {
        kinds,
        length: (limit("minLength", 0)?, limit("maxLength", usize::MAX)?),
        range: (bound("minimum", i64::MIN)?, bound("maximum", i64::MAX)?),
        count: (limit("minItems", 0)?, limit("maxItems", usize::MAX)?),
        choices,
        item,
        fields,
        required,
    })
}

fn kind(name: &Value) -> Option<u8> {
    Some(match name.as_str()? {
        "null" => NULL,
        "boolean" => BOOLEAN,
        // Only whole numbers are read here.
        "integer" | "number" => INTEGER,
        "string" => STRING,
        "array" => ARRAY,
        "object" => OBJECT,
        _ => return None,
    })
}

/// A place in a text that is read side by side with a schema.
struct At<'a>(Cursor<'a>);

impl At<'_> {
    /// The next byte that is no white space; it is not taken.
    fn next(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.0.peek() {
            self.0.place += 1;
        }
        self.0.peek()
    }

    /// Takes a byte that must come next, white space aside.
    fn take(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then(|| self.0.place += 1)
    }

    fn value(&mut self, node: &Node) -> Option<Value> {
        let first = self.next()?;
        let kind = match first {
            b'"' => STRING,
            b'{' => OBJECT,
            b'[' => ARRAY,
            b't' | b'f' => BOOLEAN,
            b'n' => NULL,
            _ => INTEGER,
        };
        if node.kinds & kind == 0 {
            return None;
        }
        match kind {
            STRING => self.string(node).map(Value::String),
            OBJECT => self.object(node),
            ARRAY => self.array(node),
            INTEGER => self.integer(node),
            _ => {
                let (word, value) = match first {
                    b't' => ("true", Value::Bool(true)),
                    b'f' => ("false", Value::Bool(false)),
                    _ => ("null", Value::Null),
                };
                self.0.word(word).then_some(value)
            }
        }
    }

    fn object(&mut self, node: &Node) -> Option<Value> {
        self.0.place += 1;
        let mut map = Map::new();
        let mut seen = 0_u64;
        // Models write keys in the order of the schema, more or less.
        let mut likely = 0;
        if self.next()? == b'}' {
            self.0.place += 1;
            return (node.required == 0).then_some(Value::Object(map));
        }
        loop {
            self.take(b'"')?;
            let rest = self.0.rest();
            let fits = |at: &usize| rest.starts_with(node.fields[*at].0.as_bytes());
            let field = (likely..node.fields.len()).chain(0..likely).find(fits)?;
            let (name, schema) = &node.fields[field];
            likely = field + 1;
            self.0.place += name.len();
            if seen & 1 << field != 0 {
                return None;
            }
            seen |= 1 << field;
            self.take(b':')?;
            let value = self.value(schema)?;
            map.insert(name[..name.len() - 1].into(), value);
            match self.next()? {
                b',' => self.0.place += 1,
                b'}' => break,
                _ => return None,
            }
        }
        self.0.place += 1;
        (seen & node.required == node.required).then_some(Value::Object(map))
    }

    fn array(&mut self, node: &Node) -> Option<Value> {
        self.0.place += 1;
        let schema = node.item.as_deref()?;
        let mut items = Vec::new();
        if self.next()? == b']' {
            self.0.place += 1;
            return (node.count.0 == 0).then_some(Value::Array(items));
        }
        loop {
            items.push(self.value(schema)?);
            if items.len() > node.count.1 {
                return None;
            }
            match self.next()? {
                b',' => self.0.place += 1,
                b']' => break,
                _ => return None,
            }
        }
        self.0.place += 1;
        (items.len() >= node.count.0).then_some(Value::Array(items))
    }

    fn integer(&mut self, node: &Node) -> Option<Value> {
        let number = self.0.integer()?;
        (node.range.0 <= number && number <= node.range.1).then(|| number.into())
    }

    fn string(&mut self, node: &Node) -> Option<String> {
        let text = self.0.string()?;
        let fits = node.choices.is_empty() || node.choices.iter().any(|choice| **choice == *text);
        (fits && holds(&text, node.length)).then_some(text)
    }
}

/// Tells whether a text has from so many up to so many characters, counting only where bytes do not tell.
fn holds(text: &str, (least, most): (usize, usize)) -> bool {
    let bytes = text.len();
    // A character is one byte to four.
    if bytes <= most && bytes / 4 >= least {
        return true;
    }
    (least..=most).contains(&text.chars().count())
}
