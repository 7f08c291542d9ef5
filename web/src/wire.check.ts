// Holds if it compiles: the generated types can be told apart by `type` and by `do`, and take nothing that is not theirs.
import type {
  Action,
  FiveCrownsDeal,
  FromClient,
  Line,
  Result,
  ToClient,
  View,
  WackeeSixDeal,
  WigOutDeal,
} from "./wire";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Told<T extends ToClient["type"]> = Extract<ToClient, { type: T }>;
type Acted<T extends Action["do"]> = Extract<Action, { do: T }>;
const holds = <_ extends true>(): void => undefined;

// Every message has a name of its own, never just any text
holds<Same<string extends ToClient["type"] ? true : false, false>>();
holds<Same<string extends FromClient["type"] ? true : false, false>>();
holds<Same<string extends Action["do"] ? true : false, false>>();

// One name means one message; only a deal is dealt by every game
holds<Same<Told<"happened">["view"], View>>();
holds<Same<Acted<"result">, Result>>();
holds<Same<Acted<"deal">, FiveCrownsDeal | WackeeSixDeal | WigOutDeal>>();

/** A frame narrowed by its type. */
export function numberOf(frame: ToClient): number | undefined {
  switch (frame.type) {
    case "welcome":
    case "lobby":
    case "happened":
      return frame.seq;
    case "refused":
      // @ts-expect-error a refusal changes nothing, so it has no number
      return frame.seq;
    default:
      return undefined;
  }
}

/** An action narrowed by what is done, and who did it. */
export function cardOf(line: Line): string | null | undefined {
  holds<Same<typeof line.by, number | null>>();
  switch (line.do) {
    case "take":
    case "discard":
    case "play":
    case "lay":
    case "draw":
      return line.card;
    case "shout":
      // @ts-expect-error a shout has no card
      return line.card;
    default:
      return undefined;
  }
}

export const asked: FromClient[] = [
  { type: "hello", version: 1, token: "" },
  { type: "do", id: "1", action: { do: "take", from: "draw" } },
  { type: "do", id: "2", action: { do: "play", card: "r1", from: "deck" } },
  // @ts-expect-error there is no such message
  { type: "helo", version: 1, token: "" },
  // @ts-expect-error a card is taken from the draw pile or the discard pile
  { type: "do", id: "3", action: { do: "take", from: "hand" } },
  // @ts-expect-error every question has an id
  { type: "stand" },
  // @ts-expect-error and nothing else
  { type: "stand", id: "4", seat: 0 },
];
