// How strong the bots of "Play now" are, for each game on this device: chosen by the person, or following their results.
export const LEVELS = ["beginner", "casual", "skilled", "expert"] as const;
export type Level = (typeof LEVELS)[number];

/** How somebody does at a game. */
export interface Skill {
  level: Level;
  /** Wins less losses since the level last changed. */
  balance: number;
  /** What the person has chosen; null follows the results. */
  chosen: Level | null;
}

// One win more than losses is luck, two are a sign. A step up and a step down weigh the same, so the level settles where
// about half of the matches are won.
const STEP = 2;
const NEWCOMER: Skill = { level: "beginner", balance: 0, chosen: null };
const KEY = "rumpus-levels";

/** The same person after one more match. */
export function adapted(skill: Skill, won: boolean): Skill {
  const balance = skill.balance + (won ? 1 : -1);
  if (Math.abs(balance) < STEP) return { ...skill, balance };
  const at = LEVELS.indexOf(skill.level) + Math.sign(balance);
  return { ...skill, level: LEVELS[Math.min(Math.max(at, 0), LEVELS.length - 1)]!, balance: 0 };
}

const isLevel = (value: unknown): value is Level => LEVELS.includes(value as Level);

function all(): Record<string, Skill> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Partial<Skill>> | null;
    const entries = Object.entries(found ?? {}).map(([game, skill]): [string, Skill] => [
      game,
      {
        level: isLevel(skill?.level) ? skill.level : NEWCOMER.level,
        balance: Number.isInteger(skill?.balance) ? skill!.balance! : 0,
        chosen: isLevel(skill?.chosen) ? skill.chosen : null,
      },
    ]);
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export const skillAt = (game: string): Skill => all()[game] ?? NEWCOMER;

/** The level that bots have when this person presses "Play now". */
export function levelFor(game: string): Level {
  const { chosen, level } = skillAt(game);
  return chosen ?? level;
}

function write(game: string, skill: Skill): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: skill }));
  } catch {
    // a browser that keeps nothing: everybody is a newcomer there
  }
}

export const choose = (game: string, chosen: Level | null): void => write(game, { ...skillAt(game), chosen });
export const learnFrom = (game: string, won: boolean): void => write(game, adapted(skillAt(game), won));
