// The types of the wire, generated from docs/protocol.schema.json by `make types`. Do not edit.

export type FromClient =
  | Hello
  | Do
  | Sit
  | TakeSeat
  | Stand
  | AddBot
  | RemoveBot
  | Remove
  | Rename
  | Configure
  | Lock
  | CallLink
  | NewCode
  | Arrange
  | Role
  | Ready
  | Begin
  | Pause
  | Stop
  | PlayItOff
  | Back
  | StandIn
  | Rematch
  | Salt
  | Again
  | Deals
  | Leave
  | Say
  | Mute
  | Device
  | Playable
  | Hint
  | Resync
  | Pong
  | FiveCrownsMelds
  | FiveCrownsGrouping;
export type Action = FiveCrownsAction | WackeeSixAction | WigOutAction;
export type FiveCrownsAction =
  | FiveCrownsDeal
  | FiveCrownsTake
  | FiveCrownsDiscard
  | FiveCrownsUndo
  | FiveCrownsReshuffle
  | FiveCrownsLayDown
  | Score
  | Result;
export type WackeeSixAction =
  | WackeeSixDeal
  | Go
  | WackeeSixPlay
  | WackeeSixTurn
  | WackeeSixRecycle
  | Shout
  | WackeeSixClose
  | Standoff
  | Score
  | Result;
export type WigOutAction = WigOutDeal | Go | WigOutStart | WigOutLay | WigOutDraw | Shout | Standoff | Score | Result;
export type Options = FiveCrownsOptions | WackeeSixOptions | WigOutOptions;
export type ToClient =
  Welcome | Lobby | Happened | Legal | Done | Refused | Here | Idle | Said | Countdown | Ping | Bye;
export type View = FiveCrownsView | WackeeSixView | WigOutView;
export type Line = (Action | Fact) & {
  /**
   * The seat, or null for the house and the table.
   */
  by: number | null;
  seen?: number;
  over?: RecordRival[];
  beside?: RecordRival[];
  tie?: boolean;
};
export type Fact = RecordReady | RecordSits | RecordReveal | RecordCommit;
export type ChangeCircle =
  | RenameCircle
  | ChangeMe
  | SetRating
  | RemoveDevice
  | LeaveCircle
  | CorrectResult
  | StrikeResult
  | StartLeague
  | LeaveLeague
  | EndLeague
  | NewSecret;

/**
 * The first message: its token says whose connection this is. Clients of other versions may add fields.
 */
export interface Hello {
  type: "hello";
  version: number;
  token: string;
  seen?: number | null;
  merges?: boolean;
  page?: string | null;
  nth?: number;
}
/**
 * An action of the game.
 */
export interface Do {
  type: "do";
  id: string;
  action: Action;
}
/**
 * The house deals a round.
 */
export interface FiveCrownsDeal {
  do: "deal";
  round: number;
  dealer: number;
  wild: string;
  hands?: string[][] | null;
  discard: string;
  draw?: string[] | null;
  tie_break?: boolean;
}
/**
 * FC-07: the top card of the draw pile or of the discard pile.
 */
export interface FiveCrownsTake {
  do: "take";
  from: "discard" | "draw";
  card?: string | null;
}
/**
 * FC-08: the end of a turn. With `out`, or with melds before anybody is out, the player goes out (FC-14).
 *
 * `out` asks the table to arrange the melds; once it has happened, the melds say so and `out` is gone.
 */
export interface FiveCrownsDiscard {
  do: "discard";
  card: string;
  melds?: string[][] | null;
  out?: boolean;
}
/**
 * The last discard goes back into the hand of who made it, and their turn goes on (option `undo`).
 */
export interface FiveCrownsUndo {
  do: "undo";
}
/**
 * FC-19: the house makes a new draw pile of the discard pile.
 */
export interface FiveCrownsReshuffle {
  do: "reshuffle";
  draw?: string[] | null;
}
/**
 * FC-23: what a seat lays down when the turns are used up.
 */
export interface FiveCrownsLayDown {
  do: "lay_down";
  melds: string[][];
}
/**
 * The end of a round: its points and the totals so far, one number for each party; why is one of `Game.endings`.
 */
export interface Score {
  do: "score";
  round: number;
  points: number[];
  totals: number[];
  why: string;
}
/**
 * The end of a match. The table asks for `stopped` (T-04) or `abandoned` (T-02), the rules fill in the rest.
 */
export interface Result {
  do: "result";
  why: "abandoned" | "finished" | "stopped";
  totals?: number[];
  winners?: number[] | null;
}
/**
 * The house deals a round: every side its own deck.
 */
export interface WackeeSixDeal {
  do: "deal";
  round: number;
  starter: number;
  sides: WackeeSixSide[];
}
/**
 * What a deal says of one side.
 */
export interface WackeeSixSide {
  seats: number[];
  turner: number;
  main: number;
  up: string[];
  down?: string[] | null;
  deck?: string[] | null;
}
/**
 * A race starts: the dealer says so, or the table for them (T-03).
 */
