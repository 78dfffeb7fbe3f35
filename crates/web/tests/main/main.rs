//! The service as a browser meets it: over a socket.

mod advice;
mod browser;
mod client;
mod description;
mod documents;
mod laboratory;
mod load;
mod looks;
mod safety;
mod schemathesis;
mod watch;
