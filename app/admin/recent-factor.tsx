import { lazy, type ReactElement, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Spinner } from '#app/ui/spinner.tsx';

/** Loaded when the server asks for the factor: its forms are as large as the rest of a screen. */
const ConfirmIdentity = lazy(async () => {
  const { ConfirmIdentity } = await import('#app/account/step-up/confirm-identity.tsx');
  return { default: ConfirmIdentity };
});

/** Runs an action that requires a recent second factor: if the server refuses it, asks for the factor and runs it again. */
export type WithRecentFactor = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For dialogs. While `step` is set, show it instead of the form, whose state is kept. When the dialog closes or another
 * action starts, the pending action is cancelled and its `withRecentFactor` rejects with stale_factor: a code entered
 * later does not run an action that the user has cancelled.
 *
 * @param openFor what the dialog is open for, such as a verb; null or false while it is closed. True if there is no
 *   dialog, or if the component is mounted only while it is open: then unmounting or `dismiss` cancels the action.
 */
export function useRecentFactor(openFor: string | boolean | null): {
  withRecentFactor: WithRecentFactor;
  step: ReactElement | false | null;
  /** Cancels the pending action: for a dialog that is open only while there is a step. */
  dismiss: () => void;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const pending = useRef<PendingAction>({ reject: nothing });

  const dismiss = useCallback(() => {
    pending.current.reject();
    pending.current = { reject: nothing };
    setQuestion(null);
  }, []);

  useEffect(() => (openFor ? dismiss : undefined), [openFor, dismiss]);

  const withRecentFactor: WithRecentFactor = async (work) => {
    dismiss();
    const own = pending.current;
    try {
      return await work();
    } catch (error) {
      if (!hasErrorCode(error, 'stale_factor') || pending.current !== own) throw error;
      await new Promise<void>((resolve, reject) => {
        own.reject = () => reject(error);
        setQuestion({ resume: resolve });
      });
    }
    setQuestion(null);
    return work();
  };

  return {
    withRecentFactor,
    step: question && (
      <Suspense fallback={<Spinner label="Loading..." />}>
        <ConfirmIdentity onConfirmed={question.resume} />
      </Suspense>
    ),
    dismiss,
  };
}

type Question = { resume: () => void };

/** The action that waits for the factor; `reject` cancels it. */
type PendingAction = { reject: () => void };

const nothing = () => {};