export interface Go {
  do: "go";
}
/**
 * WS-06 to WS-15: a card to the middle, from a place of the face-up row or from the turned pile.
 */
export interface WackeeSixPlay {
  do: "play";
  card: string;
  from: number | "deck";
  as?: string | null;
  pile?: number | null;
  airborne?: boolean;
}
/**
 * WS-12: three cards of the hand deck onto the turned pile.
 */
export interface WackeeSixTurn {
  do: "turn";
  cards?: string[] | null;
}
/**
 * WS-13: the turned pile becomes the hand deck again.
 */
export interface WackeeSixRecycle {
  do: "recycle";
}
/**
 * The call that ends a race.
 */
export interface Shout {
  do: "shout";
}
/**
 * WS-18: nothing can be in the air any more.
 */
export interface WackeeSixClose {
  do: "close";
}
/**
 * T-08: the table ends a round of a race in which nobody moves.
 */
export interface Standoff {
  do: "standoff";
}
/**
 * The house deals a round.
 */
export interface WigOutDeal {
  do: "deal";
  round: number;
  dealer: number;
  hands?: string[][] | null;
  turned: string[];
  deck?: string[] | null;
}
/**
 * WO-09: two or more cards of one character, as a new pile or onto theirs (WO-14).
 */
export interface WigOutStart {
  do: "start";
  cards: string[];
}
/**
 * WO-10: one card on the pile of its character.
 */
export interface WigOutLay {
  do: "lay";
  card: string;
}
/**
 * WO-11: the top card of the deck.
 */
export interface WigOutDraw {
  do: "draw";
  card?: string | null;
}
/**
 * Take a free seat.
 */
export interface Sit {
  type: "sit";
  id: string;
  seat: number;
}
/**
 * During a match: take over a seat of `lobby.open`, at once or from the next round on; null cancels that.
 */
export interface TakeSeat {
  type: "take_seat";
  id: string;
  seat?: number | null;
}
/**
 * Give up the seat and watch.
 */
export interface Stand {
  type: "stand";
  id: string;
}
/**
 * The host puts a bot on a free seat, or changes the level of one.
 */
export interface AddBot {
  type: "add_bot";
  id: string;
  seat: number;
  level: "beginner" | "casual" | "expert" | "master" | "skilled";
}
/**
 * The host removes a bot.
 */
export interface RemoveBot {
  type: "remove_bot";
  id: string;
  seat: number;
}
/**
 * The host removes a person before or after a match.
 */
export interface Remove {
  type: "remove";
  id: string;
  person: number;
}
/**
 * Change name or avatar before or after a match.
 */
export interface Rename {
  type: "rename";
  id: string;
  name: string;
  avatar?: string | null;
}
/**
 * The host sets the game's options or the table's settings; a field left out of either gets its default.
 */
export interface Configure {
  type: "configure";
  id: string;
  options?: Options | null;
  settings?: Settings | null;
}
/**
 * What a table of Five Crowns may set.
 */
export interface FiveCrownsOptions {
  first_dealer?: ("host" | "random") | number;
  head_start?: number[] | null;
  bot_pace?: number;
  rounds?: number;
  first_round?: number;
  tie_break?: boolean;
  undo?: boolean;
  turn_limit?: number | null;
}
/**
 * What a table of Wackee Six may set.
 */
export interface WackeeSixOptions {
  first_dealer?: ("host" | "random") | number;
  head_start?: number[] | null;
  bot_pace?: number;
  target?: number;
  partners?: boolean;
  alone?: number | null;
  auto_shout?: boolean;
  down?: number[] | null;
}
/**
 * What a table of Wig Out! may set.
 */
export interface WigOutOptions {
  first_dealer?: ("host" | "random") | number;
  head_start?: number[] | null;
  bot_pace?: number;
  rounds?: number;
  free_draw?: boolean;
  auto_shout?: boolean;
  cards?: number[] | null;
}
/**
 * The settings of a table; the rules of the game have their own options.
 */
export interface Settings {
  spectators?: boolean;
  late?: boolean;
  hints?: boolean;
  phrases?: boolean;
  grace_s?: number | null;
  idle_s?: number | null;
  turn_s?: number | null;
  wait_s?: number;
  countdown_s?: number;
  races?: "arrival" | "fair";
  stand_in?: "beginner" | "casual" | "expert" | "master" | "skilled";
}
/**
 * The host locks the table, so that nobody new can join or watch, or opens it again.
 */
export interface Lock {
  type: "lock";
  id: string;
  locked?: boolean;
}
/**
 * The host shows everybody the link to a call, at any time: an https address of a website; null removes it.
 */
export interface CallLink {
  type: "call_link";
  id: string;
  link?: string | null;
}
/**
 * The host gives the table a new room code; the old one stops working.
 */
export interface NewCode {
  type: "new_code";
  id: string;
}
/**
 * In a game with sides: the host decides who plays together; null leaves it to the rules.
 */
