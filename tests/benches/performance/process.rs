//! CPU time and memory of a process, from Linux's `/proc`.

use std::fs;
use std::time::Duration;

/// The unit of CPU time in `/proc`, whatever the kernel's own clock is.
const TICK: Duration = Duration::from_millis(10);

/// A process, by its id.
#[derive(Copy, Clone, Debug)]
pub struct Process(pub u32);

impl Process {
    /// CPU time in user and system mode of all its threads.
    pub fn cpu(self) -> Duration {
        self.ticks(&[13, 14])
    }

    /// CPU time of the process, its children and its former children: all of a Postgres, asked of its first process.
    pub fn cpu_with_children(self) -> Duration {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let children = entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok().map(Self))
            .filter(|process| process.parent().is_some_and(|parent| parent.0 == self.0));
        self.ticks(&[13, 14, 15, 16]) + children.map(Self::cpu).sum::<Duration>()
    }

    /// Resident memory in bytes.
    pub fn resident(self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kilobytes.unwrap_or_default() * 1024
    }

    /// The parent process.
    pub fn parent(self) -> Option<Self> {
        self.field(3)?.parse().ok().map(Self)
    }

    fn ticks(self, fields: &[usize]) -> Duration {
        let ticks = fields.iter().filter_map(|field| self.field(*field)?.parse::<u32>().ok());
        TICK * ticks.sum()
    }

    /// A field of `stat`, counted from 0. The name, field 1, may contain blanks and brackets.
    fn field(self, number: usize) -> Option<String> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        rest.split_ascii_whitespace().nth(number.checked_sub(2)?).map(str::to_owned)
    }
}
