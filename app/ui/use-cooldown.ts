import { useEffect, useState } from 'react';

/**
 * A countdown of `seconds` until something may be done again; `restart` starts it anew. Not by the clock of the day, which
 * may be set meanwhile.
 */
export function useCooldown(seconds: number): { left: number; restart: () => void } {
  const [until, setUntil] = useState(() => performance.now() + seconds * 1000);
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));

  useEffect(() => {
    if (until <= performance.now()) return;
    const timer = setInterval(() => {
      setNow(performance.now());
      if (until <= performance.now()) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);

  return {
    left,
    restart() {
      setNow(performance.now());
      setUntil(performance.now() + seconds * 1000);
    },
  };
}
