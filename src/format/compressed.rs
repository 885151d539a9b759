//! Files that are compressed if their name says so: `.gz` and `.xz`.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    Gzip,
    Xz,
}

fn form(name: &str) -> Form {
    match name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
        Some("gz") => Form::Gzip,
        Some("xz") => Form::Xz,
        _ => Form::Plain,
    }
}

/// The effort of the xz encoder, from 0 to 9. Formulas are large and simple: more effort takes much longer and saves little.
const XZ_PRESET: u32 = 3;

/// What a file of this name holds, uncompressed.
pub fn reader<'r>(name: &str, file: impl Read + 'r) -> Box<dyn Read + 'r> {
    match form(name) {
        Form::Plain => Box::new(file),
        Form::Gzip => Box::new(MultiGzDecoder::new(file)),
        Form::Xz => Box::new(XzReader::new(file, true)),
    }
}

/// Has a file of this name written, compressed if its name says so.
///
/// # Errors
/// Those of `write`, and those of writing the end of the compressed file.
pub fn write<E: From<io::Error>>(
    name: &str,
    file: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut encoder = Encoder::new(name, file)?;
    write(&mut encoder)?;
    Ok(encoder.finish()?)
}

/// Compresses what is written to it, if the name of the file says so.
pub struct Encoder<W: Write>(Coder<W>);

enum Coder<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> Encoder<W> {
    /// For a file of this name.
    ///
    /// # Errors
    /// If its beginning cannot be written.
    pub fn new(name: &str, file: W) -> io::Result<Self> {
        Ok(Encoder(match form(name) {
            Form::Plain => Coder::Plain(file),
            Form::Gzip => Coder::Gzip(GzEncoder::new(file, Compression::default())),
            Form::Xz => Coder::Xz(Box::new(XzWriter::new(file, XzOptions::with_preset(XZ_PRESET))?)),
        }))
    }

    /// Writes the end.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Coder::Plain(file) => file,
            Coder::Gzip(encoder) => encoder.finish()?,
            Coder::Xz(encoder) => encoder.finish()?,
        }
        .flush()
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Coder::Plain(file) => file.write(bytes),
            Coder::Gzip(encoder) => encoder.write(bytes),
            Coder::Xz(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Coder::Plain(file) => file.flush(),
            Coder::Gzip(encoder) => encoder.flush(),
            Coder::Xz(encoder) => encoder.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "p cnf 3 2\n1 -2 0\n".repeat(20_000);
        for (name, begins) in [("a.cnf", &b"p cnf"[..]), ("a.cnf.gz", &[0x1f, 0x8b]), ("a.XZ", b"\xfd7zXZ\0")] {
            let mut file = Vec::new();
            write(name, &mut file, |out| out.write_all(text.as_bytes())).unwrap();
            assert!(file.starts_with(begins), "{name}");
            assert!(name == "a.cnf" || file.len() < text.len() / 50, "{name}: {}", file.len());
            let mut back = String::new();
            reader(name, &file[..]).read_to_string(&mut back).unwrap();
            assert_eq!(back, text, "{name}");
            // Two files, one after the other, are one.
            let twice = [&file[..], &file[..]].concat();
            let mut back = String::new();
            reader(name, &twice[..]).read_to_string(&mut back).unwrap();
            assert_eq!(back.len(), 2 * text.len(), "{name}");
            assert!(name == "a.cnf" || reader(name, &b"no such thing"[..]).read_to_string(&mut back).is_err());
        }
    }
}
