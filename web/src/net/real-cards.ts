// What a game knows about real cards, asked apart from every table: of the server, or of Python on this device.
import { askAnywhere } from "../offline/device.svelte";
import { post } from "./api";

/** A question that the game itself understands, and its answer; raises what is refused. */
export const askAboutCards = <Question, Answer>(game: string, question: Question): Promise<Answer> =>
  post(`/api/games/${encodeURIComponent(game)}/cards`, question, null, askAnywhere);
