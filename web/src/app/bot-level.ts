// How strong the bots of "Play now" are, for each game on this device: chosen by the person, or following their results.
export const LEVELS = ["beginner", "casual", "skilled", "expert", "master"] as const;
export type Level = (typeof LEVELS)[number];

/** How somebody does at a game. */
export interface Skill {
  level: Level;
  /** How many steps easier than beginners a match is, for who loses to those: slower bots, or a head start. */
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
// Each step makes bots a third slower. That is about a level in the race that speed decides most, and the last step, which
// is the slowest that a table allows, is the pace of a small child: a card in ten seconds.
const SLOWER = 1.35;
const SLOWEST = 8;
const MOST_EASE = 7;
const KEY = "rumpus-levels";

/** A game, and how it gets easier than beginners; without `startEase` it never does. */
export interface Eased {
  name: string;
  /** The steps of a first match. */
  startEase?: number;
  /** The points with which a person begins at each step, where slower bots would make no difference. */
  easePoints?: number;
}

/** The same person after one more match; `most` is how many steps a match may be easier than beginners are. */
export function adapted(skill: Skill, won: boolean, most = 0): Skill {
  const balance = skill.balance + (won ? 1 : -1);
  if (Math.abs(balance) < STEP) return { ...skill, balance };
  const step = Math.sign(balance);
  // one scale: below the lowest level are its slower bots, or a head start
  const at = LEVELS.indexOf(skill.level) - skill.ease + step;
  const grade = Math.min(Math.max(at, -most), LEVELS.length - 1);
  return { ...skill, level: LEVELS[Math.max(grade, 0)]!, ease: Math.max(-grade, 0), balance: 0 };
}

const isLevel = (value: unknown): value is Level => LEVELS.includes(value as Level);

function all(): Record<string, Skill> {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Partial<Skill>> | null;
    const entries = Object.entries(stored ?? {}).map(([game, skill]): [string, Skill] => [
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

export const skillAt = ({ name, startEase = 0 }: Eased): Skill => all()[name] ?? { ...NEWCOMER, ease: startEase };

/** The level that bots have when this person presses "Play now". */
export function levelFor(game: Eased): Level {
  const { chosen, level } = skillAt(game);
  return chosen ?? level;
}

/** By how many steps the next match is easier; a chosen level is used unchanged. */
function easeFor(game: Eased): number {
  const { chosen, ease } = skillAt(game);
  return chosen !== null || game.startEase === undefined ? 0 : ease;
}

/** The factor by which these bots are slower. */
export const paceFor = (game: Eased): number =>
  game.easePoints === undefined ? Math.min(SLOWEST, Math.round(100 * SLOWER ** easeFor(game)) / 100) : 1;

/** The points with which the person begins: below zero where the lowest score wins. */
export const headStartFor = (game: Eased): number => (game.easePoints ?? 0) * easeFor(game) || 0; // no -0

/** The options that make a match so easy: the person has the first seat, and so many bots have the others. */
export function easedOptions(game: Eased, bots: number): { bot_pace?: number; head_start?: number[] } {
  const [pace, ahead] = [paceFor(game), headStartFor(game)];
  return {
    ...(pace === 1 ? {} : { bot_pace: pace }),
    ...(ahead === 0 ? {} : { head_start: [ahead, ...Array.from({ length: bots }, () => 0)] }),
  };
}

function write({ name: game }: Eased, skill: Skill): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game]: skill }));
  } catch {
    // a browser that keeps nothing: everybody is a newcomer there
  }
}

export const choose = (game: Eased, chosen: Level | null): void => write(game, { ...skillAt(game), chosen });
export const learnFrom = (game: Eased, won: boolean): void =>
  write(game, adapted(skillAt(game), won, game.startEase === undefined ? 0 : MOST_EASE));
