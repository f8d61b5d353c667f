//! An answer: what it shows of the skill that was asked about and of others that it names.

mod lack;
mod taken;

use core::ops::Range;

use colloquy_schema::{AnswerKind, AnswerStanding, Attribute, SkillsAsk};

use crate::cues::{Cues, one_line};
use crate::found::{Found, Reading};

use crate::lexicon::Lexicon;
use crate::names::{Mention, Place, Tone, mentions};
use crate::numbers::number;
use crate::owners::owners;
use crate::readings::{Regulation, Statement, in_order, regulations, statements};
use crate::resume::{around, quote};
use crate::standing::{AnswerSignals, declines, is_confided, standing};
use crate::tokens::{Token, has};
use crate::units::{sentences, units};

/// Words that stand for what was asked about.
const PRONOUNS: &str = "it this that them these its es";
/// Words before a skill that make it the company of what was asked about: "ran it on AWS".
const COMPANY: &str =
    "on with in behind via through alongside for under besides against from into to mit auf";
/// Words before a skill that make it the one that a sentence is about.
const OWNING: &str = "used use using did do know knew wrote write programmed program also learned learnt had have mainly mostly";
/// Words around a bare number.
const HEDGES: &str = "about around roughly maybe perhaps approximately almost nearly over more than some just only for like i think say \
    probably ca circa close to a little bit under less years or so guess now yes yeah well um uh hmm";

struct Reader<'a> {
    lexicon: &'a Lexicon,
    cues: &'a Cues,
    ask: &'a SkillsAsk,
    tokens: &'a [Token],
    /// The skill that was asked about.
    asked: Option<usize>,
    /// What a sentence that names no skill is about.
    topic: Option<usize>,
    found: Found,
    signals: AnswerSignals,
    /// Skills that somebody has none of, as far as nothing else shows a length of time.
    lacks: Vec<(usize, Reading)>,
    /// First tokens of sentences that are about another skill, or say that there is none.
    elsewhere: Vec<usize>,
}

/// Reads an answer.
pub(crate) fn read(
    lexicon: &Lexicon,
    cues: &Cues,
    ask: &SkillsAsk,
    tokens: &[Token],
) -> (Found, AnswerStanding) {
    let asked = lexicon.named(&ask.skill).map(|name| name.skill);
    if is_confided(tokens) {
        let standing = AnswerStanding {
            kind: AnswerKind::Unknown,
            engaged: true,
            asks_back: false,
        };
        return (Found::default(), standing);
    }
    let mut reader = Reader {
        lexicon,
        cues,
        ask,
        tokens,
        asked,
        topic: asked,
        found: Found::default(),
        signals: AnswerSignals::default(),
        lacks: Vec::new(),
        elsewhere: Vec::new(),
    };
    // An answer that is nothing but names is a list of them.
    let list = ask.skill.is_empty() && tokens.len() <= 200;
    for unit in units(&ask.text, tokens) {
        for sentence in sentences(tokens, &unit.tokens) {
            reader.sentence(&sentence, list);
        }
    }
    reader.bare();
    reader.lacking();
    reader.taken();
    let standing = standing(ask, tokens, &reader.found, asked, &reader.signals);
    (reader.found, standing)
}

