import type { ReactNode } from 'react';

/** An error message in place: a toast would be behind an open dialog. Scrolls into view where it is outside of it. */
export function InlineAlert({ children }: { children: ReactNode }) {
  return (
    <p ref={bringIntoView} role="alert" className="text-sm font-medium text-danger">
      {children}
    </p>
  );
}

function bringIntoView(message: HTMLElement | null) {
  message?.scrollIntoView({ block: 'nearest' });
}

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
