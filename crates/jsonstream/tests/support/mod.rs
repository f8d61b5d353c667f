//! What every input must satisfy, used by the property tests and the replay of the corpus.

use colloquy_jsonstream::{
    Candidate, Change, ChangeKind, Limits, ReadReply, Reader, Segment, read,
};
use serde_json::Value;

/// Pushes `bytes` in pieces of the given sizes, over and over; returns all changes and the result.
pub(crate) fn push_cut(bytes: &[u8], sizes: &[usize], limits: Limits) -> (Vec<Change>, ReadReply) {
    let mut reader = Reader::new(limits);
    let (mut changes, mut rest) = (Vec::new(), bytes);
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, after) = rest.split_at((*size).min(rest.len()));
        changes.extend(reader.push_bytes(piece));
        rest = after;
    }
    let reply = reader.finish();
    changes.extend(reply.changes.iter().cloned());
    (changes, reply)
}

/// Joins neighbouring appends to one place.
pub(crate) fn normal(changes: &[Change]) -> Vec<Change> {
    let mut joined: Vec<Change> = Vec::new();
    for change in changes {
        if let (Some(last), ChangeKind::Append(more)) = (joined.last_mut(), &change.kind)
            && last.path == change.path
            && last.candidate == change.candidate
            && let ChangeKind::Append(text) = &mut last.kind
        {
            text.push_str(more);
            continue;
        }
        joined.push(change.clone());
    }
    joined
}

/// Builds the value that the changes of one candidate describe.
pub(crate) fn replay(changes: &[Change], candidate: u32) -> Option<Value> {
    // The document sits in a one-element holder, so that the root is a slot like any other.
    let mut holder: Vec<Value> = Vec::new();
    for change in changes.iter().filter(|c| c.candidate == candidate) {
        let segments = change.path.segments();
        match (&change.kind, segments.split_last()) {
            (ChangeKind::Withdrawn, None) => holder.clear(),
            (ChangeKind::Withdrawn, Some((last, parents))) => {
                if let (Value::Object(members), Segment::Key(key)) =
                    (slot(&mut holder, parents), last)
                {
                    members.remove(&**key);
                }
            }
            (ChangeKind::Value(value), _) => *slot(&mut holder, &segments) = value.clone(),
            (ChangeKind::Append(text), _) => match slot(&mut holder, &segments) {
                Value::String(so_far) => so_far.push_str(text),
                other => *other = Value::String(text.clone()),
            },
        }
    }
    holder.pop()
}

/// Finds the place of a path, making containers on the way.
fn slot<'a>(holder: &'a mut Vec<Value>, segments: &[&Segment]) -> &'a mut Value {
    if holder.is_empty() {
        holder.push(Value::Null);
    }
    let mut at = &mut holder[0];
    for segment in segments {
        at = match segment {
            Segment::Key(key) => {
                if !at.is_object() {
                    *at = Value::Object(Default::default());
                }
                let members = at.as_object_mut().unwrap();
                members.entry(key.to_string()).or_insert(Value::Null)
            }
            Segment::Index(index) => {
                if !at.is_array() {
                    *at = Value::Array(Vec::new());
                }
                let elements = at.as_array_mut().unwrap();
                if elements.len() == *index {
                    elements.push(Value::Null);
                }
                &mut elements[*index]
            }
        };
    }
    at
}

/// Checks everything that must hold for `bytes`, cut in pieces of `sizes`.
pub(crate) fn check_all(bytes: &[u8], sizes: &[usize]) {
    let limits = Limits::default();
    let (whole_changes, whole) = push_cut(bytes, &[usize::MAX], limits);
    let text = String::from_utf8_lossy(bytes);
    for sizes in [sizes, &[1]] {
        let (changes, reply) = push_cut(bytes, sizes, limits);
        assert_eq!(
            normal(&changes),
            normal(&whole_changes),
            "changes of {text:?}"
        );
        assert_eq!(reply.candidates, whole.candidates, "candidates of {text:?}");
        assert_eq!(
            (&reply.prose, reply.half_json),
            (&whole.prose, whole.half_json)
        );
        check_steps(bytes.len(), bytes.len(), &reply);
    }
    check_steps(bytes.len(), 1, &whole);
    for candidate in &whole.candidates {
        if let Some(id) = candidate.id {
            assert_eq!(
                replay(&whole_changes, id).as_ref(),
                Some(&candidate.value),
                "{text:?}"
            );
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let read = read(text, limits);
        assert_eq!(read.candidates, whole.candidates, "read of {text:?}");
        check_strict(text, &read);
    }
}

/// Checks that each byte was looked at a bounded number of times, and a little more per push.
pub(crate) fn check_steps(bytes: usize, pushes: usize, reply: &ReadReply) {
    let most = 10 * bytes + 4 * pushes + 40_960;
    assert!(
        reply.steps <= most as u64,
        "{} steps for {bytes} bytes",
        reply.steps
    );
}

/// Checks the claim of strictness, both ways, against a strict parser.
pub(crate) fn check_strict(text: &str, reply: &ReadReply) {
    for candidate in &reply.candidates {
        let slice = &text[candidate.start..candidate.end];
        let strict = serde_json::from_str::<Value>(slice).ok();
        assert_eq!(candidate.strict, strict.is_some(), "{slice:?} of {text:?}");
        if let Some(strict) = strict {
            assert!(
                near(&candidate.value, &strict),
                "{} and {strict}",
                candidate.value
            );
        }
    }
    let deep = |c: &Candidate| c.repairs.codes().contains(&"too_deep");
    if let Ok(value) = serde_json::from_str::<Value>(text)
        && !reply.candidates.iter().any(deep)
    {
        let first = reply.value();
        assert!(
            first.is_some_and(|first| near(first, &value)),
            "{text:?} gave {first:?}"
        );
    }
}

/// Equal but for the last places of numbers far from 1, which `serde_json` rounds by default as we do, differently.
fn near(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a == b || (a - b).abs() <= 1e-13 * a.abs(),
            _ => false,
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k == l && near(a, b))
        }
        (a, b) => a == b,
    }
}
