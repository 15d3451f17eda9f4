import type { ReactNode } from 'react';
import { Card } from '#app/ui/card.tsx';

/** A narrow page with a single task. */
export function NarrowLayout({ children }: { children: ReactNode }) {
  return (
    <div className="page-width max-w-lg py-10 sm:py-16">
      <Card className="sm:p-9">{children}</Card>
    </div>
  );
}
