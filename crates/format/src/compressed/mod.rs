//! Compressed files: `.gz`, `.xz` and `.lzma`. The name decides how a file is written; its first bytes, too, how it is
//! read.

#[cfg(feature = "compression")]
mod coding;

#[cfg(feature = "compression")]
pub use coding::{Encoder, is_compressed, reader, write};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CompressedForm {
    Plain,
    Gzip,
    /// The container before xz, which has no checksum.
    Lzma,
    Xz,
}

fn form(name: &str) -> CompressedForm {
    match name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
        Some("gz") => CompressedForm::Gzip,
        Some("lzma") => CompressedForm::Lzma,
        Some("xz") => CompressedForm::Xz,
        _ => CompressedForm::Plain,
    }
}

/// The name of what a file of this name has in it: without the ending of a compressed file.
pub fn name_inside(name: &str) -> &str {
    name.rsplit_once('.').filter(|_| is_name_of_compressed(name)).map_or(name, |(inside, _)| inside)
}

/// True if a file of this name is written compressed.
pub fn is_name_of_compressed(name: &str) -> bool {
    form(name) != CompressedForm::Plain
}
