//! The packages for C, Python, JavaScript, Java and Go: installed by each language's own tool, then the first example.

use std::env::consts::ARCH;
use std::fs;
use std::path::PathBuf;

use super::{artefact, bare, check, dist, example, folder};
use crate::dist::version;
use crate::process::{Outcome, has};
use crate::suite::Context;

/// The compiler sees the files of the archive alone. The program runs with the shared library, then with the static.
pub(super) fn c(context: &Context) -> Outcome {
    let begin = format!("libvorpal-{}-{ARCH}-", version(context)?);
    let Some(file) = artefact(context, &begin, ".tar.gz")? else { return Ok(()) };
    if !["cc", "pkg-config"].into_iter().all(has) {
        context.skip("libvorpal: a C compiler or pkg-config is missing");
        return Ok(());
    }
    let folder = folder(context, "c")?;
    let text = example(context, "bindings/c/README.md", "c")?;
    fs::write(folder.join("example.c"), &text)?;
    bare(context, &folder, "", "tar xzf").arg(file).args(["--strip-components", "1"]).run()?;
    let script = "export PKG_CONFIG_PATH=$PWD/lib/pkgconfig; set -e\n\
        cc -Wall -Werror example.c $(pkg-config --cflags --libs vorpal) -o shared\n\
        cc -Wall -Werror example.c $(pkg-config --cflags vorpal) lib/libvorpal.a \
        $(pkg-config --static --libs-only-l vorpal | sed s/-lvorpal//) -o static\n\
        objdump -p shared | grep NEEDED; objdump -p lib/libvorpal.so | grep SONAME";
    bare(context, &folder, "", "sh -c").arg(script).run()?;
    let shared = "env LD_LIBRARY_PATH=lib ./shared";
    for program in [shared, "./static"] {
        println!("$ {program}");
        check(&text, bare(context, &folder, "", program))?;
    }
    Ok(())
}

pub(super) fn python(context: &Context) -> Outcome {
    let Some(python) = wheel(context, "python")? else { return Ok(()) };
    let folder = python.ancestors().nth(3).unwrap_or(&python).to_path_buf();
    let text = example(context, "bindings/python/README.md", "python")?;
    fs::write(folder.join("example.py"), &text)?;
    check(&text, bare(context, &folder, "", "venv/bin/python example.py"))
}

/// Installs the wheel in a virtual environment, in a new folder. The result is the environment's Python.
pub(super) fn wheel(context: &Context, name: &str) -> Outcome<Option<PathBuf>> {
    let end = format!("{ARCH}.whl");
    let Some(wheel) = artefact(context, "vorpal-", &end)? else { return Ok(None) };
    let Some(python) = program("python3") else {
        context.skip("the wheel: python3 is missing");
        return Ok(None);
    };
    let folder = folder(context, name)?;
    let venv = format!("{} -m venv venv", python.display());
    bare(context, &folder, "", &venv).run()?;
    let install = "venv/bin/pip install --quiet --disable-pip-version-check --no-cache-dir";
    bare(context, &folder, "", install).arg(wheel).run()?;
    Ok(Some(folder.join("venv/bin/python")))
}

pub(super) fn npm(context: &Context) -> Outcome {
    let Some(package) = artefact(context, "vorpal-wasm-", ".tgz")? else { return Ok(()) };
    let (Some(node), true) = (program("node"), has("npm")) else {
        context.skip("the package for JavaScript: Node.js or npm is missing");
        return Ok(());
    };
    let path = format!("{}:", node.parent().unwrap_or(&node).display());
    let folder = folder(context, "npm")?;
    let text = example(context, "bindings/wasm/README.md", "js")?;
    fs::write(folder.join("example.mjs"), &text)?;
    bare(context, &folder, &path, "npm install --no-audit --no-fund").arg(package).run()?;
    check(&text, bare(context, &folder, &path, "node example.mjs"))
}

pub(super) fn maven(context: &Context) -> Outcome {
    if artefact(context, "maven/io/vorpal/vorpal/", ".jar")?.is_none() {
        return Ok(());
    }
    if !["java", "javac", "mvn"].into_iter().all(has) {
        context.skip("the packages for Java: a JDK or Maven is missing");
        return Ok(());
    }
    let folder = folder(context, "maven")?;
    let repository = dist(context).join("maven");
    let pom = include_str!("pom.xml").replace("REPOSITORY", &repository.display().to_string());
    fs::write(folder.join("pom.xml"), pom.replace("VERSION", &version(context)?))?;
    let text = example(context, "bindings/java/README.md", "java")?;
    let (imports, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("import "));
    let class = format!(
        "{}\npublic class Example {{\npublic static void main(String[] arguments) throws Exception {{\n{}\n}}\n}}\n",
        imports.join("\n"),
        body.join("\n")
    );
    fs::create_dir_all(folder.join("src/main/java"))?;
    fs::write(folder.join("src/main/java/Example.java"), class)?;
    let line = "mvn --batch-mode --no-transfer-progress -Dmaven.repo.local=repository compile \
        dependency:build-classpath -Dmdep.outputFile=classpath";
    bare(context, &folder, "", line).run()?;
    let classpath = fs::read_to_string(folder.join("classpath"))?;
    let java = bare(context, &folder, "", "java -ea -cp").arg(format!("target/classes:{classpath}"));
    check(&text, java.arg("Example"))
}

pub(super) fn go(context: &Context) -> Outcome {
    if artefact(context, "go/vorpal.example/go/@v/", ".zip")?.is_none() {
        return Ok(());
    }
    let (Some(go), true) = (program("go"), has("cc")) else {
        context.skip("the modules for Go: Go or a C compiler is missing");
        return Ok(());
    };
    let path = format!("{}:", go.parent().unwrap_or(&go).display());
    let folder = folder(context, "go")?;
    let text = example(context, "bindings/go/README.md", "go")?;
    fs::write(folder.join("main.go"), &text)?;
    // The database of checksums has no entry of a module that no public server has; all others are looked up.
    let proxy = format!("GOPROXY=file://{},https://proxy.golang.org", dist(context).join("go").display());
    let command = |line: &str| {
        bare(context, &folder, &path, "env GOFLAGS=-mod=mod GONOSUMDB=vorpal.example GOTOOLCHAIN=local")
            .arg(&proxy)
            .args(line.split_whitespace())
    };
    command("go mod init example").run()?;
    command(&format!("go get vorpal.example/go/geth@v{}", version(context)?)).run()?;
    command("go build -o example .").run()?;
    let result = check(&text, command("./example"));
    // Downloaded modules are read-only, and could not be removed with the folder.
    command("go clean -modcache").run()?;
    result
}

/// The path of a program, without the tools of the user's own folder.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
