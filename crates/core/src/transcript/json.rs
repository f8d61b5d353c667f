//! The session as data, by `pkg/schemas/result.schema.json`.

use super::{Transcript, name_of};
use crate::view::ExchangeView;
use colloquy_schema::FindingView;

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

    fn number(&mut self, key: &str, value: u64) {
        self.raw(key, &value.to_string());
    }

    fn optional(&mut self, key: &str, value: Option<u64>) {
        self.raw(key, &value.map_or("null".into(), |n| n.to_string()));
    }

    fn flag(&mut self, key: &str, value: bool) {
        self.raw(key, if value { "true" } else { "false" });
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
        json.text("guideTitle", self.guide_title);
        json.text("template", self.template);
        json.text("locale", self.locale);
        json.text("status", &name_of(&self.status));
        json.raw(
            "closed",
            &serde_json::to_string(&self.closed).unwrap_or_default(),
        );
        json.number("startedAt", self.started_at);
        json.optional("endedAt", self.ended_at);
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
        self.figures(&mut json);
        json.raw("exchanges", "");
        json.open('[');
        for item in self.exchanges {
            json.item();
            exchange(item, &mut json);
        }
        json.close(']');
        json.raw("findings", "");
        json.open('{');
        for (key, list) in [
            ("insights", &self.findings.insights),
            ("actions", &self.findings.actions),
            ("themes", &self.findings.themes),
        ] {
            json.raw(key, "");
            json.open('[');
            for item in list {
                json.item();
                finding(item, &mut json);
            }
            json.close(']');
        }
        json.close('}');
        json.close('}');
        json.out.push('\n');
        json.out
    }

    fn figures(&self, json: &mut Writer) {
        let figures = self.figures;
        json.raw("figures", "");
        json.open('{');
        json.number("questions", u64::from(figures.questions));
        json.number("answered", u64::from(figures.answered));
        json.number("substantive", u64::from(figures.substantive));
        json.number("words", u64::from(figures.words));
        json.number("averageWords", u64::from(figures.average_words));
        json.number("thinkingMs", figures.thinking_ms);
        json.number("durationMs", figures.duration_ms);
        json.number("completionPercent", u64::from(figures.completion_percent));
        json.number("inputTokens", figures.input_tokens);
        json.number("outputTokens", figures.output_tokens);
        json.raw(
            "costUsd",
            &serde_json::to_string(&figures.cost_usd).unwrap_or_default(),
        );
        json.close('}');
    }
}

fn exchange(exchange: &ExchangeView, json: &mut Writer) {
    let question = &exchange.question;
    json.open('{');
    json.raw("question", "");
    json.open('{');
    json.number("number", u64::from(question.number));
    json.text("text", &question.text);
    json.text("kind", &name_of(&question.kind));
    json.number("followUpDepth", u64::from(question.follow_up_depth));
    json.text("origin", &name_of(&question.origin));
    json.number("askedAt", question.asked_at);
    json.close('}');
    json.text("reaction", &name_of(&exchange.reaction));
    json.text("answer", &exchange.answer);
    json.flag("amended", exchange.amended);
    json.flag("redacted", exchange.redacted);
    json.number("words", u64::from(exchange.words));
    json.number("thinkingMs", u64::from(exchange.thinking_ms));
    json.close('}');
}

fn finding(finding: &FindingView, json: &mut Writer) {
    json.open('{');
    json.text("text", &finding.text);
    json.optional("question", finding.question.map(u64::from));
    json.number("start", u64::from(finding.start));
    json.number("end", u64::from(finding.end));
    json.number("count", u64::from(finding.count));
    json.flag("edited", finding.edited);
    json.close('}');
}
