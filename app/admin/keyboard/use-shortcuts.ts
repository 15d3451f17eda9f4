import { useLayoutEffect, useRef } from 'react';
import { areShortcutsEnabled, isTyping } from './shortcuts.ts';

/** Actions by key, as `KeyboardEvent.key` names it. */
type Shortcuts = Record<string, () => void>;

/**
 * Listens for single keys while the component is mounted. `?` and Escape work even if single-letter shortcuts are off.
 * Registered in layout effects: a user may press a key as soon as the screen is visible, and passive effects may run
 * later.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const action = latest.current[event.key];
      if (!action || event.defaultPrevented || isTyping(event)) return;
      if (event.key !== '?' && event.key !== 'Escape' && !areShortcutsEnabled()) return;
      event.preventDefault();
      action();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
