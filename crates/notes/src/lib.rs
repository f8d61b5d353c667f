//! Reading notes as respondents bring them: what the named texts of a material hold, read out of their Markdown.
//!
//! Files are known by the last part of their name. Everything here is hostile data: any input is read in time in
//! proportion to its length, bounded, and never an error.
//!
//! ```
//! use colloquy_schema::{Material, NamedText};
//!
//! let text = |name: &str, text: &str| NamedText { name: name.into(), text: text.into() };
//! let material = Material {
//!     title: Some("The Long Attention".into()),
//!     texts: vec![
//!         text("summary.md", "A talk about attention and rest."),
//!         text("notes/Quotes.md", "> \"Attention is the rarest form of generosity.\" — Mara Lind (12:30)\n"),
//!         text("key-concepts.md", "- **Attention residue**: what stays with you after switching tasks\n"),
//!     ],
//!     ..Material::default()
//! };
//! let context = colloquy_notes::context(&material);
//! assert_eq!(context.summary, "A talk about attention and rest.");
//! assert_eq!(context.quotes[0].text, "Attention is the rarest form of generosity.");
//! assert_eq!(context.concepts[0].name, "Attention residue");
//! ```

mod blocks;
mod lists;
mod meta;
mod plain;
mod quotes;

use blocks::{Kind, blocks};
use colloquy_findings::letters::is_invisible;
use colloquy_schema::codec::Codec;
use colloquy_schema::{Additional, Context, Fnv, Material, TEXT_BYTES, TEXTS};
use meta::Meta;
use plain::plain;
use std::borrow::Cow;

/// Most quotes, concepts, further parts, and items of one part.
const ITEMS: usize = 200;
/// Longest quote, detail or item, in characters.
const ITEM_CHARS: usize = 1_000;
/// Longest title, name or speaker, in characters.
const NAME_CHARS: usize = 200;
/// Longest address, in characters.
const URL_CHARS: usize = 2_000;

/// What a start page shows of a material before the interview begins.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct MaterialSummary {
    /// Title, or empty.
    pub title: String,
    /// Podcast, site or author, or empty.
    pub creator: String,
    /// Source URL, or empty.
    #[codec(rename = "sourceUrl")]
    pub source_url: String,
    /// Length in minutes, when known.
    #[codec(rename = "durationMinutes")]
    pub duration_minutes: Option<u32>,
    /// True when there is a summary to speak about.
    #[codec(rename = "hasSummary")]
    pub has_summary: bool,
    /// Number of quotes.
    pub quotes: u32,
    /// How many key concepts were found.
    pub concepts: u32,
    /// The further parts by label.
    pub additional: Vec<PartSummary>,
}

/// One further part of a material, such as the books that were mentioned.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PartSummary {
    /// Label of the items.
    pub label: String,
    /// Number of items.
    pub items: u32,
}

/// Reads what prompts and the scripted interviewer speak about out of a material.
///
/// A missing file leaves its part empty. What the host sets (title, creator, address, length) wins over metadata files,
/// and those over front matter. One text alone with a name of no meaning is the summary. At most [`TEXTS`] texts
/// of [`TEXT_BYTES`] each are read; parts have at most 200 entries of 1,000 characters.
pub fn context(material: &Material) -> Context {
    let files = files(material);
    let mut context = Context::default();
    metadata(material, &files, &mut context);
    let alone = files.iter().filter(|f| f.part != Part::Metadata).count() == 1;
    for file in &files {
        let part = if alone && file.part == Part::Other && !file.stem.ends_with(MENTIONED) {
            Part::Summary
        } else {
            file.part
        };
        match part {
            Part::Metadata => {}
            Part::Summary => summary(&file.body, &mut context),
            Part::Quotes => quotes::quotes(&blocks(&file.body), &mut context.quotes),
            Part::Concepts => lists::concepts(&blocks(&file.body), &mut context.concepts),
            Part::Other => additional(file, &mut context.additional),
        }
    }
    context
}

/// Counts what a material holds, for a page that lets the respondent start.
pub fn describe_material(material: &Material) -> MaterialSummary {
    let context = context(material);
    MaterialSummary {
        title: context.title,
        creator: context.creator,
        source_url: context.source_url,
        duration_minutes: context.duration_minutes,
        has_summary: !context.summary.is_empty(),
        quotes: context.quotes.len() as u32,
        concepts: context.concepts.len() as u32,
        additional: context
            .additional
            .into_iter()
            .map(|part| PartSummary {
                label: part.label,
                items: part.items.len() as u32,
            })
            .collect(),
    }
}

/// Returns the stable key of what a session is about: the given one, else the source URL without its fragment, else
/// `text:` and a hash of title and texts.
pub fn subject_of(given: Option<&str>, material: &Material) -> String {
    if let Some(given) = given.map(str::trim).filter(|given| !given.is_empty()) {
        return given.into();
    }
    let files = files(material);
    let mut context = Context::default();
    metadata(material, &files, &mut context);
    let url = context
        .source_url
        .split('#')
        .next()
        .unwrap_or_default()
        .trim_end();
    if !url.is_empty() {
        return url.into();
    }
    let mut hash = Fnv::new();
    hash.write(context.title.as_bytes());
    for text in &material.texts {
        // A byte that UTF-8 never has keeps neighbours apart.
        hash.write(&[0xff]);
        hash.write(text.text.as_bytes());
    }
    ["text:", &hash.hex()].concat()
}

/// Role of a file, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Metadata,
    Summary,
    Quotes,
    Concepts,
    Other,
}

