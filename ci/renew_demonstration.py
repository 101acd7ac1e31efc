"""Renew the keys and the approvals of the demonstration registry in this repository: for its maintainers alone.

The people in `governance/people/` are made up. Their private keys lie in a folder outside the repository, one file a
person, and are never committed. A change touches governance or content, never both, so that it takes two commits:

    python ci/renew_demonstration.py keys KEYS         # new keys, the old ones closed today; a new root, signed
    git add governance && git commit
    python ci/renew_demonstration.py approvals KEYS    # whoever has to agree signs, and `delete` waits for business
    git add approvals && git commit

Approvals end after the days that `governance/policy.yaml` says. In their last month, or later, `approvals` alone renews
them; what lasts for longer is left as it is. Whoever has lost the folder starts anew: delete `governance/root`, `keys:`
in the files of people, and `approvals/`, and say so in the commit, since `alvara check` will refuse the change.
"""

import argparse
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = ROOT / "governance" / "people"
ROOT_HOLDERS = ("bruno", "carla", "eva")
APPROVALS = (
    ("workPermit.approve", "technical", "bruno"),
    ("workPermit.approve", "business", "carla"),
    ("workPermit.cancel", "technical", "bruno"),
    ("workPermit.cancel", "business", "carla"),
    ("workPermit.delete", "technical", "bruno"),  # its business approval is what the demonstration waits for
)


def main() -> int:
    """Do one of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("keys", "approvals"))
    parser.add_argument("folder", type=Path, help="where the private keys lie, outside this repository")
    given = parser.parse_args()
    folder = given.folder.resolve()
    if folder == ROOT or ROOT in folder.parents:
        parser.error("the folder of private keys has to lie outside the repository")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return renew_keys(folder) if given.step == "keys" else renew_approvals(folder)


def renew_keys(folder: Path) -> int:
    """Give everybody with a role a new key, and vouch for it with the old ones and the new."""
    today = datetime.now(UTC).date()
    for person in sorted(PEOPLE.glob("*.yaml")):
        text = person.read_text(encoding="utf-8")
        if "\nroles:" in text:
            person.write_text(with_key(text, new_key(folder, person.stem), str(today)), encoding="utf-8")
    holders = [argument for holder in ROOT_HOLDERS for argument in ("--key-holder", holder)]
    run("root", "prepare", *holders)
    for holder in ROOT_HOLDERS:
        for key in (folder / f"{holder}.old", folder / holder):
            if key.exists():
                run("root", "sign", "--as", holder, "--key", str(key))
    return run("root", "show")


def renew_approvals(folder: Path) -> int:
    """Have everybody sign who has to."""
    for id, role, person in APPROVALS:
        run("approve", id, "--role", role, "--as", person, "--key", str(folder / person), "--locale", "pt-BR",
            "--yes", id)  # fmt: skip
    return run("approvals")


def new_key(folder: Path, person: str) -> str:
    """Make a key for somebody, keep the one that they had beside it, and give the public line."""
    key = folder / person
    if key.exists():
        key.replace(folder / f"{person}.old")
        key.with_suffix(".pub").unlink()
    keygen = shutil.which("ssh-keygen") or sys.exit("ssh-keygen is needed to make keys")
    subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key], check=True)
    return key.with_suffix(".pub").read_text(encoding="utf-8").strip()


def with_key(text: str, line: str, today: str) -> str:
    """Add a key to somebody's file, and close those that are still open there."""
    open_key = re.compile(r'(\{id: [^}]*?, from: "[^"]*")\}')
    yesterday = str(datetime.fromisoformat(today).date() - timedelta(days=1))
    closed = open_key.sub(rf'\1, until: "{yesterday}"}}', text)
    added = f'  - {{id: key-{today}, type: ssh-ed25519, publicKey: {line}, from: "{today}"}}\n'
    if "\nkeys:\n" in closed:
        return closed.replace("\nkeys:\n", f"\nkeys:\n{added}", 1)
    return closed.replace("\nroles:", f"\nkeys:\n{added}roles:", 1)


def run(*words: str) -> int:
    """Run a verb of the toolkit on this registry."""
    done = subprocess.run([sys.executable, "-m", "alvara", "-C", str(ROOT), *words], check=False)
    if done.returncode:
        sys.exit(done.returncode)
    return 0


if __name__ == "__main__":
    sys.exit(main())
