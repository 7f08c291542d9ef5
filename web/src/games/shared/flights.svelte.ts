// Cards in the air. A flight knows where it begins and ends; FlightLayer.svelte draws it, by transform alone. There is a
// fixed number of places in the air, and their elements stay, so that a race neither makes nor removes any.
import { calm } from "../../app/settings.svelte";

const PLACES = 12;

/** What a flight needs to know of the place it begins or ends at. */
export type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** A place of the page: an element, or where one was. */
export type Spot = Element | Box | null | undefined;

export interface Flight<C> {
  id: number;
  card: C;
  from: Box;
  to: Box;
  ms: number;
  delay: number;
  /** Stays where it landed until it is settled: an own move that is not answered yet. */
  waits: boolean;
  /** Beaten: it goes back where it came from. */
  back: boolean;
  landed?: () => void;
}

interface Rules {
  /** How many cards of others fly at once; more would only be a blur. */
  shown?: number;
  /** Where things should be calm, are only own moves that wait shown? Otherwise every card fades in. */
  onlyOwnWhenCalm?: boolean;
  calm?: () => boolean;
}

class AirPlace<C> {
  flight = $state.raw<Flight<C> | null>(null);
}

export class Flights<C> {
  readonly places: readonly AirPlace<C>[] = Array.from({ length: PLACES }, () => new AirPlace<C>());
  readonly calm: () => boolean;
  private readonly shown: number;
  private readonly onlyOwnWhenCalm: boolean;
  private count = 0;

  constructor(rules: Rules = {}) {
    this.calm = rules.calm ?? calm;
    this.shown = rules.shown ?? PLACES;
    this.onlyOwnWhenCalm = rules.onlyOwnWhenCalm ?? false;
  }

  /** What is under way now; not to be drawn from. */
  get all(): Flight<C>[] {
    return this.places.flatMap((place) => place.flight ?? []);
  }

  /** Sends a card on its way; null if there is nothing to fly between, or too much in the air. */
  send(
    card: C,
    from: Spot,
    to: Spot,
    more: Partial<Pick<Flight<C>, "waits" | "delay" | "ms" | "landed">> = {},
  ): Flight<C> | null {
    if (!from || !to) return null;
    if (!more.waits && (this.all.length >= this.shown || (this.onlyOwnWhenCalm && this.calm()))) return null;
    const place = this.places.find((one) => one.flight === null);
    if (!place) return null;
    return (place.flight = {
      id: ++this.count,
      card,
      from: boxOf(from),
      to: boxOf(to),
      ms: 200,
      delay: 0,
      waits: false,
      back: false,
      ...more,
    });
  }

  /** It has landed for good. */
  settle(id: number): void {
    const place = this.find(id);
    const landed = place?.flight?.landed;
    if (place) place.flight = null;
    landed?.();
  }

  /** It was beaten and comes back. */
  home(id: number): void {
    const place = this.find(id);
    if (place?.flight) place.flight = { ...place.flight, back: true };
  }

  private find(id: number): AirPlace<C> | undefined {
    return this.places.find((place) => place.flight?.id === id);
  }
}

function boxOf(spot: Element | Box): Box {
  return spot instanceof Element ? spot.getBoundingClientRect() : spot;
}
