//! A form whose answer is taken back: what was filled in, what was approved by it, and what was read out of its files.
//!
//! What the respondent approved or filled in by another form stays, whatever it was drawn from: it is another answer, with a
//! removal of its own. What a tool was called with, what came of it and what was kept are copies like any other.

use crate::calls::tool_calls;
use crate::copies::REDACTED;
use colloquy_core::{approvable, data_type};
use colloquy_schema::tools::{CONTACT, EXTRACT, OPTION, VALIDATION};
use colloquy_schema::{Artifact, CallOutcome, DataType, Fact, Message, Record, ToolCall};
use serde_json::{Map, Value, json};

/// Keys of values that are no words: ids, addresses, kinds and states.
const NO_WORDS: [&str; 10] = [
    "id",
    "status",
    "dataType",
    "field",
    "selectedIds",
    "storageUrl",
    "file_url",
    "mimeType",
    "mime",
    "issues",
];

/// True for a key whose value is an id, an address, a kind or a state.
pub(super) fn is_no_words(key: &str) -> bool {
    NO_WORDS.contains(&key)
}

/// What stands for a result that was removed.
fn tombstone() -> Value {
    json!({ "status": "redacted" })
}

/// A form that was settled, with everything that came of it.
#[derive(Default)]
pub(super) struct Form {
    /// Place of the first record that can have what is taken back: the one in which its tool was called, the first one of all
    /// where the form showed data, which may have been kept before it was approved.
    from: usize,
    /// Place of its result.
    pub(super) ended: usize,
    call: Option<ToolCall>,
    result: Value,
    /// What was handed in: address and name of each file.
    files: Vec<(String, String)>,
    /// Calls that read these files, with what came of each.
    readings: Vec<(String, Value)>,
    /// What it brought, and its files after it, by kind.
    brought: Vec<(DataType, Value)>,
    /// What the respondent approved by other forms.
    approved: Vec<(DataType, Value)>,
}

impl Form {
    /// Finds the settled form of a question; nothing where it had none, or it is removed already.
    pub(super) fn of(records: &[Record], question: u32) -> Option<Form> {
        let mut settled = settled(records);
        let place = settled.iter().position(|(number, _)| *number == question)?;
        let (_, mut form) = settled.swap_remove(place);
        settled.retain(|(_, form)| {
            form.call
                .as_ref()
                .is_some_and(|call| call.name == VALIDATION)
        });
        form.approved = settled
            .into_iter()
            .flat_map(|(_, one)| one.brought)
            .collect();
        let files = form.result["files"].as_array().into_iter().flatten();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        form.files = files
            .map(|file| (text(&file["storageUrl"]), text(&file["name"])))
            .collect();
        for (id, result) in readings(records, form.ended, &form.files) {
            for kind in [DataType::ApplicantProfile, DataType::SkeletonTimeline] {
                let derived = approvable(&result["derived"][kind.name()]);
                form.brought.push((kind, derived));
            }
            form.readings.push((id, result));
        }
        Some(form)
    }

    /// Stands in for a typed answer, with the results of tools that read it: id of the call, and result.
    pub(super) fn unfilled(readings: impl Iterator<Item = (String, Value)>) -> Form {
        Form {
            readings: readings.collect(),
            ..Form::default()
        }
    }

    /// Place of the first record that can have what is removed; `first` is the place of a typed answer.
    pub(super) fn from(&self, first: usize) -> usize {
        if self.call.is_some() {
            self.from
        } else {
            first
        }
    }

    /// The texts that are taken back: what was chosen, handed in, approved and noted, and what was read out of the files.
    pub(super) fn texts(&self) -> Vec<String> {
        if let Some(chosen) = super::typed::chosen(self.call.as_ref(), &self.result) {
            // Its value is an id or a number: in words it is what was chosen.
            return chosen;
        }
        let mut out = Vec::new();
        texts(&self.result, &mut out);
        out.extend(self.chosen());
        for (_, result) in &self.readings {
            texts(&result["artifact_record"], &mut out);
            texts(&result["derived"], &mut out);
        }
        out
    }

    /// The labels of what was chosen.
    fn chosen(&self) -> Vec<String> {
        if let Some(chosen) = super::typed::chosen(self.call.as_ref(), &self.result) {
            return chosen;
        }
        let Some(call) = self.call.as_ref().filter(|call| call.name == OPTION) else {
            return Vec::new();
        };
        let options = call.arguments["options"].as_array().into_iter().flatten();
        let ids = self.result["selectedIds"].as_array();
        let chosen = options.filter(|option| ids.is_some_and(|ids| ids.contains(&option["id"])));
        let labels = chosen.filter_map(|option| option["label"].as_str().map(String::from));
        labels.collect()
    }

