//! The proxy over real sockets, before an upstream that speaks the wire formats and misbehaves on purpose.

mod abuse;
mod attacks;
mod budget;
mod cases;
mod checks;
mod command;
mod configuration;
mod cors;
mod floods;
mod pages;
mod restart;
mod scripted;
mod secrets;
mod shared;
mod shutdown;
mod streams;
mod support;
mod tls;
mod tokens;
mod upstreams;
