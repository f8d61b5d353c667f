//! What a skills interview knows: skills with their attributes, and how each gap stands. Folded from what was read,
//! asked, ended and corrected.

use super::resume::resume;
use crate::session::{Exchange, Session};
use colloquy_findings::fold;
use colloquy_schema::{
    AnalysisCaller, AnalysisDue, AnswerKind, AnswerStanding, Attribute, Fact, FoundValue, GapEnd,
    GapQuestion, Gaps as Parameters, GapsFact, KindFact, Material, SkillsEdit, SkillsRead,
};
use std::ops::Range;

/// Requests for an explanation or an example that raise a gap's limit.
const CLARIFICATIONS: u32 = 3;
/// By how much they raise it, once.
const MORE_PROBES: u32 = 2;
/// How often an attribute is asked for at most.
const TIMES: u8 = 2;
/// Partial answers that lower it, and to what.
const PARTIAL: u32 = 2;

/// Skills and gaps of a session, with the guide's parameters.
#[derive(Debug)]
pub(super) struct Gaps {
    pub(super) parameters: Parameters,
    /// In the order in which they were named.
    pub(super) list: Vec<Skill>,
    /// The question which skills there are, for a session that knows of none.
    pub(super) opening: Gap,
    /// The résumé, and the parts it is read in.
    pub(super) resume: String,
    pub(super) parts: Vec<Range<usize>>,
    /// How many parts were read, or given up.
    pub(super) parts_read: u32,
    /// Number of the last question whose answer was read or needs no reading.
    pub(super) read: u32,
    /// Number of the question whose reading the engine calls for.
    pub(super) due: u32,
    /// Turns in a row in which the model did not call its tool.
    pub(super) not_called: u32,
    /// What kind of answer the last one was.
    pub(super) standing: Option<AnswerStanding>,
    /// Answers in a row without taking part.
    pub(super) low: u32,
    /// How often the respondent was asked what they would add.
    pub(super) last_asked: u8,
    /// Gaps that were resolved since the last question.
    pub(super) closed: Vec<String>,
    pub(super) refused: u32,
    /// Parts and answers of which no reading could be had.
    pub(super) unread: u32,
    /// Greatest share of what is wanted that was ever known, in percent: what is shown never goes back.
    pub(super) progress: u8,
    pub(super) revision: u32,
}

/// One skill.
#[derive(Debug, Default)]
pub(super) struct Skill {
    pub(super) name: String,
    pub(super) confidence: f64,
    pub(super) quote: String,
    pub(super) source: Source,
    /// By the place of the attribute.
    pub(super) values: [Option<Known>; 6],
    pub(super) gap: Gap,
    /// True when the respondent took it out.
    pub(super) struck: bool,
    /// Attributes the respondent set, whatever is read later.
    pub(super) set: [bool; 6],
}

/// What is known of an attribute.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) value: String,
    pub(super) quote: String,
    pub(super) source: Source,
}

/// Where something was found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Source {
    #[default]
    Resume,
    Answer(u32),
    Respondent,
}

/// How a gap was answered so far.
#[derive(Debug, Default)]
pub(super) struct Gap {
    /// Questions about it that the respondent reacted to, in any way.
    pub(super) probes: u32,
    pub(super) clarifications: u32,
    pub(super) off_topic: u32,
    pub(super) partial: u32,
    /// True once a question was put about it.
    pub(super) asked: bool,
    /// True when the respondent refused to answer.
    pub(super) declined: bool,
    /// Attributes that are not asked about again: skipped, not known to the respondent, or asked for twice.
    pub(super) passed: [bool; 6],
    /// How often each attribute was asked for.
    pub(super) times: [u8; 6],
    pub(super) ended: Option<GapEnd>,
}

impl Gap {
    /// How many probes it may have: fewer once the respondent has twice answered in full, more once they asked
    /// three times what is meant.
    pub(super) fn limit(&self, probes: u32) -> u32 {
        if self.partial >= PARTIAL {
            PARTIAL.min(probes)
        } else if self.clarifications >= CLARIFICATIONS {
            probes + MORE_PROBES
        } else {
            probes
        }
    }
}

impl Skill {
    /// Attributes that are not known, in their order.
    pub(super) fn unknown(&self) -> impl Iterator<Item = Attribute> {
        let unknown = |attribute: &&Attribute| self.values[**attribute as usize].is_none();
        Attribute::ALL.iter().filter(unknown).copied()
    }

