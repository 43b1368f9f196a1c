//! The working directory may be anybody's: a cloned repository, a folder of downloads. Nothing in it decides which code
//! runs, which store is used, or whom the program asks.

use crate::leadership::Server;
use crate::{Program, refused, text};
use std::io::{Read, Seek};
use std::path::PathBuf;

impl Program {
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.data_dir().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }
}

/// Settings that show at once when they are read: nothing answers there.
const HOSTILE: &str = "database_url = \"postgres://127.0.0.1:1/nobody\"\nmodel_dir = \"m\"\n";

#[test]
fn a_settings_file_of_the_working_directory_is_not_read() {
    let program = Program::new();
    program.write("lorekeeper.toml", HOSTILE);
    for arguments in [&["status"][..], &["search", "fire"]] {
        let output = program.run(arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
    }
    let named = ["status", "--config", "lorekeeper.toml"];
    refused(&program.run(&named), &["DATABASE_URL"]);
}

#[test]
fn a_server_says_that_it_leaves_a_settings_file_unread() {
    let program = Program::new();
    program.write("lorekeeper.toml", "cache_ttl = \"1d\"\n");
    let said_with = |config: Option<&str>| {
        let mut log = tempfile::tempfile().expect("a temporary file");
        let config = config.map(|file| ("LOREKEEPER_CONFIG", file.to_owned()));
        let server = Server::with(&program, config, log.try_clone().expect("a file"));
        server.kill();
        let mut said = String::new();
        log.rewind().expect("a file");
        log.read_to_string(&mut said).expect("text");
        said
    };
    let said = said_with(None);
    assert!(said.contains("--config lorekeeper.toml"), "{said}");
    let said = said_with(Some("lorekeeper.toml"));
    assert!(!said.contains("--config lorekeeper.toml"), "{said}");
}

/// Elsewhere than on Linux the folder is not told by a variable.
#[cfg(target_os = "linux")]
#[test]
fn the_settings_file_of_the_user_is_read() {
    let program = Program::new();
    program.write("config/lorekeeper/lorekeeper.toml", "cache_tll = '1d'\n");
    refused(&program.run(&["status"]), &["config/lorekeeper/lorekeeper.toml", "cache_tll", "cache_ttl"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_beside_a_model_is_not_loaded() {
    let program = Program::new();
    let marker = program.data_dir().join("ran");
    let source = program.write(
        "evil.c",
        &format!(
            "#include <stdio.h>\n__attribute__((constructor)) static void run(void) {{ FILE *f = fopen(\"{}\", \"w\"); if (f) fclose(f); }}\n",
            marker.display()
        ),
    );
    for name in ["model.onnx", "tokenizer.json", "config.json", "tokenizer_config.json"] {
        program.write(&format!("m/{name}"), "{}");
    }
    let library = program.data_dir().join("m/libonnxruntime.so");
    if !crate::watched::compile(&source, &library) {
        println!("skipped: there is no C compiler to build a library with");
        return;
    }
    program.write("lorekeeper.toml", "model_dir = \"m\"\n");
    for settings in [&[][..], &[("LOREKEEPER_MODEL_DIR", "m")]] {
        let mut command = program.command(&["search", "fire"]);
        let output =
            command.envs(settings.iter().copied()).env_remove("ORT_DYLIB_PATH").output().expect("the program runs");
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(!marker.exists(), "{settings:?}");
    }
}

#[test]
fn pip_runs_no_code_of_the_working_directory() {
    let program = Program::new();
    let marker = program.data_dir().join("ran");
    let code = format!("open({:?}, 'w').close()\n", marker.display().to_string());
    for module in ["pip.py", "random.py", "pip/__main__.py"] {
        program.write(module, &code);
    }
    let mut command = program.command(&["assets"]);
    let output = command
        .env("LOREKEEPER_OFFLINE", "false")
        .env("HF_ENDPOINT", "http://127.0.0.1:1")
        .env_remove("ORT_DYLIB_PATH")
        .env_remove("PIP_FIND_LINKS")
        .env("PIP_CONFIG_FILE", if cfg!(windows) { "nul" } else { "/dev/null" })
        .env("PIP_NO_INDEX", "1")
        .output()
        .expect("the program runs");
    assert!(!marker.exists(), "code of the working directory ran");
    if text(&output.stderr).contains("no Python with pip was found") {
        println!("pip is not on this machine: only that nothing ran was tested");
        return;
    }
    refused(&output, &["pip could not download onnxruntime"]);
}
