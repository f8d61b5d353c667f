//! The program itself.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};

use crate::support::upstream::Upstream;
use crate::support::{KEY, Proxy, SECRET, SESSION, clean};

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_colloquy-proxy"));
    command
        .args(args)
        .env_clear()
        .env("COLLOQUY_ANTHROPIC_KEY", KEY);
    command
}

fn output(command: &mut Command) -> (Output, String) {
    let output = command.output().unwrap();
    let text = [output.stdout.clone(), output.stderr.clone()].concat();
    let text = String::from_utf8(text).unwrap();
    clean(&text);
    (output, text)
}

#[test]
fn it_prints_where_it_listens_serves_and_stops_on_a_signal() {
    let mut running = program(&["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(running.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line.trim().strip_prefix("listening on http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(b"GET /config.json HTTP/1.1\r\nhost: p\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.contains("claude-sonnet-4-5"), "{text}");
    let id = rustix::process::Pid::from_child(&running);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert!(running.wait().unwrap().success());
    let mut log = String::new();
    running
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut log)
        .unwrap();
    assert!(log.contains("\"event\":\"stopped\""), "{log}");
    clean(&log);
}

#[test]
fn check_shows_the_configuration_and_faults_end_it() {
    let (good, text) = output(&mut program(&["check"]));
    assert!(
        good.status.success() && text.contains("model claude-sonnet-4-5"),
        "{text}"
    );
    let (bad, text) = output(
        program(&["check"])
            .env("COLLOQUY_LISTEN", "x")
            .env("COLLOQUY_BODY_BYTES", "y"),
    );
    assert!(!bad.status.success());
    assert!(
        text.contains("COLLOQUY_LISTEN: ") && text.contains("COLLOQUY_BODY_BYTES: "),
        "{text}"
    );
    let (bad, text) = output(&mut program(&["--colour"]));
    assert!(!bad.status.success() && text.contains("--colour"));
    let (bad, text) = output(&mut program(&["check", "--config", "/nowhere.toml"]));
    assert!(!bad.status.success() && text.contains("/nowhere.toml"));
}

#[test]
fn token_makes_one_that_the_proxy_believes() {
    let (bad, text) = output(&mut program(&["token", "--session", SESSION]));
    assert!(
        !bad.status.success() && text.contains("COLLOQUY_SECRET"),
        "{text}"
    );
    let (good, text) = output(
        program(&["token", "--session", SESSION, "--turns", "5"]).env("COLLOQUY_SECRET", SECRET),
    );
    assert!(
        good.status.success() && text.starts_with("colloquy1."),
        "{text}"
    );
    let (bad, text) = output(program(&["token", "--session", "me"]).env("COLLOQUY_SECRET", SECRET));
    assert!(!bad.status.success() && text.contains("UUID"));
}

/// The code block of a language in the README.
fn example(language: &str) -> &'static str {
    let readme = include_str!("../../README.md");
    let block = readme.split(&format!("```{language}\n")).nth(1).unwrap();
    block.split("```").next().unwrap()
}

#[tokio::test]
async fn the_examples_of_the_readme_make_tokens_that_the_proxy_believes() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let js = format!(
        "{}\nconsole.log(sessionToken(...process.argv.slice(1)));",
        example("js")
    );
    let python = format!(
        "{}\nimport sys\nprint(session_token(*sys.argv[1:]))",
        example("python")
    );
    let php = format!(
        "function is_logged_in() {{ return true; }} function user_id() {{ return 7; }}\n{}",
        example("php").replace(
            r#"json_decode(file_get_contents("php://input"))->session"#,
            "$argv[1]"
        )
    );
    for (program, args) in [
        (
            "node",
            vec!["--input-type=module", "--eval", &js, SECRET, SESSION, "7"],
        ),
        ("python3", vec!["-c", &python, SECRET, SESSION, "7"]),
        ("php", vec!["-r", &php, SESSION]),
    ] {
        let made = Command::new(program)
            .args(args)
            .env("COLLOQUY_SECRET", SECRET)
            .output();
        // The project needs Node; a machine without Python or PHP tries the others.
        let made = match made {
            Err(_) if program != "node" => continue,
            made => made.unwrap_or_else(|error| panic!("{program} is needed: {error}")),
        };
        let token = String::from_utf8(made.stdout).unwrap();
        // A page's own code writes the whole response.
        let token = token
            .trim_start_matches("{\"token\":\"")
            .trim_end_matches("\"}");
        let reply = proxy.call_as("good", token.trim()).await;
        assert_eq!(
            reply.status,
            200,
            "{program}: {} {}",
            reply.text(),
            String::from_utf8_lossy(&made.stderr)
        );
    }
    proxy.stop().await;
}