impl Reader<'_> {
    fn sentence(&mut self, range: &Range<usize>, list: bool) {
        let tokens = &self.tokens[range.clone()];
        let mut named = mentions(self.lexicon, &self.ask.text, tokens, Place { list });
        let like = self
            .like(tokens, &named)
            .map(|place| named.remove(place).skill);
        self.signals.denied |= named.iter().any(|one| one.tone == Tone::Denied);
        let lacks = self.lacks(tokens, &named);
        // What is stated beside it is of what was asked about.
        let others = lacks.filter(|skill| Some(*skill) != self.asked);
        named.retain(|one| one.tone != Tone::Denied && Some(one.skill) != others);
        let mut stated = statements(
            self.cues,
            &self.ask.text,
            tokens,
            &self.ask.attributes,
            self.ask.year,
        );
        self.short_durations(tokens, &mut stated);
        self.begins(tokens, &mut stated);
        let regulation = if self.asked.is_none() {
            Regulation::Skill
        } else if self.ask.attributes.contains(&Attribute::Constraints) {
            Regulation::Constraint
        } else {
            Regulation::Either
        };
        named = regulations(tokens, named, &mut stated, regulation);

        self.signals.named |= !named.is_empty();
        self.signals.values |= !stated.is_empty();
        let whole = quote(tokens);
        for mention in &named {
            let confidence = if mention.tone == Tone::Vague { 50 } else { 90 };
            self.found.name(mention.skill, &whole, confidence);
        }
        let about = named.iter().any(|one| Some(one.skill) == self.asked);
        let company = tokens.iter().any(|one| has(PRONOUNS, &one.word));
        if !named.is_empty() && !about && !company || lacks.is_some() || self.topic != self.asked {
            self.elsewhere.push(range.start);
        }
        for (one, owners) in stated.iter().zip(owners(tokens, &named, &stated)) {
            let mut skills: Vec<usize> = owners.iter().map(|place| named[*place].skill).collect();
            if skills.is_empty() || !about && self.is_company(tokens, &named, &owners, one) {
                skills = self.topic.into_iter().collect();
            }
            for skill in skills {
                if Some(skill) == self.asked {
                    self.found.name(skill, &whole, 90);
                    if one.attribute == Attribute::Duration
                        && !about
                        && self.is_known_time(tokens, one)
                    {
                        continue;
                    }
                }
                let reading = Reading {
                    attribute: one.attribute,
                    value: one.value.clone(),
                    quote: around(tokens, one),
                    same_as: None,
                };
                if one.attribute == Attribute::Duration && one.months.is_none() {
                    self.found.add(skill, &reading);
                }
                self.found.insert(skill, reading);
            }
        }
        if let Some(other) = like {
            self.same_as(tokens, other);
            return;
        }
        // "I also used Docker. For two years." goes on about Docker.
        if about {
            self.topic = self.asked;
        } else if let [only] = &named[..]
            && stated.is_empty()
            && !has(COMPANY, before(tokens, only))
            && !tokens.iter().any(|one| has(PRONOUNS, &one.word))
        {
            self.topic = Some(only.skill);
        }
    }

    /// True when the skills that a value would belong to are only the company of what was asked about.
    fn is_company(
        &self,
        tokens: &[Token],
        named: &[Mention],
        owners: &[usize],
        one: &Statement,
    ) -> bool {
        if self.asked.is_none() {
            return false;
        }
        let pronoun = |mention: &Mention| {
            tokens[..mention.start]
                .iter()
                .any(|one| has(PRONOUNS, &one.word))
        };
        owners.iter().all(|place| {
            let mention = &named[*place];
            let word = before(tokens, mention);
            let company = has(COMPANY, word);
            if one.attribute == Attribute::Duration {
                // "3 years with Docker" is Docker's; "used it with Docker for 3 years" is not.
                company && pronoun(mention)
            } else {
                company && pronoun(mention)
                    || self.ask.attributes.contains(&one.attribute)
                        && mention.start > 0
                        && !has(OWNING, word)
            }
        })
    }

    /// "Python for 3 years and Docker for 2": a number takes the unit of the one before.
    fn short_durations(&self, tokens: &[Token], stated: &mut Vec<Statement>) {
        let Some(unit) = stated
            .iter()
            .find(|one| one.attribute == Attribute::Duration && one.months.is_none())
            .and_then(|one| {
                tokens[one.start..one.end]
                    .iter()
                    .rev()
                    .map(|token| token.word.clone())
                    .find(|word| word.starts_with("year") || word.starts_with("month"))
            })
        else {
            return;
        };
        for at in 1..tokens.len() {
            let cue = has("for about , ( : and", &tokens[at - 1].word);
            if !cue || stated.iter().any(|one| one.start <= at && at < one.end) {
                continue;
            }
            let Some(number) =
                number(tokens, at).filter(|one| one.rest.is_empty() && one.value <= 40.0)
            else {
                continue;
            };
            let next = tokens.get(number.end).map_or("", |next| next.word.as_str());
            let closes = tokens.get(number.end).is_none_or(|next| !next.is_word)
                || matches!(next, "and" | "or");
            // "two years of Django and five of Flask"
            let of = has("of in with on for", next);
            if closes && tokens[at - 1].word != "and" || of {
                let words = &self.ask.text[tokens[at].start..tokens[number.end - 1].end];
                stated.push(Statement {
                    attribute: Attribute::Duration,
                    start: at,
                    end: number.end,
                    value: format!("{} {unit}", one_line(words)),
                    level: false,
                    months: None,
                });
            }
        }
        in_order(stated);
    }

    /// "same as Python", "likewise Python": which of the mentions is the skill that the one that was asked about is like.
    fn like(&self, tokens: &[Token], named: &[Mention]) -> Option<usize> {
        const ALIKE: &str = "same likewise ditto identical equally similarly similar genauso igual";
        let asked = self.asked?;
        let cue = tokens.iter().position(|one| has(ALIKE, &one.word));
        let like = tokens
            .iter()
            .take(3)
            .position(|one| has("like as wie", &one.word));
        let at = cue.or(like)?;
        let near = if cue.is_some() { 6 } else { 3 };
        let place = named
            .iter()
            .position(|one| one.start > at && one.start - at <= near && one.skill != asked)?;
        // "I used it like Python does" shows nothing.
        let goes_on = tokens
            .get(named[place].end)
            .is_some_and(|next| next.is_word);
        (cue.is_some() || !goes_on).then_some(place)
    }

    /// What was asked is as it is for another skill, as far as the answer shows nothing else of it.
    fn same_as(&mut self, tokens: &[Token], other: usize) {
        let Some(asked) = self.asked else { return };
        let other = self.lexicon.usual(other).to_owned();
        let whole = quote(tokens);
        self.found.name(asked, &whole, 90);
        self.signals.values = true;
        for attribute in &self.ask.attributes {
            // The contract knows three values; whoever reads `same_as` passes over this one.
            let value = match attribute {
                Attribute::ProductionVsPrototype => "production".to_owned(),
                _ => format!("same as {other}"),
            };
            self.found.insert(
                asked,
                Reading {
                    attribute: *attribute,
                    value,
                    quote: whole.clone(),
                    same_as: Some(other.clone()),
                },
            );
        }
    }

    /// A bare answer to what was asked: "five", "about three", "yes", "no".
    fn bare(&mut self) {
        let Some(asked) = self.asked else { return };
        // “Ten or eleven, for the class lists.”
        let ends = self.tokens.iter().position(|one| !one.is_word);
        let timed = self.ask.attributes.contains(&Attribute::Duration);
        let all = match ends {
            Some(end) if timed && (1..=4).contains(&end) => &self.tokens[..end],
            _ => self.tokens,
        };
        let words: Vec<&Token> = all.iter().filter(|one| one.is_word).collect();
        if words.len() > 6 || words.is_empty() {
            return;
        }
        let wants = |attribute| {
            self.ask.attributes.contains(&attribute) && !self.found.has(asked, attribute)
        };
        let at = (0..all.len()).find(|at| number(all, *at).is_some());
        let count = at.and_then(|at| number(all, at).map(|number| (at, number)));
        let mut stated = None;
        if let Some((at, number)) = count {
            let rest = all[..at].iter().chain(&all[number.end..]);
            let only = rest
                .filter(|one| one.is_word)
                .all(|one| has(HEDGES, &one.word) || is_number(one));
            let text = &self.ask.text[all[at].start..all[number.end - 1].end];
            if only && number.rest.is_empty() && wants(Attribute::Duration) && number.value <= 60.0
            {
                stated = Some((Attribute::Duration, format!("{} years", one_line(text))));
            } else if only
                && number.rest.is_empty()
                && wants(Attribute::Scale)
                && !wants(Attribute::Duration)
            {
                stated = Some((Attribute::Scale, one_line(text)));
            }
        } else if let [only] = &self.ask.attributes[..]
            && words.len() <= 2
            && !declines(self.tokens)
        {
            let word = words[0].word.as_str();
            let yes = has("yes yeah yep ja sí si oui sure", word);
            let no = has("no nope nein non none", word);
            stated = match only {
                Attribute::ProductionVsPrototype if yes => Some((*only, "production".to_owned())),
                Attribute::ProductionVsPrototype if no => Some((*only, "prototype".to_owned())),
                Attribute::Constraints if no => Some((*only, "none".to_owned())),
                _ => None,
            };
            stated = stated.filter(|_| wants(*only));
        }
        if let Some((attribute, value)) = stated {
            let whole = quote(self.tokens);
            self.found.name(asked, &whole, 90);
            self.found.insert(
                asked,
                Reading {
                    attribute,
                    value,
                    quote: whole,
                    same_as: None,
                },
            );
            self.signals.values = true;
        }
    }
}

/// True for a number written by itself, such as the other one of “ten or eleven”.
fn is_number(token: &Token) -> bool {
    number(core::slice::from_ref(token), 0).is_some()
}

fn before<'a>(tokens: &'a [Token], mention: &Mention) -> &'a str {
    mention
        .start
        .checked_sub(1)
        .map_or("", |at| &tokens[at].word)
}
