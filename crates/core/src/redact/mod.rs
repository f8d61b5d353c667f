//! Taking one answer back: the text goes from every record that has it, a tombstone stays.

mod forms;
mod skills;
mod words;

use crate::hash::Hashes;
use colloquy_findings::letters::is_alphanumeric;
use colloquy_schema::{
    CallOutcome, Fact, FindingView, FindingsEdit, FindingsView, Message, Record, Role, SkillsEdit,
    ToolCall,
};
use forms::Form;
use serde_json::Value;
use skills::Secrets;
use words::{Word, hashes, together, words};

/// Stands where words of the answer stood.
pub const REDACTED: &str = "[redacted]";
/// Words in a row from which a repetition counts as a copy of the answer.
const RUN: usize = 4;

/// Removes the answers to a question, with every copy of their words, and returns the records that changed.
///
/// The answer and its amendments become tombstones. Messages to a model that carry it are emptied; later questions,
/// replies and findings lose what repeats four or more words of it in a row, the whole of a shorter answer (two words at
/// least), or one to three words of it in quotation marks that neither the material nor an earlier question has.
/// Findings drawn from it go, and so does what was read of skills in it: names and values that nothing else says are gone
/// everywhere, and each skill that other answers speak of keeps what they say, under a name that says nothing. Answers to other questions stay as they are: they are the respondent's other words.
///
/// A form that was filled in is an answer, too. Its result becomes a tombstone, and so does the reading of a file that it brought;
/// what was kept because of it is emptied: data of its kind that has all of what was approved, kept before or after, and whatever is
/// about its files.
/// Fields elsewhere that only it says are redacted; what has no others is emptied, too. What the respondent approved or filled in by another form stays, but for words of a typed
/// answer: forms show these as the interviewer copied them, and only notes and changes are the respondent's other words.
///
/// Records keep place, time and version. Nothing is returned for a question without an answer, or done already.
pub fn redact(records: &[Record], question: u32) -> Vec<Record> {
    let mut answers = Vec::new();
    let mut others = Vec::new();
    let mut first = records.len();
    for (i, record) in records.iter().enumerate() {
        if let Fact::Answered {
            question: number,
            text,
            ..
        }
        | Fact::Amended {
            question: number,
            text,
            ..
        } = &record.fact
        {
            if *number != question {
                others.push(hashes(text));
            } else if !text.is_empty() {
                first = first.min(i);
                answers.push(text.as_str());
            }
        }
    }
    let form = Form::of(records, question).filter(|_| answers.is_empty());
    let said = form.as_ref().map(Form::texts).unwrap_or_default();
    let until = form.as_ref().map_or(first, |_| records.len());
    first = form.as_ref().map_or(first, |form| form.ended);
    let elsewhere = forms::said_elsewhere(records, question, until);
    let documents = forms::documents(&records[..first]);
    others.extend(elsewhere.iter().chain(&documents).map(|text| hashes(text)));
    let said = said.iter().map(String::as_str);
    answers.extend(said.filter(|text| !is_part(&hashes(text), &others)));
    let mut copies = Copies::of(&answers);
    copies.others = others;
    for record in &records[..first] {
        match &record.fact {
            Fact::Began(began) => began
                .setup
                .material
                .texts
                .iter()
                .for_each(|text| copies.known(&text.text)),
            Fact::Asked(asked) => copies.known(&asked.text),
            _ => {}
        }
    }
    let step = ["analysis:", &question.to_string()].concat();
    let mut called = Vec::new();
    for record in records {
        if let Fact::CallStarted(call) = &record.fact
            && call.step == step
        {
            called.push(call.call);
        }
    }
    copies.readings = called;
    if first < records.len() {
        let only_here = |text: &str| copies.only_here(text);
        copies.skills = Secrets::of(records, question, first, &only_here);
    }
    let from = form.as_ref().map_or(first, |form| form.from);
    copies.form = form.unwrap_or_else(|| Form::analyses(records, &copies.answers));
    let mut changed = Vec::new();
    for (place, record) in records.iter().enumerate().skip(from) {
        let mut copy = record.clone();
        if place < first || copies.form.is_result(place) {
            copies.form.until_ended(&mut copy.fact);
        } else {
            copies.fact(&mut copy.fact, question);
        }
        if copy != *record {
            changed.push(copy);
        }
    }
    changed
}

/// What the words of the answer look like, for finding them elsewhere.
#[derive(Default)]
struct Copies {
    /// Hashes of the answers' words in their order.
    answers: Vec<Vec<u64>>,
    /// The same of the answers to other questions.
    others: Vec<Vec<u64>>,
    /// Every [`RUN`] words in a row.
    runs: Hashes,
    /// Every one to three words in a row.
    parts: Hashes,
    /// Those of them that were there before the answer.
    before: Hashes,
    /// Answers of fewer than [`RUN`] words.
    short: Hashes,
    /// What only the answer says of skills.
    skills: Secrets,
    /// Calls that read the answer: all they are about is the answer.
    readings: Vec<u32>,
    /// The form that was filled in; an empty one for a typed answer.
    form: Form,
}

