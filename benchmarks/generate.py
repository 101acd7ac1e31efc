"""Writes a registry of the size that the seeds' manifest states, the same bytes for the same arguments."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from blueprint import SEEDS, Domain
from capability_yaml import render_capability
from census import Census
from design import design
from naming import kebab
from registry_yaml import (
    CONFIG,
    render_context,
    render_defaults,
    render_page,
    render_policy,
    render_principal,
)
from resource_yaml import render_record, render_resource

LAYOUTS = ("domain", "resource")
WHEN = "2026-09-01T12:00:00Z"


def main() -> int:
    """Read the arguments, write the registry and commit it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="a folder that does not exist yet, or an empty one")
    parser.add_argument("--layout", choices=LAYOUTS, default="domain", help="resource files: one a domain, or one each")
    parser.add_argument("--scale", type=int, choices=(1, 10), default=1, help="how many times the seeds' domains")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.out.exists() and any(options.out.iterdir()):
        parser.error(f"`{options.out}` is not empty")
    census = generate(options.out, options.layout, options.scale, options.seed)
    commit(options.out)
    files = [path for path in options.out.rglob("*.yaml") if path.is_file()]
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    print(
        f"{census.entities} entities, {census.resources} resources, {census.capabilities} capabilities, "
        f"{census.policies} policies, {census.bindings} bindings in {len(files)} YAML files of {megabytes:.1f} MB"
    )
    return 0


def generate(out: Path, layout: str, scale: int, seed: int) -> Census:
    """Write every file of the registry and count what is in them."""
    census = Census()
    write(out / "alvara.yaml", CONFIG)
    write(out / "schemas/records/principal.json", render_principal())
    write(out / "schemas/records/context.json", render_context())
    for index in range(SEEDS.domains * scale):
        domain = design(seed, index)
        census.count(domain)
        for path, text in render_domain(domain, layout):
            write(out / path, text)
    census.agree(SEEDS.times(scale))
    return census


def render_domain(domain: Domain, layout: str) -> Iterator[tuple[str, str]]:
    """The files of one domain: path and text."""
    yield f"capabilities/{kebab(domain.key)}/domain.yaml", joined(render_defaults(domain))
    for number, capability in enumerate(domain.capabilities):
        yield f"capabilities/{kebab(capability.id)}.yaml", joined(render_capability(capability, domain, number))
    for number, policy in enumerate(domain.policies):
        yield f"policies/{kebab(policy.id)}.yaml", joined(render_policy(policy, number))
    for entity in domain.entities:
        yield f"{entity.page}.md", joined(render_page(entity, domain))
        if entity.operable:
            yield entity.record, render_record(entity)
    yield from render_separately(domain) if layout == "resource" else render_together(domain)


def render_separately(domain: Domain) -> Iterator[tuple[str, str]]:
    """A file for each resource."""
    number = 0
    for entity in domain.entities:
        for resource in entity.resources:
            up = "../" * (resource.id.count(".") + 1)
            yield f"semantic-ids/{kebab(resource.id)}.yaml", joined(render_resource(resource, entity, number, up))
            number += 1


def render_together(domain: Domain) -> Iterator[tuple[str, str]]:
    """A file for the domain's resources, and one each for what shows and what serves them."""
    files: dict[str, list[str]] = {}
    number = 0
    for entity in domain.entities:
        for resource in entity.resources:
            space = resource.id.partition(".")[0]
            shared = f"{space}/{kebab(domain.key)}" if space in ("ui", "api") else kebab(domain.key)
            lines = files.setdefault(f"semantic-ids/{shared}.yaml", [f"# {domain.en}", "resources:"])
            first, *rest = render_resource(resource, entity, number, "../")
            lines.append(f"  - {first}")
            lines += [f"    {line}" for line in rest]
            number += 1
    for path, lines in files.items():
        yield path, joined(lines)


def joined(lines: Iterable[str]) -> str:
    """Lines as the text of a file."""
    return "\n".join(lines) + "\n"


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def commit(root: Path) -> None:
    """Make the folder a repository with one commit, so that its state can be asked for."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    fixed = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    dates = {"GIT_AUTHOR_DATE": WHEN, "GIT_COMMITTER_DATE": WHEN}
    person = ("-c", "user.name=benchmark", "-c", "user.email=benchmark@example.org", "-c", "commit.gpgsign=false")
    for arguments in (
        ("init", "--quiet", "--template=", "--initial-branch=main"),
        ("-c", "core.looseCompression=0", "add", "--all"),
        (*person, "-c", "gc.auto=0", "commit", "--quiet", "--message=A registry of the size of the seeds' manifest"),
        ("repack", "--quiet", "-a", "-d"),
        ("status", "--porcelain"),
    ):
        subprocess.run(("git", *arguments), cwd=root, env=kept | fixed | dates, check=True)


if __name__ == "__main__":
    sys.exit(main())
