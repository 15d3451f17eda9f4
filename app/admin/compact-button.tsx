import type { ComponentProps } from 'react';
import { Button, LinkButton } from '#app/ui/button.tsx';

/** Classes for buttons in lists and bars. `!important`, because the button has sizes already. */
export const COMPACT_BUTTON = 'min-h-11! px-3.5! py-1!';

/** A quiet button of a list or a bar. */
export function CompactButton({ className = '', ...rest }: ComponentProps<typeof Button>) {
  return <Button tone="quiet" {...rest} className={`${COMPACT_BUTTON} ${className}`} />;
}

/** A link that looks like it. */
export function CompactLink({ className = '', ...rest }: ComponentProps<typeof LinkButton>) {
  return <LinkButton tone="quiet" {...rest} className={`${COMPACT_BUTTON} ${className}`} />;
}

/** The props of such a button where another component renders it; `label` names it where its text alone does not. */
export const compact = (children: string, label?: string, more = '') => ({
  tone: 'quiet' as const,
  className: `${COMPACT_BUTTON} ${more}`,
  'aria-label': label,
  children,
});
