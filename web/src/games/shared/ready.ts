// Before GO in a race (T-03): people look at their cards and say that they are ready.
import { nameOf, type Desk } from "../../net/desk";

export interface Readiness {
  /** Is this seat asked whether it is ready? */
  asks: boolean;
  /** The people who have not said yet that they are ready, this seat and the one who says GO left out. */
  waits: string[];
}

/** Who is waited for before `starter` says GO. */
export function readiness(desk: Desk, starter: number): Readiness {
  const ready = desk.readySeats ?? [];
  const waited = (desk.lobby?.seats ?? []).flatMap((place, seat) => {
    const present = place?.person != null && (desk.here?.includes(place.person) ?? true) && !place.stand_in;
    return present && seat !== starter && !ready.includes(seat) ? [seat] : [];
  });
  return {
    asks: desk.seat !== null && waited.includes(desk.seat),
    waits: waited.filter((seat) => seat !== desk.seat).map((seat) => nameOf(desk, seat)),
  };
}
