//! Every fault at once, and nothing secret in any of them.

use std::collections::BTreeMap;

use colloquy_proxy::Config;

use crate::support::{KEY, SECRET, clean};

fn env(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(name, value)| (format!("COLLOQUY_{name}"), (*value).to_owned()))
        .collect()
}

/// The names that have faults, in order.
fn faults(pairs: &[(&str, &str)], file: Option<&str>) -> Vec<String> {
    let faults = Config::read(env(pairs), file)
        .map(|config| config.describe())
        .unwrap_err();
    assert!(!faults.is_empty());
    for fault in &faults {
        clean(&fault.to_string());
    }
    faults.into_iter().map(|fault| fault.name).collect()
}

fn described(pairs: &[(&str, &str)], file: Option<&str>) -> String {
    let text = crate::support::config(env(pairs), file).describe();
    clean(&text);
    text
}

#[test]
fn a_key_is_all_it_takes_on_this_machine() {
    let text = described(&[("ANTHROPIC_KEY", KEY)], None);
    for line in [
        "listen = 127.0.0.1:8787",
        "secret: made for this run",
        "upstream anthropic = https://api.anthropic.com/v1 (key given, sent as x-api-key)",
        "model claude-sonnet-4-5 = anthropic at anthropic, 3 in and 15 out USD per million tokens",
        "day_usd = 50.000000",
        "body_bytes = 524288",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in {text}");
    }
    assert!(!text.contains("openai"));
    assert!(described(&[], None).contains("no models"));
}

#[test]
fn every_fault_is_listed_at_once() {
    let file = "body_bytes = \"many\"\nsession_turns = 0\ncolour = 1\nanthropic_key = \"x\"\norigins = [\"https://a.example/\", \"example\"]\n\
                trusted_proxies = [\"10.0.0.0/99\"]\n[upstream.Mine]\nurl = \"https://x.example\"\n[upstream.far]\nurl = \"http://far.example\"\nkey = \"k\"\n\
                [[model]]\nname = \"m\"\ndialect = \"klingon\"\n[[model]]\nname = \"n\"\ndialect = \"anthropic\"\nupstream = \"nobody\"\ninput_usd = 3\n";
    let found = faults(
        &[
            ("LISTEN", "0.0.0.0"),
            ("SECRET", "short"),
            ("TOKENS", "yes"),
            ("METRICS", "some"),
            ("SITE", "/nowhere"),
            ("ANTHROPIC_KEY", "two words"),
            ("DAY_USD", "-3"),
            ("MONITOR", "9187"),
            ("PROMPTS", "abc"),
        ],
        Some(file),
    );
    for name in [
        "COLLOQUY_LISTEN",
        "COLLOQUY_SECRET",
        "COLLOQUY_TOKENS",
        "COLLOQUY_METRICS",
        "COLLOQUY_SITE",
        "COLLOQUY_ANTHROPIC_KEY",
        "COLLOQUY_DAY_USD",
        "COLLOQUY_MONITOR",
        "COLLOQUY_PROMPTS",
        "body_bytes",
        "session_turns",
        "colour",
        "anthropic_key",
        "origins",
        "trusted_proxies",
        "upstream.Mine",
        "upstream.far.url",
        "upstream.far.key",
        "model[0].upstream",
        "model[0].dialect",
        "model[1]",
    ] {
        assert!(found.iter().any(|one| one == name), "{name} in {found:?}");
    }
}

#[test]
fn a_file_that_is_no_toml_is_a_fault_that_does_not_show_the_line() {
    let faults = Config::read(env(&[]), Some(&format!("listen = 1\nkey = {KEY}\n")))
        .map(|_| ())
        .unwrap_err();
    assert!(faults[0].message.contains("line 2"), "{faults:?}");
    clean(&format!("{faults:?}"));
}

#[test]
fn others_can_reach_it_only_with_a_secret() {
    assert_eq!(
        faults(&[("LISTEN", "0.0.0.0:80")], None),
        ["COLLOQUY_SECRET"]
    );
    assert!(
        described(&[("LISTEN", "0.0.0.0:80"), ("SECRET", SECRET)], None).contains("secret: given")
    );
    assert_eq!(faults(&[("TOKENS", "host")], None), ["COLLOQUY_SECRET"]);
    assert_eq!(faults(&[("STATE", "spent")], None), ["COLLOQUY_STATE"]);
}

#[test]
fn any_origin_needs_tokens_of_the_host() {
    assert_eq!(faults(&[("ORIGINS", "*")], None), ["COLLOQUY_ORIGINS"]);
    assert!(
        described(
            &[("ORIGINS", "*"), ("TOKENS", "host"), ("SECRET", SECRET)],
            None
        )
        .contains("origins = *")
    );
    for origin in [
        "https://a.example/",
        "https://A.example",
        "a.example",
        "https://a.example:443",
        "*,https://a.example",
        "https://a.example/path",
        "null",
    ] {
        assert_eq!(
            faults(&[("ORIGINS", origin)], None),
            ["COLLOQUY_ORIGINS"],
            "{origin}"
        );
    }
}

