import { useState } from 'react';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { areShortcutsEnabled, setShortcutsEnabled, useShortcuts } from './use-shortcuts.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'Search orders'],
  ['j  k', 'Next and previous order'],
  ['x', 'Select the order'],
  ['Enter', 'Open it'],
  ['p', 'Packed'],
  ['s', 'Hand over'],
  ['?', 'This list'],
  ['Esc', 'Close, leave a field, or end the selection'],
];

/** The list of keys, opened by `?`, with a switch for the single-letter shortcuts. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <Dialog title="Keys" open={open} onClose={() => setOpen(false)}>
      <Checkbox
        label="Use single letters"
        defaultChecked={areShortcutsEnabled()}
        onChange={(event) => setShortcutsEnabled(event.target.checked)}
      />
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {KEYS.map(([key, meaning]) => (
          <div
            key={key}
            className="flex items-baseline justify-between gap-4 border-b border-border py-2"
          >
            <dt>{meaning}</dt>
            <dd>
              <kbd className="rounded-sm bg-surface-accent px-2 py-0.5 font-text text-sm font-semibold text-foreground">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
