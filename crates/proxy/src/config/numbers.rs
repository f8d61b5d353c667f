//! The numbers of the configuration: one table of names, bounds and defaults.

/// Declares each number with its default and the range that is accepted.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $least:literal ..= $most:literal;)+) => {
        /// Limits, rates and times. Each is a key of the file by its name, and a variable `COLLOQUY_` and its name in capitals.
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        pub struct Numbers {
            $($(#[doc = $doc])+ #[doc = concat!("\n\nDefault ", $default, ", from ", $least, " to ", $most, ".")] pub $name: u64,)+
        }

        impl Default for Numbers {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Numbers {
            /// Names, least and most values, in the order of the documentation.
            pub(crate) const TABLE: &[(&'static str, u64, u64)] = &[$((stringify!($name), $least, $most),)+];

            /// Sets the number at a row of the table.
            pub(crate) fn set(&mut self, row: usize, value: u64) {
                let fields = [$(&mut self.$name,)+];
                if let Some(field) = fields.into_iter().nth(row) {
                    *field = value;
                }
            }

            /// The values in the order of the table.
            pub(crate) fn values(&self) -> impl Iterator<Item = u64> {
                [$(self.$name,)+].into_iter()
            }
        }
    };
}

numbers! {
    /// The largest body of a call, in bytes.
    body_bytes = 524_288, 1_024 ..= 16_777_216;
    /// Bytes of all bodies that were received and not yet answered, counted as they arrive; further ones are refused. A client may
    /// have an eighth of them, and one body at least.
    bodies_bytes = 67_108_864, 1_024 ..= 1_099_511_627_776;
    /// The most output tokens that one call may ask for.
    output_tokens = 8_192, 1 ..= 1_000_000;
    /// The largest response that is passed on, in bytes; more is cut off. Bounds what a server costs that ignores the
    /// output limit. A token takes about 300 bytes of a stream.
    response_bytes = 16_777_216, 65_536 ..= 1_073_741_824;
    /// The most calls of a session, over all its tokens.
    session_turns = 400, 1 ..= 1_000_000;
    /// The most tokens of a session, in and out together, over all its tokens.
    session_tokens = 2_000_000, 1_000 ..= 1_000_000_000_000;
    /// The most tokens of a UTC day, in and out together.
    day_tokens = 50_000_000, 1_000 ..= 1_000_000_000_000_000;
    /// How much of the day's tokens and dollars one client may spend, in hundredths. A client is an IPv4 address or an IPv6 /48. On
    /// this machine alone, without `trusted_proxies`, it is 100 unless it is set.
    client_day_percent = 4, 1 ..= 100;
    /// Calls at the same time, of all clients.
    calls_at_once = 1_000, 1 ..= 1_000_000;
    /// Calls of one model at the same time.
    model_calls_at_once = 500, 1 ..= 1_000_000;
    /// Calls of one client at the same time, their bodies' arrival included. A client is an IPv4 address or an IPv6 /48.
    client_calls_at_once = 32, 1 ..= 1_000_000;
    /// Requests of any kind that a client may make per minute; as many at once after a pause.
    client_requests_per_minute = 3_000, 1 ..= 100_000_000;
    /// Calls a client may make per minute; as many at once after a pause.
    client_calls_per_minute = 120, 1 ..= 1_000_000;
    /// Calls a session may make per minute; as many at once after a pause.
    session_calls_per_minute = 60, 1 ..= 1_000_000;
    /// Calls of a session that may run at the same time.
    session_calls_at_once = 4, 1 ..= 10_000;
    /// Tokens a client may ask for per minute; as many at once after a pause.
    client_tokens_per_minute = 30, 1 ..= 1_000_000;
    /// Bits of work that a page does for each token of ours; 0 asks for none. 16 take a page about a second, each further one twice as long.
    proof_bits = 0, 0 ..= 28;
    /// Time in which the service must answer that `challenge_url` names, in seconds.
    challenge_seconds = 5, 1 ..= 60;
    /// How long a token of ours lives, in minutes.
    token_minutes = 60, 1 ..= 1_440;
    /// The longest life of a token made by the host that is accepted, in minutes.
    token_longest_minutes = 1_440, 1 ..= 525_600;
    /// Sessions whose counters are kept at the same time; about 120 bytes each.
    sessions = 100_000, 10 ..= 100_000_000;
    /// Clients whose rates are kept at the same time; about 60 bytes each.
    clients = 100_000, 10 ..= 100_000_000;
    /// How long the counters of an idle session are kept, in hours.
    session_hours = 24, 1 ..= 8_760;
    /// Connections at the same time; further ones wait in the system's queue.
    connections = 12_000, 1 ..= 1_000_000;
    /// Connections at the same time from one client; its longest quiet one is closed for a new one, or the new one while all are at work.
    client_connections = 96, 1 ..= 1_000_000;
    /// Time to receive a request's head, in seconds; also how long an idle connection is kept.
    header_seconds = 30, 1 ..= 3_600;
    /// Time to receive a request's body, in seconds.
    body_seconds = 30, 1 ..= 3_600;
    /// Bytes a second in which a body must arrive, after five seconds.
    body_bytes_per_second = 1_024, 1 ..= 16_777_216;
    /// Time in which a client must take something of what is sent to it, in seconds.
    write_seconds = 60, 1 ..= 3_600;
    /// Bytes a second that a client must take while something waits for it, over a whole connection, after `write_seconds`.
    write_bytes_per_second = 512, 1 ..= 16_777_216;
    /// Time to connect to an upstream, in seconds.
    connect_seconds = 10, 1 ..= 300;
    /// Time until an upstream's response begins, in seconds.
    first_byte_seconds = 120, 1 ..= 3_600;
    /// Time between two pieces of an upstream's response, in seconds.
    idle_seconds = 120, 1 ..= 3_600;
    /// Time of a whole call, in seconds.
    call_seconds = 900, 1 ..= 86_400;
    /// Time that running calls are given when the proxy is stopped, in seconds.
    grace_seconds = 30, 0 ..= 3_600;
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    #[test]
    fn every_default_is_within_its_own_bounds() {
        for ((name, least, most), value) in Numbers::TABLE.iter().zip(Numbers::default().values()) {
            assert!((*least..=*most).contains(&value), "{name}");
        }
    }

    #[test]
    fn the_readme_has_every_number_with_its_default() {
        let readme = include_str!("../../README.md");
        for ((name, _, _), value) in Numbers::TABLE.iter().zip(Numbers::default().values()) {
            let row = format!("| `{name}` | {value} |");
            assert!(readme.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_row_sets_the_number_of_its_name() {
        let mut numbers = Numbers::default();
        numbers.set(0, 2_000);
        assert_eq!(
            (numbers.body_bytes, Numbers::TABLE[0].0),
            (2_000, "body_bytes")
        );
    }
}
