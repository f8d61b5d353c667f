//! The rewriting itself: one schema after the other, from the root down.

use super::flatten::{Flat, Flattener, is_object};
use super::keep::{is_silent, keeps};
use super::kinds::{apart, belongs, kinds, nullable};
use super::words::{describe, words};
use super::{Moved, ProfileReport, Provider, refs};
use serde_json::{Map, Value, json};

/// Deepest nesting of schemas that is rewritten; no provider accepts as much.
const MOST_DEPTH: usize = 24;

type Object = Map<String, Value>;

pub(super) fn rewrite(schema: &Value, provider: Provider) -> (Value, ProfileReport) {
    let mut rewriter = Rewriter {
        flattener: Flattener::new(schema, provider),
        provider,
        report: ProfileReport::default(),
    };
    let wrapped = !is_object(schema);
    rewriter.report.wrapped = wrapped;
    rewriter.flattener.wrapped = wrapped;
    let mut out = rewriter.schema(schema, "", 0, true);
    if wrapped {
        out = json!({
            "type": "object",
            "properties": {"value": out},
            "required": ["value"],
            "additionalProperties": false,
        });
    }
    let mut definitions = Map::new();
    while let Some((reference, name)) = rewriter.flattener.names.get(definitions.len()).cloned() {
        rewriter.flattener.open = vec![reference.clone()];
        let target = refs::target(schema, &reference).unwrap_or(&Value::Null);
        let path = ["$defs.", &name].concat();
        let definition = rewriter.schema(target, &path, 0, true);
        definitions.insert(name, definition);
    }
    if !definitions.is_empty() {
        out["$defs"] = Value::Object(definitions);
    }
    (out, rewriter.report)
}

/// Rewrites one schema for one provider.
struct Rewriter<'a> {
    flattener: Flattener<'a>,
    provider: Provider,
    report: ProfileReport,
}

