//! What is made of a session's records: transcripts, the session file, the calls, the same records without one answer.

use crate::bridge::text;
use crate::error::Error;
use colloquy_archive::session_file::{self, SessionFile};
use colloquy_archive::{Format, calls_of, export_with};
use colloquy_core::kinds::{self, Maker};
use colloquy_core::{FindByRules, read_records};
use colloquy_schema::{Fact, Guide, Record, codec};
use serde_json::json;

/// What a transcript needs of other parts.
pub(crate) struct Seams {
    /// Gives what makes a kind of interview by its name: each kind is a part of its own.
    pub(crate) kind: fn(&str) -> Result<Maker, Error>,
    /// Gives what finds by rules: asked for a session that is not complete.
    pub(crate) rules: fn(locale: &str) -> Result<FindByRules, Error>,
}

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) export: fn(&[String], &str, &str, Seams) -> Result<String, Error>,
    pub(crate) calls: fn(&[String]) -> Result<String, Error>,
    pub(crate) redact: fn(&[String], u32) -> Result<Vec<String>, Error>,
    pub(crate) file: fn(&str) -> Result<File, Error>,
    pub(crate) renamed: fn(&str, &str) -> Result<String, Error>,
}

pub(crate) static TABLE: Table = Table {
    export,
    calls,
    redact,
    file,
    renamed,
};

/// Writes one record as it is stored.
fn stored(record: &Record) -> String {
    codec::text(record)
}

/// Writes a session in a format; `session` is the file that [`file`] reads, with the unsent text.
///
/// # Errors
/// For a word that is no format, and for records that make no session.
fn export(texts: &[String], draft: &str, format: &str, seams: Seams) -> Result<String, Error> {
    let records = read_records(texts)?;
    if format == "session" {
        return Ok(session_file::write(
            &records,
            Some(draft).filter(|draft| !draft.is_empty()),
        ));
    }
    let wrong = "`format` must be markdown, narrative, qa, html, csv, skills-csv, json or session";
    let format = Format::parse(format).ok_or_else(|| Error::argument(wrong))?;
    let complete = |record: &Record| matches!(record.fact, Fact::Finished { .. });
    let find = match records.iter().any(complete) {
        true => None,
        false => Some((seams.rules)(&locale_of(&records))?),
    };
    let maker = (seams.kind)(kinds::name_of(&records))?;
    Ok(export_with(&records, maker, find, format)?)
}

/// The language in which the built-in interviewer asks in a session.
fn locale_of(records: &[Record]) -> String {
    let Some(Fact::Began(began)) = records.first().map(|record| &record.fact) else {
        return String::new();
    };
    let guide = Guide::read(&began.guide).ok();
    guide.map_or_else(String::new, |guide| {
        let (locale, wording) = guide.wording(&began.setup.locale);
        if wording.asks_in.is_empty() {
            locale.into()
        } else {
            wording.asks_in.clone()
        }
    })
}

/// Writes every call with what was sent and what came back, as JSON text.
fn calls(texts: &[String]) -> Result<String, Error> {
    Ok(text(&json!(calls_of(&read_records(texts)?))))
}

/// Returns all records with one answer removed; a tombstone stays.
fn redact(texts: &[String], question: u32) -> Result<Vec<String>, Error> {
    let records = read_records(texts)?;
    let mut all = texts.to_vec();
    for changed in colloquy_archive::redact(&records, question) {
        if let Some(place) = all.get_mut(changed.seq as usize) {
            *place = stored(&changed);
        }
    }
    Ok(all)
}

/// What a session file holds: its session, its records as they are stored, the unsent text.
#[derive(Debug, PartialEq)]
pub(crate) struct File {
    /// UUID of the session.
    pub(crate) session: String,
    /// Every record, oldest first.
    pub(crate) records: Vec<String>,
    /// What the respondent had typed and not sent.
    pub(crate) draft: Option<String>,
}

/// Reads a session file out of whose files the bytes were taken: they are the page's matter.
///
/// # Errors
/// `invalid_session` with every fault.
fn file(text: &str) -> Result<File, Error> {
    let wrong = "this is no whole session file: every fault is listed";
    let read = session_file::read_apart(text).map_err(|faults| Error::session(wrong, faults))?;
    let SessionFile { records, draft, .. } = read;
    let session = match records.first().map(|first| &first.fact) {
        Some(Fact::Began(began)) => began.session.clone(),
        _ => String::new(),
    };
    Ok(File {
        session,
        records: records.iter().map(stored).collect(),
        draft,
    })
}

