//! Where a staged interview stands: folded from what was tracked, asked and ended.

use crate::session::Session;
use colloquy_schema::{
    Engagement, Fact, KindFact, Reaction, Stage, StageEnd, StagedFact, StagedQuestion, Tracked,
};

/// The stages with what became of them.
#[derive(Debug, Default)]
pub(super) struct Stages {
    /// The stages in the guide's order.
    pub(super) progress: Vec<StageProgress>,
    /// Place of the current stage; the number of stages when all are over.
    pub(super) current: usize,
    /// Examples collected in the whole interview.
    pub(super) examples: u32,
    /// What was new and valuable, in the order in which it came.
    pub(super) insights: Vec<String>,
    /// What the model reported with each question, by its place.
    pub(super) reported: Vec<Option<Tracked>>,
    /// What it reported with the question that is put next.
    pending: Option<Tracked>,
}

/// One stage and what became of it.
#[derive(Debug, Default)]
pub(super) struct StageProgress {
    /// 0 to 100, never decreasing.
    pub(super) completeness: u8,
    /// Greatest depth of a question that was put, 0 to 4.
    pub(super) deepest: u8,
    /// Questions put in this stage.
    pub(super) asked: u32,
    /// Places of the objectives that a question was put for, or that an answer covered unasked.
    pub(super) objectives: Vec<u8>,
    /// Examples there were before it began.
    pub(super) examples_before: u32,
    /// Examples there were when it ended; absent before.
    pub(super) examples_after: Option<u32>,
    /// Major items that still need a follow-up.
    pub(super) follow_up: Vec<String>,
    /// Why the stage ended.
    pub(super) ended: Option<StageEnd>,
}

impl Stages {
    pub(super) fn new(stages: &[Stage]) -> Stages {
        Stages {
            progress: stages.iter().map(|_| StageProgress::default()).collect(),
            ..Stages::default()
        }
    }

    /// The stage that questions are put in.
    pub(super) fn now(&self) -> Option<&StageProgress> {
        self.progress.get(self.current)
    }

    /// Folds one fact.
    pub(super) fn evolve(&mut self, fact: &Fact) {
        match fact {
            Fact::Kind(KindFact::Staged(StagedFact::Tracked(tracked))) => self.tracked(tracked),
            Fact::Kind(KindFact::Staged(StagedFact::StageEnded { reason, .. })) => {
                self.ended(*reason)
            }
            Fact::Asked(question) => self.asked(question.of_kind.staged.as_ref()),
            _ => {}
        }
    }

    /// The last question of the current stage, when it was answered: going deeper is possible.
    pub(super) fn last_answered<'a>(&self, session: &'a Session) -> Option<&'a StagedQuestion> {
        let here = self.now().is_some_and(|stage| stage.asked > 0);
        let last = session.exchanges.last().filter(|_| here)?;
        let answered = matches!(last.reaction, Some(Reaction::Answered(_)));
        last_staged(session).filter(|_| answered)
    }

    fn tracked(&mut self, tracked: &Tracked) {
        self.examples = self.examples.max(tracked.examples);
        for insight in &tracked.insights {
            if !self.insights.contains(insight) {
                self.insights.push(insight.clone());
            }
        }
        if let Some(stage) = self.progress.get_mut(self.current) {
            stage.completeness = stage.completeness.max(tracked.completeness);
            stage.follow_up = tracked.follow_up.clone();
            for place in &tracked.told {
                if !stage.objectives.contains(place) {
                    stage.objectives.push(*place);
                }
            }
        }
        self.pending = Some(tracked.clone());
    }

    fn ended(&mut self, reason: StageEnd) {
        if let Some(stage) = self.progress.get_mut(self.current) {
            stage.ended = Some(reason);
            stage.examples_after = Some(self.examples);
            self.current += 1;
        }
        if let Some(next) = self.progress.get_mut(self.current) {
            next.examples_before = self.examples;
        }
    }

    fn asked(&mut self, staged: Option<&StagedQuestion>) {
        self.reported.push(self.pending.take());
        if let (Some(stage), Some(staged)) = (self.progress.get_mut(self.current), staged) {
            stage.asked += 1;
            stage.deepest = stage.deepest.max(staged.depth);
            if !stage.objectives.contains(&staged.objective) {
                stage.objectives.push(staged.objective);
            }
        }
    }

    /// Examples collected in a stage so far.
    pub(super) fn examples_in(&self, at: usize) -> u32 {
        let Some(stage) = self.progress.get(at).filter(|_| at <= self.current) else {
            return 0;
        };
        let upto = stage.examples_after.unwrap_or(self.examples);
        upto.saturating_sub(stage.examples_before)
    }
}

/// Where the last question was put.
pub(super) fn last_staged(session: &Session) -> Option<&StagedQuestion> {
    session.exchanges.last()?.question.of_kind.staged.as_ref()
}

/// How much the respondent writes, by the words of the last answers.
pub(super) fn engagement(words: impl Iterator<Item = u32>) -> Engagement {
    let (mut sum, mut count) = (0, 0);
    for words in words.take(3) {
        sum += words;
        count += 1;
    }
    match (count, sum.checked_div(count).unwrap_or(0)) {
        (0, _) => Engagement::Medium,
        (_, 201..) => Engagement::High,
        (_, 50..=200) => Engagement::Medium,
        _ => Engagement::Low,
    }
}
