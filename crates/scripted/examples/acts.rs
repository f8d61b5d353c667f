//! Reads lines of `question<TAB>answer` and prints the acts of each answer.
use std::io::BufRead;

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let (question, answer) = line.split_once('\t').unwrap_or(("", &line));
        let heard = colloquy_scripted::acts::hear(question, &answer.replace("\\n", "\n"));
        let names: Vec<&str> = heard.acts().iter().map(|act| act.name()).collect();
        println!("{}", names.join(" "));
        if std::env::args().len() > 1 {
            let cues = colloquy_scripted::acts::cues(answer);
            let cues = cues
                .iter()
                .filter(|(act, _)| *act <= colloquy_scripted::acts::Act::Distress);
            cues.for_each(|(act, cue)| println!("    {}: {cue}", act.name()));
        }
    }
}
