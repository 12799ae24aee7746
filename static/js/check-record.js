// Checks a record in the browser, as docs/check_record.py does: chain, seed and draws. Nothing is sent anywhere, and
// nothing is used that browsers keep for secure connections. The texts come from the page.
"use strict";

const utf8 = new TextEncoder(), strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

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

// Fractions, numbers past 2 ** 53 and halves of characters have no canonical form.
function isCanonical(value) {
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, part]) => isCanonical(key) && isCanonical(part));
}

// The codes are those of docs/notation.md, "Flaws".
class Flaw extends Error {
  constructor(line, code, data = {}) {
    super(code);
    this.line = line;
    this.data = data;
  }
}

const refuseIf = (wrong, line, code, data) => {
  if (wrong) throw new Flaw(line, code, data);
};

function parsed(number, bytes) {
  let text, value;
  try {
    text = strict.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Flaw(number, "not_json");
  }
  refuseIf(text.endsWith("\r"), number, "line_endings");
  refuseIf(value === null || typeof value !== "object" || Array.isArray(value), number, "not_an_object");
  refuseIf(!isCanonical(value) || canonical(value) !== text, number, "not_canonical");
  return value;
}

function linesOf(bytes) {
  const lines = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

// The header, and [number, object] of each line behind it but the closing one. Throws Flaw.
function readRecord(bytes) {
  const text = linesOf(bytes), lines = [];
  let header, line, batches = 0, events = 0, last = 0, start = text[0].length + 1, number = 2;
  try {
    header = parsed(1, text.length > 1 ? text[0] : new Uint8Array());
  } catch (flaw) {
    throw flaw.message === "line_endings" ? flaw : new Flaw(1, "not_a_record");
  }
  refuseIf(header.record !== "elekt-record", 1, "not_a_record");
  refuseIf(![1, 2, 3, 4, 5].includes(header.format), 1, "record_too_new", { found: header.format, known: 5 });
  for (; ; number++) {
    refuseIf(number === text.length, number, "truncated");
    line = parsed(number, text[number - 1]);
    if ("seq" in line) {
      refuseIf(!batches, number, "unexpected_line", { expected: "batch", found: "event" });
      refuseIf(line.seq !== ++events, number, "out_of_order", { field: "seq", expected: events, found: line.seq });
    } else {
      refuseIf(batches && last === number - 1, number, "empty_batch", { batch: batches - 1 });
      if ("end" in line) break;
      refuseIf(!("batch" in line), number, "unexpected_line", { expected: "batch", found: Object.keys(line)[0] });
      const found = line.batch;
      refuseIf(found !== batches, number, "out_of_order", { field: "batch", expected: batches, found });
      batches += 1;
      last = number;
    }
    lines.push([number, line]);
    start += text[number - 1].length + 1;
  }
  for (const [field, found] of [["batches", batches], ["events", events]]) {
    refuseIf(line[field] !== found, number, "wrong_count", { field, expected: line[field], found });
  }
  refuseIf(!batches, number, "no_events");
  refuseIf(number !== text.length - 1 || text[number].length, number + 1, "after_end");
  refuseIf(line.end !== "elekt-record" || line.sha256 !== hex(sha256(bytes.subarray(0, start))), number, "altered");
  return [header, lines];
}

// What was proved by a record, given as bytes: {events, batches, open, head, seed, draws}; ``seed`` says whether one is
// revealed. Throws Flaw.
function checkRecord(bytes) {
  const [header, lines] = readRecord(bytes);
  const open = header.perspective === "open", timed = header.format >= 3;
  let previous = new Uint8Array(32), decision = null, batches = 0, events = 0, commitment = "", seed = "", ended = 0, due = 0;
  const draws = [];
  for (const [number, line] of lines) {
    if ("batch" in line) {
      const { batch, id, actor, ...rest } = line;
      for (const field of number === 2 ? Object.keys(rest.setup) : []) {
        refuseIf(canonical(rest.setup[field]) !== canonical(header[field]), 1, "header_differs", { field });
      }
      const at = timed && "at" in rest ? { at: rest.at } : {};
      if (timed) delete rest.at;
      const meta = Object.keys(rest).length ? rest : null;
      decision = id === null && actor === null && !meta && !("at" in at) ? null : { id, actor, meta, ...at };
      for (const draw of rest.draws ?? []) {
        const [count, size, result] = draw;
        const fits = Number.isInteger(result) && result >= 0 && result < size && size <= 2 ** 32;
        const order = Array.isArray(result) && result.length === size
          && canonical([...result].sort((a, b) => a - b)) === canonical(Array.from(result, (_, i) => i));
        refuseIf(!fits && !order, number, "bad_field", { field: "draws" });
        refuseIf(count !== due && (draws.length || number === 2), number, "other_draws"); // one is missing
        due = count + 1;
        draws.push([number, draw]);
      }
      batches += 1;
      continue;
    }
    const { kind, payload, seq, version } = line;
    events += 1;
    if (open) {
      const envelope = { decision, kind, payload, seq, stream: header.stream, version };
      previous = sha256(joined(previous, utf8.encode(canonical(envelope))));
      refuseIf(!("hash" in line), number, "missing_hash");
      refuseIf(line.hash !== hex(previous), number, "wrong_hash");
    }
    decision = null;
    if (kind === "game_created") {
      commitment = payload.commitment ?? "";
      refuseIf((payload.card_set ?? header.card_set) !== header.card_set, 1, "cards_differ");
    }
    if (kind === "taken_back") due = payload.draws;
    if (kind === "game_ended") [seed, ended] = [payload.seed ?? "", number];
  }
  const proved = { events, batches, open, head: open ? hex(previous) : "", seed: false, draws: 0 };
  if (!open || !ended || !commitment) return proved;
  refuseIf(!seed || hex(sha256(unhex(seed))) !== commitment, ended, "wrong_seed");
  for (const [number, [draw, size, result]] of draws) {
    refuseIf(canonical(drawn(unhex(seed), draw, size, result)) !== canonical(result), number, "other_draws");
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
  const filled = (text, data) => text.replace(/\{(\w+)\}/g, (_, name) => data[name] ?? "?");
  const say = (bytes) => {
    try {
      const { open, seed, ...numbers } = checkRecord(new Uint8Array(bytes));
      const parts = [texts.whole, open ? texts.chain : texts.redacted, ...(open ? [seed ? texts.seed : texts.secret] : [])];
      tell("success", filled(parts.join(" "), numbers));
    } catch (flaw) {
      if (!(flaw instanceof Flaw)) return tell("error", texts.form); // a field is missing, or of another kind
      const sentence = filled(texts.flaws[flaw.message], flaw.data);
      tell("error", filled(texts.flaw, { line: flaw.line, sentence }));
    }
  };
  place.hidden = false;
  place.querySelector("button")?.addEventListener("click", async (event) => {
    try {
      const answer = await fetch(event.target.dataset.record);
      if (!answer.ok) throw new Error(answer.statusText);
      say(await answer.arrayBuffer());
    } catch {
      tell("error", texts.missing);
    }
  });
  place.querySelector("input[type=file]").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) say(await file.arrayBuffer());
  });
}
