import { zodResolver } from '@hookform/resolvers/zod';
import { type ComponentPropsWithRef, type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { authMessageOf, handleSessionError, isRefused } from '#app/shell/accounts/auth-error.ts';
import { callAuth } from '#app/shell/session/session-request.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';

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
  /** The labels of the submit button and, if there is one, of the cancel button. */
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
  const [failure, setFailure] = useState('');
  const form = useForm<Typed>({ resolver: zodResolver(schema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  async function verify({ code }: Typed) {
    setFailure('');
    try {
      await send(code);
    } catch (error) {
      handleSessionError(error);
      const isWrong = error.code === wrongCode;
      if (isWrong) form.setError('code', { message: wrong ?? error.message });
      else setFailure(authMessageOf(error));
      if (isRefused(error)) setFocus('code', { shouldSelect: true });
      return;
    }
    await onAccepted?.();
  }

  const button = (
    <Button type="submit" busy={isSubmitting && 'Checking...'}>
      {submit}
    </Button>
  );
  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(verify)} className="grid gap-5">
      {children}
      <Input
        label={label}
        {...(hint && { hint })}
        error={errors.code?.message}
        {...form.register('code')}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      {onCancel ? (
        <div className="dialog-actions">
          <Button tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
          {button}
        </div>
      ) : (
        button
      )}
    </form>
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

/** Verifies the code of an authenticator app; the session becomes aal2. @throws the auth server's error. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  await callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
}
