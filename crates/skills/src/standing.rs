//! How an answer meets its question.

use colloquy_findings::is_function_word;
use colloquy_schema::{AnswerKind, AnswerStanding, SkillsAsk};

use crate::found::Found;
use crate::tokens::{Token, has};

/// What was signals in an answer besides what was read of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AnswerSignals {
    /// A skill is named.
    pub(crate) named: bool,
    /// Something of an attribute is stated.
    pub(crate) values: bool,
    /// A skill is denied.
    pub(crate) denied: bool,
}

/// Phrases, each in the normal form of the tokens: small letters, without apostrophes and signs.
const UNKNOWN: &str = "all there is to say|dont know|do not know|no idea|no clue|not sure|cant remember|can not remember|cannot remember|dont remember|\
    do not remember|cant recall|dont recall|do not recall|forgot|never used|never did|never worked|never touched|\
    havent used|have not used|no experience|dont have any|none really|none at all|couldnt say|could not say|couldnt tell|hard to say|\
    who knows|never measured|idk|nothing comes to mind|dunno|weiß nicht|weiss nicht|weiß ich nicht|weiss ich nicht|erinnere mich nicht|no me acuerdo|no recuerdo|me souviens pas|rappelle pas|keine ahnung|keine erfahrung|no sé|no lo sé|\
    ni idea|لا أعرف|لا اعرف|لا أدري|لا أتذكر|sais pas|aucune idée|not that i know|not that i remember|have no skills|nothing to say|i have none|no skills";
const REFUSAL: &str = "rather not|prefer not|wont say|wont tell|will not say|will not answer|wont answer|not going to|dont want to|\
    do not want to|cant share|cannot share|can not share|cant disclose|cannot disclose|cant tell you|cannot say|cant say|\
    not allowed to|like to speak about|like to talk about|not talk about|not speak about|wont talk about|wont be talking about|wont speak about|rather leave|not list that|not list it|not list this|wouldnt list|strike it|cross it out|is no skill|is no tool|not a skill|not a tool|nda|non disclosure|confidential|none of your business|not your business|classified|secret|no comment|\
    leave me alone|next question|skip this|skip that|skip it|stop asking|privat|geht sie nichts an|sage ich nichts|keine angabe|no es asunto|vous regarde pas|pas envie|möchte ich nicht|\
    möchte nicht|will ich nicht|لا أريد|أفضل عدم|prefiero no|no quiero|confidencial|préfère ne pas|vertraulich|move on|not at liberty|under embargo|that private|its private|it private|private matter|too personal|thats personal|its personal";
const CLARIFICATION: &str = "what do you mean|what you mean|what does that mean|what is that|dont understand|do not understand|didnt understand|\
    not understand|unclear|not clear|can you explain|could you explain|please explain|clarify|rephrase|reword|which one|\
    in what sense|what exactly|what kind|what sort|in which|repeat the question|say that again|come again|pardon|\
    was meinen|was heißt|verstehe nicht|verstehe die frage nicht|qué quiere|qué significa|no entiendo|ماذا تقصد|لا أفهم|ما المقصود|comprends pas|\
    que voulez vous|what counts|how so|elaborate|confused|not following|meaning what|you mean|what would count|do you want";
const EXAMPLE: &str = "an example|example please|for example what|like what|such as what|such as|give me a sample|some examples|examples please|\
    for instance|beispiel|مثال|مثلا|ejemplo|exemple|what would an answer|sample answer|any examples|an instance";
/// Says that it was said: what was asked is not asked again.
const REPEAT: &str = "as i said|like i said|as i told|already told|already said|already answered|just told you|just said|told you that|\
    said that|said before|told you before|same as before|as before|as mentioned|i mentioned|asked that|asked me that|asked me this|\
    third time|second time you|answer is the same|same answer|told you|as i wrote|i just wrote|\
    schon gesagt|wie gesagt|ya lo dije|déjà dit";
/// Insults and noise, each a whole answer or enough to end it.
const EMPTY: &str = "whatever|ok|okay|k|fine|sure|yes|yeah|yep|no|nope|nah|hi|hello|hey|test|testing|blah|bla|lol|hm|hmm|meh|idc|dont care|\
    who cares|shut up|fuck|fuck off|fuck you|stupid|idiot|boring|this is boring|bullshit|nonsense|go away|nothing|none|na|n a|asdf|\
    qwerty|thanks|thank you|cool|right|alright|good|great|nice|continue|next|done|so|and|well|maybe|ja|nein|sí|oui|non";
