import { useLayoutEffect, useRef } from 'react';
import { browserStorage } from '#app/shell/web-storage.ts';

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

/** The storage key of the choice. */
const KEY = 'admin-shortcuts';

/** Whether single-letter shortcuts are on: people who dictate can switch them off (WCAG 2.1.4). */
export function areShortcutsEnabled(): boolean {
  return browserStorage().getItem(KEY) !== 'off';
}

/** Stores the choice in this browser. */
export function setShortcutsEnabled(on: boolean): void {
  if (on) browserStorage().removeItem(KEY);
  else browserStorage().setItem(KEY, 'off');
}

/** Whether a key press is meant for a field, a dialog or the browser instead of a shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return (
    // Checkboxes take no letters, and keep the focus after a click.
    target.matches(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    ) ||
    // Also if the dialog's focused control was removed or disabled.
    document.querySelector('dialog[open]') !== null ||
    // A form is being saved: its disabled fields have lost the focus, but the user may still be typing.
    document.querySelector('fieldset:disabled') !== null
  );
}
