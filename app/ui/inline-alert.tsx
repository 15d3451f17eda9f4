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
