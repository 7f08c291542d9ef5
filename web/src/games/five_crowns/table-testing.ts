// What the tests of the table share: a few scenes, and how to find and touch things there.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";

import { FiveCrownsDesk, type Scene, TAKES, discardsOf } from "./fake-desk.svelte";
import Table from "./Table.svelte";

export const HAND = ["6h", "7h", "8h", "5c", "5d", "**", "Js", "3t"]; // 7s are wild
export const MELDS = [
  ["6h", "7h", "8h"],
  ["5c", "5d", "**"],
];
export const toTake: Scene = {
  hand: HAND.slice(0, 7),
  melds: MELDS,
  legal: TAKES,
  public: { dealt: 7, discard: "9h" },
};
export const toDiscard: Scene = {
  hand: HAND,
  melds: MELDS,
  legal: discardsOf(HAND),
  public: { dealt: 7, taken: true },
};

export async function settle(): Promise<void> {
  for (let i = 0; i < 6; i++) await tick();
}
export async function at(scene: Scene): Promise<FiveCrownsDesk> {
  const desk = new FiveCrownsDesk(scene);
  render(Table, { desk });
  await settle();
  return desk;
}
export const card = (text: string): HTMLElement => document.querySelector<HTMLElement>(`.hand [data-id^="${text}."]`)!;
export const key = (name: string, more: KeyboardEventInit = {}): Promise<boolean> =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
export const button = (name: RegExp): HTMLButtonElement => screen.getByRole<HTMLButtonElement>("button", { name });
