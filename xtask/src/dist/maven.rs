//! The packages for Java, as a repository of Maven: jars with native code, and their descriptions.

use super::build::{self, GLIBC, Platform};
use super::{archive, dist, version};
use crate::process::{Outcome, has};
use crate::suite::Context;

/// The packages with jars, by folder and name.
const MODULES: [(&str, &str); 4] = [
    ("vorpal", "vorpal"),
    ("besu", "vorpal-besu-native"),
    ("ckzg", "vorpal-jc-kzg-4844"),
    ("teku", "vorpal-teku-bls"),
];

pub(super) fn build(context: &Context) -> Outcome {
    if !["javac", "mvn"].into_iter().all(has) {
        context.skip("the packages for Java: a JDK or Maven is missing");
        return Ok(());
    }
    let java = context.root.join("bindings/java");
    let maven = "mvn --batch-mode --no-transfer-progress --quiet";
    context.command(format!("{maven} clean")).folder(&java).run()?;
    let natives = java.join("vorpal/target/natives/io/vorpal/natives");
    let mut count = 0;
    for platform in &GLIBC {
        if build::cargo(context, platform, "bindings/java", "--lib", &[])? {
            let file = platform.outputs(context).join("libvorpal_java.so");
            archive::copy(&file, &natives.join(folder(platform)).join("libvorpal_java.so"), 0o644)?;
            count += 1;
        }
    }
    if count == 0 {
        return Ok(());
    }
    // Maven writes this time into all entries of the jars, in the order of their names, and the rights of files, which
    // depend on the umask.
    let time = format!("-Dproject.build.outputTimestamp={}", build::epoch(context)?);
    context.command("chmod -R u=rwX,go=rX").arg(&java).run()?;
    let line = format!("umask 022; exec {maven} package -DskipTests \"$@\"");
    context.command("sh -c").arg(line).arg("sh").arg(time).folder(&java).run()?;
    repository(context)
}

/// The platform's folder in the jar, as `io.vorpal.internal.Loader` names it.
fn folder(platform: &Platform) -> String {
    format!("linux-{}", platform.target.split('-').next().unwrap_or_default())
}

/// Copies jars and descriptions to the places that Maven expects.
fn repository(context: &Context) -> Outcome {
    let (java, version) = (context.root.join("bindings/java"), version(context)?);
    let group = dist(context).join("maven/io/vorpal");
    let place =
        |name: &str, end: &str| group.join(name).join(&version).join(format!("{name}-{version}.{end}"));
    archive::copy(&java.join("pom.xml"), &place("vorpal-parent", "pom"), 0o644)?;
    for (folder, name) in MODULES {
        archive::copy(&java.join(folder).join("pom.xml"), &place(name, "pom"), 0o644)?;
        let jar = java.join(folder).join("target").join(format!("{name}-{version}.jar"));
        archive::copy(&jar, &place(name, "jar"), 0o644)?;
    }
    println!("dist/maven: {} packages", MODULES.len());
    Ok(())
}
