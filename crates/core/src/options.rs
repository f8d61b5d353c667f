//! Reads a host's options: every fault with its path, before anything begins.

use crate::misuse::{Misuse, MisuseCode};
use colloquy_schema::{
    Fields, Guidelines, HostTool, Interviewer, Issue, Limits, Material, NO_SUBJECT, NamedText,
    Prices, ReplyMode, Setup, TEXT_BYTES, TEXTS, codec, tools::TOOLS,
};
use serde_json::{Map, Value, json};

/// Longest single wish of the guidelines, in characters.
const GUIDELINE_CHARS: usize = 300;
/// Most wishes of one kind.
const GUIDELINES: usize = 20;
/// Largest host metadata, in bytes of JSON.
const METADATA_BYTES: usize = 64 * 1024;
/// Most tools of a host.
const HOST_TOOLS: usize = 20;
/// Largest JSON Schema of a tool's arguments, in bytes.
const PARAMETERS_BYTES: usize = 16 * 1024;
/// Most tokens that a host can give each reply.
const MAX_TOKENS: u64 = 128_000;
/// Names of the ways in which model APIs are spoken.
const DIALECTS: [&str; 3] = ["anthropic", "openai-chat", "openai-responses"];

/// What a host hands in, read and checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// The guide document.
    pub guide: Value,
    /// Everything else. Seed, digest, earlier questions, and the subject where the host names none, are the caller's to fill in.
    pub setup: Setup,
}

impl Options {
    /// Reads the options of `createInterview`. Keys that concern the world alone (`storage`, `pace`) are left to the caller.
    ///
    /// # Errors
    /// `invalid_options` with every fault, its path, rule and value.
    pub fn read(value: &Value) -> Result<Options, Misuse> {
        let mut issues = Vec::new();
        let mut fields = Fields::open(value, "", &mut issues);
        let guide = fields.required("guide", &mut issues).cloned();
        let mut setup = Setup {
            locale: "en".into(),
            ..Setup::default()
        };
        if let Some(value) = fields.raw("material") {
            setup.material = material(value, &mut issues);
        }
        if let Some(value) = fields.raw("guidelines") {
            setup.guidelines = guidelines(value, &mut issues);
        }
        if let Some(subject) = fields.text_opt("subject", 1, 2_000, &mut issues) {
            setup.subject = subject.trim().into();
        } else if setup.material == Material::default() {
            setup.subject = NO_SUBJECT.into();
        }
        for (key, max, slot) in [
            ("locale", 35, &mut setup.locale),
            ("template", 64, &mut setup.template),
        ] {
            if let Some(text) = fields.text_opt(key, 1, max, &mut issues) {
                *slot = text;
            }
        }
        if let Some(value) = fields.raw("limits") {
            setup.limits = Limits::read(value, "limits", &mut issues);
        }
        if let Some(value) = fields.raw("prices") {
            setup.prices = Some(prices(value, "prices", &mut issues));
        }
        if let Some(value) = fields.raw("model") {
            model(value, &mut setup, &mut issues);
        }
        if let Some(value) = fields.raw("metadata") {
            setup.metadata = metadata(value, &mut issues);
        }
        if let Some(value) = fields.raw("tools") {
            setup.tools = host_tools(value, &mut issues);
        }
        for world in ["storage", "pace"] {
            fields.raw(world);
        }
        fields.refuse_unknown(&mut issues);
        if issues.is_empty() {
            let guide = guide.unwrap_or_default();
            return Ok(Options { guide, setup });
        }
        Err(Misuse::with_details(
            MisuseCode::InvalidOptions,
            "mend the options: every fault is listed with its path, rule and value",
            issues,
        ))
    }
}

fn material(value: &Value, issues: &mut Vec<Issue>) -> Material {
    let mut fields = Fields::open(value, "material", issues);
    let mut material = Material::default();
    for (key, max, slot) in [
        ("title", 500, &mut material.title),
        ("creator", 500, &mut material.creator),
        ("source_url", 2_000, &mut material.source_url),
    ] {
        *slot = unless_empty(fields.text_opt(key, 0, max, issues));
    }
    let minutes = fields.int_opt("duration_minutes", 0, 100_000, issues);
    material.duration_minutes = minutes.map(|minutes| minutes as u32);
    for item in fields.items("texts", TEXTS, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let name = fields.text("name", 1, 500, issues);
        let value = fields.raw("text");
        let text = value.and_then(Value::as_str);
        match text.filter(|text| text.len() <= TEXT_BYTES) {
            Some(text) => material.texts.push(NamedText {
                name,
                text: text.into(),
            }),
            None => {
                let (rule, message) = match text {
                    Some(_) => ("length", "must have at most 1 MiB"),
                    None => ("type", "must be a string"),
                };
                Issue::report(issues, &fields.path_of("text"), rule, message, value);
            }
        }
        fields.refuse_unknown(issues);
    }
    fields.refuse_unknown(issues);
    material
}

fn unless_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn guidelines(value: &Value, issues: &mut Vec<Issue>) -> Guidelines {
    let mut fields = Fields::open(value, "guidelines", issues);
    let guidelines = Guidelines {
        tone: unless_empty(fields.text_opt("tone", 0, GUIDELINE_CHARS, issues)),
        focus: fields.texts("focus", GUIDELINES, GUIDELINE_CHARS, issues),
        avoid: fields.texts("avoid", GUIDELINES, GUIDELINE_CHARS, issues),
    };
    fields.refuse_unknown(issues);
    guidelines
}

