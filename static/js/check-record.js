// Checks a record in the browser, as docs/check_record.py does: chain, seed and draws. Nothing is sent anywhere, and
// nothing is used that browsers keep for secure connections. The texts come from the page.
"use strict";

const utf8 = new TextEncoder();

// SHA-256 (FIPS 180-4). Constants: the fractional parts of the roots of the first primes.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUNDS = Uint32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));
const turned = (x, n) => (x >>> n) | (x << (32 - n));

function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getUint32(at + 4 * i);
      } else {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + w[i - 7] + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => { hash[i] += part; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

const joined = (...parts) => {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
};
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  return sha256(joined(block.map((byte) => byte ^ 0x5c), sha256(joined(block.map((byte) => byte ^ 0x36), message))));
}

function* words(seed, draw) {
  for (let block = 0; ; block++) {
    const message = new DataView(new ArrayBuffer(8));
    message.setUint32(0, draw);
    message.setUint32(4, block);
    const digest = new DataView(hmac(seed, new Uint8Array(message.buffer)).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

function below(size, source) {
  const limit = 2 ** 32 - (2 ** 32 % size);
  for (;;) {
    const word = source.next().value;
    if (word < limit) return word % size;
  }
}

function drawn(seed, number, size, result) {
  const source = words(seed, number);
  if (!Array.isArray(result)) return below(size, source);
  const order = Array.from(result, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = below(i + 1, source);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// Keys are ASCII in every record, so their order is the same by bytes and by UTF-16.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

class Flaw extends Error {
  constructor(code, line) {
    super(code);
    this.line = line;
  }
}

function readRecord(text) {
  const lines = text.split("\n");
  if (lines.length < 4 || lines.pop() !== "") throw new Flaw("cut", lines.length);
  const values = lines.map((line, i) => {
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      throw new Flaw("form", i + 1);
    }
    if (canonical(value) !== line) throw new Flaw("form", i + 1); // numbers past 2 ** 53 fail here, too
    return value;
  });
  const end = values.pop();
  const body = utf8.encode(`${lines.slice(0, -1).join("\n")}\n`);
  if (end.end !== "elekt-record" || end.sha256 !== hex(sha256(body))) throw new Flaw("cut", lines.length);
  return values;
}

// What was proved: {events, batches, open, head, seed, draws}; ``seed`` says whether one is revealed. Throws Flaw.
function checkRecord(text) {
  const [header, ...lines] = readRecord(text);
  if (header.record !== "elekt-record" || ![1, 2, 3, 4].includes(header.format)) throw new Flaw("unknown", 1);
  const open = header.perspective === "open", timed = header.format >= 3;
  let previous = new Uint8Array(32), decision = null, batches = 0, events = 0, commitment = "", seed = "", due = 0;
  const draws = [];
  lines.forEach((line, i) => {
    const number = i + 2;
    if ("batch" in line) {
      const { batch, id, actor, ...rest } = line;
      if (batch !== batches++) throw new Flaw("order", number);
      const at = timed && "at" in rest ? { at: rest.at } : {};
      if (timed) delete rest.at;
      const meta = Object.keys(rest).length ? rest : null;
      decision = id === null && actor === null && !meta && !("at" in at) ? null : { id, actor, meta, ...at };
      for (const draw of rest.draws ?? []) {
        if (draw[0] !== due && (draws.length || batches === 1)) throw new Flaw("draw", number); // one is missing
        due = draw[0] + 1;
        draws.push([number, draw]);
      }
      return;
    }
    if (line.seq !== ++events) throw new Flaw("order", number);
    if (open) {
      const { kind, payload, seq, version } = line;
      const envelope = { decision, kind, payload, seq, stream: header.stream, version };
      previous = sha256(joined(previous, utf8.encode(canonical(envelope))));
      if (line.hash !== hex(previous)) throw new Flaw("chain", number);
    }
    decision = null;
    if (line.kind === "game_created") commitment = line.payload.commitment ?? "";
    if (line.kind === "taken_back") due = line.payload.draws;
    if (line.kind === "game_ended") seed = line.payload.seed ?? "";
  });
  const proved = { events, batches, open, head: open ? hex(previous) : "", seed: false, draws: 0 };
  if (!open || !seed || !commitment) return proved;
  if (hex(sha256(unhex(seed))) !== commitment) throw new Flaw("seed", lines.length + 1);
  for (const [number, [draw, size, result]] of draws) {
    const within = Number.isInteger(size) && size > 0 && size <= 2 ** 32;  // else no word would ever do
    const whole = within && (!Array.isArray(result) || result.length === size);
    if (!whole || canonical(drawn(unhex(seed), draw, size, result)) !== canonical(result)) throw new Flaw("draw", number);
  }
  return { ...proved, seed: true, draws: draws.length };
}

const place = document.getElementById("check-here");
if (place) {
  const texts = JSON.parse(document.getElementById("check-texts").textContent);
  const said = document.getElementById("check-said");
  const tell = (kind, text) => {
    said.hidden = false;
    said.className = `notice ${kind}`;
    said.textContent = text;
  };
  const say = (text) => {
    try {
      const { open, seed, ...numbers } = checkRecord(text);
      const parts = [texts.whole, open ? texts.chain : texts.redacted, ...(open ? [seed ? texts.seed : texts.secret] : [])];
      tell("success", parts.join(" ").replace(/\{(\w+)\}/g, (_, name) => numbers[name]));
    } catch (flaw) {
      tell("error", (texts[`flaw_${flaw.message}`] ?? texts.flaw_form).replace("{line}", flaw.line ?? "?"));
    }
  };
  place.hidden = false;
  place.querySelector("button")?.addEventListener("click", async (event) => {
    try {
      const answer = await fetch(event.target.dataset.record);
      if (!answer.ok) throw new Error(answer.statusText);
      say(await answer.text());
    } catch {
      tell("error", texts.missing);
    }
  });
  place.querySelector("input[type=file]").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) say(await file.text());
  });
}
