import { useEffect, useRef } from 'react';

/** For a dialog's field: gets the focus with its text selected, once the dialog has given the focus to its first button. */
export function useFirstField() {
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
