//! The imports of each source file, from `use` items and paths in the code, followed through re-exports to
//! the file that defines the name.

use std::collections::{BTreeMap, BTreeSet};

/// The path of a module below the crate: `["editor", "model"]`.
pub type Module = Vec<String>;

/// Modules, each with the modules that it imports from.
pub type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// Reads the imports of modules from their sources (without comments and tests). Imports from its own
/// submodules don't count for a module.
pub fn imports(sources: &BTreeMap<Module, String>) -> Imports {
    let exports: BTreeMap<&Module, BTreeMap<String, Module>> = sources
        .iter()
        .map(|(module, source)| (module, names_used(sources, module, source)))
        .collect();
    let mut found = Imports::new();
    for (module, source) in sources {
        let own = found.entry(module.clone()).or_default();
        for path in paths(sources, module, source) {
            let mut path = path;
            // A name may be re-exported more than once; the limit guards against a circle.
            for _ in 0..8 {
                let Some((file, rest)) = file_of(sources, &path) else {
                    break;
                };
                let handed_on = rest.first().and_then(|name| exports[&file].get(name));
                match handed_on {
                    Some(from) if file != *module || rest.len() > 1 => {
                        path = from.iter().chain(rest.iter().skip(1)).cloned().collect();
                    }
                    _ => {
                        if file != *module && !file.starts_with(module) {
                            own.insert(file);
                        }
                        break;
                    }
                }
            }
        }
    }
    found
}

/// Returns the groups of several modules that import each other in a circle, the largest first.
pub fn circles(imports: &Imports) -> Vec<BTreeSet<Module>> {
    let mut circles: BTreeSet<BTreeSet<Module>> = BTreeSet::new();
    let reached: BTreeMap<&Module, BTreeSet<Module>> = imports
        .keys()
        .map(|module| (module, reach(imports, module)))
        .collect();
    for (module, far) in &reached {
        let back = |other: &&Module| reached.get(*other).is_some_and(|far| far.contains(*module));
        let circle: BTreeSet<Module> = far.iter().filter(back).cloned().collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    let mut circles: Vec<_> = circles.into_iter().collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

fn reach(imports: &Imports, from: &Module) -> BTreeSet<Module> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in imports.get(module).into_iter().flatten() {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

/// Returns the nearest module on a path that has a file, and the remaining path.
fn file_of(sources: &BTreeMap<Module, String>, path: &[String]) -> Option<(Module, Vec<String>)> {
    (1..=path.len()).rev().find_map(|length| {
        let (module, rest) = path.split_at(length);
        let known = sources.contains_key(module);
        known.then(|| (module.to_vec(), rest.to_vec()))
    })
}

/// Returns the names that a module has by `use`, and their paths.
fn names_used(
    sources: &BTreeMap<Module, String>,
    module: &Module,
    source: &str,
) -> BTreeMap<String, Module> {
    let items = use_items(source).into_iter();
    items
        .filter_map(|item| {
            let (path, alias) = match item.split_once(" as ") {
                Some((path, alias)) => (path, Some(alias.trim().to_owned())),
                None => (item.as_str(), None),
            };
            let path = whole(sources, module, path.trim())?;
            let name = alias.or_else(|| path.last().cloned())?;
            Some((name, path))
        })
        .collect()
}

/// Returns all paths of a source that lead into the crate.
fn paths(sources: &BTreeMap<Module, String>, module: &Module, source: &str) -> Vec<Module> {
    let items = use_items(source).into_iter().map(|item| {
        let path = item.split(" as ").next().unwrap_or(&item);
        path.trim().to_owned()
    });
    let in_code = words_with_colons(&without_uses(source));
    let all = items.chain(in_code);
    all.filter_map(|path| whole(sources, module, &path))
        .collect()
}

/// Returns a path from the crate's root; `None` where it leads out of the crate.
fn whole(sources: &BTreeMap<Module, String>, module: &Module, path: &str) -> Option<Module> {
    let parts: Vec<&str> = path.split("::").filter(|part| *part != "*").collect();
    let first = *parts.first()?;
    let ups = parts.iter().take_while(|part| **part == "super").count();
    let mut out: Module = match first {
        "crate" => Vec::new(),
        "self" => module.clone(),
        "super" => module[..module.len().checked_sub(ups)?].to_vec(),
        child => {
            let mut below = module.clone();
            below.push(child.to_owned());
            sources.contains_key(&below).then(|| module.clone())?
        }
    };
    let rest = parts
        .iter()
        .filter(|part| !matches!(**part, "crate" | "super" | "self"));
    out.extend(rest.map(|part| (*part).to_owned()));
    Some(out)
}

/// Returns the items of all `use`s with groups split up: `a::b`, `a::c as d`.
fn use_items(source: &str) -> Vec<String> {
    let mut items = Vec::new();
    for statement in uses(source) {
        take_apart(&statement, "", &mut items);
    }
    items
}

fn take_apart(tree: &str, before: &str, out: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((head, group)) = tree.split_once('{') else {
        let path = format!("{before}{tree}");
        out.push(path.strip_suffix("::self").unwrap_or(&path).to_owned());
        return;
    };
    let before = format!("{before}{}", head.trim());
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let (mut depth, mut item) = (0, String::new());
    for c in group.chars().chain([',']) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !item.trim().is_empty() {
                    take_apart(&item, &before, out);
                }
                item.clear();
                continue;
            }
            _ => {}
        }
        item.push(c);
    }
}