#[test]
fn keys_go_over_https_or_stay_on_this_machine() {
    for (url, good) in [
        ("http://127.0.0.1:11434", true),
        ("http://localhost:11434/v1", true),
        ("http://[::1]:1", true),
        ("https://gateway.example/anthropic/v1/", true),
        ("http://gateway.example", false),
        ("http://10.0.0.1", false),
        ("http://localhost.evil.example", false),
        ("ftp://x.example", false),
        ("https://user:pass@x.example", false),
        ("https://x.example/?a=b", false),
        ("https://x.example/#a", false),
        ("x.example", false),
    ] {
        let pairs = [
            ("ANTHROPIC_KEY", KEY),
            ("ANTHROPIC_URL", url),
            ("ANTHROPIC_MODELS", "m"),
        ];
        let read = Config::read(env(&pairs), None);
        assert_eq!(read.is_ok(), good, "{url}");
    }
    let open = [
        ("ANTHROPIC_KEY", KEY),
        ("ANTHROPIC_URL", "http://gateway"),
        ("ANTHROPIC_MODELS", "m"),
        ("ALLOW_HTTP", "true"),
    ];
    assert!(described(&open, None).contains("upstream anthropic = http://gateway/v1"));
}

#[test]
fn a_local_server_needs_no_key_but_names_its_models() {
    let url = ("OPENAI_URL", "http://127.0.0.1:11434/v1");
    assert_eq!(faults(&[url], None), ["COLLOQUY_OPENAI_MODELS"]);
    let text = described(
        &[
            url,
            ("OPENAI_MODELS", "llama3.2, qwen3"),
            ("OPENAI_DIALECT", "openai-chat"),
        ],
        None,
    );
    assert!(
        text.contains("model qwen3 = openai-chat at openai") && text.contains("(no key)"),
        "{text}"
    );
    assert_eq!(
        faults(&[("OPENAI_MODELS", "x")], None),
        ["COLLOQUY_OPENAI_KEY"]
    );
    assert_eq!(
        faults(
            &[url, ("OPENAI_MODELS", "x"), ("OPENAI_DIALECT", "chat")],
            None
        ),
        ["COLLOQUY_OPENAI_DIALECT"]
    );
}

#[test]
fn further_upstreams_come_from_the_file_and_their_keys_from_the_environment() {
    let file = "[upstream.open-router]\nurl = \"https://openrouter.ai/api/v1\"\n[[model]]\nname = \"a/b\"\nlabel = \"A B\"\ndialect = \"openai-chat\"\nupstream = \"open-router\"\n";
    let text = described(&[("OPEN_ROUTER_KEY", KEY)], Some(file));
    assert!(
        text.contains(
            "upstream open-router = https://openrouter.ai/api/v1 (key given, sent as bearer)"
        ),
        "{text}"
    );
    assert!(text.contains("model a/b = openai-chat at open-router"));
    let twice = format!("{file}{}", &file[file.find("[[model]]").unwrap()..]);
    assert_eq!(faults(&[], Some(&twice)), ["model a/b"]);
}

