//! The proof that `cnfab sat` writes: beside its path until it is whole, compressed if its name asks for it.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::rc::Rc;

use crate::format::compressed::Encoder;

use super::failure::Failure;
use super::file::Unfinished;

/// A proof that is being written.
pub(super) struct Proof {
    name: String,
    file: Unfinished,
    state: Rc<RefCell<ProofFileState>>,
}

struct ProofFileState {
    encoder: Encoder<BufWriter<File>>,
    /// Why the file could not be written, as the solver tells only that it could not.
    failed: Option<io::Error>,
}

impl Proof {
    /// Begins a proof in a file of this name.
    pub(super) fn create(name: &str) -> Result<Self, Failure> {
        let file = Unfinished::create(Path::new(name))?;
        let encoder = file.file().try_clone().and_then(|file| Encoder::new(name, BufWriter::new(file)));
        let encoder = encoder.map_err(|why| cannot(name, &why))?;
        Ok(Proof {
            name: name.to_owned(),
            file,
            state: Rc::new(RefCell::new(ProofFileState { encoder, failed: None })),
        })
    }

    /// The writer that the solver writes to.
    pub(super) fn writer(&self) -> Box<dyn Write> {
        Box::new(Writer(Rc::clone(&self.state)))
    }

    /// Why the solver could not write, if that is why it failed.
    pub(super) fn failure(&self) -> Option<Failure> {
        self.state.borrow().failed.as_ref().map(|why| cannot(&self.name, why))
    }

    /// Gives the proof its name, once the solver is dropped.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let Proof { name, file, state } = self;
        let ProofFileState { encoder, failed } = Rc::into_inner(state).expect("the solver is gone").into_inner();
        let written = match failed {
            Some(why) => Err(why),
            None => encoder.finish(),
        };
        written.map_err(|why| cannot(&name, &why))?;
        file.finish()
    }
}

fn cannot(name: &str, why: &io::Error) -> Failure {
    Failure::Input(format!("cnfab: cannot write '{name}': {why}"))
}

struct Writer(Rc<RefCell<ProofFileState>>);

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let state = &mut *self.0.borrow_mut();
        let written = state.encoder.write(bytes);
        if let Err(why) = &written
            && why.kind() != io::ErrorKind::Interrupted
        {
            state.failed.get_or_insert_with(|| io::Error::new(why.kind(), why.to_string()));
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        // Once, at the end.
        Ok(())
    }
}
