//! What an answer ends with: something that happened, and whose doing it was, what came of it, or a trouble that goes on. What was said
//! last is what the next question stays with.

use crate::acts::Act;
use crate::cases::tenses;
use crate::clean::{bounded, end, parts};
use crate::cues::{is_one_of, says};
use crate::language::{Words, has_form};
use crate::said::Said;
use colloquy_findings::word_count;

/// Bytes of an answer that are searched.
const ANSWER_BYTES: usize = 4_000;
/// Fewest words of something that happened: less is its name.
const EVENT_WORDS: usize = 10;
/// Words above which one deed of the respondent's own is a story.
const LONG: usize = 15;
/// Words before a verb in which its subject stands.
const SUBJECT_WORDS: usize = 2;
/// Words before and behind a word for death in which somebody is named.
const MORTAL_WORDS: (usize, usize) = (6, 3);
/// Words that say whose something is.
const WHOSE: &str = "my our his her their your";
/// Last words of an answer that say how it ends, where no full stop parts its sentences.
const END_WORDS: usize = 30;
/// Words of a sentence that can be gone on with although the answer says that the rest was told.
const NEW_WORDS: usize = 6;

/// True where a text tells of death or grave illness: by a phrase that says so, or by a word for it with somebody near it. “It was dead by
/// spring” is none.
pub(crate) fn is_grave(lists: &Words, text: &str) -> bool {
    if says(&lists.padded(text), lists.heavy) {
        return true;
    }
    let words: Vec<&str> = bounded(text, ANSWER_BYTES).split_whitespace().collect();
    let forms: Vec<String> = words.iter().map(|word| lists.plain(word)).collect();
    let somebody = |at: usize| {
        let name = at > 0
            && words[at].starts_with(char::is_uppercase)
            && !words[at - 1].ends_with(['.', '!', '?'])
            && !lists.is_function_word(&forms[at])
            && !is_one_of(&forms[at], lists.no_names);
        name || is_one_of(&forms[at], lists.mortals)
    };
    let near = |at: usize| {
        let ahead = (at + 1..words.len()).take(MORTAL_WORDS.1);
        let before = at.saturating_sub(MORTAL_WORDS.0)..at;
        let mut near = before.clone().chain(ahead);
        // “A sick ewe looks well till she's dead” is about no person.
        if before
            .into_iter()
            .any(|at| is_one_of(&forms[at], lists.beasts))
        {
            return near.any(|at| somebody(at) && !is_one_of(&forms[at], "she her"));
        }
        near.any(somebody)
    };
    let form = |at: Option<usize>| at.map_or("", |at| forms[at].as_str());
    let before = |at: usize, back: usize| form(at.checked_sub(back));
    let is_passive = |at: usize| {
        let is = |word: &str| is_one_of(word, "is are was were be been being got");
        is(before(at, 1)) || is(before(at, 2))
    };
    let died = |at: usize| match forms[at].as_str() {
        // “She looks dead tired”, “a dead battery”, “the dead brother in the film”: who is dead stands before it.
        "dead" => {
            let next = forms.get(at + 1).map_or("", String::as_str);
            let own = is_one_of(before(at, 1), "my our");
            let is = is_passive(at) || is_one_of(before(at, 1), "he's she's");
            let whose = (at.saturating_sub(MORTAL_WORDS.1)..at).any(somebody);
            !is_one_of(next, lists.dead_things) && (own || is && whose)
        }
        // “I nearly died of it” is a way of speaking, and so is “one funeral a month” about somebody's trade.
        "died" | "dying" if is_one_of(before(at, 1), "nearly almost forever ever for") => false,
        "funeral" | "grave" => {
            let whose = |back: usize| is_one_of(before(at, back), WHOSE);
            let next = |on: usize| forms.get(at + on).map_or("", String::as_str);
            whose(1) || whose(2) || next(1) == "of" && is_one_of(next(2), WHOSE)
        }
        "killed" => is_passive(at),
        "dying" => {
            let next = forms.get(at + 1).map_or("", String::as_str);
            !is_one_of(next, "to for of")
        }
        word => is_one_of(word, lists.mortal),
    };
    (0..words.len()).any(|at| died(at) && near(at))
}

