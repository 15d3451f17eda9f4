import { type ReactNode, useState } from 'react';
import { ConfirmIdentity } from './confirm-identity.tsx';

/**
 * Runs an action that may need step-up: asks the shopper to confirm their identity if the server demands it, then runs
 * it.
 */
export type WithStepUp = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For dialogs. While `step` is set, render it instead of the form, which keeps its input. If the dialog is closed
 * instead, the action does not run.
 */
export function useStepUp(): { withStepUp: WithStepUp; step: ReactNode } {
  const [resume, setResume] = useState<(() => void) | null>(null);

  const withStepUp: WithStepUp = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
    }
    await new Promise<void>((resolve) => setResume(() => resolve));
    setResume(null);
    return work();
  };

  return { withStepUp, step: resume && <ConfirmIdentity onConfirmed={resume} /> };
}

function needsStepUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'reauthentication_needed';
}
