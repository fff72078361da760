//! `patience --version --verbose`: how the program was built.

/// The features of the program; those that it was built with are true.
const FEATURES: [(&str, bool); 4] = [
    ("page", cfg!(feature = "page")),
    ("mpi", cfg!(feature = "mpi")),
    ("gpu", cfg!(feature = "gpu")),
    ("gpu-emulation", cfg!(feature = "gpu-emulation")),
];

/// The version, then the profile, the features, the commit and the target, one a line.
pub(crate) fn verbose() -> String {
    let features: Vec<&str> =
        FEATURES.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    format!(
        "patience {}\nprofile: {}\nfeatures: {features}\ncommit: {}\ntarget: {} {}{}\n",
        env!("CARGO_PKG_VERSION"),
        env!("PATIENCE_PROFILE"),
        env!("PATIENCE_COMMIT"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        environment(),
    )
}

/// The C library that a program for Linux is linked with, and whether it is inside the program.
fn environment() -> &'static str {
    match (cfg!(target_env = "musl"), cfg!(target_env = "gnu"), cfg!(target_feature = "crt-static"))
    {
        (true, _, true) => ", musl, static",
        (true, _, false) => ", musl",
        (_, true, true) => ", gnu, static",
        (_, true, false) => ", gnu",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::verbose;

    #[test]
    fn the_verbose_version_names_how_the_program_was_built() {
        let text = verbose();
        let names: Vec<&str> =
            text.lines().skip(1).filter_map(|line| line.split(':').next()).collect();
        assert_eq!(names, ["profile", "features", "commit", "target"]);
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.to_owned()
        };
        assert_eq!(value("features: ").contains("page"), cfg!(feature = "page"));
        if cfg!(debug_assertions) {
            assert_eq!(value("profile: "), "dev");
        }
        assert!(!value("commit: ").is_empty());
    }
}
