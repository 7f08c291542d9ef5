// What a picture shows: the result of a match, the end of a round with its best second, or a position as one viewer saw it.
import Avatar from "../ui/Avatar.svelte";
import { say } from "../app/text.svelte";
import { gameOf } from "../games";
import type { AnyDesk, Climax, Picturing } from "../games/manifest";
import { standingOf } from "../net/parties";
import { added, points } from "../ui/numbers";
import { roundTitle } from "../ui/round-words";
import type { LobbyView, View } from "../wire";
import type { Group, Poster } from "./poster";
import { drawn, type Drawing } from "./raster";
import "./words";

const CARD = 132;
const FACE = 84;

/** What is to be shared. */
export type Subject =
  { kind: "result"; words: string } | { kind: "round"; climax: Climax | null } | { kind: "position" };

type Seen = Pick<AnyDesk, "lobby" | "view" | "seat">;

export async function compose(desk: Seen, subject: Subject): Promise<Poster> {
  const lobby = desk.lobby!;
  const view = desk.view!;
  const game = gameOf(lobby.game);
  const picture = (await game.picture?.())?.picture ?? null;
  const cards = drawnOnce((card) => picture!.card(card, view, CARD));
  const groups = (of: readonly (readonly string[])[]): Promise<Group[]> =>
    Promise.all(of.map(async (group) => ({ cards: await Promise.all(group.map(cards)) })));
  const progress = game.progress(view, lobby);
  const title =
    subject.kind === "result" ? game.title() : say("picture-title", { game: game.title(), round: progress.round });
  if (subject.kind === "position") return position(desk, title, picture, groups);
  const { rows } = standingOf(view, lobby, game);
  const last = view.public.sheet.at(-1) ?? [];
  const round = subject.kind === "round";
  return {
    title,
    ...(round && subject.climax?.word ? { word: subject.climax.word } : {}),
    words: round ? (subject.climax?.words ?? roundTitle(progress)) : subject.words,
    rows: await Promise.all(
      rows.map(async (row) => ({
        rank: say("web-rank", { rank: row.rank }),
        faces: await faces(lobby, row.seats),
        name: row.name,
        points: round
          ? say("picture-points", { added: added(last[row.party] ?? 0), total: points(row.total) })
          : points(row.total),
        best: !round && (view.public.result?.winners?.includes(row.party) ?? false),
        groups: round && picture ? await groups(picture.opened(view, row.party)) : [],
      })),
    ),
    notes: [say("picture-from")],
  };
}

/** Nothing but what this viewer saw: their own view has no other cards. */
async function position(
  { lobby, view, seat }: Seen,
  title: string,
  picture: Picturing | null,
  groups: (of: readonly (readonly string[])[]) => Promise<Group[]>,
): Promise<Poster> {
  const name = seat === null ? "" : (lobby!.seats[seat]?.name ?? "");
  const lines = picture?.position(view!, (one) => lobby!.seats[one]?.name ?? "") ?? [];
  return {
    title,
    words: name ? say("picture-seen-by", { name }) : say("picture-seen"),
    rows: await Promise.all(
      lines.map(async ({ label, seat: whose, groups: of }) => ({
        faces: whose === undefined ? [] : await faces(lobby!, [whose]),
        name: label,
        groups: await groups(of),
      })),
    ),
    notes: [name ? say("picture-own", { name }) : say("picture-public"), say("picture-from")],
  };
}

const faces = (lobby: LobbyView, seats: readonly number[]): Promise<Drawing[]> =>
  Promise.all(seats.map((seat) => drawn(Avatar, { avatar: lobby.seats[seat]?.avatar ?? "", size: FACE }, FACE)));

function drawnOnce(draw: (card: string) => Promise<Drawing>): (card: string) => Promise<Drawing> {
  const known = new Map<string, Promise<Drawing>>();
  return (card) => {
    const found = known.get(card) ?? draw(card);
    known.set(card, found);
    return found;
  };
}

/** The name of the file. */
export const fileName = (view: View, lobby: LobbyView): string =>
  `rumpus-${lobby.game}-${Math.max(1, view.public.round)}.png`;
