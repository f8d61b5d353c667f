//! How each model API speaks: a [`ModelRequest`] becomes the body of an HTTP request, the bytes of the response become
//! text, tool calls, usage and errors. Sends nothing and sees no clock.
//!
//! # One call
//! 1. [`Dialect::body`] writes the body, to be sent to [`Dialect::path`] below the proxy's address.
//! 2. Status 200 to 299: every chunk goes to [`Reply::push`], the end of the connection to [`Reply::end`]. Any other status:
//!    the body, as far as it was read, goes to [`failed`].
//! 3. A failure that names a [`Parameter`] goes into [`Refused`]; where that was new, the same request is sent again at
//!    once, without the parameter. That is no retry: nothing was generated and nothing has to be waited for.
//!
//! # What is sent
//! The system messages come first, as one text. Neighbouring messages of one side become one turn. A dot in the name of a
//! tool is written as an underscore, and read back by the tools of the request. Blocks of [`Message::opaque`] go back
//! where they came from, to the dialect that they came from, and nowhere else.
//!
//! # An example
//! ```
//! use colloquy_dialects::{Dialect, Refused, Reply};
//! use colloquy_schema::{CallSettings, Message, ModelEvent, ModelRequest, Role};
//!
//! let request = ModelRequest {
//!     model: "a-model".into(),
//!     messages: vec![Message::new(Role::User, "Ask me something.")],
//!     settings: CallSettings { max_tokens: 200, temperature: 0.7, top_p: None, effort: None },
//!     schema: None,
//!     tools: Vec::new(),
//! };
//! let dialect = Dialect::OpenAiChat;
//! let body: serde_json::Value = serde_json::from_str(&dialect.body(&request, &Refused::default())).unwrap();
//! assert_eq!((dialect.path(), &body["model"]), ("v1/chat/completions", &"a-model".into()));
//!
//! // The bytes of the response come in any cut, here after each one.
//! let bytes = b"data: {\"choices\":[{\"delta\":{\"content\":\"What now?\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
//! let mut reply = Reply::new(dialect, &request);
//! let mut events: Vec<ModelEvent> = bytes.chunks(1).flat_map(|piece| reply.push(piece)).collect();
//! events.extend(reply.end());
//! assert_eq!(events[0], ModelEvent::Text { text: "What now?".into() });
//! assert!(matches!(&events[1], ModelEvent::Done(whole) if whole.text == "What now?"));
//! ```

//!
//! [`Message::opaque`]: colloquy_schema::Message::opaque

mod failure;
mod json;
mod names;
mod refused;
mod reply;
mod request;
mod sse;

use colloquy_schema::ModelRequest;
use colloquy_schema::contract::{self, Provider};
pub use failure::{Failure, MESSAGE_CHARS, failed, reported};
pub use refused::{Parameter, Refused};
pub use reply::{ARGUMENT_BYTES, CALLS, EVENT_BYTES, OPAQUE_BYTES, Reply, TEXT_BYTES};
use serde_json::Value;

/// Rewrites a schema of replies to what a provider accepts, as [`contract::profile`] does. Replies are put back by
/// [`contract::restore`], by whoever reads them.
pub type Rewrite = fn(&Value, Provider) -> Value;

/// One way to speak to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Chat Completions, which Ollama, vLLM, llama.cpp, OpenRouter, Groq and many others speak too.
    OpenAiChat,
    /// OpenAI's Responses.
    OpenAiResponses,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Dialect; 3] = [
        Dialect::Anthropic,
        Dialect::OpenAiChat,
        Dialect::OpenAiResponses,
    ];

    /// Finds the dialect that hosts and records call by this name.
    pub fn named(name: &str) -> Option<Dialect> {
        Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name)
    }

    /// Returns the name hosts and records call it by: `anthropic`, `openai-chat` or `openai-responses`.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Anthropic => "anthropic",
            Dialect::OpenAiChat => "openai-chat",
            Dialect::OpenAiResponses => "openai-responses",
        }
    }

    /// Returns the path that a body is posted to, without a leading slash.
    pub fn path(self) -> &'static str {
        match self {
            Dialect::Anthropic => "v1/messages",
            Dialect::OpenAiChat => "v1/chat/completions",
            Dialect::OpenAiResponses => "v1/responses",
        }
    }

    /// Writes the body of the HTTP request, as JSON text. It always asks for a stream, and for usage where that has to be
    /// asked for; what was `refused` is left out.
    ///
    /// Properties of a schema stand in the order of its `required` list: a model writes its reply in the order of the
    /// schema, and what the respondent is to read should come first.
    pub fn body(self, request: &ModelRequest, refused: &Refused) -> String {
        self.body_with(request, refused, |schema, provider| {
            contract::profile(schema, provider).schema
        })
    }

    /// The same with what rewrites the schema of a request that has one: for programs that load it only then.
    pub fn body_with(self, request: &ModelRequest, refused: &Refused, rewrite: Rewrite) -> String {
        match self {
            Dialect::Anthropic => request::anthropic::body(request, refused, rewrite),
            Dialect::OpenAiChat => request::chat::body(request, refused, rewrite),
            Dialect::OpenAiResponses => request::responses::body(request, refused, rewrite),
        }
    }
}
