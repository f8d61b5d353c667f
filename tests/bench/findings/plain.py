"""The same as plain.mjs in Python, with what comes with it.

Reads JSON {"sizes": [...], "rounds": [...], "texts": [...]} from the standard input; for each size, writes the processor time of
every round in milliseconds and what was found.
"""

import json
import re
import sys
import time

FUNCTION_WORDS = frozenset(
    """a about above after again all almost already also always am among an and another any anything are around as at away back be
    became because become been before being below between both but by came can cannot come could did didn't do does doesn't doing don't
    done down during each either else enough even ever every everyone everything far few first for from further get gets getting give
    go goes going gone got had has have having he her here him his how however i i'd i'll i'm i've if in indeed instead into is isn't
    it it's its itself just keep kept last later least less let like lot made make makes many may maybe me might mine more most much
    must my myself need needed needs neither never next no nobody none nor not nothing now of off often on once one only or other our
    ours out over own per perhaps put quite rather really said same say see seem seems seen several shall she should since so some
    someone something sometimes soon still such take than that that's the their them then there these they thing things this those
    though through to together too took two under until up us use used very want wanted was wasn't way we well went were what when
    where whether which while who whom whose why will with within without would yes yet you your think thinks know knows feel felt
    guess mean realize realized learned honestly basically simply especially able""".split()
)

ADVERBS = "(?:really |also |just |still |now |then |actually |always |only |slowly |often |probably |definitely )*"
REALIZE = "reali[sz](?:e|ed|ing)"
INSIGHT = re.compile(
    r"\b(?:"
    + "|".join(
        [
            f"i(?:'ve| have| had)? {ADVERBS}{REALIZE}",
            "i(?:'ve| have)? (?:learned|learnt)",
            f"i(?:'m| am) {ADVERBS}(?:learning|starting to (?:{REALIZE}|see)) ",
            "i(?:'ve| have|'d| had)? never (?:thought|considered|imagined|expected|knew)",
            "i (?:have |had )?(?:noticed|discovered|found out|figured out) (?:that|how|why)",
            "i've (?:noticed|discovered) (?:that|how|why)",
            "i used to (?:think|believe|assume)",
            "i was (?:surprised|struck|amazed|fascinated) (?:that|by|how)",
            "(?:made|makes|make) me (?:realize|think|see|wonder|reconsider|question|reflect)",
            "(?:surprised|surprises|strikes|struck) me",
            "dawned on me",
            "hit me that",
            "occurred to me",
            "became clear to me",
            "it(?:'s| is| was) (?:interesting|fascinating|striking|surprising|remarkable) (?:that|how)",
            "(?:turns|turned) out",
            "(?:changed|changes|shifted) my (?:mind|view|perspective|thinking)",
            "(?:my |the )?(?:biggest|main|key|big) (?:takeaway|lesson|insight|learning)",
            "opened my eyes",
        ]
    )
    + r")\b"
)
ACTION = re.compile(
    r"\b(?:"
    + "|".join(
        [
            f"i {ADVERBS}(?:should|ought to|must|need to|want to)",
            "i(?:'ll| will| shall)",
            f"i(?:'m| am) {ADVERBS}(?:going to|planning to|planning on|committed to|determined to)",
            "i(?:'d| would) (?:like|love) to",
            f"i {ADVERBS}(?:plan|intend|aim|commit|promise|resolve) to",
            "i(?:'ve| have)(?: got)? to",
            "i have decided to|i've decided to",
            "my next steps? (?:is|are|will)",
            "my (?:goal|plan|aim) is",
            "note to self",
        ]
    )
    + r")\b"
)
BLOCKED = re.compile(r"\b(?:if|unless|whether|when|whenever|why|how|where|what|should|could|would|do|did)\s*$")
DENIED = re.compile(
    r"\b(?:not|never|nobody|nothing|no|hardly|don't|didn't|doesn't|isn't|wasn't|wish|doubt|said|says|told|asked|he|she|they)\b"
    r"[^.,;:!?]{0,30}$"
)
HABIT = re.compile(r"\b(?:whenever|every time|usually|sometimes|often|always|normally)\b")
UNDONE = re.compile(r" (?:not|never|say|admit|have)\b")
WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
BREAKS = re.compile(r"[^\s*_~`]")
ADDRESS = re.compile(r"https?://\S+|\S+@\S+\.\w+")
ENDS = re.compile(r"[^\s.!?…\n](?:[^.!?…\n]|[.!?…](?![\"”’)]*(?:\s|$)))*[.!?…]*[\"”’)]*")
ABBREVIATION = re.compile(r"(?:^|\s)(?:Dr|Mr|Mrs|Ms|Prof|St|e\.g|i\.e|etc|vs|No|p\.m|a\.m)\.$")
QUESTION = re.compile(r"\?[\"”’)]*$")


