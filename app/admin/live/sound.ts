import { browserStorage } from '#app/shell/document/web-storage.ts';

const KEY = 'admin-sound';
let audio: AudioContext | undefined;

/** Whether this browser's user has switched the sound on; it is off at first. */
export function soundIsOn(): boolean {
  return browserStorage().getItem(KEY) === 'on';
}

/** Remembers the choice; switching it on plays the tone once. */
export function switchSound(on: boolean): void {
  if (on) browserStorage().setItem(KEY, 'on');
  else browserStorage().removeItem(KEY);
  if (on) void unlockSound().then(tone);
}

/** Browsers play nothing before somebody has touched the page: call it when they do. */
export async function unlockSound(): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
}

/** Plays the tone, if the user wants it and the browser allows it; of several tabs, in one. */
export function playTone(): void {
  if (!soundIsOn() || audio?.state !== 'running') return;
  if (!navigator.locks) {
    tone();
    return;
  }
  void navigator.locks.request(KEY, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tone();
    await new Promise((resolve) => setTimeout(resolve, 2_000)); // the other tabs hear of the order a little later
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
