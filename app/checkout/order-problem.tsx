import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';

type OrderTroubleProps = {
  ref: Ref<HTMLElement>;
  /** Why the server refused the order; null when it did not. */
  refusal: string | null;
  /** Known problems that prevent the order, found before sending it; null when there are none. */
  warning: string | null;
  /** Called for each refusal: this notice may be scrolled out of view. */
  onRefused: () => void;
  /** Buttons that fix the items concerned. */
  children: ReactNode;
};

/** Above the steps: why there is no order, and what can be done. Nothing when there is no problem. */
export function OrderTrouble({ ref, refusal, warning, onRefused, children }: OrderTroubleProps) {
  const lead = useEffectEvent(onRefused);
  useEffect(() => {
    if (refusal) lead();
  }, [refusal]);

  if (!refusal && !warning) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Before you order"
      className="rounded-lg border border-edge bg-paper p-5 outline-none sm:p-6"
    >
      {refusal ? (
        <p role="alert" className="font-semibold text-danger">
          {refusal}
        </p>
      ) : (
        <p className="font-semibold text-ink">{warning}</p>
      )}
      {children}
    </section>
  );
}
