//! The least number of cycles in which a processor can execute given instructions, whatever their order.
//!
//! An operation needs one of some ports for a cycle. Operations that only the ports of a set `S` execute take at least
//! their number divided by `|S|` cycles. The largest of these quotients over all sets is the time of the best schedule
//! without dependences (P. Hall, "On representatives of subsets", 1935). So it is a bound for every schedule. Issue,
//! loads and stores have bounds of their own.

use super::processor::{Cost, ISSUE, LOADS, PORTS, STORES};

/// Numbers of operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Load {
    /// Operations by the set of ports that execute them, a bit for each port.
    by_ports: Vec<u64>,
    issued: u64,
    loads: u64,
    stores: u64,
}

/// The bound and the resource that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) cycles: f64,
    pub(super) resource: String,
}

impl Load {
    /// Adds executions of an instruction.
    pub(super) fn add(&mut self, cost: &Cost, times: u64) {
        self.by_ports.resize(1 << PORTS.len(), 0);
        for ports in &cost.ports {
            self.by_ports[usize::from(*ports)] += times;
        }
        self.issued += times * cost.issued;
        self.loads += times * cost.loads;
        self.stores += times * cost.stores;
    }

    /// The bound of all resources.
    pub(super) fn bound(&self) -> Bound {
        let memory =
            [("issue", self.issued, ISSUE), ("loads", self.loads, LOADS), ("stores", self.stores, STORES)];
        let memory = memory
            .into_iter()
            .map(|(name, number, each)| Bound { cycles: number as f64 / each, resource: name.to_owned() });
        let sets = (1..1 << PORTS.len()).map(|set: usize| {
            let within = self.by_ports.iter().enumerate().skip(1).filter(|(ports, _)| ports & !set == 0);
            let number: u64 = within.map(|(_, number)| number).sum();
            Bound { cycles: number as f64 / f64::from(set.count_ones()), resource: names(set) }
        });
        let none = Bound { cycles: 0.0, resource: "none".to_owned() };
        memory.chain(sets).fold(none, |most, bound| if bound.cycles > most.cycles { bound } else { most })
    }
}

/// The ports of a set.
fn names(set: usize) -> String {
    let names = PORTS.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
    format!("ports {}", names.map(|(_, name)| *name).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(operations: &[(&[u8], u64)]) -> Load {
        let mut load = Load::default();
        for (ports, times) in operations {
            load.add(&Cost { ports: ports.to_vec(), issued: 1, loads: 0, stores: 0 }, *times);
        }
        load
    }

    #[test]
    fn the_bound_is_that_of_the_busiest_set_of_ports() {
        // Two operations on ports 0 and 1, and four on 0, 1 and 5: six on three ports. Issue takes one cycle.
        let bound = load(&[(&[0b00011], 2), (&[0b00111], 4)]).bound();
        assert_eq!((bound.cycles, bound.resource.as_str()), (2.0, "ports 0 1 5"));
        // With five of the first kind, ports 0 and 1 alone need 2.5 cycles, more than (5 + 2) / 3.
        let bound = load(&[(&[0b00011], 5), (&[0b00111], 2)]).bound();
        assert_eq!((bound.cycles, bound.resource.as_str()), (2.5, "ports 0 1"));
        // A set that is no instruction's: one operation on each of 0 and 1, and three on both.
        let bound = load(&[(&[0b00001], 1), (&[0b00010], 1), (&[0b00011], 4)]).bound();
        assert_eq!(bound.cycles, 3.0);
        // An instruction of two operations.
        assert_eq!(load(&[(&[0b00010, 0b00100], 7)]).bound().cycles, 7.0);
        assert_eq!(Load::default().bound().cycles, 0.0);
    }

    #[test]
    fn issue_loads_and_stores_are_bounds() {
        let bound = |cost: Cost| {
            let mut load = Load::default();
            load.add(&cost, 12);
            load.bound()
        };
        let cost = Cost { ports: vec![], issued: 1, loads: 0, stores: 0 };
        assert_eq!(bound(cost.clone()), Bound { cycles: 2.0, resource: "issue".to_owned() });
        assert_eq!(
            bound(Cost { loads: 1, ..cost.clone() }),
            Bound { cycles: 4.0, resource: "loads".to_owned() }
        );
        assert_eq!(bound(Cost { stores: 1, ..cost }), Bound { cycles: 6.0, resource: "stores".to_owned() });
    }
}
