//! Short questions that stay with an answer without its words: “What did you notice first?” after a case, “When does it not hold?”
//! after a rule. What was told decides which fit.

use super::form::form;
use super::{Questioner, SUBSTANTIVE_WORDS};
use crate::acts::Act;
use crate::clean::{bounded, end};
use crate::cues::{is_one_of, says};
use crate::handle::{ABOUT_ALL, clause, thing};
use crate::hash::hash;
use crate::language::{Words, has_form};
use crate::narrative::{event, is_over, trouble};
use crate::pattern::made_from;
use crate::reactions::about;
use crate::said::Said;
use colloquy_findings::{normal_form, word_count};

/// Questions after which a probe may come again.
const COOL_DOWN: usize = 6;
/// From this weight on what was told is worth more than one question.
pub(crate) const STRONG: u32 = 6;
/// Bytes of an answer that are searched.
const ANSWER_BYTES: usize = 4_000;
/// Words of an answer's own that a question can stay with.
const OWN_WORDS: usize = 3;
/// Things of a list, and words of each.
const LISTED: usize = 4;
const ITEM_WORDS: usize = 5;
/// Most words of the sentences that put a rule.
const RULE_WORDS: usize = 30;
/// The use with the probes for what is still to be decided.
pub(crate) const TORN: &str = "probe.torn";
/// What an example is called.
const EXAMPLE: &str = "example beispiel ejemplo exemple";
/// What is told in the past alone, and its weight.
const STILL: (&str, u32) = ("probe.case", 4);

/// What an answer tells: the use with the probes that fit, and how much it is worth staying with.
pub(crate) fn kind(lists: &Words, said: &Said) -> (&'static str, u32) {
    let form = lists.padded(bounded(&said.telling, ANSWER_BYTES));
    let english = lists.is_english();
    let asked = self::form(lists, &said.turn.question);
    let mut best = ("probe.any", 1);
    let mut weigh = |name, weight| {
        if weight > best.1 {
            best = (name, weight);
        }
    };
    if says(&form, lists.learned) {
        weigh("probe.learned", 8);
    }
    if says(&form, lists.feeling) {
        weigh("probe.feeling", 7);
    }
    if says(&lists.padded(end(&said.telling)), lists.knowhow) {
        weigh("probe.rule", 13);
    }
    if is_torn(lists, said) {
        weigh(TORN, 13);
    }
    if let Some((name, story)) = event(lists, said) {
        weigh(name, if story { 12 } else { STRONG });
    } else if trouble(lists, said) {
        weigh("probe.trouble", 8);
    }
    for (act, name, weight) in [
        (Act::Judgement, "probe.judgement", 5),
        (Act::Rule, "probe.rule", 5),
        (Act::Plan, "probe.plan", 5),
        (Act::Process, "probe.process", 6),
        (Act::List, "probe.list", 4),
        (Act::Contrast, "probe.contrast", 2),
        (Act::Hedge, "probe.hedge", 2),
        (Act::Claim, "probe.claim", 2),
    ] {
        let fits = match act {
            // One “then” joins no steps: somebody was asked for a way, or there are several.
            Act::Process => {
                let joins = lists.joined.split('|').filter(|join| says(&form, join));
                let way = asked == Some("form.way");
                joins.count() + usize::from(way || !english) > 1
            }
            // “I saw that it makes nothing on bread” was seen once.
            Act::Judgement => {
                let seen = || says(&form, lists.perceived);
                !is_over(lists, said) && (!english || asked == Some("form.sign") || seen())
            }
            Act::Rule => {
                let doing = said.heard.doing(said.text, act);
                let own = lists.padded(&doing);
                // What stands on the way in a long sentence is no rule to ask about.
                let ruled = !english || says(&own, lists.ruled) && word_count(&doing) <= RULE_WORDS;
                ruled && !(is_past_or_opinion(lists, &form) || english && is_over(lists, said))
            }
            // Somebody “is going to panic” whom the respondent has in mind.
            Act::Plan => {
                let own = lists.padded(&said.heard.doing(said.text, act));
                // “For longer than I'll be working” intends nothing.
                let compares = own.contains(" than ");
                !english || says(&own, lists.intended) && ends_with(said, act) && !compares
            }
            Act::List => !english || is_list(&said.telling),
            // “I'm only guessing” wants no reasons.
            Act::Hedge if english => false,
            // A “but” sets nothing against anything that there is to ask about.
            Act::Contrast => ends_with(said, act) && !english,
            Act::Claim => !english || says(&form, lists.opinion) || asked == Some("form.view"),
            _ => true,
        };
        if fits && said.heard.has(act) {
            weigh(name, weight + 3 * u32::from(ends_with(said, act)));
        }
    }
    // “The head was out and the rest was not” tells what happened, too, without a deed in it.
    if best.1 < STILL.1
        && form.split(' ').any(|word| is_one_of(word, lists.own))
        && is_over(lists, said)
        && word_count(&said.telling) >= SUBSTANTIVE_WORDS
    {
        best = STILL;
    }
    // What is so with the respondent is asked on in another way than what is so.
    let is = |list: &'static str| form.split(' ').filter(move |word| is_one_of(word, list));
    if best.0 == "probe.any" && is(lists.personal).count() > 1 && is(lists.present).count() > 0 {
        best.0 = "probe.now";
    }
    // What was usual is told in any tense where it was asked for.
    if matches!(best.0, "probe.now" | "probe.any") && asked_usual(lists, &said.turn.question) {
        best.0 = "probe.case.usual";
    }
    best
}

