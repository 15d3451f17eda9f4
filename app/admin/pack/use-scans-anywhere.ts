import { type RefObject, useEffect } from 'react';
import { isTyping } from '#app/admin/keyboard/shortcuts.ts';

/** Two keys in less time than this, in milliseconds, come from a scanner, which sends one every 1 to 20. */
const SCAN_MS = 30;

/**
 * Sends what a scanner types to this field, wherever the focus is: after a tap a code must not press the tapped button
 * or a single-letter shortcut. The field gets the focus with the first character and not before, because on a phone that
 * would open the keyboard. Enter alone goes to the field unless a control has the focus. Escape gives the letters back
 * to the shortcuts, until something is tapped, focused or scanned: a code's second character, and an Escape in a code,
 * come faster than anybody types.
 *
 * @param onMissed called with the first character of a code that began as a shortcut; the field gets the others itself.
 */
export function useScansAnywhere(
  field: RefObject<HTMLInputElement | null>,
  onMissed: (character: string) => void,
): void {
  useEffect(() => {
    let left = false;
    let last = { key: '', at: Number.NEGATIVE_INFINITY };
    const returnToField = () => {
      left = false;
    };
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Shift') return; // scanners send it before capitals
      const before = last;
      const typing = isTyping(event);
      last = { key: typing ? '' : event.key, at: event.timeStamp };
      const isScanned = !event.repeat && event.timeStamp - before.at < SCAN_MS;
      const isDialogOpen = document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && !isDialogOpen) left = !isScanned;
      if (typing || !field.current || event.key === 'Escape') return;
      if (left && isScanned) {
        left = false;
        if (isCharacter(before.key)) onMissed(before.key);
      }
      if (left) return;
      if (event.key === 'Enter' && !isOnControl(event)) {
        event.preventDefault();
        field.current.form?.requestSubmit();
      } else if (isCharacter(event.key)) {
        // The browser types the character into the field that has the focus after this.
        field.current.focus();
        event.stopPropagation();
      }
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('pointerdown', returnToField);
    document.addEventListener('focusin', returnToField);
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('pointerdown', returnToField);
      document.removeEventListener('focusin', returnToField);
    };
  }, [field, onMissed]);
}

const isCharacter = (key: string) => key.length === 1 && key !== ' ';

const isOnControl = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a[href], button, summary, input, select') !== null;
