import { type RefObject, useEffect } from 'react';
import { isTyping } from '#app/admin/keyboard/shortcuts.ts';

/**
 * Sends what a scanner types to this field, wherever the focus is: after a tap a code must not press the tapped button
 * or a single-letter shortcut. The field gets the focus with the first character and not before, because on a phone that
 * would open the keyboard. Enter alone goes to the field unless a control has the focus. Escape gives the letters back
 * to the shortcuts, until something is tapped or focused.
 */
export function useScansAnywhere(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    let left = false;
    const returnToField = () => {
      left = false;
    };
    function onKeyDown(event: KeyboardEvent) {
      const isDialogOpen = document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && !isDialogOpen) left = true;
      if (left || !field.current || isTyping(event)) return;
      if (event.key === 'Enter' && !isOnControl(event)) {
        event.preventDefault();
        field.current.form?.requestSubmit();
      } else if (event.key.length === 1 && event.key !== ' ') {
        // The browser types the character into the field that has the focus after this.
        field.current.focus();
        event.stopPropagation();
      }
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('pointerdown', returnToField);
    document.addEventListener('focusin', returnToField);
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('pointerdown', returnToField);
      document.removeEventListener('focusin', returnToField);
    };
  }, [field]);
}

const isOnControl = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('a[href], button, summary, input, select') !== null;