#[test]
fn secrets_come_from_files_too() {
    let path = std::env::temp_dir().join(format!("colloquy-key-{}", std::process::id()));
    std::fs::write(&path, format!("{KEY}\n")).unwrap();
    let name = path.to_str().unwrap();
    assert!(described(&[("ANTHROPIC_KEY_FILE", name)], None).contains("key given"));
    assert_eq!(
        faults(
            &[("ANTHROPIC_KEY_FILE", name), ("ANTHROPIC_KEY", KEY)],
            None
        ),
        ["COLLOQUY_ANTHROPIC_KEY"]
    );
    assert_eq!(
        faults(&[("SECRET_FILE", "/nowhere")], None),
        ["COLLOQUY_SECRET_FILE"]
    );
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_budget_in_money_needs_prices() {
    let mut named = vec![("ANTHROPIC_KEY", KEY), ("ANTHROPIC_MODELS", "a,b")];
    // Without one that was chosen they count as dear ones, which is said; a server without a key sends no bill.
    let config = crate::support::config(env(&named), None);
    assert!(config.describe().contains(
        "model a = anthropic at anthropic, 5 in and 25 out USD per million tokens (assumed)"
    ));
    assert_eq!(config.remarks().len(), 2, "{:?}", config.remarks());
    assert!(config.remarks()[0].contains("model a has no price"));
    let local = [
        ("OPENAI_URL", "http://127.0.0.1:1"),
        ("OPENAI_MODELS", "m"),
        ("DAY_USD", "5"),
    ];
    assert!(described(&local, None).contains("model m = openai-responses at openai\n"));
    named.push(("DAY_USD", "5"));
    assert_eq!(faults(&named, None), ["model a", "model b"]);
    let usual = described(&[("DAY_USD", "5"), ("ANTHROPIC_KEY", KEY)], None);
    assert!(usual.contains("day_usd = 5.000000"), "{usual}");
}

#[test]
fn prices_of_caches_and_long_inputs_are_read_or_found_faulty() {
    let file = |prices: &str| {
        format!(
            "[[model]]\nname = \"m\"\ndialect = \"anthropic\"\nupstream = \"anthropic\"\n{prices}\n"
        )
    };
    let key = [("ANTHROPIC_KEY", KEY)];
    let all = "input_usd = 3\noutput_usd = 15\ncache_write_usd = 3.75\ncache_read_usd = 0.3\n\
               long_input_tokens = 200000\nlong_input_usd = 6\nlong_output_usd = 22.5";
    assert!(described(&key, Some(&file(all))).contains("3 in and 15 out"));
    for (bad, place) in [
        ("input_usd = 3", "model[0]"),
        ("cache_read_usd = 3", "model[0]"),
        (
            "input_usd = 3\noutput_usd = \"much\"",
            "model[0].output_usd",
        ),
        (
            "input_usd = 3\noutput_usd = 1\nlong_input_usd = 6",
            "model[0]",
        ),
        (
            "input_usd = 3\noutput_usd = 1\nlong_input_tokens = -1",
            "model[0]",
        ),
    ] {
        assert_eq!(faults(&key, Some(&file(bad))), [place], "{bad}");
    }
}

#[test]
fn what_others_can_reach_has_shares_and_knows_what_stands_in_front() {
    assert!(described(&[], None).contains("client_day_percent = 100\n"));
    for pair in [("LISTEN", "0.0.0.0:1"), ("TRUSTED_PROXIES", "127.0.0.1")] {
        let text = described(&[pair, ("SECRET", crate::support::SECRET)], None);
        assert!(text.contains("client_day_percent = 4\n"), "{pair:?}");
    }
    let front = crate::support::config(env(&[("ORIGINS", "https://a.example")]), None);
    assert!(front.remarks()[0].contains("trusted_proxies"));
}

#[test]
fn the_environment_wins_and_what_nobody_reads_is_remarked_on() {
    let config = crate::support::config(
        env(&[("BODY_BYTES", "4096"), ("ORIGIN", "https://a.example")]),
        Some("body_bytes = 2048\n"),
    );
    assert!(config.describe().contains("body_bytes = 4096"));
    assert_eq!(config.remarks().len(), 1);
    assert!(config.remarks()[0].contains("COLLOQUY_ORIGIN "));
}

#[test]
fn the_address_of_redis_is_checked_and_its_password_never_shown() {
    let given = [("SECRET", SECRET), ("REDIS_AWAY", "alone")];
    assert_eq!(faults(&given, None), ["COLLOQUY_REDIS_AWAY"], "without one");
    let url = format!("http://:{KEY}@localhost");
    let wrong = [
        ("REDIS_URL", url.as_str()),
        ("REDIS_AWAY", "maybe"),
        ("REDIS_PREFIX", "a b"),
        ("STATE", "/tmp/spent"),
    ];
    let found = faults(&wrong, None);
    for name in ["URL", "AWAY", "PREFIX"] {
        assert!(
            found.contains(&format!("COLLOQUY_REDIS_{name}")),
            "{found:?}"
        );
    }
    let url = format!("rediss://:{KEY}@localhost:6380/1");
    let good = [("SECRET", SECRET), ("REDIS_URL", url.as_str())];
    let text = described(&good, None);
    assert!(text.contains("redis_away = refuse"), "{text}");
    let config = crate::support::config(env(&good), None);
    clean(&format!("{config:?}"));
    let both = [&good[..], &[("STATE", "/tmp/spent")]].concat();
    assert_eq!(faults(&both, None), ["state"]);
}

#[test]
fn the_files_to_deploy_name_settings_that_there_are() {
    let readme = include_str!("../../README.md");
    let own = ["CONFIG", "SECRET", "ANTHROPIC_KEY", "REDIS_URL"];
    let mut named = 0;
    for file in [
        include_str!("../../deploy/colloquy-proxy.service"),
        include_str!("../../deploy/Containerfile"),
        include_str!("../../deploy/compose.yaml"),
    ] {
        for part in file.split("COLLOQUY_").skip(1) {
            let end = part.find(|one: char| !one.is_ascii_uppercase() && one != '_');
            let name = part[..end.unwrap()].trim_end_matches("_FILE");
            let row = format!("| `{}` |", name.to_lowercase());
            assert!(own.contains(&name) || readme.contains(&row), "{name}");
            named += 1;
        }
    }
    assert!(named >= 10, "{named}");
}
