//! Words that show what a stretch of an answer is. English; other languages are quoted without knowing.
//!
//! A list is one text, parted by `|` or by spaces: as slices of slices they weigh twice as much to download.

/// What a stretch of an answer is, apart from its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// It names a feeling.
    Emotion,
    /// It sets one thing against another.
    Contrast,
    /// It says what the respondent means to do.
    Decision,
    /// It says how things are.
    Claim,
    /// None of these.
    Plain,
}

/// Beginnings of words that name a feeling.
const EMOTION: &str = "afraid fear scare scary love loving hate worr angr anger excit sad proud pride asham \
    shame frustrat anxi relie guilt lonel overwhelm hopeful hopeless joy happy happi \
    jealous envy envious grief griev hurt nervous uneasy uncomfort calm exhaust stress \
    disappoint embarrass delight regret annoy helpless grateful dread terrif";
/// Beginnings in [`EMOTION`] that other words share.
const NO_EMOTION: &str = "hopefully|loved ones|sadly|believe|relief map|saddle";
/// What says that the respondent means to do something.
const DECISION: &str = "i will|i'll|i want to|i plan|i am going to|i'm going to|i decided|i have decided|\
    i've decided|i intend|i should|i need to|i would like to|i'd like to|from now on|\
    next time i|i started to|i stopped";
/// What says how things are.
const CLAIM: &str = "i think|i believe|i'm convinced|i am convinced|always|never|everyone|everybody|nobody|\
    must|the point is|in my view|the problem is|the truth is|it depends|the real|no one|\
    we all";
/// What sets one thing against another.
const CONTRAST: &str = "but however although though yet instead whereas despite rather";
/// What a clause may begin with that says nothing when it is quoted alone.
const OPENERS: &str = "and but so because that which well also then actually maybe perhaps or however although \
    though yet while whereas since honestly basically yes yeah no okay ok um anyway like \
    probably";
/// Function words that a clause of its own begins with.
pub(crate) const SUBJECTS: &str = "i i'm i've i'd i'll we we're we've you he she it it's they there there's every some no \
    nobody everyone everybody people most many all its your those what nothing something \
    everything if when";
/// What trails after a short answer.
pub(crate) const TRAILERS: &str = "i guess|i think|i suppose|maybe|probably|perhaps|though";
/// What may stand before the thing itself.
pub(crate) const FILLERS: &str = "i think that|i think|i guess|i mean|i suppose|i believe that|i believe|you know|\
    to be honest|i feel like";

/// Tells whether a word is in a list that is parted by spaces.
pub(crate) fn is_one_of(word: &str, list: &str) -> bool {
    let (word, list) = (word.as_bytes(), list.as_bytes());
    let Some((first, rest)) = word.split_first() else {
        return false;
    };
    // Asked for every word of every answer: most of a list is passed over by one letter.
    let mut before = b' ';
    for (at, byte) in list.iter().enumerate() {
        if byte == first && before == b' ' {
            let tail = &list[at + 1..];
            if tail.starts_with(rest) && matches!(tail.get(rest.len()), None | Some(b' ')) {
                return true;
            }
        }
        before = *byte;
    }
    false
}

/// Tells words that may be left off at the start of a quoted clause.
pub(crate) fn is_opener(word: &str) -> bool {
    is_one_of(word, OPENERS)
}

/// Tells whether a normal form, with a space at either end, has one of the phrases of a list that is parted by `|`.
pub(crate) fn says(form: &str, list: &str) -> bool {
    has_any(form, list.split('|'), " ")
}

/// Tells whether one of some phrases, with `end` behind it, begins at a word.
fn has_any<'l>(form: &str, mut phrases: impl Iterator<Item = &'l str>, end: &str) -> bool {
    let bit = |byte: u8| 1_u64 << (byte & 63);
    let begins = form.as_bytes().windows(2).filter(|two| two[0] == b' ');
    let firsts = begins.fold(0, |firsts, two| firsts | bit(two[1]));
    // Most phrases begin with a letter that no word here begins with.
    let may = |phrase: &str| {
        phrase
            .bytes()
            .next()
            .is_some_and(|first| firsts & bit(first) != 0)
    };
    phrases.any(|phrase| may(phrase) && form.contains(&[" ", phrase, end].concat()))
}

/// Tells what a stretch is by its normal form, which has a space at either end.
pub(crate) fn cue(form: &str) -> Cue {
    let mut words = form.trim().split(' ');
    let opened = words.next().is_some_and(is_opener);
    if has_any(form, EMOTION.split(' '), "") && !has_any(form, NO_EMOTION.split('|'), "") {
        Cue::Emotion
    } else if says(form, DECISION) {
        Cue::Decision
    } else if !opened && words.any(|word| is_one_of(word, CONTRAST)) {
        Cue::Contrast
    } else if says(form, CLAIM) {
        Cue::Claim
    } else {
        Cue::Plain
    }
}
