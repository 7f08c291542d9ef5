"""The link to a call of the people at a table: an address that is safe to show and to open."""

from __future__ import annotations

import re

LONGEST_LINK = 300  # letters; those of the known services have 25 to 200

# Plain letters only, so that a name that looks like another is told apart (xn--). No user name before the host, which
# could be taken for it, and a host with a dot: nothing on the own network.
_LABEL = "(?:[a-z0-9-]*[a-z0-9])?"  # behind its first letter
_HOST = rf"(?=.{{4,253}}(?:[:/?#]|$))(?:[a-z0-9]{_LABEL}\.)+[a-z]{_LABEL}"
_ADDRESS = re.compile(rf"https://{_HOST}(?::[1-9][0-9]{{0,4}})?(?:[/?#][A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*)?")


def call_link(typed: str) -> str | None:
    """The link as everybody is shown it, its host in small letters; None if it is not the address of a website."""
    link = typed.strip()
    scheme, slashes, rest = link.partition("://")
    end = next((at for at, letter in enumerate(rest) if letter in "/?#"), len(rest))
    plain = f"{scheme.lower()}{slashes}{rest[:end].lower()}{rest[end:]}"
    return plain if len(plain) <= LONGEST_LINK and _ADDRESS.fullmatch(plain) else None
