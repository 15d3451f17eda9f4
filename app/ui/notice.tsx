import type { ReactNode } from 'react';

/** A note in place. */
export function Notice({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p className={`rounded-md border border-line bg-cream px-4 py-3 text-sm ${className}`}>
      {children}
    </p>
  );
}