const INSULTS: &str = "fuck shit stupid idiot dumb bullshit moron crap sucks idiotic useless";
/// Words of work, by which a sentence without a value is still about it.
const WORK: &str = "use used using work worked working works project projects job jobs code coded coding build built building team \
    teams company companies client clients customer customers experience tool tools develop developed development \
    software system systems app apps application applications data server servers program programmed write wrote \
    written learned learnt learn studied course colleague colleagues boss production product products feature \
    features internal dashboards dashboard website websites service services task tasks maintain maintained skills \
    skill daily beginner expert years months deadlines design designed model models report reports machine \
    machines installed install arbeit projekt projekte gearbeitet benutzt trabajo proyecto proyectos utilisé \
    travail projet";
/// Words that are in most English sentences; without one a text is in another language.
const ENGLISH: &str = "the a an and i it is was my we of to in for not that this with you on are have had but at as they so be do";

/// Most words of an answer that is nothing but a question or a refusal.
pub(crate) const SHORT: usize = 14;
/// Words, and words that mean something, from which an answer tells something at length.
const STORY_WORDS: usize = 12;
const STORY_CONTENT: usize = 4;
/// Most words of an answer that says above all that it was said.
const TOLD: usize = 40;
/// Most words of an answer that is not yet about something else.
const BRIEF: usize = 6;
/// The fewest words of an answer about something else that is taking part.
const TALKATIVE: usize = 8;

/// True where somebody asks that no use is made of an answer; “I don't write that down” asks for nothing.
pub(crate) fn is_confided(tokens: &[Token]) -> bool {
    const CONFIDED: &str = "dont write that|dont write this|do not write that|do not write this|dont put that|dont put this|\
        do not put that|do not put this|dont quote|do not quote|off the record|leave that out|leave this out|keep that out|\
        keep this out|between you and me|stays between us|in confidence|nicht aufschreiben|schreiben sie das nicht|\
        schreiben sie das bitte nicht|bleibt unter uns|no escriba eso|entre nosotros|ne notez pas|entre nous";
    CONFIDED.split('|').any(|phrase| {
        let mut at = 0..tokens.len();
        at.any(|at| {
            let mut words = phrase.split(' ').zip(at..);
            let whole = words.all(|(word, at)| tokens.get(at).is_some_and(|one| one.word == word));
            let before = at.checked_sub(1).map_or("", |at| &tokens[at].word);
            whole && !has("i we they he she you", before)
        })
    })
}

/// True for words that say no to a question, ask back, joke, or repeat what was said, and for pain, which is told to somebody and is no
/// value in a table.
pub(crate) fn declines(tokens: &[Token]) -> bool {
    const JOKES: &str = "lol|haha|hehe|ha ha|talk about|talk of|ask me|tell you about|relevant";
    const PAIN: &str = "sorry|died|dead|death|funeral|passed away|cried|crying|suicide|kill myself|hurt myself|not want to live|dont want to live|\
        divorce|miscarriage|cancer|ashamed|scared|grief|grieving|broke down|burned out|burnt out";
    let text = spelled(tokens);
    let says = |list: &&str| list.split('|').any(|phrase| find(&text, phrase));
    // At length, “such as” and “what counts” ask nothing.
    let asks = tokens.len() <= SHORT && [CLARIFICATION, EXAMPLE].iter().any(says);
    asks || [REFUSAL, UNKNOWN, REPEAT, JOKES, PAIN].iter().any(says)
}

/// The words of a text with a space around each.
fn spelled(tokens: &[Token]) -> String {
    let mut text = " ".to_owned();
    for one in tokens.iter().filter(|one| one.is_word) {
        text.push_str(&one.word);
        text.push(' ');
    }
    text
}

/// True when an answer can be about what was asked, if not `surely`: it is brief, speaks of somebody's own or of work, or tells something at length.
pub(crate) fn is_about(tokens: &[Token], surely: bool) -> bool {
    const OWN: &str = "it they them i we my our me us im ive ich wir mein meine meinem unser unsere yo mi mis nosotros nuestro je jai mon ma mes nous notre";
    let words = || {
        tokens
            .iter()
            .filter(|one| one.is_word)
            .map(|one| one.word.as_str())
    };
    let count = words().count();
    let content = words().filter(|word| word.len() > 2 && !is_function_word(word));
    let about = surely
        || count <= BRIEF
        || count >= STORY_WORDS && content.count() >= STORY_CONTENT
        || words().any(|word| has(OWN, word) || has(WORK, word));
    about && !is_junk(tokens) && !is_rude(tokens)
}

/// True for an answer of which nothing is meant, such as “whatever” or “asdf”.
fn is_junk(tokens: &[Token]) -> bool {
    let text = spelled(tokens);
    let mut words = tokens.iter().filter(|one| one.is_word);
    EMPTY.split('|').any(|phrase| text.trim() == phrase) || words.all(|one| is_noise(&one.word))
}

