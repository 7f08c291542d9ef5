"""One round of a mini variant, step by step, for playing it and for checking the solver."""

from __future__ import annotations

from typing import Self

from rumpus.research.mini_five_crowns.cards import SEATS, SIZE, Hand, Variant
from rumpus.research.mini_five_crowns.solver import Policy
from rumpus.research.mini_five_crowns.tree import DRAW, PICK, TAKES

CHANCE, OVER = -1, -4  # as OpenSpiel numbers them


class Round:
    """What has happened, and what may happen next; actions are numbers.

    Chance deals a card (its kind). A seat draws (0) or picks up (1), then discards kind k (2 + k), or discards it and
    goes out (2 + kinds + k).
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.left = list(variant.stock)  # in the pack
        self.hands = [[0] * variant.kinds for _ in range(SEATS)]
        self.pile: list[int] = []  # top card last
        self.turn = self.node = 0  # of the public tree
        self.taken: int | None = None  # how
        self.out = self.over = False
        self.dealt = 0
        self.known: tuple[list[str], list[str]] = ([], [])  # what each seat has seen

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def copy(self) -> Self:
        """An independent round in the same state."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.left, new.pile = self.left[:], self.pile[:]
        new.hands = [hand[:] for hand in self.hands]
        new.known = (self.known[0][:], self.known[1][:])
        return new

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return self.turn % SEATS

    @property
    def is_last(self) -> bool:
        """FC-15, FC-23: whether the round is scored after this turn."""
        return self.out or self.turn == self.variant.turns - 1

    def to_act(self) -> int:
        """The seat that decides, chance, or nobody any more."""
        if self.over:
            return OVER
        dealing = self.dealt <= SEATS * SIZE
        drawn = self.taken == DRAW and sum(self.hands[self.mover]) == SIZE
        return CHANCE if dealing or drawn else self.mover

    def chances(self) -> dict[int, float]:
        """How likely each kind comes next."""
        total = sum(self.left)
        return {kind: number / total for kind, number in enumerate(self.left) if number}

    def legal(self) -> list[int]:
        """What the mover may do."""
        if self.taken is None:
            return [DRAW, PICK]
        variant = self.variant
        full = variant.place[tuple(self.hands[self.mover])]
        plain = [TAKES + kind for kind in range(variant.kinds) if variant.minus[full, kind] >= 0]
        return plain + [action + variant.kinds for action in plain if self._melds(full, action - TAKES)]

    def _melds(self, full: int, kind: int) -> bool:
        """FC-14: whether all but this card can be laid down."""
        return bool(self.variant.points[self.variant.minus[full, kind]] == 0)

    def deal(self, kind: int) -> None:
        """Chance brings a card of this kind."""
        self.left[kind] -= 1
        if self.dealt < SEATS * SIZE:
            self._give(self.dealt % SEATS, kind, "dealt")
        elif self.dealt == SEATS * SIZE:
            self._turn_up(kind)
            tops = list(self.variant.tops)
            self.node = tops.index(kind) if kind in tops else -1
        else:
            self._give(self.mover, kind, "drew")
            self._finish_if_last()
        self.dealt += 1

    def _give(self, seat: int, kind: int, how: str) -> None:
        self.hands[seat][kind] += 1
        self.known[seat].append(f"{how} {kind}")

    def _turn_up(self, kind: int) -> None:
        self.pile.append(kind)
        for seen in self.known:
            seen.append(f"up {kind}")

    def act(self, action: int) -> None:
        """The mover takes or discards."""
        for seen in self.known:
            seen.append(f"did {action}")
        if self.taken is None:
            self.taken = action
            if action == PICK:
                self.hands[self.mover][self.pile.pop()] += 1
                self._finish_if_last()
            return
        out, kind = divmod(action - TAKES, self.variant.kinds)
        self.out = bool(out)
        self.hands[self.mover][kind] -= 1
        self.pile.append(kind)
        if self.node >= 0:
            self.node = self._node_after(kind)
        self.turn, self.taken = self.turn + 1, None

    def _node_after(self, kind: int) -> int:
        """Where the public tree goes on; the last turn has the nodes of both ways to end the one before."""
        assert self.taken is not None
        kinds = self.variant.kinds
        node = (self.node * TAKES + self.taken) * kinds + kind
        if self.out and self.turn == self.variant.turns - 2:
            node += len(self.variant.tops) * (TAKES * kinds) ** (self.turn + 1)
        return node

    def _finish_if_last(self) -> None:
        if not self.is_last:
            return
        variant, hand = self.variant, self.hands[self.mover]
        choices = variant.minus[variant.place[tuple(hand)]]
        kept = min((place for place in choices if place >= 0), key=variant.points.__getitem__)
        self.hands[self.mover] = list(variant.hands[kept])
        self.over = True

    def won(self) -> float:
        """The points that the first seat has won from the second."""
        own, other = (self.variant.points[self.variant.place[tuple(hand)]] for hand in self.hands)
        return float(other - own)

    def likely(self, policy: Policy) -> dict[int, float]:
        """What a policy does here; only where the first face-up card is one of `Variant.tops`."""
        variant = self.variant
        hand: Hand = tuple(self.hands[self.mover])
        if self.taken is None:
            table = policy.lasts[self.turn - 1] if self.is_last else policy.takes[self.turn]
            return {way: float(table[self.node, way, variant.place[hand]]) for way in (DRAW, PICK)}
        table, full, found = policy.discards[self.turn], variant.place[hand], {}
        for number, (owner, kind, out) in enumerate(variant.discards):
            if owner == full:
                found[TAKES + kind + variant.kinds * out] = float(table[self.node, self.taken, number])
        return found
