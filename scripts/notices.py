"""Writes the bill of materials and the licence notices of what a release contains, from `cargo metadata`.

    python3 scripts/notices.py SBOM NOTICES COMMIT PACKAGE=TARGET[,crt-static]…

SBOM is a CycloneDX file (JSON, version 1.5) of the packages and everything they are built from, with checksums where the registry has them.
NOTICES has the licence texts that come with each dependency. Each package is resolved for its own target. A package that is linked statically
(`crt-static`, and every target of musl) contains a C library, which both files name. It ends with an error if a dependency states no licence.
"""

import json
import os
import re
import subprocess
import sys
import tomllib

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)


def workspace_metadata(target):
    """What Cargo says of the workspace, for one target."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def built_from(metadata, name, packages, target):
    """Packages that a package is built from, each with those it needs; those of tests and of features that are off are left out."""
    tree = ["cargo", "tree", "--locked", "--target", target, "--edges", "no-dev", "--prefix", "none", "--format", "{p}", "--package", name]
    lines = subprocess.run(tree, capture_output=True, text=True, check=True).stdout.splitlines()
    chosen = {(name, version.removeprefix("v")) for name, version, *_ in (line.split() for line in lines if line)}
    ids = {id for id, package in packages.items() if (package["name"], package["version"]) in chosen}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    return {id: {dep["pkg"] for dep in nodes[id]["deps"] if dep["pkg"] in ids} for id in ids}


def licence_texts(package):
    """The licence files of a package: name and text."""
    folder = os.path.dirname(package["manifest_path"])
    names = sorted(name for name in os.listdir(folder) if LICENCE_FILE.match(name))
    paths = [os.path.join(folder, name) for name in names]
    for folder in [path for path in paths if os.path.isdir(path)]:
        paths += sorted(os.path.join(folder, name) for name in os.listdir(folder))
    if package.get("license_file"):
        paths.append(os.path.join(os.path.dirname(package["manifest_path"]), package["license_file"]))
    texts = {}
    for path in paths:
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                texts.setdefault(file.read().strip(), os.path.basename(path))
    return [(name, text) for text, name in texts.items()]


def component(package, checksums):
    """A package as a component of CycloneDX."""
    url = f"pkg:cargo/{package['name']}@{package['version']}"
    entry = {
        "type": "library",
        "bom-ref": url,
        "name": package["name"],
        "version": package["version"],
        "purl": url,
        "licenses": [{"expression": expression(package)}],
    }
    checksum = checksums.get((package["name"], package["version"]))
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return entry


def expression(package):
    """The licence as an SPDX expression; old packages write `/` for `OR`."""
    return (package["license"] or "NOASSERTION").replace(" / ", " OR ").replace("/", " OR ")


def standard_library():
    """What the licence of Rust's standard library is: it is inside every program."""
    version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    return {"name": "rust-std", "version": version, "license": "MIT OR Apache-2.0"}


def lines_of(*command):
    """The lines that a program prints, or none where it is not there."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return []


def output_of(*command):
    """The first line that a program prints, or nothing where it is not there."""
    return next(iter(lines_of(*command)), "").strip()


MUSL = """The C library musl, copyright © 2005-2020 Rich Felker, et al., is linked into {packages}. It is under the MIT licence, whose text is below:
see https://musl.libc.org"""

GLIBC = """The GNU C Library {version}, copyright © the Free Software Foundation, Inc. and others, is linked into {packages} statically. It is free
software under the GNU Lesser General Public License, version 2.1 or later, whose text is at the end of this file. Its sources: {source}.

You may change the library and link the program with your version: the source archive of this release (patience-{patience}-source.tar.gz) has everything
that the program is made of. Install your version of the library for development, and build with

    RUSTFLAGS="-C target-feature=+crt-static" cargo build --locked --profile dist --package patience-cli --target {target}

or leave out `crt-static`: the program then takes the library of the system when it starts. Reverse engineering for debugging such changes is permitted.

Parts of libgcc, copyright © the Free Software Foundation, Inc., are linked in with it. They are under the GNU General Public License, version 3 or later,
with the GCC Runtime Library Exception 3.1, which permits their use in programs under any licence: see https://gcc.gnu.org/onlinedocs/libstdc++/manual/license.html"""


