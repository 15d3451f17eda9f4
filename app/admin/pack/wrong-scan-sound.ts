let audio: AudioContext | undefined;

/**
 * Plays a short low buzz after a wrong scan: the user looks at the parcel, not at the screen. Silent in browsers that
 * play no sound.
 */
export function playWrongScan(): void {
  void buzz().catch(() => {});
}

/** Two notes of 220 Hz, 0.15 s each. */
async function buzz(): Promise<void> {
  audio ??= new AudioContext();
  const context = audio;
  // Browsers allow sound after user input; the keystrokes of the scanner count.
  await context.resume();
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
