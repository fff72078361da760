//! Compiles the kernels, if a feature asks for them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCES: [&str; 11] = [
    "kernels/interface.h",
    "kernels/steps.h",
    "kernels/layers.h",
    "kernels/functions.h",
    "kernels/clusters.h",
    "kernels/cluster_steps.h",
    "kernels/cluster_functions.h",
    "kernels/family.h",
    "kernels/minimal.h",
    "kernels/guard.h",
    "kernels/cuda_check.h",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let wants = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    if !wants("CUDA") && !wants("EMULATION") {
        return;
    }
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    println!("cargo::rustc-link-search=native={}", out.display());
    if wants("EMULATION") {
        emulation(&out);
    }
    if wants("CUDA") {
        cuda(&out);
    }
    println!("cargo::rustc-link-lib=dylib=stdc++");
}

/// The emulation, with the C++ compiler of `CXX`, else `c++`.
fn emulation(out: &Path) {
    println!("cargo::rerun-if-env-changed=CXX");
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let objects = ["emulation", "clusters_emulation"].map(|name| {
        let (source, object) = (format!("kernels/{name}.cpp"), out.join(name).with_extension("o"));
        println!("cargo::rerun-if-changed={source}");
        let mut compile = Command::new(&compiler);
        compile.args(["-std=c++17", "-O2", "-fPIC", "-Wall", "-Wextra", "-Werror", "-c"]);
        compile.arg(source).arg("-o").arg(&object);
        run(compile, "the feature emulation needs a C++ compiler: set CXX to one");
        object
    });
    archive(out, "patience_emulation", &objects);
}

/// The kernels, with the compiler of `NVCC`, else `nvcc` in `CUDA_HOME/bin` or in the path.
fn cuda(out: &Path) {
    for variable in ["NVCC", "CUDA_HOME", "PATIENCE_GPU_ARCH"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let home = env::var_os("CUDA_HOME").map(PathBuf::from);
    let at_home = home.as_ref().map(|home| home.join("bin/nvcc").into_os_string());
    let compiler = env::var_os("NVCC").or(at_home).unwrap_or_else(|| "nvcc".into());
    // Compute capability 9.0 is that of the Hopper kind; GPUs of a later kind compile the kernels when they are loaded.
    let target = env::var("PATIENCE_GPU_ARCH").unwrap_or_else(|_| "90".to_owned());
    let objects = ["device", "clusters"].map(|name| {
        let (source, object) = (format!("kernels/{name}.cu"), out.join(name).with_extension("o"));
        println!("cargo::rerun-if-changed={source}");
        let mut compile = Command::new(&compiler);
        compile.args(["-std=c++17", "-O3", "-Xcompiler", "-fPIC", "--extended-lambda"]);
        for kind in ["sm", "compute"] {
            compile.arg(format!("-gencode=arch=compute_{target},code={kind}_{target}"));
        }
        if let Some(home) = &home {
            let include = home.join("include/cccl");
            if include.exists() {
                compile.arg("-I").arg(include);
            }
        }
        compile.arg("-c").arg(source).arg("-o").arg(&object);
        run(
            compile,
            "the feature cuda needs nvcc: set CUDA_HOME or NVCC, or run scripts/gpu-check",
        );
        object
    });
    archive(out, "patience_cuda", &objects);
    for folder in ["lib", "lib64"] {
        if let Some(folder) = home.as_ref().map(|home| home.join(folder)).filter(|it| it.exists()) {
            println!("cargo::rustc-link-search=native={}", folder.display());
        }
    }
    println!("cargo::rustc-link-lib=static=cudart_static");
    for library in ["dl", "rt", "pthread"] {
        println!("cargo::rustc-link-lib=dylib={library}");
    }
}

fn archive(out: &Path, name: &str, objects: &[PathBuf]) {
    let mut archive = Command::new("ar");
    archive.arg("crs").arg(out.join(format!("lib{name}.a"))).args(objects);
    run(archive, "the kernels need the archiver ar");
    println!("cargo::rustc-link-lib=static={name}");
}

/// Runs a command, or ends the build with what it needs.
fn run(mut command: Command, needs: &str) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("{command:?} ended with {status}; {needs}")),
        Err(error) => fail(&format!("{command:?} could not be started: {error}; {needs}")),
    }
}

fn fail(why: &str) -> ! {
    println!("cargo::error={why}");
    std::process::exit(1);
}