/// True for a question about what was usual at some time: “a usual day when you were ten”.
fn asked_usual(lists: &Words, question: &str) -> bool {
    let asked = lists.padded(question);
    let past = |word: &str| is_one_of(word, lists.asks_past);
    says(&asked, lists.usual) && asked.split(' ').any(past)
}

/// True for an answer that ends with something that is still to be decided.
fn is_torn(lists: &Words, said: &Said) -> bool {
    says(&lists.padded(end(&said.telling)), lists.torn) && !is_over(lists, said)
}

/// True for a use whose probes ask about something that happened.
pub(crate) fn is_event(name: &str) -> bool {
    name.starts_with("probe.case")
}

/// True for an answer that is nothing but a list of things: what is listed on the way is no choice.
fn is_list(telling: &str) -> bool {
    let telling = telling.trim().trim_end_matches('.');
    let items: Vec<&str> = telling.split([',', ';']).collect();
    items.len() >= LISTED
        && !telling.contains(['.', '?', '!', ':', '\n'])
        && items.iter().all(|item| word_count(item) <= ITEM_WORDS)
}

/// True for “I never used it” and “I think nobody can tell”, which are no rules.
fn is_past_or_opinion(lists: &Words, form: &str) -> bool {
    let past = lists.never.split('|').any(|never| {
        let after = form.split(&[" ", never, " "].concat()).nth(1);
        after.filter(|_| !never.is_empty()).is_some_and(|rest| {
            let verb = rest.split(' ').next().unwrap_or_default();
            has_form(verb, lists.past_forms) || is_one_of(verb, lists.past_verbs)
        })
    });
    past || says(form, lists.opinion)
}

/// True when the last sentence of an answer does this: what is said last is what is meant.
fn ends_with(said: &Said, act: Act) -> bool {
    let doing = said.heard.doing(said.text, act);
    let tail = |text: &str| {
        let text = text.trim_end();
        text[text.ceil_char_boundary(text.len().saturating_sub(16))..].to_string()
    };
    !doing.is_empty() && tail(&doing) == tail(said.text)
}

