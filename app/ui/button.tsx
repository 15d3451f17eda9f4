import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { Link, type PageLinkProps } from './link.js';

type ButtonProps = ComponentPropsWithRef<'button'> & {
  tone?: ButtonTone;
  /**
   * The button ignores presses. Set as `aria-disabled`: a browser takes the focus from a button that becomes disabled,
   * and does not give it back.
   */
  disabled?: boolean;
  /** The label while pending, e.g. 'Signing in...'; disabled meanwhile. */
  busy?: false | string;
};

/** A button; its type is 'button' unless `type="submit"` is given. */
export function Button({
  tone = 'primary',
  disabled = false,
  busy = false,
  type = 'button',
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  const pending = busy !== false || undefined;
  const inactive = pending || disabled || undefined;
  return (
    <button
      {...rest}
      type={type}
      onClick={inactive ? preventSubmit : onClick}
      aria-disabled={inactive}
      aria-busy={pending}
      className={buttonClasses(tone, className)}
    >
      {pending ? (
        <>
          <SpinnerRing />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** Also stops the submit that Enter in a field of the form causes: the browser clicks the submit button for it. */
function preventSubmit(event: MouseEvent) {
  event.preventDefault();
}

/** A link that looks like a button. */
export function LinkButton({
  tone = 'primary',
  className,
  ...rest
}: Omit<PageLinkProps, 'className'> & { tone?: ButtonTone; className?: string }) {
  return <Link {...rest} className={buttonClasses(tone, className)} />;
}

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

/** The animated ring of spinners and pending buttons. Decorative: text beside it says what is loading. */
export function SpinnerRing({ large = false }: { large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block animate-spin rounded-full border-current border-r-transparent ${
        large ? 'size-9 border-4 text-primary' : 'size-4 border-2'
      }`}
    />
  );
}
