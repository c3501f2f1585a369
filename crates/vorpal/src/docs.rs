//! Tutorials and chapters about Vorpal, for users, reviewers and contributors.
//!
//! The code of these pages runs as documentation tests. The sources are the files `docs/*.md` of the repository.
//!
//! * Tutorials: [`clients`] for developers of clients, [`provers`] for developers of provers, [`jolt`] on these fields,
//!   [`researchers`].
//! * Reference: [`command`], the `vorpal` command and its file formats.
//! * Arithmetic: [`multiplication`], [`roots`], [`points`], [`sums`].
//! * Applications: [`signatures`], [`tree`], [`constant_time`], [`mobile`] (phones and arm64).
//! * Experiments of others, repeated: [`sources`].
//! * Decisions: [`decisions`], [`tried`] (rejected experiments), [`limits`] (known limits). For reviewers: [`audit`].

// In CommonMark the first definition of a link counts. The pages define links to files, for readers of the repository.
// The attributes before `include_str!` define the same names as links to items, for readers of rustdoc.

#[doc = "[the command]: crate::docs::command"]
#[doc = "[Tree]: crate::docs::tree"]
#[doc = "[Signatures]: crate::docs::signatures"]
#[doc = "[`recover`]: crate::secp256k1::recover"]
#[doc = "[`recover_batch`]: crate::secp256k1::recover_batch"]
#[doc = "[`verify_batch`]: crate::secp256k1::verify_batch"]
#[doc = "[`Witness`]: crate::tree::Witness"]
#[doc = "[`WitnessVersion`]: crate::tree::WitnessVersion"]
#[doc = include_str!("docs/clients.md")]
pub mod clients {}

#[doc = "[Sums]: crate::docs::sums"]
#[doc = "[Points]: crate::docs::points"]
#[doc = "[`Lazy`]: crate::fields::Lazy"]
#[doc = "[`Chain`]: crate::fields::Chain"]
#[doc = "[`Acc`]: crate::fields::Acc"]
#[doc = "[`SmallAcc`]: crate::fields::SmallAcc"]
#[doc = "[`MixedAcc`]: crate::fields::MixedAcc"]
#[doc = "[Jolt]: crate::docs::jolt"]
#[doc = "[`Domain`]: crate::ntt::Domain"]
#[doc = "[`msm_vartime`]: crate::msm::msm_vartime"]
#[doc = "[`Msm`]: crate::msm::Msm"]
#[doc = "[`PreparedBases`]: crate::msm::PreparedBases"]
#[doc = "[`PartialMsm`]: crate::msm::PartialMsm"]
#[doc = include_str!("docs/provers.md")]
pub mod provers {}

#[doc = "[`Fe`]: crate::fields::Fe"]
#[doc = "[`MixedAcc`]: crate::fields::MixedAcc"]
#[doc = "[`SmallAcc`]: crate::fields::SmallAcc"]
#[doc = "[`Lazy`]: crate::fields::Lazy"]
#[doc = include_str!("docs/jolt.md")]
pub mod jolt {}

#[doc = "[Multiplication]: crate::docs::multiplication"]
#[doc = "[Square roots]: crate::docs::roots"]
#[doc = "[Rejected experiments]: crate::docs::tried"]
#[doc = "[`schedule`]: crate::limbs::schedule"]
#[doc = "[`witness`]: crate::limbs::schedule::witness"]
#[doc = include_str!("docs/researchers.md")]
pub mod researchers {}

#[doc = "[roots]: crate::docs::roots"]
#[doc = include_str!("docs/sources.md")]
pub mod sources {}

#[doc = include_str!("docs/command.md")]
pub mod command {}

#[doc = include_str!("docs/multiplication.md")]
pub mod multiplication {}

#[doc = include_str!("docs/roots.md")]
pub mod roots {}

#[doc = "[Sums]: crate::docs::sums"]
#[doc = include_str!("docs/points.md")]
pub mod points {}

#[doc = include_str!("docs/sums.md")]
pub mod sums {}

#[doc = "[Constant time]: crate::docs::constant_time"]
#[doc = include_str!("docs/signatures.md")]
pub mod signatures {}

#[doc = include_str!("docs/tree.md")]
pub mod tree {}

#[doc = include_str!("docs/constant-time.md")]
pub mod constant_time {}

