//! The names of signals, in the format `.sym` of circom: lines `label,wire,component,name`, with wire -1 for a signal
//! that the compiler removed.

/// The names of the wires of a circuit.
///
/// ```
/// use vorpal_groth16::sym::Symbols;
/// let symbols = Symbols::read("1,1,1,main.c\n2,2,1,main.a\n3,-1,1,main.b\n4,2,0,main.x.in\n")?;
/// assert_eq!(symbols.name(1), Some("main.c"));
/// assert_eq!(symbols.name(2), Some("main.a")); // the first of its names
/// assert_eq!(symbols.name(3), None);
/// assert_eq!(Symbols::read("1,1,main.c").unwrap_err().to_string(), "line 1 of the symbols has no four fields");
/// # Ok::<(), vorpal_groth16::sym::SymbolError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// The wires in ascending order, each with its first name.
    names: Vec<(u32, String)>,
}

/// A line that is not one of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymbolError {
    /// The number of fields is wrong.
    #[error("line {line} of the symbols has no four fields")]
    Fields {
        /// The number of the line, counted from 1.
        line: usize,
    },
    /// The wire is no number.
    #[error("line {line} of the symbols has no wire")]
    Wire {
        /// The number of the line, counted from 1.
        line: usize,
    },
}

impl Symbols {
    /// Reads the lines of a file.
    ///
    /// # Errors
    /// [`SymbolError`] with the number of the first line that is malformed.
    pub fn read(text: &str) -> Result<Self, SymbolError> {
        let mut names = Vec::new();
        for (line, content) in text.lines().enumerate().filter(|(_, content)| !content.is_empty()) {
            let line = line + 1;
            // A name has no comma: it consists of identifiers, indices and points.
            let fields: Vec<_> = content.split(',').collect();
            let [_, wire, _, name] = fields[..] else { return Err(SymbolError::Fields { line }) };
            match wire.parse::<i64>().map(u32::try_from) {
                Ok(Ok(wire)) => names.push((wire, name.to_owned())),
                Ok(Err(_)) if wire == "-1" => {}
                _ => return Err(SymbolError::Wire { line }),
            }
        }
        // Stable, so that of equal wires the first name remains.
        names.sort_by_key(|(wire, _)| *wire);
        names.dedup_by_key(|(wire, _)| *wire);
        Ok(Self { names })
    }

    /// The name of a wire. Wire 0 is the constant one, which has no name.
    pub fn name(&self, wire: u32) -> Option<&str> {
        let index = self.names.binary_search_by_key(&wire, |(wire, _)| *wire).ok()?;
        Some(&self.names[index].1)
    }
}
