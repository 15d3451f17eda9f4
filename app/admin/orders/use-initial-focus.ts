import { useEffect, useRef } from 'react';

/**
 * The ref of the field that gets the initial focus in a dialog, with its text selected. The dialog itself focuses its
 * first button, so this runs after it.
 */
export function useInitialFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}
