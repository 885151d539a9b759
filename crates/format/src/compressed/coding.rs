//! Reading and writing of compressed files, by the feature `compression`.

use std::io::{self, BufReader, Cursor, Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter, XzOptions, XzReader, XzWriter};

use super::{CompressedForm, form};

/// True if a file is compressed, as [`reader`] sees it. Reads its first bytes.
///
/// # Errors
/// If they cannot be read.
pub fn is_compressed(name: &str, file: &mut dyn Read) -> io::Result<bool> {
    Ok(form_of(name, &beginning(file)?) != CompressedForm::Plain)
}

fn beginning(file: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(LONGEST_MAGIC).read_to_end(&mut head)?;
    Ok(head)
}

/// The form of a file of this name that begins so.
fn form_of(name: &str, head: &[u8]) -> CompressedForm {
    let found = MAGIC.iter().find(|(_, magic)| head.starts_with(magic));
    found.map_or(form(name), |&(form, _)| form)
}

/// The first bytes of compressed files. No text begins so.
const MAGIC: [(CompressedForm, &[u8]); 3] =
    [(CompressedForm::Gzip, b"\x1f\x8b"), (CompressedForm::Lzma, b"\x5d\0\0"), (CompressedForm::Xz, b"\xfd7zXZ\0")];

/// The longest of these.
const LONGEST_MAGIC: u64 = 6;

/// The effort of the xz encoder, from 0 to 9. Formulas are large and simple: more effort takes much longer and saves
/// little.
const XZ_PRESET: u32 = 3;

/// The memory that an xz decoder may take, in KiB; a file can ask for 4 GiB, `xz -9` needs 65 MiB.
const XZ_MEMORY: u32 = 300 << 10;

/// The size to which a compressed file may expand, in megabytes of a million bytes.
const MOST_MEGABYTES: u64 = 16_000;

/// The contents of a file, uncompressed. It is compressed if its name or its first bytes show it.
///
/// # Errors
/// If the first bytes cannot be read.
pub fn reader<'r>(name: &str, mut file: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let head = beginning(&mut file)?;
    let form = form_of(name, &head);
    let is_so = MAGIC.iter().any(|(_, magic)| head.starts_with(magic));
    let begins_so = MAGIC.iter().any(|&(of, magic)| of == form && magic.starts_with(&head));
    if form != CompressedForm::Plain && !is_so && !begins_so {
        let why = "its name says that it is compressed, and it is not";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    let whole = Cursor::new(head).chain(file);
    let mut expanded: Box<dyn Read + 'r> = match form {
        CompressedForm::Plain => return Ok(Box::new(whole)),
        CompressedForm::Gzip => Box::new(Expanded::of(MultiGzDecoder::new(whole))),
        CompressedForm::Lzma => {
            let whole = BufReader::with_capacity(1 << 16, whole);
            let reader = LzmaReader::new_mem_limit(whole, XZ_MEMORY, None).map_err(about_the_file)?;
            Box::new(Expanded::of(reader))
        }
        CompressedForm::Xz => {
            let whole = BufReader::with_capacity(1 << 16, whole);
            Box::new(Expanded::of(XzReader::new_mem_limit(whole, true, XZ_MEMORY)))
        }
    };
    let head = beginning(&mut expanded)?;
    if MAGIC.iter().any(|(_, magic)| head.starts_with(magic)) {
        let why = "it is compressed twice, expected once: expand it before";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(Box::new(Cursor::new(head).chain(expanded)))
}

/// The output of a decoder, which a few bytes can keep busy for ever.
struct Expanded<R> {
    from: R,
    left: u64,
}

impl<R: Read> Expanded<R> {
    fn of(from: R) -> Self {
        Expanded { from, left: MOST_MEGABYTES * 1_000_000 }
    }
}

/// A decoder's error, in words about the file.
fn about_the_file(why: io::Error) -> io::Error {
    use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
    match why.kind() {
        UnexpectedEof => io::Error::new(UnexpectedEof, "it is cut off: its compressed data has no end"),
        InvalidData | InvalidInput | Other => {
            io::Error::new(InvalidData, format!("its compressed data is damaged ({why})"))
        }
        _ => why,
    }
}

impl<R: Read> Read for Expanded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer).map_err(about_the_file)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            io::Error::new(io::ErrorKind::FileTooLarge, format!("it expands to more than {MOST_MEGABYTES} MB"))
        })?;
        Ok(read)
    }
}

/// Has a file of this name written, compressed if its name asks for it.
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

/// Compresses its input, if the name of the file asks for it.
pub struct Encoder<W: Write>(Coder<W>);

