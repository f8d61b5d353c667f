//! Parts of a document before any format has drawn them. All texts are plain: escaping is the formats' matter.

use crate::values::plain;
use serde_json::Value;

/// A headed part of a document.
pub(crate) struct Section {
    /// 2, or 3 for a part of the section of level 2 before it.
    pub(crate) level: u8,
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// What stands below a heading.
pub(crate) enum Block {
    /// Rows under the names of their columns; the first cell of each row names it.
    Table {
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    /// One line for each entry.
    List(Vec<String>),
    /// A list whose entries may have lists inside of them.
    Tree(Vec<Line>),
    /// A remark.
    Note(String),
}

/// One line of a [`Block::Tree`].
pub(crate) struct Line {
    /// How far inside it stands, from 0.
    pub(crate) depth: usize,
    /// The name of the value; empty for an entry of a list.
    pub(crate) label: String,
    pub(crate) text: String,
}

impl Line {
    /// A line with a label, or without one.
    pub(crate) fn new(depth: usize, label: &str, text: String) -> Line {
        let label = label.into();
        Line { depth, label, text }
    }
}

impl Section {
    /// A section of level 2 without anything below its heading.
    pub(crate) fn new(title: &str) -> Section {
        Section {
            level: 2,
            title: title.into(),
            blocks: Vec::new(),
        }
    }

    /// A part of the section before it.
    pub(crate) fn part(title: &str) -> Section {
        Section {
            level: 3,
            ..Section::new(title)
        }
    }

    /// Appends a block.
    pub(crate) fn with(mut self, block: Block) -> Section {
        self.blocks.push(block);
        self
    }

    /// A section with a list; none for an empty list.
    pub(crate) fn list(title: &str, lines: Vec<String>) -> Option<Section> {
        (!lines.is_empty()).then(|| Section::new(title).with(Block::List(lines)))
    }

    /// A section with a value of any shape: one line for each key of an object. None for an object without keys.
    pub(crate) fn of_value(title: &str, value: &Value) -> Option<Section> {
        let lines = match value.as_object() {
            Some(map) => map
                .iter()
                .map(|(key, value)| [key, ": ", &plain(value)].concat())
                .collect(),
            None => vec![plain(value)],
        };
        Section::list(title, lines)
    }
}
