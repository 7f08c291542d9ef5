// The link that invites to a circle. Its secret stands behind #, where no server writes it into a log.
import * as seats from "../../net/kept-seats";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The address of this house as others reach it: a phone cannot open the one of this very machine. */
function origin(): string {
  const known = seats.all()[0]?.link;
  return LOOPBACK.includes(location.hostname) && known ? new URL(known).origin : location.origin;
}

export const inviteLink = (id: string, secret: string): string => `${origin()}/circle/${id}#${secret}`;
export const deviceLink = (code: string): string => `${origin()}/#/circles/${code}`;
