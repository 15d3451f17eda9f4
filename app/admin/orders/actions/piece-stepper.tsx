import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';

type PieceStepperProps = {
  /** What is counted: 'Good: Deluxe Gift Set'. */
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

/** Counts pieces from none. Each button names what it counts, because a dialog has several. */
export function PieceStepper({ label, value, max, onChange }: PieceStepperProps) {
  return (
    <QuantityStepper
      label={label}
      value={value}
      min={0}
      max={max}
      onChange={onChange}
      less={`One less. ${label}`}
      more={`One more. ${label}`}
    />
  );
}
