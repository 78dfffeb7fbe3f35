//! `kibitzer serve`: the page in a browser.

use std::io::{Write, stderr};

use kibitzer_web::{CannotServe, Settings, serve};

use crate::args::ServeArgs;
use crate::failure::misuse;
use crate::output::print;

/// Serves until Ctrl-C.
pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    if let Some(folder) = &args.page_dir
        && !folder.join("index.html").is_file()
    {
        return Err(misuse(format!("--page-dir: there is no index.html in {}", folder.display())));
    }
    let settings = Settings {
        host: args.host,
        port: args.port,
        names: args.allow_host.clone(),
        page: args.page_dir.clone(),
        ..Settings::default()
    };
    report_panics();
    let served = serve(settings, |address| {
        // Whoever closed standard output does not want to know.
        let _ = print(format!("Kibitzer is at http://{address}/ until Ctrl-C\n"));
    });
    match served {
        Err(problem @ CannotServe::InUse(_)) => Err(misuse(format!("--port: {problem}"))),
        served => Ok(served?),
    }
}

/// A broken promise of ours is told on standard error and to whoever asked; the service goes on for the others.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let line = format!("internal error{place}: {panic}; please report it\n");
        // Nothing can be done if standard error is closed.
        let _ = stderr().write_all(line.as_bytes());
    }));
}
