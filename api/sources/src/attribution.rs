//! Attribution sentences that publishers ask for.

/// The sentence that the publisher of a document asks to be credited with, where one is known.
pub fn requested(document: &str) -> Option<&'static str> {
    match document {
        "srd-2014" => Some(SRD_5_1),
        "srd-2024" => Some(SRD_5_2),
        _ => None,
    }
}

const SRD_5_1: &str = "This work includes material taken from the System Reference Document 5.1 \
    (“SRD 5.1”) by Wizards of the Coast LLC and available at \
    https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is licensed \
    under the Creative Commons Attribution 4.0 International License available at \
    https://creativecommons.org/licenses/by/4.0/legalcode.";

const SRD_5_2: &str = "This work includes material from the System Reference Document 5.2 \
    (“SRD 5.2”) by Wizards of the Coast LLC, available at https://www.dndbeyond.com/srd. \
    The SRD 5.2 is licensed under the Creative Commons Attribution 4.0 International \
    License, available at https://creativecommons.org/licenses/by/4.0/legalcode.";