    /// Of these, the ones that may still be asked about.
    pub(super) fn askable(&self) -> impl Iterator<Item = Attribute> {
        self.unknown()
            .filter(|attribute| !self.gap.passed[*attribute as usize])
    }

    /// True when a value that is read may be taken in: what is known stays, but what somebody says of a time goes before what the dates
    /// of a résumé are taken for.
    pub(super) fn gives_way(&self, attribute: Attribute, source: Source) -> bool {
        let at = attribute as usize;
        let inherited = |known: &Known| {
            let answered = matches!(source, Source::Answer(_));
            attribute == Attribute::Duration && answered && known.source == Source::Resume
        };
        !self.set[at] && self.values[at].as_ref().is_none_or(inherited)
    }

    /// How much a question about it is worth; 0 when everything is known.
    pub(super) fn severity(&self) -> f64 {
        match self.unknown().count() {
            0 => 0.0,
            3.. if self.confidence >= 0.7 => 0.9,
            2.. => 0.6,
            _ => 0.3,
        }
    }
}

impl Gaps {
    pub(super) fn new(parameters: &Parameters, material: &Material) -> Gaps {
        let (resume, parts) = resume(material);
        Gaps {
            parameters: parameters.clone(),
            resume,
            parts,
            list: Vec::new(),
            opening: Gap::default(),
            parts_read: 0,
            read: 0,
            due: 0,
            not_called: 0,
            standing: None,
            low: 0,
            last_asked: 0,
            closed: Vec::new(),
            refused: 0,
            unread: 0,
            progress: 0,
            revision: 0,
        }
    }

