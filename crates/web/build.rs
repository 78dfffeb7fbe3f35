//! Lists the files of `page/` and the plots of the documents, so that each is in the binary and none can be forgotten.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    list(&package.join("page"), "page.rs")?;
    list(&package.join("../../docs/results"), "plots.rs")
}

/// Writes a table of the files below a folder: their paths from there, and their bytes.
fn list(folder: &Path, table_name: &str) -> io::Result<()> {
    let mut names = Vec::new();
    visit(folder, "", &mut names)?;
    names.sort();
    let mut table = String::from("&[\n");
    for name in &names {
        let path = folder.join(name);
        let path = path.to_str().expect("the package lies under a path that is text");
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("a String takes any text");
    }
    table.push(']');
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join(table_name), table)
}

/// Gathers the files below a folder by their paths from there. What is hidden stays out.
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