#[doc = "[the command]: crate::docs::command"]
#[doc = "[constant time]: crate::docs::constant_time"]
#[doc = include_str!("docs/mobile.md")]
pub mod mobile {}

#[doc = "[tried]: crate::docs::tried"]
#[doc = include_str!("docs/decisions.md")]
pub mod decisions {}

#[doc = "[multiplication]: crate::docs::multiplication"]
#[doc = include_str!("docs/tried.md")]
pub mod tried {}

#[doc = include_str!("docs/limits.md")]
pub mod limits {}

#[doc = "[limits]: crate::docs::limits"]
#[doc = "[constant time]: crate::docs::constant_time"]
#[doc = include_str!("docs/audit.md")]
pub mod audit {}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The targets of the links of a text that have their target beside them.
    fn inline_targets(text: &str) -> impl Iterator<Item = &str> {
        text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
    }

    /// The names and targets that a text defines for its links.
    fn definitions(text: &str) -> impl Iterator<Item = (&str, &str)> {
        text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "))
    }

    /// Whether a target is a file of the repository.
    fn is_file(target: &str) -> bool {
        !target.contains("://") && !target.starts_with('#') && !target.contains(' ')
    }

    /// The targets of links and of link definitions that are files of the repository.
    fn file_targets(text: &str) -> Vec<&str> {
        let defined = definitions(text).map(|(_, target)| target);
        inline_targets(text)
            .chain(defined)
            .filter(|target| is_file(target))
            .map(|target| target.split('#').next().unwrap_or_default())
            .collect()
    }

    #[test]
    fn links_between_documents_lead_to_files() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md"].map(|name| root.join(name)).into();
        let entries = fs::read_dir(root.join("docs")).expect("the folder of chapters");
        pages.extend(entries.map(|entry| entry.expect("an entry").path()));
        pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
        assert!(pages.len() > 10, "{pages:?}");
        let mut links = 0;
        for page in pages {
            let text = fs::read_to_string(&page).expect("a page of text");
            for target in file_targets(&text) {
                let folder = page.parent().expect("a page is in a folder");
                assert!(folder.join(target).exists(), "{}: no {target}", page.display());
                links += 1;
            }
        }
        assert!(links > 30, "{links} links");
    }

    /// The links of a page that lead nowhere in rustdoc, where attributes before the page define these names: the
    /// targets of inline links that are files, and the names that only the page defines, as files. And names of
    /// attributes that the page does not define: readers of the repository have no link there.
    fn dead_in_rustdoc<'a>(attributes: &[&'a str], text: &'a str) -> Vec<&'a str> {
        let inline = inline_targets(text).filter(|target| is_file(target));
        let files = definitions(text)
            .filter(|(name, target)| is_file(target) && !attributes.contains(name))
            .map(|(name, _)| name);
        let unused =
            attributes.iter().copied().filter(|name| definitions(text).all(|(other, _)| other != *name));
        inline.chain(files).chain(unused).collect()
    }

    #[test]
    fn links_of_pages_lead_to_items_in_rustdoc() {
        let source = include_str!("docs.rs").split("#[cfg(test)]").next().expect("the modules");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let (mut attributes, mut pages, mut faults) = (Vec::new(), 0, Vec::new());
        for line in source.lines() {
            if let Some(definition) = line.strip_prefix("#[doc = \"[") {
                attributes.extend(definition.split("]: ").next());
            } else if let Some(page) = line.strip_prefix("#[doc = include_str!(\"docs/") {
                let page = page.split('"').next().expect("a name");
                let text = fs::read_to_string(folder.join(page)).expect("a page of text");
                let dead = dead_in_rustdoc(&attributes, &text);
                faults.extend(dead.iter().map(|link| format!("docs/{page}: {link}")));
                attributes.clear();
                pages += 1;
            }
        }
        assert_eq!(faults, [""; 0]);
        assert_eq!(pages, source.matches("pub mod ").count());
        let text = "[a](b.md) [c](https://d) [e](#f)\n[g]: h.md\n[i]: j.md\n[k]: https://l\n";
        assert_eq!(dead_in_rustdoc(&["g", "m"], text), ["b.md", "i", "m"]);
    }

    #[test]
    fn links_to_files_are_found() {
        let text = "[a](b.md#c) [d](https://e) [f](#g)\n[h]: ../i.md\n`x[1]: y`\n";
        assert_eq!(file_targets(text), ["b.md", "../i.md"]);
    }
}
