import type { ComponentPropsWithRef } from 'react';

/** A card. */
export function Card({ className = '', ...rest }: ComponentPropsWithRef<'div'>) {
  return (
    <div
      {...rest}
      className={`rounded-lg border border-border bg-surface p-5 shadow-soft sm:p-7 ${className}`}
    />
  );
}
