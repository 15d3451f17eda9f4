import { useEffect, useRef } from 'react';

/** The heading of what replaces a form: takes the focus, and is read aloud. */
export function FocusedHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
      {children}
    </h1>
  );
}