enum Coder<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Lzma(Box<LzmaWriter<W>>),
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> Encoder<W> {
    /// For a file of this name.
    ///
    /// # Errors
    /// If its beginning cannot be written.
    pub fn new(name: &str, file: W) -> io::Result<Self> {
        Ok(Encoder(match form(name) {
            CompressedForm::Plain => Coder::Plain(file),
            CompressedForm::Gzip => Coder::Gzip(GzEncoder::new(file, Compression::default())),
            CompressedForm::Lzma => {
                let options = LzmaOptions::with_preset(XZ_PRESET);
                Coder::Lzma(Box::new(LzmaWriter::new_use_header(file, &options, None)?))
            }
            CompressedForm::Xz => Coder::Xz(Box::new(XzWriter::new(file, XzOptions::with_preset(XZ_PRESET))?)),
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
            Coder::Lzma(encoder) => encoder.finish()?,
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
            Coder::Lzma(encoder) => encoder.write(bytes),
            Coder::Xz(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Coder::Plain(file) => file.flush(),
            Coder::Gzip(encoder) => encoder.flush(),
            Coder::Lzma(encoder) => encoder.flush(),
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
        for (name, begins) in
            [("a.cnf", &b"p cnf"[..]), ("a.cnf.gz", &[0x1f, 0x8b]), ("a.XZ", b"\xfd7zXZ\0"), ("a.lzma", b"\x5d\0\0")]
        {
            let mut file = Vec::new();
            write(name, &mut file, |out| out.write_all(text.as_bytes())).unwrap();
            assert!(file.starts_with(begins), "{name}");
            assert!(name == "a.cnf" || file.len() < text.len() / 50, "{name}: {}", file.len());
            let mut back = String::new();
            reader(name, &file[..]).unwrap().read_to_string(&mut back).unwrap();
            assert_eq!(back, text, "{name}");
            // Under another name the first bytes tell.
            let mut back = String::new();
            reader("<stdin>", &file[..]).unwrap().read_to_string(&mut back).unwrap();
            assert_eq!(back, text, "{name}");
            // Two files, one after the other, are one, but for the oldest container.
            if name == "a.lzma" {
                continue;
            }
            let twice = [&file[..], &file[..]].concat();
            let mut back = String::new();
            reader(name, &twice[..]).unwrap().read_to_string(&mut back).unwrap();
            assert_eq!(back.len(), 2 * text.len(), "{name}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_compressed_file_is_said() {
        let error = |name: &str, bytes: &[u8]| {
            let read = reader(name, bytes).and_then(|mut whole| whole.read_to_end(&mut Vec::new()));
            read.unwrap_err().to_string()
        };
        let text: Vec<u8> = (0..30_000u32).flat_map(|number| (number * number).to_le_bytes()).collect();
        for name in ["a.gz", "a.xz", "a.lzma"] {
            assert_eq!(error(name, b"no such thing"), "its name says that it is compressed, and it is not");
            let mut file = Vec::new();
            write(name, &mut file, |out| out.write_all(&text)).unwrap();
            for length in [0, 1, 7, 20, file.len() / 2, file.len() - 9, file.len() - 1] {
                let cut = &file[..length];
                assert_eq!(error(name, cut), "it is cut off: its compressed data has no end", "{name}, {length}");
            }
            let mut damaged = file.clone();
            damaged[file.len() / 2..][..20].fill(0);
            assert!(error(name, &damaged).starts_with("its compressed data is damaged ("), "{name}");
            for outer in ["a.gz", "a.xz", "a.lzma", "<stdin>"] {
                let mut twice = Vec::new();
                write(if outer == "<stdin>" { "a.gz" } else { outer }, &mut twice, |out| out.write_all(&file)).unwrap();
                assert_eq!(error(outer, &twice), "it is compressed twice, expected once: expand it before");
            }
        }
    }

    #[test]
    fn what_expands_without_end_is_cut_off() {
        let mut out = Vec::new();
        let mut expanded = Expanded { from: io::repeat(b' '), left: 1_000_000 };
        assert_eq!(expanded.read_to_end(&mut out).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert!(out.len() <= 1_000_000);
        // The head of an xz block whose dictionary takes 4 GiB.
        let mut file = Vec::new();
        write("a.xz", &mut file, |out| out.write_all(b"text")).unwrap();
        let place = file.windows(2).position(|pair| pair == [0x21, 0x01]).unwrap() + 2;
        file[place] = 40;
        let end = 12 + (usize::from(file[12]) + 1) * 4;
        let crc = crc32(&file[12..end - 4]).to_le_bytes();
        file[end - 4..end].copy_from_slice(&crc);
        let error = reader("a.xz", &file[..]).err().expect("its first bytes are not read");
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory, "{error}");
    }

    fn crc32(bytes: &[u8]) -> u32 {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        crc.sum()
    }
}
