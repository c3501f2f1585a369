//! Finds the imports between the modules of a crate in its source, without a compiler.
//!
//! An import is a `use` declaration, or a path that starts with `crate`, `self`, `super` or a child module. Comments,
//! documentation, strings, attributes and items for tests do not count. A name that a module re-exports belongs to the
//! module that defines it. Methods and macros without a path are not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The names of a module and of the modules around it, from the root of the crate.
pub(crate) type ModulePath = Vec<String>;

/// The crate's root in a graph, beside the modules of the root.
pub(crate) const ROOT: &str = "the root";

/// Where a module uses a name: a file and a line.
pub(crate) type Position = (PathBuf, usize);

/// The modules with one parent. An edge leads from a module to one that it imports from, inside or below.
#[derive(Default)]
pub(crate) struct Graph {
    pub(crate) edges: BTreeMap<String, BTreeMap<String, Position>>,
}

/// The source of one module.
#[derive(Default)]
struct Module {
    file: PathBuf,
    uses: Vec<Use>,
    /// The names that the module defines.
    items: BTreeSet<String>,
}

/// A name that a module uses.
struct Use {
    segments: Vec<String>,
    line: usize,
    kind: Kind,
}

#[derive(PartialEq)]
enum Kind {
    /// A path in code.
    Path,
    /// A declaration, with the name in this module.
    Name { name: String, public: bool },
    /// A declaration of all names of a module.
    Glob { public: bool },
}

/// The modules of one crate.
#[derive(Default)]
pub(crate) struct Modules {
    modules: BTreeMap<ModulePath, Module>,
    /// Text behind that of files: planted faults.
    planted: BTreeMap<PathBuf, String>,
}

impl Modules {
    /// Reads a crate from the file of its root.
    pub(crate) fn read(root: &Path) -> Self {
        Self::read_with(root, BTreeMap::new())
    }

    /// As [`read`](Self::read), as if the files ended with these texts.
    pub(crate) fn read_with(root: &Path, planted: BTreeMap<PathBuf, String>) -> Self {
        let mut found = Self { planted, ..Self::default() };
        let source = found.text(root);
        let folder = root.parent().unwrap().to_path_buf();
        found.scan_module(&source, root.to_path_buf(), Some(&folder), Vec::new());
        found
    }

    /// A crate of one file.
    pub(crate) fn parse(source: &str) -> Self {
        let mut found = Self::default();
        found.scan_module(source, PathBuf::from("lib.rs"), None, Vec::new());
        found
    }

    fn text(&self, file: &Path) -> String {
        let text = std::fs::read_to_string(file).unwrap();
        text + self.planted.get(file).map_or("", |planted| planted)
    }

    /// The file of a module.
    pub(crate) fn file(&self, path: &[String]) -> &Path {
        &self.modules[path].file
    }

    fn scan_module(&mut self, source: &str, file: PathBuf, folder: Option<&Path>, path: ModulePath) {
        let tokens =
            source.parse::<TokenStream>().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.modules.insert(path.clone(), Module { file, ..Module::default() });
        self.scan(tokens, folder, &path, true);
    }

