// What the server offers: its games with their options, asked for once.
import { type GameOffer, offer, type Offer } from "./api";

class Offers {
  /** null until it has arrived, or where nobody answers. */
  all = $state.raw<Offer | null>(null);
  private asked: Promise<void> | null = null;

  /** Asks the server, unless it has answered already. */
  load(): Promise<void> {
    this.asked ??= offer().then(
      (found) => {
        this.all = found;
      },
      () => {
        this.asked = null; // it may be back when the next page asks
      },
    );
    return this.asked;
  }

  game(name: string): GameOffer | null {
    return this.all?.games[name] ?? null;
  }
}

export const offers = new Offers();
