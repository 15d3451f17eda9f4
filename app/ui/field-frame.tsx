import type { ReactNode } from 'react';

export type FieldFrameProps = {
  /** The id of the control inside. */
  id: string;
  label: ReactNode;
  /** The validation error; the control is then marked invalid and described by it. */
  error?: string | undefined;
  /** A hint. */
  hint?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A control between its label and its error. The asterisk is visual only: screen readers get `required`. */
export function FieldFrame({
  id,
  label,
  error,
  hint,
  required,
  className = '',
  children,
}: FieldFrameProps) {
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="w-fit text-sm font-semibold text-foreground">
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' '}
            *
          </span>
        )}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p ref={showBesideFocus} id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** A refused field is focused before its error is there, which may then be below the window's or a dialog's edge. */
function showBesideFocus(error: HTMLElement | null) {
  const isFocused = error?.parentElement?.contains(document.activeElement);
  if (isFocused) error?.scrollIntoView({ block: 'nearest' });
}

/** The ids of what describes a control, or undefined. */
export function describedBy(
  id: string,
  { error, hint }: Pick<FieldFrameProps, 'error' | 'hint'>,
): string | undefined {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