export interface Arrange {
  type: "arrange";
  id: string;
  sides?: number[][] | null;
}
/**
 * In a game with sides: one of two partners chooses who turns the hand deck in the next round.
 */
export interface Role {
  type: "role";
  id: string;
  turner: number;
}
/**
 * Ready for the match, for the next deal, or in a race for GO (T-03).
 */
export interface Ready {
  type: "ready";
  id: string;
  ready?: boolean;
}
/**
 * The host begins the match; players who are not ready get a short while (T-03).
 */
export interface Begin {
  type: "begin";
  id: string;
}
/**
 * The host pauses the match, or resumes it.
 */
export interface Pause {
  type: "pause";
  id: string;
  paused: boolean;
}
/**
 * Agree to stop between two rounds (T-04), or withdraw that.
 */
export interface Stop {
  type: "stop";
  id: string;
  agree?: boolean;
}
/**
 * After a tie that the rules leave open: agree to play it off, or share the win (FC-22).
 */
export interface PlayItOff {
  type: "play_off";
  id: string;
  agree?: boolean;
}
/**
 * I'm back: take the seat back from the stand-in after being idle, or show that somebody is there (T-07).
 */
export interface Back {
  type: "back";
  id: string;
}
/**
 * The host asks for a stand-in for a person who has been idle for 15 s (T-07).
 */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
}
/**
 * After a match: back to the lobby with the same people.
 */
export interface Rematch {
  type: "rematch";
  id: string;
}
/**
 * Add the client's own random text to the next deals, after receiving the `commit` that they are made from.
 */
export interface Salt {
  type: "salt";
  id: string;
  commit: string;
  salt: string;
}
/**
 * Before a match, the host asks to repeat the deals of the last one with the seats rotated, or cancels that.
 */
export interface Again {
  type: "again";
  id: string;
  again?: boolean;
}
/**
 * Ask for all deals of a finished round; the answer holds `RoundDeals`.
 */
export interface Deals {
  type: "deals";
  id: string;
  round: number;
}
/**
 * Leave the table; in a match a stand-in takes over (T-02).
 */
export interface Leave {
  type: "leave";
  id: string;
}
/**
 * Say a quick phrase or an emote; a request goes only to the partner, and may name a card.
 */
export interface Say {
  type: "say";
  id: string;
  phrase: string;
  card?: string | null;
}
/**
 * Mute or unmute a person, or a bot by its seat.
 */
export interface Mute {
  type: "mute";
  id: string;
  person?: number | null;
  seat?: number | null;
  muted?: boolean;
}
/**
 * Ask for a code to move this seat to another device; the answer holds a `DeviceCode`.
 */
export interface Device {
  type: "device";
  id: string;
}
/**
 * Ask for all legal actions.
 */
export interface Playable {
  type: "playable";
  id: string;
}
/**
 * Ask what a good player would do; the answer has the action, and why.
 */
export interface Hint {
  type: "hint";
  id: string;
}
/**
 * Ask for the current state; the answer is a welcome.
 */
export interface Resync {
  type: "resync";
  id: string;
}
/**
 * Answer a ping at once, with its number.
 */
export interface Pong {
  type: "pong";
  n: number;
}
/**
 * Five Crowns: the best melds of my hand, and the best discard.
 */
export interface FiveCrownsMelds {
  type: "melds";
  id: string;
}
/**
 * Five Crowns: are these groups books and runs, and what stays?
 */
export interface FiveCrownsGrouping {
  type: "grouping";
  id: string;
  /**
   * @maxItems 16
   */
  melds: string[][];
  discard?: string | null;
}
/**
 * The current state of the table: the answer to a hello, and to a resync (then with its id).
 */
export interface Welcome {
  type: "welcome";
  version?: number;
  seq: number;
  you: number;
  seat: number | null;
  lobby: LobbyView;
  here: number[];
  muted?: number[];
  view?: View;
  legal?: Action[];
  more?: boolean;
  turn_ms?: number | null;
  ready?: number[];
  idle?: IdleSeat[];
  standoff_ms?: number | null;
  behind?: boolean;
  id?: string | null;
}
/**
 * Everything about a table except the match itself, as everybody there sees it.
 */
export interface LobbyView {
  code: string;
  game: string;
  options: Options;
  settings: Settings;
  stage: "lobby" | "match" | "over";
  seats: (Place | null)[];
  people: PersonView[];
  host: number | null;
  paused: boolean;
  sides: number[][] | null;
  turners: number[];
  match: number;
  scripted: boolean;
  stop: number[];
  record: string | null;
  parties?: number[][];
  locked?: boolean;
  call?: string | null;
  fair?: RecordFair | null;
  again?: boolean | null;
  open?: number[];
  play_off?: PlayOff | null;
  circle?: string | null;
  league?: number | null;
  challenge?: Challenge | null;
}
/**
 * Who sits on a seat: a person, or a bot of some level. A stand-in is a bot that plays for a person who is away.
 */
