"""`rumpus unit`: a systemd unit that starts the server at boot and sandboxes it."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

UNIT = """\
# Written by `rumpus unit`. Save it as /etc/systemd/system/rumpus.service, then:
#   systemctl daemon-reload && systemctl enable --now rumpus
[Unit]
Description=Rumpus, tables for card games
After=network-online.target
Wants=network-online.target
# A database or a network that comes up later than this machine is waited for
StartLimitIntervalSec=0

[Service]
ExecStart={command}
{folder}
# Options and secrets, if there is such a file: lines as RUMPUS_STORE=postgresql://...
EnvironmentFile=-/etc/rumpus.env
{user}
Restart=on-failure
RestartSec=2
# The server ends within five seconds and loses nothing; whatever is left then hangs
TimeoutStopSec=10
LimitNOFILE=65536
UMask=0077

# It needs its folder, its port and its own processes, and nothing else
AmbientCapabilities={capabilities}
CapabilityBoundingSet={capabilities}
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=read-only
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
"""
OWN_FOLDER = """\
Environment=RUMPUS_DATA=%S/rumpus
StateDirectory=rumpus
StateDirectoryMode=0700"""
PRIVILEGED = 1024  # ports below belong to the system


def unit(arguments: Sequence[str], port: int, user: str | None = None, data: Path | None = None) -> str:
    """The unit for `rumpus serve` with these arguments, as a user of its own that systemd invents, or as `user`.

    `data` is the folder for tables that the arguments name; without it systemd makes one.
    """
    command = shlex.join([str(Path(sys.executable).absolute()), "-m", "rumpus", "serve", *arguments])
    return UNIT.format(
        command=command.replace("%", "%%").replace("$", "$$"),  # systemd fills in what follows them
        folder=OWN_FOLDER if data is None else f"ReadWritePaths={shlex.quote(str(data)).replace('%', '%%')}",
        user="DynamicUser=yes" if user is None else f"User={user}",
        capabilities="CAP_NET_BIND_SERVICE" if 0 < port < PRIVILEGED else "",
    )


def closed_folder(*paths: Path) -> Path | None:
    """The first folder on the way to these files that other users of this system cannot enter."""
    for path in paths:
        for folder in reversed(path.absolute().parents):
            if not stat.S_IMODE(os.stat(folder).st_mode) & stat.S_IXOTH:
                return folder
    return None


def out_of_reach() -> Path | None:
    """The folder that a user created by systemd cannot enter on the way to this Rumpus, such as somebody's home."""
    interpreter = Path(sys.executable)
    return closed_folder(interpreter, interpreter.resolve(), Path(sys.prefix), Path(__file__))
