// Random play of a 100-card table in boardgame.io: the deck is dealt into hands, a turn plays one card of the hand
// to one of three zones or takes one back. Prints {"decisions": N, "seconds": S, "fold_400_ms": T} as JSON.
//
//     node boardgame.js SECONDS SEED
const { Client } = require("boardgame.io/client");

const CARDS = 100, PLAYERS = 4, ZONES = 3, HAND = 5;

function mulberry32(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const game = {
  setup: () => {
    const deck = Array.from({ length: CARDS }, (_, id) => ({ id, symbols: [id % 4, id % 3, id % 2, 1], tokens: [0, 0, 0, 0] }));
    const hands = {};
    for (let p = 0; p < PLAYERS; p++) hands[p] = deck.splice(-HAND);
    const zones = Array.from({ length: ZONES }, () => Object.fromEntries(Object.keys(hands).map((p) => [p, []])));
    return { deck, hands, zones, heat: [2, 2, 2, 2] };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, card, zone) => {
      const [unit] = G.hands[playerID].splice(card, 1);
      unit.tokens[zone] += 1;
      G.zones[zone][playerID].push(unit);
    },
    back: ({ G, playerID }, zone) => {
      G.hands[playerID].push(G.zones[zone][playerID].shift());
    },
  },
};

function options(G, player) {
  const found = [];
  for (let card = 0; card < G.hands[player].length; card++)
    for (let zone = 0; zone < ZONES; zone++) found.push(["play", card, zone]);
  for (let zone = 0; zone < ZONES; zone++) if (G.zones[zone][player].length) found.push(["back", zone]);
  return found;
}

function client() {
  const made = Client({ game, numPlayers: PLAYERS, debug: false });
  made.start();
  return made;
}

// Seconds since then: of the processor (all threads) or of the wall, whichever flatters us less.
function since({ cpu, wall }) {
  const { user, system } = process.cpuUsage(cpu);
  return Math.min((user + system) / 1e6, (performance.now() - wall) / 1e3);
}
const now = () => ({ cpu: process.cpuUsage(), wall: performance.now() });

function playFor(seconds, random) {
  let decisions = 0;
  const began = now(), until = performance.now() + 1000 * seconds;
  while (performance.now() < until) {
    const match = client();
    for (let i = 0; i < 400; i++) {
      const { G, ctx } = match.getState();
      const all = options(G, ctx.currentPlayer);
      const [move, ...choice] = all[Math.floor(random() * all.length)];
      match.moves[move](...choice);
      decisions++;
    }
    match.stop();
  }
  return { decisions, seconds: since(began) };
}

function foldRecorded(random) {
  const match = client();
  const record = [];
  for (let i = 0; i < 400; i++) {
    const { G, ctx } = match.getState();
    const all = options(G, ctx.currentPlayer);
    const choice = all[Math.floor(random() * all.length)];
    record.push(choice);
    match.moves[choice[0]](...choice.slice(1));
  }
  const times = [];
  for (let n = 0; n < 15; n++) {
    const began = now();
    const again = client();
    for (const [move, ...choice] of record) again.moves[move](...choice);
    times.push(since(began));
    if (JSON.stringify(again.getState().G) !== JSON.stringify(match.getState().G)) throw new Error("another position");
  }
  times.sort((a, b) => a - b);
  return times[7] * 1000;
}

const seconds = Number(process.argv[2] || 2), random = mulberry32(Number(process.argv[3] || 1));
playFor(Math.min(1, seconds), random); // warm
console.log(JSON.stringify({ ...playFor(seconds, random), fold_400_ms: foldRecorded(random) }));