export interface Place {
  name: string;
  avatar: string;
  person?: number | null;
  bot?: string | null;
  ready?: boolean;
  stand_in?: string | null;
  gone?: boolean;
  idle?: boolean;
  next?: number | null;
  since?: number;
  handicaps?: {
    [k: string]: number;
  };
  chosen?: string[];
}
/**
 * A person at the table, seated or watching.
 */
export interface PersonView {
  id: number;
  name: string;
  avatar: string;
  program?: boolean;
}
/**
 * What a match tells about its chance before the first deal; `salts` has one text for each seat.
 */
export interface RecordFair {
  v: number;
  commit: string;
  salts: string[];
  again?: RecordAgain | null;
  shared?: RecordShared | null;
}
/**
 * The deals of an earlier match at the table are dealt again, and everybody sits some seats further on.
 */
export interface RecordAgain {
  deals: number[];
  next: number;
  turn: number;
}
/**
 * Matches at several tables are dealt alike. Each round has one seed, for its deal and for its reshuffles.
 *
 * So neither the seeds of later rounds nor their cards depend on how often somebody's pile had to be reshuffled.
 */
export interface RecordShared {
  deals?: number[];
  next?: number;
  day?: string | null;
}
/**
 * The people who decide whether a tie is played off, and those of them who want to.
 */
export interface PlayOff {
  asked: number[];
  agreed?: number[];
}
/**
 * The challenge that a table is an entry to: the deal of a day, or somebody's match with a score to beat.
 */
export interface Challenge {
  id: string;
  day?: string | null;
  by?: string | null;
  points?: number | null;
  round?: number | null;
}
/**
 * One viewer's whole view.
 */
export interface FiveCrownsView {
  seat: number | null;
  public: FiveCrownsPublic;
  private: FiveCrownsPrivate | null;
}
/**
 * What everybody sees.
 */
export interface FiveCrownsPublic {
  phase: string;
  round: number;
  tie_break: boolean;
  tied: number[];
  dealer: number;
  dealt: number;
  wild: string;
  turn: number;
  taken: boolean;
  turns: number;
  hands: number[];
  draw: number;
  discard: string | null;
  discards: number;
  out: number | null;
  laid: (string[][] | null)[];
  totals: number[];
  sheet: number[][];
  shown?: string[][] | null;
  undo?: number | null;
  tie_breaks?: (number | null)[][];
  ended?: string | null;
  result?: Result | null;
}
/**
 * What only the seat itself sees.
 */
export interface FiveCrownsPrivate {
  hand: string[];
}
/**
 * One viewer's whole view.
 */
export interface WackeeSixView {
  seat: number | null;
  public: WackeeSixPublic;
  private: WackeeSixPrivate | null;
}
/**
 * What everybody sees.
 */
export interface WackeeSixPublic {
  phase: string;
  round: number;
  starter: number;
  sides: WackeeSixSideView[];
  piles: WackeeSixPile[];
  caller: number | null;
  totals: number[];
  sheet: number[][];
  ended?: string | null;
  result?: Result | null;
}
/**
 * One side's place at the table; a number stands for cards that nobody may look at.
 */
export interface WackeeSixSideView {
  seats: number[];
  turner: number;
  main: number;
  up: (string | null)[];
  down: number;
  deck: number;
  turned: number;
  top: string[];
  played: string[];
  passes: number;
}
/**
 * A pile in the middle: its colour, the number it has reached, and whether a wild lies on top.
 */
export interface WackeeSixPile {
  colour: string;
  height: number;
  wild: boolean;
}
/**
 * A seat's own place; no card of this game is for one seat's eyes only.
 */
export interface WackeeSixPrivate {
  side: number;
  turns: boolean;
  plays_main: boolean;
}
/**
 * One viewer's whole view.
 */
export interface WigOutView {
  seat: number | null;
  public: WigOutPublic;
  private: WigOutPrivate | null;
}
/**
 * What everybody sees.
 */
export interface WigOutPublic {
  phase: string;
  round: number;
  counted: number;
  ties: number;
  dealer: number;
  hands: number[];
  deck: number;
  piles: {
    [k: string]: number;
  };
  totals: number[];
  sheet: number[][];
  shown?: string[][] | null;
  ended?: string | null;
  result?: Result | null;
}
/**
 * What only the seat itself sees.
 */
export interface WigOutPrivate {
  hand: string[];
}
/**
 * A seat whose person could act and has done nothing for 15 s (T-07).
 */
export interface IdleSeat {
  seat: number;
  ms: number | null;
}
/**
 * The lobby has changed. Has a sequence number, or covers all numbers from `first` to `seq`.
 */
export interface Lobby {
  type: "lobby";
  seq: number;
  lobby: LobbyView;
  seat?: number | null;
  first?: number | null;
  id?: string | null;
}
/**
 * Something happened in the match: what this viewer may know of it, and their view. Has a sequence number.
 */
