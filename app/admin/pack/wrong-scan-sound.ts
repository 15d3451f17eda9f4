import { unlockSound } from '#app/admin/live/sound.ts';

/**
 * A short low buzz: whoever packs looks at the parcel, not at the screen. It needs no setting, unlike the sound for new
 * orders, because it only answers what somebody has just scanned. Browsers that play no sound stay silent.
 */
export function playWrongScan(): void {
  // The scanner's keystrokes are the touch that browsers ask for.
  void unlockSound()
    .then(buzz)
    .catch(() => {});
}

/** Two notes of 220 Hz, 0.15 s each. */
function buzz(context: AudioContext): void {
  for (const start of [0, 0.2]) {
    const begin = context.currentTime + start;
    const note = new OscillatorNode(context, { type: 'square', frequency: 220 });
    const volume = new GainNode(context, { gain: 0.15 });
    volume.gain.setTargetAtTime(0, begin + 0.12, 0.02);
    note.connect(volume).connect(context.destination);
    note.start(begin);
    note.stop(begin + 0.2);
  }
}