/// End of names such as `books-mentioned.md`; the label is what stands before.
const MENTIONED: &str = "-mentioned";

/// One text with what its name means.
struct File<'a> {
    part: Part,
    /// Lower-case name without folder and ending, words joined by `-`.
    stem: String,
    /// Metadata of a metadata file, of front matter, or of the lines above notes.
    meta: Meta,
    /// Text behind these.
    body: Cow<'a, str>,
}

fn files(material: &Material) -> Vec<File<'_>> {
    let mut out = Vec::new();
    for text in material.texts.iter().take(TEXTS) {
        let name = text
            .name
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase();
        let (stem, ending) = match name.rsplit_once('.') {
            Some((stem, ending)) if ENDINGS.contains(&ending) => (stem, ending),
            _ => (name.as_str(), ""),
        };
        let stem = stem.trim_start_matches('.').replace(['_', ' '], "-");
        let part = match stem.as_str() {
            "metadata" => Part::Metadata,
            "summary" => Part::Summary,
            "quotes" => Part::Quotes,
            "key-concepts" => Part::Concepts,
            // Data in a form that nobody reads aloud.
            _ if matches!(ending, "json" | "yaml" | "yml") => continue,
            _ => Part::Other,
        };
        let content = clip(&text.text, TEXT_BYTES);
        let (front, body) = meta::split(content);
        let meta = match part {
            Part::Metadata if content.trim_start().starts_with('{') => Meta::json(content),
            Part::Metadata if front.is_empty() => Meta::lines(body),
            _ => Meta::lines(front),
        };
        // Of further parts such lines are what they list: the books that were mentioned have authors of their own.
        let is_notes = part == Part::Summary || (part == Part::Other && material.texts.len() == 1);
        let header = (is_notes && front.is_empty())
            .then(|| meta::header(body))
            .flatten();
        let (meta, body) = match header {
            Some((meta, rest)) => (meta, Cow::Owned(rest)),
            None => (meta, Cow::Borrowed(body)),
        };
        out.push(File {
            part,
            stem,
            meta,
            body,
        });
    }
    out
}

/// Endings of names that do not describe the content.
const ENDINGS: &[&str] = &["md", "markdown", "txt", "json", "yaml", "yml"];

fn metadata(material: &Material, files: &[File<'_>], context: &mut Context) {
    context.title = plain(material.title.as_deref().unwrap_or_default());
    context.creator = plain(material.creator.as_deref().unwrap_or_default());
    context.source_url = material
        .source_url
        .as_deref()
        .unwrap_or_default()
        .trim()
        .into();
    context.duration_minutes = material.duration_minutes;
    let (files_first, front_matter): (Vec<_>, Vec<_>) =
        files.iter().partition(|f| f.part == Part::Metadata);
    for meta in files_first.into_iter().chain(front_matter).map(|f| &f.meta) {
        if context.title.is_empty() {
            context.title = meta.title();
        }
        if context.creator.is_empty() {
            context.creator = meta.creator();
        }
        if context.source_url.is_empty() {
            context.source_url = meta.source_url();
        }
        context.duration_minutes = context.duration_minutes.or_else(|| meta.minutes());
    }
    cut(&mut context.title, NAME_CHARS);
    cut(&mut context.creator, NAME_CHARS);
    context
        .source_url
        .retain(|c| !c.is_control() && !c.is_whitespace() && !is_invisible(c));
    cut(&mut context.source_url, URL_CHARS);
}

/// Adds a summary: paragraphs apart, list items on lines of their own, headings left out.
fn summary(body: &str, context: &mut Context) {
    let mut after_item = false;
    for block in blocks(body) {
        let text = plain(&block.text);
        if let Kind::Heading(level) = block.kind {
            // The first heading of notes is their title, unless it only names what the file is.
            if level == 1
                && context.title.is_empty()
                && context.summary.is_empty()
                && !is_generic(&text)
            {
                context.title = text;
                cut(&mut context.title, NAME_CHARS);
            }
            after_item = false;
            continue;
        }
        let item = block.kind == Kind::Item;
        if !text.is_empty() {
            if !context.summary.is_empty() {
                context
                    .summary
                    .push_str(if item && after_item { "\n" } else { "\n\n" });
            }
            context.summary.push_str(&text);
            after_item = item;
        }
    }
}

fn is_generic(heading: &str) -> bool {
    let heading = heading.to_ascii_lowercase();
    ["summary", "overview", "notes", "zusammenfassung"]
        .iter()
        .any(|word| heading.contains(word))
}

fn additional(file: &File<'_>, out: &mut Vec<Additional>) {
    let mut label = plain(&file.stem.trim_end_matches(MENTIONED).replace('-', " "));
    cut(&mut label, NAME_CHARS);
    let place = out.iter().position(|part| part.label == label);
    let mut items = place
        .map(|i| std::mem::take(&mut out[i].items))
        .unwrap_or_default();
    lists::items(&blocks(&file.body), &mut items);
    match place {
        Some(i) => out[i].items = items,
        None if !items.is_empty() => out.push(Additional { label, items }),
        None => {}
    }
}

/// Cuts a text to `chars` characters, with an ellipsis as the last when anything was cut.
fn cut(text: &mut String, chars: usize) {
    if text.len() > chars && text.chars().count() > chars {
        let end = text.char_indices().nth(chars - 1).map_or(0, |(at, _)| at);
        text.truncate(end);
        text.truncate(text.trim_end().len());
        text.push('…');
    }
}

/// The first `bytes` bytes of a text, less what would split a character.
fn clip(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests;
