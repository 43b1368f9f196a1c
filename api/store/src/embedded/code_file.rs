//! Page release: the file of the database's compiled code leaves the memory of the process once the code is loaded.
//!
//! The runtime maps the file, copies the code out of it, and keeps the mapping: 30 MB that nothing reads again.

/// Gives the pages of mapped code files back to the system, which reads them again where they are needed after all.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a function of the C library")]
pub(super) fn release_pages() {
    // It only saves memory: without the list of mappings all stays as it is.
    let mappings = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for (start, length) in mappings.lines().filter_map(code_file) {
        // SAFETY: the range is a mapping of a file that is shared and only read. A page of it that is read later comes from the
        // file again.
        unsafe { libc::madvise(std::ptr::with_exposed_provenance_mut(start), length, libc::MADV_DONTNEED) };
    }
}

/// The start and the length of a mapping that is a code file of the database, shared and only read.
#[cfg(target_os = "linux")]
fn code_file(mapping: &str) -> Option<(usize, usize)> {
    let (range, rest) = mapping.split_once(' ')?;
    if !rest.starts_with("r--s ") || !rest.contains("/pglite-oxide/") {
        return None;
    }
    let (start, end) = range.split_once('-')?;
    let start = usize::from_str_radix(start, 16).ok()?;
    Some((start, usize::from_str_radix(end, 16).ok()?.checked_sub(start)?))
}

/// Other systems decide for themselves.
#[cfg(not(target_os = "linux"))]
pub(super) fn release_pages() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn code_files_are_told_from_other_mappings() {
        let code = "7f00-7f80 r--s 00000000 fe:00 12 /home/a/.cache/pglite-oxide/wasmer-aot/runtime.bin";
        assert_eq!(code_file(code), Some((0x7f00, 0x80)));
        assert_eq!(code_file(&code.replace("r--s", "rw-p")), None);
        assert_eq!(code_file(&code.replace("pglite-oxide", "toads")), None);
        assert_eq!(code_file("7f00-7f80 rw-p 00000000 00:00 0"), None);
    }
}
