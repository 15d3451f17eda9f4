import { type ReactNode, useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';

/**
 * Runs an action that may need step-up: asks the shopper to confirm their identity if the server demands it, then runs
 * it.
 */
export type WithStepUp = <T>(work: () => Promise<T>) => Promise<T>;

type Asking = { confirmed: () => void; cancelled: () => void };

/**
 * For dialogs. While `step` is set, render it instead of the form, which keeps its input. If the dialog is closed
 * instead, the action does not run.
 */
export function useStepUp(): { withStepUp: WithStepUp; step: ReactNode } {
  const { withStepUp, asking } = usePendingStepUp();
  return { withStepUp, step: asking && <ConfirmIdentity onConfirmed={asking.confirmed} /> };
}

/** Like `WithStepUp`. False when the shopper did not confirm, so that the action did not run. */
export type RunWithStepUp = (work: () => Promise<void>) => Promise<boolean>;

/** For pages: asks in a dialog of its own, whose title says what for. */
export function useStepUpDialog(title: string): {
  runWithStepUp: RunWithStepUp;
  dialog: ReactNode;
} {
  const { withStepUp, asking } = usePendingStepUp();

  async function runWithStepUp(work: () => Promise<void>) {
    try {
      await withStepUp(work);
      return true;
    } catch (error) {
      if (error instanceof NotConfirmed) return false;
      throw error;
    }
  }

  const dialog = (
    <Dialog title={title} open={asking !== null} onClose={() => asking?.cancelled()}>
      {asking && <ConfirmIdentity onConfirmed={asking.confirmed} />}
    </Dialog>
  );
  return { runWithStepUp, dialog };
}

function usePendingStepUp() {
  const [asking, setAsking] = useState<Asking | null>(null);

  const withStepUp: WithStepUp = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
    }
    try {
      await new Promise<void>((confirmed, reject) =>
        // Several actions may wait for one confirmation.
        setAsking((before) => ({
          confirmed() {
            before?.confirmed();
            confirmed();
          },
          cancelled() {
            before?.cancelled();
            reject(new NotConfirmed());
          },
        })),
      );
    } finally {
      setAsking(null);
    }
    return work();
  };

  return { withStepUp, asking };
}

class NotConfirmed extends Error {}

function needsStepUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'reauthentication_needed';
}
