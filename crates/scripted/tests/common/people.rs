//! Respondents who answer what they are asked, as far as the words of a question show it: for reading whole interviews.

use colloquy_schema::Reaction;

/// Somebody with answers: to a question with one of the words, and in order to any other.
pub struct Person {
    pub name: &'static str,
    /// Words of questions, parted by `|`, and the answer to the first question that has one of them.
    pub about: &'static [(&'static str, &'static str)],
    /// Answers to the rest.
    pub rest: &'static [&'static str],
}

impl Person {
    /// Answers a question with what was not said yet. `skip` and `decline` are the buttons.
    pub fn react(&self, question: &str, said: &mut Vec<&'static str>) -> Reaction {
        let asked = question.to_lowercase();
        let fits = |words: &str| words.split('|').any(|word| asked.contains(word));
        let about = self
            .about
            .iter()
            .filter(|(words, _)| fits(words))
            .map(|(_, answer)| *answer);
        let all = about.chain(self.rest.iter().copied());
        let answer = all
            .into_iter()
            .find(|answer| !said.contains(answer))
            .unwrap_or("That is all I can say about it.");
        said.push(answer);
        match answer {
            "skip" => Reaction::Skipped,
            "decline" => Reaction::Declined,
            text => Reaction::Answered(text.into()),
        }
    }
}

