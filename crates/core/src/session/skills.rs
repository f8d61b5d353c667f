//! What a skills interview knows: skills with their attributes, and how each gap stands. Folded from what was read,
//! asked, ended and corrected.

use crate::material::resume;
use colloquy_schema::{
    AnalysisCaller, AnalysisDue, AnswerKind, AnswerStanding, Attribute, GapEnd, GapQuestion, Gaps,
    Material, SkillsEdit, SkillsRead,
};
use std::ops::Range;

/// Requests to be told more that raise a gap's limit (seed 003).
const CLARIFICATIONS: u32 = 3;
/// By how much they raise it, once.
const MORE_PROBES: u32 = 2;
/// Partial answers that lower it, and to what.
const PARTIAL: u32 = 2;

/// Skills and gaps of a session; empty in any other interview.
#[derive(Debug, Default)]
pub(crate) struct Skills {
    /// In the order in which they were named.
    pub(crate) list: Vec<Skill>,
    /// The question which skills there are, for a session that knows of none.
    pub(crate) opening: Gap,
    /// The résumé, and the parts it is read in.
    pub(crate) resume: String,
    pub(crate) parts: Vec<Range<usize>>,
    /// How many parts were read, or given up.
    pub(crate) parts_read: u32,
    /// Number of the last question whose answer was read or needs no reading.
    pub(crate) read: u32,
    /// Number of the question whose reading the engine calls for.
    pub(crate) due: u32,
    /// Turns in a row in which the model did not call its tool.
    pub(crate) not_called: u32,
    /// How the last answer met its question.
    pub(crate) standing: Option<AnswerStanding>,
    /// Answers in a row without taking part.
    pub(crate) low: u32,
    /// Gaps that were resolved since the last question.
    pub(crate) closed: Vec<String>,
    pub(crate) refused: u32,
    /// Parts and answers of which no reading could be had.
    pub(crate) unread: u32,
    /// Greatest share of what is wanted that was ever known, in percent: what is shown never goes back.
    pub(crate) progress: u8,
    pub(crate) revision: u32,
    /// Completeness from which enough is known, in percent.
    complete: u32,
    /// Questions a gap may have.
    probes: u32,
}

/// One skill.
#[derive(Debug, Default)]
pub(crate) struct Skill {
    pub(crate) name: String,
    pub(crate) confidence: f64,
    pub(crate) quote: String,
    pub(crate) source: Source,
    /// By the place of the attribute.
    pub(crate) values: [Option<Known>; 6],
    pub(crate) gap: Gap,
    /// True when the respondent took it out.
    pub(crate) struck: bool,
    /// Attributes the respondent set, whatever is read later.
    pub(crate) set: [bool; 6],
}

/// What is known of an attribute.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) value: String,
    pub(crate) quote: String,
    pub(crate) source: Source,
}

/// Where something was said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Source {
    #[default]
    Resume,
    Answer(u32),
    Respondent,
}

/// How a gap was met so far.
#[derive(Debug, Default)]
pub(crate) struct Gap {
    /// Questions that were met, however.
    pub(crate) probes: u32,
    pub(crate) clarifications: u32,
    pub(crate) off_topic: u32,
    pub(crate) partial: u32,
    /// True once a question was put about it.
    pub(crate) asked: bool,
    /// True when the respondent would rather not say.
    pub(crate) declined: bool,
    /// Attributes that are not asked about again: skipped, or not known to the respondent.
    pub(crate) passed: [bool; 6],
    pub(crate) ended: Option<GapEnd>,
}

impl Gap {
    /// How many probes it may have: fewer once the respondent has twice said what there is to say, more once they asked
    /// three times what is meant.
    pub(crate) fn limit(&self, probes: u32) -> u32 {
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
    pub(crate) fn unknown(&self) -> impl Iterator<Item = Attribute> {
        let unknown = |attribute: &&Attribute| self.values[**attribute as usize].is_none();
        Attribute::ALL.iter().filter(unknown).copied()
    }

    /// Of these, the ones that may still be asked about.
    pub(crate) fn askable(&self) -> impl Iterator<Item = Attribute> {
        self.unknown()
            .filter(|attribute| !self.gap.passed[*attribute as usize])
    }

    /// How much a question about it is worth (seed 003); 0 when everything is known.
    pub(crate) fn severity(&self) -> f64 {
        match self.unknown().count() {
            0 => 0.0,
            3.. if self.confidence >= 0.7 => 0.9,
            2.. => 0.6,
            _ => 0.3,
        }
    }
}

impl Skills {
    pub(super) fn new(gaps: &Gaps, material: &Material) -> Skills {
        let (resume, parts) = resume(material);
        Skills {
            resume,
            parts,
            complete: gaps.complete,
            probes: gaps.probes,
            ..Skills::default()
        }
    }

