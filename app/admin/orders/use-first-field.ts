import { useEffect, useRef } from 'react';

/** For a dialog's field: focuses it with its text selected, after the dialog has focused its first button. */
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
