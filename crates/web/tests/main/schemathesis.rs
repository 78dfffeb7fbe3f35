//! The service by its own description: schemathesis makes up requests from it and finds nothing.

use std::process::Command;

use crate::client::SERVICE;

#[test]
#[ignore = "needs schemathesis (pip install schemathesis), and a minute or two"]
fn schemathesis_finds_nothing() {
    let program = std::env::var("SCHEMATHESIS").unwrap_or_else(|_| "schemathesis".to_string());
    let Ok(version) = Command::new(&program).arg("--version").output() else {
        println!("{program} is not installed, so nothing was checked; SCHEMATHESIS names another");
        return;
    };
    assert!(version.status.success(), "{version:?}");
    let address = format!("http://{}/api/openapi.json", SERVICE.address);
    let folder = tempfile::tempdir().expect("a folder");
    let run = Command::new(&program)
        .args(["run", &address, "--max-examples", "40", "--request-timeout", "30", "--seed", "1", "--no-color"])
        .current_dir(folder.path())
        .output()
        .expect("it was there a moment ago");
    assert!(run.status.success(), "{}\n{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
}
