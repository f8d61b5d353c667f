//! Finds the cues in a sentence and weighs what stands before and after them.

use crate::class;
use crate::lexicon::{CUES, FOLLOWERS, Lexicon, Verdict};
use crate::quotes::Quotes;
use crate::reader::Token;

/// How many adverbs may stand in a row inside a cue.
const MOST_ADVERBS: u32 = 3;

/// How many words before a cue are looked at. Longer clauses between "I don't think" and "I should" are rare, and a bound
/// keeps a sentence of any length linear.
const LOOK_BACK: usize = 10;

/// How many words a rule of thumb has at most.
const LONGEST_RULE: usize = 24;

/// What a sentence shows, and how strongly: 0 for not at all. It may show several things: "I realized that I should listen"
/// is an insight and a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) insight: u8,
    pub(crate) action: u8,
    pub(crate) advice: u8,
}

/// The words of one sentence, with what is needed to judge them.
pub(crate) struct Clause<'a> {
    pub(crate) lexicon: &'a Lexicon,
    pub(crate) tokens: &'a [Token],
    pub(crate) quotes: &'a Quotes,
}

/// A cue that was found: its meaning, and the token behind it.
#[derive(Clone, Copy)]
struct Match {
    verdict: Verdict,
    end: usize,
}

impl Clause<'_> {
    /// Looks for cues at every word.
    pub(crate) fn judge(&self) -> Shown {
        let mut shown = Shown::default();
        let (mut habit, mut condition, mut sure) = (false, false, false);
        // Behind the last hint: one that lies inside another says nothing more.
        let mut hinted = 0;
        // The first word of the last hint: "I think … I think" is one.
        let mut hint = None;
        // Behind the last cue that is none: what lies inside it is none either.
        let mut none = 0;
        for (index, token) in self.tokens.iter().enumerate() {
            // "I usually listen to music, but I'll …": what is so always ends there.
            habit = self.is(index, class::HABIT) || habit && !self.is(index, class::BUT);
            condition |= self.is(index, class::CONDITION) && self.opens(index);
            let Some(node) = self.lexicon.step(CUES, token.word) else {
                continue;
            };
            let alone = self.lexicon.verdict(node).map(|verdict| Match {
                verdict,
                end: index + 1,
            });
            let Some(found) = self.extend(node, index + 1, 0).or(alone) else {
                continue;
            };
            if self.quotes.contain(token.start) || index < none {
                continue;
            }
            let (start, end) = (index, found.end);
            let habit = || {
                let after = end < self.tokens.len()
                    && self.is(end, class::HABIT)
                    && !self.is_word(end, &["always", "every", "each"]);
                habit || condition || after || (start..end).any(|at| self.is(at, class::HABIT))
            };
            let (mut insight, mut action) = (0, 0);
            match found.verdict {
                Verdict::Insight => insight = 3,
                Verdict::Own if self.speaks(start) => insight = 3,
                Verdict::Said if self.opens(start) => insight = 2,
                Verdict::Turn if self.any(end, class::TURN) => insight = 3,
                Verdict::Rule if self.is_rule(start) => insight = 2,
                Verdict::Hint if start >= hinted && hint != Some(token.word) => {
                    hint = Some(token.word);
                    insight = 1;
                }
                Verdict::Veto => return Shown::default(),
                Verdict::None => none = end,
                Verdict::Action => action = 3,
                Verdict::Habit if !habit() => action = 3,
                Verdict::Start if self.is_left_out(start) && !habit() => action = 3,
                Verdict::Need if self.is_deed(end) && !habit() => action = 2,
                Verdict::Dated if self.any(0, class::SOON) && !habit() => action = 2,
                Verdict::Advice if !self.denied_before(start, true) => {
                    shown.advice = shown.advice.saturating_add(1)
                }
                Verdict::Bid if self.bids(start) => shown.advice = shown.advice.saturating_add(1),
                _ => {}
            }
            let from = match found.verdict {
                Verdict::Own => self.subject(start),
                _ => start,
            };
            if insight > 0 && !self.denied_before(from, false) {
                shown.insight = shown.insight.saturating_add(insight);
                sure |= insight > 1;
                hinted = end;
            }
            if action > 0 && self.is_plan(start, end) {
                shown.action = shown.action.saturating_add(action);
            }
        }
        // One hint alone is none, and beside a plan only what is said to be an insight is one.
        if shown.insight < 2 || !sure && shown.action > 0 {
            shown.insight = 0;
        }
        if shown.action > 0 {
            shown.action = shown
                .action
                .saturating_add(u8::from(self.any(0, class::SOON)));
            shown.advice = 0;
        }
        shown
    }

    /// Tells whether a word from a place on is of a class.
    fn any(&self, from: usize, class: u32) -> bool {
        (from..self.tokens.len()).any(|at| self.is(at, class))
    }

    /// Tells whether nothing stands before a cue but what leads a sentence in.
    fn opens(&self, cue: usize) -> bool {
        (0..cue).all(|at| self.is(at, class::ADVERB | class::STOP))
    }

    /// Tells whether a cue bids somebody do it: nothing stands before it but what leads in ("Well, first, …") or clauses that
    /// it stands under ("If you are not sure, …"), or it follows from what the same person is told ("It is long, so break it
    /// up for yourself").
    fn bids(&self, cue: usize) -> bool {
        let leads = |at: &usize| self.is(*at, class::ADVERB | class::STOP | class::OPENER);
        let Some(first) = (0..cue).find(|at| !leads(at)) else {
            return true;
        };
        if (first..cue).any(|at| self.is(at, class::SPEAKER)) {
            return false;
        }
        let mut under = first..cue;
        if self.tokens[cue].apart && self.is(first, class::BLOCK) {
            return under
                .all(|at| !self.tokens[at].apart || leads(&at) || self.is(at, class::BLOCK));
        }
        (first..cue)
            .rev()
            .find(|at| self.is(*at, class::BUT) || !self.is(*at, class::ADVERB))
            .is_some_and(|at| self.is(at, class::BUT))
            && (0..self.tokens.len()).any(|at| self.is_word(at, &["you", "your", "yourself"]))
    }

    /// Tells whether a clause that a cue opens is short, for anybody, and about no case of one's own.
    fn is_rule(&self, cue: usize) -> bool {
        self.opens(cue)
            && self.tokens.len() <= LONGEST_RULE
            && self.any(0, class::ANYONE)
            && !self.any(0, class::SELF)
            && !(cue..self.tokens.len().min(cue + 3)).any(|at| self.is(at, class::OVER))
    }

    /// Finds the "I" right before a cue, or else the cue. A denial between them is left to be seen.
    fn subject(&self, cue: usize) -> usize {
        let mut at = cue;
        while at > 0
            && self.is(at - 1, class::ADVERB | class::HELPER)
            && !self.is(at - 1, class::NEGATOR)
        {
            at -= 1;
        }
        if at > 0 && self.is(at - 1, class::SPEAKER) {
            return at - 1;
        }
        cue
    }

    /// Tells whether the one who speaks is the subject of a cue, or nobody is.
    fn speaks(&self, cue: usize) -> bool {
        for at in (cue.saturating_sub(2 * LOOK_BACK)..cue).rev() {
            if self.is(at, class::SPEAKER) {
                return true;
            }
            if self.is(at, class::OTHER) {
                return false;
            }
        }
        self.opens(cue)
    }

    /// Returns whether a cue has no subject of its own and goes on what the speaker said of themselves: "… but need to practise".
    fn is_left_out(&self, cue: usize) -> bool {
        if self.opens(cue) {
            return true;
        }
        let mut before = cue - 1;
        while before > 0 && self.is(before, class::ADVERB) && !self.is(before, class::STOP) {
            before -= 1;
        }
        // "I then have to" has its subject.
        if before + 1 == cue && before > 0 && self.is(before - 1, class::SELF | class::OTHER)
            || !self.is(before, class::STOP) && !self.tokens[cue].apart
        {
            return false;
        }
        self.speaks(cue) || self.is(before, class::BUT) && !self.others(before)
    }

    /// Tells whether somebody else is spoken of before a word.
    fn others(&self, before: usize) -> bool {
        (before.saturating_sub(LOOK_BACK)..before).any(|at| self.is(at, class::OTHER))
    }

    /// Tells whether what follows is something one does, or has its time.
    fn is_deed(&self, end: usize) -> bool {
        self.any(0, class::SOON)
            || (end..self.tokens.len().min(end + 2)).any(|at| self.is(at, class::DEED))
    }

    fn is(&self, index: usize, class: u32) -> bool {
        self.tokens[index].classes & class != 0
    }

    /// Follows the trie from a node by one word or more, as far as the sentence goes with it. A cue runs over
    /// punctuation only at an adverb ("I, too, should").
    fn extend(&self, node: u32, at: usize, adverbs: u32) -> Option<Match> {
        let token = self.tokens.get(at)?;
        let adverb = self.is(at, class::ADVERB);
        if token.apart && !adverb && adverbs == 0 {
            return None;
        }
        let mut found = None;
        for next in self
            .lexicon
            .steps(node, token.word, self.is(at, class::ING))
        {
            if found.is_none() && next != 0 {
                let here = self.lexicon.verdict(next).map(|verdict| Match {
                    verdict,
                    end: at + 1,
                });
                found = self.extend(next, at + 1, 0).or(here);
            }
        }
        if found.is_none() && adverb && adverbs < MOST_ADVERBS {
            found = self.extend(node, at + 1, adverbs + 1);
        }
        found
    }

    fn is_plan(&self, start: usize, end: usize) -> bool {
        let follower = self.extend(FOLLOWERS, end, 0);
        follower.is_none_or(|follower| follower.verdict == Verdict::Keep)
            && !self.denied_before(start, true)
    }

    /// Returns whether the words before a cue take it back: a condition, a question, a denial, somebody else's view.
    fn denied_before(&self, cue: usize, action: bool) -> bool {
        let mut direct = true;
        let mut clause = false;
        // A cue without "I" has its subject, which may be "nothing", before it.
        let own_subject = self.is(cue, class::SELF);
        for at in (cue.saturating_sub(LOOK_BACK)..cue).rev() {
            // "She said, I should go" has a comma; elsewhere punctuation ends the reach.
            if self.tokens[at + 1].apart && !(at + 1 == cue && self.is(at, class::REPORT)) {
                return false;
            }
            let wanted = if action {
                class::BLOCK
            } else {
                class::CONDITION
            };
            if direct && self.is(at, wanted) {
                return !self.is_answer_what(at);
            }
            if at + 1 == cue && own_subject && self.is(at, class::INVERT) {
                return true;
            }
            if self.is(at, class::STOP) {
                return false;
            }
            if self.is(at, class::NEGATOR) {
                return (direct || !own_subject) && !self.is_no_doubt(at);
            }
            if self.is(at, class::GROUND) && (direct || clause) {
                return self.denied_ground(at);
            }
            if self.is(at, class::ATTITUDE | class::REPORT | class::PAST) && (direct || clause) {
                return self.denied_view(at, action);
            }
            clause |= at + 1 == cue && self.is(at, class::THING);
            direct &= self.is(at, class::ADVERB | class::HELPER | class::OBJECT);
        }
        false
    }

    /// "What I want to do is …" and "that is what I want to do" name a plan; "I know what I want to do" asks for one.
    fn is_answer_what(&self, at: usize) -> bool {
        self.is(at, class::THING) && (at == 0 || self.is_word(at - 1, &["is", "'s"]))
    }

    /// "No doubt I should" and "without a doubt" mean the opposite of "I doubt I should".
    fn is_no_doubt(&self, at: usize) -> bool {
        at > 0
            && self.is_word(at, &["doubt"])
            && self.is_word(at - 1, &["no", "a", "any", "without"])
    }

    /// "No way", "no good reason", "not at all sure".
    fn denied_ground(&self, at: usize) -> bool {
        (at.saturating_sub(3)..at)
            .rev()
            .take_while(|left| !self.tokens[left + 1].apart)
            .any(|left| self.is(left, class::NEGATOR))
    }

    /// Judges thinking or saying that leads to a cue by whose it is and whether it is denied.
    fn denied_view(&self, view: usize, action: bool) -> bool {
        let past = action && self.is(view, class::PAST);
        for at in (view.saturating_sub(LOOK_BACK)..view).rev() {
            if self.tokens[at + 1].apart || self.is(at, class::STOP) {
                break;
            }
            if self.is(at, class::NEGATOR) {
                return true;
            }
            if action && self.is(at, class::PAST) {
                return true;
            }
            if self.is(at, class::SELF | class::THING) {
                break;
            }
            let passive = self.is(view, class::REPORT)
                && !self.is(view, class::PAST)
                && self.is(at, class::HELPER)
                && !self.is(at, class::ADVERB);
            if passive && self.is_word(at, &["was", "were", "been", "being", "am"]) {
                return true;
            }
            if !self.is(at, class::ADVERB | class::HELPER) {
                return true;
            }
        }
        past
    }

    fn is_word(&self, at: usize, words: &[&str]) -> bool {
        words
            .iter()
            .any(|word| self.lexicon.words.find(word.as_bytes()) == Some(self.tokens[at].word))
    }
}