def c_libraries(wanted, patience):
    """C libraries that are linked in: components, notices, and licence texts with what they are of."""
    parts, notices, texts = [], [], {}
    for target in sorted({target for _, target, _ in wanted}):
        packages = ", ".join(name for name, other, is_static in wanted if other == target and is_static)
        if not packages:
            continue
        if "musl" in target:
            parts.append({"name": "musl", "version": "as in rust-std", "license": "MIT"})
            notices.append(MUSL.format(packages=packages))
        elif "gnu" in target:
            version = output_of("getconf", "GNU_LIBC_VERSION").removeprefix("glibc ") or "unknown"
            debian = output_of("dpkg-query", "--show", "--showformat", "${source:Package} ${source:Version}", "libc6-dev")
            source = f"the source package {debian} of Debian, from https://sourceware.org/glibc" if debian else "https://sourceware.org/glibc"
            gcc = output_of("cc", "-dumpfullversion") or "unknown"
            parts.append({"name": "glibc", "version": version, "license": "LGPL-2.1-or-later"})
            parts.append({"name": "libgcc", "version": gcc, "license": "GPL-3.0-or-later WITH GCC-exception-3.1"})
            notices.append(GLIBC.format(version=version, packages=packages, patience=patience, target=target, source=source))
            with open(os.path.join(os.path.dirname(__file__), "licences", "LGPL-2.1.txt"), encoding="utf-8") as file:
                texts[file.read().strip()] = [f"glibc {version} (LGPL-2.1-or-later)"]
            # Parts of it have licences of their own, which Debian lists.
            copyright = next((path for path in lines_of("dpkg-query", "--listfiles", "libc6-dev") if path.endswith("/copyright")), "")
            if os.path.exists(copyright):
                with open(copyright, encoding="utf-8", errors="replace") as file:
                    texts[file.read().strip()] = [f"glibc {version}: parts and their copyright holders, as Debian lists them"]
    return parts, notices, texts


def c_component(part):
    """A C library as a component of CycloneDX."""
    url = f"pkg:generic/{part['name']}@{part['version'].replace(' ', '%20')}"
    return {"type": "library", "bom-ref": url, "name": part["name"], "version": part["version"], "purl": url, "licenses": [{"expression": part["license"]}]}


def wanted_packages(arguments):
    """Name, target, and whether the C library is linked in, of each argument."""
    wanted = []
    for argument in arguments:
        name, _, target = argument.partition("=")
        target, _, option = target.partition(",")
        if not target or option not in ("", "crt-static"):
            sys.exit(f"error: expected PACKAGE=TARGET or PACKAGE=TARGET,crt-static, not {argument}")
        wanted.append((name, target, option == "crt-static" or "musl" in target))
    return wanted


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sbom_path, notices_path, commit, *arguments = sys.argv[1:]
    wanted = wanted_packages(arguments)
    packages, found, roots = {}, {}, []
    for target in sorted({target for _, target, _ in wanted}):
        metadata = workspace_metadata(target)
        here = {package["id"]: package for package in metadata["packages"]}
        packages.update(here)
        for name in (name for name, other, _ in wanted if other == target):
            root = [id for id, package in here.items() if package["name"] == name]
            if len(root) != 1:
                sys.exit(f"error: there is no package {name}")
            roots += root
            for id, needed in built_from(metadata, name, here, target).items():
                found.setdefault(id, set()).update(needed)
    with open(os.path.join(metadata["workspace_root"], "Cargo.lock"), "rb") as file:
        lock = tomllib.load(file)["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in lock}

    order = sorted(found, key=lambda id: (packages[id]["name"], packages[id]["version"]))
    foreign = [packages[id] for id in order if packages[id]["source"]]
    for package in foreign:
        if not package["license"] and not package["license_file"]:
            sys.exit(f"error: {package['name']} {package['version']} states no licence")

    reference = {id: component(packages[id], checksums)["bom-ref"] for id in order}
    version = packages[roots[0]]["version"]
    library = standard_library()
    c_parts, c_notices, c_texts = c_libraries(wanted, version)
    c_components = [c_component(part) for part in c_parts]
    sbom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "patience",
                "name": "patience",
                "version": version,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
                "properties": [{"name": "commit", "value": commit}] + [{"name": "contains", "value": argument} for argument in arguments],
            }
        },
        "components": [component(packages[id], checksums) for id in order] + [component(library, {})] + c_components,
        "dependencies": [{"ref": "patience", "dependsOn": sorted([reference[id] for id in roots] + [part["bom-ref"] for part in c_components])}]
        + [{"ref": reference[id], "dependsOn": sorted(reference[other] for other in found[id])} for id in order],
    }
    with open(sbom_path, "w", encoding="utf-8") as file:
        json.dump(sbom, file, indent=1)
        file.write("\n")

    texts, without = {}, []
    for package in foreign:
        own = licence_texts(package)
        title = f"{package['name']} {package['version']} ({expression(package)})"
        if not own:
            without.append(f"{title}, {', '.join(package['authors']) or 'authors not named'}")
        for _, text in own:
            texts.setdefault(text, []).append(title)
    with open(notices_path, "w", encoding="utf-8") as file:
        file.write(f"Patience {version} contains code of the packages below, under these licences.\n")
        file.write(f"\nRust's standard library {library['version']} is under MIT OR Apache-2.0: see https://www.rust-lang.org/policies/licenses\n")
        file.writelines(f"\n{notice}\n" for notice in c_notices)
        if without:
            file.write("\nThese packages state a licence and come without its text:\n\n")
            file.writelines(f"  {line}\n" for line in without)
        for text, titles in (texts | c_texts).items():
            file.write(f"\n{'=' * 100}\n" + "".join(f"{title}\n" for title in titles) + f"{'-' * 100}\n\n{text}\n")
    linked = "".join(f", {part['name']} {part['version']}" for part in c_parts)
    print(f"{len(foreign)} dependencies{linked}, {len(texts) + len(c_texts)} licence texts, {len(without)} packages without a text")


main()
