//! Removing one answer: its text goes from every record that has it, a tombstone stays. The rules, each with a test of its own:
//!
//! 1. *Tombstone*: the answer and its amendments are emptied and marked. Records keep place, time and version.
//! 2. *Carried*: a message to a model that carries this answer alone is emptied, whatever the prompt made of it. One that
//!    carries others as well loses every copy of it, be it of a single word.
//! 3. *Copies*: anywhere else, a copy is four words of the answer in a row, the whole of a shorter answer of two words at least,
//!    or one to three words of it in quotation marks that neither the material nor an earlier question has. In the question that
//!    follows the answer up, a name or a longer word is enough that came up with the answer and stands in no other one.
//! 4. *Whole arguments*: an argument of a tool that is the answer and nothing else goes, however short it is.
//! 5. *Sealed blocks*: what only its provider can read goes as a whole, as nothing can be taken out of it.
//! 6. *Other answers*: they stay as they are, being the respondent's other words, and so does what findings take from them.
//! 7. *Findings*: those that were drawn from the answer go, the others lose their copies.
//! 8. *Forms*: a form that was filled in is an answer, too. Its result becomes a tombstone, and so does the reading of a file that
//!    it brought. What was kept because of it is emptied: data of its kind that has all of what was approved, kept before or
//!    after, and whatever is about its files. Fields elsewhere that only it has are redacted; data without any others is emptied.
//! 9. *Other forms*: what the respondent approved or filled in by another form stays, but for words of a typed answer: forms show
//!    these as the interviewer copied them, and only notes and changes are the respondent's other words.
//! 10. *Kinds*: what facts of one kind of interview have of the answer is redacted in its room (`kinds/`).

mod forms;
mod typed;

use crate::copies::{Copies, REDACTED, Removal, hashes, is_part};
use crate::kinds;
use colloquy_findings::letters::is_alphanumeric;
use colloquy_schema::{
    Artifact, CallOutcome, CallStarted, Fact, FindingView, FindingsEdit, FindingsView, Message,
    RawReply, Record, ReplyJudged, Role, ToolCall,
};
use forms::Form;
use serde_json::Value;

/// Removes the answers to a question, with every copy of their words, and returns the records that changed.
///
/// The answer, its amendments and the result of its form become tombstones; every other record keeps what the answer does not
/// say. Nothing is returned for a question without an answer, or done already.
pub fn redact(records: &[Record], question: u32) -> Vec<Record> {
    let Some(redactor) = Redactor::of(records, question) else {
        return Vec::new();
    };
    let mut changed = Vec::new();
    for (place, record) in records.iter().enumerate().skip(redactor.from()) {
        let mut copy = record.clone();
        redactor.redact(place, &mut copy.fact);
        if copy != *record {
            changed.push(copy);
        }
    }
    changed
}

/// The questions that follow an answer up, and the replies that ask them.
fn follow_ups(records: &[Record], question: u32) -> impl Iterator<Item = &str> {
    let numbers: Vec<u32> = records
        .iter()
        .filter_map(|record| match &record.fact {
            Fact::Asked(asked) if asked.follow_up_to == Some(question) => Some(asked.number),
            _ => None,
        })
        .collect();
    let steps: Vec<String> = numbers
        .iter()
        .map(|number| format!("question:{number}"))
        .collect();
    let calls: Vec<u32> = records
        .iter()
        .filter_map(|record| match &record.fact {
            Fact::CallStarted(call) if steps.contains(&call.step) => Some(call.call),
            _ => None,
        })
        .collect();
    records.iter().filter_map(move |record| match &record.fact {
        Fact::Asked(asked) if numbers.contains(&asked.number) => Some(asked.text.as_str()),
        Fact::CallEnded {
            call,
            outcome: CallOutcome::Replied(reply),
        } if calls.contains(call) => Some(reply.text.as_str()),
        _ => None,
    })
}

/// One answer that is removed: its words, the form it was filled into, and where it begins.
struct Redactor {
    question: u32,
    /// Place of the first record that has the answer: what was typed, or the result of a form.
    first: usize,
    copies: Copies,
    /// The form that was filled in; for a typed answer an empty one, with the results of tools that read the answer.
    form: Form,
}

