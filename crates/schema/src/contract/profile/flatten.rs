//! What a schema demands in the end: its references followed, its `allOf` merged.

use super::keep::is_silent;
use super::kinds::kinds;
use super::merge::merge;
use super::{Provider, refs};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// How often a schema may contain itself where the provider has no references that come back.
const MOST_UNROLLED: usize = 3;

/// Most schemas that are looked at in all: a small schema can ask for any number by referring to its parts.
const MOST_SCHEMAS: usize = 6_000;

/// Most references and `allOf`s that lead from one schema to what it demands in the end.
const MOST_HOPS: usize = 32;

type Object = Map<String, Value>;

/// Returns whether a schema's values are objects and nothing else, and it can be a provider's root.
pub(super) fn is_object(schema: &Value) -> bool {
    match flat(schema, schema) {
        Some(map) => kinds(&map) == ["object"] && map.get("anyOf").or(map.get("oneOf")).is_none(),
        None => false,
    }
}

/// Returns what a schema demands, its references followed and its `allOf` merged; none where that has no end.
pub(super) fn flat(root: &Value, schema: &Value) -> Option<Object> {
    match Flattener::new(root, Provider::Anthropic).flatten(schema, true) {
        Flat::Demands(map, _) => Some(map),
        _ => None,
    }
}

/// A schema on the way.
pub(super) enum Flat {
    /// A reference that stays one.
    Reference(Value),
    /// What the schema demands, and what of that the same keywords cannot express.
    Demands(Object, Object),
    /// A schema that contains itself too often.
    Endless,
}

/// Follows the references of one schema for one provider.
pub(super) struct Flattener<'a> {
    root: &'a Value,
    provider: Provider,
    /// True where the root became a property of an object.
    pub(super) wrapped: bool,
    /// References whose targets are being rewritten in place.
    pub(super) open: Vec<String>,
    /// References that stay, with the names of their definitions.
    pub(super) names: Vec<(String, String)>,
    /// Which references lead back to themselves, as far as that was asked.
    cyclic: BTreeMap<String, bool>,
    /// How many more schemas are looked at.
    left: usize,
}

impl<'a> Flattener<'a> {
    pub(super) fn new(root: &'a Value, provider: Provider) -> Self {
        Flattener {
            root,
            provider,
            wrapped: false,
            open: Vec::new(),
            names: Vec::new(),
            cyclic: BTreeMap::new(),
            left: MOST_SCHEMAS,
        }
    }

    /// True when as many schemas were looked at as are at most.
    pub(super) fn spent(&self) -> bool {
        self.left == 0
    }

    /// Follows references and merges `allOf`. `inline` takes a reference's target in even where the reference could stay.
    pub(super) fn flatten(&mut self, schema: &Value, inline: bool) -> Flat {
        self.follow(schema, inline, MOST_HOPS)
    }

    fn follow(&mut self, schema: &Value, inline: bool, hops: usize) -> Flat {
        // Merging can double at every step as well.
        if self.left == 0 {
            return Flat::Endless;
        }
        self.left -= 1;
        let mut map = schema.as_object().cloned().unwrap_or_default();
        let mut rest = Map::new();
        if *schema == false {
            rest.insert("not".into(), json!({}));
        }
        for _ in 0..hops {
            if let Some(Value::String(reference)) = map.remove("$ref") {
                let Some(target) = refs::target(self.root, &reference) else {
                    rest.insert("$ref".into(), reference.into());
                    continue;
                };
                let bare = !inline && map.keys().all(|keyword| is_silent(keyword));
                let open = self.open.iter().filter(|open| **open == reference).count();
                let cyclic = self.comes_back(&reference);
                let stays = match self.provider {
                    Provider::Anthropic if cyclic && open >= MOST_UNROLLED => return Flat::Endless,
                    Provider::Anthropic => bare && !cyclic,
                    _ => bare || open > 0,
                };
                if stays {
                    let kept = self.keep(&reference);
                    if bare {
                        return Flat::Reference(kept);
                    }
                    // Providers refuse a reference with anything beside it.
                    map.retain(|keyword, _| matches!(keyword.as_str(), "title" | "description"));
                    map.insert("anyOf".into(), json!([kept]));
                    return Flat::Reference(Value::Object(map));
                }
                self.open.push(reference);
                rest.append(&mut merge(
                    &mut map,
                    target.as_object().unwrap_or(&Map::new()),
                ));
            } else if let Some(Value::Array(all)) = map.remove("allOf") {
                for branch in &all {
                    match self.follow(branch, true, hops - 1) {
                        Flat::Demands(branch, mut more) => {
                            rest.append(&mut more);
                            rest.append(&mut merge(&mut map, &branch));
                        }
                        Flat::Reference(reference)
                            if all.len() == 1
                                && map.keys().all(|k| k == "description" || is_silent(k)) =>
                        {
                            return Flat::Reference(reference);
                        }
                        Flat::Reference(_) => drop(rest.insert("allOf".into(), branch.clone())),
                        Flat::Endless => return Flat::Endless,
                    }
                }
            } else {
                return Flat::Demands(map, rest);
            }
        }
        Flat::Endless
    }

    /// Returns whether a reference leads back to itself. The answer is kept, as a schema may hold the same one thousands of times.
    fn comes_back(&mut self, reference: &str) -> bool {
        if self.provider != Provider::Anthropic {
            return false;
        }
        if let Some(known) = self.cyclic.get(reference) {
            return *known;
        }
        let cyclic = refs::comes_back(self.root, reference);
        self.cyclic.insert(reference.into(), cyclic);
        cyclic
    }

    /// Names the definition that a reference leads to.
    fn keep(&mut self, reference: &str) -> Value {
        if reference == "#" && !self.wrapped {
            return json!({"$ref": "#"});
        }
        let known = self.names.iter().find(|(other, _)| other == reference);
        let name = match known {
            Some((_, name)) => name.clone(),
            None => {
                let last = reference.rsplit(['/', '#']).next().unwrap_or_default();
                let plain = |c: char| {
                    if c.is_ascii_alphanumeric() || c == '-' {
                        c
                    } else {
                        '_'
                    }
                };
                let base: String = last.chars().take(40).map(plain).collect();
                let base = if base.is_empty() { "whole" } else { &base };
                let taken = |name: &str| self.names.iter().any(|(_, other)| other == name);
                let mut name = String::from(base);
                let mut number = 2;
                while taken(&name) {
                    name = [base, "_", &number.to_string()].concat();
                    number += 1;
                }
                self.names.push((reference.into(), name.clone()));
                name
            }
        };
        let pointer = ["#/$defs/", &name].concat();
        json!({"$ref": pointer})
    }
}