export interface Happened {
  type: "happened";
  seq: number;
  at: number;
  lines: Line[];
  view: View;
  legal: Action[];
  more?: boolean;
  turn_ms?: number | null;
  lobby?: LobbyView | null;
  id?: string | null;
}
/**
 * A seat is ready for the next round.
 */
export interface RecordReady {
  do: "ready";
}
/**
 * Who plays a seat from now on.
 */
export interface RecordSits {
  do: "seat";
  seat: number;
  name: string;
  bot?: string | null;
  program?: boolean;
}
/**
 * The seeds of a round that is over, one for each deal and reshuffle, in order (docs/record.md).
 */
export interface RecordReveal {
  do: "reveal";
  seeds: string[];
  secret?: string | null;
}
/**
 * The seeds of a chain are used up; this is the end of the next one.
 */
export interface RecordCommit {
  do: "commit";
  commit: string;
}
/**
 * A claim that competed with another in a race.
 */
export interface RecordRival {
  by: number;
  seen: number;
}
/**
 * All legal actions after step `seq`, where `happened` or `welcome` said that more will follow.
 */
export interface Legal {
  type: "legal";
  seq: number;
  legal: Action[];
}
/**
 * The message was carried out: sent if it caused no step of its own, for a question, or for a repeated id.
 */
export interface Done {
  type: "done";
  id: string;
  seq: number;
  found?: unknown;
  why?: Reason | null;
}
/**
 * A reason that is true of one move in one view.
 *
 * `reason` is a key of the text catalogues and `facts` fill its blanks, because the rules speak no language.
 */
export interface Reason {
  reason: string;
  facts?: {
    [k: string]: string | number;
  };
}
/**
 * The message was refused: the clause it breaks, the catalogue key of the reason, and the facts to fill into it.
 */
export interface Refused {
  type: "refused";
  id: string | null;
  reason: string;
  clause?: string | null;
  facts?: {
    [k: string]: string | number;
  };
  expected?: string | null;
  first?: number | null;
  by_ms?: number | null;
  how?: ("late" | "tie" | "view") | null;
  held_ms?: number | null;
  wait_ms?: number | null;
}
/**
 * The people who are connected.
 */
export interface Here {
  type: "here";
  people: number[];
  unmeasured?: number[];
}
/**
 * The seats whose people could act and have done nothing for a while (T-07).
 */
export interface Idle {
  type: "idle";
  seats: IdleSeat[];
}
/**
 * A quick phrase, said by a person, or by the bot on a seat.
 */
export interface Said {
  type: "said";
  phrase: string;
  person?: number | null;
  seat?: number | null;
  card?: string | null;
}
/**
 * A countdown has started.
 *
 * To the start of a race (`go`), to the match (`begin`), to the next deal (`deal`), to GO without those who are not
 * ready (`ready`, T-03), to a tie that is shared (`tie`), or to the end of a round in which nobody moves (`standoff`,
 * T-08).
 */
export interface Countdown {
  type: "countdown";
  why: "begin" | "deal" | "go" | "ready" | "standoff" | "tie";
  ms: number;
}
/**
 * To be answered at once with a pong of the same number. Carries the latest round trip.
 */
export interface Ping {
  type: "ping";
  n: number;
  rtt_ms?: number | null;
}
/**
 * The connection is about to be closed, and why.
 */
export interface Bye {
  type: "bye";
  code: number;
  reason: string;
}
/**
 * Give the circle another name.
 */
export interface RenameCircle {
  do: "rename";
  name: string;
}
/**
 * Take another name or face.
 */
export interface ChangeMe {
  do: "me";
  name: string;
  avatar: string;
}
/**
 * Switch the rating on or off, for everybody in the circle.
 */
export interface SetRating {
  do: "rating";
  on: boolean;
}
/**
 * Want a device removed, or (`vote` is false) no longer. When two members want it, it is; the link changes too.
 */
export interface RemoveDevice {
  do: "remove";
  device: string;
  vote?: boolean;
}
/**
 * Leave the circle with this device alone, or with all of mine. The book keeps what was played.
 */
export interface LeaveCircle {
  do: "leave";
  everywhere?: boolean;
}
/**
 * Put this in the place of the result with the same id, which came from a score pad or from offline.
 */
export interface CorrectResult {
  do: "correct";
  result: BookResult;
}
/**
 * A finished match: who played what, the points of every round, and who came where.
 */
export interface BookResult {
  id: string;
  at: number;
  game: string;
  options: {
    [k: string]: unknown;
  };
  /**
   * @maxItems 32
   */
  players: BookPlayer[];
  /**
   * @maxItems 32
   */
  parties: number[][];
  /**
   * @maxItems 250
   */
  rounds: number[][];
  /**
   * @maxItems 250
   */
  round_ms: number[];
  totals: number[];
  ranks: number[];
  record: string | null;
  kind: "cards" | "offline" | "table";
  note?: string;
  league?: LeagueTable | null;
}
/**
 * Who played a seat to the end: a member of the circle, a guest, or a bot.
 */
