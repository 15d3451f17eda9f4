import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentPropsWithRef, type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { Field } from '#app/ui/field.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';

type Typed = { code: string };

type CodeEntryProps = {
  /** Format of a code. */
  schema: z.ZodMiniType<Typed, Typed>;
  /** Sends the code. Throws the auth client's error when it is rejected. */
  send: (code: string) => Promise<unknown>;
  onAccepted?: (() => unknown) | undefined;
  /**
   * The error code that the server sends for a wrong code (`wrongCode`), and the message shown for it; by default the
   * server's.
   */
  wrong?: string;
  wrongCode?: string;
  label?: string;
  hint?: string;
  Input?: typeof CodeField;
  /** The label of the submit button. */
  submit: string;
  onCancel?: () => void;
  /** Rendered above the field. */
  children?: ReactNode;
};

/** Form for one code: from an app, from an email, or a recovery code. */
export function CodeEntry({
  schema,
  send,
  onAccepted,
  wrong,
  wrongCode = 'mfa_verification_failed',
  label = 'Code',
  hint,
  Input = CodeField,
  submit,
  onCancel,
  children,
}: CodeEntryProps) {
  const form = useForm<Typed>({ resolver: zodResolver(schema), defaultValues: { code: '' } });
  const sending = useAuthForm(form, {
    focus: 'code',
    fields: { [wrongCode]: { field: 'code', ...(wrong && { text: wrong }) } },
    tell: 'in the form',
  });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  return (
    <Form
      onSubmit={sending.submit(async ({ code }) => {
        await send(code);
        await onAccepted?.();
      })}
      submit={submit}
      busy={sending.busy && 'Checking...'}
      failure={sending.failure}
      cancel={onCancel && { onClick: onCancel }}
    >
      {children}
      <Input label={label} {...(hint && { hint })} {...fieldOf(form, 'code')} />
    </Form>
  );
}

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
