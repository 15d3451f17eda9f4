import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * For an uncontrolled field whose value is also in the URL. The URL follows a moment after the field has sent a value.
 * Calls `onChange` with the initial value and with each value that the field has not sent itself, for example after
 * Back. Values that it has sent are ignored when the URL reaches them, so that what was typed meanwhile stays.
 *
 * @returns a function to call when the field sends a value; it returns false if the field has sent this value last.
 */
export function useExternalChange(
  value: string,
  onChange: (value: string) => void,
): (next: string) => boolean {
  /** Values that were sent and are not in the URL yet, oldest first. */
  const sent = useRef<string[]>([]);
  const notify = useEffectEvent(onChange);

  useEffect(() => {
    const index = sent.current.indexOf(value);
    sent.current = sent.current.slice(index + 1);
    if (index >= 0) return;
    sent.current = [];
    notify(value);
  }, [value]);

  return (next) => {
    if (next === (sent.current.at(-1) ?? value)) return false;
    sent.current.push(next);
    return true;
  };
}
