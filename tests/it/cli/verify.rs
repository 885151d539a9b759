//! `cnfab verify` against certificates that somebody made to mislead: refused whatever the checker says.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::run;

/// Six solutions besides each other: three 0/1 variables, one of them true.
const SOME: &str = "* #variable= 3 #constraint= 1\n+1 x1 +1 x2 +1 x3 >= 1 ;\n";

const BEST: &str = "min: 3 x1 +2 x2 +5 x3 ;\n+1 x1 +1 x2 +1 x3 >= 2 ;\n";

/// A certificate that is changed, and a checker that accepts everything.
struct Hostile {
    folder: TempDir,
}

impl Hostile {
    fn of(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hostile = Hostile { folder };
        let (file, proof) = (hostile.path(name), hostile.path("proof"));
        fs::write(&file, text).unwrap();
        run(&["certify", file.to_str().unwrap(), "-o", proof.to_str().unwrap()]).ok();
        hostile.checker(
            "case \"$3\" in *solutions.pbp) echo 's VERIFIED SATISFIABLE' ;;\n\
             *) grep -q '^min:' \"$2\" && echo 's VERIFIED BOUNDS 5 <= obj <= 5' || echo 's VERIFIED UNSATISFIABLE' ;; esac",
        );
        hostile.verified();
        hostile
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn checker(&self, script: &str) {
        fs::write(self.path("checker"), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(self.path("checker"), fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn verify(&self) -> super::Run {
        let (proof, checker) = (self.path("proof"), self.path("checker"));
        run(&["verify", proof.to_str().unwrap(), "--checker", checker.to_str().unwrap()])
    }

    fn verified(&self) -> String {
        self.verify().ok()
    }

    /// What is said when a file is changed; it is as before afterwards.
    fn refused(&self, name: &str, change: impl Fn(&str) -> String) -> String {
        let path = Path::new("proof").join(name);
        let path = self.path(path.to_str().unwrap());
        let before = fs::read_to_string(&path).unwrap();
        let after = change(&before);
        assert_ne!(before, after, "{name}: nothing was changed");
        fs::write(&path, after).unwrap();
        let said = self.verify().refused(1);
        fs::write(&path, before).unwrap();
        said
    }
}

#[test]
fn assumptions_are_refused() {
    let hostile = Hostile::of("some.opb", SOME);
    let assumed = |before: &str| {
        let head: String = before.lines().take(2).map(|line| format!("{line}\n")).collect();
        format!("{head}a >= 1 ;\noutput NONE ;\nconclusion UNSAT : 15 ;\nend pseudo-Boolean proof ;\n")
    };
    let said = hostile.refused("proof.pbp", assumed);
    assert!(said.contains("proof.pbp:3: expected a step of 'cnfab certify'") && said.contains("'a >= 1 ;'"), "{said}");
    for (from, to) in [("output NONE", "a >= 1 ;\noutput NONE"), ("output NONE", "rup >= 0 ; a >= 1 ;\noutput NONE")] {
        hostile.refused("proof.pbp", |before| before.replace(from, to));
    }
    hostile.refused("solutions.pbp", |before| before.replace("output NONE", "a >= 1 ;\noutput NONE"));
    // Where the checker tells of one that nobody else noticed.
    let both = "echo 's VERIFIED SATISFIABLE'; echo 's VERIFIED UNSATISFIABLE'";
    hostile.checker(&format!("{both}; echo 'Warning: The proof used unchecked assumptions.'"));
    assert!(hostile.verify().refused(1).contains("Warning: The proof used unchecked assump"));
    let best = Hostile::of("best.opb", BEST);
    best.refused("proof.pbp", |before| before.replace("soli", "a >= 1 ;\nsoli"));
}