/// True where a year of this century or of the one before says when something happened: “since 1994” says how long it has lasted.
fn has_year(form: &str) -> bool {
    let mut before = "";
    form.split(' ').any(|word| {
        let year = word.len() == 4 && matches!(word.parse::<u32>(), Ok(1950..2100));
        let lasts = is_one_of(before, "since from until till to");
        before = word;
        year && !lasts
    })
}

/// The use with the probes for something that happened once, by how it was told. None where nothing did: what is usual, what must be,
/// and what is so are no event, whatever tense one of their sentences has.
///
/// True beside it where more than one thing happened, so that it is a story.
pub(crate) fn event(lists: &Words, said: &Said) -> Option<(&'static str, bool)> {
    let parts = parts(&said.telling);
    let last = *parts.last()?;
    let (mut words, mut told) = (0, 0);
    let (mut deeds, mut states, mut general) = (0, 0, 0);
    for part in &parts {
        let count = word_count(part);
        let (did, was, usual) = tenses(lists, part);
        words += count;
        told += if did + was > usual { count } else { 0 };
        deeds += did;
        states += was;
        general += usual;
    }
    let form = lists.padded(bounded(&said.telling, ANSWER_BYTES));
    let asked = lists.padded(&said.turn.question);
    // “At once” is no date.
    let form = form.replace(" at once ", " ");
    let dated = says(&form, lists.times) || has_year(&form);
    // Who is asked what they would never do, or do most often, reports no event unless they say when it was.
    if says(&asked, lists.asks_general) && !(dated && said.heard.has(Act::Case)) {
        return None;
    }
    let now = form
        .split(' ')
        .filter(|word| is_one_of(word, lists.present));
    let now = now.count();
    let (did, was, _) = tenses(lists, last);
    // What is told in the past from end to end, or at its end.
    let share = 2 * told >= words || did > 0 && 3 * told >= words;
    // One deed alone needs a date, or was the respondent's and is told at length; beside a trouble that goes on it is a part of that.
    let words_of: Vec<&str> = form.trim().split(' ').collect();
    let own_deed = words_of.windows(2).any(|two| {
        is_one_of(two[0], lists.own)
            && !is_one_of(two[1], lists.states)
            && (is_one_of(two[1], lists.past) || has_form(two[1], lists.past_forms))
    });
    let own = own_deed && (says(&form, lists.wrong) || words > LONG);
    let marked = dated || own || said.heard.has(Act::Case);
    let happened = deeds > 1 || deeds == 1 && marked && !says(&form, lists.trouble);
    let rules = said.heard.has(Act::Rule) && did + was == 0;
    // What is told in the present is how things are, whatever went before: “a third is never sold because it opened too early”.
    let is_so = now > deeds + was;
    // What is told last is what the next question stays with.
    let end = lists.plain(end(&said.telling));
    let (end_did, end_was, _) = tenses(lists, &end);
    let ends_now = end
        .split(' ')
        .filter(|word| is_one_of(word, lists.present))
        .count();
    let is_so = is_so || ends_now > end_did + end_was;
    if words < EVENT_WORDS || !share || !happened || general > deeds || rules || is_so {
        return None;
    }
    let end: Vec<&str> = end.split(' ').collect();
    let end = [
        " ",
        &end[end.len().saturating_sub(END_WORDS)..].join(" "),
        " ",
    ]
    .concat();
    let usual = says(&form, lists.usual) || says(&asked, lists.usual);
    // Nothing that is dated, and more of what was so than of what was done: that is a time, and no event.
    let describes = !dated && states > 2 * deeds;
    let name = if (usual || describes) && !says(&form, lists.times) {
        "probe.case.usual"
    } else if says(&end, lists.amused) {
        // Whatever went wrong, it is told as something to laugh at.
        "probe.case"
    } else if says(&end, lists.chosen) {
        "probe.case.choice"
    } else if says(&end, lists.wrong) {
        let erred = || end.contains(" wrong ") && !matches!(doer(lists, last), Doer::Others);
        if lists.fault.is_empty() || says(&end, lists.fault) || erred() {
            "probe.case.wrong"
        } else if is_present(lists, &form) {
            "probe.case.blow"
        } else {
            "probe.case.theirs"
        }
    } else if [lists.since, lists.realised]
        .iter()
        .any(|list| says(&lists.padded(last), list))
    {
        "probe.case.after"
    } else if did == 0 {
        "probe.case"
    } else {
        match doer(lists, last) {
            Doer::Respondent => "probe.case.own",
            Doer::Nobody => "probe.case",
            // Of what others did among themselves nobody was asked to do anything.
            Doer::Others if is_present(lists, &form) => "probe.case.other",
            Doer::Others => "probe.case.theirs",
        }
    };
    Some((name, deeds > 1))
}

