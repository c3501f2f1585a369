//! The documents of the repository: the code blocks of all Markdown files, and the command lines in them. Tests compare
//! both with the programs.

use std::path::{Path, PathBuf};

/// A fenced code block.
pub struct Block {
    /// The path in the repository.
    pub file: String,
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// The words after the fence, such as `sh`.
    pub language: String,
    /// The lines, without the indentation of the fence.
    pub text: String,
}

/// A command without the operators of the shell, from a block of the language `sh` or from code within a sentence.
pub struct Command {
    /// The file and the line.
    pub place: String,
    /// The folder of the repository in which it runs: the root, or that of a `cd` before it.
    pub folder: PathBuf,
    /// The program and its arguments. Quotes, comments, assignments and redirections are removed.
    pub words: Vec<String>,
    /// Whether it is part of a sentence, and so perhaps without its arguments.
    pub is_in_sentence: bool,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All Markdown files by their path in the repository, sorted. Build outputs and hidden folders are left out.
pub fn pages() -> Vec<(String, String)> {
    let (root, mut pages) = (root(), Vec::new());
    let mut pending = vec![root.clone()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
            if entry.file_type().unwrap().is_dir() {
                let is_output =
                    ["target", "node_modules"].contains(&&*name) || path.join("pyvenv.cfg").exists();
                if !is_output && !name.starts_with('.') {
                    pending.push(path);
                }
            } else if name.ends_with(".md") && !entry.file_type().unwrap().is_symlink() {
                let text = std::fs::read_to_string(&path).unwrap();
                pages.push((path.strip_prefix(&root).unwrap().to_str().unwrap().to_string(), text));
            }
        }
    }
    pages.sort();
    pages
}

/// The code blocks of all documents.
pub fn blocks() -> Vec<Block> {
    pages().iter().flat_map(|(file, text)| blocks_of(file, text)).collect()
}

