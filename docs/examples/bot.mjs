// A bot in another language: `node bot.mjs http://HOST:PORT/#CODE [NAME]` joins a table, plays one match, and leaves.
// Node.js 22 or newer needs nothing else. docs/protocol.md explains every message.
const [link, name = "Script"] = process.argv.slice(2);
const { origin, hash } = new URL(link);

// A seat: the token opens it, and the part before the dot names the table.
const joined = await fetch(`${origin}/api/join`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ code: hash.slice(1), name, program: true }),
});
if (!joined.ok) throw new Error(`the table refuses: ${await joined.text()}`);
const { token, game } = await joined.json();
const socket = new WebSocket(`${origin.replace("http", "ws")}/ws?t=${token.split(".")[0]}`);

let seat = null; // our seat
let asked = 0; // every request has an id of its own
let waiting = false; // for the answer to an action
let done = false; // the match has a result
let readyFor = ""; // what we have said to be ready for
const send = (message) => socket.send(JSON.stringify(message));
const ask = (type, fields = {}) => send({ type, id: `js-${++asked}`, ...fields });

// What to do: cards rather than drawing, as many as possible, and going out as soon as that is possible.
const worth = (action) => (action.out ? 100 : 0) + (action.card || action.cards ? 10 : 0) + (action.cards?.length ?? 0);
const choose = (legal) => legal.reduce((best, action) => (worth(action) > worth(best) ? action : best));

function act({ lobby, view, legal = [], more }) {
  if (done) return;
  if (view?.public.result) {
    console.log(`${name} played ${game} on seat ${seat}: ${JSON.stringify(view.public.result.totals)}`);
    done = true;
    return ask("leave");
  }
  // Ready for the match, for every deal, and in a race for GO (T-03)
  const phase = view ? `${view.public.phase} ${view.public.round}` : `lobby ${lobby?.match}`;
  if (/^(lobby|deal|ready)/.test(phase) && phase !== readyFor) {
    readyFor = phase;
    ask("ready");
  }
  if (legal.length && !more && !waiting) {
    waiting = true;
    ask("do", { action: choose(legal) });
  }
}

let state = {}; // what we were told last
socket.onopen = () => send({ type: "hello", version: 1, token });
socket.onclose = ({ reason }) => (done ? process.exit(0) : (console.error(reason), process.exit(1)));
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "ping") return send({ type: "pong", n: message.n });
  if (message.type === "welcome") seat = message.seat;
  if (["welcome", "happened", "legal", "lobby"].includes(message.type)) state = { ...state, more: false, ...message };
  if (message.id || message.type === "welcome") waiting = false; // our answer, or somebody else was first
  setTimeout(() => act(state), message.wait_ms ?? 0); // after a refusal the table may ask for patience (T-06)
};