/// True where an answer tells of what was, and nothing that is so now.
pub(crate) fn is_over(lists: &Words, said: &Said) -> bool {
    let form = lists.plain(bounded(&said.telling, ANSWER_BYTES));
    let now = form
        .split(' ')
        .filter(|word| is_one_of(word, lists.present));
    let (did, was, _) = tenses(lists, &said.telling);
    !lists.present.is_empty() && did + was > 1 && did + was > 2 * now.count()
}

/// True where the respondent is part of what an answer tells.
fn is_present(lists: &Words, form: &str) -> bool {
    !lists.is_english() || form.split(' ').any(|word| is_one_of(word, lists.personal))
}

/// Whose doing something was.
enum Doer {
    Respondent,
    Others,
    /// The respondent's, without being meant: “I found out”.
    Nobody,
}

/// Whose doing the last thing was that a sentence tells. In English the subject stands right before it; elsewhere anywhere.
fn doer(lists: &Words, sentence: &str) -> Doer {
    let form = lists.plain(sentence);
    let words: Vec<&str> = form.split(' ').collect();
    let own = |word: &&str| is_one_of(word, lists.own);
    let by = |own: bool, verb: &str| match own {
        true if is_one_of(verb, lists.undergone) => Doer::Nobody,
        true => Doer::Respondent,
        false => Doer::Others,
    };
    if !lists.is_english() {
        return by(words.iter().any(own), "");
    }
    let past = |word: &str| is_one_of(word, lists.past) || has_form(word, lists.past_forms);
    let joins = |word: &str| is_one_of(word, "and then but so");
    for at in (1..words.len()).rev().filter(|at| past(words[*at])) {
        // “I went out and cried” has one subject.
        if !joins(words[at - 1]) {
            let before = &words[at.saturating_sub(SUBJECT_WORDS)..at];
            return by(before.iter().any(own), words[at]);
        }
    }
    by(words.first().is_some_and(|word| past(word)), words[0])
}

/// True when an answer tells a trouble that goes on.
pub(crate) fn trouble(lists: &Words, said: &Said) -> bool {
    let form = lists.padded(bounded(&said.telling, ANSWER_BYTES));
    let asked = lists.padded(&said.turn.question);
    says(&form, lists.trouble) && !says(&asked, lists.asks_general)
}