impl Copies {
    fn of(answers: &[&str]) -> Copies {
        let mut copies = Copies::default();
        for answer in answers {
            let words = hashes(answer);
            copies.runs.add_windows(&words, RUN);
            for length in 1..RUN {
                copies.parts.add_windows(&words, length);
            }
            if (1..RUN).contains(&words.len()) {
                copies.short.add(together(&words));
            }
            copies.answers.push(words);
        }
        copies
    }

    /// Takes short quotes that were there before the answer off the list.
    fn known(&mut self, text: &str) {
        let words = hashes(text);
        for length in 1..RUN {
            self.before.add_windows(&words, length);
        }
    }

    fn fact(&self, fact: &mut Fact, question: u32) {
        match fact {
            Fact::Answered {
                question: number,
                text,
                redacted,
            }
            | Fact::Amended {
                question: number,
                text,
                redacted,
            } if *number == question => {
                text.clear();
                *redacted = true;
            }
            Fact::CallStarted(call) if self.readings.contains(&call.call) => {
                for message in &mut call.add {
                    if message.role != Role::System {
                        *message = Message::new(message.role, REDACTED);
                    }
                }
            }
            Fact::CallStarted(call) => call
                .add
                .iter_mut()
                .for_each(|message| self.message(message, question)),
            Fact::CallEnded {
                call,
                outcome: CallOutcome::Replied(reply),
            } => {
                if self.readings.contains(call) {
                    reply.text = REDACTED.into();
                }
                self.text(&mut reply.text, false);
                for call in &mut reply.tool_calls {
                    self.call(call);
                }
                // A provider's own blocks are sealed: what is in them cannot be taken out, so they go as a whole.
                reply.opaque.clear();
            }
            Fact::CallEnded {
                outcome: CallOutcome::Failed(error),
                ..
            } => self.text(&mut error.message, false),
            Fact::ReplyJudged(judged) => {
                let reading = self.readings.contains(&judged.call);
                for issue in &mut judged.issues {
                    self.text(&mut issue.message, false);
                    if reading {
                        issue.value = None;
                    }
                    issue.value.iter_mut().for_each(|value| self.value(value));
                }
            }
            Fact::Asked(asked) => {
                self.text(&mut asked.text, false);
                asked.gap.iter_mut().for_each(|gap| self.skills.gap(gap));
            }
            Fact::SkillsRead(read) if read.question == Some(question) => {
                // How it met its question says nothing of it, and counts: nobody is asked again because of this.
                read.found.clear();
                read.refused.clear();
                read.read = true;
            }
            Fact::SkillsRead(read) if read.question.is_some() => {
                self.skills.read(read);
                for found in &mut read.found {
                    self.entry(&mut found.quote);
                    for value in &mut found.values {
                        self.entry(&mut value.quote);
                        let said = is_part(&hashes(&value.quote), &self.others);
                        if !said || !value.same_as.is_empty() {
                            self.entry(&mut value.value);
                        }
                    }
                }
            }
            Fact::GapEnded { skill, .. } => self.skills.name(skill),
            Fact::SkillsEdited(edit) => {
                self.skills.edit(edit);
                if let SkillsEdit::Set { value, .. } = edit {
                    self.entry(value);
                }
            }
            Fact::Tracked(tracked) => {
                let lists = [&mut tracked.insights, &mut tracked.follow_up];
                lists
                    .into_iter()
                    .flatten()
                    .for_each(|text| self.entry(text));
            }
            Fact::Closed { text, .. } => self.text(text, false),
            Fact::ToolEnded { id, result } => self.result(id, result),
            Fact::Persisted(artifact) => {
                let emptied = self.form.artifact(artifact);
                if !emptied {
                    self.data(&mut artifact.data);
                    forms::empty(artifact);
                }
            }
            Fact::ToolWaiting {
                form: Some(form), ..
            } => self.told(form),
            Fact::PartEnded {
                value: Some(value), ..
            }
            | Fact::Unknown(value) => {
                self.value(value);
            }
            Fact::FindingsEdited(edit) => self.edit(edit),
            Fact::Finished { findings, .. } => self.findings(findings, question),
            _ => {}
        }
    }

