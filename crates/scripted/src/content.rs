//! What there is to ask about: the parts of the notes, each as something that can be named in a question.

use crate::clean::{bounded, clean, cut};
use crate::cues::is_one_of;
use crate::memory::Memory;
use crate::wishes::Wishes;
use colloquy_findings::{is_function_word, normal_form, sentences, word_count};
use colloquy_schema::Context;

/// Most topics of one kind: more than 50 questions and 20 earlier sessions ask about at once.
const TOPICS: usize = 40;
/// Summaries up to this many bytes are read whole; of longer ones [`WINDOWS`] windows of [`WINDOW`] bytes are.
const SUMMARY_BYTES: usize = 24_000;
/// Windows spread evenly over a long summary, so that its end is asked about too.
const WINDOWS: usize = 12;
/// Bytes of one window.
const WINDOW: usize = 2_000;
/// Words of a name that is quoted whole.
const NAME_WORDS: usize = 6;
/// Fewest and most words of a statement that is quoted: it is quoted whole or not at all.
const STATEMENT_WORDS: (usize, usize) = (5, 12);
/// Content words from which a line without a stop at its end says something: fewer are a heading.
const HEADING_WORDS: usize = 6;
/// Words before a colon that are a name or a label.
const LABEL_WORDS: usize = 4;
/// How the reader's own notes begin.
const OWN_NOTES: &str = "my note|my notes|note to self|note|nb|todo|to do|remember to|remind me|read again|reread|check|look up|ask|buy|\
    follow up|action item|question for";
/// Words of somebody who speaks of themselves: in notes that is the reader.
const OWN: &str = "i i'm i've i'd i'll me my mine we we're we've us our";
/// Months and days, as headings have them beside a figure or another one.
const DATES: &str = "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun \
    january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct \
    nov dec mtg meeting q1 q2 q3 q4 today tomorrow";

/// The kinds of topic. Their order is the order of preference where nothing else decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A key concept, by name.
    Concept,
    /// A quote of the content.
    Quote,
    /// A statement of the summary or of another text.
    Point,
    /// An item of a list, such as a book.
    Item,
    /// Something the guidelines want to come back to.
    Focus,
}

/// One thing to ask about.
#[derive(Clone, Debug)]
pub(crate) struct Topic {
    pub(crate) kind: Kind,
    /// How it is named in a question: clean, without quotation marks.
    pub(crate) text: String,
    /// What the notes say about a concept, or empty.
    pub(crate) detail: String,
    /// Whose words they are, or empty.
    pub(crate) who: String,
    /// The part of the notes it stands in, or empty.
    pub(crate) label: String,
    /// Normal form of how it begins: found in every question that names it.
    pub(crate) key: String,
    /// Normal form of all of it, for the guidelines.
    pub(crate) form: String,
}

impl Topic {
    /// Makes a topic of a clean text; `None` when there is nothing to name.
    pub(crate) fn new(kind: Kind, text: String) -> Option<Topic> {
        let form = normal_form(&text);
        // Five words are kept by every cut, and few other phrases begin with the same five. The spaces keep “art” out of “start”.
        let key: Vec<&str> = form.split(' ').take(5).collect();
        let key = [" ", &key.join(" "), " "].concat();
        (!form.is_empty()).then(|| Topic {
            kind,
            text,
            key,
            form,
            detail: String::new(),
            who: String::new(),
            label: String::new(),
        })
    }

    /// Normal form of everything that is known of it, for comparing with guidelines.
    pub(crate) fn whole_form(&self) -> String {
        normal_form(
            &[
                &self.text,
                " ",
                &self.detail,
                " ",
                &self.who,
                " ",
                &self.label,
            ]
            .concat(),
        )
    }
}

