//! What the respondent asks of the interviewer: to leave something alone, to make no use of it, to ask about something in particular.
//!
//! Each is a phrase that a clause begins with. “We said nothing more about it” is part of a story, “please, nothing more about it” is asked.

use crate::acts::{Act, Heard, Requests, Wanted, hear_in};
use crate::cues::{is_one_of, says};
use crate::handle::bare;
use crate::language::{Language, Words};

/// Most words of a sentence that asks for something.
const ASKING_WORDS: usize = 30;
/// Words from which an answer tells of something else than the mild feeling in it.
const MILD_WORDS: usize = 20;
/// Fewest and most words of what is asked about, turned round.
const WANTED_WORDS: (usize, usize) = (3, 16);
/// Most words of a thing that is named.
const NAMED_WORDS: usize = 5;
/// Answers that are searched end here.
const ANSWER_BYTES: usize = 4_000;
/// Most words before a phrase in its clause.
const BEFORE_WORDS: usize = 6;

/// Hears what an answer does, and what it asks for.
pub(crate) fn hear_all(language: &'static Language, question: &str, answer: &str) -> Heard {
    let mut heard = hear_in(language, question, answer);
    hear_requests(language.words(), question, answer, &mut heard);
    heard
}

/// Finds what an answer asks for, and has its sentences do that and not what they looked like.
fn hear_requests(lists: &Words, question: &str, answer: &str, heard: &mut Heard) {
    let mut found = Requests::default();
    let long = answer.split_whitespace().count() >= MILD_WORDS;
    // “What have I not asked?” is answered by “you haven't asked whose money it is”.
    let asks_for_more = says(&lists.padded(question), lists.unasked_for);
    for at in 0..heard.count() {
        let range = heard.place(at);
        let sentence = answer.get(range.clone()).unwrap_or_default();
        if range.end > ANSWER_BYTES {
            break;
        }
        let words: Vec<&str> = sentence.split_whitespace().collect();
        // “I was a bit ashamed” is a mild feeling, and nothing to console.
        let padded = lists.padded(sentence);
        if says(&padded, lists.softened) && says(&padded, lists.mild) && long {
            heard.put(at, None, &[Act::Distress]);
        }
        if words.is_empty() || words.len() > ASKING_WORDS {
            continue;
        }
        let forms: Vec<String> = words.iter().map(|word| form(lists, word)).collect();
        let asked = |phrases: &str| phrase(lists, &words, &forms, phrases);
        // What is only taken for a crisis by its form is none where it asks for a question.
        let unsure = (!heard.has_words_for(Act::Crisis)).then_some(Act::Crisis);
        let others = [Act::AlreadySaid, Act::Complaint, Act::QuestionBack].into_iter();
        let others: Vec<Act> = others.chain(unsure).collect();
        if let Some((_, end)) = asked(lists.confides) {
            found.confided = true;
            let about = forms[end..]
                .iter()
                .position(|word| is_one_of(word, lists.about));
            // Whoever keeps back a name goes on with the subject.
            let unnamed = forms.iter().any(|word| word.starts_with("name"));
            match about {
                _ if unnamed => {}
                Some(place) => found.confidences.extend(
                    forms[end + place + 1..]
                        .iter()
                        .flat_map(|word| [word.as_str(), " "]),
                ),
                None => found.whole = true,
            }
            let others = [Act::OtherSubject, Act::Complaint, Act::AlreadySaid].into_iter();
            let others: Vec<Act> = others.chain(unnamed.then_some(Act::Refusal)).collect();
            heard.put(at, None, &others);
        } else if asked(lists.hardly).is_some_and(|(_, end)| words.len() > end + 1) {
            heard.put(at, None, &[Act::Refusal]);
        } else if asked(lists.closes).is_some() {
            heard.put(
                at,
                Some(Act::Refusal),
                &[Act::OtherSubject, Act::Complaint, Act::Stop],
            );
        } else if asked(lists.reproaches).is_some() {
            heard.put(
                at,
                Some(Act::Complaint),
                &[Act::QuestionBack, Act::Distress],
            );
        } else if at + 1 == heard.count()
            && sentence.trim_end().ends_with('?')
            && asked(lists.asks_advice).is_some()
        {
            heard.put(at, Some(Act::Setting), &[Act::QuestionBack, Act::Complaint]);
        } else if let Some((_, end)) = asked(lists.unasked).filter(|_| !asks_for_more) {
            let about = forms
                .get(end)
                .is_some_and(|word| is_one_of(word, lists.about));
            heard.put(at, Some(Act::OtherSubject), &others);
            let words = &words[end + usize::from(about)..];
            found.wanted = named(lists, words).or_else(|| wanted(lists, words, "wish.open"));
        } else if let Some((start, end)) = asked(lists.asks_me) {
            // “One of them, Curtis, asked me why” is part of a story.
            let opens = start == 0 || breaks(words[start - 1]);
            let wishes = opens && forms[start] != "asked"
                || forms[..start]
                    .iter()
                    .any(|word| is_one_of(word, lists.rather));
            let about = forms
                .get(end)
                .is_some_and(|word| is_one_of(word, lists.about));
            let wanted = match about {
                true => named(lists, &words[end + 1..]),
                false => wanted(lists, &words[end..], "wish"),
            };
            if wishes && (about || wanted.is_some()) {
                heard.put(at, Some(Act::OtherSubject), &others);
                found.wanted = wanted;
            }
        } else if let Some((_, end)) = asked(lists.passed_over)
            && let Some(wanted) = named(lists, &words[end..])
        {
            heard.put(at, Some(Act::OtherSubject), &others);
            found.wanted = Some(wanted);
        } else if let Some((_, end)) = asked(lists.asks_know)
            && let Some(wanted) = wanted(lists, &words[end..], "wish.open")
        {
            heard.put(at, Some(Act::OtherSubject), &others);
            found.wanted = Some(wanted);
        } else if heard.does(at, Act::OtherSubject)
            && found.wanted.is_none()
            && let Some(place) = forms.iter().position(|word| is_one_of(word, lists.about))
        {
            let words = &words[place + 1..];
            found.wanted = named(lists, words).or_else(|| wanted(lists, words, "wish.open"));
        }
    }
    heard.requests = found;
}