/// Tells much, in cases and rules.
pub const CAPTAIN: Person = Person {
    name: "ferry captain",
    about: &[
        (
            "what do you do|describe it|neighbour|all day|your work for the first",
            "I am a ferry captain on a short crossing, twenty-two minutes, eighteen times a day. People think I steer. Mostly I decide when not to leave the berth.",
        ),
        (
            "would you like|on record|seldom understood|get lost|learn from this",
            "That the sea state is never the number in the forecast. It is the shape of the swell at the mouth of the harbour, and nobody writes that down.",
        ),
        (
            "last few days|at the moment|this week|yesterday|right now|hour on",
            "Yesterday we had a gearbox alarm at half past six with two hundred people on board. I slowed down, let the engineer look, and we came in on one shaft without anybody noticing.",
        ),
        (
            "come to this|led you|into this field|learn your trade|first have to do",
            "My father fished and I wanted anything but that. In 1996 I took a summer job as a deckhand to pay for a motorcycle, and I never bought the motorcycle.",
        ),
        (
            "kinds of|which places|how wide|tasks have you",
            "Small double-enders first, for nine years, then a fast catamaran in Norway for four, and since 2010 this one. Freight at night in winter.",
        ),
        (
            "shaped|still think of|which person|which year",
            "In 2004 a man went overboard in January. We had him back in eleven minutes because the deckhand pointed at him and did not take his arm down once. Since then pointing is the first thing I teach.",
        ),
        (
            "responsible|come to you|yours to take|knock at your door|if you were away",
            "I answer for the ship, five crew and up to three hundred passengers. They come to me when it's close, when nobody wants to be the one who says no.",
        ),
        (
            "there for|missing in the world|different for other|heart of your work|really for|at its core",
            "It's there so that an island can have a hospital appointment. When we don't sail, somebody misses chemotherapy. That is the work, the rest is steel.",
        ),
        (
            "principle|never do|rule of your own|speed and care|put to the test",
            "I never leave because somebody is shouting. Nobody on the bridge may argue with a no, and that includes the owner.",
        ),
        (
            "good work|judge the work|content with|praise",
            "Bad handling is loud. A good berthing is one the coffee doesn't notice, and you only see it by how little the engines were used.",
        ),
        (
            "working day|typical job|stood beside|order did",
            "I come an hour early and stand on the pier first. Then I read the log of the night, then the weather, and finally I walk the car deck with the mate before we let anybody on.",
        ),
        (
            "step by step|procedure|most important task|before you begin|core task",
            "For a berthing I first kill the speed at the red buoy, then I let her stop on her own, then I feel which way she wants to fall, and only after that I touch the thrusters.",
        ),
        (
            "tools|write down|without which|look first|rely on",
            "A pair of binoculars from 1988, the wind on my left ear, and a green notebook. The radar tells you what is there, the notebook tells you what it does on a Tuesday in March.",
        ),
        (
            "comes first|too little|undone|priorit|decide with",
            "When everything comes at once I ask which of it can still kill somebody. The rest waits, even if it has a telephone.",
        ),
        (
            "know in your field|map of|basics|opens the door|before anything else",
            "You have to know how a ship stops before you learn how it goes. Everything builds on stopping.",
        ),
        (
            "strongest|better at|choose you|longest to",
            "I can feel a shaft that is half a turn out. The engineers laughed, then they put a gauge on it and stopped laughing.",
        ),
        (
            "books or courses|with your hands|training turned|rather than explain|only by doing",
            "The rules you learn from books, lights and sounds and who gives way. What the hull says through your feet, you learn by being cold for six winters.",
        ),
        (
            "knowledge end|leave to others|like to know|did not know",
            "Electronics. When the dynamic positioning sulks I call Marit in Bergen, and I don't pretend.",
        ),
        (
            "mistakes|first year|common advice|at the beginning|almost everybody",
            "Beginners correct too much. It seems reasonable, since the bow is moving, but she hasn't answered the first order yet when they give the third.",
        ),
        (
            "failure|badly wrong|undo|from close by",
            "In 2015 I touched the linkspan at two knots because I wanted to make up four minutes. Nobody was hurt, it cost ninety thousand, and I had to explain it to the crew who had told me to wait.",
        ),
        (
            "early signs|uneasy|small change|in time|trouble is coming",
            "When the mate stops humming. I'm serious, he hums until something bothers him, and he doesn't know it himself.",
        ),
        (
            "prevent|check or habit|first ten minutes|changed for good|recover",
            "We say it aloud. Every order is repeated, and whoever sees something says 'I see', even if it's a gull. After the linkspan we added a wait of ten seconds before any hurry.",
        ),
        (
            "at a glance|others still look|hear, feel|no manual|less experience",
            "I look at the flags on the hotel before I look at the instruments. When the two left ones drop, I have about ninety seconds of quiet water.",
        ),
        (
            "rules of thumb|shortcut|textbook|break a rule",
            "Slow is smooth. We call it the half-knot rule: if you can't stop in half a length, you are not arriving, you are visiting. It stops being true with ice.",
        ),
        (
            "difficult case|given up|proud|hardest problem",
            "The night of the storm in 2018, with a woman in labour on board. Forty knots across the berth and the hospital on the other side. I turned her twice off the mole until I felt the lull, and we went in on it.",
        ),
        (
            "grow from|ready for the next|after one year|stop getting better|which steps",
            "Two years until they stop looking at their hands. Five until they look at the water. After ten some of them look at the people.",
        ),
        (
            "helped you|from whom|keep up|too early",
            "Old Haugen taught me. He let me berth her every evening for a year and said one word each time, and mostly the word was 'late'.",
        ),
        (
            "changing|five years ago|out of date|study now",
            "They want to automate the crossing. It berths better than my mates already, and I am not sure who will be able to say no when it's wrong.",
        ),
        (
            "most important|one page|understood|correct or sharpen|get wrong about",
            "That saying no is the skill. Everything else is boat.",
        ),
        (
            "not asked|pass by|add to this|in between|haven't i asked",
            "You didn't ask about being afraid. I am, twice a year, and I trust it more than the radar.",
        ),
        (
            "pass on|younger self|successor|above the door|starts in this",
            "Stand on the pier before you stand on the bridge. And learn the mate's humming.",
        ),
    ],
    rest: &[
        "The engineer saw it before the gauge did. He had smelled the oil on his gloves and gone back down without being told.",
        "I learned it the hard way, by being wrong twice in one winter and having to write both reports myself.",
        "A younger captain would look at the speed. I look at the wake, because it tells me what she did ten seconds ago.",
        "Because a ship is slow to forgive. If I wait ten seconds I lose ten seconds, and if I don't I can lose the season.",
        "It doesn't hold in ice. There you have to keep moving, and everything I told you turns round.",
        "Last March. The owner stood behind me with a minister, and I cancelled the two o'clock, and at half past two the wind broke a lamp post on the pier.",
        "You can tell by the sound of the cars. When they shift on the deck the tone changes before anything shows on the inclinometer.",
        "The hardest part is the last metre, since by then everybody relaxes.",
        "Haugen said it, and I only understood after he was retired.",
        "Once in fog I held for forty minutes with an ambulance on board. The driver shouted at me. The patient thanked me afterwards, the driver didn't.",
        "I suppose most people would say it's experience. I think it's having been frightened at the right time.",
        "We practise it on Sundays when the deck is empty, first with the engines, then without.",
        "It changed how I brief the crew. I ask what could embarrass us today, and somebody always knows.",
        "The mate disagreed. He still does, and I keep him for that.",
        "There was a trainee, Signe, who asked why we wait at the buoy. Nobody had asked for six years, and we found out that we no longer needed to.",
        "It's in the green notebook, page after page, the same three winds.",
        "Not much more to it. You stand there and you let her tell you.",
        "I would rather have a crew that is late than one that is quiet.",
    ],
};

