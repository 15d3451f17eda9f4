import type { ReactNode } from 'react';

/** An error message in place: a toast would be behind an open dialog. */
export function InlineAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-sm font-medium text-danger">
      {children}
    </p>
  );
}
