//! Reads a host's options: every fault with its path, before anything begins.

use crate::material::subject_of;
use crate::misuse::{Misuse, MisuseCode};
use colloquy_schema::{
    Fields, Guidelines, Issue, Limits, Material, NamedText, Prices, Setup, TEXT_BYTES, TEXTS,
};
use serde_json::Value;

/// Longest single wish of the guidelines, in characters.
const GUIDELINE_CHARS: usize = 300;
/// Most wishes of one kind.
const GUIDELINES: usize = 20;
/// Largest host metadata, in bytes of JSON.
const METADATA_BYTES: usize = 64 * 1024;

/// What a host hands in, read and checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// The guide document.
    pub guide: Value,
    /// Everything else. Interviewer, seed, digest and earlier questions are the caller's to fill in.
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
        let guide = fields
            .required("guide", &mut issues)
            .cloned()
            .unwrap_or_default();
        let material = fields
            .raw("material")
            .map(|v| material(v, &mut issues))
            .unwrap_or_default();
        let guidelines = fields
            .raw("guidelines")
            .map(|v| guidelines(v, &mut issues))
            .unwrap_or_default();
        let subject = fields.text_opt("subject", 1, 2_000, &mut issues);
        let setup = Setup {
            subject: subject_of(subject.as_deref(), &material),
            material,
            guidelines,
            locale: fields
                .text_opt("locale", 1, 35, &mut issues)
                .unwrap_or_else(|| "en".into()),
            template: fields
                .text_opt("template", 1, 64, &mut issues)
                .unwrap_or_default(),
            limits: fields
                .raw("limits")
                .map(|v| Limits::read(v, "limits", &mut issues))
                .unwrap_or_default(),
            prices: fields.raw("prices").map(|v| prices(v, &mut issues)),
            metadata: metadata(fields.raw("metadata"), &mut issues),
            ..Setup::default()
        };
        for world in ["storage", "pace", "model"] {
            fields.raw(world);
        }
        fields.refuse_unknown(&mut issues);
        if issues.is_empty() {
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
    let mut material = Material {
        title: fields
            .text_opt("title", 0, 500, issues)
            .filter(|text| !text.is_empty()),
        creator: fields
            .text_opt("creator", 0, 500, issues)
            .filter(|text| !text.is_empty()),
        source_url: fields
            .text_opt("source_url", 0, 2_000, issues)
            .filter(|text| !text.is_empty()),
        duration_minutes: fields
            .int_opt("duration_minutes", 0, 100_000, issues)
            .map(|n| n as u32),
        texts: Vec::new(),
    };
    for (path, value) in fields.items("texts", TEXTS, issues) {
        let mut item = Fields::open(value, path.clone(), issues);
        let name = item.text("name", 1, 500, issues);
        let text = item.raw("text");
        match text.and_then(Value::as_str) {
            Some(text) if text.len() <= TEXT_BYTES => material.texts.push(NamedText {
                name,
                text: text.into(),
            }),
            Some(_) => issues.push(Issue::new(
                [&path, ".text"].concat(),
                "length",
                "must have at most 1 MiB",
                text,
            )),
            None => issues.push(Issue::new(
                [&path, ".text"].concat(),
                "type",
                "must be a string",
                text,
            )),
        }
        item.refuse_unknown(issues);
    }
    fields.refuse_unknown(issues);
    material
}

fn guidelines(value: &Value, issues: &mut Vec<Issue>) -> Guidelines {
    let mut fields = Fields::open(value, "guidelines", issues);
    let guidelines = Guidelines {
        tone: fields
            .text_opt("tone", 0, GUIDELINE_CHARS, issues)
            .filter(|text| !text.is_empty()),
        focus: fields.texts("focus", GUIDELINES, GUIDELINE_CHARS, issues),
        avoid: fields.texts("avoid", GUIDELINES, GUIDELINE_CHARS, issues),
    };
    fields.refuse_unknown(issues);
    guidelines
}

fn prices(value: &Value, issues: &mut Vec<Issue>) -> Prices {
    let mut fields = Fields::open(value, "prices", issues);
    let mut price = |key| {
        fields.required(key, issues);
        fields.number_opt(key, 0.0, 1e6, issues).unwrap_or_default()
    };
    let prices = Prices {
        input: price("input"),
        output: price("output"),
    };
    fields.refuse_unknown(issues);
    prices
}

fn metadata(value: Option<&Value>, issues: &mut Vec<Issue>) -> serde_json::Map<String, Value> {
    match value {
        None => serde_json::Map::new(),
        Some(Value::Object(map))
            if value.is_some_and(|v| v.to_string().len() <= METADATA_BYTES) =>
        {
            map.clone()
        }
        other => {
            issues.push(Issue::new(
                "metadata",
                "type",
                "must be an object of at most 64 kB of JSON",
                other,
            ));
            serde_json::Map::new()
        }
    }
}
