import type { ComponentPropsWithRef } from 'react';
import { type ButtonTone, buttonClasses } from './button-classes.ts';
import { Link, type PageLinkProps } from './link.js';
import { SpinnerRing } from './spinner-ring.tsx';

type ButtonProps = ComponentPropsWithRef<'button'> & {
  tone?: ButtonTone;
  /** The label while pending, e.g. 'Signing in...'; the button is disabled meanwhile. */
  busy?: false | string;
};

/** A button; its type is 'button' unless `type="submit"` is given. */
export function Button({
  tone = 'primary',
  busy = false,
  type = 'button',
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy !== false}
      aria-busy={busy !== false || undefined}
      className={buttonClasses(tone, className)}
    >
      {busy === false ? (
        children
      ) : (
        <>
          <SpinnerRing />
          {busy}
        </>
      )}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  tone = 'primary',
  className,
  ...rest
}: Omit<PageLinkProps, 'className'> & { tone?: ButtonTone; className?: string }) {
  return <Link {...rest} className={buttonClasses(tone, className)} />;
}
