import type { ReactNode } from 'react';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '#app/ui/button.tsx';
import { ENTER_TO_NEXT_FIELD } from '#app/ui/enter-to-next-field.ts';
import { NewPasswordField, PasswordField } from '#app/ui/password-field.tsx';
import type { ResetPasswordForm as Schema } from '#contract/auth.ts';

type NewPasswordFormProps = {
  onSubmit: () => void;
  password: UseFormRegisterReturn;
  /** What the password's field contains. */
  typed: string | undefined;
  /** The account's address, if the page knows it. */
  email?: string | undefined;
  confirm: UseFormRegisterReturn;
  confirmLabel: string;
  errors: FieldErrors<Schema>;
  /** The submit button's label, and its label while pending. */
  submit: string;
  busy: string | false;
  /** Rendered above the two fields: whose password it is. */
  children: ReactNode;
};

/** Form for a new password, typed twice. */
export function NewPasswordForm({
  onSubmit,
  password,
  typed,
  email,
  confirm,
  confirmLabel,
  errors,
  submit,
  busy,
  children,
}: NewPasswordFormProps) {
  return (
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      {...ENTER_TO_NEXT_FIELD}
      className="grid gap-5"
    >
      {children}
      <NewPasswordField
        id="new-password"
        label="New Password"
        typed={typed}
        owner={{ email }}
        error={errors.password?.message}
        {...password}
      />
      <PasswordField
        id="confirm-password"
        label={confirmLabel}
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...confirm}
      />
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
