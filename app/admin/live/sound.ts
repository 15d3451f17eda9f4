import { browserStorage } from '#app/shell/web-storage.ts';

const KEY = 'admin-sound';
let audio: AudioContext | undefined;

/** Whether the sound is switched on in this browser; off by default. */
export function soundIsOn(): boolean {
  return browserStorage().getItem(KEY) === 'on';
}

/** Stores the choice; switching the sound on plays it once. */
export function switchSound(on: boolean): void {
  if (on) browserStorage().setItem(KEY, 'on');
  else browserStorage().removeItem(KEY);
  if (on) void unlockSound().then(tone);
}

/** Browsers play no sound before the first user action: call this on one. */
export async function unlockSound(): Promise<AudioContext> {
  audio ??= new AudioContext();
  await audio.resume();
  return audio;
}

/** Plays the sound if it is on and the browser allows it; only in one of several tabs. */
export function playTone(): void {
  if (!soundIsOn() || audio?.state !== 'running') return;
  if (!navigator.locks) {
    tone();
    return;
  }
  void navigator.locks.request(KEY, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tone();
    await new Promise((resolve) => setTimeout(resolve, 2_000)); // the other tabs learn of the order a little later
  });
}

/** Two soft notes, in seconds and hertz. */
function tone(): void {
  if (!audio) return;
  for (const [start, frequency] of [
    [0, 660],
    [0.18, 880],
  ] as const) {
    const begin = audio.currentTime + start;
    const note = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.2, begin + 0.02);
    volume.gain.setTargetAtTime(0, begin + 0.08, 0.1);
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + 0.8);
  }
}
