// How long the rounds of a match lasted, for who was there from the first deal on.
import type { News } from "../net/table.svelte";

export class RoundTimes {
  /** Milliseconds, by round; NaN where this device was away when it began. */
  ms: number[] = [];
  private begun = NaN;

  hear(news: News): void {
    if (news.kind === "welcome") this.begun = NaN;
    if (news.kind !== "lines") return;
    for (const line of news.lines) {
      if (line.do === "deal" && line.round === 1) this.ms = [];
      if (line.do === "deal" || line.do === "go") this.begun = news.at; // a race begins with GO
      if (line.do === "score") {
        this.ms.push(Math.round((news.at - this.begun) * 1000));
        this.begun = NaN;
      }
    }
  }
}
