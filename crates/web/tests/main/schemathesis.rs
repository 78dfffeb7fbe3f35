//! The service by its own description: schemathesis makes up requests from it and finds nothing.

use std::path::Path;
use std::process::Command;

use crate::client::{SERVICE, share_the_machine};

#[test]
#[ignore = "needs schemathesis (pip install schemathesis), and a minute or two"]
fn schemathesis_finds_nothing() {
    let _share = share_the_machine();
    let program = std::env::var("SCHEMATHESIS").unwrap_or_else(|_| "schemathesis".to_string());
    let address = format!("http://{}/api/openapi.json", SERVICE.address);
    let settings = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemathesis.toml");
    let folder = tempfile::tempdir().expect("a folder");
    let run = Command::new(&program)
        .arg("--config-file")
        .arg(settings)
        .args(["run", &address, "--max-examples", "40", "--request-timeout", "30", "--seed", "1", "--no-color"])
        .current_dir(folder.path())
        .output()
        .unwrap_or_else(|problem| panic!("{program}: {problem}; SCHEMATHESIS names another"));
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{told}\n{}", String::from_utf8_lossy(&run.stderr));
    println!("{told}");
}
