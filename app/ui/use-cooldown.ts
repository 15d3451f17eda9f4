import { useEffect, useState } from 'react';

/** A countdown of `seconds` until something may be done again; `restart` starts it anew. */
export function useCooldown(seconds: number): { left: number; restart: () => void } {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));

  useEffect(() => {
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (until <= Date.now()) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);

  return {
    left,
    restart() {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1000);
    },
  };
}