impl Redactor {
    /// Gathers what is to go; nothing where there is no answer, or none any more.
    fn of(records: &[Record], question: u32) -> Option<Redactor> {
        let (mut texts, mut others) = (Vec::new(), Vec::new());
        let mut typed = None;
        for (place, record) in records.iter().enumerate() {
            let (Fact::Answered {
                question: number,
                text,
                ..
            }
            | Fact::Amended {
                question: number,
                text,
                ..
            }) = &record.fact
            else {
                continue;
            };
            if *number != question {
                others.push(hashes(text));
            } else if !text.is_empty() {
                typed.get_or_insert(place);
                texts.push(text.clone());
            }
        }
        // A value that was filled in and is changed later is kept in words after it.
        let filled_first = |form: &Form| typed.is_none_or(|typed| form.ended < typed);
        let form = Form::of(records, question).filter(filled_first);
        let first = form.as_ref().map(|form| form.ended).or(typed)?;
        let until = form.as_ref().map_or(first, |_| records.len());
        let elsewhere = forms::elsewhere(records, question, until);
        let documents = forms::documents(&records[..first]);
        others.extend(elsewhere.iter().chain(&documents).map(|text| hashes(text)));
        let filled = form.as_ref().map(Form::texts).unwrap_or_default();
        let filled = filled.into_iter();
        texts.extend(filled.filter(|text| !is_part(&hashes(text), &others)));
        let mut copies = Copies::of(&texts, others);
        for record in &records[..first] {
            match &record.fact {
                Fact::Began(began) => {
                    let notes = began.setup.material.texts.iter();
                    notes.for_each(|text| copies.known(&text.text));
                }
                Fact::Asked(asked) => copies.known(&asked.text),
                _ => {}
            }
        }
        for text in follow_ups(&records[first..], question) {
            copies.made_from(text);
        }
        let removal = Removal {
            records,
            question,
            first,
            copies: &copies,
        };
        let secrets = kinds::ALL.iter().filter_map(|kind| kind.secrets(&removal));
        let secrets = secrets.collect();
        let form = form.unwrap_or_else(|| {
            let kinds = kinds::ALL.iter();
            Form::unfilled(kinds.flat_map(|kind| kind.readings(records, &copies)))
        });
        copies.secrets = secrets;
        Some(Redactor {
            question,
            first,
            copies,
            form,
        })
    }

    /// Place of the first record that can have what is removed.
    fn from(&self) -> usize {
        self.form.from(self.first)
    }

    /// Redacts the fact of a record. Before the answer nothing but data of its form can be a copy of it.
    fn redact(&self, place: usize, fact: &mut Fact) {
        if place < self.first || self.form.is_result(place) {
            return self.form.until_ended(fact);
        }
        for secrets in &self.copies.secrets {
            secrets.fact(fact, &self.copies);
        }
        self.fact(fact);
    }

    /// Redacts what facts of all kinds of interviews have.
    fn fact(&self, fact: &mut Fact) {
        match fact {
            Fact::Answered {
                question,
                text,
                redacted,
            }
            | Fact::Amended {
                question,
                text,
                redacted,
            } if *question == self.question => {
                text.clear();
                *redacted = true;
            }
            Fact::Asked(asked) => self.copies.text(&mut asked.text, false),
            Fact::CallStarted(call) => self.started(call),
            Fact::CallEnded { call, outcome } => match outcome {
                CallOutcome::Replied(reply) => self.replied(*call, reply),
                CallOutcome::Failed(error) => self.copies.text(&mut error.message, false),
                _ => {}
            },
            Fact::ReplyJudged(judged) => self.judged(judged),
            Fact::ToolWaiting {
                form: Some(form), ..
            } => self.fields(form),
            Fact::ToolEnded { id, result } => self.result(id, result),
            Fact::Persisted(artifact) => self.artifact(artifact),
            Fact::Closed { text, .. } => self.copies.text(text, false),
            Fact::FindingsEdited(edit) => self.edit(edit),
            Fact::Finished { findings, .. } => self.findings(findings),
            Fact::PartEnded {
                value: Some(value), ..
            }
            | Fact::Unknown(value) => self.value(value),
            _ => {}
        }
    }

