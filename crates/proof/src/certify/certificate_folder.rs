//! The whole folder of a certificate: its proofs, and the claim for people and for programs.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use cnfab_base::display::escaped;
use cnfab_solve::process::PendingFolder;

use super::{CertifyError, Claim, Claimed, Folder, Proven};

/// The words of a certificate about its problem.
pub struct CertificateFolder<'a> {
    /// The path or the name of the instance, of which the last part is shown.
    pub instance: &'a str,
    /// The kind of problem, and its view.
    pub about: String,
    /// The value of an optimum as the file measures it.
    pub measured: &'a dyn Fn(i64) -> String,
    /// The encodings through which the proof goes, if it goes through some.
    pub encode: Option<String>,
    /// True if the proof has been compressed.
    pub is_compressed: bool,
}

impl CertificateFolder<'_> {
    /// Makes the folder beside its place: `prove` writes the proofs, and the claim follows. It gets its name when it is
    /// whole.
    ///
    /// # Errors
    /// Those of `prove`; or if a file cannot be written, or the folder is there already.
    pub fn write(
        self,
        target: &Path,
        prove: impl FnOnce(&mut PendingFolder) -> Result<Proven, CertifyError>,
    ) -> Result<Claimed, CertifyError> {
        let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(parent)?;
        if fs::symlink_metadata(target).is_ok() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
        }
        // The folder that cannot be made has another name.
        let mut folder = PendingFolder::within(parent).map_err(|why| io::Error::from(why.kind()))?;
        let claimed = self.claimed(prove(&mut folder)?);
        let json = serde_json::to_string_pretty(&claimed).map_err(|error| CertifyError::Failed(error.to_string()))?;
        for (name, text) in [("README.md", claimed.readme(self.is_compressed)), ("claim.json", json + "\n")] {
            let mut out = folder.file(name)?;
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
        folder.keep_as(target)?;
        Ok(claimed)
    }

    fn claimed(&self, Proven { claim, shown, variables }: Proven) -> Claimed {
        let instance =
            Path::new(self.instance).file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        let instance = escaped(&instance).replace('`', "'");
        let measured = match claim {
            Claim::Optimum { value, .. } => Some((self.measured)(value)).filter(|text| *text != value.to_string()),
            Claim::Solutions(_) => None,
        };
        let (problem, encode) = (self.about.clone(), self.encode.clone());
        Claimed { claim, shown, variables, instance, problem, measured, encode }
    }
}
