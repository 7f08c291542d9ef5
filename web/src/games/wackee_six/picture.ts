// Wackee Six in pictures to share. Its cards are pictures with a number, so they are put together here in the same way.
import { say } from "../../app/text.svelte";
import { blank, type Drawing, image } from "../../picture/raster";
import type { View, WackeeSixView } from "../../wire";
import type { Picturing, PictureLine } from "../manifest";
import { type Colour, INK } from "./art";
import { face, wild } from "./faces";

const all = (view: View) => (view as WackeeSixView).public;
const RATIO = 10 / 7;

async function card(name: string, _: View, width: number): Promise<Drawing> {
  const height = width * RATIO;
  const sheet = blank(width, height);
  const pen = sheet.context;
  const ground = name === "w" ? wild : face(name[0] as Colour);
  const edge = width * 0.035;
  pen.beginPath();
  pen.roundRect(edge / 2, edge / 2, width - edge, height - edge, width * 0.14);
  pen.save();
  pen.clip();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 100" width="${sheet.canvas.width}" height="${sheet.canvas.height}">${ground}</svg>`;
  pen.drawImage(await image(svg), 0, 0, width, height);
  pen.restore();
  Object.assign(pen, { strokeStyle: INK, lineWidth: edge, lineJoin: "round" });
  pen.stroke();
  const number = name === "w" ? "" : name.slice(1);
  const yellow = name[0] === "y";
  pen.font = `700 ${width * (number.length > 1 ? 0.74 : 0.86)}px Fredoka, sans-serif`;
  Object.assign(pen, { textAlign: "center", textBaseline: "middle" });
  Object.assign(pen, { strokeStyle: yellow ? "#fff" : INK, lineWidth: width * (yellow ? 0.06 : 0.115) });
  pen.strokeText(number, width / 2, height * 0.53);
  pen.fillStyle = yellow ? INK : "#fff";
  pen.fillText(number, width / 2, height * 0.53);
  return sheet;
}

export const picture: Picturing = {
  card,
  opened: (view, party) => {
    const kept = all(view).sides[party]?.up.filter((name) => name !== null) ?? [];
    return kept.length ? [kept] : [];
  },
  position: (view, nameOf) => {
    const { piles, sides } = all(view);
    const tops = ["r", "g", "b", "y"]
      .map((colour) => piles.filter((pile) => pile.colour === colour).map((pile) => `${colour}${pile.height}`))
      .filter((lane) => lane.length);
    const middle: PictureLine[] = tops.length ? [{ label: say("picture-middle"), groups: tops }] : [];
    return [
      ...middle,
      ...sides.map((side) => {
        const groups = [side.up.filter((name) => name !== null), side.top.slice(-1)].filter((group) => group.length);
        return { label: side.seats.map(nameOf).join(" + "), seat: side.seats[0]!, groups };
      }),
    ];
  },
};