    /// Reads tokens of a module. `is_outer` says that they are not inside an item.
    fn scan(&mut self, tokens: TokenStream, folder: Option<&Path>, path: &ModulePath, is_outer: bool) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if is_punct(&tokens, at, '#') {
                let (after, is_test) = attribute(&tokens, at);
                at = if is_test { end_of_item(&tokens, after) } else { after };
                continue;
            }
            if let TokenTree::Group(group) = &tokens[at] {
                self.scan(group.stream(), folder, path, false);
            }
            let Some(word) = word(&tokens, at) else {
                at += 1;
                continue;
            };
            let module = self.modules.get_mut(path).unwrap();
            match (&*word, self::word(&tokens, at + 1)) {
                ("mod", Some(name)) => {
                    self.child(&tokens, at, folder, path, name);
                    at += 3;
                }
                ("use", _) if !is_punct(&tokens, at + 1, '<') => {
                    let end = (at..tokens.len()).find(|&end| is_punct(&tokens, end, ';')).unwrap();
                    let public = is_public(&tokens[..at]);
                    use_tree(&tokens[at + 1..end], &[], public, &mut module.uses);
                    at = end + 1;
                }
                ("struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static", Some(name)) => {
                    if is_outer && name != "fn" {
                        module.items.insert(name);
                    }
                    at += 1;
                }
                ("macro_rules", None) => {
                    module.items.extend(self::word(&tokens, at + 2));
                    at += 3;
                }
                _ => {
                    let (segments, after) = path_at(&tokens, at);
                    if segments.len() > 1 && !follows_path(&tokens, at) {
                        let line = tokens[at].span().start().line;
                        module.uses.push(Use { segments, line, kind: Kind::Path });
                    }
                    at = after;
                }
            }
        }
    }

    /// Reads the module that is declared at a token: `mod name;` or `mod name { ... }`.
    fn child(
        &mut self,
        tokens: &[TokenTree],
        at: usize,
        folder: Option<&Path>,
        path: &ModulePath,
        name: String,
    ) {
        let mut child = path.clone();
        child.push(name.clone());
        let inside = folder.map(|folder| folder.join(&name));
        if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
            let file = self.modules[path].file.clone();
            self.modules.insert(child.clone(), Module { file, ..Module::default() });
            self.scan(body.stream(), inside.as_deref(), &child, true);
            return;
        }
        let (Some(folder), Some(inside)) = (folder, inside) else { panic!("{name} has no file") };
        let file =
            [folder.join(format!("{name}.rs")), inside.join("mod.rs")].into_iter().find(|file| file.exists());
        let file = file.unwrap_or_else(|| panic!("no file of {name} in {}", folder.display()));
        let source = self.text(&file);
        self.scan_module(&source, file, Some(&inside), child);
    }

    /// The number of modules.
    pub(crate) fn len(&self) -> usize {
        self.modules.len()
    }

    /// Declarations outside of tests that import all names of a module around them, which hides what they use.
    pub(crate) fn hidden(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (path, module) in &self.modules {
            for used in module.uses.iter().filter(|used| matches!(used.kind, Kind::Glob { .. })) {
                let Some((start, rest)) = self.start(path, &used.segments) else { continue };
                let target = [start, rest].concat();
                if path.starts_with(&target) {
                    found.push(format!("{}:{}", module.file.display(), used.line));
                }
            }
        }
        found
    }

    /// The graph of the children of each module, by the path of the module. The root of the crate is in the graph of
    /// its children, if they use what it defines itself.
    pub(crate) fn graphs(&self) -> BTreeMap<ModulePath, Graph> {
        let mut graphs = BTreeMap::<ModulePath, Graph>::new();
        for (source, module) in &self.modules {
            for used in &module.uses {
                let Some((start, rest)) = self.start(source, &used.segments) else { continue };
                let mut targets = BTreeSet::new();
                self.follow(start, &rest, 0, &mut targets);
                for target in targets {
                    let common = source.iter().zip(&target).take_while(|(a, b)| a == b).count();
                    let (from, to) = match (source.get(common), target.get(common)) {
                        (Some(from), Some(to)) => (from.clone(), to.clone()),
                        (Some(from), None) if common == 0 && !self.is_reexported(&used.segments) => {
                            (from.clone(), ROOT.to_string())
                        }
                        (None, Some(to)) if common == 0 && !used.is_public() => {
                            (ROOT.to_string(), to.clone())
                        }
                        _ => continue,
                    };
                    let edges = &mut graphs.entry(source[..common].to_vec()).or_default().edges;
                    let position = (module.file.clone(), used.line);
                    edges.entry(from).or_default().entry(to).or_insert(position);
                }
            }
        }
        graphs
    }

    /// Whether a path from the root goes through a declaration there.
    fn is_reexported(&self, segments: &[String]) -> bool {
        let name = segments.iter().find(|segment| !["crate", "super"].contains(&&***segment));
        let declares = |used: &Use| match &used.kind {
            Kind::Name { name: declared, .. } => Some(declared) == name,
            Kind::Glob { .. } => true,
            Kind::Path => false,
        };
        let root = &self.modules[&Vec::new()];
        name.is_none_or(|name| !root.items.contains(name)) && root.uses.iter().any(declares)
    }

    /// The module where a path starts, and the rest of the path; none for names of other crates and local names.
    fn start(&self, module: &ModulePath, segments: &[String]) -> Option<(ModulePath, Vec<String>)> {
        let mut start = module.clone();
        let mut rest = segments;
        match &*segments[0] {
            "crate" => start.clear(),
            "self" | "super" => {}
            name => {
                let child = [module.clone(), vec![name.to_string()]].concat();
                return self.modules.contains_key(&child).then(|| (module.clone(), segments.to_vec()));
            }
        }
        while let Some(first) = rest.first().filter(|first| ["crate", "self", "super"].contains(&&***first)) {
            if first == "super" {
                start.pop()?;
            }
            rest = &rest[1..];
        }
        Some((start, rest.to_vec()))
    }

    /// Adds the modules that a path leads through by declarations, and the one that defines its name.
    fn follow(&self, start: ModulePath, rest: &[String], depth: usize, targets: &mut BTreeSet<ModulePath>) {
        let mut current = start;
        for (index, segment) in rest.iter().enumerate() {
            let child = [current.clone(), vec![segment.clone()]].concat();
            if self.modules.contains_key(&child) {
                current = child;
                continue;
            }
            let module = &self.modules[&current];
            let declared = module.uses.iter().filter(|used| match &used.kind {
                Kind::Name { name, .. } => name == segment,
                Kind::Glob { .. } => {
                    !module.items.contains(segment) && self.glob_has(&current, used, segment)
                }
                Kind::Path => false,
            });
            for used in declared {
                // A declaration that leads in a circle is that of another name space.
                assert!(depth < 20, "{current:?} {segment}");
                let Some((start, mut path)) = self.start(&current, &used.segments) else { continue };
                let skipped = if matches!(used.kind, Kind::Glob { .. }) { index } else { index + 1 };
                path.extend_from_slice(&rest[skipped..]);
                self.follow(start, &path, depth + 1, targets);
            }
            break;
        }
        targets.insert(current);
    }

    /// Whether a declaration of all names of a module declares a name.
    fn glob_has(&self, module: &ModulePath, glob: &Use, name: &str) -> bool {
        let Some((start, path)) = self.start(module, &glob.segments) else { return false };
        let target = [start, path].concat();
        let Some(found) = self.modules.get(&target) else { return false };
        let declares =
            |used: &Use| matches!(&used.kind, Kind::Name { name: declared, .. } if declared == name);
        found.items.contains(name) || found.uses.iter().any(declares)
    }
}

