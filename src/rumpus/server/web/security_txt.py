"""`/.well-known/security.txt` (RFC 9116): where people report a security problem of this server."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from rumpus import text
from rumpus.contract import Malformed

VALID_DAYS = 180  # the standard asks for less than a year; counted from each request, so it never runs out
MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}", re.ASCII)
ADDRESS = re.compile(r"(?:mailto:[\w.+-]+@|https://|tel:\+?)[\x21-\x7e]{1,200}", re.ASCII)


def parse_contact(value: str | None) -> str | None:
    """Read `--security-contact`: an e-mail address, or an https:, mailto: or tel: address; raises `Malformed`."""
    if value is None:
        return None
    contact = value.strip()
    if MAIL.fullmatch(contact):
        return f"mailto:{contact}"
    if ADDRESS.fullmatch(contact):
        return contact
    raise Malformed(
        f"--security-contact is an e-mail address, or begins with https:, mailto: or tel:, unlike {contact[:80]!r}"
    )


def security_txt(contact: str, now: datetime) -> str:
    """The file, as of now."""
    expires = (now.astimezone(UTC) + timedelta(days=VALID_DAYS)).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = {
        "Contact": contact,
        "Expires": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(text.LANGUAGES),
    }
    return "".join(f"{name}: {value}\n" for name, value in lines.items())