impl Questioner<'_> {
    /// True when the last answer has words of its own to stay with, beside those of the question.
    pub(crate) fn tells(&self, said: &Said) -> bool {
        let lists = self.ask.words;
        let asked = lists.form(&said.turn.question);
        let stems = asked.split(' ').map(|word| lists.stem(word));
        let asked: Vec<&str> = stems.collect();
        let form = lists.form(bounded(&said.telling, ANSWER_BYTES));
        let own = |word: &&str| !lists.is_function_word(word) && !asked.contains(&lists.stem(word));
        form.split(' ').filter(own).take(OWN_WORDS).count() == OWN_WORDS
    }

    /// How many questions in a row, up to the last one, asked about something that happened.
    pub(crate) fn stayed(&self) -> usize {
        let uses = self.ask.bank.uses.iter();
        let lines: Vec<&String> = uses
            .filter(|entry| is_event(&entry.name))
            .flat_map(|entry| &entry.sentences)
            .collect();
        let made = |turn: &&colloquy_schema::Turn| {
            lines.iter().any(|line| made_from(&turn.question, line))
        };
        self.ask.history.iter().rev().take_while(made).count()
    }

    /// A question about a thing that a short answer names: what it names is what there is to ask about.
    pub(crate) fn thing(&self, said: &Said) -> Option<String> {
        if said.telling.split_whitespace().count() >= ABOUT_ALL || !self.probes() {
            return None;
        }
        let thing = thing(self.ask.words, &said.telling, "", &|named| {
            self.knows(named)
        })?;
        about(self.ask, &self.memory, self.salt, "thing", &thing)
    }

    /// A probe on an earlier answer, behind what the respondent did in it, so that it is known again.
    pub(crate) fn recalled(&self, said: &Said, names: &[&str]) -> Option<String> {
        let lists = self.ask.words;
        if !self.probes() {
            return None;
        }
        let clause = clause(lists, &said.telling).filter(|clause| self.is_free(clause))?;
        let question = [&clause, ". ", &self.probe(names)?].concat();
        (!self.memory.repeats(&question)).then_some(question)
    }

    /// True for words that no question had, and that may be said.
    fn is_free(&self, words: &str) -> bool {
        let form = normal_form(words);
        !self.memory.touched_here(&form) && !self.wishes.forbids(&form)
    }

    /// True for a thing, with its article, that a question had, or that shall not be named.
    pub(crate) fn knows(&self, named: &str) -> bool {
        let form = normal_form(named);
        !self.is_free(form.split_once(' ').unwrap_or_default().1)
    }

    /// The last questions, of which no probe is one again.
    pub(crate) fn recent(&self) -> &[&str] {
        let here = &self.memory.here.questions;
        &here[here.len().saturating_sub(COOL_DOWN)..]
    }

    /// A probe of the first use that has one left: the least used first, none again before six other questions.
    pub(crate) fn probe(&self, names: &[&str]) -> Option<String> {
        let recent = self.recent();
        // However it is put, nobody is asked for an example twice running.
        let example = |text: &str| {
            let words = normal_form(text);
            words.split(' ').any(|word| is_one_of(word, EXAMPLE))
        };
        let wanted = recent
            .iter()
            .rev()
            .take(2)
            .any(|question| example(question));
        for name in names {
            let mut lines = self.ask.sentences(name);
            lines.retain(|line| !wanted || !example(line));
            lines.retain(|line| {
                let form = normal_form(line);
                let again = recent.iter().any(|question| made_from(question, line));
                !(again || self.wishes.has_avoid() && self.wishes.forbids(&form))
            });
            lines.sort_by_key(|line| {
                let worn = 4 * self.memory.uses_here(line) + self.memory.uses_earlier(line).min(3);
                (worn, hash(self.salt, line))
            });
            let mut leads = self.ask.sentences("lead.probe");
            leads.sort_by_key(|lead| hash(self.salt, lead));
            leads.insert(0, "");
            // The engine takes the same words for the same question: one that comes again has a word before it.
            for lead in leads {
                let put = |line: &&str| [lead, " ", line].concat().trim_start().to_string();
                let fresh = |question: &String| !self.memory.repeats(question);
                if let Some(question) = lines.iter().map(put).find(fresh) {
                    return Some(question);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ENGLISH;

    #[test]
    fn lessons_and_mild_feelings_are_told_in_every_language() {
        use crate::language::{FRENCH, GERMAN, SPANISH};
        for (language, learned, feeling) in [
            (&ENGLISH, "Ina taught me that.", "I was proud of it."),
            (
                &GERMAN,
                "Das hat mir meine Nachbarin beigebracht, mein Lehrer nicht.",
                "Ich war stolz darauf.",
            ),
            (
                &SPANISH,
                "Me enseñó mi vecina.",
                "Estaba orgulloso de ello.",
            ),
            (
                &FRENCH,
                "C’est elle qui m’a appris cela.",
                "J’étais fier de moi.",
            ),
        ] {
            let lists = language.words();
            assert!(says(&lists.padded(learned), lists.learned), "{learned}");
            assert!(says(&lists.padded(feeling), lists.feeling), "{feeling}");
            assert!(!says(&lists.padded(feeling), lists.learned), "{feeling}");
        }
    }

    #[test]
    fn what_is_still_to_be_decided_is_known_in_every_language() {
        use crate::language::{FRENCH, GERMAN, SPANISH};
        for (language, torn) in [
            (
                &ENGLISH,
                "On Saturday I have to decide whether to join the two hives.",
            ),
            (
                &GERMAN,
                "Am Samstag muss ich mich entscheiden, und ich mag nicht.",
            ),
            (&SPANISH, "El sábado tengo que decidir si las junto."),
            (&FRENCH, "Samedi je dois décider, et j’hésite."),
        ] {
            let lists = language.words();
            assert!(says(&lists.padded(end(torn)), lists.torn), "{torn}");
            assert!(!says(&lists.padded("Ina."), lists.torn), "{torn}");
        }
    }
}
