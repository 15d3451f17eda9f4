import type { ReactNode } from 'react';

type SkeletonProps = {
  /** How the parts stand, as on the page that is to come. */
  className?: string;
  children: ReactNode;
};

/**
 * The outline of what is on its way, of the same size, so that nothing jumps when it comes. Read aloud it is
 * 'Loading...'; those words stand beside the busy part, in which screen readers may keep silent.
 */
export function Skeleton({ className = '', children }: SkeletonProps) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div aria-busy="true" className={`motion-safe:animate-pulse ${className}`}>
        {children}
      </div>
    </>
  );
}

type BoneProps = {
  /** Its size. */
  className: string;
  /** Of a button or a badge, which are round at their ends. */
  round?: boolean;
};

/** A word, a picture or a button that is still missing. */
export function Bone({ className, round = false }: BoneProps) {
  return (
    <div className={`max-w-full bg-linen ${round ? 'rounded-full' : 'rounded-sm'} ${className}`} />
  );
}
