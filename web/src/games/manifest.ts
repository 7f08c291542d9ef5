// What a game tells the rest of the client about itself. Pages and parts know a game by its manifest alone.
import type { Component } from "svelte";

import type { Ask } from "../net/connection";
import type { Desk } from "../net/desk";
import type { Action, Line, LobbyView, OpenTable, View } from "../wire";

/** A component that comes when it is needed. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game's parts know the view of their own game
export type LazyPart = () => Promise<{ default: Component<any> }>;

/** One thing to do in a lesson; its words are those of the key learn-GAME-STEP. */
export interface Task {
  key: string;
  /** Is this line of the learner's what was asked for? Without one the learner reads and goes on. */
  done?: (line: Line) => boolean;
}

/** A tutorial table: a scripted deck, and the moves to make on it, one of every kind. */
export interface Lesson {
  open: Pick<OpenTable, "game" | "options" | "deals" | "bots" | "settings">;
  tasks: Task[];
}

export interface Manifest {
  /** Its name on the wire. */
  name: string;
  /** Draws a desk: a live table, or a step of a replay. */
  Table: LazyPart;
  /** A small scene for the home page; without one, its initials. */
  Emblem?: Component;
  title(): string;
  /** One sentence for the home page. */
  about(): string;
  /** How many bots sit down for a match that begins with one click. */
  startBots: number;
  /** The options of such a match that are not the usual ones. */
  startOptions?: Record<string, unknown>;
  /** A card in words. */
  cardWords(card: string): string;
  /** What a good player would do, in words. */
  hintWords(action: Action): string;
  lesson?: () => Promise<Lesson>;
  /** The rules as Markdown; empty where they have not arrived yet. */
  rules?: (language: string) => string;
  /** Below the score sheet between two rounds. */
  BetweenRounds?: LazyPart;
  /** Why a round ended. */
  roundOver(why: string): string;
  /** The seats that are scored together, for each column of the score sheet; without it every seat by itself. */
  parties?(view: View): number[][];
  /** Before the match: the seats that will be scored together. */
  lobbyParties?(lobby: LobbyView): number[][];
  /** Before the match: the message that pairs the players in the next possible way; null if there is none. */
  nextPairs?(lobby: LobbyView): Ask | null;
  /** Does the table itself show why a move was refused? The page then shows nothing. */
  showsRefusals?: boolean;
  /** Phrases that the table itself shows. */
  ownPhrases?: readonly string[];
}

/** The desk of any game, as the shared parts see it. */
export type AnyDesk = Desk<View>;
