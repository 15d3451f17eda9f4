import type { ReactNode } from 'react';
import { MinusIcon } from '#app/ui/icons/minus.tsx';
import { PlusIcon } from '#app/ui/icons/plus.tsx';

type PieceStepperProps = {
  /** What is counted: 'Good: Deluxe Gift Set'. */
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

/** Counts pieces, like the shop's quantity. Each button names what it counts, because a dialog has several. */
export function PieceStepper({ label, value, max, onChange }: PieceStepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out beside its buttons
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center rounded-full border border-border-strong bg-surface text-foreground"
    >
      <Step name={`One less. ${label}`} off={value <= 0} onStep={() => onChange(value - 1)}>
        <MinusIcon />
      </Step>
      <output className="min-w-8 text-center font-semibold tabular-nums">{value}</output>
      <Step name={`One more. ${label}`} off={value >= max} onStep={() => onChange(value + 1)}>
        <PlusIcon />
      </Step>
    </div>
  );
}

type StepProps = { name: string; off: boolean; onStep: () => void; children: ReactNode };

function Step({ name, off, onStep, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      // Not disabled, because that would take the focus from it at the last step.
      aria-disabled={off}
      onClick={() => !off && onStep()}
      className="grid size-11 place-items-center rounded-full enabled:not-aria-disabled:hover:bg-surface-accent disabled:text-muted disabled:opacity-50 aria-disabled:text-muted aria-disabled:opacity-50"
    >
      {children}
    </button>
  );
}