impl Use {
    fn is_public(&self) -> bool {
        match self.kind {
            Kind::Path => false,
            Kind::Name { public, .. } | Kind::Glob { public } => public,
        }
    }
}

impl Graph {
    /// The shortest circle through each module that is in one.
    pub(crate) fn circles(&self) -> BTreeSet<Vec<String>> {
        self.edges.keys().filter_map(|node| self.circle(node)).collect()
    }

    /// The shortest circle through a module, from its smallest name.
    fn circle(&self, node: &str) -> Option<Vec<String>> {
        let mut paths = std::collections::VecDeque::from([vec![node.to_string()]]);
        let mut seen = BTreeSet::new();
        while let Some(path) = paths.pop_front() {
            for next in self.edges.get(path.last()?).into_iter().flat_map(BTreeMap::keys) {
                if next == node {
                    let smallest = (0..path.len()).min_by_key(|&index| &path[index])?;
                    return Some([&path[smallest..], &path[..smallest]].concat());
                }
                if seen.insert(next) {
                    paths.push_back([&path[..], std::slice::from_ref(next)].concat());
                }
            }
        }
        None
    }
}

fn word(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at) {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

fn is_punct(tokens: &[TokenTree], at: usize, expected: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == expected)
}

fn is_double_colon(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens, at, ':') && is_punct(tokens, at + 1, ':')
}

/// Whether the tokens end with `pub`, also with a restriction.
fn is_public(before: &[TokenTree]) -> bool {
    let end = before.len();
    let restricted = matches!(before.last(), Some(TokenTree::Group(_)));
    let at = end.checked_sub(if restricted { 2 } else { 1 });
    at.and_then(|at| word(before, at)).is_some_and(|word| word == "pub")
}

/// Whether a token continues a path or names a field.
fn follows_path(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_double_colon(tokens, at - 2)
}

/// The words of the path at a token, and the index behind them.
fn path_at(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut segments = Vec::from_iter(word(tokens, at));
    at += 1;
    while is_double_colon(tokens, at) {
        let Some(next) = word(tokens, at + 2) else { break };
        segments.push(next);
        at += 3;
    }
    (segments, at)
}

/// The index behind the attribute at a token, and whether it is `cfg(test)` or `cfg(all(test, ...))`.
fn attribute(tokens: &[TokenTree], at: usize) -> (usize, bool) {
    let at = if is_punct(tokens, at + 1, '!') { at + 2 } else { at + 1 };
    let Some(TokenTree::Group(group)) = tokens.get(at) else { return (at, false) };
    (at + 1, needs(&group.stream().to_string().replace(char::is_whitespace, "")))
}

fn needs(attribute: &str) -> bool {
    attribute == "cfg(test)" || attribute.starts_with("cfg(all(test,") || attribute == "cfg(doctest)"
}

/// The index behind the item at a token.
fn end_of_item(tokens: &[TokenTree], mut at: usize) -> usize {
    let statements = ["use", "let", "type", "static", "const"];
    let mut needs_semicolon = false;
    while at < tokens.len() {
        if is_punct(tokens, at, '#') {
            at = attribute(tokens, at).0;
            continue;
        }
        match &tokens[at] {
            TokenTree::Ident(word) if word == "fn" || word == "impl" => needs_semicolon = false,
            TokenTree::Ident(word) if statements.iter().any(|statement| word == statement) => {
                needs_semicolon = true;
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !needs_semicolon => {
                return at + 1;
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Adds the names of a `use` declaration, without its keyword and semicolon.
fn use_tree(tokens: &[TokenTree], prefix: &[String], public: bool, uses: &mut Vec<Use>) {
    for tree in tokens.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')) {
        let Some(first) = tree.first() else { continue };
        let line = first.span().start().line;
        let mut segments = prefix.to_vec();
        let mut name = None;
        for (at, token) in tree.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    name = self::word(tree, at + 1);
                    break;
                }
                TokenTree::Ident(word) => segments.push(word.to_string()),
                TokenTree::Group(group) => {
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    use_tree(&inner, &segments, public, uses);
                    segments.clear();
                }
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    uses.push(Use {
                        segments: std::mem::take(&mut segments),
                        line,
                        kind: Kind::Glob { public },
                    });
                }
                _ => {}
            }
        }
        if segments.len() > prefix.len() {
            // `a::{self}` declares `a`.
            if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
                segments.pop();
            }
            let name = name.unwrap_or_else(|| segments.last().unwrap().clone());
            uses.push(Use { segments, line, kind: Kind::Name { name, public } });
        }
    }
}
