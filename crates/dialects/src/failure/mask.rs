//! What is kept of an error's own words: short, and without anything that could be a key.

/// Most characters of a message, the mark of what was cut included.
pub const MESSAGE_CHARS: usize = 500;

/// What stands in place of a key.
const HIDDEN: &str = "[hidden]";

/// How keys begin, in lower case; others are recognised by their length.
const KEYS: [&str; 11] = [
    "sk-", "sk_", "pk-", "gsk_", "xai-", "aiza", "hf_", "pplx-", "nvapi-", "tgp_", "eyj",
];

/// Shortest run of characters that is hidden without a known beginning. A UUID has 36 and is hidden too, which does no harm;
/// a request's id of Anthropic has 28.
const LONG: usize = 32;

/// Returns the message with its status, its keys hidden, blanks and control characters as single blanks.
pub(super) fn message(status: u16, message: &str) -> String {
    // Cut before masking, so that the work is bounded; a key at the cut is still a key.
    let roughly: String = message.chars().take(MESSAGE_CHARS * 4).collect();
    let mut out = if status == 200 || status == 0 {
        String::new()
    } else {
        [&status.to_string(), ": "].concat()
    };
    let mut bearer = false;
    let split = |c: char| c.is_whitespace() || c.is_control();
    for (at, word) in roughly
        .split(split)
        .filter(|word| !word.is_empty())
        .enumerate()
    {
        if at > 0 {
            out.push(' ');
        }
        if bearer {
            out.push_str(HIDDEN);
        } else {
            hide(word, &mut out);
        }
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        bearer = ["bearer", "basic"]
            .iter()
            .any(|scheme| bare.eq_ignore_ascii_case(scheme));
    }
    if out.chars().count() > MESSAGE_CHARS {
        out = out.chars().take(MESSAGE_CHARS - 1).collect();
        out.push('…');
    }
    out
}

/// Appends a word, what could be a key in it hidden.
fn hide(word: &str, out: &mut String) {
    let of_key = |c: char| c.is_ascii_alphanumeric() || "_-.*+".contains(c);
    let mut rest = word;
    while !rest.is_empty() {
        let end = rest.find(|c| !of_key(c)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        out.push_str(if is_key(run) { HIDDEN } else { run });
        let other = after.find(of_key).unwrap_or(after.len());
        out.push_str(&after[..other]);
        rest = &after[other..];
    }
}

fn is_key(run: &str) -> bool {
    let begins = |known: &str| {
        let begin = run.get(..known.len());
        run.len() >= known.len() + 5 && begin.is_some_and(|begin| begin.eq_ignore_ascii_case(known))
    };
    // Names of models and fields are long at times, but have no digits, or dashes and dots between short pieces.
    let dense = run.split(['-', '.', '_']).any(|piece| piece.len() >= 16);
    let mixed =
        run.bytes().any(|b| b.is_ascii_digit()) && run.bytes().any(|b| b.is_ascii_alphabetic());
    KEYS.iter().any(|known| begins(known)) || run.len() >= LONG && mixed && dense
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_a_key_is_hidden() {
        for key in [
            "sk-abc123def456",
            "sk-proj-Ab_cd-1234567890",
            "sk-ant-api03-xyz",
            "sk-****************wxyz",
            "gsk_0123456789abcdef",
            "AIzaSyA-0123456789",
            "0123456789abcdef0123456789abcdef",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        ] {
            for words in [
                ["Incorrect API key provided: ", key, ". See our page"].concat(),
                ["{\"key\":\"", key, "\"}"].concat(),
                ["x-api-key=", key].concat(),
                ["https://host/", key, "/v1?key=", key].concat(),
            ] {
                let shown = message(401, &words);
                assert!(!shown.contains(&key[4..]), "{shown}");
                assert!(shown.contains(HIDDEN), "{shown}");
            }
        }
        assert_eq!(
            message(401, "Authorization: Bearer abc"),
            "401: Authorization: Bearer [hidden]"
        );
    }

    #[test]
    fn names_and_request_ids_are_shown() {
        for words in [
            "The model `claude-sonnet-4-5-20250929` does not exist (req_011CeEQD1VjDQbRSgdjDenZy)",
            "Unsupported parameter: 'max_tokens' is not supported with this model.",
            "meta-llama/Llama-3.3-70B-Instruct-Turbo-Free is overloaded",
            "output_config.format.schema.properties.recommendation",
        ] {
            assert_eq!(message(400, words), ["400: ", words].concat());
        }
    }

    #[test]
    fn a_message_is_short_and_one_line() {
        let long = "wörd \n\t\u{0}".repeat(100_000);
        let shown = message(500, &long);
        assert_eq!(shown.chars().count(), MESSAGE_CHARS);
        assert!(shown.starts_with("500: wörd wörd") && shown.ends_with('…'));
        assert_eq!(message(200, "a\r\nb"), "a b");
    }

    #[test]
    fn a_key_that_the_cut_goes_through_is_hidden_too() {
        for length in 450..520 {
            let words = ["x ".repeat(length / 2), "sk-0123456789abcdefghij".into()].concat();
            assert!(!message(200, &words).contains("0123"), "{length}");
        }
    }
}
