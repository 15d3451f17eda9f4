import type { ChangeEventHandler, ReactNode } from 'react';

type RadioCardProps = {
  name: string;
  value: string;
  checked: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
  children: ReactNode;
};

/** A radio button as a card that can be tapped anywhere. Put them in a `<fieldset>` with a legend. */
export function RadioCard({ children, ...input }: RadioCardProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-start gap-3 rounded-md border border-border-strong bg-surface p-4 transition-colors has-checked:border-primary has-checked:bg-surface-muted has-checked:ring-1 has-checked:ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <input {...input} type="radio" className="radio mt-1 outline-none" />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  );
}
