// All twelve at several sizes, and small in grey: are they told apart by their silhouette?
import { mount } from "svelte";

import "../src/app/app.css";
import Back from "../src/games/wig_out/Back.svelte";
import Card from "../src/games/wig_out/Card.svelte";
import { CHARACTERS } from "../src/games/wig_out/cards";

const app = document.getElementById("app")!;
for (const [width, filter] of [
  [150, ""],
  [57, ""],
  [48, "grayscale(1)"],
] as const) {
  const row = document.createElement("div");
  Object.assign(row.style, { display: "flex", flexWrap: "wrap", gap: "10px", padding: "10px", filter });
  app.append(row);
  for (const card of [...CHARACTERS, null]) {
    const target = document.createElement("div");
    target.style.width = `${width}px`;
    row.append(target);
    if (card) mount(Card, { target, props: { card } });
    else mount(Back, { target });
  }
}
