//! Where a staged interview stands: folded from what was tracked, asked and ended.

use colloquy_schema::{Engagement, Stage, StageEnd, StagedQuestion, Tracked};

/// The stages with what became of them.
#[derive(Debug, Default)]
pub(crate) struct Stages {
    /// In the guide's order.
    pub(crate) progress: Vec<StageProgress>,
    /// Place of the current stage; the number of stages when all are over.
    pub(crate) current: usize,
    /// Examples collected in the whole interview.
    pub(crate) examples: u32,
    /// What was new and valuable, in the order in which it came.
    pub(crate) insights: Vec<String>,
    /// What was tracked with each question, by its place.
    pub(crate) told: Vec<Option<Tracked>>,
    pending: Option<Tracked>,
}

/// One stage and what became of it.
#[derive(Debug, Default)]
pub(crate) struct StageProgress {
    /// 0 to 100, never decreasing.
    pub(crate) completeness: u8,
    /// Greatest depth of a question that was put, 0 to 4.
    pub(crate) deepest: u8,
    /// Questions put.
    pub(crate) asked: u32,
    /// Places of the objectives a question was put for.
    pub(crate) objectives: Vec<u8>,
    /// Examples there were before it began.
    pub(crate) examples_before: u32,
    /// Examples there were when it ended; absent before.
    pub(crate) examples_after: Option<u32>,
    /// Major items that still need a follow-up.
    pub(crate) follow_up: Vec<String>,
    /// Why it ended.
    pub(crate) ended: Option<StageEnd>,
}

impl Stages {
    pub(super) fn new(stages: &[Stage]) -> Stages {
        Stages {
            progress: stages.iter().map(|_| StageProgress::default()).collect(),
            ..Stages::default()
        }
    }

    /// The stage that questions are put in.
    pub(crate) fn now(&self) -> Option<&StageProgress> {
        self.progress.get(self.current)
    }

    pub(super) fn tracked(&mut self, tracked: &Tracked) {
        self.examples = self.examples.max(tracked.examples);
        for insight in &tracked.insights {
            if !self.insights.contains(insight) {
                self.insights.push(insight.clone());
            }
        }
        if let Some(stage) = self.progress.get_mut(self.current) {
            stage.completeness = stage.completeness.max(tracked.completeness);
            stage.follow_up = tracked.follow_up.clone();
        }
        self.pending = Some(tracked.clone());
    }

    pub(super) fn ended(&mut self, reason: StageEnd) {
        if let Some(stage) = self.progress.get_mut(self.current) {
            stage.ended = Some(reason);
            stage.examples_after = Some(self.examples);
            self.current += 1;
        }
        if let Some(next) = self.progress.get_mut(self.current) {
            next.examples_before = self.examples;
        }
    }

    pub(super) fn asked(&mut self, staged: Option<&StagedQuestion>) {
        self.told.push(self.pending.take());
        if let (Some(stage), Some(staged)) = (self.progress.get_mut(self.current), staged) {
            stage.asked += 1;
            stage.deepest = stage.deepest.max(staged.depth);
            if !stage.objectives.contains(&staged.objective) {
                stage.objectives.push(staged.objective);
            }
        }
    }

    /// Examples collected in a stage so far.
    pub(crate) fn examples_in(&self, at: usize) -> u32 {
        let Some(stage) = self.progress.get(at).filter(|_| at <= self.current) else {
            return 0;
        };
        let upto = stage.examples_after.unwrap_or(self.examples);
        upto.saturating_sub(stage.examples_before)
    }
}

/// How much the respondent says, by the words of the last answers.
pub(crate) fn engagement(words: impl Iterator<Item = u32>) -> Engagement {
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
