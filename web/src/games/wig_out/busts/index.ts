// The busts by their card. Each draws on 100 by 120 and inherits the ink line of the card.
import type { Component } from "svelte";

import type { CharacterName } from "../cards";
import Afro from "./Afro.svelte";
import Beehive from "./Beehive.svelte";
import Bolt from "./Bolt.svelte";
import Braid from "./Braid.svelte";
import Bun from "./Bun.svelte";
import Curls from "./Curls.svelte";
import Flame from "./Flame.svelte";
import Mohawk from "./Mohawk.svelte";
import Moptop from "./Moptop.svelte";
import Nest from "./Nest.svelte";
import Onehair from "./Onehair.svelte";
import Pigtails from "./Pigtails.svelte";

export const busts: Record<CharacterName, Component> = {
  beehive: Beehive,
  mohawk: Mohawk,
  afro: Afro,
  pigtails: Pigtails,
  moptop: Moptop,
  curls: Curls,
  bun: Bun,
  bolt: Bolt,
  flame: Flame,
  braid: Braid,
  onehair: Onehair,
  nest: Nest,
};
