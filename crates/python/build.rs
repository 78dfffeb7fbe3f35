//! Tells the linker that Python brings its own symbols when it loads the library. No Python is needed for that.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