/// Collects the topics of the notes, those left alone and those refused left out.
pub(crate) fn topics(context: &Context, wishes: &Wishes, memory: &Memory) -> Vec<Topic> {
    let mut out: Vec<Topic> = Vec::new();
    let mut add = |topic: Option<Topic>| {
        let Some(topic) = topic else { return };
        let all = topic.whole_form();
        let known = out.iter().any(|other| other.form == topic.form);
        if !known && !wishes.forbids(&all) && !memory.declined(&topic.key) {
            out.push(topic);
        }
    };
    for concept in context.concepts.iter().take(TOPICS) {
        let topic = name(&concept.name).and_then(|text| Topic::new(Kind::Concept, text));
        add(topic.map(|topic| Topic {
            detail: clean(&concept.detail),
            ..topic
        }));
    }
    for quote in context.quotes.iter().take(TOPICS) {
        let topic = whole(&quote.text).and_then(|text| Topic::new(Kind::Quote, text));
        let who = cut(&clean(head(&quote.speaker)), 4)
            .filter(|who| !who.ends_with('…'))
            .unwrap_or_default();
        add(topic.map(|topic| Topic { who, ..topic }));
    }
    for text in statements(&context.summary) {
        add(Topic::new(Kind::Point, text));
    }
    for part in context.additional.iter().take(TOPICS) {
        let label = cut(&clean(&part.label), 3)
            .filter(|label| !label.ends_with('…'))
            .unwrap_or_default();
        for item in part.items.iter().take(TOPICS) {
            let topic = match name(item) {
                Some(text) => Topic::new(Kind::Item, text),
                None => statements(item)
                    .into_iter()
                    .next()
                    .and_then(|text| Topic::new(Kind::Point, text)),
            };
            add(topic.map(|topic| Topic {
                label: label.clone(),
                ..topic
            }));
        }
    }
    // A wish that the notes speak to is taken up by asking about the notes; one they do not speak to is asked about by its own words.
    let unmet = |text: &String| {
        !out.iter()
            .any(|topic| Wishes::focus_on(text).wants(&topic.whole_form()))
    };
    let focus: Vec<Topic> = wishes
        .focus_texts
        .iter()
        .filter(|text| unmet(text))
        .filter_map(|text| Topic::new(Kind::Focus, text.clone()))
        .collect();
    out.extend(
        focus
            .into_iter()
            .filter(|topic| !memory.declined(&topic.key)),
    );
    out
}

/// Returns what names a thing: the text up to a dash, a colon or a bracket. `None` when that is too long to be a name.
fn name(text: &str) -> Option<String> {
    cut(&clean(head(text)), NAME_WORDS).filter(|name| !name.ends_with('…'))
}

fn head(text: &str) -> &str {
    let text = bounded(text.trim(), 400);
    let ends = [" - ", " – ", " — ", ": ", " (", ". ", "\n", "](", ", by "].iter();
    let end = ends
        .filter_map(|mark| text.find(mark))
        .filter(|at| *at > 2)
        .min()
        .unwrap_or(text.len());
    &text[..end]
}

/// A statement as it can be quoted, when it is short enough and nobody speaks of themselves in it.
fn whole(text: &str) -> Option<String> {
    let text = clean(text);
    let fits = (STATEMENT_WORDS.0..=STATEMENT_WORDS.1).contains(&word_count(&text));
    let form = normal_form(&text);
    let own = form.split(' ').any(|word| is_one_of(word, OWN));
    (fits && !own).then_some(text)
}

