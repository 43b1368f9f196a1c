//! What a process takes of the machine, as Linux tells it below `/proc`.

use std::fs;
use std::time::Duration;

/// Linux counts CPU time in hundredths of a second, whatever the kernel's own clock is.
const TICK: Duration = Duration::from_millis(10);

/// A process.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Process(pub u32);

impl Process {
    /// CPU time in user and system mode of all its threads.
    pub fn cpu(self) -> Duration {
        self.ticks(&[13, 14])
    }

    /// CPU time of the children that it had, and has waited for.
    fn cpu_of_former_children(self) -> Duration {
        self.ticks(&[15, 16])
    }

    /// CPU time of the process, its children and those that it had: all of a Postgres, asked of its first process.
    pub fn cpu_with_children(self) -> Duration {
        let children: Duration = self.children().into_iter().map(Self::cpu).sum();
        self.cpu() + self.cpu_of_former_children() + children
    }

    /// Memory that it has in RAM, in bytes.
    pub fn resident(self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kilobytes.unwrap_or_default() * 1024
    }

    /// The process that started it.
    pub fn parent(self) -> Option<Self> {
        self.field(3)?.parse().ok().map(Self)
    }

    fn children(self) -> Vec<Self> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok().map(Self))
            .filter(|process| process.parent() == Some(self))
            .collect()
    }

    fn ticks(self, fields: &[usize]) -> Duration {
        let ticks = |field: &usize| self.field(*field)?.parse::<u32>().ok();
        fields
            .iter()
            .filter_map(ticks)
            .map(|ticks| TICK * ticks)
            .sum()
    }

    /// A field of `stat`, counted from 0. The second, the name, may have blanks and brackets itself.
    fn field(self, number: usize) -> Option<String> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        let place = number.checked_sub(2)?;
        rest.split_ascii_whitespace().nth(place).map(str::to_owned)
    }
}