/// Returns a session's first record under another id.
fn renamed(first: &str, session: &str) -> Result<String, Error> {
    let mut record = read_records(&[first.into()])?.remove(0);
    if let Fact::Began(began) = &mut record.fact {
        began.session = session.into();
    }
    Ok(stored(&record))
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_core::{Begin, Effect, Event, Interview, Options};
    use serde_json::Value;

    fn export(texts: &[String], draft: &str, format: &str) -> Result<String, Error> {
        let seams = Seams {
            kind: |name| Ok(kinds::find(name).expect("a built-in kind")),
            rules: |_| {
                Ok(std::rc::Rc::new(|_, _| {
                    colloquy_schema::Findings::default()
                }))
            },
        };
        super::export(texts, draft, format, seams)
    }

    const GUIDE: &str = include_str!("../../../../pkg/guides/reflective.json");
    const ID: &str = "6f1c1d5e-0000-4000-8000-000000000001";

    /// A session with one answer, as it is stored.
    fn session() -> (Interview, Vec<String>) {
        let guide: Value = serde_json::from_str(GUIDE).unwrap();
        let Options { guide, setup } = Options::read(&json!({ "guide": guide })).unwrap();
        let begin = Begin {
            session: ID.into(),
            guide,
            setup,
            validator: None,
            notes: None,
        };
        let mut interview = colloquy_core::kinds::begin(begin, 1_000).unwrap();
        let _ = interview.handle(1_001, Event::Consent);
        for now in 1_002.. {
            match interview.poll_effect() {
                Some(Effect::Append { id, .. }) => {
                    interview.handle(now, Event::Saved { id }).unwrap();
                }
                Some(Effect::AskModel { id, call, .. }) => {
                    let text = r#"{"follow_up": false, "question": "What stayed with you of it?"}"#;
                    let reply = colloquy_schema::RawReply {
                        text: text.into(),
                        ..Default::default()
                    };
                    assert!(call.messages.is_empty());
                    interview
                        .handle(now, Event::ModelDone { id, reply })
                        .unwrap();
                    if interview.view().exchanges > 0 {
                        break;
                    }
                }
                Some(_) => {}
                None => {
                    let text = "I realized that a walk clears my head of Zebedee.".into();
                    interview.handle(now, Event::Answer { text }).unwrap();
                }
            }
        }
        let texts = interview.records().iter().map(stored).collect();
        (interview, texts)
    }

    #[test]
    fn a_transcript_of_the_records_is_the_interviews_own() {
        let (interview, texts) = session();
        for (name, format) in [
            ("markdown", Format::Structured),
            ("narrative", Format::Narrative),
            ("qa", Format::Qa),
            ("html", Format::Html),
            ("csv", Format::Csv),
            ("skills-csv", Format::Table("skills-csv")),
            ("json", Format::Json),
        ] {
            assert_eq!(
                export(&texts, "", name).unwrap(),
                colloquy_archive::export(interview.session(), format)
            );
        }
        assert!(export(&texts, "", "qa").unwrap().contains("Zebedee"));
        assert_eq!(
            export(&texts, "", "pdf").unwrap_err().code,
            "invalid_options"
        );
    }

    #[test]
    fn a_session_file_gives_back_what_went_in() {
        let (_, texts) = session();
        let read = file(&export(&texts, "half a thought", "session").unwrap()).unwrap();
        let expected = File {
            session: ID.into(),
            records: texts,
            draft: Some("half a thought".into()),
        };
        assert_eq!(read, expected);
        assert_eq!(file("{}").unwrap_err().code, "invalid_session");
    }

    #[test]
    fn a_renamed_session_differs_in_its_id_alone() {
        let (_, texts) = session();
        let id = "6f1c1d5e-0000-4000-8000-000000000002";
        let other = renamed(&texts[0], id).unwrap();
        assert_eq!(other.replace(id, ID), texts[0]);
        assert_ne!(other, texts[0]);
    }

    #[test]
    fn a_redacted_answer_is_in_no_record() {
        let (_, texts) = session();
        let less = redact(&texts, 1).unwrap();
        assert_eq!(less.len(), texts.len());
        assert!(texts.concat().contains("Zebedee") && !less.concat().contains("Zebedee"));
    }

    #[test]
    fn records_with_a_gap_make_no_session() {
        let (_, mut texts) = session();
        texts.remove(1);
        let fault = export(&texts, "", "qa").unwrap_err();
        assert_eq!(fault.code, "invalid_session");
        assert_eq!(
            export(&["{}".into()], "", "qa").unwrap_err().code,
            "invalid_session"
        );
    }

    #[test]
    fn calls_are_listed_with_their_replies() {
        let (_, texts) = session();
        let calls: Value = serde_json::from_str(&calls(&texts).unwrap()).unwrap();
        assert_eq!(calls[0]["outcome"], "replied");
    }
}
