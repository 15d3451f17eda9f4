import type { ReactNode } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { useRecentFactor, type WithRecentFactor } from './use-recent-factor.tsx';

/** A dialog that asks for the second factor, for actions without a dialog of their own. Closing it cancels the action. */
export function useFactorDialog(): { withRecentFactor: WithRecentFactor; dialog: ReactNode } {
  const { withRecentFactor, step, dismiss } = useRecentFactor(true);
  // Also called when the dialog closes because the factor was verified; then there is nothing to cancel.
  const close = () => {
    if (step) dismiss();
  };
  return {
    withRecentFactor,
    dialog: (
      <Dialog title="Your second step" open={step !== null} onClose={close}>
        {step}
      </Dialog>
    ),
  };
}
