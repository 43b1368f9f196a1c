//! The probe for containers.

use crate::leadership::Server;
use crate::{Program, refused};

#[test]
fn the_probe_says_whether_a_server_is_ready() {
    let program = Program::new();
    let server = Server::ready(&program);
    let address = server.address().to_owned();
    let probe = ["health", "--bind", &address];
    program.succeeds(&probe, &["\"ready\":true"]);
    server.terminate();
    assert!(server.ended().success());
    refused(&program.run(&probe), &["No server answers", &address]);
}
