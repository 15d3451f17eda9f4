import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { refetchSessions } from '#app/account/use-factors.ts';
import { ShopUnreachable } from '#app/shell/api/unreachable.ts';
import { reloadFormerBuild } from '#app/shell/document/reload-former-build.ts';

/**
 * Runs an action that may require a step-up: if the server demands it, asks the shopper to confirm their identity and
 * runs the action again.
 */
export type WithStepUp = <T>(action: () => Promise<T>) => Promise<T>;

type PendingStepUp = {
  ConfirmIdentity: Awaited<ReturnType<typeof downloadConfirmIdentity>>;
  confirmed: () => void;
  cancelled: () => void;
};

/**
 * Asks who is there while an action waits. In a dialog: while `step` is set, render it and hide the form, which keeps its
 * input; if the dialog is closed meanwhile, the action does not run. On a page: render `step` in a dialog of its own, and
 * call `dismiss` when that is closed; the action then fails with `NotConfirmed`.
 */
export function useStepUp(): {
  withStepUp: WithStepUp;
  step: ReactElement | null;
  dismiss: () => void;
} {
  const [pending, setPending] = useState<PendingStepUp | null>(null);

  const withStepUp: WithStepUp = async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
    }
    const ConfirmIdentity = await downloadConfirmIdentity();
    try {
      await new Promise<void>((confirmed, reject) =>
        // Several actions may wait for the same confirmation.
        setPending((earlier) => ({
          ConfirmIdentity,
          confirmed() {
            void refetchSessions(); // with the password, another session has taken the place of this one
            earlier?.confirmed();
            confirmed();
          },
          cancelled() {
            earlier?.cancelled();
            reject(new NotConfirmed());
          },
        })),
      );
    } finally {
      // At once, because a dialog that closes gives the focus back, and the action's end moves it.
      flushSync(() => setPending(null));
    }
    return action();
  };

  return {
    withStepUp,
    step: pending && <pending.ConfirmIdentity onConfirmed={pending.confirmed} />,
    dismiss: () => pending?.cancelled(),
  };
}

/**
 * Its forms need 25 kB that the page of these actions does not: the server rarely asks.
 *
 * @throws ShopUnreachable
 */
async function downloadConfirmIdentity() {
  try {
    return (await import('./confirm-identity.tsx')).ConfirmIdentity;
  } catch (error) {
    await reloadFormerBuild();
    throw new ShopUnreachable(error);
  }
}

/** The shopper has closed the question. */
export class NotConfirmed extends Error {}

function needsStepUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'reauthentication_needed';
}
