//! What of an answer has words that a question can take up: a phrase that the respondent coined, somebody they know, a person by name, a
//! detail.

use super::Questioner;
use super::probe::{STRONG, is_event, kind};
use crate::acts::Act;
use crate::choose::Source;
use crate::clean::{bounded, clean};
use crate::cues::is_one_of;
use crate::deeds::{deed, reported};
use crate::handle::{bare, introduced};
use crate::language::{Words, has_form};
use crate::memory::padded;
use crate::narrative::is_grave;
use crate::pattern::{made_from, things};
use crate::reactions::{about, built_in, of_a_kind};
use crate::said::Said;
use colloquy_findings::{sentences, word_count};

/// Words of a phrase that is named: more is a sentence.
const COINED_WORDS: usize = 4;
/// Bytes of an answer that are searched.
const ANSWER_BYTES: usize = 4_000;
/// Most words of an answer of which one detail is asked about, and of one that tells something that happened.
const DETAIL_WORDS: usize = 40;
const STORY_WORDS: usize = 25;
/// Words of a name, a title included.
const NAME_WORDS: usize = 3;

/// A phrase that the respondent coined: put in quotation marks, or said to be what something is called.
fn coined(lists: &Words, telling: &str) -> Option<String> {
    let text = bounded(telling, ANSWER_BYTES);
    let marks = [('“', '”'), ('"', '"'), ('„', '“'), ('‘', '’'), ('\'', '\'')];
    for (open, close) in marks {
        for (at, _) in text.match_indices(open) {
            let opens = at == 0 || text[..at].ends_with([' ', '(']);
            let rest = &text[at + open.len_utf8()..];
            let found = opens.then(|| rest.split_once(close)).flatten();
            let before = lists.plain(&text[..at]);
            let speech = before
                .split(' ')
                .rev()
                .take(3)
                .any(|word| is_one_of(word, lists.speech));
            // What is only quoted stands without an article.
            let last = before.rsplit(' ').next().unwrap_or_default();
            let quotes = speech || lists.is_english() && !is_one_of(last, lists.determiners);
            if let Some((phrase, _)) = found.filter(|(phrase, _)| !quotes && phrase.contains(' '))
                && let Some(phrase) = fit(lists, phrase)
            {
                return Some(phrase);
            }
        }
    }
    for sign in lists.calling.split('|').filter(|sign| !sign.is_empty()) {
        if let Some((_, rest)) = text.split_once(&[sign, " "].concat()) {
            let end = rest.find(['.', ',', ';', ':', '!', '?', ')', '(', '–', '—', '\n']);
            if let Some(phrase) = fit(lists, &rest[..end.unwrap_or(rest.len())]) {
                return Some(phrase);
            }
        }
    }
    None
}

