import type { ReactNode } from 'react';

type SkeletonProps = {
  /** Layout of the parts, as on the loaded page. */
  className?: string;
  children: ReactNode;
};

/**
 * A skeleton of the same size as the loaded content, so that nothing jumps. Screen readers hear 'Loading...', which is
 * outside the busy part because some say nothing inside one.
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

type SkeletonBlockProps = {
  /** Its size. */
  className: string;
  /** For a button or a badge, which have round ends. */
  round?: boolean;
};

/** A placeholder for a word, a picture or a button. */
export function SkeletonBlock({ className, round = false }: SkeletonBlockProps) {
  return (
    <div
      className={`max-w-full bg-surface-accent ${round ? 'rounded-full' : 'rounded-sm'} ${className}`}
    />
  );
}
