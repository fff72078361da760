"""Writes the bill of materials and the licence notices of what a release contains, from `cargo metadata`.

    cargo metadata --locked --format-version 1 --filter-platform TARGET | python3 scripts/notices.py SBOM NOTICES COMMIT TARGET PACKAGE…

SBOM is a CycloneDX file (JSON, version 1.5) of the packages and everything they are built from, with checksums where the registry has them.
NOTICES has the licence texts that come with each dependency. It ends with an error if a dependency states no licence.
"""

import json
import os
import re
import subprocess
import sys
import tomllib

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)


def built_from(metadata, roots, packages, target):
    """Packages that the roots are built from, each with those it needs; those of tests and of features that are off are left out."""
    chosen = set()
    for root in roots:
        tree = ["cargo", "tree", "--locked", "--target", target, "--edges", "no-dev", "--prefix", "none", "--format", "{p}", "--package", packages[root]["name"]]
        lines = subprocess.run(tree, capture_output=True, text=True, check=True).stdout.splitlines()
        chosen.update((name, version.removeprefix("v")) for name, version, *_ in (line.split() for line in lines if line))
    ids = {id for id, package in packages.items() if (package["name"], package["version"]) in chosen}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    return {id: sorted(dep["pkg"] for dep in nodes[id]["deps"] if dep["pkg"] in ids) for id in ids}


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


def main():
    sbom_path, notices_path, commit, target, *names = sys.argv[1:]
    metadata = json.load(sys.stdin)
    packages = {package["id"]: package for package in metadata["packages"]}
    roots = [id for id, package in packages.items() if package["name"] in names]
    if len(roots) != len(names):
        sys.exit(f"error: expected the packages {', '.join(names)}")
    with open(os.path.join(metadata["workspace_root"], "Cargo.lock"), "rb") as file:
        lock = tomllib.load(file)["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in lock}

    found = built_from(metadata, roots, packages, target)
    order = sorted(found, key=lambda id: (packages[id]["name"], packages[id]["version"]))
    foreign = [packages[id] for id in order if packages[id]["source"]]
    for package in foreign:
        if not package["license"] and not package["license_file"]:
            sys.exit(f"error: {package['name']} {package['version']} states no licence")

    reference = {id: component(packages[id], checksums)["bom-ref"] for id in order}
    version = packages[roots[0]]["version"]
    library = standard_library()
    musl = "\nThe C library musl, copyright © 2005-2020 Rich Felker, et al., is under the MIT licence, whose text is below: see https://musl.libc.org\n"
    c_library = musl if "musl" in target else ""
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
                "properties": [{"name": "commit", "value": commit}],
            }
        },
        "components": [component(packages[id], checksums) for id in order] + [component(library, {})],
        "dependencies": [{"ref": "patience", "dependsOn": sorted(reference[id] for id in roots)}]
        + [{"ref": reference[id], "dependsOn": [reference[other] for other in found[id]]} for id in order],
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
        file.write(f"\nRust's standard library {library['version']} is under MIT OR Apache-2.0: see https://www.rust-lang.org/policies/licenses\n{c_library}")
        if without:
            file.write("\nThese packages state a licence and come without its text:\n\n")
            file.writelines(f"  {line}\n" for line in without)
        for text, titles in texts.items():
            file.write(f"\n{'=' * 100}\n" + "".join(f"{title}\n" for title in titles) + f"{'-' * 100}\n\n{text}\n")
    print(f"{len(foreign)} dependencies, {len(texts)} licence texts, {len(without)} packages without a text")


main()