export interface BookPlayer {
  name: string;
  avatar: string;
  member: string | null;
  bot: string | null;
  played?: number | null;
  program?: boolean;
  former?: boolean;
}
/**
 * The table of a league that a match was played for.
 */
export interface LeagueTable {
  league: string;
  table: number;
}
/**
 * Strike a result that came from a score pad or from offline.
 */
export interface StrikeResult {
  do: "strike";
  id: string;
}
/**
 * Begin a league, in place of the one that is on.
 */
export interface StartLeague {
  do: "league";
  form: "ladder" | "round_robin";
  game: string;
  options?: {
    [k: string]: unknown;
  };
  /**
   * @maxItems 64
   */
  members: string[];
  size?: number;
  rounds?: number;
}
/**
 * A member plays no more in the league; any member may say so, because who has gone home may not.
 */
export interface LeaveLeague {
  do: "leave_league";
  member: string;
}
/**
 * The league is over; its results stay in the book, and its last standing in the circle.
 */
export interface EndLeague {
  do: "end_league";
}
/**
 * Give the circle another link: nobody can join by the old one.
 */
export interface NewSecret {
  do: "secret";
}
/**
 * POST /api/tables: open a table and sit down as its host.
 */
export interface OpenTable {
  game: string;
  name: string;
  avatar?: string | null;
  options?: Options;
  settings?: Settings;
  /**
   * @maxItems 13
   */
  bots?: ("beginner" | "casual" | "expert" | "master" | "skilled")[];
  deals?: Action[];
  circle?: InCircle | null;
  program?: boolean;
}
/**
 * The circle that a table is opened in, or joined as a member of; the header Authorization has the device's key.
 */
export interface InCircle {
  id: string;
  table?: number | null;
}
/**
 * POST /api/join: sit down at a table, or watch.
 */
export interface JoinTable {
  code: string;
  name: string;
  avatar?: string | null;
  watch?: boolean;
  seat?: number | null;
  circle?: InCircle | null;
  program?: boolean;
}
/**
 * POST /api/look: ask what a code invites to, before joining.
 */
export interface Look {
  code: string;
}
/**
 * The answer to /api/look: the game, the host's name, and whether there is room to play or to watch.
 */
export interface Invitation {
  game: string;
  host: string | null;
  play: boolean;
  watch: boolean;
  scripted?: boolean;
  seats?: OpenSeat[];
  circle?: string | null;
}
/**
 * A seat that can be taken over during a match: at once, or from the next round on.
 */
export interface OpenSeat {
  seat: number;
  name: string;
  now: boolean;
}
/**
 * POST /api/device: take over a seat with the code shown on the other device.
 */
export interface MoveDevice {
  code: string;
}
/**
 * POST /api/steps: ask for the current match as this seat has seen it.
 */
export interface OwnSteps {
  token: string;
}
/**
 * POST /api/coach: ask for a review of the rounds of the current match, as this seat has seen them.
 */
export interface AskCoach {
  token: string;
  round?: number | null;
  after?: number;
}
/**
 * The answer to /api/coach, /api/records/NAME/coach and /api/replay/coach: what the coach says, round by round.
 */
export interface CoachPage {
  game: string;
  seats: string[];
  open: boolean;
  reviews: Review[];
  next: number | null;
}
/**
 * What could have been in a round for one seat. Always `points = par + luck + choices`.
 */
export interface Review {
  round: number;
  seat: number;
  points: number;
  par: number;
  luck: number;
  choices: number;
  remarks: Remark[];
}
/**
 * One thing to learn from a round.
 *
 * `reason` is a key of the text catalogues and `facts` fill its blanks, as in the reason of a hint. A fact `seat` is
 * the number of a seat, which readers call by its name. `show` are groups of cards to be drawn below the words.
 */
export interface Remark {
  reason: string;
  n: number;
  facts?: {
    [k: string]: string | number;
  };
  show?: string[][];
}
/**
 * The answer to /api/tables, /api/join and /api/device. The token is secret and belongs only into the hello.
 */
export interface Seated {
  token: string;
  person: number;
  code: string;
  link: string;
  game: string;
}
/**
 * The body of every error response: the catalogue key of the reason, and what was expected, in English.
 */
export interface Problem {
  reason: string;
  expected: string;
}
/**
 * GET /api/games: the games of this server, and everything that can be chosen at a table.
 */
export interface Offer {
  version: number;
  games: {
    [k: string]: GameOffer;
  };
  settings: {
    [k: string]: unknown;
  };
  levels: string[];
  avatars: string[];
  phrases: string[];
  emotes: string[];
  requests: string[];
  languages: string[];
  name_length: number;
}
/**
 * One game that can be played here.
 */
export interface GameOffer {
  title: string;
  seats: number[];
  race: boolean;
  lowest_wins: boolean;
  single_rounds: boolean;
  options: {
    [k: string]: unknown;
  };
  requests?: string[];
  kinds?: string[];
  coach?: boolean;
  chance?: {
    [k: string]: Layout;
  };
}
/**
 * How a chance fact distributes shuffled cards, so that anybody can compare it with the shuffle.
 *
 * `order` names the fields that take the cards, from the top. A field with a star is a list of hands: they get one
 * card each in turn, clockwise from the left of the seat in the field `first`, until each has its number.
 */
