import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';

type OrderProblemProps = {
  ref: Ref<HTMLElement>;
  /** Why the server refused the order; null when it did not. */
  error: string | null;
  /** Problems of items that prevent the order, known before it is sent; null when there are none. */
  warning: string | null;
  /** Called for each error: this notice may be scrolled out of view. */
  onError: () => void;
  /** Buttons that fix the items concerned. */
  children: ReactNode;
};

/**
 * Above the steps: why the order cannot be placed, with buttons that help. Renders nothing when there is no problem.
 */
export function OrderProblem({ ref, error, warning, onError, children }: OrderProblemProps) {
  const notify = useEffectEvent(onError);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the items come, with the buttons that help
  useEffect(() => {
    if (error) notify();
  }, [error, warning]);

  if (!error && !warning) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Before you order"
      className="rounded-lg border border-border-strong bg-surface p-5 outline-none sm:p-6"
    >
      {error ? (
        <p role="alert" className="font-semibold text-danger">
          {error}
        </p>
      ) : (
        <p className="font-semibold text-foreground">{warning}</p>
      )}
      {children}
    </section>
  );
}