def sentences(text):
    start = -1
    for match in ENDS.finditer(text):
        if start < 0:
            start = match.start()
        sentence = text[start : match.end()]
        if ABBREVIATION.search(sentence) and text[match.end() : match.end() + 1] == " ":
            continue
        yield sentence, start
        start = -1
    if start >= 0:
        yield text[start:].rstrip(), start


def quoted(sentence, at):
    inside = False
    for mark in sentence[:at]:
        if mark == '"':
            inside = not inside
        elif mark == "“":
            inside = True
        elif mark == "”":
            inside = False
    return inside


def shows(pattern, sentence, is_action):
    for match in pattern.finditer(sentence):
        before = sentence[: match.start()]
        if quoted(sentence, match.start()) or DENIED.search(before):
            continue
        if is_action and (BLOCKED.search(before) or HABIT.search(before) or UNDONE.match(sentence, match.end())):
            continue
        return True
    return False


def extract(texts):
    insights, actions, seen_insights, seen_actions, phrases = [], [], set(), set(), {}
    number = 0
    for answer, text in enumerate(texts):
        for sentence, start in sentences(text):
            number += 1
            lower = sentence.lower().replace("’", "'")
            language = lower
            if "://" in lower or "@" in lower:
                language = ADDRESS.sub(lambda found: "." * len(found[0]), lower)
            words, end, far, near = [], 0, None, None
            for match in WORD.finditer(language):
                if BREAKS.search(language, end, match.start()):
                    far = near = None
                word, end = match[0], match.end()
                words.append(word)
                item = (word, match.start(), word not in FUNCTION_WORDS and not word.isdigit())
                if item[2]:
                    if near and near[2]:
                        count(phrases, f"{near[0]} {word}", sentence, near[1], end, number)
                    if far and far[2]:
                        count(phrases, f"{far[0]} {near[0]} {word}", sentence, far[1], end, number)
                far, near = near, item
            if not words or QUESTION.search(sentence):
                continue
            finding = (sentence, answer, start, start + len(sentence))
            form = " ".join(words)
            if len(sentence) >= 20 and form not in seen_insights and shows(INSIGHT, lower, False):
                seen_insights.add(form)
                insights.append(finding)
            if len(sentence) >= 15 and form not in seen_actions and shows(ACTION, lower, True):
                seen_actions.add(form)
                actions.append(finding)
    return insights, actions, themes(phrases)


def count(phrases, key, sentence, start, end, number):
    known = phrases.get(key)
    if known is None:
        phrases[key] = [sentence[start:end], 1, number, 1]
        return
    known[1] += 1
    if known[2] != number:
        known[2] = number
        known[3] += 1


def themes(phrases):
    inside = {}
    for key, (_, said, _, places) in phrases.items():
        words = key.split(" ")
        if len(words) == 3 and said >= 2 and places >= 2:
            for part in (f"{words[0]} {words[1]}", f"{words[1]} {words[2]}"):
                inside[part] = inside.get(part, 0) + said
    found = [
        (text, said)
        for key, (text, said, _, places) in phrases.items()
        if said >= 2 and places >= 2 and said - inside.get(key, 0) >= (2 if key in inside else 0)
    ]
    return sorted(found, key=lambda theme: -theme[1])


def main():
    work = json.load(sys.stdin)
    results = []
    for size, rounds in zip(work["sizes"], work["rounds"]):
        texts, times, found = work["texts"][:size], [], None
        repeat = max(1, 500 // size)
        for _ in range(rounds + 1):
            before = time.process_time()
            for _ in range(repeat):
                found = extract(texts)
            times.append((time.process_time() - before) * 1000 / repeat)
        results.append({"times": times[1:], "found": [len(kind) for kind in found]})
    json.dump(results, sys.stdout)


main()