export interface Layout {
  order: string[];
  first?: string | null;
  each?: string | null;
  pack?: string[] | null;
}
/**
 * GET /api/games/NAME/text/LANGUAGE: the texts of one game in one language.
 */
export interface GameText {
  ftl: string;
  cards: {
    [k: string]: string;
  };
  rules: string;
}
/**
 * One line of a replay, after the record's header: what happened, and the views after it.
 */
export interface ReplayStep {
  line: Line;
  public: unknown;
  private: unknown[];
}
/**
 * The answer to the message `device`: a code that moves the seat to another device while it is valid.
 */
export interface DeviceCode {
  code: string;
  valid_s: number;
}
/**
 * The answer to the message `deals`: the deal and the reshuffles of a finished round, with nothing hidden.
 */
export interface RoundDeals {
  round: number;
  numbers: number[];
  seeds: string[];
  lines: Line[];
  commits: string[];
}
/**
 * POST /api/circles: open a circle as its first member; with a `match`, that is the first in its book.
 */
export interface OpenCircle {
  name: string;
  member: NewMember;
  match?: PlayedMatch | null;
}
/**
 * The name and face of a member.
 */
export interface NewMember {
  name: string;
  avatar: string;
}
/**
 * A match outside of circles that has just ended: its record, and the token of the sender's seat.
 */
export interface PlayedMatch {
  record: string;
  token: string;
}
/**
 * POST /api/circles/look: ask what a circle's link invites to, before joining.
 */
export interface LookCircle {
  circle: string;
  secret: string;
}
/**
 * POST /api/circles/join: become a member, or come back as a member who no longer has a device.
 */
export interface JoinCircle {
  circle: string;
  secret: string;
  name?: string;
  avatar?: string;
  member?: string | null;
}
/**
 * POST /api/circles/claim: be the same member on this device, with the code shown on the other one.
 */
export interface ClaimCircle {
  code: string;
}
/**
 * POST /api/circles/ID/clear: vote to clear the book or remove the circle, or (`vote`: false) withdraw that.
 */
export interface ClearCircle {
  what: "book" | "circle";
  vote?: boolean;
}
/**
 * POST /api/circles/ID/forget: be forgotten (null), or vote to forget a member who no longer has a device.
 */
export interface ForgetMember {
  member: string | null;
  vote?: boolean;
}
/**
 * The answer to opening, joining, claiming and importing. The key is secret and sent only this once.
 */
export interface CircleJoined {
  circle: string;
  secret: string;
  member: string;
  device: string;
  name: string;
}
/**
 * The answer to /api/circles/look.
 */
export interface CircleInvitation {
  name: string;
  members: CircleGuest[];
}
/**
 * A member as seen by somebody with the link.
 */
export interface CircleGuest {
  id: string;
  name: string;
  avatar: string;
  free: boolean;
}
/**
 * GET /api/circles/ID: the circle as its members see it.
 */
export interface CircleView {
  id: string;
  name: string;
  secret: string;
  me: string;
  device: string;
  members: MemberView[];
  votes: Vote[];
  needed: number;
  rating: boolean;
  league: LeagueView | null;
  past: PastLeague[];
  number: number;
  results: number;
  tables: CircleTable[];
}
/**
 * A member as the others see them. A member without devices has left; a former member has asked to be forgotten.
 */
export interface MemberView {
  id: string;
  name: string;
  avatar: string;
  since: number;
  devices: DeviceView[];
  former: boolean;
}
/**
 * A device of a member; `last` is right to the day.
 */
export interface DeviceView {
  id: string;
  since: number;
  last: number;
}
/**
 * The votes for something that two members must agree on: remove a device, forget a name, clear the book.
 */
export interface Vote {
  what: string;
  by: string;
  at: number;
}
/**
 * The league, its tables as far as they are known, and how its members stand.
 */
export interface LeagueView {
  league: League;
  tables: Pairing[];
  standing: Standing[];
}
/**
 * A league: who plays, which game, and in which form: round robin, or a ladder of tables.
 */
export interface League {
  id: string;
  form: "ladder" | "round_robin";
  game: string;
  options: {
    [k: string]: unknown;
  };
  members: string[];
  size: number;
  rounds: number;
  at: number;
  left?: LeftLeague[];
}
/**
 * A member who plays no more in a league, and since when: results from then on need not have them.
 */
export interface LeftLeague {
  member: string;
  at: number;
}
/**
 * A table of the league. It is over when its result is in the book, or when fewer than two are left to play.
 */
export interface Pairing {
  table: number;
  round: number;
  members: string[];
  over: boolean;
  result?: string | null;
  absent?: string[];
}
/**
 * The standing of a member. A table gives one point to its winner, none to the last, and fractions in between.
 */
