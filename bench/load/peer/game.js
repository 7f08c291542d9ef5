'use strict';
// A turn game of ours, small enough that the framework is what gets measured: two players lay cards on one pile in turn.
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const HAND = 20;
const MOVES = 200; // then the match is over, so that its log stays as short as a real one

function deal(player) {
  return Array.from({ length: HAND }, (_, place) => (place * 7 + player * 3) % 13 + 1);
}

function lay({ G, playerID }, place) {
  const hand = G.players[playerID];
  if (hand[place] === undefined) return INVALID_MOVE;
  const [card] = hand.splice(place, 1);
  G.top = card;
  G.laid += 1;
  G.points[playerID] += card;
  if (hand.length === 0) G.players[playerID] = deal(Number(playerID));
  G.left = [G.players[0].length, G.players[1].length];
  return undefined;
}

const Laying = {
  name: 'laying',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true, // cards that were seen cannot be taken back; it also spares the server a copy of every state
  setup: () => ({ players: { 0: deal(0), 1: deal(1) }, top: 0, laid: 0, points: [0, 0], left: [HAND, HAND] }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: { lay: { move: lay, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.laid >= MOVES ? { points: G.points } : undefined),
};

module.exports = { Laying };