/// Says little, asks back, refuses once.
pub const TUNER: Person = Person {
    name: "piano tuner",
    about: &[
        (
            "what do you do|describe it|neighbour|all day|your work for the first",
            "I tune pianos.",
        ),
        (
            "would you like|on record|seldom understood|get lost|learn from this",
            "What do you mean?",
        ),
        (
            "last few days|at the moment|this week|yesterday|right now|hour on",
            "Three uprights in a school, and a grand that somebody had put over floor heating.",
        ),
        (
            "come to this|led you|into this field|learn your trade|first have to do",
            "By chance. My flatmate needed somebody to hold the lamp.",
        ),
        (
            "kinds of|which places|how wide|tasks have you",
            "Schools, churches, two studios, private people. About nineteen years.",
        ),
        (
            "shaped|still think of|which person|which year",
            "I'd rather not talk about that.",
        ),
        (
            "responsible|come to you|yours to take|knock at your door|if you were away",
            "Just me. I decide.",
        ),
        (
            "principle|never do|rule of your own|speed and care|put to the test",
            "I never tune a piano in a room where people are talking. You only hear the beats if it's quiet, and I walk out if it isn't.",
        ),
        (
            "good work|judge the work|content with|praise",
            "If it still stands in six months.",
        ),
        (
            "working day|typical job|stood beside|order did",
            "I come in, I play it, I set the A, then the temperament in the middle, then I go outwards by octaves.",
        ),
        (
            "tools|write down|without which|look first|rely on",
            "Lever, mutes, fork, ears.",
        ),
        (
            "mistakes|first year|common advice|at the beginning|almost everybody",
            "They turn the pin but they don't set it. So it sounds right when they leave, and next morning it's gone.",
        ),
        (
            "failure|badly wrong|undo|from close by",
            "I broke a bass string on a Bösendorfer an hour before a concert in 2012. I spliced it, it held, and I sat in the third row and didn't hear one note of the Brahms.",
        ),
        (
            "early signs|uneasy|small change|in time|trouble is coming",
            "Loose pins. You feel it in the lever before you hear it.",
        ),
        (
            "helped you|from whom|keep up|too early",
            "My teacher, Frau Lenz. She would detune it again after I'd finished and go and make tea.",
        ),
        (
            "changing|five years ago|out of date|study now",
            "Fewer pianos. More digital. Don't know what comes then.",
        ),
    ],
    rest: &[
        "no idea",
        "It depends on the room, really. A dry room eats the tuning in a month.",
        "As I said, the pins.",
        "I don't know.",
        "You hear a wobble between two strings, and you slow it down until it's gone.",
        "skip",
        "By ear. I never used the app, though I suppose it would be as good for most people.",
        "That one surprised me. The owner had put a damp towel inside for years and it was the best kept piano in town.",
        "Nothing comes to mind.",
        "You'd have to be patient, and you'd have to like being alone.",
        "Yes.",
        "I think most people can't tell the difference and they still play better afterwards.",
    ],
};

