//! Whether what was sent to a model is what providers take.

use crate::world::World;
use colloquy_schema::Role;

/// Every history that was sent is one that providers take: each call is answered by one result right behind it, no result is
/// without its call, and where tools were called the tools are named.
pub fn assert_valid_histories(world: &World) {
    for call in &world.calls {
        let mut open: Vec<&str> = Vec::new();
        let mut called = false;
        let mut spoken = false;
        for message in &call.messages {
            let user = message.role == Role::User;
            assert!(
                open.is_empty() || (user && !message.tool_results.is_empty()),
                "call {}: {open:?} have no result",
                call.number
            );
            assert!(
                user || spoken || message.role == Role::System,
                "the assistant begins"
            );
            spoken |= user;
            open.extend(message.tool_calls.iter().map(|call| call.id.as_str()));
            called |= !open.is_empty();
            for result in &message.tool_results {
                let place = open.iter().position(|id| *id == result.id);
                open.remove(
                    place.unwrap_or_else(|| panic!("a result without its call: {}", result.id)),
                );
            }
            assert!(
                !user || open.is_empty(),
                "call {}: {open:?} have no result",
                call.number
            );
        }
        assert!(
            open.is_empty(),
            "call {}: {open:?} have no result",
            call.number
        );
        assert!(
            !called || !call.tools.is_empty(),
            "call {}: tools are not named",
            call.number
        );
    }
}
