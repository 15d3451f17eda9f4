import type { ReactNode } from 'react';

/** A note in place. */
export function Notice({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p
      className={`rounded-md border border-border bg-tertiary-container px-4 py-3 text-sm ${className}`}
    >
      {children}
    </p>
  );
}
