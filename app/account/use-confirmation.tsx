import { type ReactNode, useState } from 'react';
import { ConfirmIdentity } from './confirm-identity.tsx';

/** Does something that may take a fresh proof of who is asking; asks for it, and then does it. */
export type Confirmed = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For dialogs. While `step` is there it stands in the form's place, which stays as it was typed. Whoever closes the
 * dialog instead leaves the work undone.
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
