import type { UseFormReturn } from 'react-hook-form';
import { Button } from '#app/ui/button.tsx';
import { NEXT_FIELD } from '#app/ui/next-field.ts';
import { PasswordField } from '#app/ui/password-field.tsx';
import type { ResetPasswordForm as Schema } from '#contract/auth.ts';

type ResetPasswordFormProps = {
  form: UseFormReturn<Schema>;
  /** Whose password it is, once the link has told. */
  email: string;
  onSubmit: (typed: Schema) => Promise<void>;
};

/** A new password, twice. */
export function ResetPasswordForm({ form, email, onSubmit }: ResetPasswordFormProps) {
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit(onSubmit)}
      {...NEXT_FIELD}
      className="grid gap-5"
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        id="new-password"
        label="New Password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        id="confirm-password"
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <Button type="submit" busy={isSubmitting && 'Updating...'}>
        Update Password
      </Button>
    </form>
  );
}
