//! Damage to a JSON value, chosen by bytes: what somebody who edits a file by hand, or means harm, does to it.

use crate::input::Input;
use serde_json::{Map, Value, json};

/// Most edits of one value.
const EDITS: usize = 24;
/// Most nodes a value may have before it is edited further.
const NODES: usize = 20_000;

/// Texts that mean something to somebody who reads, shows or stores them.
pub(crate) const TEXTS: [&str; 20] = [
    "",
    " ",
    "\u{0}",
    "{",
    "}",
    "{question}",
    "{labels}",
    "{{",
    "a",
    "0",
    "null",
    "\u{202e}abc",
    "\u{200b}",
    "<script>alert(1)</script>",
    "=1+1",
    "```json\n{}\n```",
    "reflective",
    "en",
    "colloquy-file:x",
    "é🙂学",
];

/// Edits `value` as long as there is input; later edits see what earlier ones did.
pub(crate) fn edit(value: &mut Value, input: &mut Input) {
    for _ in 0..EDITS {
        let nodes = count(value);
        if input.is_empty() || nodes > NODES {
            return;
        }
        let at = path(value, input.below(nodes));
        one(value, &at, input);
    }
}

fn one(root: &mut Value, at: &[Step], input: &mut Input) {
    let leaf = match input.below(14) {
        0 => Some(Value::Null),
        1 => Some(json!(input.below(2) == 1)),
        2 => Some(number(input)),
        3 => Some((*input.pick(&TEXTS)).into()),
        4 => Some(input.text().into()),
        5 => Some(input.pick(&TEXTS).repeat(1 << input.below(15)).into()),
        6 => Some(json!({})),
        7 => Some(json!([])),
        8 => {
            let nodes = count(root);
            let from = path(root, input.below(nodes));
            find(root, &from).cloned()
        }
        9 => {
            let deep = 1 + input.below(200);
            find(root, at)
                .cloned()
                .map(|value| (0..deep).fold(value, |inner, _| json!([inner])))
        }
        _ => None,
    };
    if let Some(leaf) = leaf {
        if let Some(node) = find(root, at) {
            *node = leaf;
        }
        return;
    }
    let how = input.below(4);
    let Some((last, parents)) = at.split_last() else {
        return;
    };
    match (find(root, parents), last) {
        (Some(Value::Object(map)), Step::Key(key)) => in_object(map, key, how, input),
        (Some(Value::Array(list)), Step::Index(index)) => in_array(list, *index, how, input),
        _ => {}
    }
}

fn in_object(map: &mut Map<String, Value>, key: &str, how: usize, input: &mut Input) {
    match how {
        0 => drop(map.remove(key)),
        1 => {
            if let Some(value) = map.remove(key) {
                map.insert(input.text(), value);
            }
        }
        2 => drop(map.insert(input.text(), number(input))),
        _ => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let other = input.pick(&keys).clone();
            let (a, b) = (map.remove(key), map.get(&other).cloned());
            map.insert(other, a.unwrap_or_default());
            map.insert(key.into(), b.unwrap_or_default());
        }
    }
}

fn in_array(list: &mut Vec<Value>, index: usize, how: usize, input: &mut Input) {
    match how {
        0 => drop(list.remove(index)),
        1 => {
            let times = 1 << input.below(9);
            let copies = std::iter::repeat_n(list[index].clone(), times);
            list.splice(index..index, copies.collect::<Vec<_>>());
        }
        2 => list.truncate(index),
        _ => {
            let other = input.below(list.len());
            list.swap(index, other);
        }
    }
}

fn number(input: &mut Input) -> Value {
    let numbers = [
        json!(0),
        json!(1),
        json!(-1),
        json!(2),
        json!(3),
        json!(50),
        json!(51),
        json!(500),
        json!(0.5),
        json!(-0.0),
        json!(100),
        json!(101),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e308),
        json!(1e-308),
        json!(8_640_000_000_000_000_u64),
        json!(9_007_199_254_740_993_u64),
        json!(1.000_000_000_000_1),
    ];
    input.pick(&numbers).clone()
}

enum Step {
    Key(String),
    Index(usize),
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

/// Where the node of this place stands, counted from the root.
fn path(value: &Value, place: usize) -> Vec<Step> {
    let (mut at, mut left, mut steps) = (value, place, Vec::new());
    while left > 0 {
        left -= 1;
        let children: Vec<(Step, &Value)> = match at {
            Value::Array(list) => list
                .iter()
                .enumerate()
                .map(|(i, child)| (Step::Index(i), child))
                .collect(),
            Value::Object(map) => map
                .iter()
                .map(|(key, child)| (Step::Key(key.clone()), child))
                .collect(),
            _ => return steps,
        };
        for (step, child) in children {
            let nodes = count(child);
            if left < nodes {
                steps.push(step);
                at = child;
                break;
            }
            left -= nodes;
        }
    }
    steps
}

fn find<'a>(root: &'a mut Value, steps: &[Step]) -> Option<&'a mut Value> {
    steps.iter().try_fold(root, |at, step| match step {
        Step::Key(key) => at.get_mut(key),
        Step::Index(index) => at.get_mut(index),
    })
}
