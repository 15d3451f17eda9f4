/** How prominent a button is: one primary per view, quiet beside text. */
export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

const SHARED =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 py-2.5 text-center font-semibold ' +
  'leading-tight transition-colors duration-200 disabled:opacity-60 aria-disabled:opacity-60';

const TONES: Record<ButtonTone, string> = {
  primary:
    'bg-petal text-on-petal shadow-soft enabled:not-aria-disabled:hover:bg-petal-deep [a]:hover:bg-petal-deep',
  secondary:
    'border border-edge bg-paper text-ink enabled:not-aria-disabled:hover:border-petal enabled:not-aria-disabled:hover:text-petal ' +
    '[a]:hover:border-petal [a]:hover:text-petal',
  quiet: 'px-4 text-petal enabled:not-aria-disabled:hover:bg-linen [a]:hover:bg-linen',
  danger: 'bg-danger text-on-danger enabled:not-aria-disabled:hover:bg-danger-deep',
};

/** The classes that make a button or a link look like a button; `more` is appended. */
export function buttonClasses(tone: ButtonTone, more = ''): string {
  return `${SHARED} ${TONES[tone]} ${more}`;
}