/// True when an answer has something to go on with beside what it does: to say that it was said before, or to ask back.
pub(crate) fn tells_more(said: &Said) -> bool {
    let new = |part: &&str| word_count(part) >= NEW_WORDS && !part.ends_with('?');
    parts(&said.telling).iter().any(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::hear_in;
    use crate::language::{ENGLISH, FRENCH, GERMAN, Language, SPANISH};
    use colloquy_schema::{KindQuestion, QuestionKind, Reaction, Turn};

    fn with<T>(language: &'static Language, answer: &str, read: impl Fn(&Words, &Said) -> T) -> T {
        let turn = Turn {
            number: 1,
            question: "And then?".into(),
            kind: QuestionKind::Topic,
            follow_up_depth: 0,
            of_kind: KindQuestion::default(),
            reaction: Reaction::Answered(answer.into()),
        };
        let heard = hear_in(language, &turn.question, answer);
        let telling = heard.telling(answer);
        let said = Said {
            turn: &turn,
            text: answer,
            heard,
            telling,
        };
        read(language.words(), &said)
    }

    fn name(lists: &Words, said: &Said) -> Option<&'static str> {
        event(lists, said).map(|(name, _)| name)
    }

    #[test]
    fn what_happened_is_known_by_how_its_telling_ends() {
        for (answer, expected) in [
            (
                "The bell rope tore on Easter morning. The verger looked at me and the whole choir stopped.",
                Some("probe.case.other"),
            ),
            (
                "The ferry came in sideways that night. I jumped over and tied her to the crane.",
                Some("probe.case.own"),
            ),
            (
                "They offered me the foreman's desk in 2014 and my wife liked it. I turned it down.",
                Some("probe.case.choice"),
            ),
            (
                "I sent the boy up before noon and the scaffold gave way. I had the plan wrong.",
                Some("probe.case.wrong"),
            ),
            (
                "We found the letter behind the stove and read it aloud. It hangs in the hall to this day.",
                Some("probe.case.after"),
            ),
            (
                "Never open the kiln before it is cold. Once I did and it was a mess, but that is the rule here, always.",
                None,
            ),
            (
                "It is quiet work. I like the mornings best, when nobody has come in yet.",
                None,
            ),
            ("I saw it.", None),
        ] {
            assert_eq!(with(&ENGLISH, answer, name), expected, "{answer}");
        }
    }

    #[test]
    fn what_happened_is_known_in_the_other_languages() {
        for (language, answer, expected) in [
            (
                &GERMAN,
                "Neulich ist uns der Kessel geplatzt und die Leute liefen auf die Straße. Dann bin ich hinuntergegangen und habe das Ventil zugedreht.",
                "probe.case.own",
            ),
            (
                &SPANISH,
                "El año pasado se rompió el horno en plena boda y todos miraron hacia la cocina. Al final sacamos pan frío.",
                "probe.case.wrong",
            ),
            (
                &FRENCH,
                "L’an dernier le four est tombé en panne en plein mariage et tout le monde a regardé vers la cuisine.",
                "probe.case.wrong",
            ),
        ] {
            assert_eq!(with(language, answer, name), Some(expected), "{answer}");
        }
    }

    #[test]
    fn a_word_for_death_is_grave_with_somebody_near_it() {
        let lists = ENGLISH.words();
        for (text, grave) in [
            ("My aunt Rosa died in May.", true),
            ("He had his stroke at the bench.", true),
            ("A sick ewe looks well till she's dead.", false),
            ("The ewe was out, and he was dead beside her.", true),
            ("It was Franz who had died.", true),
            ("Two of the apprentices were killed on that road.", true),
            (
                "From that day the project was dead, and we gave it a funeral.",
                false,
            ),
            (
                "Testers put the controller down after the second death.",
                false,
            ),
            ("Everyone is going mental and she looks dead tired.", false),
            (
                "She goes mad, but I told her if I've dropped dead it will keep.",
                false,
            ),
            (
                "If you are late you will count dead boxes in November.",
                false,
            ),
            ("Give me the real ones, the widow with the bakery.", false),
            ("Her husband has been dead a year.", true),
            ("After Hamid was dead I could not bear music.", true),
            (
                "The dead brother comes back as a voice on the radio.",
                false,
            ),
            ("He said the dead won't ask you about article five.", false),
            ("I tell them credit is dead, bad debt killed him.", false),
            ("Everyone is dying of love in it, my brother says.", false),
        ] {
            assert_eq!(is_grave(lists, text), grave, "{text}");
        }
        assert!(is_grave(GERMAN.words(), "Mein Bruder ist gestorben."));
    }

    #[test]
    fn what_ends_in_how_things_are_is_no_event() {
        for (answer, expected) in [
            (
                "I learned it from Gul, who counted and never wrote. The trick is you look at the back first. It is the side that is true.",
                None,
            ),
            (
                "Half of them forgot their lines and a boy whispered every part from the wings. I laughed until I had to sit down.",
                Some("probe.case"),
            ),
            (
                "We sat there for an hour and nobody came. That night I found out that the list was my uncle's.",
                Some("probe.case.after"),
            ),
        ] {
            assert_eq!(with(&ENGLISH, answer, name), expected, "{answer}");
        }
    }

    #[test]
    fn a_trouble_that_goes_on_is_none_of_what_happened() {
        let answer = "The order of the valves is only in my head. I keep meaning to write it down, and in March I have my hip done.";
        assert_eq!(with(&ENGLISH, answer, name), None);
        assert!(with(&ENGLISH, answer, trouble));
        assert!(!with(&ENGLISH, "I like the mornings best.", trouble));
    }

    #[test]
    fn only_a_sentence_of_its_own_is_more_than_what_an_answer_does() {
        let more = |answer: &str| with(&ENGLISH, answer, |_, said| tells_more(said));
        assert!(more(
            "I told you that already. The neighbours always know it before anybody else does."
        ));
        assert!(!more("I told you that already. The neighbours."));
    }
}