    fn started(&self, call: &mut CallStarted) {
        let about_answer = self.copies.is_about_answer(call.call);
        for message in &mut call.add {
            if !about_answer {
                self.message(message);
            } else if message.role != Role::System {
                *message = Message::new(message.role, REDACTED);
            }
        }
    }

    fn message(&self, message: &mut Message) {
        message.opaque.clear();
        for result in &mut message.tool_results {
            self.result(&result.id, &mut result.result);
        }
        for call in &mut message.tool_calls {
            self.call(call);
        }
        self.form.message(message);
        match message.answers.as_slice() {
            // Whatever the prompt made of the answer (cut, escaped, framed), it is in here.
            [only] if *only == self.question => message.text = REDACTED.into(),
            several => {
                let carried = several.contains(&self.question);
                self.copies.text(&mut message.text, carried);
            }
        }
    }

    fn replied(&self, call: u32, reply: &mut RawReply) {
        if self.copies.is_about_answer(call) {
            reply.text = REDACTED.into();
        }
        self.copies.text(&mut reply.text, false);
        for call in &mut reply.tool_calls {
            self.call(call);
        }
        // A provider's own blocks are sealed: what is in them cannot be taken out, so they go as a whole.
        reply.opaque.clear();
    }

    fn judged(&self, judged: &mut ReplyJudged) {
        let about_answer = self.copies.is_about_answer(judged.call);
        for issue in &mut judged.issues {
            self.copies.text(&mut issue.message, false);
            if about_answer {
                issue.value = None;
            }
            issue.value.iter_mut().for_each(|value| self.value(value));
        }
    }

    /// Redacts the arguments of a tool call: one that is the answer as a whole goes, however short it is.
    fn call(&self, call: &mut ToolCall) {
        if self.form.arguments(call) {
            return;
        }
        for (key, value) in call.arguments.as_object_mut().into_iter().flatten() {
            if let Value::String(text) = value
                && !forms::is_no_words(key)
                && text.contains(is_alphanumeric)
                && self.copies.is_answer(text)
            {
                *text = REDACTED.into();
            }
        }
        self.fields(&mut call.arguments);
    }

    /// Redacts the result of a tool.
    fn result(&self, id: &str, result: &mut Value) {
        if !self.form.result(id, result) {
            self.fields(result);
        }
    }

    /// Redacts what was kept: all of it where it came from the form, else field by field.
    fn artifact(&self, artifact: &mut Artifact) {
        if !self.form.artifact(artifact) {
            self.data(&mut artifact.data);
            forms::empty(artifact);
        }
    }

    fn edit(&self, edit: &mut FindingsEdit) {
        match edit {
            FindingsEdit::Add { text, .. } | FindingsEdit::Strike { text, .. } => {
                self.copies.entry(text);
            }
            FindingsEdit::Reword { text, to, .. } => {
                if self.copies.only_here(text) {
                    *to = REDACTED.into();
                }
                self.copies.entry(text);
                self.copies.entry(to);
            }
        }
    }

    fn findings(&self, findings: &mut FindingsView) {
        for list in [
            &mut findings.insights,
            &mut findings.actions,
            &mut findings.recommendations,
            &mut findings.themes,
        ] {
            list.retain(|finding: &FindingView| {
                finding.question != Some(self.question) && !self.copies.only_here(&finding.text)
            });
            list.iter_mut()
                .for_each(|finding| self.copies.entry(&mut finding.text));
        }
    }

    /// Redacts arguments, results and shown forms of tools: data is compared field by field, anything else is text.
    fn fields(&self, value: &mut Value) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    match key.as_str() {
                        "data" | "changes" | "userNotes" => self.data(value),
                        _ => self.value(value),
                    }
                }
            }
            value => self.value(value),
        }
    }

    /// Redacts data of a form, or data that is kept: fields that have nothing but what the answer has go, however short they
    /// are.
    fn data(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.copies.entry(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.data(item)),
            Value::Object(map) => {
                let words = map.iter_mut().filter(|(key, _)| !forms::is_no_words(key));
                words.for_each(|(_, value)| self.data(value));
            }
            _ => {}
        }
    }

    /// Redacts every text of a value.
    fn value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.copies.text(text, false),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(map) => map.values_mut().for_each(|item| self.value(item)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod forms_tests;
#[cfg(test)]
mod tests;
