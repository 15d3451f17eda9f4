import { type ReactNode, useRef, useState } from 'react';
import { ConfirmIdentity } from '#app/account/security/confirm-identity.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';

/** Runs an action that wants a second factor shown lately: asks for it if the server says so, then runs it again. */
export type WithRecentFactor = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For dialogs. While `step` is set, show it instead of the form, which keeps what was typed. If the dialog is closed
 * instead, the action does not run; a dialog that stays mounted calls `dismiss` then. Whoever closed it while the action
 * was on its way is not asked either: `withRecentFactor` rejects with stale_factor.
 */
export function useRecentFactor(): {
  withRecentFactor: WithRecentFactor;
  step: ReactNode;
  dismiss: () => void;
} {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);

  const dismissals = useRef(0);

  const withRecentFactor: WithRecentFactor = async (work) => {
    const before = dismissals.current;
    try {
      return await work();
    } catch (error) {
      if (!hasErrorCode(error, 'stale_factor') || dismissals.current !== before) throw error;
    }
    await new Promise<void>((resolve) => setGoOn(() => resolve));
    setGoOn(null);
    void queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
    return work();
  };

  return {
    withRecentFactor,
    step: goOn && <ConfirmIdentity onConfirmed={goOn} />,
    dismiss: () => {
      dismissals.current += 1;
      setGoOn(null);
    },
  };
}
