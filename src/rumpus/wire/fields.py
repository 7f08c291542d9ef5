"""The types of fields that messages in both directions and HTTP bodies share."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

VERSION = 1
GameOptions = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Options"})]
Seat = Annotated[int, msgspec.Meta(ge=0, le=31)]
Card = Annotated[str, msgspec.Meta(max_length=12)]
OneAction = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Action"})]
OneLine = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Line"})]
OneView = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/View"})]
