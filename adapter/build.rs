//! New operation files are embedded without a `cargo clean`.

fn main() {
    println!("cargo:rerun-if-changed=operations");
}
