// Few sounds, made here and off until asked for; never two at once. A phone may shake when it is one's turn.
"use strict";

let audio = null;
let silentUntil = 0;

function tone(type, from, to, ms, at = 0) {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + at / 1000;
  source.type = type;
  source.frequency.setValueAtTime(from, start);
  source.frequency.linearRampToValueAtTime(to, start + ms / 1000);
  gain.gain.setValueAtTime(0.12 * Number(wished.volume), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + ms / 1000);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + ms / 1000);
}

function rustle() {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.04, audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i += 1) wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 3;
  const [source, gain] = [audio.createBufferSource(), audio.createGain()];
  source.buffer = buffer;
  gain.gain.value = 0.1 * Number(wished.volume);
  source.connect(gain).connect(audio.destination);
  source.start();
}

const SOUNDS = {
  turn: () => { tone("sine", 587, 587, 90); tone("sine", 880, 880, 90, 110); },
  card: rustle,
  token: () => tone("triangle", 660, 660, 60),
  won: () => { tone("sine", 440, 440, 90); tone("sine", 660, 660, 140, 90); },
  lost: () => { tone("sine", 440, 440, 90); tone("sine", 370, 370, 140, 90); },
};

function sound(name) {
  if (!Number(wished.volume) || document.hidden || performance.now() < silentUntil) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  silentUntil = performance.now() + 180;
  SOUNDS[name]();
}

document.addEventListener("stage:scene", (event) => {
  sound(/token|heat|knowledge|money|shilling/.test(event.detail.join(" ")) ? "token" : "card");
});

// My own win, or that of somebody who has won against me; who plays on no seat hears every win.
document.addEventListener("stage:won", ({ detail: { by, against } }) => {
  const me = document.querySelector("[data-my-seat]")?.dataset.mySeat;
  if (me === undefined || by.includes(me)) sound("won");
  else if (!against || against.includes(me)) sound("lost");
});

let wasMine = Boolean(document.querySelector("#prompt.prompt-mine"));
document.addEventListener("table:changed", () => {
  const isMine = Boolean(document.querySelector(".live #prompt.prompt-mine"));
  if (isMine && !wasMine) {
    sound("turn");
    if (wished.vibrate === "yes") navigator.vibrate?.(60);
  }
  wasMine = isMine;
});
document.addEventListener("table:wished", (event) => { if (event.detail === "volume") sound("turn"); });
