import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * For a field whose value is in the URL, where it arrives a moment after it was sent. Calls `take` with the first value,
 * and with a new one that the field has not sent itself, such as by Back: what was typed since a value of its own stays.
 *
 * @returns notes that the field sends a value; false if that is already the last one.
 */
export function useOutsideChange(
  value: string,
  take: (value: string) => void,
): (next: string) => boolean {
  /** Sent, and not in the URL yet. */
  const sent = useRef<string[]>([]);
  const onTake = useEffectEvent(take);

  useEffect(() => {
    const place = sent.current.indexOf(value);
    sent.current = sent.current.slice(place + 1);
    if (place >= 0) return;
    sent.current = [];
    onTake(value);
  }, [value]);

  return (next) => {
    if (next === (sent.current.at(-1) ?? value)) return false;
    sent.current.push(next);
    return true;
  };
}
