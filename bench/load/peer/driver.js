'use strict';
// Plays matches of two in a closed loop, one move in flight per match, for as many seconds as each line on stdin says.
const readline = require('node:readline');
const { io } = require('socket.io-client');

const port = Number(process.argv[2]);
const matches = Number(process.argv[3] || 50);

class Match {
  constructor(number) {
    this.name = `m${number}`;
    this.began = 0;
    this.state = null;
    this.sentAt = null;
    this.seen = [-1, -1]; // the last state each of the two players has been told
  }

  async open(tally) {
    this.tally = tally;
    this.sockets = [0, 1].map((player) => this.connect(player));
    await Promise.all(this.sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    this.begin();
  }

  connect(player) {
    const socket = io(`http://127.0.0.1:${port}/laying`, { transports: ['websocket'], forceNew: true });
    socket.on('update', (id, state) => this.told(player, id, state));
    socket.on('sync', (id, { state }) => this.told(player, id, state));
    return socket;
  }

  begin() {
    this.began += 1;
    this.id = `${this.name}-${this.began}`;
    this.seen = [-1, -1];
    this.state = null;
    // One after the other: the first sync makes the match
    this.sockets[0].emit('sync', this.id, '0', undefined, 2);
  }

  told(player, id, state) {
    if (id !== this.id) return;
    if (state._stateID <= this.seen[player]) {
      this.tally.errors += 1; // a state must follow the one before
      return;
    }
    this.seen[player] = state._stateID;
    if (this.seen[1] < 0) {
      this.sockets[1].emit('sync', this.id, '1', undefined, 2);
      if (player === 0) return;
    }
    if (this.sentAt !== null && player === this.mover) {
      this.tally.took.push(performance.now() - this.sentAt);
      this.sentAt = null;
    }
    this.state = state;
    this.move();
  }

  move() {
    if (!this.tally.running || this.sentAt !== null || this.state === null) return;
    if (this.state.ctx.gameover !== undefined) {
      if (this.seen[0] === this.seen[1]) this.begin();
      return;
    }
    const mover = Number(this.state.ctx.currentPlayer);
    if (this.seen[mover] !== this.state._stateID) return; // whoever moves has seen what it moves on
    this.mover = mover;
    this.sentAt = performance.now();
    const payload = { type: 'lay', args: [0], playerID: String(mover), credentials: undefined };
    this.sockets[mover].emit('update', { type: 'MAKE_MOVE', payload }, this.state._stateID, this.id, String(mover));
  }
}

function quantile(sorted, share) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] : null;
}

async function window(played, tally, seconds) {
  Object.assign(tally, { took: [], errors: 0, running: true });
  const start = performance.now();
  played.forEach((match) => match.move());
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const lasted = (performance.now() - start) / 1000;
  tally.running = false;
  const sorted = Float64Array.from(tally.took).sort();
  const moves = sorted.length;
  await new Promise((resolve) => setTimeout(resolve, 200)); // what is in flight comes back outside the window
  return {
    moves, rate: moves / lasted, p50_ms: quantile(sorted, 0.5), p99_ms: quantile(sorted, 0.99), errors: tally.errors,
  };
}

async function main() {
  const tally = { took: [], errors: 0, running: false };
  const played = Array.from({ length: matches }, (_, number) => new Match(number));
  for (const match of played) await match.open(tally);
  process.stdout.write('{"ready":true}\n');
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await window(played, tally, Number(line)))}\n`);
  }
  process.exit(0);
}

main();
