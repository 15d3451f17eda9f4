import type { ReactNode } from 'react';

type SumRowProps = { name: string; className?: string; children: ReactNode };

/** A row of a sum, in a `<dl>`: its name, and the amount at the end of the row or below. */
export function SumRow({ name, className = '', children }: SumRowProps) {
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <dt>{name}</dt>
      <dd className="ml-auto text-right text-foreground tabular-nums">{children}</dd>
    </div>
  );
}
