// The addresses of a screen: one that opens it at once, and one that is short enough to be typed with a remote control.

const base = (link: string): string => link.split("#")[0]!;

/** Shows the table: what a link, a QR code or another window opens. `link` is that of the table as others reach it. */
export const screenLink = (link: string, code: string): string => `${base(link)}?screen#${code}`;

/** What somebody types on the TV; it asks for the code of the table. */
export const typedAddress = (link: string): string => `${plain(link)}/?screen`;

/** What somebody types to join: the host alone. */
export const plain = (link: string): string =>
  base(link)
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");