    /// Takes a call's data out where it came from here. True for the form's own call: what it asked with was there before the
    /// answer, and an option that is not readable any more would show which one was chosen.
    pub(super) fn arguments(&self, call: &mut ToolCall) -> bool {
        let own = self
            .call
            .as_ref()
            .is_some_and(|own| own.id == call.id && own.arguments == call.arguments);
        let kind = data_type(&call.arguments);
        let from = kind.is_some_and(|kind| self.is_source_of(kind, &call.arguments["data"]));
        if (own || from) && call.arguments["data"].is_object() {
            call.arguments["data"] = Value::Object(Map::new());
        }
        own
    }

    /// Replaces a result that belongs to the form or to the reading of its files.
    pub(super) fn result(&self, id: &str, result: &mut Value) -> bool {
        let own = self.call.as_ref().is_some_and(|call| call.id == id) && *result == self.result;
        let read = self
            .readings
            .iter()
            .any(|(reading, of)| reading == id && of == result);
        if own || read {
            *result = tombstone();
        }
        own || read
    }

    /// Empties what was kept because of the form: the tombstone has its id, its kind and its version.
    pub(super) fn artifact(&self, artifact: &mut Artifact) -> bool {
        let from = self.is_source_of(artifact.data_type, &artifact.data);
        if from {
            artifact.data = Value::Object(Map::new());
            artifact.confirmed = false;
        }
        from
    }

    /// True for the place of the form's result.
    pub(super) fn is_result(&self, place: usize) -> bool {
        self.call.is_some() && place == self.ended
    }

    /// Redacts a fact up to the result: nothing but the same data can be of this form.
    pub(super) fn until_ended(&self, fact: &mut Fact) {
        match fact {
            Fact::CallStarted(started) => {
                let messages = started.add.iter_mut();
                for call in messages.flat_map(|message| &mut message.tool_calls) {
                    self.arguments(call);
                }
            }
            Fact::Persisted(artifact) => {
                self.artifact(artifact);
            }
            Fact::CallEnded {
                outcome: CallOutcome::Replied(reply),
                ..
            } => {
                for call in &mut reply.tool_calls {
                    self.arguments(call);
                }
            }
            Fact::ToolWaiting {
                id,
                form: Some(form),
                ..
            } if self.call.as_ref().is_some_and(|call| call.id == *id) => {
                form["data"] = Value::Null;
            }
            Fact::ToolEnded { id, result } => {
                self.result(id, result);
            }
            _ => {}
        }
    }

    /// Takes the names of the files out of the list that a message has.
    pub(super) fn message(&self, message: &mut Message) {
        for (url, name) in &self.files {
            let listed = [url, " ", name].concat();
            if !name.is_empty() && message.text.contains(&listed) {
                let hidden = [url, " ", REDACTED].concat();
                message.text = message.text.replace(&listed, &hidden);
            }
        }
    }

    /// True when data is what the form brought, all of it and perhaps more, or is about one of its files; false for what
    /// the respondent approved by another form.
    fn is_source_of(&self, kind: DataType, data: &Value) -> bool {
        let data = approvable(data);
        let of_file = |url: &Value| self.files.iter().any(|(known, _)| *url == known.as_str());
        if self.approved.contains(&(kind, data.clone())) {
            return false;
        }
        let mut brought = self.brought.iter();
        of_file(&data["file_url"])
            || brought
                .any(|(of, brought)| *of == kind && !is_empty(brought) && contains(&data, brought))
    }
}

/// Empties an artifact of which nothing is left: every text in it was of an answer that was removed.
pub(super) fn empty(artifact: &mut Artifact) {
    let mut left = Vec::new();
    texts(&artifact.data, &mut left);
    if !left.is_empty() && left.iter().all(|text| text == REDACTED) {
        artifact.data = Value::Object(Map::new());
        artifact.confirmed = false;
    }
}

