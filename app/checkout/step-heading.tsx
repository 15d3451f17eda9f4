import { type ReactNode, useEffect, useRef } from 'react';

type StepHeadingProps = {
  number: number;
  /** Takes the focus when the step opens; not on the page's first showing, where focus starts at the top. */
  focus: boolean;
  children: ReactNode;
};

/** The heading of a checkout step. */
export function StepHeading({ number, focus, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl outline-none">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-linen font-text text-sm font-semibold text-petal"
      >
        {number}
      </span>
      {children}
    </h2>
  );
}
