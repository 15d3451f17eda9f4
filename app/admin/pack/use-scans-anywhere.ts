import { type RefObject, useEffect } from 'react';
import { isTyping } from '#app/admin/keyboard/use-shortcuts.ts';

/**
 * Sends what a scanner types to this field, wherever the focus is: after a tap a code must not press the tapped button
 * or a single-letter shortcut. The field gets the focus with the first character and not before, because on a phone that
 * would open the keyboard. Enter alone goes to the field unless a control has the focus.
 */
export function useScansAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isTyping(event) || !field.current) return;
      if (event.key === 'Enter' && !isOnControl(event)) {
        event.preventDefault();
        field.current.form?.requestSubmit();
      } else if (event.key.length === 1 && event.key !== ' ') {
        // The browser types the character into the field that has the focus after this.
        field.current.focus();
        event.stopPropagation();
      }
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [field]);
}

const isOnControl = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a[href], button, summary, input, select') !== null;
