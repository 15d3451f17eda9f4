import type { ComponentPropsWithRef, ReactNode } from 'react';

/** A checkbox with its label. */
export function Checkbox({
  label,
  className = '',
  ...input
}: ComponentPropsWithRef<'input'> & { label: ReactNode }) {
  return (
    <label
      className={`flex min-h-11 w-fit cursor-pointer items-center gap-3 text-foreground ${className}`}
    >
      <input {...input} type="checkbox" className="size-5 shrink-0 rounded-sm" />
      {label}
    </label>
  );
}
