import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';

type OrderTroubleProps = {
  ref: Ref<HTMLElement>;
  /** Why the order that was sent was refused; null when none was. */
  refusal: string | null;
  /** What is known to stand in the way, without asking; null when nothing is. */
  warning: string | null;
  /** Called for each refusal, which may have come far below this. */
  onRefused: () => void;
  /** What can be done about the lines concerned. */
  children: ReactNode;
};

/** Above the steps: why there is no order, or will be none, and what can be done. Nothing when all is well. */
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
