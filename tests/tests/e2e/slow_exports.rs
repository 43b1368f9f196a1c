//! Export limits: clients that read slowly hold no export of another client.

use lorekeeper_ingest::import::Mode;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Far longer than any answer takes, on however busy a machine.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);

/// How many spells an export has, and how long the text of each is: more than the system keeps for a connection.
const SPELLS: usize = 300;
const TEXT_BYTES: usize = 40_000;

/// How many clients are slow, and how many exports each has begun: as many as it may.
const SLOW_CLIENTS: u8 = 4;
const EXPORTS_OF_CLIENT: usize = 4;

/// A connection of a client that has asked for all spells, and has read the head of the answer.
async fn begin_export(server: SocketAddr, client: u8, receive_buffer: Option<u32>) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    if let Some(bytes) = receive_buffer {
        socket.set_recv_buffer_size(bytes).unwrap();
    }
    socket.bind(([127, 0, 0, client], 0).into()).unwrap();
    let mut stream = socket.connect(server).await.unwrap();
    let request = b"GET /export/spells.ndjson HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request).await.unwrap();
    let mut head = [0; 12];
    let read = tokio::time::timeout(ANSWER_TIMEOUT, stream.read_exact(&mut head)).await;
    read.expect("an answer").unwrap();
    assert_eq!(&head, b"HTTP/1.1 200", "client {client}");
    stream
}

async fn rest(mut stream: TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(ANSWER_TIMEOUT, stream.read_to_end(&mut bytes)).await;
    read.expect("all of it").unwrap();
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_hold_no_export_of_another() {
    let upstream = Upstream::start().await;
    let lore = Lore::start(&upstream).await;
    let text = "Steam rises from the pond. ".repeat(TEXT_BYTES / 27);
    let spells = (0..SPELLS)
        .map(|number| format!(":s{number} {{:name \"Steam Song {number}\" :level 1 :description \"{text}\"}}"));
    let spells = spells.collect::<Vec<_>>().join(" ");
    let book = format!("{{\"Pond\" {{:orcpub.dnd.e5/spells {{{spells}}}}}}}");
    lore.import(Mode::Store, "pond.orcbrew", &book).await;
    let server: SocketAddr = lore.url.trim_start_matches("http://").parse().unwrap();

    let mut slow = Vec::new();
    for client in 1..=SLOW_CLIENTS {
        for _ in 0..EXPORTS_OF_CLIENT {
            slow.push(begin_export(server, client, Some(4096)).await);
        }
    }
    // One who reads gets all of it, beside them.
    let whole = rest(begin_export(server, 9, None).await).await;
    assert!(whole.ends_with(b"0\r\n\r\n"), "the last chunk");
    assert!(whole.len() > SPELLS * TEXT_BYTES);
    // They were not hung up on meanwhile: each gets more, and none had all of it in its buffers.
    for stream in &mut slow {
        let mut bytes = [0; 64];
        let read = tokio::time::timeout(ANSWER_TIMEOUT, stream.read(&mut bytes)).await;
        assert!(read.expect("more of it").unwrap() > 0);
    }
    let one = rest(slow.swap_remove(0)).await;
    assert!(one.ends_with(b"0\r\n\r\n") && one.len() > SPELLS * TEXT_BYTES);
    drop(slow);
    lore.stop().await;
}
