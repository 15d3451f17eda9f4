/** How prominent a button is: one primary per view, quiet beside text. */
export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

const SHARED =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 py-2.5 text-center font-semibold ' +
  'leading-tight transition-colors duration-200 disabled:opacity-60 aria-disabled:opacity-60';

const TONES: Record<ButtonTone, string> = {
  primary:
    'bg-primary text-on-primary shadow-soft enabled:not-aria-disabled:hover:bg-primary-hover [a]:hover:bg-primary-hover',
  secondary:
    'border border-border-strong bg-surface text-foreground enabled:not-aria-disabled:hover:border-primary enabled:not-aria-disabled:hover:text-primary ' +
    '[a]:hover:border-primary [a]:hover:text-primary',
  quiet:
    'px-4 text-primary enabled:not-aria-disabled:hover:bg-surface-accent [a]:hover:bg-surface-accent',
  danger: 'bg-danger text-on-danger enabled:not-aria-disabled:hover:bg-danger-hover',
};

/** The classes that make a button or a link look like a button; `more` is appended. */
export function buttonClasses(tone: ButtonTone, more = ''): string {
  return `${SHARED} ${TONES[tone]} ${more}`;
}