/// Returns the text between each `use` and its `;`.
fn uses(source: &str) -> Vec<String> {
    let starts = source
        .match_indices("use ")
        .filter(|(at, _)| is_start(source, *at));
    starts
        .filter_map(|(at, word)| source[at + word.len()..].split_once(';'))
        .map(|(statement, _)| statement.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// Returns true where an item begins: at a line's start, or after a visibility.
fn is_start(source: &str, at: usize) -> bool {
    let line = source[..at].rsplit('\n').next().unwrap_or_default().trim();
    line.is_empty() || (line.starts_with("pub") && !line.contains(' '))
}

fn without_uses(source: &str) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some(at) = rest
        .match_indices("use ")
        .map(|(at, _)| at)
        .find(|at| is_start(rest, *at))
    {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once(';').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

fn words_with_colons(source: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    source
        .split(|c: char| !is_path(c))
        .map(|word| word.trim_matches(':'))
        .filter(|word| word.contains("::"))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(path: &str) -> Module {
        path.split("::").map(str::to_owned).collect()
    }

    fn read(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let sources = files
            .iter()
            .map(|(path, text)| (module(path), (*text).to_owned()));
        let found = imports(&sources.collect());
        let arrows = found
            .iter()
            .flat_map(|(from, to)| to.iter().map(|to| (from.join("::"), to.join("::"))));
        arrows.collect()
    }

    fn check(files: &[(&str, &str)], expected: &[(&str, &str)]) {
        let expected: Vec<(String, String)> = expected
            .iter()
            .map(|(from, to)| ((*from).to_owned(), (*to).to_owned()))
            .collect();
        assert_eq!(read(files), expected, "{files:?}");
    }

    #[test]
    fn names_are_followed_to_the_file_that_has_them() {
        check(
            &[
                ("a", "use crate::b::{self, c::{D, E as F}};"),
                ("b", ""),
                ("b::c", ""),
            ],
            &[("a", "b"), ("a", "b::c")],
        );
        check(
            &[
                ("a", "use crate::b::D;"),
                ("b", "pub use c::D;"),
                ("b::c", ""),
            ],
            &[("a", "b::c")],
        );
        check(
            &[
                ("a", "fn f() { crate::b::g(); super::c::h() }"),
                ("b", ""),
                ("c", ""),
            ],
            &[("a", "b"), ("a", "c")],
        );
    }

    #[test]
    fn a_module_is_made_of_those_below_it() {
        check(
            &[("a", "mod b; use b::C; fn f() { b::g() }"), ("a::b", "")],
            &[],
        );
        check(
            &[("a", "mod b;"), ("a::b", "use super::T;")],
            &[("a::b", "a")],
        );
    }

    #[test]
    fn a_cycle_of_imports_is_found() {
        let files = [
            ("a", "use crate::b::B;"),
            ("b", "use crate::c::C;"),
            ("c", "use crate::a::A;"),
            ("d", "use crate::a::A;"),
        ];
        let sources = files
            .iter()
            .map(|(path, text)| (module(path), (*text).to_owned()));
        let found = circles(&imports(&sources.collect()));
        let expected: BTreeSet<Module> = ["a", "b", "c"].into_iter().map(module).collect();
        assert_eq!(found, [expected]);
    }
}
