// What a game tells the rest of the client about itself. Pages and parts know a game by its manifest alone.
import type { Component } from "svelte";

import type { Ask } from "../net/connection";
import type { Desk } from "../net/desk";
import type { Reel } from "../net/replay.svelte";
import type { Drawing } from "../picture/raster";
import type { Action, Line, LobbyView, OpenTable, View } from "../wire";
import type { PadRules } from "./shared/pad";

/** A component that comes when it is needed. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game's parts know the view of their own game
export type LazyPart = () => Promise<{ default: Component<any> }>;

/** One thing to do in a lesson; its words are those of the key learn-GAME-STEP. */
export interface Task {
  key: string;
  /** Is this line of the learner's, or of the house, what was asked for? Without it the learner reads and continues. */
  done?: (line: Line) => boolean;
  /** The moves that can be made meanwhile; without it those that would be done with it, or none while reading. */
  allows?: (action: Action) => boolean;
  /** Moves that the coach makes for the learner, who would only tap; when there is none any more, it is done. */
  shows?: (legal: readonly Action[]) => Action | undefined;
  /** Reading it ends the round: the next one is dealt. */
  nextRound?: boolean;
}

/** A tutorial table: a scripted deck, and the moves to make on it, one of every kind. */
export interface Lesson {
  open: Pick<OpenTable, "game" | "options" | "deals" | "bots" | "settings">;
  tasks: Task[];
}

/** The best second of a round: a word that bursts over the table, and who did what. */
export interface Climax {
  /** Empty where nothing bursts. */
  word: string;
  words: string;
  /** Whose faces are shown. */
  seats: number[];
}

/** How far a match has come: a number of rounds to play, or a number of points to reach; null where there is none. */
export interface Progress {
  round: number;
  rounds: number | null;
  target: number | null;
  /** The number of a round that only decides a tie. */
  tieBreak?: number;
}

/** What it takes to play a game on one device that is handed round: people take turns. In a race all play at once. */
export interface Passing {
  /** The seat whose turn it is; null while it is nobody's. */
  turn(view: View): number | null;
  /** What somebody may still take back after their turn. */
  takeBack?(legal: readonly Action[]): Action | undefined;
}

/** A line of a picture: some cards in groups, and whose they are. */
export interface PictureLine {
  label: string;
  seat?: number;
  groups: readonly (readonly string[])[];
}

/** How pictures of a game are made, for sharing. They show what is in the view and nothing else. */
export interface Picturing {
  /** One card, so many pixels wide. */
  card(card: string, view: View, width: number): Promise<Drawing>;
  /** The cards of a party when a round is over, in groups. */
  opened(view: View, party: number): readonly (readonly string[])[];
  /** What the viewer sees in the middle of a round. */
  position(view: View, nameOf: (seat: number) => string): readonly PictureLine[];
}

/** Something that somebody did best in a match; its words are those of the keys ending-award-KIND and ending-award-how-KIND. */
export interface Award {
  kind: string;
  seats: number[];
  facts: Record<string, string | number>;
}

/** Finds an award in the record of a match; null if nobody has earned it. */
export type FindAward = (reel: Reel) => Award | null;

export interface Manifest {
  /** Its name on the wire. */
  name: string;
  /** Draws a desk: a live table, or a step of a replay. */
  Table: LazyPart;
  /** Can its table show the viewer's own cards alone (prop `handOnly`), because all else is on another screen? */
  handOnly?: boolean;
  /** How several people play it on one device; without it they cannot. */
  passing?: Passing;
  /** What it looks like, in its own art; fills the box it is given. Without one, its initials. */
  Emblem?: LazyPart;
  title(): string;
  /** One sentence for the home page. */
  about(): string;
  /** How many bots sit down for a match that begins with one click. */
  startBots: number;
  /** How many steps easier than beginners somebody's first match is; later ones follow the results. A step is slower bots. */
  startEase?: number;
  /** Where time makes no difference: a step is a head start of so many points instead. */
  easePoints?: number;
  /** The options of such a match that are not the usual ones. */
  startOptions?: Record<string, unknown>;
  /** A card in words. */
  cardWords(card: string): string;
  /** What a good player would do, in words. */
  hintWords(action: Action): string;
  /** Selectors of what a hint points at on the table: first what to tap, then where it goes. */
  hintSpots(action: Action): string[];
  lesson?: () => Promise<Lesson>;
  /** The rules as Markdown; empty where they have not arrived yet. */
  rules?: (language: string) => string;
  /** Draws an example for a clause of the rules (prop `clause`), where a drawing says more than words. */
  RuleExample?: LazyPart;
  /** Does this line deserve a burst over the table? `before` is the view before it. */
  climax?(line: Line, desk: AnyDesk, before: View | null): Climax | null;
  /** The table as it looked when the last card was played: the view before the lines that ended the round, and these lines. */
  settled?(before: View, lines: readonly Line[]): View;
  /** A card as small as it can be read: of `card`, with the facts of what is said of it. */
  SmallCard?: LazyPart;
  /** The cards of a party when a round is over, and how they make its points: of `desk`, by `party`. */
  Opened: LazyPart;
  progress(view: View, lobby: LobbyView): Progress;
  /** What can be found in the record of a match, beside what can be found in every score sheet. */
  awards?: () => Promise<{ awards: readonly FindAward[] }>;
  /** Its cards in pictures to share; without it they have none. */
  picture?: () => Promise<{ picture: Picturing }>;
  /** How to keep score of real cards; a game without it is not on the score pad. */
  pad?: () => Promise<{ pad: PadRules }>;
  /** What it can tell who holds the real cards, apart from every table. */
  RealCards?: LazyPart;
  /** Below the open hands between two rounds. */
  BetweenRounds?: LazyPart;
  /** Why a round ended. */
  roundOver(why: string): string;
  /** The seats that are scored together, for each column of the score sheet; without it each seat is scored alone. */
  parties?(view: View): number[][];
  /** Before the match: the seats that will be scored together. */
  lobbyParties?(lobby: LobbyView): number[][];
  /** Before the match: the message that pairs the players in the next possible way; null if there is none. */
  nextPairs?(lobby: LobbyView): Ask | null;
  /** Before the match: options that follow from the number of players, whatever is set. */
  forcedOptions?(lobby: LobbyView): Record<string, unknown>;
  /** Does the table itself show why a move was refused? The page then shows nothing. */
  showsRefusals?: boolean;
  /** Phrases that the table itself shows. */
  ownPhrases?: readonly string[];
}

/** The desk of any game, as the shared parts see it. */
export type AnyDesk = Desk<View>;
