import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '#app/ui/card.tsx';

/** A narrow page with a single task. */
export function NarrowLayout({ children }: { children: ReactNode }) {
  return (
    <div className="page-width max-w-lg py-10 sm:py-16">
      <Card className="sm:p-9">{children}</Card>
    </div>
  );
}

/** The heading of content that replaces a form. Takes the focus, so that screen readers read it. */
export function FocusedHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
      {children}
    </h1>
  );
}
