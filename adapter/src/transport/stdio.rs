//! Standard input and output: a message a line, and nothing else.

use super::MAX_MESSAGE_BYTES;
use super::surrogates::mended;
use crate::server::Server;
use futures::StreamExt;
use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::mpsc;
use tokio_util::codec::{AnyDelimiterCodec, AnyDelimiterCodecError, FramedRead};

/// Why the conversation ended early.
#[derive(Debug, thiserror::Error)]
#[error("The conversation with the MCP client broke off. The log says why.")]
pub struct Broken;

/// Serves one client until it closes its end.
pub async fn serve(
    server: &Server,
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> Result<(), Broken> {
    let (lines, queue) = mpsc::channel(64);
    let (to_server, from_client) = tokio::io::duplex(64 * 1024);
    let (from_server, to_client) = tokio::io::duplex(64 * 1024);
    let reading = tokio::spawn(read(input, to_server, lines.clone()));
    let relaying = tokio::spawn(relay(to_client, lines));
    let writing = tokio::spawn(write(output, queue));
    let outcome = match server.for_client().serve((from_client, from_server)).await {
        Ok(running) => running.waiting().await.map_err(|cause| cause.to_string()),
        // Nobody said anything: that is not an error.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(QuitReason::Closed),
        Err(cause) => Err(cause.to_string()),
    };
    reading.abort();
    // What was answered is still written.
    let _ = tokio::join!(relaying, writing);
    outcome.map(drop).map_err(|cause| {
        tracing::error!(cause, "the conversation broke off");
        Broken
    })
}

/// Hands messages on to the server; what it would not answer is answered here.
async fn read(input: impl AsyncRead + Unpin, mut server: DuplexStream, answers: mpsc::Sender<Vec<u8>>) {
    let (end, ends) = (b"\n".to_vec(), b"\n".to_vec());
    let newline = AnyDelimiterCodec::new_with_max_length(end, ends, MAX_MESSAGE_BYTES);
    let mut lines = FramedRead::new(input, newline);
    let mut greeted = false;
    while let Some(line) = lines.next().await {
        let problem = match line {
            Ok(line) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(line) => {
                let mut message = mended(&line).into_owned();
                match serde_json::from_slice::<Value>(&message) {
                    // A notification before the handshake means nothing yet.
                    Ok(parsed) if !greeted && parsed.get("id").is_none() => continue,
                    Ok(_) => {
                        greeted = true;
                        message.push(b'\n');
                        if server.write_all(&message).await.is_err() {
                            return;
                        }
                        continue;
                    }
                    Err(_) => "The message is not JSON.",
                }
            }
            Err(AnyDelimiterCodecError::MaxChunkLengthExceeded) => "The message is longer than 4 MiB.",
            Err(AnyDelimiterCodecError::Io(cause)) => {
                tracing::debug!(%cause, "standard input broke off");
                return;
            }
        };
        let answer = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": problem}});
        if answers.send(format!("{answer}\n").into_bytes()).await.is_err() {
            return;
        }
    }
}

/// Hands the server's messages on, each whole.
async fn relay(server: DuplexStream, answers: mpsc::Sender<Vec<u8>>) {
    let mut server = BufReader::new(server);
    let mut line = Vec::new();
    while let Ok(1..) = server.read_until(b'\n', &mut line).await {
        if answers.send(std::mem::take(&mut line)).await.is_err() {
            return;
        }
    }
}

async fn write(mut output: impl AsyncWrite + Unpin, mut answers: mpsc::Receiver<Vec<u8>>) {
    while let Some(answer) = answers.recv().await {
        if output.write_all(&answer).await.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}