/// A word as phrases are compared: “don't” is “dont”.
fn form(lists: &Words, word: &str) -> String {
    lists.bare(&bare(word)).replace('\'', "")
}

fn breaks(word: &str) -> bool {
    word.ends_with([',', ';', ':', '–', '—', '-', '.', '!', '?'])
}

/// Finds a phrase that a clause begins with, but for words that ask or hesitate: where it begins, and what is behind it.
fn phrase(
    lists: &Words,
    words: &[&str],
    forms: &[String],
    phrases: &str,
) -> Option<(usize, usize)> {
    for wanted in phrases.split('|').filter(|wanted| !wanted.is_empty()) {
        let wanted = wanted.replace('\'', "");
        let wanted: Vec<&str> = wanted.split(' ').collect();
        let fits = |at: &usize| forms[*at..*at + wanted.len()].iter().eq(wanted.iter());
        let last = (forms.len() + 1).saturating_sub(wanted.len());
        for at in (0..last).filter(fits) {
            let mut before = (0..at).rev().take_while(|place| !breaks(words[*place]));
            let mut count = 0;
            let asks = before.all(|place| {
                count += 1;
                count <= BEFORE_WORDS
                    && (is_one_of(&forms[place], lists.before)
                        || is_one_of(&forms[place], lists.addressing)
                        || is_one_of(&forms[place], lists.rather))
            });
            // “I don't write that down” asks for nothing.
            let before = &forms[at - count.min(at)..at];
            let any = |list: &str| before.iter().any(|word| is_one_of(word, list));
            let own = any(lists.own) && !any(lists.rather);
            if asks && !own {
                return Some((at, at + wanted.len()));
            }
        }
    }
    None
}

