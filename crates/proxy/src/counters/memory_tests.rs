//! What the counters let through.

use super::{DAY, HOUR, Memory};
use crate::config::Numbers;
use crate::counters::{Charge, Cost, Counters as _, Left, Limit, Network, Reservation, Wish};
use crate::token::SessionId;

/// More than any test spends.
const MICROS: u64 = 1_000_000;

const NOW: u64 = 20_000 * DAY + HOUR;

fn numbers() -> Numbers {
    Numbers {
        day_tokens: 10_000,
        client_day_percent: 100,
        session_calls_at_once: 2,
        sessions: 10,
        ..Numbers::default()
    }
}

fn wish(session: u8, tokens: u64) -> Wish {
    Wish {
        session: SessionId([0; 16]),
        account: SessionId([session; 16]),
        network: Network(1),
        turns: 3,
        tokens: 5_000,
        most: Cost {
            tokens,
            micros: tokens,
        },
    }
}

fn try_(memory: &Memory, session: u8, tokens: u64, now: u64) -> Result<Reservation, Limit> {
    memory.try_reserve(&wish(session, tokens), now)
}

/// Settles a call that cost all that was reserved.
fn keep(memory: &Memory, held: Reservation, now: u64) {
    let cost = held.most;
    memory.settle(held, Charge::Of(cost), now);
}

fn left(memory: &Memory) -> u64 {
    memory.day.left(memory.state().spent).tokens
}

#[test]
fn a_reservation_counts_until_it_is_settled_with_what_was_spent() {
    let memory = Memory::new(numbers(), MICROS);
    let held = try_(&memory, 1, 4_000, NOW).unwrap();
    assert_eq!(left(&memory), 6_000);
    assert_eq!(try_(&memory, 1, 2_000, NOW).unwrap_err(), Limit::Tokens);
    memory.settle(
        held,
        Charge::Of(Cost {
            tokens: 500,
            micros: 1,
        }),
        NOW,
    );
    assert_eq!(left(&memory), 9_500);
    let held = try_(&memory, 1, 2_000, NOW).unwrap();
    keep(&memory, held, NOW);
    assert_eq!(left(&memory), 7_500);
}

#[test]
fn turns_run_out_and_a_refused_call_gives_its_own_back() {
    let memory = Memory::new(numbers(), MICROS);
    for _ in 0..5 {
        let held = try_(&memory, 1, 100, NOW).unwrap();
        memory.settle(held, Charge::Nothing, NOW);
    }
    for _ in 0..3 {
        let held = try_(&memory, 1, 100, NOW).unwrap();
        keep(&memory, held, NOW);
    }
    assert_eq!(try_(&memory, 1, 100, NOW).unwrap_err(), Limit::Turns);
    assert!(try_(&memory, 2, 100, NOW).is_ok());
}

#[test]
fn a_session_runs_no_more_calls_at_once_than_it_may() {
    let memory = Memory::new(numbers(), MICROS);
    let first = try_(&memory, 1, 1, NOW).unwrap();
    let _second = try_(&memory, 1, 1, NOW).unwrap();
    assert_eq!(try_(&memory, 1, 1, NOW).unwrap_err(), Limit::Busy);
    memory.settle(first, Charge::Nothing, NOW);
    assert!(try_(&memory, 1, 1, NOW).is_ok());
}

#[test]
fn the_day_ends_the_budget_and_midnight_begins_a_new_one() {
    let memory = Memory::new(numbers(), MICROS);
    let first = try_(&memory, 1, 5_000, NOW).unwrap();
    let _second = try_(&memory, 2, 5_000, NOW).unwrap();
    assert_eq!(try_(&memory, 3, 1, NOW).unwrap_err(), Limit::Day(23 * 3600));
    let tomorrow = NOW + 23 * HOUR;
    assert!(try_(&memory, 3, 1, tomorrow).is_ok());
    memory.settle(
        first,
        Charge::Of(Cost {
            tokens: 1,
            micros: 1,
        }),
        tomorrow,
    );
    assert_eq!(
        left(&memory),
        9_999,
        "yesterday's call does not touch today"
    );
}

#[test]
fn money_is_a_limit_of_its_own() {
    let memory = Memory::new(numbers(), 100);
    assert!(try_(&memory, 1, 60, NOW).is_ok());
    assert!(matches!(try_(&memory, 2, 60, NOW), Err(Limit::Day(_))));
    let expected = Left {
        tokens: 9_940,
        micros: 40,
    };
    assert_eq!(memory.day.left(memory.state().spent), expected);
}

