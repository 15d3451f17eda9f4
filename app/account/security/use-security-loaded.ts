import { useState } from 'react';
import { useRecoveryCodes } from '#app/account/factors/use-recovery-codes.ts';
import { useFactors } from '#app/account/use-factors.ts';
import { useSessions } from './use-sessions.ts';

/**
 * Whether the factors, recovery codes and sessions have been read, or could not be: one that came later would cause a
 * layout shift, and a tap could hit the wrong button. Once true it stays so.
 */
export function useSecurityLoaded(): boolean {
  const factors = useFactors();
  const sessions = useSessions();
  const hasFactors = (factors.data?.length ?? 0) > 0;
  const codes = useRecoveryCodes({ enabled: hasFactors });
  const [loaded, setLoaded] = useState(false);
  const now = !factors.isPending && !sessions.isPending && !(hasFactors && codes.isPending);
  if (now && !loaded) setLoaded(true);
  return loaded || now;
}
