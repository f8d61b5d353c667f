//! What personas say; `{x}` is what the question is about, in its own words.

pub(super) const TERSE: [&str; 12] = [
    "Fine, mostly.",
    "Not much.",
    "It was okay.",
    "The price.",
    "A colleague told me.",
    "Last week.",
    "Too slow.",
    "Sometimes.",
    "No idea.",
    "Every day.",
    "It depends.",
    "Nothing special.",
];
pub(super) const STORIES: [&str; 18] = [
    "The last time with {x} was on a Tuesday in March, and it took the whole afternoon.",
    "My colleague Nadia had warned me about {x}, but I did not listen to her.",
    "First I looked at what the others did, then I tried it myself, and in the end I asked for help.",
    "I think it always comes down to who has the time for it.",
    "What surprised me was how quickly {x} became a habit.",
    "There was one evening when nothing worked, and I nearly gave up.",
    "We call it the second-coffee rule: nobody decides before that.",
    "I had been told that it would be easy, and it was not.",
    "At home it went well, but at work {x} was another matter.",
    "The hardest part was to explain it to somebody who had not been there.",
    "I never do it without writing it down first.",
    "In the end it cost us about two weeks and a good deal of patience.",
    "I am going to try it another way next month.",
    "My sister says I worry too much about {x}.",
    "It made me think of my first job, where everything was done on paper.",
    "I am not sure, it may have been the weather as much as anything.",
    "For me the important thing is that somebody answers when I ask.",
    "When the new version came, half of what I knew about {x} was of no use.",
];
pub(super) const DIGRESSIONS: [&str; 8] = [
    "That reminds me of my dog, who is called Bruno and eats everything.",
    "By the way, the trains were late again this morning.",
    "My neighbour is building a shed, and you would not believe the noise.",
    "I read an article about bees the other day, very interesting.",
    "Anyway, we went to the lake on Sunday and it rained.",
    "I should really clean out the garage.",
    "Do you know that song from the radio, I cannot get it out of my head.",
    "But {x}, well, where was I.",
];
pub(super) const REFUSALS: [&str; 5] = [
    "I'd rather not say.",
    "I don't want to talk about that.",
    "That is none of your business.",
    "No comment.",
    "I would prefer not to answer that.",
];
pub(super) const BACK: [&str; 5] = [
    "What do you mean by that?",
    "Could you explain the question?",
    "Which one do you mean?",
    "I don't understand the question.",
    "Can you give me an example?",
];
pub(super) const HOSTILE: [&str; 6] = [
    "This is a waste of my time.",
    "What a stupid question.",
    "You are a machine, you understand nothing.",
    "Ask somebody who cares.",
    "I have already said all that.",
    "These questions are getting annoying.",
];
pub(super) const AHEAD: [&str; 4] = [
    "And since you will ask, about {x}: that went better than I had feared.",
    "I can say at once that {x} was the real problem for us.",
    "As for {x}, there was a long discussion about it in my team.",
    "You will want to know about {x} as well, and there I was happy.",
];
pub(super) const CONTRADICTIONS: [&str; 5] = [
    "No, actually it was the other way round.",
    "Although I said before that it was easy, it was hard.",
    "But then, I have never done that in my life.",
    "On the other hand I liked all of it.",
    "Forget that, it was not so.",
];
pub(super) const GERMAN: [&str; 6] = [
    "Das war letzte Woche, und es hat ziemlich lange gedauert.",
    "Meine Kollegin hat mir dabei geholfen, sonst wäre es nichts geworden.",
    "Ich weiß nicht genau, was Sie damit meinen.",
    "Am Anfang ging es gut, später wurde es schwierig.",
    "Bei uns macht das jeder anders.",
    "Ich habe es aufgeschrieben, damit ich es nicht vergesse.",
];
pub(super) const SHORT: [&str; 6] = [
    "Carpenter",
    "Leeds",
    "Blue",
    "A friend",
    "Two rooms",
    "The evening shift",
];