    fn message(&self, message: &mut Message, question: u32) {
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
            [only] if *only == question => message.text = REDACTED.into(),
            several => self.text(&mut message.text, several.contains(&question)),
        }
    }

    fn edit(&self, edit: &mut FindingsEdit) {
        match edit {
            FindingsEdit::Add { text, .. } | FindingsEdit::Strike { text, .. } => self.entry(text),
            FindingsEdit::Reword { text, to, .. } => {
                if self.only_here(text) {
                    *to = REDACTED.into();
                }
                self.entry(text);
                self.entry(to);
            }
        }
    }

    fn findings(&self, findings: &mut FindingsView, question: u32) {
        for list in [
            &mut findings.insights,
            &mut findings.actions,
            &mut findings.themes,
        ] {
            list.retain(|finding: &FindingView| {
                finding.question != Some(question) && !self.only_here(&finding.text)
            });
            list.iter_mut()
                .for_each(|finding| self.entry(&mut finding.text));
        }
    }

    /// Takes the copies out of an entry of the findings. One that stands in another answer stays: struck or kept, it
    /// must go on naming what it names.
    fn entry(&self, text: &mut String) {
        if self.only_here(text) {
            *text = REDACTED.into();
        } else if !is_part(&hashes(text), &self.others) {
            self.text(text, false);
        }
    }

    /// True when a text is part of the answer and of no other one.
    fn only_here(&self, text: &str) -> bool {
        let words = hashes(text);
        is_part(&words, &self.answers) && !is_part(&words, &self.others)
    }

    /// The arguments of a tool call: one that is the answer as a whole goes, however short it is.
    fn call(&self, call: &mut ToolCall) {
        if self.form.arguments(call) {
            return;
        }
        for (key, value) in call.arguments.as_object_mut().into_iter().flatten() {
            if let Value::String(text) = value
                && !forms::is_no_words(key)
                && text.contains(is_alphanumeric)
                && self.answers.contains(&hashes(text))
            {
                *text = REDACTED.into();
            }
        }
        self.told(&mut call.arguments);
    }

    /// The result of a tool.
    fn result(&self, id: &str, result: &mut Value) {
        if !self.form.result(id, result) {
            self.told(result);
        }
    }

    /// What a tool is told, or tells: data is compared field by field, anything else is text.
    fn told(&self, value: &mut Value) {
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

    /// Data of a form, or data that is kept: fields that say nothing but what the answer says go, however short they are.
    fn data(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.entry(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.data(item)),
            Value::Object(map) => {
                let words = map.iter_mut().filter(|(key, _)| !forms::is_no_words(key));
                words.for_each(|(_, value)| self.data(value));
            }
            _ => {}
        }
    }

    fn value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.text(text, false),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(map) => map.values_mut().for_each(|item| self.value(item)),
            _ => {}
        }
    }

    /// Takes the copies out of a text; `carries` when it is known to hold the answer, so that one word is enough.
    fn text(&self, text: &mut String, carries: bool) {
        self.pass(text, carries, false);
        if text.contains('\\') {
            // The same words inside a JSON string, where a line break is `\n` and a letter may be `\u00e9`.
            self.pass(text, carries, true);
        }
        self.skills.hide(text);
    }

    fn pass(&self, text: &mut String, carries: bool, escaped: bool) {
        let words = words(text, escaped);
        let hashes: Vec<u64> = words.iter().map(|word| word.hash).collect();
        let mut out = String::new();
        let mut kept = 0;
        // The end of the copy that is going on, as a number of words.
        let mut until = 0;
        for (i, word) in words.iter().enumerate() {
            let length = self.copied(text, &words[i..], &hashes[i..], carries);
            if length > 0 && i >= until {
                out.push_str(&text[kept..word.start]);
                out.push_str(REDACTED);
            }
            if length > 0 {
                until = until.max(i + length);
            }
            if i < until {
                kept = word.end;
            }
        }
        if kept > 0 {
            out.push_str(&text[kept..]);
            *text = out;
        }
    }

    /// How many words from here on are a copy of the answer's.
    fn copied(&self, text: &str, words: &[Word], hashes: &[u64], carries: bool) -> usize {
        if hashes.len() >= RUN && self.runs.contains(together(&hashes[..RUN])) {
            return RUN;
        }
        let least = if carries { 1 } else { 2 };
        for length in (least..RUN.min(hashes.len() + 1)).rev() {
            if self.short.contains(together(&hashes[..length])) {
                return length;
            }
        }
        let quotes = ['"', '“', '”', '„', '«', '»', '‘', '’', '\'', '「', '」'];
        if text[..words[0].start].ends_with(quotes) {
            for length in 1..RUN.min(words.len() + 1) {
                let quoted = text[words[length - 1].end..]
                    .trim_start_matches(['.', ',', '!', '?', '…', '\\'])
                    .starts_with(quotes);
                let part = together(&hashes[..length]);
                if quoted && self.parts.contains(part) && !self.before.contains(part) {
                    return length;
                }
            }
        }
        0
    }
}

fn is_part(words: &[u64], answers: &[Vec<u64>]) -> bool {
    !words.is_empty()
        && answers
            .iter()
            .any(|answer| answer.windows(words.len()).any(|part| part == words))
}

#[cfg(test)]
mod forms_tests;
#[cfg(test)]
mod tests;
