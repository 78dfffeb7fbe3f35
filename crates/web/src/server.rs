//! The sockets: connections are accepted, answered, and let go in peace when the service ends.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::from_fn_with_state;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::guard::{Door, guard};
use crate::jobs::Jobs;
use crate::limits::Limits;
use crate::page::Page;
use crate::routes::{Service, described, router};

/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(10);

/// Threads that answer; searches have their own.
const ANSWERING: usize = 2;

/// How the service is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; 0 picks one that is free.
    pub port: u16,
    /// Names by which it may be called, beside those of its address.
    pub names: Vec<String>,
    /// A folder with the page, in place of the one in the binary.
    pub page: Option<PathBuf>,
    /// What searches may take.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            names: Vec::new(),
            page: None,
            limits: Limits::default(),
        }
    }
}

/// Why the service does not start.
#[derive(Debug, Error)]
pub enum CannotServe {
    /// Somebody else listens there.
    #[error("{0} is in use by another program; choose another port, or 0 for any that is free")]
    InUse(SocketAddr),
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {problem}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        problem: io::Error,
    },
    /// There are no threads, or no signals.
    #[error("cannot start: {0}")]
    System(#[from] io::Error),
}

/// A service that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    jobs: Arc<Jobs>,
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// If the address is not to be had.
    pub async fn bind(settings: Settings) -> Result<Server, CannotServe> {
        let address = SocketAddr::new(settings.host, settings.port);
        let listener = TcpListener::bind(address).await.map_err(|problem| match problem.kind() {
            io::ErrorKind::AddrInUse => CannotServe::InUse(address),
            _ => CannotServe::Address { address, problem },
        })?;
        let address = listener.local_addr()?;
        let jobs = Jobs::new(settings.limits);
        Ok(Server { listener, address, settings, jobs })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Counts the searches that run.
    pub fn searches(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        let jobs = self.jobs.clone();
        move || jobs.count()
    }

    /// Answers until `end` comes true. Then searches are ended, and what is being answered is finished.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let Server { listener, address, settings, jobs } = self;
        let service = Arc::new(Service {
            jobs: jobs.clone(),
            page: Page { folder: settings.page.clone() },
            description: described(),
        });
        let door = Arc::new(Door { address, names: settings.names.clone() });
        let router = router(service).layer(from_fn_with_state(door, guard));
        let connections = Arc::new(Semaphore::new(settings.limits.connections));
        let graceful = GracefulShutdown::new();
        let mut end = pin!(end);
        loop {
            let accepted = async {
                let permit = connections.clone().acquire_owned().await;
                (permit, listener.accept().await)
            };
            let (permit, stream) = tokio::select! {
                accepted = accepted => accepted,
                () = &mut end => break,
            };
            let Ok((stream, _)) = stream else {
                // Too many files are open, or the caller has gone: others may have better luck.
                sleep(Duration::from_millis(10)).await;
                continue;
            };
            // Events and answers are small, and each should leave at once.
            let _ = stream.set_nodelay(true);
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
            let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // Whoever hangs up early is not our trouble.
                let _ = connection.await;
                drop(permit);
            });
        }
        drop(listener);
        jobs.close();
        let _ = timeout(settings.limits.farewell, graceful.shutdown()).await;
    }
}

/// Serves until Ctrl-C or a request to end; `announce` is told the address once it listens.
///
/// # Errors
/// If it cannot listen.
pub fn serve(settings: Settings, announce: impl FnOnce(SocketAddr)) -> Result<(), CannotServe> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(ANSWERING).enable_all().build()?;
    let outcome = runtime.block_on(async {
        let server = Server::bind(settings).await?;
        let end = end_of_service()?;
        announce(server.address());
        server.run(end).await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_millis(100));
    outcome
}

/// Comes true with Ctrl-C, or when the system asks for an end.
#[cfg(unix)]
fn end_of_service() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn end_of_service() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a signal to wait for, it serves for ever.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
