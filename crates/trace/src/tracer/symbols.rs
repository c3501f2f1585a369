//! Symbol names of addresses in a process, for reports.

use std::path::PathBuf;

use nix::unistd::Pid;
use object::read::elf::ElfFile64;
use object::{Object, ObjectSegment, ObjectSymbol, SymbolMap, SymbolMapName};

/// The memory mappings of a running process.
pub(crate) struct Mappings(Vec<Mapping>);

struct Mapping {
    start: u64,
    end: u64,
    offset: u64,
    path: PathBuf,
}

impl Mappings {
    pub(crate) fn of(pid: Pid) -> Self {
        let text = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
        Self(text.lines().filter_map(Mapping::parse).collect())
    }

    /// The address of a function of the GNU C library, if that is loaded as a shared library.
    pub(crate) fn address_of(&self, function: &str) -> Option<u64> {
        let is_library = |mapping: &&Mapping| {
            mapping.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libc.so"))
        };
        self.0.iter().filter(is_library).find_map(|mapping| mapping.function(function))
    }

    /// The addresses of the files whose names begin so, or all.
    pub(crate) fn ranges(&self, file: Option<&str>) -> Vec<(u64, u64)> {
        let Some(file) = file else { return vec![(0, u64::MAX)] };
        let is_it = |mapping: &&Mapping| {
            mapping.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(file))
        };
        self.0.iter().filter(is_it).map(|mapping| (mapping.start, mapping.end)).collect()
    }

    /// The name of an address: the function and the offset in it, or else the file and the offset in it.
    pub(crate) fn name(&self, address: u64) -> String {
        let Some(mapping) = self.0.iter().find(|mapping| (mapping.start..mapping.end).contains(&address))
        else {
            return format!("{address:#x}");
        };
        mapping.symbol(address).unwrap_or_else(|| {
            format!("{} + {:#x}", mapping.path.display(), address - mapping.start + mapping.offset)
        })
    }
}

impl Mapping {
    /// Parses a line of `/proc/PID/maps`: `start-end rights offset device inode path`.
    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let hex = |text: &str| u64::from_str_radix(text, 16).ok();
        let (start, end) = fields.first()?.split_once('-')?;
        Some(Self {
            start: hex(start)?,
            end: hex(end)?,
            offset: hex(fields.get(2)?)?,
            path: PathBuf::from(fields.get(5)?),
        })
    }

    /// The address of a function, if this mapping has its code.
    fn function(&self, name: &str) -> Option<u64> {
        let bytes = std::fs::read(&self.path).ok()?;
        let file: ElfFile64<'_> = ElfFile64::parse(&*bytes).ok()?;
        let symbol =
            file.dynamic_symbols().find(|symbol| symbol.is_definition() && symbol.name() == Ok(name))?;
        let segment = file.segments().find(|segment| {
            (segment.address()..segment.address() + segment.size()).contains(&symbol.address())
        })?;
        let in_file = symbol.address() - segment.address() + segment.file_range().0;
        (self.offset..self.offset + (self.end - self.start))
            .contains(&in_file)
            .then(|| in_file - self.offset + self.start)
    }

    fn symbol(&self, address: u64) -> Option<String> {
        let bytes = std::fs::read(&self.path).ok()?;
        let file: ElfFile64<'_> = ElfFile64::parse(&*bytes).ok()?;
        let in_file = address - self.start + self.offset;
        let segment = file.segments().find(|segment| {
            let (offset, size) = segment.file_range();
            (offset..offset + size).contains(&in_file)
        })?;
        let symbols: SymbolMap<SymbolMapName<'_>> = file.symbol_map();
        let in_image = in_file - segment.file_range().0 + segment.address();
        let symbol = symbols.before(in_image)?;
        Some(format!("{:#} + {:#x}", rustc_demangle::demangle(symbol.name()), in_image - symbol.address()))
    }
}
