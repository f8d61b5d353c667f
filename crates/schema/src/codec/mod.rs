//! Reads and writes plain data by one description of its fields.
//!
//! What is stored and what a screen is shown is JSON. Each type derives [`Codec`], or [`Encode`] where it is only written, and its
//! declaration is its format: fields in their order, with what differs in `#[codec(…)]`. Sessions that were stored once must open for
//! ever, so a field of a record is never renamed, and a new one is `optional` or `skip_empty`.
//!
//! ```
//! use colloquy_schema::codec::{self, Codec};
//!
//! #[derive(Codec, Debug, PartialEq)]
//! struct Greeting {
//!     text: String,
//!     #[codec(skip_empty, rename = "inLanguage")]
//!     language: Option<String>,
//! }
//!
//! let greeting = Greeting { text: "Hello.".into(), language: Some("en".into()) };
//! let text = codec::text(&greeting);
//! assert_eq!(text, r#"{"text":"Hello.","inLanguage":"en"}"#);
//! assert_eq!(codec::read_text::<Greeting>(&text), Some(greeting));
//! ```

mod cursor;
mod declarations;
mod reader;
mod tree;
mod values;
mod writer;

pub use colloquy_derive::{Codec, Encode, Flat, Kinds};
#[doc(hidden)]
pub use declarations::Declarations;
pub use reader::{Decode, Reader, read, read_text};
pub use tree::{Node, tree, value};
pub use writer::{Encode, Flat, Sink, WriteField, Writer, text};
