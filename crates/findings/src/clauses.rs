//! Cuts what has no full stops, as dictation, into clauses.

use crate::class;
use crate::reader::Token;

/// The longest stretch that is left whole, in bytes.
pub(crate) const MOST: usize = 300;

/// The shortest one that is cut off where a clause plainly ends.
const ENOUGH: usize = 50;

/// Returns where the clause that begins with a token ends: the token behind it. A sentence of usual length is one clause.
pub(crate) fn end(tokens: &[Token], from: usize, sentence_end: usize) -> usize {
    let start = tokens[from].start;
    if sentence_end.saturating_sub(start) <= MOST {
        return tokens.len();
    }
    let (mut best, mut best_grade) = (from + 1, 0);
    for at in from + 1..tokens.len() {
        let length = tokens[at].start - start;
        if length > MOST && best_grade > 0 {
            break;
        }
        let grade = grade(tokens, at);
        if grade == PLAIN && length >= ENOUGH {
            return at;
        }
        if grade >= best_grade && grade > 0 && length >= ENOUGH {
            (best, best_grade) = (at, grade);
        }
        if length > MOST {
            break;
        }
    }
    // Without any border the rest of a contraction stays with its word.
    while best < tokens.len() && tokens[best].start == tokens[best - 1].start {
        best += 1;
    }
    best
}

/// Tells how long a clause is without the spaces and marks that lead over to the next.
pub(crate) fn trimmed(clause: &str) -> usize {
    let over = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ';' | ':' | '-' | '–' | '—' | '(' | '[' | '"' | '“' | '‘'
            )
    };
    clause.trim_end_matches(over).len()
}

/// A connective with its own subject behind it.
const PLAIN: u8 = 4;

/// How good a border the place before a token is, 0 for none.
fn grade(tokens: &[Token], at: usize) -> u8 {
    let token = &tokens[at];
    if token.start == tokens[at - 1].start {
        return 0;
    }
    let is = |at: usize, class| {
        tokens
            .get(at)
            .is_some_and(|token: &Token| token.classes & class != 0)
    };
    let subject = is(at + 1, class::SELF | class::OTHER | class::THING);
    if is(at, class::STOP) {
        return if subject { PLAIN } else { 2 };
    }
    if token.apart {
        return if is(at, class::SELF | class::OTHER | class::THING) {
            3
        } else {
            2
        };
    }
    // A subject right behind a connective is no border: the one before it is.
    u8::from(!is(at - 1, class::STOP | class::ADVERB | class::BLOCK))
}
