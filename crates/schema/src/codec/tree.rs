//! What is written, as a tree: for those who rearrange it, and for serde, whose formats are not all text.

use super::writer::{Encode, Sink, Writer};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// JSON whose objects keep the order of their fields.
#[derive(Debug, PartialEq)]
pub enum Node {
    /// An absent value; `null` where it has to be written.
    Nothing,
    /// Text, number, true, false, or data that is passed on as it is.
    Plain(Value),
    /// An object.
    Object(Vec<(&'static str, Node)>),
    /// An array.
    List(Vec<Node>),
}

/// Writes a value as a tree.
pub fn tree(value: &dyn Encode) -> Node {
    let mut tree = Tree {
        open: vec![(None, Node::List(Vec::new()))],
    };
    value.encode(&mut Writer { sink: &mut tree });
    match tree.open.pop() {
        Some((_, Node::List(mut items))) => items.pop().unwrap_or(Node::Nothing),
        _ => Node::Nothing,
    }
}

/// Writes a value as data among other data, where the order of fields is that of their names.
pub fn value(value: &dyn Encode) -> Value {
    tree(value).into()
}

impl From<Node> for Value {
    fn from(node: Node) -> Value {
        match node {
            Node::Nothing => Value::Null,
            Node::Plain(value) => value,
            Node::Object(fields) => {
                let mut map = Map::new();
                for (key, node) in fields {
                    map.insert(key.into(), node.into());
                }
                Value::Object(map)
            }
            Node::List(items) => {
                let mut list = Vec::new();
                for node in items {
                    list.push(node.into());
                }
                Value::Array(list)
            }
        }
    }
}

/// Objects and lists that were begun, outermost first, each with the key of the field that comes next. The first is around the
/// whole.
struct Tree {
    open: Vec<(Option<&'static str>, Node)>,
}

impl Tree {
    fn put(&mut self, node: Node) {
        match self.open.last_mut() {
            Some((key, Node::Object(fields))) => {
                fields.push((key.take().unwrap_or_default(), node))
            }
            Some((_, Node::List(items))) => items.push(node),
            _ => {}
        }
    }
}

impl Sink for Tree {
    fn open(&mut self, list: bool) {
        let node = if list {
            Node::List(Vec::new())
        } else {
            Node::Object(Vec::new())
        };
        self.open.push((None, node));
    }

    fn close(&mut self, _list: bool) {
        if let Some((_, node)) = self.open.pop() {
            self.put(node);
        }
    }

    fn key(&mut self, key: &'static str) {
        if let Some((next, _)) = self.open.last_mut() {
            *next = Some(key);
        }
    }

    fn item(&mut self) {}

    fn null(&mut self) {
        self.put(Node::Nothing);
    }

    fn text(&mut self, text: &str) {
        self.put(Node::Plain(text.into()));
    }

    fn value(&mut self, value: &Value) {
        self.put(Node::Plain(value.clone()));
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Nothing => serializer.serialize_unit(),
            Node::Plain(value) => value.serialize(serializer),
            Node::Object(fields) => {
                let mut out = serializer.serialize_map(Some(fields.len()))?;
                for (key, node) in fields {
                    out.serialize_entry(key, node)?;
                }
                out.end()
            }
            Node::List(items) => {
                let mut out = serializer.serialize_seq(Some(items.len()))?;
                for node in items {
                    out.serialize_element(node)?;
                }
                out.end()
            }
        }
    }
}
