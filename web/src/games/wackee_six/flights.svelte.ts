// Cards in the air. A flight knows where it begins and ends; the layer draws it, by transform alone.
import { calm } from "../../lib/settings.svelte";

const MOST = 8; // more would only be a blur

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

export class Flights {
  all = $state.raw<Flight[]>([]);
  private count = 0;

  /** Sends a card on its way; null if there is nothing to fly between, or too much in the air. */
  send(card: string, from: Element | null, to: Element | null, more: Partial<Pick<Flight, "as" | "waits" | "delay">> = {}): Flight | null {
    if (!from || !to || (!more.waits && (this.all.length >= MOST || calm()))) return null;
    const flight = {
      id: ++this.count,
      card,
      as: more.as ?? null,
      from: from.getBoundingClientRect(),
      to: to.getBoundingClientRect(),
      waits: more.waits ?? false,
      back: false,
      delay: more.delay ?? 0,
    };
    this.all = [...this.all, flight];
    return flight;
  }

  /** It has landed for good. */
  settle(id: number): void {
    this.all = this.all.filter((flight) => flight.id !== id);
  }

  /** It was beaten and comes back. */
  home(id: number): void {
    this.all = this.all.map((flight) => (flight.id === id ? { ...flight, back: true } : flight));
  }
}
