// What a round is called: by its number, or as a tie-break.
import { say } from "../app/text.svelte";
import type { Progress } from "../games/manifest";

export const roundWords = ({ round, rounds, tieBreak }: Progress): string =>
  tieBreak === undefined
    ? say("web-standing-round", { round, rounds: rounds ?? 0 })
    : say("web-tie-break", { number: tieBreak });

/** Above its result. */
export const roundTitle = (progress: Progress): string =>
  progress.tieBreak === undefined ? say("web-round-title", { round: progress.round }) : roundWords(progress);
