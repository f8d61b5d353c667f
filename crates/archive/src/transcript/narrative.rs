//! The narrative style: the interview in the first person, every answer in the respondent's own words.

use super::Transcript;
use super::markdown::{paragraph, sections};
use super::markup::{block, inline};
use colloquy_core::ReactionKind;
use colloquy_schema::QuestionKind;

/// A question as it stands inside of a sentence's quotation marks: its own become those of the second rank, in the way of the language.
fn inside_quotes(question: &str, sentence: &str) -> String {
    if !sentence.contains('«') {
        return question
            .replace('„', "‚")
            .replace('“', "‘")
            .replace('”', "’");
    }
    let space = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}');
    let mut out = String::new();
    for part in question.split_inclusive(['«', '»']) {
        match part.strip_suffix(['«', '»']) {
            None if out.ends_with('“') => out.push_str(part.trim_start_matches(space)),
            None => out.push_str(part),
            Some(text) => {
                let opened = out.ends_with('“');
                let text = if opened {
                    text.trim_start_matches(space)
                } else {
                    text
                };
                let opens = part.ends_with('«');
                out.push_str(if opens {
                    text
                } else {
                    text.trim_end_matches(space)
                });
                out.push(if opens { '“' } else { '”' });
            }
        }
    }
    out
}

impl Transcript<'_> {
    /// Heading, how it came about, every question in a sentence with the answer as a block quote, takeaways.
    pub(super) fn narrative(&self) -> String {
        let mut out = String::new();
        let figures = self.figures;
        paragraph(
            &mut out,
            &[
                "# ",
                &inline(&self.fill("heading_narrative", &[("title", self.any_title())])),
            ],
        );
        let intro = match (self.title.trim().is_empty(), self.creator.trim().is_empty()) {
            (true, _) => "narrative_intro_untitled",
            (false, true) => "narrative_intro_plain",
            (false, false) => "narrative_intro",
        };
        let date = self.date();
        let about = [
            ("date", date.as_str()),
            ("title", self.title),
            ("creator", self.creator),
            ("guide", &self.wording.title),
        ];
        let mut lead = self.fill(intro, &about);
        if figures.questions > 0 {
            let all = self.answered() == figures.questions;
            let (answered, questions) =
                (self.answered().to_string(), figures.questions.to_string());
            let duration = self.labels().minutes(figures.duration_ms);
            let slots = [
                ("answered", answered.as_str()),
                ("questions", &questions),
                ("duration", &duration),
            ];
            lead.push(' ');
            lead.push_str(&self.fill(
                if all {
                    "narrative_all"
                } else {
                    "narrative_some"
                },
                &slots,
            ));
        }
        paragraph(&mut out, &[&inline(&lead)]);
        for (turn, exchange) in self.exchanges.iter().enumerate() {
            let key = match (exchange.reaction, exchange.question.kind) {
                (ReactionKind::Answered | ReactionKind::Filled, _) if exchange.redacted => {
                    "narrative_redacted"
                }
                (ReactionKind::Answered, QuestionKind::Initial) => "narrative_initial",
                (ReactionKind::Answered, QuestionKind::FollowUp) => "narrative_follow_up",
                (ReactionKind::Answered, QuestionKind::Topic) => "narrative_topic",
                (ReactionKind::Answered, QuestionKind::Conclusion) => "narrative_conclusion",
                (ReactionKind::Skipped, _) => "narrative_skipped",
                (ReactionKind::Declined, _) => "narrative_declined",
                (ReactionKind::Filled, _) => "narrative_filled",
                (ReactionKind::Open, _) => "narrative_open",
            };
            let question = inside_quotes(&exchange.question.text, self.label(key));
            let sentence = self
                .labels()
                .fill_in_turn(key, turn, &[("question", &question)]);
            paragraph(&mut out, &[&inline(&sentence)]);
            if self.placeholder(exchange).is_none() {
                block(&self.answer_text(exchange), "> ", &mut out);
                out.push('\n');
                if exchange.amended {
                    paragraph(
                        &mut out,
                        &["*", &inline(self.label("narrative_amended")), "*"],
                    );
                }
            }
        }
        if self.closed.is_none() {
            paragraph(&mut out, &["*", &inline(self.label("unfinished")), "*"]);
        }
        let results = self.results();
        if self.closed.is_some() && !results.is_empty() {
            paragraph(&mut out, &["*", &inline(self.ending()), "*"]);
        }
        sections(&results, &mut out);
        self.takeaways(&mut out);
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    fn takeaways(&self, out: &mut String) {
        let findings = self.findings;
        let lists = [
            ("narrative_insights", &findings.insights),
            ("narrative_actions", &findings.actions),
            ("narrative_recommendations", &findings.recommendations),
        ];
        if lists.iter().all(|(_, list)| list.is_empty()) && findings.themes.is_empty() {
            return;
        }
        paragraph(out, &["## ", &inline(self.label("narrative_takeaways"))]);
        for (lead, list) in lists {
            if !list.is_empty() {
                paragraph(out, &[&inline(self.label(lead))]);
                for finding in list {
                    out.push_str(&["- ", &inline(&finding.text), "\n"].concat());
                }
                out.push('\n');
            }
        }
        if !findings.themes.is_empty() {
            let themes: Vec<&str> = findings
                .themes
                .iter()
                .map(|theme| theme.text.as_str())
                .collect();
            paragraph(
                out,
                &[&inline(&self.fill(
                    "narrative_themes",
                    &[("themes", &themes.join(", "))],
                ))],
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::inside_quotes;

    #[test]
    fn quotation_marks_of_a_question_are_of_the_second_rank() {
        for (question, sentence, expected) in [
            ("What is “rest”?", "Asked: “{question}”", "What is ‘rest’?"),
            (
                "Was heißt „Ruhe“?",
                "Frage: „{question}“",
                "Was heißt ‚Ruhe‘?",
            ),
            (
                "¿Qué es «calma»?",
                "Pregunta: «{question}»",
                "¿Qué es “calma”?",
            ),
            (
                "Que veut dire «\u{a0}calme\u{a0}» ici\u{202f}?",
                "«\u{a0}{question}\u{a0}»",
                "Que veut dire “calme” ici\u{202f}?",
            ),
        ] {
            assert_eq!(inside_quotes(question, sentence), expected);
        }
    }
}
