import { useState } from 'react';
import { soundIsOn, switchSound } from './sound.ts';

/** Switches the sound for new orders on and off in this browser. */
export function SoundSwitch() {
  const [on, setOn] = useState(soundIsOn);
  return (
    <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 text-sm text-muted hover:bg-surface-accent">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={on}
        onChange={(event) => {
          setOn(event.target.checked);
          switchSound(event.target.checked);
        }}
      />
      Sound for orders
    </label>
  );
}
