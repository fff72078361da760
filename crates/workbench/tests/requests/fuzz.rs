//! Hostile messages: every one is answered, or refused clearly and in time.

use std::time::{Duration, Instant};

use patience_core::Cancel;

use crate::corpus::targets::hostile::{Hostile, is_request};
use crate::corpus::targets::{check_answer, strict_desk};

/// The longest that one message may take, where several tests share a slow machine: a thousand times what it takes alone.
const LONGEST: Duration = Duration::from_secs(20);

/// Sends messages of a seed to one desk; the shares of requests and of answers.
fn send(seed: u64, count: usize) -> (usize, usize) {
    let (desk, mut hostile) = (strict_desk(), Hostile::new(seed));
    let (mut requests, mut answers) = (0, 0);
    for _ in 0..count {
        let message = hostile.message();
        let begun = Instant::now();
        let answer = desk.answer_text(&message, &Cancel::new(), &mut ());
        let (taken, start) = (begun.elapsed(), message.chars().take(500).collect::<String>());
        assert!(taken < LONGEST, "{taken:?} for {start}");
        check_answer(&message, &answer);
        hostile.learn(&message, &answer);
        requests += usize::from(is_request(&message));
        answers += usize::from(answer.get("ok").is_some());
    }
    (requests, answers)
}

#[test]
fn hostile_messages_are_answered_or_refused() {
    let (requests, answers) = send(1, 600);
    // Otherwise only the reader of JSON is tested.
    assert!(200 < requests && 100 < answers, "{requests} requests, {answers} answers");
}

/// `cargo test --release -p patience-workbench hundred_thousand_hostile -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn a_hundred_thousand_hostile_messages_are_answered_or_refused() {
    let mut total = (0, 0);
    for seed in 0..100 {
        let (requests, answers) = send(1000 + seed, 1000);
        total = (total.0 + requests, total.1 + answers);
        let sent = (seed + 1) * 1000;
        println!("{sent} messages: {} are requests, {} are answered", total.0, total.1);
    }
    assert!(40_000 < total.0 && 20_000 < total.1);
}
