//! Workloads of BLS signatures as Ethereum has them.

use contender::{Column, Columns};

use super::Workload;
use crate::random::Random;

/// One in this many messages to verify differs from the signed one.
const BAD: usize = 16;
/// One in this many members of the committee is absent.
const ABSENT: usize = 10;

pub(super) fn workloads() -> Vec<Workload> {
    let sizes = [
        ("sign.single", 64),
        ("verify.single", 64),
        ("sets.128", 128),
        ("same_message.128", 128),
        ("sets.1024.t1", 1024),
        ("sets.1024.t2", 1024),
        ("deposits.8192", 8192),
        ("deposits.8192.bad", 8192),
        ("key_decode.batch1000", 1000),
        ("key_sum.512", 512),
        ("key_sum.30000", 30_000),
        ("sync_committee.512", 512),
    ];
    let workload = |(name, count): (&'static str, usize)| {
        Workload::new(format!("bls.{name}"), move |random, _| Columns(columns(name, count, random)))
            .threads(if name.ends_with(".t2") { 2 } else { 1 })
            .own_process()
            // Making keys and signatures takes seconds.
            .only_full(count > 1024)
    };
    sizes.map(workload).into()
}

/// Secret keys, and what the workload needs besides.
fn columns(name: &str, count: usize, random: &mut Random) -> Vec<Column> {
    let secret = |random: &mut Random| {
        let mut secret = random.element("bls12_381_scalar");
        secret.reverse();
        secret
    };
    let secrets = Column::new((0..count).map(|_| secret(random)).collect::<Vec<_>>());
    let mut messages: Vec<[u8; 32]> = (0..count).map(|_| random.array()).collect();
    match name {
        "verify.single" => {
            let mut verified = messages.clone();
            verified.iter_mut().skip(BAD - 1).step_by(BAD).for_each(|message| message[0] ^= 1);
            vec![secrets, Column::new(messages), Column::new(verified)]
        }
        "same_message.128" => {
            let message = messages[0];
            messages.fill(message);
            vec![secrets, Column::new(messages)]
        }
        "sync_committee.512" => {
            let present = (0..count).map(|member| [u8::from(member % ABSENT != ABSENT - 1)]);
            vec![secrets, Column::new(&messages[..1]), Column::new(present.collect::<Vec<_>>())]
        }
        "key_decode.batch1000" | "key_sum.512" | "key_sum.30000" => vec![secrets],
        _ => vec![secrets, Column::new(messages)],
    }
}
