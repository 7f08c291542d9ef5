// How strong the bots of "Play now" are, for each game on this device: chosen by the person, or following their results.
export const LEVELS = ["beginner", "casual", "skilled", "expert", "master"] as const;
export type Level = (typeof LEVELS)[number];

/** How somebody does at a game. */
export interface Skill {
  level: Level;
  /** In a race: how many steps slower than beginners the bots are, for who loses to those. */
  ease: number;
  /** Wins less losses since the level last changed. */
  balance: number;
  /** What the person has chosen; null follows the results. */
  chosen: Level | null;
}

// One win more than losses is luck, two are a sign. A step up and a step down weigh the same, so the level settles where
// about half of the matches are won.
const STEP = 2;
const NEWCOMER: Skill = { level: "beginner", ease: 0, balance: 0, chosen: null };
// Each step makes bots a third slower. That is about a level in the race that speed decides most, and six steps are the
// pace of a small child: a card in eight seconds.
const SLOWER = 1.35;
const MOST_EASE = 6;
const KEY = "rumpus-levels";

/** A game, and how much slower the bots of a first match are; without that its bots are never slowed down. */
export interface Paced {
  name: string;
  startEase?: number;
}

/** The same person after one more match; `most` is how many steps bots may be slower than beginners. */
export function adapted(skill: Skill, won: boolean, most = 0): Skill {
  const balance = skill.balance + (won ? 1 : -1);
  if (Math.abs(balance) < STEP) return { ...skill, balance };
  const step = Math.sign(balance);
  // one scale: below the lowest level are its slower bots
  const at = LEVELS.indexOf(skill.level) - skill.ease + step;
  const grade = Math.min(Math.max(at, -most), LEVELS.length - 1);
  return { ...skill, level: LEVELS[Math.max(grade, 0)]!, ease: Math.max(-grade, 0), balance: 0 };
}

const isLevel = (value: unknown): value is Level => LEVELS.includes(value as Level);

function all(): Record<string, Skill> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Partial<Skill>> | null;
    const entries = Object.entries(found ?? {}).map(([game, skill]): [string, Skill] => [
      game,
      {
        level: isLevel(skill?.level) ? skill.level : NEWCOMER.level,
        ease: Number.isInteger(skill?.ease) ? Math.min(Math.max(skill!.ease!, 0), MOST_EASE) : NEWCOMER.ease,
        balance: Number.isInteger(skill?.balance) ? skill!.balance! : 0,
        chosen: isLevel(skill?.chosen) ? skill.chosen : null,
      },
    ]);
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export const skillAt = ({ name, startEase = 0 }: Paced): Skill => all()[name] ?? { ...NEWCOMER, ease: startEase };

/** The level that bots have when this person presses "Play now". */
export function levelFor(game: Paced): Level {
  const { chosen, level } = skillAt(game);
  return chosen ?? level;
}

/** How many times as long those bots take; who has chosen a level gets it as it is. */
export function paceFor(game: Paced): number {
  const { chosen, ease } = skillAt(game);
  return chosen !== null || game.startEase === undefined ? 1 : Math.round(100 * SLOWER ** ease) / 100;
}

function write({ name: game }: Paced, skill: Skill): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: skill }));
  } catch {
    // a browser that keeps nothing: everybody is a newcomer there
  }
}

export const choose = (game: Paced, chosen: Level | null): void => write(game, { ...skillAt(game), chosen });
export const learnFrom = (game: Paced, won: boolean): void =>
  write(game, adapted(skillAt(game), won, game.startEase === undefined ? 0 : MOST_EASE));