export interface Standing {
  member: string;
  rank: number;
  points: number;
  played: number;
}
/**
 * A league that is over, and how its members stood at its end.
 */
export interface PastLeague {
  form: "ladder" | "round_robin";
  game: string;
  at: number;
  standing: Standing[];
}
/**
 * A table of the circle that somebody is at, and that others may join or watch.
 */
export interface CircleTable {
  code: string;
  game: string;
  host: string | null;
  stage: "lobby" | "match" | "over";
  play: boolean;
  watch: boolean;
  league?: number | null;
}
/**
 * GET /api/circles/ID/book: what has changed since a number, oldest first.
 */
export interface BookPage {
  lines: BookLine[];
  newest: number;
  cleared: number;
  more: boolean;
}
/**
 * A result in the book, or (null) a deleted one. A correction has a new number.
 */
export interface BookLine {
  number: number;
  id: string;
  result: BookResult | null;
}
/**
 * The answer to a result that was sent: its number in the book.
 */
export interface BookAdded {
  number: number;
}
/**
 * The first line of an exported circle; every line after it is a `BookResult`.
 */
export interface ExportedCircle {
  circle: string;
  name: string;
  rating: boolean;
  /**
   * @maxItems 1000
   */
  members: ExportedMember[];
}
/**
 * A member in an exported circle.
 */
export interface ExportedMember {
  id: string;
  name: string;
  avatar: string;
  former?: boolean;
}
/**
 * POST /api/challenges/ID/enter: begin, or return to the match that this device has begun.
 */
export interface EnterChallenge {
  name: string;
  avatar?: string | null;
}
/**
 * POST /api/challenges: make one from a finished match of this seat against bots, or from one round of it.
 */
export interface SetChallenge {
  token: string;
  round?: number | null;
}
/**
 * POST /api/challenges/ID/take: the deal itself, for a device that will play it without the server.
 */
export interface TakenDeal {
  id: string;
  plan: RecordPlan;
  by?: Setter | null;
}
/**
 * What everybody plays. The chain gives every hand away: only the journal has it.
 */
export interface RecordPlan {
  game: string;
  options: {
    [k: string]: unknown;
  };
  seats: (string | null)[];
  chain: RecordChain;
  sides?: number[][] | null;
  turners?: number[];
  day?: string | null;
  round?: number | null;
}
/**
 * The chance of one match. The secret gives every hand away: only the journal has it, and no text shows it.
 */
export interface RecordChain {
  secret: string;
  commit: string;
  salts?: string[];
  again?: RecordAgain | null;
  shared?: RecordShared | null;
}
/**
 * The player who set the score to beat, and the score.
 */
export interface Setter {
  name: string;
  avatar: string;
  points: number;
  rank: number;
  ms: number;
}
/**
 * GET /api/challenges/ID: what is played, and the results so far. It says nothing about the cards.
 */
export interface ChallengeView {
  id: string;
  game: string;
  options: Options;
  bots: string[];
  day: string | null;
  by: string | null;
  beat: number | null;
  round: number | null;
  ends_s: number | null;
  state: "away" | "done" | "new" | "playing" | "void";
  played: number;
  rows: ChallengeRow[];
  mine: ChallengeRow | null;
  commit: string;
  secret: string | null;
}
/**
 * A line in the table of results; equal ones share a place.
 */
export interface ChallengeRow {
  place: number;
  name: string;
  avatar: string;
  points: number;
  rank: number;
  ms: number;
  mine?: boolean;
  setter?: boolean;
  away?: boolean;
  record?: string | null;
}
/**
 * GET /api/daily: the deals of today.
 */
export interface DailyView {
  date: string;
  before: string;
  next_s: number;
  games: DayView[];
}
/**
 * The deal of the day in one game, in short.
 */
export interface DayView {
  game: string;
  id: string;
  state: "away" | "done" | "new" | "playing" | "void";
  played: number;
  mine: ChallengeRow | null;
}
/**
 * The melds that leave the fewest points, and in the own turn the discard that leaves the fewest.
 */
export interface FiveCrownsBestMelds {
  points: number;
  melds: string[][];
  left: string[];
  discard?: string | null;
  points_after?: number | null;
}
/**
 * Which groups are books or runs, which cards stay in the hand, and the points that they cost.
 */
export interface FiveCrownsGroups {
  valid: boolean[];
  left: string[];
  points: number;
}
/**
 * Five Crowns: the best melds of a hand of real cards; of one card more than was dealt, after the best discard.
 */
export interface FiveCrownsRealHand {
  dealt: number;
  /**
   * @minItems 1
   * @maxItems 14
   */
  hand: string[];
}

/** Why the server closed a connection. */
export const CLOSE = {
  restart: 1012,
  hello: 4000,
  token: 4001,
  newer: 4002,
  slow: 4003,
  limit: 4004,
  removed: 4005,
  silent: 4006,
  table: 4007,
  malformed: 4008,
  lapsed: 4009,
  left: 4010,
} as const;
