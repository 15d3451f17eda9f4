import { type ReactNode, useState } from 'react';
import { ConfirmIdentity } from './confirm-identity.tsx';

/**
 * Runs an action that may need step-up: asks the shopper to confirm their identity if the server demands it, then runs
 * it.
 */
export type Confirmed = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For dialogs. While `step` is set, render it instead of the form, which keeps its input. If the dialog is closed
 * instead, the action does not run.
 */
export function useConfirmation(): { confirmed: Confirmed; step: ReactNode } {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);

  const confirmed: Confirmed = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!isUnproven(error)) throw error;
    }
    await new Promise<void>((resolve) => setGoOn(() => resolve));
    setGoOn(null);
    return work();
  };

  return { confirmed, step: goOn && <ConfirmIdentity onConfirmed={goOn} /> };
}

function isUnproven(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'reauthentication_needed';
}