/// Reads which model asks. Where it is reached is not kept: a session that is moved must not decide where answers go.
fn model(value: &Value, setup: &mut Setup, issues: &mut Vec<Issue>) {
    let mut fields = Fields::open(value, "model", issues);
    fields.text("proxy", 1, 2_000, issues);
    let dialect = fields.text("dialect", 1, 64, issues);
    if !dialect.is_empty() && !DIALECTS.contains(&dialect.as_str()) {
        let message = "must be anthropic, openai-chat or openai-responses";
        let path = fields.path_of("dialect");
        Issue::report(issues, &path, "enum", message, value.get("dialect"));
    }
    let name = fields.text("name", 1, 200, issues);
    let mut reply_mode = ReplyMode::default();
    if let Some(wish) = fields.raw("replyMode") {
        match codec::read(wish.clone()) {
            Ok(mode) => reply_mode = mode,
            Err(message) => {
                let path = fields.path_of("replyMode");
                Issue::report(issues, &path, "enum", &message, Some(wish));
            }
        }
    }
    if let Some(value) = fields.raw("prices") {
        setup.prices = Some(prices(value, "model.prices", issues));
    }
    let max_tokens = fields.int_opt("maxTokens", 50, MAX_TOKENS, issues);
    let max_tokens = max_tokens.map(|tokens| tokens as u32);
    let effort = fields.text_opt("effort", 1, 16, issues);
    fields.refuse_unknown(issues);
    setup.interviewer = Interviewer::Model {
        dialect,
        name,
        reply_mode,
        max_tokens,
        effort,
    };
}

/// Reads the host's tools as far as they are data: what runs stays with the page.
fn host_tools(value: &Value, issues: &mut Vec<Issue>) -> Vec<HostTool> {
    let list = json!({ "tools": value });
    let mut fields = Fields::open(&list, "", issues);
    let mut out: Vec<HostTool> = Vec::new();
    for item in fields.items("tools", HOST_TOOLS, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let tool = HostTool {
            name: fields.text("name", 1, 64, issues),
            description: fields.text("description", 1, 2_000, issues),
            parameters: fields
                .required("parameters", issues)
                .cloned()
                .unwrap_or_default(),
            idempotent: fields.flag("idempotent", false, issues),
        };
        let name = item.value.get("name");
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        if !tool.name.bytes().all(plain) {
            let message = "must be letters, digits, _ and -";
            Issue::report(issues, &fields.path_of("name"), "pattern", message, name);
        }
        // On the wire a dot becomes an underscore, so that name is taken, too.
        let built_in = |known: &&str| **known == tool.name || known.replace('.', "_") == tool.name;
        if TOOLS.iter().any(built_in) || out.iter().any(|other| other.name == tool.name) {
            Issue::report(issues, &fields.path_of("name"), "unique", "is taken", name);
        }
        let bytes = codec::text(&tool.parameters).len();
        if !tool.parameters.is_object() || bytes > PARAMETERS_BYTES {
            let message = "must be a JSON Schema, an object of at most 16 kB";
            Issue::report(issues, &fields.path_of("parameters"), "type", message, None);
        }
        fields.refuse_unknown(issues);
        out.push(tool);
    }
    out
}

fn prices(value: &Value, path: &str, issues: &mut Vec<Issue>) -> Prices {
    let mut fields = Fields::open(value, path, issues);
    let mut prices = Prices::default();
    for (key, slot) in [("input", &mut prices.input), ("output", &mut prices.output)] {
        fields.required(key, issues);
        *slot = fields.number_opt(key, 0.0, 1e6, issues).unwrap_or_default();
    }
    prices.cached_input = fields.number_opt("cachedInput", 0.0, 1e6, issues);
    prices.cache_write = fields.number_opt("cacheWrite", 0.0, 1e6, issues);
    fields.refuse_unknown(issues);
    prices
}

fn metadata(value: &Value, issues: &mut Vec<Issue>) -> Map<String, Value> {
    let map = value.as_object();
    let bytes = codec::text(value).len();
    match map.filter(|_| bytes <= METADATA_BYTES) {
        Some(map) => map.clone(),
        None => {
            let message = "must be an object of at most 64 kB of JSON";
            Issue::report(issues, "metadata", "type", message, Some(value));
            Map::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(model: Value) -> Result<Options, Misuse> {
        Options::read(&json!({ "guide": {}, "model": model }))
    }

    #[test]
    fn a_model_is_named_and_its_address_is_not_kept() {
        let prices = json!({ "input": 3, "output": 15 });
        let model = json!({
            "proxy": "/", "dialect": "anthropic", "name": "m-1", "replyMode": "strict", "prices": prices,
            "maxTokens": 4_000, "effort": "low",
        });
        let setup = read(model).unwrap().setup;
        let interviewer = Interviewer::Model {
            dialect: "anthropic".into(),
            name: "m-1".into(),
            reply_mode: ReplyMode::Strict,
            max_tokens: Some(4_000),
            effort: Some("low".into()),
        };
        assert_eq!(setup.interviewer, interviewer);
        assert_eq!(setup.prices.unwrap().output, 15.0);
        assert!(!serde_json::to_string(&setup).unwrap().contains("proxy"));
    }

    #[test]
    fn every_fault_of_a_model_has_its_path() {
        let model = json!({ "dialect": "morse", "name": "", "replyMode": "loud", "key": "x", "prices": {}, "maxTokens": 1, "effort": "" });
        let fault = read(model).unwrap_err();
        let mut paths: Vec<&str> = fault
            .details()
            .iter()
            .map(|issue| issue.path.as_str())
            .collect();
        paths.sort_unstable();
        let expected = [
            "model.dialect",
            "model.effort",
            "model.key",
            "model.maxTokens",
            "model.name",
            "model.prices.input",
            "model.prices.output",
            "model.proxy",
            "model.replyMode",
        ];
        assert_eq!(paths, expected);
    }
}
