import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { type ButtonTone, buttonClasses } from './button-classes.ts';
import { Link, type PageLinkProps } from './link.js';
import { SpinnerRing } from './spinner-ring.tsx';

type ButtonProps = ComponentPropsWithRef<'button'> & {
  tone?: ButtonTone;
  /**
   * Presses do nothing meanwhile. By `aria-disabled`, because a browser takes the focus from a button that becomes
   * disabled, and does not give it back.
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
  const off = pending || disabled || undefined;
  return (
    <button
      {...rest}
      type={type}
      onClick={off ? ignore : onClick}
      aria-disabled={off}
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

/** Enter in a field of the form comes here as well. */
function ignore(event: MouseEvent) {
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
