import { type ComponentPropsWithRef, useId, useState } from 'react';
import { describedBy, FieldFrame } from './field-frame.tsx';

type PasswordFieldProps = ComponentPropsWithRef<'input'> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Tells password managers whether to fill in a password or to suggest a new one. */
  autoComplete: 'current-password' | 'new-password';
};

/**
 * A password field with a button that shows the password. Pasting and password managers work: it is an ordinary input.
 */
export function PasswordField({
  label,
  error,
  hint: rule,
  id: given,
  ...input
}: PasswordFieldProps) {
  const generated = useId();
  const id = given ?? generated;
  // The error repeats the hint, so the hint is hidden.
  const hint = error ? undefined : rule;
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className="field-input pr-[calc(2.75rem+--spacing(6))]"
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { error, hint })}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 min-w-16 rounded-md px-3 text-sm font-semibold text-primary"
        >
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </div>
    </FieldFrame>
  );
}

/** Tells password managers which account the passwords of a form belong to. */
export function UsernameForManagers({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
