import { browserStorage } from '#app/shell/document/web-storage.ts';

/** Where the choice is kept in this browser. */
const KEY = 'admin-shortcuts';

/** Whether single letters act: somebody who dictates can switch them off (WCAG 2.1.4). */
export function shortcutsOn(): boolean {
  return browserStorage().getItem(KEY) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  if (on) browserStorage().removeItem(KEY);
  else browserStorage().setItem(KEY, 'off');
}

/** Whether a key press is meant for a field, a dialog or the browser, and not as a shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches('input, textarea, select, [contenteditable]') ||
    // Also where the control that had the focus in it has gone or become disabled.
    document.querySelector('dialog[open]') !== null
  );
}