/// Opens up about a podcast.
pub const TEACHER: Person = Person {
    name: "teacher on a podcast",
    about: &[],
    rest: &[
        "What stayed with me was the bit about never being off. I teach fourteen-year-olds, and I noticed that I answer their mails at eleven at night because I'm afraid of being the teacher who didn't answer.",
        "It was a Tuesday in March. A girl wrote at half past ten that she couldn't do the essay, I wrote back at once, and the next day six of them wrote at half past ten.",
        "I suppose it means I've made myself the safety net, and nobody asked me to. It felt good for about two years.",
        "I'm going to stop at seven from next Monday, and I'll tell them why. My colleague Jonas did it and nothing collapsed.",
        "What I take with me is that being available isn't the same as being there. My own kids could have told me that.",
        "There's a rule we had at my first school: nobody speaks about marks after lunch. I thought it was silly and I miss it now.",
        "My grandmother taught me to sit with people who say nothing. I had forgotten that until the part with the nurse.",
        "But at the same time I like being needed, so I don't quite trust my own complaint.",
    ],
};

/// Doubts.
pub const SCEPTIC: Person = Person {
    name: "sceptic on a podcast",
    about: &[],
    rest: &[
        "Honestly the claim that urgency is borrowed seems too neat. In logistics some urgency is real: if the truck leaves at four, it leaves at four.",
        "I think most of these writers have never had a warehouse floor. They generalise from offices.",
        "We measured it in 2021. Of ninety-four tickets marked urgent, eleven had a deadline that anybody could name. So perhaps I'm proving their point.",
        "What would it take? A team that ignores urgency for a month and doesn't lose a customer.",
        "Not sure, hard to say. It may depend on who carries the cost.",
        "People always say focus is a personal virtue, but it's mostly a matter of who is allowed to close the door.",
    ],
};

/// A difficulty with one person who knows.
pub const CLINIC: Person = Person {
    name: "clinic manager",
    about: &[
        (
            "who can|who knows|who in|who has to|away|ill",
            "Only Petra can repair the interface. When she's on holiday the lab results come by fax.",
        ),
        (
            "tried|against it",
            "We bought a support contract last year. They answer within two days, and by then she has done it herself at night.",
        ),
        (
            "cost",
            "About three hours a day over all wards, I'd guess, and one wrong potassium value in May that nobody wants to talk about.",
        ),
        (
            "three months|different|solved",
            "Nobody would need to know Petra's mobile number by heart.",
        ),
    ],
    rest: &[
        "Our lab system and the ward system don't talk to each other properly, and the nurses type results by hand.",
        "Last Thursday the import stopped at four in the morning and the day shift found sixty results missing at seven.",
        "It happens roughly twice a month, always after an update of the ward software.",
        "I think we need somebody who understands both systems and writes it down.",
    ],
};

/// Refuses in the middle.
pub const RESTAURANT: Person = Person {
    name: "restaurant owner",
    about: &[],
    rest: &[
        "We lose waiters. I train them for six weeks and they leave after three months, and then the kitchen shouts at the new ones.",
        "I don't want to talk about the chef.",
        "We tried higher pay in spring. It helped for a month or so.",
        "Somebody who can plan the shifts so that people know in May what they do in June.",
    ],
};

/// Tells of a garden, in cases and in what was learned, and is content.
pub const GARDENER: Person = Person {
    name: "gardener on a podcast",
    about: &[],
    rest: &[
        "The part about the log of normal days. My neighbour Irma kept one for forty years, only rain and the first tomato, and I laughed at her.",
        "Last August the well ran dry on a Sunday and nobody knew whether that was new. Irma opened her book and said it had happened in 1983 and in 2003, and both times it came back in nine days.",
        "It came back in eight. Since then I write two lines every evening, and I noticed that I look at things differently because I know I'll have to write them down.",
        "There are three things I write: water, birds, and whether I was out before eight.",
        "Perhaps it is only a habit of somebody who is getting old.",
        "I would never show it to anybody. It would stop being true.",
        "I'd like to give it to my granddaughter one day, without explaining.",
        "But the rest of it, the talk about maintenance as care, I found a bit grand for sweeping a floor.",
    ],
};