    /// The skills that count: struck ones do not.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &Skill> {
        self.list.iter().filter(|skill| !skill.struck)
    }

    /// Finds a skill by its exact name.
    pub(crate) fn get(&self, name: &str) -> Option<&Skill> {
        self.list.iter().find(|skill| skill.name == name)
    }

    fn gap_mut(&mut self, skill: &str) -> Option<&mut Gap> {
        if skill.is_empty() {
            return Some(&mut self.opening);
        }
        let found = self.list.iter_mut().find(|other| other.name == skill);
        found.map(|skill| &mut skill.gap)
    }

    /// How many attributes are known, and how many there are.
    pub(crate) fn known(&self) -> (u32, u32) {
        let (mut known, mut of) = (0, 0);
        for skill in self.kept() {
            known += 6 - skill.unknown().count() as u32;
            of += 6;
        }
        (known, of)
    }

    /// Known attributes of all, in percent, rounded down; 0 without skills (seed 003).
    pub(crate) fn completeness(&self) -> u32 {
        let (known, of) = self.known();
        (known * 100).checked_div(of).unwrap_or(0)
    }

    pub(super) fn asked(&mut self, gap: Option<&GapQuestion>) {
        let Some(gap) = gap else { return };
        self.closed.clear();
        if let Some(gap) = self.gap_mut(&gap.skill) {
            gap.asked = true;
        }
    }

    /// Takes in what was read, and how it meets the question that was answered.
    pub(super) fn read(&mut self, read: &SkillsRead, asked: Option<&GapQuestion>) {
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
                // What is known stays: it has its evidence.
                if skill.values[at].is_none() && !skill.set[at] {
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
            self.met(standing, asked);
        }
        self.changed();
    }

    /// Every response about a gap costs a probe.
    fn met(&mut self, standing: AnswerStanding, asked: &GapQuestion) {
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
            AnswerKind::Unknown => gap.pass(&asked.attributes),
            AnswerKind::Full | AnswerKind::Empty => {}
        }
    }

    /// A question that was passed over or refused needs no reading, and never comes back.
    pub(super) fn passed(&mut self, question: u32, asked: Option<&GapQuestion>, declined: bool) {
        self.read = question;
        let Some(asked) = asked else { return };
        let standing = AnswerStanding {
            kind: AnswerKind::Empty,
            engaged: false,
        };
        self.met(standing, asked);
        if let Some(gap) = self.gap_mut(&asked.skill) {
            gap.pass(&asked.attributes);
            gap.declined |= declined;
        }
    }

    pub(super) fn due(&mut self, question: u32, reason: AnalysisDue) {
        self.due = question;
        self.not_called += u32::from(reason == AnalysisDue::NotCalled);
    }

    pub(super) fn ended(&mut self, skill: &str, reason: GapEnd) {
        if let Some(gap) = self.gap_mut(skill) {
            gap.ended = Some(reason);
        }
        // Worth a word when the last answer did it; what a résumé says in full was never open.
        let by_answer = self.get(skill).is_some_and(|skill| {
            let mut known = skill.values.iter().flatten();
            known.any(|known| known.source == Source::Answer(self.read))
        });
        if reason == GapEnd::Resolved && by_answer {
            self.closed.push(skill.into());
        }
        self.changed();
    }

    pub(super) fn edited(&mut self, edit: &SkillsEdit) {
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
                // The respondent's word on it is said: nobody asks.
                skill.gap.passed[at] = true;
            }
            _ => {}
        }
        self.changed();
    }

    fn changed(&mut self) {
        self.revision += 1;
        let progress = (self.completeness() * 100).checked_div(self.complete);
        self.progress = self.progress.max(progress.unwrap_or(0).min(100) as u8);
    }

    /// How many probes a gap may have, as of now.
    pub(crate) fn limit(&self, gap: &Gap) -> u32 {
        gap.limit(self.probes)
    }
}

impl Gap {
    fn pass(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.passed[*attribute as usize] = true;
        }
    }
}