/// The code blocks of a document.
pub fn blocks_of(file: &str, text: &str) -> Vec<Block> {
    let (mut blocks, mut open) = (Vec::new(), None::<(usize, Block)>);
    for (index, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        match (line.trim_start().strip_prefix("```"), open.take()) {
            (Some(language), None) => {
                let (file, language) = (file.to_string(), language.trim().to_string());
                open = Some((indent, Block { file, line: index + 1, language, text: String::new() }));
            }
            (Some(_), Some((_, block))) => blocks.push(block),
            (None, Some((by, mut block))) => {
                block.text += line.get(by.min(indent)..).unwrap();
                block.text.push('\n');
                open = Some((by, block));
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{file}: a block without end");
    blocks
}

/// The commands of all documents: of blocks in `sh`, and of sentences in all files but the list of changes, which tells
/// of earlier versions.
pub fn commands() -> Vec<Command> {
    let mut commands = Vec::new();
    for (file, text) in pages() {
        let blocks = blocks_of(&file, &text);
        for block in blocks.iter().filter(|block| block.language == "sh") {
            commands.extend(commands_of(&file, block.line + 1, &block.text, false));
        }
        if file != "CHANGELOG.md" {
            let spans = spans(&text);
            commands.extend(spans.iter().flat_map(|(line, span)| commands_of(&file, *line, span, true)));
        }
    }
    commands
}

/// The code within the sentences of all documents but the list of changes, each with its file and line.
pub fn code_in_sentences() -> Vec<(String, String)> {
    let pages = pages().into_iter().filter(|(file, _)| file != "CHANGELOG.md");
    let place = |file: &str, (line, code): (usize, String)| (format!("{file}:{line}"), code);
    pages.flat_map(|(file, text)| code(&text).into_iter().map(move |found| place(&file, found))).collect()
}

/// The code within sentences, its words separated by single spaces, each with its line.
fn code(text: &str) -> Vec<(usize, String)> {
    let (mut prose, mut is_block) = (String::new(), false);
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        prose += if is_fence || is_block { "" } else { line };
        prose.push('\n');
    }
    let (mut found, mut line) = (Vec::new(), 1);
    for (index, part) in prose.split('`').enumerate() {
        if index % 2 == 1 {
            found.push((line, part.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        line += part.matches('\n').count();
    }
    found
}

/// The code within sentences that is a command: its first word is a program that runs something of the repository.
fn spans(text: &str) -> Vec<(usize, String)> {
    const PROGRAMS: [&str; 10] =
        ["vorpal", "cargo", "make", "go", "npm", "pip", "python", "bash", "cd", "lab"];
    const SCRIPTS: [&str; 3] = [".ci/", "fuzz/run", "lab/proofs/check"];
    let mut spans = Vec::new();
    for (line, code) in code(text) {
        let words: Vec<&str> = code.split(' ').collect();
        let is_script = SCRIPTS.iter().any(|start| words[0].starts_with(start));
        // `vorpal = ..` is a line of a manifest.
        let is_program = words.len() > 1 && words[1] != "=" && PROGRAMS.contains(&words[0]);
        if is_script || is_program {
            spans.extend(alternatives(&words).into_iter().map(|span| (line, span)));
        }
    }
    spans
}

/// A command with each of the alternatives of its last word, which a table writes as `a\\|b`.
fn alternatives(words: &[&str]) -> Vec<String> {
    let (last, before) = words.split_last().unwrap();
    let line = |word| before.iter().copied().chain([word]).collect::<Vec<_>>().join(" ");
    last.split("\\|").map(line).collect()
}

/// The commands of a text for a shell.
pub fn commands_of(file: &str, first_line: usize, text: &str, is_in_sentence: bool) -> Vec<Command> {
    let (mut commands, mut folder, mut outer) = (Vec::new(), PathBuf::new(), Vec::new());
    for (line, usage) in joined(first_line, text) {
        for words in usages(&usage).iter().flat_map(|variant| split(variant)) {
            match &*words.iter().map(String::as_str).collect::<Vec<_>>() {
                ["("] => outer.push(folder.clone()),
                [")"] => folder = outer.pop().unwrap_or_default(),
                ["cd", to] => folder = folder.join(to),
                _ => commands.push(Command {
                    place: format!("{file}:{line}"),
                    folder: folder.clone(),
                    words,
                    is_in_sentence,
                }),
            }
        }
    }
    commands
}

/// The lines of a script, each with those that continue it, and with the number of its first.
fn joined(first_line: usize, text: &str) -> Vec<(usize, String)> {
    let (mut lines, mut is_continued) = (Vec::<(usize, String)>::new(), false);
    for (line, part) in (first_line..).zip(text.lines()) {
        let (part, continues) = part.strip_suffix('\\').map_or((part, false), |part| (part, true));
        match lines.last_mut().filter(|_| is_continued) {
            Some((_, whole)) => whole.extend([" ", part]),
            None => lines.push((line, part.into())),
        }
        is_continued = continues;
    }
    lines
}

/// A line with optional parts in brackets, which may be alternatives: with the first alternative of every part, and
/// with each other alternative by itself.
fn usages(line: &str) -> Vec<String> {
    let Some(start) = line.find("[-") else { return vec![line.into()] };
    let Some(end) = line[start..].find(']').map(|length| start + length) else { return vec![line.into()] };
    let (before, inside, after) = (&line[..start], &line[start + 1..end], &line[end + 1..]);
    let (option, alternatives) = inside.rsplit_once(' ').unwrap_or(("", inside));
    let mut parts = alternatives.split('|');
    let first = parts.next().unwrap();
    let mut lines = usages(&format!("{before}{option} {first}{after}"));
    lines.extend(parts.map(|part| format!("{before}{option} {part}")));
    lines
}

/// The words of each command of a line. Parentheses are commands of their own.
fn split(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut words) = (Vec::new(), Vec::<String>::new());
    let (mut word, mut quote) = (None::<String>, None);
    // A space ends the last word.
    let mut characters = line.chars().chain([' ']).peekable();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(mark), _) if c == mark => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (None, '#') if word.is_none() => break,
            (None, '(') if word.as_ref().is_some_and(|word| word.ends_with('=')) => {
                while characters.next_if(|&c| c != ')').is_some() {}
                characters.next();
            }
            (None, ' ' | ';' | '&' | '|' | '(' | ')') => {
                words.extend(word.take());
                if c != ' ' {
                    commands.push(std::mem::take(&mut words));
                }
                if "()".contains(c) {
                    commands.push(vec![c.to_string()]);
                }
            }
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    commands.push(words);
    commands.into_iter().map(plain).filter(|words| !words.is_empty()).collect()
}

/// A command without keywords of the shell, assignments and redirections.
fn plain(words: Vec<String>) -> Vec<String> {
    const KEYWORDS: [&str; 8] = ["do", "done", "if", "then", "else", "fi", "while", "eval"];
    let is_assignment = |word: &String| {
        let name = word.split_once('=').map_or("", |(name, _)| name.trim_end_matches('+'));
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let words: Vec<String> = words
        .into_iter()
        // The shell replaces `"$(a b)"` by what the command prints.
        .flat_map(|word| match word.strip_prefix("$(").and_then(|word| word.strip_suffix(')')) {
            Some(inner) => inner.split(' ').map(String::from).collect(),
            None => vec![word],
        })
        .skip_while(|word| KEYWORDS.contains(&&**word) || is_assignment(word) || word == "$")
        .filter(|word| !word.starts_with(['<', '>']))
        .collect();
    if words.first().is_some_and(|word| word == "for") { Vec::new() } else { words }
}