/// True when a line of the notes says something of the content: a heading, a date, a speaker's name and the reader's own note do not.
fn is_claim(line: &str) -> bool {
    let line = line
        .trim()
        .trim_start_matches(['-', '*', '•', '#', '>', ' ', '[', ']', 'x']);
    let form = [" ", &normal_form(line), " "].concat();
    let begins = |note: &str| form[1..].starts_with(&[note, " "].concat());
    let labelled = line
        .split_once(':')
        .is_some_and(|(label, _)| word_count(label) <= LABEL_WORDS);
    let dated = form
        .split(' ')
        .filter(|word| is_one_of(word, DATES))
        .count();
    let figures = line.bytes().any(|byte| byte.is_ascii_digit());
    let own = form
        .split(' ')
        .any(|word| !word.is_empty() && !is_function_word(word));
    let content = form
        .split(' ')
        .filter(|word| !word.is_empty() && !is_function_word(word));
    let heading = !line.ends_with(['.', '!', '”', '"', '。', '…', ')', '।'])
        && content.count() < HEADING_WORDS;
    !(labelled
        || heading
        || !own
        || dated > 1
        || dated == 1 && figures
        || OWN_NOTES.split('|').any(begins))
}

/// Returns the sentences of a text that say something and are short enough to be quoted, whole or cut.
fn statements(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let step = if text.len() <= SUMMARY_BYTES {
        SUMMARY_BYTES
    } else {
        text.len() / WINDOWS
    };
    let take = if text.len() <= SUMMARY_BYTES {
        SUMMARY_BYTES
    } else {
        WINDOW
    };
    let mut at = 0;
    while at < text.len() {
        let start = text.ceil_char_boundary(at);
        let window = bounded(&text[start..], take);
        let before = out.len();
        // The first stretch of a later window began somewhere before it.
        for range in sentences(window).skip(usize::from(start > 0)) {
            let sentence = &window[range];
            let asks = sentence.trim_end().ends_with('?');
            if !asks && out.len() - before < TOPICS && is_claim(sentence) {
                out.extend(whole(sentence));
            }
        }
        at += step;
    }
    // Evenly over all of it: the first forty sentences of a long text are its beginning only.
    let stride = out.len().div_ceil(TOPICS).max(1);
    out.into_iter().step_by(stride).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_named_without_what_is_said_about_them() {
        assert_eq!(
            name("**Deep Work** by Cal Newport").as_deref(),
            Some("Deep Work by Cal Newport")
        );
        assert_eq!(
            name("*The Long Now* — on slowness (2019)").as_deref(),
            Some("The Long Now")
        );
        assert_eq!(
            name("Obsidian: a tool for notes").as_deref(),
            Some("Obsidian")
        );
        assert_eq!(name("a b c d e f g h i j k"), None);
    }

    #[test]
    fn headings_dates_speakers_and_the_readers_own_notes_are_no_claims() {
        for line in [
            "mtg tues 10:30 - Q3 roadmap w",
            "Meeting on Tuesday with the whole team of the second floor.",
            "My note: read again before mum's house gets sold",
            "TODO check the numbers of the second table again",
            "- [ ] ask Ada whether the archive still has the maps",
            "Ada Brandt: we should open the harbour in winter too.",
            "note to self the harbour was never meant to close",
            "Key ideas from chapter three",
            "I think the harbour should never have been closed.",
            "12 March 2019, notes on the harbour and its keepers.",
        ] {
            assert_eq!(statements(line), Vec::<String>::new(), "{line}");
        }
        let claim = "Bees do not vote, but a swarm decides.";
        let notes = [
            "# Notes on bees, Tuesday 12 March\n\n",
            claim,
            "\n\nTODO: look up quorum\n",
        ]
        .concat();
        assert_eq!(statements(&notes), [claim.trim_end_matches('.')]);
        assert_eq!(
            statements(
                "Scouts dance for the sites they like until the others have seen them too and follow."
            ),
            Vec::<String>::new(),
            "too long to be quoted whole"
        );
    }

    #[test]
    fn a_megabyte_is_read_in_windows_up_to_its_end() {
        let text: String = (0..40_000)
            .map(|n| format!("Point number {n} is about something. "))
            .collect();
        let found = statements(&text);
        assert!(found.len() <= TOPICS && found.len() > 20);
        assert!(
            found.last().is_some_and(|last| last.contains("number 3")),
            "{:?}",
            found.last()
        );
    }
}
