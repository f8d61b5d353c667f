//! Reads one response with status 200, in pieces of any size.

mod anthropic;
mod chat;
mod gather;
mod responses;

pub use crate::sse::EVENT_BYTES;

use crate::failure::{self, Failure};
use crate::names::Names;
use crate::sse::{Event, Sse};
use crate::{Dialect, Parameter};
use colloquy_jsonstream::parse;
use colloquy_schema::{CallErrorKind, ModelEvent, ModelRequest};
use gather::Gather;
use serde_json::Value;

/// Most bytes of text of one reply, 1 MiB: five hundred times a long one, and what the reader of replies takes.
pub const TEXT_BYTES: usize = 1 << 20;
/// Most bytes of all arguments of all tool calls of one reply, 256 KiB: a long writing sample fits four times.
pub const ARGUMENT_BYTES: usize = 1 << 18;
/// Most bytes of the blocks that are only kept to be sent back (reasoning, signatures), 1 MiB. They are stored with the session.
pub const OPAQUE_BYTES: usize = 1 << 20;
/// Most tool calls of one reply.
pub const CALLS: usize = 64;

/// What an event leads to.
enum Next {
    More,
    /// The reply is whole.
    Done,
    /// The reply was given up.
    Failed(Failure),
    /// The provider reports an error.
    Reported(Value),
    /// The event is not valid JSON: the whole stream is in doubt, unless this is where it was cut.
    Garbled,
}

/// Reads an error that came inside of a reply; none where that is left to the caller.
type ReadError = fn(Dialect, &Value) -> Option<Failure>;

/// How the dialect's events are read.
#[derive(Clone)]
enum Reader {
    Anthropic(anthropic::Reader),
    Chat,
    Responses(responses::Reader),
}

/// What the bytes are.
#[derive(Clone, PartialEq)]
enum Form {
    /// Nothing but blanks has come.
    Open,
    /// A stream of events.
    Events,
    /// One text: a whole JSON reply from a server that does not stream, an error, a web page.
    Whole,
}

/// One response while it is read.
///
/// However the bytes are cut, the events are the same, neighbouring texts joined. The last one is [`ModelEvent::Done`] or
/// [`ModelEvent::Failed`], exactly once; what comes after it is not looked at.
///
/// A reply is whole once the provider has reported why the model stopped. A connection that closes before that gives
/// [`CallErrorKind::Network`]; the text so far is no reply.
#[derive(Clone)]
pub struct Reply {
    names: Names,
    /// Ids of the tool calls in the conversation.
    taken: Vec<String>,
    dialect: Dialect,
    reader: Reader,
    form: Form,
    sse: Sse,
    body: Vec<u8>,
    gather: Gather,
    over: bool,
    refused: Option<Parameter>,
    read_error: ReadError,
    reported: Option<Value>,
}

impl Reply {
    /// Makes a reader for the response to one request.
    pub fn new(dialect: Dialect, request: &ModelRequest) -> Reply {
        let read = |dialect, error: &Value| Some(failure::reported(dialect, error));
        Reply::with(dialect, request, read)
    }

    /// Makes a reader that leaves an error inside of the reply to its caller, for programs that load what reads errors only then: the reply
    /// is over without a last event, and [`Reply::reported`] has the error.
    pub fn without_errors(dialect: Dialect, request: &ModelRequest) -> Reply {
        Reply::with(dialect, request, |_, _| None)
    }

    fn with(dialect: Dialect, request: &ModelRequest, read_error: ReadError) -> Reply {
        let calls = request
            .messages
            .iter()
            .flat_map(|message| &message.tool_calls);
        Reply {
            names: Names::of(&request.tools),
            taken: calls.map(|call| call.id.clone()).collect(),
            dialect,
            reader: match dialect {
                Dialect::Anthropic => Reader::Anthropic(anthropic::Reader::default()),
                Dialect::OpenAiChat => Reader::Chat,
                Dialect::OpenAiResponses => Reader::Responses(responses::Reader::default()),
            },
            form: Form::Open,
            sse: Sse::default(),
            body: Vec::new(),
            gather: Gather::default(),
            over: false,
            refused: None,
            read_error,
            reported: None,
        }
    }

    /// Takes the next bytes of the body and returns what they bring.
    pub fn push(&mut self, mut bytes: &[u8]) -> Vec<ModelEvent> {
        let mut out = Vec::new();
        if self.over {
            return out;
        }
        if self.form == Form::Open {
            // Blanks and the bytes of a byte order mark mean nothing; no event of a stream begins with a bracket.
            let blank = |byte: &u8| b" \t\r\n\xef\xbb\xbf".contains(byte);
            let Some(start) = bytes.iter().position(|byte| !blank(byte)) else {
                return out;
            };
            bytes = &bytes[start..];
            self.form = if b"{[<".contains(&bytes[0]) {
                Form::Whole
            } else {
                Form::Events
            };
        }
        if self.form == Form::Whole {
            if self.body.len() + bytes.len() > EVENT_BYTES {
                self.fail(failure::too_long("reply"), &mut out);
            } else {
                self.body.extend_from_slice(bytes);
            }
            return out;
        }
        let (reader, gather, dialect) = (&mut self.reader, &mut self.gather, self.dialect);
        let mut next = Next::More;
        let read = self.sse.push(bytes, &mut |event| {
            next = read(dialect, reader, &event, gather);
            matches!(next, Next::More)
        });
        if read.is_err() && matches!(next, Next::More) {
            next = Next::Failed(failure::too_long("line of the stream"));
        }
        self.follow(next, &mut out);
        out
    }

