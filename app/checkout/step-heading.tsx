import { type ReactNode, useEffect, useRef } from 'react';

type StepHeadingProps = {
  /** Takes the focus when the step changes; not on page load, where the focus starts at the top. */
  focus: boolean;
  children: ReactNode;
};

/** The heading of a checkout step. */
export function StepHeading({ focus, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
      {children}
    </h2>
  );
}
