import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { type ButtonTone, buttonClasses } from './button-classes.ts';
import { Link, type PageLinkProps } from './link.js';
import { SpinnerRing } from './spinner-ring.tsx';

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
