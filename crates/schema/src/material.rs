//! What an interview is about: named texts, and what was read out of them.

use crate::codec::Codec;

/// Most bytes of UTF-8 of one named text, 1 MiB: a long transcript is about 150 kB.
pub const TEXT_BYTES: usize = 1 << 20;
/// Most texts of one material.
pub const TEXTS: usize = 50;

/// Stable key of what a session is about that has neither a subject nor material: nothing of another session belongs to it.
pub const NO_SUBJECT: &str = "text:cbf29ce484222325";

/// The named texts that a host or a respondent hands in, with what is known about them.
///
/// Everything in it is data: it is delimited in prompts, shown as text, and never followed.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Material {
    /// Title of the content, such as an episode's; when absent it is read from front matter or a `metadata` file.
    #[codec(skip_empty)]
    pub title: Option<String>,
    /// Who published it: the podcast, the site, the author.
    #[codec(skip_empty)]
    pub creator: Option<String>,
    /// Address of the source.
    #[codec(skip_empty)]
    pub source_url: Option<String>,
    /// How long it is to listen to or to watch, in minutes.
    #[codec(skip_empty)]
    pub duration_minutes: Option<u32>,
    /// The texts by file name, such as `summary.md`; at most [`TEXTS`] of at most [`TEXT_BYTES`] each.
    #[codec(optional)]
    pub texts: Vec<NamedText>,
}

/// One text of a material.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NamedText {
    /// File name, such as `quotes.md`; only the last part of a path counts.
    pub name: String,
    /// The content, Markdown or plain text.
    pub text: String,
}

/// What a host or a respondent wants of one interview on top of the guide.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Guidelines {
    /// How the interviewer should sound, at most 300 characters.
    #[codec(skip_empty)]
    pub tone: Option<String>,
    /// What to come back to, at most 300 characters each.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<String>>"))]
    pub focus: Vec<String>,
    /// What to leave alone, at most 300 characters each.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<String>>"))]
    pub avoid: Vec<String>,
}

impl Guidelines {
    /// True when nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.tone.is_none() && self.focus.is_empty() && self.avoid.is_empty()
    }
}

/// What was read out of a [`Material`]: the parts that prompts and the scripted interviewer speak about.
///
/// A missing file leaves its part empty; that is never an error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// Title, or empty.
    pub title: String,
    /// Podcast, site or author, or empty.
    pub creator: String,
    /// Source URL, or empty.
    pub source_url: String,
    /// Length in minutes, when known.
    pub duration_minutes: Option<u32>,
    /// Text of `summary.md` without front matter and headings.
    pub summary: String,
    /// From `quotes.md`, in its order.
    pub quotes: Vec<Quote>,
    /// From `key-concepts.md`, in its order.
    pub concepts: Vec<Concept>,
    /// Every other text: a label from its name (`books-mentioned.md` is `books`) and its items.
    pub additional: Vec<Additional>,
}

impl Context {
    /// True when there is nothing to speak about.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && !self.has_texts()
    }

    /// True when a text was handed in that has content: a title alone names what is spoken about, and no more.
    pub fn has_texts(&self) -> bool {
        !(self.summary.is_empty()
            && self.quotes.is_empty()
            && self.concepts.is_empty()
            && self.additional.is_empty())
    }
}

/// One noteworthy quote of the material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quote {
    /// The words, without quotation marks.
    pub text: String,
    /// Speaker of the words, or empty.
    pub speaker: String,
    /// When, as written in the file (`12:34`), or empty.
    pub time: String,
}

/// One key concept of the material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Concept {
    /// Its name: the heading or the bold part of the list item.
    pub name: String,
    /// What the file states about it, or empty.
    pub detail: String,
}

/// The items of one further file of the material, such as the books that were mentioned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Additional {
    /// What the items are, from the file's name: `books`, `tools`, `people`.
    pub label: String,
    /// One entry per list item or paragraph.
    pub items: Vec<String>,
}
