import type { ReactNode } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { useRecentFactor, type WithRecentFactor } from './use-recent-factor.tsx';

/** For actions without a dialog of their own: a factor is asked for in this one. Closed, the action is not done. */
export function useFactorDialog(): { withRecentFactor: WithRecentFactor; dialog: ReactNode } {
  const { withRecentFactor, step, dismiss } = useRecentFactor(true);
  // The browser tells of every closing, also of the one after the factor was shown.
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
