import type { ReactNode } from 'react';

/** What went wrong, said where it happened: a toast would lie behind an open dialog. */
export function InlineAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-sm font-medium text-danger">
      {children}
    </p>
  );
}
