"""The small tables that are explored: who may send what, and which misfortunes may happen."""

from __future__ import annotations

from tests.model.house import Bounds, Message

ANA, BO, SUE = range(3)
TWO_OF_ANA = (Message(ANA, "1", "rename"), Message(ANA, "2", "rename"))
ONE_OF_BO = (Message(BO, "1", "rename"),)
TWO_OF_BO = (*ONE_OF_BO, Message(BO, "2", "rename"))
SPECTATOR = (Message(SUE, "1", "rename"), Message(SUE, "2", "rename"), Message(SUE, "1", "leave"))

# With one cached answer for each person (`answers.KEPT`), the third message of a person can carry an old id
TABLES: dict[str, Bounds] = {
    "old ids": Bounds((*TWO_OF_ANA, *ONE_OF_BO), sends=(3, 1, 0), fulls=0, crashes=0, drops=0),
    "a spectator": Bounds((*ONE_OF_BO, *SPECTATOR), sends=(0, 1, 3), fulls=0, crashes=0, drops=0),
    "a crash": Bounds((*TWO_OF_ANA, *ONE_OF_BO), sends=(3, 1, 0), fulls=0, crashes=1, drops=0),
    "a full disk": Bounds((*TWO_OF_ANA, *ONE_OF_BO), sends=(3, 1, 0), fulls=1, crashes=0, drops=0),
    "changes told together": Bounds(
        (*TWO_OF_ANA, *ONE_OF_BO), (2, 1, 0), fulls=0, crashes=0, drops=0, merging=(ANA, BO)
    ),
    "a lost connection": Bounds((*ONE_OF_BO, *TWO_OF_ANA[:1], *TWO_OF_BO[1:]), sends=(1, 2, 0), fulls=0, crashes=0),
}
# For the long runs: everything at once
ALL = Bounds((*TWO_OF_ANA, *TWO_OF_BO, *SPECTATOR), sends=(3, 3, 3), fulls=1, crashes=1, drops=1)
