//! A real server of shared counters, which can be killed.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A server with a folder of its own, in which each change is written before it is answered.
pub(crate) struct Redis {
    address: SocketAddr,
    folder: PathBuf,
    process: Option<Child>,
    /// Further settings, as its command line has them.
    settings: Vec<String>,
}

static STARTED: AtomicU64 = AtomicU64::new(0);

impl Redis {
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Starts one with further settings. `PORT` among them is its port, which it else has without TLS.
    pub(crate) async fn start_with(settings: &[&str]) -> Self {
        let number = STARTED.fetch_add(1, Relaxed);
        let name = format!("colloquy-redis-{}-{number}", std::process::id());
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut redis = Self {
            address: free.local_addr().unwrap(),
            folder: std::env::temp_dir().join(name),
            process: None,
            settings: settings.iter().map(|one| (*one).to_owned()).collect(),
        };
        drop(free);
        redis.begin().await;
        redis
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Sends one command, as a line, and returns the first line of the answer.
    pub(crate) fn command(&self, line: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(format!("{line}\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).unwrap();
        answer.trim().to_owned()
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    /// Starts it, with what it kept.
    pub(crate) async fn begin(&mut self) {
        std::fs::create_dir_all(&self.folder).unwrap();
        let port = self.address.port().to_string();
        let start = |program: &str| {
            Command::new(program)
                .args(["--bind", "127.0.0.1", "--port", &port, "--save", ""])
                .args(self.settings.iter().map(|one| one.replace("PORT", &port)))
                .args(["--appendonly", "yes", "--appendfsync", "always"])
                .arg("--dir")
                .arg(&self.folder)
                .stdout(Stdio::null())
                .spawn()
        };
        let process = start("valkey-server").or_else(|_| start("redis-server"));
        self.process = Some(process.expect(
            "tests of shared counters need Redis or Valkey: `apt-get install redis-server` (Debian), `brew install redis` (macOS)",
        ));
        for _ in 0..2_000 {
            if TcpStream::connect(self.address).is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the server of counters does not listen");
    }

    /// Ends it as a lack of memory would.
    pub(crate) fn kill(&mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// Takes away what it kept.
    pub(crate) fn empty(&self) {
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        if self.process.is_some() {
            self.kill();
        }
        drop(std::fs::remove_dir_all(&self.folder));
    }
}
