/** Where the link of a call leads; null if there is none, or none that may be opened. The server has checked it already. */
export function siteOf(link: string | null | undefined): string | null {
  if (!link) return null;
  try {
    const { protocol, host, username } = new URL(link);
    return protocol === "https:" && !username ? host : null;
  } catch {
    return null;
  }
}

/** What somebody typed or pasted, as a link: some services copy theirs without its beginning. */
export const linkIn = (typed: string): string => (/^\w+:/.test(typed.trim()) ? typed : `https://${typed.trim()}`);
