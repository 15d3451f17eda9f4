import { CheckIcon } from '#app/ui/icons/check.tsx';
import type { CheckoutStep } from './use-checkout-step.ts';

const STEPS: { step: CheckoutStep; name: string }[] = [
  { step: 'shipping', name: 'Address' },
  { step: 'payment', name: 'Payment' },
];

/** The checkout's progress. */
export function CheckoutProgress({ step }: { step: CheckoutStep }) {
  const present = STEPS.findIndex((known) => known.step === step);
  return (
    <ol aria-label="Checkout steps" className="flex flex-wrap gap-x-3 gap-y-2 text-sm font-medium">
      {STEPS.map(({ name }, index) => (
        <li
          key={name}
          aria-current={index === present ? 'step' : undefined}
          className="group flex items-center gap-2 text-muted not-first:before:w-6 not-first:before:border-t not-first:before:border-border-strong aria-[current=step]:font-semibold aria-[current=step]:text-foreground"
        >
          <span
            aria-hidden="true"
            className={`grid size-[max(--spacing(7),2em)] shrink-0 place-items-center rounded-full text-xs leading-none font-semibold ${
              index < present
                ? 'bg-badge-green-ground text-badge-green'
                : 'bg-surface-accent text-primary group-aria-[current=step]:bg-primary group-aria-[current=step]:text-on-primary'
            }`}
          >
            {index < present ? <CheckIcon /> : index + 1}
          </span>
          {name}
          {index < present && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}
