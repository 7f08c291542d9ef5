"""`rumpus unit`: a systemd unit that starts the server with the machine and keeps it in its own corner."""

from __future__ import annotations

import shlex
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

[Service]
ExecStart={command}
Environment=RUMPUS_DATA=%S/rumpus
StateDirectory=rumpus
StateDirectoryMode=0700
{user}
Restart=on-failure
RestartSec=1
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
PRIVILEGED = 1024  # ports below belong to the system


def unit(arguments: Sequence[str], port: int, user: str | None = None) -> str:
    """The unit for `rumpus serve` with these arguments, as a user of its own that systemd invents, or as `user`."""
    command = shlex.join([str(Path(sys.executable).absolute()), "-m", "rumpus", "serve", *arguments])
    return UNIT.format(
        command=command.replace("%", "%%"),
        user="DynamicUser=yes" if user is None else f"User={user}",
        capabilities="CAP_NET_BIND_SERVICE" if 0 < port < PRIVILEGED else "",
    )
