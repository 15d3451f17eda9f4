import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ConfirmIdentity } from '#app/account/step-up/confirm-identity.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';

/** Runs an action that wants a second factor shown lately: asks for it if the server says so, then runs it again. */
export type WithRecentFactor = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For dialogs. While `step` is set, show it instead of the form, which keeps what was typed. An action belongs to the
 * opening in which it began: when the dialog closes, or another action begins, a factor is not asked for it any more,
 * and `withRecentFactor` rejects with stale_factor. So no later code runs what somebody has turned away from.
 *
 * @param openFor what the dialog is open for, such as a verb; null or false while it is closed. True where there is
 *   no such dialog, or the component is mounted only while it is open: leaving the screen, or `dismiss`, turns it away.
 */
export function useRecentFactor(openFor: string | boolean | null): {
  withRecentFactor: WithRecentFactor;
  step: ReactNode;
  /** Turns the present action away: for a dialog that is open only while there is a step. */
  dismiss: () => void;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const turn = useRef<Turn>({ refuse: nothing });

  const dismiss = useCallback(() => {
    turn.current.refuse();
    turn.current = { refuse: nothing };
    setQuestion(null);
  }, []);

  useEffect(() => (openFor ? dismiss : undefined), [openFor, dismiss]);

  const withRecentFactor: WithRecentFactor = async (work) => {
    dismiss();
    const own = turn.current;
    try {
      return await work();
    } catch (error) {
      if (!hasErrorCode(error, 'stale_factor') || turn.current !== own) throw error;
      await new Promise<void>((resolve, reject) => {
        own.refuse = () => reject(error);
        setQuestion({ goOn: resolve });
      });
    }
    setQuestion(null);
    void queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
    return work();
  };

  return {
    withRecentFactor,
    step: question && <ConfirmIdentity onConfirmed={question.goOn} />,
    dismiss,
  };
}

type Question = { goOn: () => void };

/** An action of this dialog; `refuse` ends its wait for the factor. */
type Turn = { refuse: () => void };

const nothing = () => {};
