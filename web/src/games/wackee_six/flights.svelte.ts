// Cards in the air. A flight knows where it begins and ends; the layer draws it, by transform alone. There are a few places
// in the air, and their elements stay, so that a race neither makes nor removes any.
const SHOWN = 8; // more would only be a blur
const PLACES = 12; // some are left for own moves

export interface Flight {
  id: number;
  card: string;
  as: string | null;
  from: DOMRect;
  to: DOMRect;
  /** Stays where it landed until it is settled: an own move that is not answered yet. */
  waits: boolean;
  /** Beaten: it goes back where it came from. */
  back: boolean;
  delay: number;
}

class Place {
  flight = $state.raw<Flight | null>(null);
}

export class Flights {
  readonly places: readonly Place[] = Array.from({ length: PLACES }, () => new Place());
  private count = 0;

  /** Where things should be calm only own moves are shown. */
  constructor(private readonly calm: () => boolean) {}

  /** What is under way now; not to be drawn from. */
  get all(): Flight[] {
    return this.places.flatMap((place) => place.flight ?? []);
  }

  /** Sends a card on its way; null if there is nothing to fly between, or too much in the air. */
  send(
    card: string,
    from: Element | null,
    to: Element | null,
    more: Partial<Pick<Flight, "as" | "waits" | "delay">> = {},
  ): Flight | null {
    if (!from || !to || (!more.waits && (this.all.length >= SHOWN || this.calm()))) return null;
    const place = this.places.find((one) => one.flight === null);
    if (!place) return null;
    return (place.flight = {
      id: ++this.count,
      card,
      as: more.as ?? null,
      from: from.getBoundingClientRect(),
      to: to.getBoundingClientRect(),
      waits: more.waits ?? false,
      back: false,
      delay: more.delay ?? 0,
    });
  }

  /** It has landed for good. */
  settle(id: number): void {
    const place = this.find(id);
    if (place) place.flight = null;
  }

  /** It was beaten and comes back. */
  home(id: number): void {
    const place = this.find(id);
    if (place?.flight) place.flight = { ...place.flight, back: true };
  }

  private find(id: number): Place | undefined {
    return this.places.find((place) => place.flight?.id === id);
  }
}