    /// Takes the end of the connection and returns what was still missing: nothing when the reply had ended.
    ///
    /// A caller that has waited too long for the next bytes calls it too, as the reply may be whole all the same: some servers
    /// keep the connection. A failure it then gives is the caller's [`CallErrorKind::Timeout`].
    pub fn end(&mut self) -> Vec<ModelEvent> {
        let mut out = Vec::new();
        if self.over {
            return out;
        }
        if self.form == Form::Whole {
            let body = std::mem::take(&mut self.body);
            let next = self.whole(&body);
            self.follow(next, &mut out);
        } else if let Some(event) = self.sse.end() {
            match read(self.dialect, &mut self.reader, &event, &mut self.gather) {
                Next::Garbled => {}
                next => self.follow(next, &mut out),
            }
        }
        if self.over {
            return out;
        }
        let kept = match &mut self.reader {
            Reader::Responses(reader) => reader.failed.take(),
            _ => None,
        };
        match kept {
            Some(error) => self.report(error, &mut out),
            None if self.gather.stop.is_some() => self.done(&mut out),
            None => {
                let failure = failure::cut(self.gather.text_bytes());
                self.fail(failure, &mut out);
            }
        }
        out
    }

    /// Returns the parameter that the provider refused, when it did so behind a status 200.
    pub fn refused(&self) -> Option<Parameter> {
        self.refused
    }

    /// Takes the error that the reply ended with, for [`reported`](crate::reported) to read; only a reader
    /// [without errors](Reply::without_errors) has one.
    pub fn reported(&mut self) -> Option<Value> {
        self.reported.take()
    }

    /// Reads a body that is no stream.
    fn whole(&mut self, body: &[u8]) -> Next {
        let text = String::from_utf8_lossy(body);
        if text.starts_with('<') {
            return Next::Failed(failure::page());
        }
        let Some(value) = parse(&text) else {
            return Next::More;
        };
        // Some servers wrap an error into a list.
        let value = if value.is_array() { &value[0] } else { &value };
        if is_error(value) {
            return Next::Reported(value.clone());
        }
        let next = match self.dialect {
            Dialect::Anthropic => anthropic::whole(value, &mut self.gather),
            Dialect::OpenAiChat => chat::read(value, &mut self.gather),
            Dialect::OpenAiResponses => responses::whole(value, &mut self.gather),
        };
        match next {
            Next::More => Next::Failed(failure::foreign(self.dialect)),
            next => next,
        }
    }

    fn follow(&mut self, next: Next, out: &mut Vec<ModelEvent>) {
        if let Some(what) = self.gather.over {
            return self.fail(failure::too_long(what), out);
        }
        match next {
            Next::More => out.extend(self.gather.fresh().map(|text| ModelEvent::Text { text })),
            Next::Done => self.done(out),
            Next::Failed(failure) => self.fail(failure, out),
            Next::Reported(error) => self.report(error, out),
            Next::Garbled => self.fail(failure::garbled(), out),
        }
    }

    fn done(&mut self, out: &mut Vec<ModelEvent>) {
        self.over = true;
        out.extend(self.gather.fresh().map(|text| ModelEvent::Text { text }));
        let gather = std::mem::take(&mut self.gather);
        out.push(ModelEvent::Done(gather.done(&self.names, &self.taken)));
    }

    fn report(&mut self, error: Value, out: &mut Vec<ModelEvent>) {
        match (self.read_error)(self.dialect, &error) {
            Some(failure) => self.fail(failure, out),
            None => {
                self.over = true;
                out.extend(self.gather.fresh().map(|text| ModelEvent::Text { text }));
                self.reported = Some(error);
            }
        }
    }

    fn fail(&mut self, failure: Failure, out: &mut Vec<ModelEvent>) {
        self.over = true;
        out.extend(self.gather.fresh().map(|text| ModelEvent::Text { text }));
        self.refused = failure.refused;
        out.push(ModelEvent::Failed(failure.error));
    }
}

/// Reads one event.
fn read(dialect: Dialect, reader: &mut Reader, event: &Event, gather: &mut Gather) -> Next {
    let data = event.data.trim();
    if data == "[DONE]" {
        // Only Chat Completions ends so; elsewhere the reply has ended before, or has not.
        return if dialect == Dialect::OpenAiChat {
            Next::Done
        } else {
            Next::More
        };
    }
    if !data.starts_with('{') {
        return Next::More;
    }
    let Some(value) = parse(data) else {
        return Next::Garbled;
    };
    let next = match reader {
        _ if event.name == "error" || is_error(&value) => Next::Reported(value),
        Reader::Anthropic(reader) => reader.read(event, &value, gather),
        Reader::Chat => chat::read(&value, gather),
        Reader::Responses(reader) => reader.read(event, &value, gather),
    };
    match gather.over {
        Some(what) => Next::Failed(failure::too_long(what)),
        None => next,
    }
}

/// True for an error that came behind a status 200.
fn is_error(value: &Value) -> bool {
    !value["error"].is_null() || value["object"] == "error" || value["type"] == "error"
}

/// Returns a number of tokens; 0 for anything else.
fn tokens(value: &Value) -> u32 {
    value
        .as_u64()
        .map_or(0, |count| u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns a text; an empty one for anything else.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the items of an array; none for anything else.
fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns the failure of a reply that was given up without an error to read.
fn gave_up(kind: CallErrorKind, message: &str) -> Next {
    Next::Failed(failure::plain(kind, message))
}
