import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type QuantityStepperProps = {
  /** Its label: 'Quantity of Dried Aparajita Flowers'. */
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  disabled?: boolean;
  /** The buttons' names, where a dialog has several steppers. */
  less?: string;
  more?: string;
};

/** A quantity with minus and plus buttons; changes are announced to screen readers. */
export function QuantityStepper({
  label,
  value,
  min,
  max,
  onChange,
  disabled = false,
  less = 'Decrease quantity',
  more = 'Increase quantity',
}: QuantityStepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out beside its buttons
    <div
      role="group"
      aria-label={label}
      className="inline-flex items-center rounded-full border border-border-strong bg-surface text-foreground"
    >
      <Step name={less} off={disabled || value <= min} onStep={() => onChange(value - 1)}>
        <Icon name="minus" />
      </Step>
      <output className="min-w-8 text-center font-semibold tabular-nums">{value}</output>
      <Step name={more} off={disabled || value >= max} onStep={() => onChange(value + 1)}>
        <Icon name="plus" />
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