/// Answers in opinions, seldom in cases.
pub const DESIGNER: Person = Person {
    name: "designer on a podcast",
    about: &[],
    rest: &[
        "I think people confuse maintenance with standing still. In my studio the best ideas came while we cleaned up old files.",
        "For example the icon set for the railway. We only wanted to sort it, and by the third day we saw that half of the signs meant the same.",
        "We decided to delete every second one, and from next spring we do that with each client before we draw anything.",
        "It depends on the client, I guess.",
        "What do you mean?",
        "Mostly courage, and somebody who pays for a week without a picture at the end.",
    ],
};

/// An expert who tells cases whatever is asked, and has always one more.
pub const NURSE: Person = Person {
    name: "night nurse",
    about: &[
        (
            "what do you do|neighbour|work that you know best",
            "I'm a night nurse on intensive care. Eight patients, two of us, and most of it is watching things that don't happen.",
        ),
        (
            "come to this|led you|first job",
            "I was a hairdresser. My grandfather was on a ward for six weeks in 2007, and I saw what the night nurse did when nobody looked, and I signed up in the spring.",
        ),
        (
            "kinds of jobs|which places|sort of work",
            "Cardiac for five years, then trauma, now mixed. Nineteen years, mostly nights.",
        ),
        (
            "responsible|others come|wrong first",
            "For the drips, the alarms, and for waking the doctor. The young ones come to me to ask whether to wake him.",
        ),
        (
            "never do|rule of your own|guides you",
            "Never silence an alarm before you've looked at the face. The monitor can wait three seconds.",
        ),
        (
            "good work from|judge|praise",
            "You see it in the morning. If the day shift finds nothing to ask, it was a good night.",
        ),
        (
            "tool|write down|where do you look",
            "The back of my hand, and a strip of tape on my trousers where I write times.",
        ),
        (
            "first when everything|too little|undone",
            "I go by colour. Grey before red, because red is loud and grey is quiet.",
        ),
        (
            "beginners|first year|at the beginning",
            "They look at the monitor and not at the chest. It's reasonable, the monitor has numbers.",
        ),
        (
            "badly wrong|undo|from close by",
            "In 2016 two infusions were swapped on my shift. I found it after forty minutes by the smell of the plaster, nothing happened to him, and I still check twice.",
        ),
        (
            "trouble is coming|uneasy|small change",
            "When a patient starts to pick at the sheet. We call it gathering, and it comes hours before the numbers.",
        ),
        (
            "from whom|better|keep up",
            "Schwester Annegret taught me to sit down. She said you hear nothing while you stand.",
        ),
        (
            "changing|five years ago|learn next",
            "More screens, fewer hands. They're going to centralise the monitors in another building.",
        ),
    ],
    rest: &[
        "Two weeks ago a man with a perfect monitor asked me for the time three times. I woke the doctor, she was angry, and at four he was in theatre with a bleed.",
        "I saw his eyes. He looked for me before he spoke, and people who are well don't do that at three in the morning.",
        "First I check the lines from the body outwards, then the pumps, then the chart, and finally I dim the light and listen.",
        "A new colleague would have written it down as confused. I did that myself for years.",
        "It doesn't hold for children. They are loud when it's bad and then they're quiet, and quiet is worse.",
        "You learn it by being wrong. I was wrong in 2011, and nobody reproached me, which made it worse.",
        "Once a wife brought his own pillow, and his pressure came down by twenty. I've asked every family since then.",
        "I think half of the alarms are there for the lawyers.",
        "On the night of the power cut we pumped by hand for eleven minutes, four of us in turn, and somebody began to sing.",
        "I'd say you need a year before you hear the ward and not the machines.",
        "The hardest is the hour between three and four. You believe everything is fine because you want it to be.",
        "There was a student, Mo, who asked why we turn them at two and at four. Nobody knew, and we changed it.",
        "My rule is that I touch everybody once before midnight. Then I know what warm was.",
        "We tried quiet shoes and it made the patients nervous. They want to hear you coming.",
        "In January a pump ran empty, and I noticed because the room was too calm. It was the third one that month, and all had the same battery.",
        "Because nobody dies of being looked at.",
        "I keep the tape. I have nineteen years of tape in a biscuit tin.",
        "Last summer a professor stood with me for a night. He saw less than Mo, and he said so, which I liked.",
    ],
};
