//! What a kind of interview shows of itself: one value, whose type and codec are named in the kind's own room and nowhere
//! else, so that a program without the kind is a program without its code.

use colloquy_schema::codec::Codec;
use colloquy_schema::codec::{Decode, Encode, Reader, Writer, tree};
use serde::{Serialize, Serializer};
use std::any::Any;
use std::fmt::Debug;

/// What [`Section`] holds: plain data that is written out. Its first field is `kind`, the name of the kind.
pub trait ViewSection: Encode + Decode + Any + Debug {
    /// Copies the value.
    fn copied(&self) -> Box<dyn ViewSection>;
}

impl<T: Encode + Decode + Any + Debug + Clone> ViewSection for T {
    fn copied(&self) -> Box<dyn ViewSection> {
        Box::new(self.clone())
    }
}

/// One kind's part of the view, or of what is read beside the view.
#[derive(Debug)]
pub struct Section(Box<dyn ViewSection>);

impl Section {
    /// Holds a value of a kind's own type.
    pub fn new(value: impl ViewSection) -> Section {
        Section(Box::new(value))
    }

    /// Returns the value to a caller who knows its type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        let value: &dyn Any = self.0.as_ref();
        value.downcast_ref()
    }
}

impl Clone for Section {
    fn clone(&self) -> Section {
        Section(self.0.copied())
    }
}

impl Encode for Section {
    fn encode(&self, writer: &mut Writer<'_>) {
        self.0.encode(writer);
    }
}

impl Decode for Section {
    fn empty() -> Section {
        Section::new(NameOnly { kind: "" })
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        self.0.decode(reader);
    }
}

impl Serialize for Section {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tree(self).serialize(serializer)
    }
}

/// The section of a kind that has nothing to show but its name.
#[derive(Clone, Debug, Codec)]
pub struct NameOnly {
    /// Name of the kind.
    pub kind: &'static str,
}
