import { useLayoutEffect, useRef } from 'react';
import type { AdminEntry } from '#app/admin/navigation.ts';
import { useNavigate } from '#app/ui/link.js';
import { areShortcutsEnabled, isTyping } from './shortcuts.ts';

/** How long the second key may take, in milliseconds. */
const SECOND_KEY_MS = 1_500;

/**
 * `g` and then an entry's key opens its screen. No other shortcut sees the second key, even if it opens nothing for this
 * role: a packer's `g p` does not act as `p`.
 */
export function useGoShortcuts(entries: readonly AdminEntry[]): void {
  const navigate = useNavigate();
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isTyping(event) || !areShortcutsEnabled()) return;
      if (event.timeStamp - firstKeyAt.current < SECOND_KEY_MS) {
        firstKeyAt.current = Number.NEGATIVE_INFINITY;
        const entry = entries.find(({ key }) => key === event.key);
        if (event.key.length === 1) event.preventDefault(); // Tab, Enter and the like are no shortcuts
        if (entry) navigate(entry.to);
      } else if (event.key === 'g') {
        firstKeyAt.current = event.timeStamp;
      }
    }
    // The window's listeners come before: those of a scanner's field (use-scans-anywhere.ts).
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [entries, navigate]);
}