impl Rewriter<'_> {
    fn moved(&mut self, path: &str, keyword: &str) {
        self.report.moved.push(Moved {
            path: path.into(),
            keyword: keyword.into(),
        });
    }

    /// Rewrites one schema. `inline` takes a reference's target in even where the reference could stay.
    fn schema(&mut self, schema: &Value, path: &str, depth: usize, inline: bool) -> Value {
        if depth > MOST_DEPTH || self.flattener.spent() {
            return self.cut(path, "depth");
        }
        let before = self.flattener.open.len();
        let out = match self.flattener.flatten(schema, inline) {
            Flat::Reference(reference) => reference,
            Flat::Endless => self.cut(path, "$ref"),
            Flat::Demands(map, rest) => self.demands(map, rest, path, depth),
        };
        self.flattener.open.truncate(before);
        out
    }

    /// What stands where the rewriting ends: an object without keys.
    fn cut(&mut self, path: &str, keyword: &str) -> Value {
        self.moved(path, keyword);
        json!({
            "description": "Nests no deeper here.",
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": false,
        })
    }

    fn demands(&mut self, mut map: Object, mut rest: Object, path: &str, depth: usize) -> Value {
        map.retain(|keyword, _| !is_silent(keyword));
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = map.remove(keyword) {
                if keyword == "oneOf" {
                    rest.insert("oneOf".into(), Value::Bool(true));
                } else if let Some(both) = map.remove("oneOf") {
                    rest.insert("oneOf".into(), both);
                }
                return self.alternatives(map, branches, rest, path, depth);
            }
        }
        let strict = self.provider != Provider::Generic;
        let kinds = kinds(&map);
        if strict && kinds.len() > 1 && kinds.iter().any(|kind| matches!(*kind, "object" | "array"))
        {
            let branches = apart(&map, &kinds);
            map.retain(|keyword, _| !belongs(keyword));
            return self.alternatives(map, branches, rest, path, depth);
        }
        let kind = kinds.first().copied().unwrap_or_default();
        let mut out = Map::new();
        for (keyword, value) in &map {
            match (keyword.as_str(), value) {
                ("properties" | "required" | "type", _) => {}
                ("description", Value::String(_)) => {
                    drop(out.insert(keyword.clone(), value.clone()))
                }
                ("items", Value::Object(_)) => {
                    let items = self.schema(value, &[path, "[]"].concat(), depth + 1, false);
                    out.insert(keyword.clone(), items);
                }
                ("items", Value::Bool(true)) | ("additionalProperties", Value::Bool(false)) => {}
                ("additionalProperties", _) if !strict => {
                    let value = match value.is_object() {
                        true => self.schema(value, &below(path, "*"), depth + 1, false),
                        false => value.clone(),
                    };
                    out.insert(keyword.clone(), value);
                }
                _ if keeps(self.provider, keyword, value) => {
                    drop(out.insert(keyword.clone(), value.clone()))
                }
                _ => drop(rest.insert(keyword.clone(), value.clone())),
            }
        }
        match kinds.as_slice() {
            [] if strict => {
                self.moved(path, "type");
                out.insert(
                    "type".into(),
                    json!(["string", "number", "boolean", "null"]),
                );
            }
            [] => {}
            [kind] => drop(out.insert("type".into(), Value::from(*kind))),
            several => drop(out.insert(
                "type".into(),
                several.iter().map(|kind| Value::from(*kind)).collect(),
            )),
        }
        if kind == "object" {
            self.properties(&map, &mut out, path, depth);
        }
        if kind == "array" && strict && !out.contains_key("items") {
            let anything =
                self.schema(&Value::Bool(true), &[path, "[]"].concat(), depth + 1, false);
            out.insert("items".into(), anything);
        }
        self.finish(out, rest, path)
    }

    fn properties(&mut self, map: &Object, out: &mut Object, path: &str, depth: usize) {
        let empty = Map::new();
        let declared = map
            .get("properties")
            .and_then(Value::as_object)
            .unwrap_or(&empty);
        let mut required: Vec<String> = Vec::new();
        for key in map
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if let Some(key) = key
                .as_str()
                .filter(|key| !required.iter().any(|other| other == key))
            {
                required.push(key.into());
            }
        }
        let mut properties = Map::new();
        let undeclared = required.iter().filter(|key| !declared.contains_key(*key));
        let undeclared: Vec<(&String, &Value)> =
            undeclared.map(|key| (key, &Value::Bool(true))).collect();
        let mut optional = Vec::new();
        for (key, schema) in declared.iter().chain(undeclared) {
            let at = below(path, key);
            let mut schema = self.schema(schema, &at, depth + 1, false);
            if !required.contains(key) && self.provider == Provider::OpenAi {
                nullable(&mut schema);
                self.report.nullable.push(at);
                optional.push(key.clone());
            }
            properties.insert(key.clone(), schema);
        }
        required.append(&mut optional);
        out.insert("properties".into(), Value::Object(properties));
        out.insert("required".into(), required.into());
        if self.provider != Provider::Generic
            || map.get("additionalProperties") == Some(&Value::Bool(false))
        {
            out.insert("additionalProperties".into(), Value::Bool(false));
        }
    }

    /// Rewrites alternatives. What is demanded beside them goes into each of them.
    fn alternatives(
        &mut self,
        mut map: Object,
        branches: Vec<Value>,
        rest: Object,
        path: &str,
        depth: usize,
    ) -> Value {
        let mut out = Map::new();
        for keyword in ["title", "description"] {
            if let Some(value) = map.remove(keyword) {
                out.insert(keyword.into(), value);
            }
        }
        let mut forms = Vec::new();
        for branch in branches.iter().filter(|branch| **branch != false) {
            let form = match map.is_empty() {
                true => self.schema(branch, path, depth + 1, false),
                false => self.schema(&json!({"allOf": [branch, map]}), path, depth + 1, false),
            };
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        out.insert("anyOf".into(), Value::Array(forms));
        self.finish(out, rest, path)
    }

    /// Moves what is left into the description.
    fn finish(&mut self, mut out: Object, mut rest: Object, path: &str) -> Value {
        for keyword in rest.keys() {
            self.moved(path, keyword);
        }
        let mut notes = Vec::new();
        if rest.get("additionalProperties") == Some(&Value::Bool(true)) {
            rest.remove("additionalProperties");
            notes.push("further keys are left out".into());
        }
        notes.append(&mut words(&rest));
        describe(&mut out, &notes);
        Value::Object(out)
    }
}

fn below(path: &str, key: &str) -> String {
    let dot = if path.is_empty() { "" } else { "." };
    [path, dot, key].concat()
}
