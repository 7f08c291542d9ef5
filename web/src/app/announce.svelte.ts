// What a screen reader hears: own changes at once, the rest in a calm summary, never a flood.
import { settings } from "./settings.svelte";

const SUMMARY_MS = 1500;
const CALM_SUMMARY_MS = 5000;

class Announcer {
  urgent = $state("");
  polite = $state("");
  private last = ""; // not read from the state, so that an effect may announce
  private next: (() => string) | null = null;
  private timer: number | null = null;

  /** Said at once: the person's own cards, refusals, the end of a round. */
  now(words: string): void {
    this.last = this.last === words ? `${words}\u00a0` : words; // the same words twice are said twice
    this.urgent = this.last;
  }

  /** Forgets what was said and what was about to be: the page is handed to somebody else. */
  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = this.next = null;
    this.urgent = this.polite = this.last = "";
  }

  /** Said when there is time, and only the newest: what has changed in the middle. Words that cost time come as a function. */
  soon(words: string | (() => string)): void {
    this.next = typeof words === "string" ? () => words : words;
    this.timer ??= window.setTimeout(
      () => {
        this.timer = null;
        this.polite = this.next?.() || this.polite;
        this.next = null;
      },
      settings.quiet ? CALM_SUMMARY_MS : SUMMARY_MS,
    );
  }
}

export const announcer = new Announcer();