/// True for a short answer with an insult; in a longer one such a word is there by chance.
fn is_rude(tokens: &[Token]) -> bool {
    let text = spelled(tokens);
    let rude = "shut up|go away|leave me|screw you|who cares|dont care";
    tokens.len() <= SHORT
        && (rude.split('|').any(|phrase| find(&text, phrase))
            || tokens.iter().any(|one| has(INSULTS, &one.word)))
}

/// True for an answer that says that it was said before, and no more.
pub(crate) fn is_repeat(standing: AnswerStanding) -> bool {
    standing.engaged && standing.kind == AnswerKind::Unknown
}

/// Judges an answer by what was read of it.
pub(crate) fn standing(
    ask: &SkillsAsk,
    tokens: &[Token],
    found: &Found,
    asked: Option<usize>,
    signals: &AnswerSignals,
) -> AnswerStanding {
    let words: Vec<&str> = tokens
        .iter()
        .filter(|one| one.is_word)
        .map(|one| one.word.as_str())
        .collect();
    let is = |kind, engaged| AnswerStanding {
        kind,
        engaged,
        asks_back: false,
    };
    if words.is_empty() {
        let question = tokens.iter().any(|one| one.word == "?");
        return if question {
            is(AnswerKind::Clarification, true)
        } else {
            is(AnswerKind::Empty, false)
        };
    }
    let text = spelled(tokens);
    let mentions = |phrases: &str| phrases.split('|').any(|phrase| find(&text, phrase));
    let asks = tokens.last().is_some_and(|last| last.word == "?");
    let got = ask
        .attributes
        .iter()
        .filter(|one| asked.is_some_and(|skill| found.has(skill, **one)))
        .count();
    let any_skill = !found.skills.is_empty();
    let complete = if asked.is_some() && !ask.attributes.is_empty() {
        got == ask.attributes.len()
    } else {
        any_skill
    };
    let short = words.len() <= SHORT;
    if short && mentions(REFUSAL) && !complete {
        return is(AnswerKind::Refusal, false);
    }
    if short && mentions(EXAMPLE) && (asks || got == 0) && !complete {
        return is(AnswerKind::Example, true);
    }
    if (mentions(CLARIFICATION) && short || asks && words.len() <= 10) && got == 0 && !complete {
        return is(AnswerKind::Clarification, true);
    }
    if complete {
        return is(AnswerKind::Full, true);
    }
    if got > 0 {
        return is(AnswerKind::Partial, true);
    }
    if mentions(REPEAT) && (short || words.len() <= TOLD && !signals.values) {
        return is(AnswerKind::Unknown, true);
    }
    if mentions(REFUSAL) {
        return is(AnswerKind::Refusal, false);
    }
    if (mentions(UNKNOWN) || signals.denied && !signals.named) && words.len() <= 25 {
        return is(AnswerKind::Unknown, false);
    }
    if is_junk(tokens) {
        let none = has("none nothing no nope", text.trim());
        return is(
            if none {
                AnswerKind::Unknown
            } else {
                AnswerKind::Empty
            },
            false,
        );
    }
    if signals.named || signals.values {
        return is(AnswerKind::Partial, true);
    }
    if is_rude(tokens) {
        return is(AnswerKind::Empty, false);
    }
    let own = words.iter().filter(|word| has(WORK, word)).count() > words.len() / 15;
    let foreign = !words.iter().any(|word| has(ENGLISH, word));
    let long = words.len() >= TALKATIVE;
    // A word or two is not yet another subject.
    let brief = words.len() <= if asked.is_none() { 14 } else { 4 };
    if foreign || brief || own && words.len() <= 40 {
        return is(AnswerKind::Partial, long || own);
    }
    is(AnswerKind::OffTopic, long)
}

/// True when a text has a phrase as whole words; the text has a space at both ends.
fn find(text: &str, phrase: &str) -> bool {
    let phrase = phrase.trim();
    text.match_indices(phrase).any(|(at, _)| {
        let end = at + phrase.len();
        text.get(..at).is_some_and(|before| before.ends_with(' '))
            && text
                .get(end..)
                .is_some_and(|behind| behind.starts_with(' '))
    })
}

/// True for a word that nobody means: one letter again and again, or keys beside each other.
fn is_noise(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let same = letters.len() >= 3 && letters.iter().all(|c| Some(c) == letters.first());
    let row = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop"]
        .iter()
        .any(|row| {
            letters.len() >= 4
                && (row.contains(word)
                    || word.len() >= 4 && row.starts_with(word.get(..4).unwrap_or("?")))
        });
    let vowels = letters
        .iter()
        .filter(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'ä' | 'ö' | 'ü'))
        .count();
    let plain = letters.iter().all(char::is_ascii_lowercase);
    same || row || plain && letters.len() >= 5 && vowels == 0
}
