//! Lists the files of `page/`, so that each is in the binary and none can be forgotten.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let page = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is")).join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut names = Vec::new();
    visit(&page, "", &mut names)?;
    names.sort();
    let mut table = String::from("&[\n");
    for name in &names {
        let path = page.join(name);
        let path = path.to_str().expect("the package lies under a path that is text");
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("a String takes any text");
    }
    table.push(']');
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("page.rs"), table)
}

/// Gathers the files below a folder by their paths from the page. What is hidden stays out.
fn visit(folder: &Path, before: &str, names: &mut Vec<String>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().expect("files of the page have plain names");
        if name.starts_with('.') {
            continue;
        }
        if entry.path().is_dir() {
            visit(&entry.path(), &format!("{before}{name}/"), names)?;
        } else {
            names.push(format!("{before}{name}"));
        }
    }
    Ok(())
}
