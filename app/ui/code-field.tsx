import type { ComponentPropsWithRef } from 'react';
import { Field } from './field.tsx';

type CodeFieldProps = ComponentPropsWithRef<'input'> & {
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** Six digits from an authenticator app. Phones show a numeric keyboard, and password managers fill it in. */
export function CodeField(props: CodeFieldProps) {
  return (
    <Field
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={9}
      aria-required
    />
  );
}
