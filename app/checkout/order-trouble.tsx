import type { ReactNode } from 'react';

/** Why there was no order, and under it what can be done about the lines concerned. */
export function OrderTrouble({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <>
      {text && (
        <p role="alert" className="mt-6 font-semibold text-danger">
          {text}
        </p>
      )}
      {children}
    </>
  );
}
