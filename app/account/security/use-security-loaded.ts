import { useState } from 'react';
import { useRecoveryCodes } from '#app/account/factors/use-recovery-codes.ts';
import { useFactors } from '#app/account/use-factors.ts';
import { useSessions } from './use-sessions.ts';

/**
 * Whether the factors, recovery codes and sessions are loaded, or have failed to load. The page shows them together:
 * one that appeared later would shift the layout, and a tap could hit the wrong button. Once true it stays true.
 */
export function useSecurityLoaded(): boolean {
  const factors = useFactors();
  const sessions = useSessions();
  const hasFactors = (factors.data?.length ?? 0) > 0;
  const codes = useRecoveryCodes({ enabled: hasFactors });
  const [loaded, setLoaded] = useState(false);
  const isLoaded = !factors.isPending && !sessions.isPending && !(hasFactors && codes.isPending);
  if (isLoaded && !loaded) setLoaded(true);
  return loaded || isLoaded;
}