    /// Takes a fact in; `before` is the session as it was before that.
    pub(super) fn take(&mut self, fact: &Fact, before: &Session) {
        match fact {
            Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read))) => {
                let asked = read.question.and_then(|question| gap_of(before, question));
                self.take_in(read, asked);
            }
            Fact::Kind(KindFact::Gaps(GapsFact::AnalysisDue { question, reason })) => {
                self.due(*question, *reason)
            }
            Fact::Kind(KindFact::Gaps(GapsFact::GapEnded { skill, reason })) => {
                self.ended(skill, *reason)
            }
            Fact::Kind(KindFact::Gaps(GapsFact::SkillsEdited(edit))) => self.edited(edit),
            Fact::Asked(question) => self.asked(question.of_kind.gap.as_ref()),
            Fact::Skipped { question } => {
                self.passed(*question, gap_of(before, *question), false);
            }
            Fact::Declined { question } => {
                self.passed(*question, gap_of(before, *question), true);
            }
            _ => {}
        }
    }

    /// The skills that count: struck ones do not.
    pub(super) fn kept(&self) -> impl Iterator<Item = &Skill> {
        self.list.iter().filter(|skill| !skill.struck)
    }

    /// Finds a skill by its exact name.
    pub(super) fn get(&self, name: &str) -> Option<&Skill> {
        self.list.iter().find(|skill| skill.name == name)
    }

    fn gap_mut(&mut self, skill: &str) -> Option<&mut Gap> {
        if skill.is_empty() {
            return Some(&mut self.opening);
        }
        let found = self.list.iter_mut().find(|other| other.name == skill);
        found.map(|skill| &mut skill.gap)
    }

    /// True for a skill of the same entry of the résumé as one that was refused: the same employer, as a rule.
    pub(super) fn beside_refused(&self, skill: &Skill) -> bool {
        let place = |skill: &Skill| {
            self.resume
                .find(&skill.quote)
                .filter(|_| !skill.quote.is_empty())
        };
        let Some(here) = place(skill) else {
            return false;
        };
        let mut refused = self.kept().filter(|other| other.gap.declined);
        refused.any(|other| {
            place(other).is_some_and(|there| {
                let between = &self.resume[here.min(there)..here.max(there)];
                other.name != skill.name && !between.contains("\n\n")
            })
        })
    }

    /// True when the last answer brought nothing of use: a reply may react to that alone.
    pub(super) fn brought_nothing(&self) -> bool {
        let kind = self.standing.map(|standing| standing.kind);
        matches!(
            kind,
            Some(AnswerKind::OffTopic | AnswerKind::Empty | AnswerKind::Refusal)
        )
    }

    /// How many attributes are known, and how many there are.
    pub(super) fn known(&self) -> (u32, u32) {
        let (mut known, mut of) = (0, 0);
        for skill in self.kept() {
            known += 6 - skill.unknown().count() as u32;
            of += 6;
        }
        (known, of)
    }

    /// Known attributes of all, in percent, rounded down; 0 without skills.
    pub(super) fn completeness(&self) -> u32 {
        let (known, of) = self.known();
        (known * 100).checked_div(of).unwrap_or(0)
    }

    fn asked(&mut self, gap: Option<&GapQuestion>) {
        let Some(gap) = gap else { return };
        self.closed.clear();
        self.last_asked = self
            .last_asked
            .saturating_add(u8::from(gap.asks_for_more()));
        let Some(open) = self.gap_mut(&gap.skill) else {
            return;
        };
        // A reaction to the answer before asks for nothing.
        open.asked |= gap.skill.is_empty() || !gap.attributes.is_empty();
        for attribute in &gap.attributes {
            let times = &mut open.times[*attribute as usize];
            *times = times.saturating_add(1);
        }
    }

    /// Takes in what was read, and what kind of answer it was to its question.
    fn take_in(&mut self, read: &SkillsRead, asked: Option<&GapQuestion>) {
        self.refused += read.refused.len() as u32;
        self.unread += u32::from(!read.read);
        let source = match read.question {
            Some(question) => Source::Answer(question),
            None => Source::Resume,
        };
        for found in &read.found {
            let place = self.list.iter().position(|s| s.name == found.skill);
            let place = place.unwrap_or_else(|| {
                self.list.push(Skill {
                    name: found.skill.clone(),
                    quote: found.quote.clone(),
                    source,
                    ..Skill::default()
                });
                self.list.len() - 1
            });
            let skill = &mut self.list[place];
            skill.confidence = skill.confidence.max(found.confidence);
            for value in &found.values {
                let at = value.attribute as usize;
                // Whoever has none of it is not asked how well, for whom, and how long again.
                if is_nothing(value) {
                    skill.gap.pass(Attribute::ALL);
                }
                // What is known stays: it has its evidence.
                if skill.gives_way(value.attribute, source) {
                    skill.values[at] = Some(Known {
                        value: value.value.clone(),
                        quote: value.quote.clone(),
                        source,
                    });
                }
            }
        }
        match read.question {
            None => self.parts_read = self.parts_read.max(read.part),
            Some(question) => {
                self.read = question;
                let called = read.caller == AnalysisCaller::Model;
                self.not_called = if called { 0 } else { self.not_called };
            }
        }
        if let (Some(standing), Some(asked)) = (read.answer, asked) {
            self.reacted(standing, asked);
        }
        self.changed();
    }

    /// Closes a skill that the respondent will not speak about.
    pub(super) fn decline(&mut self, skill: &str) {
        if let Some(gap) = self.gap_mut(skill) {
            gap.declined = true;
        }
    }

    /// Every reaction to a question about a gap costs a probe.
    fn reacted(&mut self, standing: AnswerStanding, asked: &GapQuestion) {
        if asked.attributes.is_empty() && !asked.skill.is_empty() {
            // A reaction asks for nothing, but a refusal of it closes what it was about.
            if standing.kind == AnswerKind::Refusal {
                self.decline(&asked.skill);
            }
            return;
        }
        self.standing = Some(standing);
        self.low = if standing.engaged { 0 } else { self.low + 1 };
        let Some(gap) = self.gap_mut(&asked.skill) else {
            return;
        };
        gap.probes += 1;
        match standing.kind {
            AnswerKind::Clarification | AnswerKind::Example => gap.clarifications += 1,
            AnswerKind::OffTopic => gap.off_topic += 1,
            AnswerKind::Partial => gap.partial += 1,
            AnswerKind::Refusal => gap.declined = true,
            // Who has nothing to tell of a skill is not asked with whom and how large.
            AnswerKind::Unknown if asked.attributes == [Attribute::Depth] => {
                gap.pass(Attribute::ALL);
            }
            AnswerKind::Unknown => gap.pass(&asked.attributes),
            AnswerKind::Full | AnswerKind::Empty => {}
        }
        let asks_back = matches!(
            standing.kind,
            AnswerKind::Clarification | AnswerKind::Example
        );
        if !asks_back {
            for attribute in &asked.attributes {
                gap.passed[*attribute as usize] |= gap.times[*attribute as usize] >= TIMES;
            }
        }
    }

    /// A question that was passed over or refused needs no reading, and never comes back.
    fn passed(&mut self, question: u32, asked: Option<&GapQuestion>, declined: bool) {
        self.read = question;
        let Some(asked) = asked else { return };
        let standing = AnswerStanding {
            kind: AnswerKind::Empty,
            engaged: false,
            asks_back: false,
        };
        self.reacted(standing, asked);
        if let Some(gap) = self.gap_mut(&asked.skill) {
            gap.pass(&asked.attributes);
            gap.declined |= declined;
        }
    }

    fn due(&mut self, question: u32, reason: AnalysisDue) {
        self.due = question;
        self.not_called += u32::from(reason == AnalysisDue::NotCalled);
    }

    fn ended(&mut self, skill: &str, reason: GapEnd) {
        if let Some(gap) = self.gap_mut(skill) {
            gap.ended = Some(reason);
        }
        // Worth a word when the last answer did it; what a résumé states in full was never open.
        let by_answer = self.get(skill).is_some_and(|skill| {
            let mut known = skill.values.iter().flatten();
            known.any(|known| known.source == Source::Answer(self.read))
        });
        if reason == GapEnd::Resolved && by_answer {
            self.closed.push(skill.into());
        }
        self.changed();
    }

    fn edited(&mut self, edit: &SkillsEdit) {
        let (SkillsEdit::Strike { skill: name }
        | SkillsEdit::Add { skill: name }
        | SkillsEdit::Rename { skill: name, .. }
        | SkillsEdit::Set { skill: name, .. }) = edit;
        let found = self.list.iter_mut().find(|skill| skill.name == *name);
        match (edit, found) {
            (SkillsEdit::Strike { .. }, Some(skill)) => skill.struck = true,
            (SkillsEdit::Add { .. }, Some(skill)) => skill.struck = false,
            (SkillsEdit::Add { .. }, None) => self.list.push(Skill {
                name: name.clone(),
                confidence: 1.0,
                source: Source::Respondent,
                ..Skill::default()
            }),
            (SkillsEdit::Rename { to, .. }, Some(skill)) => skill.name = to.clone(),
            (
                SkillsEdit::Set {
                    attribute, value, ..
                },
                Some(skill),
            ) => {
                let at = *attribute as usize;
                skill.set[at] = true;
                skill.values[at] = (!value.is_empty()).then(|| Known {
                    value: value.clone(),
                    quote: String::new(),
                    source: Source::Respondent,
                });
                // The respondent has settled it: nobody asks.
                skill.gap.passed[at] = true;
            }
            _ => {}
        }
        self.changed();
    }

    fn changed(&mut self) {
        self.revision += 1;
        let progress = (self.completeness() * 100).checked_div(self.parameters.complete);
        self.progress = self.progress.max(progress.unwrap_or(0).min(100) as u8);
    }

    /// How many probes a gap may have, as of now.
    pub(super) fn limit(&self, gap: &Gap) -> u32 {
        gap.limit(self.parameters.probes)
    }
}

impl Gap {
    fn pass(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.passed[*attribute as usize] = true;
        }
    }
}

/// True for a length of time that is none: “0 years”, “none (only a tutorial)”.
fn is_nothing(value: &FoundValue) -> bool {
    const NONE: &str =
        "none never zero no keine nie null ninguno ninguna nunca cero aucun aucune jamais zéro";
    let words = fold(value.value.split('(').next().unwrap_or_default());
    let mut digits = words.chars().filter(char::is_ascii_digit);
    let zero = words.starts_with('0') && digits.clone().count() == 1;
    let word = words.split_whitespace().next().unwrap_or_default();
    let none = digits.next().is_none() && NONE.split(' ').any(|none| fold(none) == word);
    value.attribute == Attribute::Duration && (zero || none)
}

/// The exchange of a question, by its number.
pub(super) fn exchange_of(session: &Session, question: u32) -> Option<&Exchange> {
    session.exchanges.get((question as usize).wrapping_sub(1))
}

/// The gap that a question was for.
fn gap_of(session: &Session, question: u32) -> Option<&GapQuestion> {
    exchange_of(session, question)?
        .question
        .of_kind
        .gap
        .as_ref()
}
