import { useEffect, useState } from 'react';

/** Whether an instant, in milliseconds, has passed; renders again when it does. */
export function useIsPast(instant: number): boolean {
  const [passed, setPassed] = useState(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!Number.isFinite(instant)) return;
    const timer = setTimeout(() => setPassed(instant), instant - Date.now());
    return () => clearTimeout(timer);
  }, [instant]);
  return instant <= passed;
}