/// Every settled form with the number of its question.
fn settled(records: &[Record]) -> Vec<(u32, Form)> {
    let mut out = Vec::new();
    let mut asked: Option<(u32, Form)> = None;
    for (place, record) in records.iter().enumerate() {
        match &record.fact {
            Fact::Asked(question) => {
                asked = question.form.as_ref().and_then(|id| {
                    if let Some((from, call)) = super::typed::call_of(&records[..place], id) {
                        let form = Form {
                            from,
                            call: Some(call),
                            ..Form::default()
                        };
                        return Some((question.number, form));
                    }
                    let (called, call) = call_of(&records[..place], id)?;
                    let from = if call.name == VALIDATION { 1 } else { called };
                    let form = Form {
                        from,
                        call: Some(call.clone()),
                        ..Form::default()
                    };
                    Some((question.number, form))
                });
            }
            Fact::ToolEnded { id, result } => {
                let of = |(_, form): &mut (u32, Form)| {
                    form.call.as_ref().is_some_and(|call| call.id == *id)
                };
                let Some((number, mut form)) = asked.take_if(of) else {
                    continue;
                };
                if matches!(result["status"].as_str(), None | Some("error" | "redacted")) {
                    continue;
                }
                form.ended = place;
                form.result = result.clone();
                let kind = form
                    .call
                    .as_ref()
                    .and_then(|call| match call.name.as_str() {
                        CONTACT => Some(DataType::ApplicantProfile),
                        _ => data_type(&call.arguments),
                    });
                let data = approvable(&result["data"]);
                let kind = kind.filter(|_| result["status"] != "rejected");
                form.brought = kind.into_iter().map(|kind| (kind, data.clone())).collect();
                out.push((number, form));
            }
            _ => {}
        }
    }
    out
}

/// The last call of an id, with the place of its record.
fn call_of<'a>(records: &'a [Record], id: &str) -> Option<(usize, &'a ToolCall)> {
    let mut places = records.iter().enumerate().rev();
    places.find_map(|(place, record)| {
        let mut calls = tool_calls(&record.fact).iter();
        Some((place, calls.find(|call| call.id == id)?))
    })
}

/// Results of the calls that read some files.
fn readings(records: &[Record], from: usize, files: &[(String, String)]) -> Vec<(String, Value)> {
    let mut ids: Vec<&str> = Vec::new();
    let mut out = Vec::new();
    for record in &records[from..] {
        for call in tool_calls(&record.fact) {
            let url = &call.arguments["file_url"];
            let of = files.iter().any(|(known, _)| *url == known.as_str());
            ids.retain(|id| *id != call.id);
            if call.name == EXTRACT && of {
                ids.push(&call.id);
            }
        }
        if let Fact::ToolEnded { id, result } = &record.fact
            && ids.contains(&id.as_str())
        {
            out.push((id.clone(), result.clone()));
        }
    }
    out
}

/// The texts of other forms. Of those that were settled behind `until`, the respondent's own words alone: notes, and what was
/// changed.
pub(super) fn elsewhere(records: &[Record], question: u32, until: usize) -> Vec<String> {
    let mut out = Vec::new();
    for (number, form) in settled(records) {
        if number == question {
            continue;
        }
        if form.ended < until {
            texts(&form.result, &mut out);
            out.extend(form.chosen());
            continue;
        }
        texts(&form.result["userNotes"], &mut out);
        for change in form.result["changes"].as_array().into_iter().flatten() {
            texts(&change["newValue"], &mut out);
        }
    }
    out
}

/// The texts of documents that were read.
pub(super) fn documents(records: &[Record]) -> Vec<String> {
    let mut out = Vec::new();
    for record in records {
        if let Fact::ToolEnded { result, .. } = &record.fact {
            texts(&result["artifact_record"], &mut out);
            texts(&result["derived"], &mut out);
        }
    }
    out
}

/// Collects the texts of a value.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, out)),
        Value::Object(map) => {
            let words = map.iter().filter(|(key, _)| !is_no_words(key));
            words.for_each(|(_, value)| texts(value, out));
        }
        _ => {}
    }
}

/// True for a value without any text: every other value has all of that.
fn is_empty(value: &Value) -> bool {
    let mut out = Vec::new();
    texts(value, &mut out);
    out.is_empty()
}

/// True when a value has everything of another one, at the same place; entries of lists may stand anywhere.
fn contains(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::Object(map), Value::Object(part)) => part.iter().all(|(key, part)| {
            let value = map.get(key);
            value.is_some_and(|value| contains(value, part))
        }),
        (Value::Array(items), Value::Array(part)) => part
            .iter()
            .all(|part| items.iter().any(|item| contains(item, part))),
        (value, part) => value == part,
    }
}