/// The clause that words begin with, turned round, where it is a question in itself. English alone: elsewhere its verb changes.
fn wanted(lists: &Words, words: &[&str], name: &'static str) -> Option<Wanted> {
    let first = form(lists, words.first()?);
    let whether = matches!(first.as_str(), "whether" | "if");
    if !lists.is_english() || !is_one_of(&first, "what how when why who where which whether if") {
        return None;
    }
    let mut out: Vec<String> = Vec::new();
    let mut before = String::new();
    for (at, word) in words.iter().enumerate() {
        let form = bare(word);
        if at > 2 && is_one_of(&form, "because instead rather please now") {
            break;
        }
        let mut pairs = lists
            .turns
            .split(' ')
            .filter_map(|pair| pair.split_once('='));
        let turned = pairs.find(|(own, _)| *own == form).map(|(_, to)| to);
        let own = before == "i";
        let kept = word.trim_matches(|c: char| !c.is_alphanumeric() && !"€$£%".contains(c));
        out.push(match turned {
            Some(to) => to.replace('_', " "),
            None if at == 0 && whether => "whether".into(),
            None if own && form == "was" => "were".into(),
            None if own && form == "am" => "are".into(),
            None if at == 0 => form.clone(),
            None => kept.into(),
        });
        before = form;
        if breaks(word) {
            break;
        }
    }
    let name = if whether { "wish.whether" } else { name };
    let clause = out.join(" ");
    // “Ask me what you want” leaves it open.
    let open = clause.contains("you want") || clause.contains("you like");
    (!open && (WANTED_WORDS.0..=WANTED_WORDS.1).contains(&out.len()))
        .then_some(Wanted { clause, name })
}

