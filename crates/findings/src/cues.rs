//! Finds the cues in a sentence and weighs what stands before and after them.

use crate::lexicon::{CUES, FOLLOWERS, Lexicon, Verdict, class};
use crate::quotes::Quotes;
use crate::reader::Token;

/// How many adverbs may stand in a row inside a cue.
const MOST_ADVERBS: u32 = 3;

/// How many words before a cue are looked at. Longer clauses between "I don't think" and "I should" are rare, and a bound
/// keeps a sentence of any length linear.
const LOOK_BACK: usize = 10;

/// What a sentence shows. It may show both: "I realized that I should listen" is an insight and a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) insight: bool,
    pub(crate) action: bool,
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
        let mut habit = false;
        for (index, token) in self.tokens.iter().enumerate() {
            habit |= self.is(index, class::HABIT);
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
            if self.quotes.contain(token.start) {
                continue;
            }
            match found.verdict {
                Verdict::Insight => shown.insight |= !self.denied_before(index, false),
                Verdict::Action => shown.action |= self.is_plan(index, found.end),
                Verdict::Start => shown.action |= index == 0 && self.is_plan(index, found.end),
                Verdict::Habit => {
                    let habit =
                        habit || (index..found.end).any(|inside| self.is(inside, class::HABIT));
                    shown.action |= !habit && self.is_plan(index, found.end);
                }
                Verdict::None | Verdict::Drop | Verdict::Keep => {}
            }
            if shown.insight && shown.action {
                break;
            }
        }
        shown
    }

    fn is(&self, index: usize, class: u16) -> bool {
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
        if let Some(next) = self.lexicon.step(node, token.word) {
            let here = self.lexicon.verdict(next).map(|verdict| Match {
                verdict,
                end: at + 1,
            });
            found = self.extend(next, at + 1, 0).or(here);
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