/// The one person of an answer whom the respondent knows, addressed: “my neighbour Irma” is “your neighbour Irma”.
fn person(lists: &Words, telling: &str) -> Option<String> {
    let (mut found, mut several) = (None, false);
    let words: Vec<&str> = bounded(telling, ANSWER_BYTES).split_whitespace().collect();
    for (at, two) in words.windows(2).enumerate() {
        let bare = two[1].trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
        if !is_one_of(&two[0].to_ascii_lowercase(), lists.my) || !is_one_of(bare, lists.relations) {
            continue;
        }
        if several {
            return None;
        }
        several = true;
        if lists.is_english() && !acts(lists, &words, at) {
            continue;
        }
        let name = words
            .get(at + 2)
            .map(|word| word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']));
        let is_name = |name: &&str| {
            let mut letters = name.chars();
            letters.next().is_some_and(char::is_uppercase)
                && name.len() > 1
                && letters.all(char::is_lowercase)
        };
        let name = name.filter(|name| bare == two[1] && is_name(name));
        found = Some(
            [lists.your, " ", bare, " ", name.unwrap_or_default()]
                .concat()
                .trim_end()
                .to_string(),
        );
    }
    found
}

/// True where the person behind “my” at a place does something, or something came from them: not where they are one of a list.
fn acts(lists: &Words, words: &[&str], at: usize) -> bool {
    let from = at > 0 && is_one_of(&lists.plain(words[at - 1]), "from by");
    let verb = |word: &&&str| {
        let form = lists.plain(word);
        is_one_of(
            &form,
            "who who's always never has says is keeps would could",
        ) || is_one_of(&form, lists.past)
            || has_form(&form, lists.past_forms) && !has_form(&form, lists.no_past)
    };
    from || words.iter().skip(at + 2).take(2).any(|word| verb(&word))
}

/// A phrase as it can be named, when it can.
fn fit(lists: &Words, phrase: &str) -> Option<String> {
    let form = lists.form(phrase);
    let count = word_count(phrase);
    let own = form.split(' ').any(|word| !lists.is_function_word(word));
    let form = lists.plain(phrase);
    // “For one minute” names nothing.
    let first = form.split(' ').next().unwrap_or_default();
    let opens = !lists.is_function_word(first) || is_one_of(first, lists.determiners);
    let own = own && (opens || !lists.is_english());
    let persons = form.split(' ').any(|word| is_one_of(word, lists.persons));
    let broken = phrase.contains(['.', '?', '!', '…', '\n', ',']);
    ((1..=COINED_WORDS).contains(&count) && own && !persons && !broken).then(|| clean(phrase))
}

/// The name in an answer that is somebody's by what stands around it, the one that comes most often, or else last: “Mr Ellis”, “your
/// roommate Dolores”. None of a sentence about something that hurts.
///
/// English alone: elsewhere other words have capitals, too.
fn name(lists: &Words, telling: &str) -> Option<String> {
    if !lists.is_english() {
        return None;
    }
    let text = bounded(telling, ANSWER_BYTES);
    let mut best: Option<(usize, String)> = None;
    for range in sentences(text) {
        let words: Vec<&str> = text[range].split_whitespace().collect();
        if words
            .iter()
            .any(|word| is_one_of(&bare(word), lists.delicate))
        {
            continue;
        }
        let mut at = 0;
        while at < words.len() {
            let Some((named, taken)) = somebody(lists, &words, at) else {
                at += 1;
                continue;
            };
            at += taken;
            let last = named.rsplit(' ').next().unwrap_or_default();
            let often = text.matches(last).count();
            if best.as_ref().is_none_or(|(most, _)| often >= *most) {
                best = Some((often, named));
            }
        }
    }
    best.map(|(_, named)| named)
}

/// The name that begins at a word, with a title or with what the respondent calls that person, and how many words it takes.
fn somebody(lists: &Words, words: &[&str], at: usize) -> Option<(String, usize)> {
    let is_name = |word: &str| {
        let own = word.trim_matches(|c: char| !c.is_alphanumeric());
        let mut letters = own.chars();
        letters.next().is_some_and(char::is_uppercase)
            && own.chars().count() > 2
            && letters.all(char::is_lowercase)
            && !is_one_of(&bare(word), lists.no_names)
            && !lists.is_function_word(&bare(word))
    };
    let ends = |word: &str| word.ends_with(|c: char| !c.is_alphanumeric());
    let count = words[at..]
        .iter()
        .take(NAME_WORDS)
        .take_while(|word| is_name(word))
        .count();
    // A name ends where a stop is.
    let stop = words[at..at + count].iter().position(|word| ends(word));
    let count = stop.map_or(count, |stop| stop + 1);
    if count == 0 {
        return None;
    }
    // “Muck and Magic” is the name of something else.
    let after = |on: usize| words.get(at + count + on).copied().unwrap_or_default();
    let joined = is_one_of(after(0), "and of") && after(1).starts_with(char::is_uppercase);
    if joined && stop.is_none() {
        return None;
    }
    let own = words[at..at + count].join(" ");
    let own = own.trim_matches(|c: char| !c.is_alphanumeric());
    let before = |back: usize| {
        let word = at.checked_sub(back).map(|at| words[at]);
        word.filter(|word| !ends(word)).unwrap_or_default()
    };
    let (title, whose) = (before(1), bare(before(2)));
    let is_role = !title.is_empty()
        && title.chars().all(char::is_lowercase)
        && !lists.is_function_word(title)
        && !is_one_of(title, lists.speech);
    let titled = is_one_of(&bare(title), lists.titles);
    let own_title = is_one_of(&bare(words[at]), lists.titles);
    let named = if titled && !is_one_of(&whose, "my our") {
        [title, " ", own].concat()
    } else if own_title && count > 1 {
        own.to_string()
    } else if is_role && is_one_of(&whose, "my our") {
        [lists.your, " ", title, " ", own].concat()
    } else if is_one_of(title, "called named") {
        own.to_string()
    } else {
        return None;
    };
    Some((named, count))
}

impl Questioner<'_> {
    /// A question on a phrase that the respondent coined in the last answer.
    pub(crate) fn coined(&self) -> Option<String> {
        let phrase = coined(self.ask.words, &self.answers.last()?.telling)?;
        self.about_named(&phrase, "coined")
    }

    /// A question on the person that the last answer is about, where it tells no case, rule or plan.
    pub(crate) fn person(&self) -> Option<String> {
        let said = self.answers.last()?;
        let (own, weight) = kind(self.ask.words, said);
        let person = person(self.ask.words, &said.telling).filter(|_| {
            own == "probe.learned" || weight < STRONG && !self.ask.words.is_english()
        })?;
        self.about_named(&person, "person")
    }

    /// A question of a use of the guide's on something that is named, where it can be.
    fn about_named(&self, named: &str, name: &str) -> Option<String> {
        let source = Source::names(things(named, ""), 0, name);
        let fits = self.can_name(named);
        fits.then(|| self.chooser("").choose(&[source], false))?
    }

    /// True for what no question has named, and that may be named.
    fn can_name(&self, named: &str) -> bool {
        let form = padded(named);
        !self.memory.touched_here(&form) && !self.wishes.forbids(form.trim())
    }

    /// A question on a detail of the last answer: what the respondent did, does or likes by it, what others say of them, a thing that it
    /// brings up. Not two of a kind in a row, and of each kind for one question of three at most: repeated at every turn, words weary.
    pub(crate) fn detail(&self) -> Option<String> {
        let said = self.answers.last().filter(|_| self.probes())?;
        let lists = self.ask.words;
        // Of much that is told, the last thing is seldom the one that matters most, and a story is asked on as a whole.
        let words = word_count(&said.telling);
        let story = words > STORY_WORDS && is_event(kind(lists, said).0);
        if words > DETAIL_WORDS || story || is_grave(lists, said.text) {
            return None;
        }
        let deed = deed(lists, &said.telling).filter(|deed| self.can_name(&deed.text));
        let known = |named: &str| self.knows(named);
        let (name, text) = if let Some(deed) = deed {
            (deed.name, deed.text)
        } else if let Some(name) = reported(lists, &said.telling) {
            (name, String::new())
        } else {
            ("thing", introduced(lists, &said.telling, &known)?)
        };
        let lines = of_a_kind(self.ask, name);
        let made = |question: &&&str| lines.iter().any(|line| made_from(question, line));
        let questions = &self.memory.here.questions;
        let again = questions.last().is_some_and(|last| made(&last));
        let often = 3 * questions.iter().filter(made).count() > questions.len();
        (!again && !often).then(|| about(self.ask, &self.memory, self.salt, name, &text))?
    }

    /// Somebody whom the last answer is about, in words that a question may have. Nobody who was named where something was refused or hurt.
    pub(crate) fn somebody(&self) -> Option<String> {
        let said = self.answers.last().filter(|_| self.probes())?;
        let named = name(self.ask.words, &said.telling)?;
        let last = named.rsplit(' ').next().unwrap_or_default();
        let closed = |said: &Said| {
            let acts = [Act::Refusal, Act::Distress, Act::Crisis, Act::Stop];
            acts.into_iter().any(|act| said.heard.has(act)) && said.text.contains(last)
        };
        (!self.answers.iter().any(closed) && self.can_name(&named)).then_some(named)
    }

    /// A question on somebody whom the last answer names, where the question before was not one of that kind.
    pub(crate) fn named_person(&self) -> Option<String> {
        let said = self.answers.last()?;
        let named = self.somebody()?;
        let mut lines = built_in(self.ask, "somebody").into_iter();
        if lines.any(|line| made_from(&said.turn.question, line)) {
            return None;
        }
        about(self.ask, &self.memory, self.salt, "somebody", &named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ENGLISH;

    #[test]
    fn the_one_person_of_an_answer_is_named() {
        for (answer, expected) in [
            (
                "My neighbour Irma kept one for forty years.",
                Some("your neighbour Irma"),
            ),
            (
                "I had it from my teacher, who hated it.",
                Some("your teacher"),
            ),
            ("It was my uncle's idea.", None),
            ("My boss and my uncle never spoke.", None),
            ("Somebody else's teacher said so.", None),
        ] {
            assert_eq!(
                person(ENGLISH.words(), answer).as_deref(),
                expected,
                "{answer}"
            );
        }
    }

    #[test]
    fn somebody_is_known_by_a_title_a_role_or_what_they_do() {
        for (answer, expected) in [
            (
                "There was a chap, Mr Ellis, who got on every morning.",
                Some("Mr Ellis"),
            ),
            (
                "My roommate Dolores, 88, sang. Not well.",
                Some("your roommate Dolores"),
            ),
            (
                "In came a nurse called Marleen and it was good.",
                Some("Marleen"),
            ),
            (
                "Two years with Don Ismael, blind, in the calle Mendoza.",
                Some("Don Ismael"),
            ),
            ("It was fine until Odile followed the timer.", None),
            (
                "One master, Mr Iqbal, took out his knitting. My sister Ann did not.",
                Some("your sister Ann"),
            ),
            ("We drove to Stavanger in March, on a Tuesday.", None),
            ("Control sends jobs through the handset.", None),
            ("The hospital is in the north of Spain.", None),
            ("My aunt Rosa died in May.", None),
            (
                "I picture one person, my aunt Consuelo.",
                Some("your aunt Consuelo"),
            ),
            ("We use Zoom.", None),
            ("It's called Muck and Magic, a gardening one.", None),
        ] {
            assert_eq!(
                name(ENGLISH.words(), answer).as_deref(),
                expected,
                "{answer}"
            );
        }
        assert_eq!(
            name(crate::GERMAN.words(), "Da kam Frau Kern und lachte."),
            None
        );
    }

    #[test]
    fn only_a_coined_phrase_is_named() {
        for (answer, expected) in [
            (
                "We call it the half-knot rule: slow is smooth.",
                Some("the half-knot rule"),
            ),
            (
                "There was a “hideous Tuesday” every month.",
                Some("hideous Tuesday"),
            ),
            ("Mostly the word was 'too late'.", None),
            ("He was 'late' as ever.", None),
            ("We have the word 'I see' on the bridge.", None),
            ("It's the crew's word and it isn't the owner's.", None),
            (
                "They call it a day when everybody has gone home and slept",
                None,
            ),
            ("I call it my own little island.", None),
        ] {
            assert_eq!(
                coined(ENGLISH.words(), answer).as_deref(),
                expected,
                "{answer}"
            );
        }
    }
}
