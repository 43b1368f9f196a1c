//! Platforms that packages exist for, and their names elsewhere.

/// A platform that the embedded store exists for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform {
    /// Rust's target triple.
    pub triple: &'static str,
    /// Node's `process.platform`, which MCP bundles use as well.
    pub os: &'static str,
    /// Node's `process.arch`.
    pub cpu: &'static str,
}

/// All platforms.
pub const PLATFORMS: [Platform; 4] = [
    Platform { triple: "x86_64-unknown-linux-gnu", os: "linux", cpu: "x64" },
    Platform { triple: "aarch64-unknown-linux-gnu", os: "linux", cpu: "arm64" },
    Platform { triple: "aarch64-apple-darwin", os: "darwin", cpu: "arm64" },
    Platform { triple: "x86_64-pc-windows-msvc", os: "win32", cpu: "x64" },
];

impl Platform {
    /// The platform of a target triple.
    pub fn of(triple: &str) -> Option<Self> {
        PLATFORMS.into_iter().find(|known| known.triple == triple)
    }

    /// The file name of a program.
    pub fn executable(self, name: &str) -> String {
        let ending = if self.os == "win32" { ".exe" } else { "" };
        format!("{name}{ending}")
    }

    /// The short name in names of packages (`linux-x64`).
    pub fn short(self) -> String {
        format!("{}-{}", self.os, self.cpu)
    }
}
