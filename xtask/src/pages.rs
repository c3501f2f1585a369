//! Checks HTML pages in headless Chromium. Each page is shown in a light and a dark theme, with widths of 400 and 1300
//! pixels. `.ci/pages.js` lists the requirements. A page with planted faults must be rejected first.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::process::{Failure, Outcome, has};
use crate::suite::{Context, SKIPPED};

/// The themes, and Chromium's numbers of them.
const SCHEMES: [(&str, u32); 2] = [("dark", 0), ("light", 1)];
const WIDTHS: [u32; 2] = [400, 1300];

const PLANTED: &str = r#"<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><style>
body { background: #fff; color: #000; } @media (prefers-color-scheme: dark) { body { background: #222; color: #333; } }
</style></head><body><p style="font-size: 7px">small</p><p style="width: 700px">wide</p>
<svg width="50" height="20"><text x="40" y="15">cut off</text></svg>
<script>console.error("planted")</script></body></html>
"#;
const PLANTED_FAULTS: [&str; 6] =
    ["console message: ", "text of 7.0 px", "contrast", "wider than", "no alternative text", "is cut off"];

/// Checks pages. The result is the exit code: 3 without Chromium.
pub(crate) fn check(context: &Context, pages: &[PathBuf]) -> Outcome<i32> {
    install(context, "chromium")?;
    if !has("chromium") {
        println!("SKIPPED: pages in a browser: chromium is not installed");
        return Ok(SKIPPED);
    }
    let folder = context.out.join("pages");
    fs::create_dir_all(&folder)?;
    let planted = folder.join("planted.html");
    fs::write(&planted, PLANTED)?;
    let mut found = Vec::new();
    for (_, scheme) in SCHEMES {
        found.extend(faults(context, &folder, &planted, scheme)?);
    }
    let found = found.join("\n");
    if let Some(missing) = PLANTED_FAULTS.into_iter().find(|fault| !found.contains(fault)) {
        return Err(Failure::new(format!("planted fault not found: {missing}\nfound:\n{found}")));
    }
    for page in pages {
        for (theme, scheme) in SCHEMES {
            let found = faults(context, &folder, page, scheme)?;
            if !found.is_empty() {
                let found = found[..found.len().min(20)].join("\n");
                return Err(Failure::new(format!("{}, {theme} theme:\n{found}", page.display())));
            }
        }
        println!("{}: no faults at 400 and 1300 pixels, light and dark", page.display());
    }
    Ok(0)
}

/// Checks a page in a step of a suite.
pub(crate) fn check_within(context: &Context, page: &Path) -> Outcome {
    let code = check(context, &[page.to_path_buf()])?;
    context.complete(&format!(".ci/pages {}", page.display()), code)
}

/// Whether this program runs as root on Linux.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// Installs a package of Debian that has a program, as root. Without success, what needs it is skipped.
pub(crate) fn install(context: &Context, program: &str) -> Outcome {
    if has(program) || !has("apt-get") || !is_root() {
        return Ok(());
    }
    let log = context.out.join("install.log");
    if context.command("apt-get update -qq").log(&log)?.succeeds() {
        let install = format!("apt-get install -y -qq --no-install-recommends {program}");
        context.command(install).log(&log)?.succeeds();
    }
    Ok(())
}

/// The faults of a page, with a colour scheme of Chromium.
fn faults(context: &Context, folder: &Path, page: &Path, scheme: u32) -> Outcome<Vec<String>> {
    fs::copy(page, folder.join("page.html"))?;
    let frame = |width| {
        format!("<iframe src=\"page.html\" style=\"width: {width}px; height: 900px; border: 0\"></iframe>\n")
    };
    let frames: String = WIDTHS.map(frame).concat();
    let requirements = fs::read_to_string(context.root.join(".ci/pages.js"))?;
    let frames = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body>\n{frames}<pre id=\"faults\">the check did not run</pre>\n\
         <script>\n{requirements}</script>\n"
    );
    let file = folder.join("frames.html");
    fs::write(&file, frames)?;
    let log = folder.join("log");
    // A frame of another file is readable with --allow-file-access-from-files. The sandbox cannot start as root.
    let browser = context.command(
        "chromium --headless=new --no-sandbox --disable-gpu --allow-file-access-from-files \
         --virtual-time-budget=20000 --enable-logging=stderr --window-size=1500,2000 --dump-dom",
    );
    let browser = browser.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    let browser = browser.arg(format!("--blink-settings=preferredColorScheme={scheme}"));
    let browser = browser.arg(format!("file://{}", file.display())).errors(&log)?;
    let shown = folder.join("dom");
    browser.out(&shown)?.limit(Duration::from_secs(120)).run()?;
    let messages = fs::read(&log)?;
    let mut found: Vec<_> = String::from_utf8_lossy(&messages).lines().filter_map(console_message).collect();
    let document = fs::read_to_string(&shown)?;
    // The element's text, one fault a line; nothing if the page has no fault.
    let text = document.split("<pre id=\"faults\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let Some(text) = text else { return Err(Failure::new(format!("no result of Chromium:\n{document}"))) };
    found.extend(text.lines().filter(|line| !line.is_empty()).map(String::from));
    Ok(found)
}

/// The message of a page in a line of Chromium's log, which is `..CONSOLE..] "..", source: ..`.
fn console_message(line: &str) -> Option<String> {
    let message = line.split("CONSOLE").nth(1)?.split_once("] ")?.1;
    Some(format!("console message: {}", message.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::console_message;

    #[test]
    fn messages_of_pages_are_found_in_the_log() {
        let line = "[1:1:INFO:CONSOLE:5] \"planted\", source: file:///page.html (5)";
        let expected = "console message: \"planted\", source: file:///page.html (5)";
        assert_eq!(console_message(line).as_deref(), Some(expected));
        assert_eq!(console_message("[1:1:ERROR:bus.cc(1)] failed"), None);
    }
}
