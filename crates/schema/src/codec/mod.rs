//! Reads and writes plain data by one description of its fields.
//!
//! What is stored and what a screen is shown is JSON. Each type names its fields once, with [`coded!`](crate::coded),
//! [`choices!`](crate::choices) or [`tagged!`](crate::tagged), and both directions follow from that. serde's derives would do
//! the same with code for every type in each direction that is generic over formats, which weighs a third of what a respondent
//! may download at all: here a field is one call.

mod cursor;
mod declarations;
mod macros;
mod reader;
mod tree;
mod values;
mod writer;

#[doc(hidden)]
pub use declarations::Declarations;
pub use reader::{Decode, Reader, read, read_text};
pub use tree::{Node, tree, value};
pub use writer::{Encode, Flat, Sink, WriteField, Writer, text};
