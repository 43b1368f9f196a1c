//! An MCP client over standard input and output, with the program that it started.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that goes wrong says where")]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Longest wait for a line: a debug build that opens a store takes its time.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(2);

/// A running program, and what is said between it and the client. Whatever it prints on its standard output
/// must be a message.
pub struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    next: i64,
}

impl Conversation {
    /// Starts the program and shakes hands with it.
    ///
    /// # Panics
    /// When the program does not keep to the protocol.
    pub fn start(command: &mut Command) -> Self {
        let mut conversation = Self::silent(command);
        let hello = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = conversation.ask("initialize", &hello);
        assert_eq!(answer.pointer("/result/serverInfo/name"), Some(&json!("lorekeeper")), "{answer}");
        conversation.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        conversation
    }

    /// Starts the program and says nothing.
    ///
    /// # Panics
    /// When the program does not keep to the protocol.
    pub fn silent(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut errors = child.stderr.take().expect("its errors");
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            // What cannot be read is missed by the test.
            let _ = errors.read_to_string(&mut text);
            text
        });
        Self { input: child.stdin.take(), child, messages, errors: Some(errors), next: 0 }
    }

    /// The answer to a request.
    ///
    /// # Panics
    /// When the program does not keep to the protocol.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        let id = json!(self.next);
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.say(&request.to_string());
        loop {
            let heard = self.messages.recv_timeout(ANSWER_TIMEOUT).expect("an answer");
            let heard = message(&heard);
            if heard.get("id") == Some(&id) {
                return heard;
            }
        }
    }

    /// The result of a tool.
    ///
    /// # Panics
    /// When the program does not keep to the protocol.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        answer.get("result").expect("a result").clone()
    }

    /// Hangs up; the program ends well. What it said on its standard error.
    ///
    /// # Panics
    /// When the program does not keep to the protocol.
    pub fn end(mut self) -> String {
        drop(self.input.take());
        while let Ok(line) = self.messages.recv_timeout(ANSWER_TIMEOUT) {
            message(&line);
        }
        let status = self.child.wait().expect("it ended");
        let errors = self.errors.take().map(JoinHandle::join);
        let errors = errors.and_then(Result::ok).unwrap_or_default();
        assert!(status.success(), "{status}: {errors}");
        errors
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it was not hung up");
        writeln!(input, "{line}").expect("it listens");
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn message(line: &str) -> Value {
    let message: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("not a message: {line}"));
    assert_eq!(message.get("jsonrpc"), Some(&json!("2.0")), "{line}");
    message
}
