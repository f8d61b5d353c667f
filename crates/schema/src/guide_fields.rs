//! What every reader of a guide uses: the longest texts, objects of required texts, lists with ids.

use crate::{Fields, Issue, Item};
use serde_json::Value;

/// Longest prompt or other long text of a guide, in characters.
pub(crate) const LONG: usize = 20_000;

/// Longest sentence shown to a respondent, in characters.
pub(crate) const SHORT: usize = 2_000;

/// Reads an object that has required texts and nothing else.
#[inline(never)]
pub(crate) fn texts(
    value: &Value,
    path: &str,
    list: &mut [(&'static str, usize, &mut String)],
    issues: &mut Vec<Issue>,
) {
    let mut fields = Fields::open(value, path, issues);
    fields.texts_into(list, issues);
    fields.refuse_unknown(issues);
}

/// Reports an id that another entry of the same list has.
pub(crate) fn unique(taken: bool, fields: &Fields, item: &Item, issues: &mut Vec<Issue>) {
    if taken {
        let (path, value) = (fields.path_of("id"), item.value.get("id"));
        Issue::report(issues, &path, "unique", "is used twice", value);
    }
}

/// Reports a list of the strategy that is absent or empty.
pub(crate) fn at_least_one(strategy: &Value, key: &str, what: &str, issues: &mut Vec<Issue>) {
    let given = strategy.get(key).filter(|value| !value.is_null());
    if given.is_none_or(|value| value.as_array().is_some_and(Vec::is_empty)) {
        let message = ["must have at least one ", what].concat();
        let path = ["strategy.", key].concat();
        Issue::report(issues, &path, "length", &message, given);
    }
}
