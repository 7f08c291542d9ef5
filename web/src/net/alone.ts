// A match against bots that begins automatically: the page of its table asks for the start as soon as it is loaded.
import { easedOptions, type Level } from "../app/bot-level";
import { me } from "../app/profile";
import { go } from "../app/route.svelte";
import type { Manifest } from "../games/manifest";
import { openTable } from "./api";
import * as seats from "./kept-seats";

const KEY = "rumpus-begin";

/** As many bots as a match of this game begins with. */
export const botsFor = ({ startBots }: Manifest, level: Level): Level[] =>
  Array.from({ length: startBots }, () => level);

/** Opens a table with bots of this level and goes there; raises what the server refuses. */
export async function playAlone(manifest: Manifest, level: Level): Promise<void> {
  const { name: game, startOptions, Table } = manifest;
  void Table().catch(() => undefined); // on its way while the table is opened
  const options = { ...startOptions, ...easedOptions(manifest, manifest.startBots) };
  const seated = await openTable({ game, ...me(), bots: botsFor(manifest, level), options });
  seats.keep(seated);
  sessionStorage.setItem(KEY, seated.code);
  go(seated.code);
}

/** Should the match at this table begin automatically? */
export const beginsAlone = (code: string): boolean => sessionStorage.getItem(KEY) === code;

/** It begins once: a reload does not begin it again. */
export const begun = (): void => sessionStorage.removeItem(KEY);
