//! What was spent, over the end of a proxy.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::support::client::{Reply, Running, request, send};
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, environment, session};

/// The program in a process of its own, which can be killed.
struct Program {
    process: Child,
    address: SocketAddr,
}

fn command(upstream: &Upstream, state: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_colloquy-proxy"));
    command
        .env_clear()
        .envs(environment(upstream.address))
        .env("COLLOQUY_STATE", state)
        .env("COLLOQUY_SESSION_TURNS", "3")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Program {
    fn start(upstream: &Upstream, state: &Path) -> Self {
        let mut process = command(upstream, state).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().strip_prefix("listening on http://").unwrap();
        Self {
            process,
            address: address.parse().unwrap(),
        }
    }

    async fn call(&self, model: &str, name: &str) -> Reply {
        send(self.address, &call(model, &Proxy::token(name), 100)).await
    }

    async fn figure(&self, name: &str) -> f64 {
        let text = send(self.address, &request("GET", "/metrics", &[], "")).await;
        let text = text.text();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap().parse().unwrap()
    }

    /// Ends it as a lack of memory would.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

fn state(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("colloquy-{name}-{}", std::process::id()));
    drop(std::fs::remove_file(&path));
    path
}

#[tokio::test]
async fn a_proxy_that_is_killed_has_forgotten_nothing_that_was_spent() {
    let upstream = Upstream::start().await;
    let state = state("spent");
    let before = Program::start(&upstream, &state);
    for _ in 0..2 {
        assert_eq!(before.call("good", SESSION).await.status, 200);
    }
    let bytes = call("hold", &Proxy::token(SESSION), 100);
    let mut running = Running::begin(before.address, &bytes).await;
    running.until("message_start").await;
    let left = "colloquy_budget_left_tokens";
    let expected = before.figure(left).await;
    let usd = before.figure("colloquy_budget_left_usd").await;
    assert!(expected < 50_000_000.0 - 80.0 - 1_024.0, "{expected}");
    before.kill();
    let after = Program::start(&upstream, &state);
    assert_eq!(after.figure(left).await, expected);
    assert_eq!(after.figure("colloquy_budget_left_usd").await, usd);
    assert_eq!(after.call("good", SESSION).await.code(), "session_turns");
    assert_eq!(after.call("good", &session(1)).await.status, 200);
    // Neither a client's address nor a key is in the file, and nobody else reads it.
    let text = std::fs::read_to_string(&state).unwrap();
    assert!(!text.contains("127.0.0.1") && text.contains(SESSION));
    crate::support::clean(&text);
    #[cfg(unix)]
    {
        let mode = std::fs::metadata(&state).unwrap();
        let mode = std::os::unix::fs::MetadataExt::mode(&mode);
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
    // Two that write to one file would each undo what the other has written.
    let second = command(&upstream, &state).output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(
        !second.status.success() && said.contains("another proxy"),
        "{said}"
    );
    after.kill();
    std::fs::remove_file(state).unwrap();
}

#[tokio::test]
async fn a_file_that_is_none_of_ours_is_neither_used_nor_lost() {
    let upstream = Upstream::start().await;
    let state = state("other");
    std::fs::write(&state, "my diary\n").unwrap();
    let mut refused = command(&upstream, &state).spawn().unwrap();
    assert!(!refused.wait().unwrap().success());
    let mut said = String::new();
    let mut errors = refused.stderr.take().unwrap();
    errors.read_to_string(&mut said).unwrap();
    assert!(said.contains("line 1 "), "{said}");
    assert_eq!(std::fs::read_to_string(&state).unwrap(), "my diary\n");
    std::fs::remove_file(state).unwrap();
}