#[test]
fn a_flood_of_sessions_neither_grows_the_table_nor_resets_a_running_one() {
    let memory = Memory::new(numbers(), MICROS);
    for _ in 0..3 {
        let held = try_(&memory, 0, 1, NOW).unwrap();
        keep(&memory, held, NOW);
    }
    let from = |network: u128, session: u8, now: u64| {
        let wish = Wish {
            network: Network(network),
            ..wish(session, 1)
        };
        memory.try_reserve(&wish, now)
    };
    for session in 1..=200 {
        if let Ok(held) = from(u128::from(session % 7), session, NOW + 60_000) {
            keep(&memory, held, NOW + 60_000);
        }
    }
    // The last place is for who has none.
    assert_eq!(memory.state().sessions.len(), 9);
    let held = from(9, 210, NOW + 60_000).unwrap();
    keep(&memory, held, NOW + 60_000);
    assert_eq!(memory.state().sessions.len(), 10);
    assert_eq!(
        try_(&memory, 201, 1, NOW + 70_000).unwrap_err(),
        Limit::Full
    );
    assert_eq!(try_(&memory, 0, 1, NOW + 70_000).unwrap_err(), Limit::Turns);
    assert!(
        try_(&memory, 201, 1, NOW + 2 * HOUR).is_ok(),
        "idle ones make room"
    );
}

#[test]
fn a_network_has_no_more_sessions_than_are_left_for_others() {
    let memory = Memory::new(numbers(), MICROS);
    let from = |network: u128, session: u8, now: u64| {
        let wish = Wish {
            network: Network(network),
            ..wish(session, 1)
        };
        memory.try_reserve(&wish, now)
    };
    for session in (0..10).flat_map(|session| [session; 3]) {
        if let Ok(held) = from(1, session, NOW) {
            keep(&memory, held, NOW);
        }
    }
    assert_eq!(memory.state().sessions.len(), 5);
    // What is refused keeps nothing young: each of them has made all its calls.
    for minutes in 1..60 {
        let now = NOW + minutes * 60_000;
        for session in 0..10 {
            assert!(from(1, session, now).is_err());
        }
    }
    let later = NOW + HOUR - 1;
    assert!(from(2, 20, later).is_ok(), "others have room");
    assert!(from(1, 30, NOW + HOUR + 1).is_ok(), "idle ones make room");
    assert_eq!(memory.state().rows.get(&Network(1)), Some(&1));
}

#[test]
fn a_network_spends_its_share_of_the_day_and_no_more() {
    let shares = Numbers {
        client_day_percent: 10,
        ..numbers()
    };
    let memory = Memory::new(shares, MICROS);
    let from = |network: u128, session: u8, tokens: u64| {
        let wish = Wish {
            network: Network(network),
            ..wish(session, tokens)
        };
        memory.try_reserve(&wish, NOW)
    };
    let held = from(7, 1, 900).unwrap();
    assert_eq!(from(7, 2, 200).unwrap_err(), Limit::Share(23 * 3600));
    assert!(from(8, 3, 1_000).is_ok(), "another has its own");
    memory.settle(
        held,
        Charge::Of(Cost {
            tokens: 700,
            micros: 0,
        }),
        NOW,
    );
    assert!(from(7, 2, 300).is_ok());
    assert_eq!(from(7, 4, 1).unwrap_err(), Limit::Share(23 * 3600));
}

#[test]
fn what_is_refused_or_cost_nothing_takes_no_row() {
    let memory = Memory::new(numbers(), MICROS);
    assert!(matches!(
        try_(&memory, 1, 4_000_000, NOW),
        Err(Limit::Tokens)
    ));
    let _most = try_(&memory, 2, 5_000, NOW).unwrap();
    let _rest = try_(&memory, 3, 4_900, NOW).unwrap();
    assert!(matches!(try_(&memory, 4, 200, NOW), Err(Limit::Day(_))));
    let held = try_(&memory, 5, 100, NOW).unwrap();
    memory.settle(held, Charge::Nothing, NOW);
    let mut rows: Vec<u8> = memory.state().sessions.keys().map(|id| id.0[0]).collect();
    rows.sort_unstable();
    assert_eq!(rows, [2, 3]);
}
