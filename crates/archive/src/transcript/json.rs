//! The session as data, by `pkg/schemas/result.schema.json`.

use super::Transcript;
use colloquy_schema::codec::{self, Encode, Node};
use serde_json::Value;

/// Value of the `schema` key of a result.
const RESULT_SCHEMA: &str = "colloquy.result/1";

/// Writes JSON with two spaces per level. Keys keep the order in which they are written.
struct Writer {
    out: String,
    depth: usize,
    /// True right behind an opening bracket, where no comma belongs.
    first: bool,
}

impl Writer {
    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
    }

    fn item(&mut self) {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        self.line();
    }

    /// Appends a member whose value is JSON already.
    fn raw(&mut self, key: &str, value: &str) {
        self.item();
        for part in ["\"", key, "\": ", value] {
            self.out.push_str(part);
        }
    }

    fn text(&mut self, key: &str, value: &str) {
        self.raw(key, &serde_json::to_string(value).unwrap_or_default());
    }

    /// Appends a member of any shape.
    fn member(&mut self, key: &str, value: &dyn Encode) {
        self.raw(key, "");
        self.node(&codec::tree(value));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Nothing => self.out.push_str("null"),
            Node::Plain(value) => {
                let text = serde_json::to_string(value).unwrap_or_default();
                self.out.push_str(&text);
            }
            Node::Object(fields) => {
                self.open('{');
                for (key, node) in fields {
                    self.raw(key, "");
                    self.node(node);
                }
                self.close('}');
            }
            Node::List(items) => {
                self.open('[');
                for node in items {
                    self.item();
                    self.node(node);
                }
                self.close(']');
            }
        }
    }

    fn open(&mut self, bracket: char) {
        self.out.push(bracket);
        self.depth += 1;
        self.first = true;
    }

    fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if !self.first {
            self.line();
        }
        self.first = false;
        self.out.push(bracket);
    }
}

impl Transcript<'_> {
    /// The exchanges. What only those with a form have is left out of the others, as it was before there were forms.
    fn exchanges(&self) -> Node {
        let mut exchanges = codec::tree(&self.exchanges);
        if let Node::List(items) = &mut exchanges {
            for item in items {
                let Node::Object(fields) = item else { continue };
                fields.retain(|(key, node)| *key != "filled" || !matches!(node, Node::Nothing));
                let question = fields.iter_mut().find(|(key, _)| *key == "question");
                if let Some((_, Node::Object(question))) = question {
                    let form = |node: &Node| matches!(node, Node::Plain(Value::Bool(true)));
                    question.retain(|(key, node)| *key != "form" || form(node));
                }
            }
        }
        exchanges
    }

    pub(super) fn json(&self) -> String {
        let mut json = Writer {
            out: String::new(),
            depth: 0,
            first: true,
        };
        json.open('{');
        json.text("schema", RESULT_SCHEMA);
        json.text("engine", self.engine);
        json.raw("session", "");
        json.open('{');
        json.text("id", self.session);
        json.text("guide", self.guide);
        json.text("guideTitle", &self.wording.title);
        json.text("template", self.template);
        json.text("locale", self.locale);
        json.text("status", self.status.name());
        json.member("closed", &self.closed);
        json.member("startedAt", &self.started_at);
        json.member("endedAt", &self.ended_at);
        json.raw(
            "interviewer",
            &serde_json::to_string(self.interviewer).unwrap_or_default(),
        );
        json.close('}');
        json.raw("material", "");
        json.open('{');
        json.text("title", self.title);
        json.text("creator", self.creator);
        json.text("sourceUrl", self.source_url);
        json.close('}');
        json.member("figures", self.figures);
        json.raw("exchanges", "");
        json.node(&self.exchanges());
        json.member("findings", self.findings);
        json.member("outcome", &self.outcome);
        json.close('}');
        json.out.push('\n');
        json.out
    }
}