/// The thing that words begin with, where they name one: “my choir, I lead it” is “your choir”.
fn named(lists: &Words, words: &[&str]) -> Option<Wanted> {
    const BEHIND: &str = "if because instead please now rather then and but where when which who that so not there or once yet at all \
        either even than first";
    let mut out: Vec<String> = Vec::new();
    for word in words {
        let form = bare(word);
        if is_one_of(&form, BEHIND) {
            break;
        }
        // “I asked you a question” names no subject.
        if is_one_of(&form, "question questions") {
            return None;
        }
        let far = is_one_of(&form, lists.starts) || is_one_of(&form, lists.far);
        if far || is_one_of(&form, lists.present) || out.len() == NAMED_WORDS {
            return None;
        }
        out.push(match form.as_str() {
            "my" | "our" => "your".into(),
            _ => word.trim_matches(|c: char| !c.is_alphanumeric()).into(),
        });
        if breaks(word) {
            break;
        }
    }
    let clear = |word: &String| !lists.is_function_word(&word.to_lowercase());
    let whole = lists.is_english() && out.iter().any(clear);
    whole.then(|| Wanted {
        clause: out.join(" "),
        name: "subject",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{ENGLISH, FRENCH, GERMAN, SPANISH};

    fn of(answer: &str) -> (Requests, Heard) {
        let heard = hear_all(&ENGLISH, "", answer);
        (heard.requests.clone(), heard)
    }

    #[test]
    fn what_was_passed_over_is_wanted_and_a_mild_feeling_is_no_pain() {
        let (requests, _) = of("That is a big one, and you skipped over the beard.");
        assert_eq!(
            requests.wanted.map(|wanted| wanted.clause),
            Some("the beard".into())
        );
        let (requests, _) = of("One of them, Curtis, asked me why we throw the crusts away.");
        assert!(requests.wanted.is_none());
        let mild = "I am ashamed of it a little. On Monday I was quick with him because there were four more who waited after him.";
        assert!(!of(mild).1.has(Act::Distress));
    }

    #[test]
    fn what_is_asked_for_is_turned_round() {
        for (answer, expected) in [
            (
                "It would be better to ask me what I did when a real user rang me, because I do Saturdays.",
                "what you did when a real user rang you",
            ),
            (
                "I'd rather you asked how I got my printer to work.",
                "how you got your printer to work",
            ),
            (
                "Two years. Better ask me what I built for the school.",
                "what you built for the school",
            ),
            (
                "Leave it, please. What I want to know is whether a second person is worth 31,000 a year.",
                "whether a second person is worth 31,000 a year",
            ),
            (
                "What I wanted to hear from you is if I hire Olli.",
                "whether you hire Olli",
            ),
            (
                "Ask me about the bike kitchen if you like, I run the booking.",
                "the bike kitchen",
            ),
            (
                "Two years. Better ask me about my choir, I lead it.",
                "your choir",
            ),
            (
                "My question is whether I was too slow.",
                "whether you were too slow",
            ),
        ] {
            let (found, heard) = of(answer);
            let clause = found.wanted.map(|wanted| wanted.clause);
            assert_eq!(clause.as_deref(), Some(expected), "{answer}");
            assert!(heard.has(Act::OtherSubject), "{answer}");
        }
        for answer in [
            "People ask me what I do all day.",
            "You asked me about the oven already.",
            "They came to ask me how I got it.",
            "Ask me what you want.",
            "You ask me this for the third time.",
        ] {
            assert_eq!(of(answer).0.wanted, None, "{answer}");
        }
    }

    #[test]
    fn a_subject_is_closed_by_whoever_has_finished_with_it() {
        for answer in [
            "That is all I want to say about the cellar.",
            "We got out. That's enough about the fire now.",
            "I don't want to go into the flood any more.",
            "So let's leave that.",
            "Enough about my brother.",
        ] {
            assert!(of(answer).1.has(Act::Refusal), "{answer}");
        }
        for answer in [
            "I don't know enough about glass.",
            "I can't say that I have worked with it.",
            "I wouldn't say it was hard to leave.",
            "We said let's leave that for the night shift, and they did.",
        ] {
            assert!(!of(answer).1.has(Act::Refusal), "{answer}");
        }
    }

    #[test]
    fn a_confidence_is_what_somebody_asks_not_to_be_used() {
        for answer in [
            "She told me in the cupboard, so please don't write that into anything.",
            "Could you please leave that out?",
            "Don't quote me on that.",
            "That stays between us.",
            "This is off the record: he drinks.",
            "Please do not put it in the report.",
        ] {
            let (found, _) = of(answer);
            assert!(found.confided && found.whole, "{answer}");
        }
        let (found, _) = of("And please leave out what I said about Petra.");
        assert!(found.confided && !found.whole && found.confidences.contains("petra"));
        for answer in [
            "I don't write that down, I remember it.",
            "They don't put that in the contract.",
            "The cooks leave that out in summer.",
        ] {
            assert!(!of(answer).0.confided, "{answer}");
        }
    }

    #[test]
    fn the_same_is_asked_in_other_languages() {
        for (language, confided, closes) in [
            (
                &GERMAN,
                "Schreiben Sie das bitte nicht auf.",
                "Mehr möchte ich über den Keller nicht sagen.",
            ),
            (
                &SPANISH,
                "Por favor, no escriba eso.",
                "No quiero decir más sobre el sótano.",
            ),
            (
                &FRENCH,
                "S'il vous plaît, ne notez pas cela.",
                "Je ne veux plus parler de la cave.",
            ),
        ] {
            let hear = |answer: &str| {
                let heard = hear_all(language, "", answer);
                (heard.requests.clone(), heard)
            };
            assert!(hear(confided).0.confided, "{confided}");
            assert!(hear(closes).1.has(Act::Refusal), "{closes}");
        }
    }
}
